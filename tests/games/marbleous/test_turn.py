"""A turn step by step: taking, rolling, tokens, popping, the end of the turn."""

import random

import pytest

from marbletop.core.chance import OpenEvent
from marbletop.core.errors import IllegalAction
from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import card_text
from marbletop.games.marbleous.state import BONUS, CARD_COLOUR, FREE_COLOUR, PLACE, POP, SET_COLOUR, TAKE, TOKEN_COLOUR
from marbletop.games.marbleous.tray import sets_in

from .tables import B2, B3, B4, O4, before_popping, notes_of, table, tray_of, trays_leaving

BLUE, YELLOW, RED, PURPLE, WHITE = range(5)


def kind_of(pattern):
    """The number of a marble card in our box."""
    box = Match(GAME).box
    return next(kind for kind in range(44) if card_text(box, kind) == pattern)


def with_hand(hand, tray="||||", **words):
    """A table where these marbles are to be rolled in."""
    return table(**{"trays": f"{tray},||W||", "phase": "place", "card": "BW@3", "pool": "PPY,BYB,-", "hand": hand,
                    "tokens": "-,-", **words})


def test_one_of_three_cards_must_be_taken():                        # [MB-13, MB-14, MB-15]
    match = table(pool="PPB,BW,YRP")
    assert match.legal_texts == ["take 1", "take 2", "take 3"]
    match.play("take 2")
    assert match.state.phase == PLACE and match.state.pool[1] == -1 and card_text(match.box, match.state.card) == "BW"
    assert match.state.supply == [10, 11, 11, 11, 5]
    assert notes_of(match) == [("card taken", 0, 1, kind_of("BW"))]


def test_the_pool_keeps_its_slots():                                # X-29 [MB-14, MB-46]
    match = table(pool="PPB,BW,YRP", tokens="-,-", chance=[kind_of("RBR")])
    match.play("take 2")
    match.play("place 90 a")
    assert [card_text(match.box, card) for card in match.state.pool] == ["PPB", "RBR", "YRP"]
    assert match.player == 1 and match.state.turn == 1 and match.state.phase == TAKE
    assert "BW" in match.position.split("used=")[1], "a used card is out of the game"


@pytest.mark.slow
def test_alike_cards_are_one_action(tmp_path):                      # [MB-68]
    text = (GAME.folder / "components.toml").read_text().replace('"BBR"', '"BBY"').replace('"BBP"', '"BBY"')
    path = tmp_path / "twice.toml"
    path.write_text(text)
    pools = [Match(GAME, seed=seed, components=path) for seed in range(400)]
    match = next(match for match in pools if match.state.pool[0] == match.state.pool[1])
    assert match.legal == [0, 2] and "MB-68" in match.why_not(1)
    match = next(match for match in pools if match.state.pool[0] == match.state.pool[2] != match.state.pool[1])
    assert match.legal == [0, 1]


def test_a_colour_that_is_out_is_replaced_by_white():               # X-21 [MB-15, MB-16]
    match = table(4, trays=trays_leaving({"W": 2, "Y": 3, "R": 1}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    assert "hand=WWY" in match.position and match.state.supply == [0, 2, 1, 0, 0]
    assert notes_of(match, "substituted") == [("substituted", 0, BLUE, WHITE)] * 2


def test_without_white_the_player_chooses_a_colour():               # X-21 [MB-16, MB-29]
    match = table(4, trays=trays_leaving({"W": 1, "Y": 3, "P": 5}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    assert match.state.phase == CARD_COLOUR and match.legal_texts == ["yellow", "purple"]
    assert "MB-16" in match.why_not(69) and "MB-16" in match.why_not(71)
    match.play("purple")
    assert "hand=WPY" in match.position and match.state.supply == [0, 2, 0, 4, 0] and match.state.phase == PLACE


def test_one_card_can_ask_several_times():                          # [MB-16]
    match = table(4, trays=trays_leaving({"Y": 2, "P": 2}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    match.play("yellow")
    assert match.state.phase == CARD_COLOUR and "hand=Y" in match.position
    match.play("yellow")
    assert "hand=YYP" in match.position, "yellow was out when its turn came, and only purple was left"


def test_a_white_that_is_out_is_replaced_by_a_colour():             # [MB-16]
    match = table(4, trays=trays_leaving({"B": 2, "R": 1}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 2")
    assert match.legal_texts == ["blue", "red"]


def test_only_one_colour_left_is_not_asked():                       # X-28 [MB-16, MB-29]
    match = table(4, trays=trays_leaving({"P": 2}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 2")
    assert "hand=PP" in match.position and len(match.legal) == 9
    assert match.legal == [3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert "MB-68" in match.why_not(13) and "MB-18" in match.why_not(7)


def test_a_place_without_a_marble_becomes_a_gap():                  # [MB-16, MB-17]
    match = table(4, trays=trays_leaving({"R": 1}), tokens="-,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    assert "hand=R " in match.position + " " and match.state.supply == [0] * 5
    assert notes_of(match, "substituted") == [
        ("substituted", 0, BLUE, RED), ("substituted", 0, BLUE, -1), ("substituted", 0, YELLOW, -1)]
    assert match.legal == [3, 4, 5, 6, 7], "the outline is trimmed: one marble over five columns"


def test_with_an_empty_supply_nothing_is_rolled():                  # [MB-27, MB-28]
    match = table(4, trays=trays_leaving({}, own="||WY||"), tokens="B,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    assert match.player == 1 and tray_of(match) == "||WY||", "no PLACE, no BONUS without a marble to take"


@pytest.mark.parametrize(("hand", "many"), [("BYB", 8), ("BBY", 16), ("BW", 18), ("B.W", 16), ("B", 5)])
def test_placements_that_drop_the_same_are_one(hand, many):         # [MB-17, MB-18, MB-68]
    match = with_hand(hand)
    assert len(match.legal) == many
    assert len(set(match.legal_texts)) == many


def test_nothing_hangs_over_the_side():                             # [MB-18]
    match = with_hand("BBY")
    assert [action for action in match.legal if action < 8] == [3, 4, 5]
    assert "MB-18" in match.why_not(6)
    with pytest.raises(IllegalAction, match="MB-18"):
        match.play(7)


def test_a_gap_card():                                              # X-20 [MB-17, MB-19]
    for text, tray in (("place 0 b", "|B||W|"), ("place 90 e", "||||WB"), ("place 270 e", "||||BW"), ("place 180 b", "|W||B|")):
        match = with_hand("B.W")
        match.play(text)
        assert tray_of(match) == tray, text


@pytest.mark.parametrize(("action", "tray"), [
    (3, "YB|W|||"), (8, "WY|B|||"), (13, "W|BY|||"), (18, "B|YW|||")])
def test_patterns_of_several_rows_turn_too(action, tray):           # [MB-17, MB-19]
    match = with_hand("B..YW")                                      # B. over YW
    match.play(action)
    assert tray_of(match) == tray


def test_overflow_upright():                                        # X-18 [MB-19, MB-20]
    match = with_hand("RRP", "|BYBY|||", card="RRP@3", chance=[0])
    match.play(9)
    assert tray_of(match) == "|BYBYP|||" and match.state.supply[RED] == 11
    assert notes_of(match, "rolled", "lost") == [("rolled", 0, PURPLE, 1 << 10), ("lost", 0, RED, 1), ("lost", 0, RED, 1)]


def test_overflow_across():                                         # X-19 [MB-20]
    match = with_hand("BYR", "BYBYB|YBYBY|||", card="BYR@3", chance=[0])
    match.play(3)
    assert tray_of(match) == "BYBYB|YBYBY|R||" and match.state.supply[:2] == [6, 6]


def test_nothing_pops_in_this_step():                               # [MB-21]
    match = with_hand("BBY", "B||||", tokens="R,-")
    match.play("place |B|B|Y|")
    assert match.state.phase == BONUS and tray_of(match) == "B|B|B|Y|"


def test_one_token_or_none():                                       # [MB-22, MB-23, MB-24]
    match = before_popping("RYRYR|Y|||", tokens="BBP")
    assert match.legal[0] == 23 and match.legal == [23, 25, 26, 27, 28, 40, 41, 42, 43]
    assert "MB-22" in match.why_not(30) and "MB-23" in match.why_not(24)
    match.play("bonus B b")
    assert tray_of(match) == "RYRYR|YB|||" and match.state.tokens[0] == [1, 0, 0, 1]
    assert match.state.token_discard == [1, 0, 0, 0] and match.player == 1, "only one a turn"
    assert notes_of(match, "token spent", "rolled") == [("token spent", 0, BLUE, 1), ("rolled", 0, BLUE, 1 << 7)]


def test_no_token_with_a_full_tray():                               # [MB-23]
    match = with_hand("B", "BYBYB|YBYBY|RPRPR|PRPRP|WRBP", tokens="B,-")
    match.play("place 0 e")
    assert match.player == 1 and match.state.tokens[0][BLUE] == 1


def test_lost_marbles_are_back_for_the_token():                     # [MB-28, MB-20]
    match = table(4, trays=trays_leaving({"B": 1}, own="RYRYR||||"), tokens="B,-,-,-", pool="BBY,BW,YRP")
    match.play("take 1")
    match.play("place 0 a")
    assert match.state.phase == BONUS and match.state.supply == [1, 0, 0, 0, 0]


def test_the_colour_of_a_token_can_be_out():                        # [MB-23, MB-16, MB-29]
    match = before_popping("||W||", 4, trays=trays_leaving({"Y": 2, "P": 2}), tokens="B,-,-,-")
    match.play("bonus B e")
    assert match.state.phase == TOKEN_COLOUR and match.legal_texts == ["yellow", "purple"]
    match.play("p")
    assert tray_of(match) == "||W||P" and match.player == 1
    match = before_popping("||W||", 4, trays=trays_leaving({"Y": 2, "W": 1}, own="||B||"), tokens="B,-,-,-")
    match.play("bonus B e")
    assert tray_of(match) == "||B||W" and notes_of(match, "substituted") == [("substituted", 0, BLUE, WHITE)]


def test_tokens_won_wait_for_the_next_turn():                       # [MB-25]
    match = before_popping("BBBB||||Y", tokens="R")
    match.play("pass")
    assert sum(match.state.tokens[0]) == 2 and match.player == 1


def test_tokens_run_out_in_a_pop():                                 # X-27 [MB-26, MB-41]
    match = before_popping("BBBBB||||Y", 4, tokens="BBBBBYYYYYYYRRRRRR,PPPPPPP,-,-", discard="BB", chance=[RED, BLUE, B2])
    assert match.state.token_supply == [0, 0, 1, 0]
    with pytest.raises(OpenEvent):                                  # the pool card is not scripted
        match.play("pass")
    match.script.outcomes.append(0)
    match.script.used = 0
    match.play("pass")
    assert match.state.tokens[0] == [6, 7, 7, 0]
    assert match.state.token_supply == [1, 0, 0, 0] and match.state.token_discard == [0, 0, 0, 0]
    assert [note[0] for note in notes_of(match, "token won", "tokens mixed")] == ["token won", "tokens mixed", "token won"]


def test_an_empty_token_supply_waits_for_the_next_draw():           # [MB-26]
    match = before_popping("BBBB||||Y", 4, discard="-", tokens="BBBBBBYYYYYYYRRRRRRR,PPPPPPP,-,-", chance=[BLUE, B2, 0])
    match.play("pass")
    assert match.state.token_supply == [0] * 4 == match.state.token_discard, "the last was drawn, the discard was empty"
    match = before_popping("BBBB||||Y", 4, discard="-", tokens="BBBBBBBYYYYYYYRRRRRRR,PPPPPPP,-,-", chance=[B2, 0])
    match.play("pass")
    assert sum(match.state.tokens[0]) == 21 and not notes_of(match, "token won"), "both empty: the draw brings nothing"
    match = before_popping("BBB||||Y", 4, discard="-", tokens="BBBBBBBYYYYYYYRRRRRRR,PPPPPPP,-,-", chance=[BLUE, B2, 0])
    match.play("bonus B a")
    assert match.state.tokens[0] == [7, 7, 7, 0], "the token just spent was mixed in when one was to be drawn"
    assert [note[0] for note in notes_of(match, "token spent", "token won", "tokens mixed")] == [
        "token spent", "tokens mixed", "token won"]


def test_janes_turn():                                              # X-9 [MB-21, MB-34, MB-35, MB-38, MB-39, MB-41 to MB-44]
    match = table(trays="RBWY|R|PBB|YR|,||W||", tokens="Y,-", pool="PPB,BW,YRP", display="2b.3b.4b,3b.2b.4b,2b.3b.4b,2b.3b.4b",
                  chance=[B4, PURPLE, B3, kind_of("RBR")])
    match.play("take 1")
    assert match.text_of(14) == "place |B|P|P|"
    match.play(14)
    assert tray_of(match) == "RBWY|RB|PBBP|YRP|" and match.state.phase == BONUS
    match.play(30)
    assert match.text_of(45) == "pop a2" and match.legal == [45, 47] and match.state.phase == POP
    assert tray_of(match) == "RBWY|RBY|PBBP|YRP|"
    match.play(47)
    assert tray_of(match) == "R|R|PP|YRP|" and match.player == 1 and match.state.points[0] == 6
    assert match.state.tokens[0] == [0, 0, 0, 1]
    assert [note[0] for note in notes_of(match)] == [
        "popped", "points", "column slid", "display refilled",
        "popped", "fell", "points", "token won", "column slid", "display refilled", "pool refilled"]
    assert notes_of(match, "popped") == [
        ("popped", 0, YELLOW, 3, 0b1100 | 1 << 8), ("popped", 0, BLUE, 4, 0b10 | 1 << 7 | 0b110 << 12)]
    assert notes_of(match, "points") == [("points", 0, YELLOW, 0, B3), ("points", 0, BLUE, 1, B3)]
    assert match.state.supply == [11, 10, 8, 8, 7], "the popped marbles are back, white among them"


def test_janes_other_choice():                                      # X-10 [MB-34, MB-37, MB-41]
    match = before_popping("RBWY|RBY|PBBP|YRP|", chance=[0, 0, B4, 0])
    match.play("pass")
    match.play(45)
    assert tray_of(match) == "RY|RY|PP|YRP|" and match.player == 1
    assert match.state.tokens[0] == [3, 0, 0, 0] and match.state.points[0] == 4


def test_after_one_claim_the_other_is_gone():                       # X-8 [MB-34]
    for action, tray in ((44, "||YY||"), (54, "BB||||")):
        match = before_popping("BB|W|YY||")
        match.play("pass")
        assert match.legal == [44, 54] and "MB-35" in match.why_not(23) and "MB-32" in match.why_not(45)
        match.play(action)
        assert tray_of(match) == tray and match.player == 1


def test_a_fall_tears_a_set():                                      # X-11 [MB-35, MB-44]
    match = before_popping("RRRB|PYPB|YPYB||")
    match.play("pass")
    assert match.legal == [44, 47]
    other = match.copy()
    match.play("pop red")
    assert tray_of(match) == "B|PYPB|YPYB||" and match.player == 1
    other.play("pop blue")
    assert tray_of(other) == "|PYP|YPY||" and len(notes_of(other, "popped")) == 2


def test_a_fall_makes_a_set_and_an_empty_tray_earns_a_white():      # X-12 [MB-44, MB-45]
    match = before_popping("YRRRY|Y|||")
    match.play("pass")
    assert tray_of(match) == "||W||" and match.player == 1
    assert [note[:4] for note in notes_of(match, "popped", "free marble")] == [
        ("popped", 0, RED, 3), ("popped", 0, YELLOW, 3), ("free marble", 0, WHITE)]


def test_a_set_of_six():                                            # X-13 [MB-37, MB-41]
    match = before_popping("BBB|BBB|||", chance=[0, 1, B4, 0])
    match.play("pass")
    assert match.state.points[0] == 4 and match.state.tokens[0] == [2, 1, 0, 0]


@pytest.mark.parametrize(("tray", "row", "tokens"), [("BBB||||Y", 0, 0), ("BBBB||||Y", 1, 1), ("BBBBB||||Y", 2, 2)])
def test_tokens_by_row(tray, row, tokens):                          # [MB-37, MB-39, MB-41]
    match = before_popping(tray)
    match.play("pass")
    assert sum(match.state.tokens[0]) == 1 + tokens and notes_of(match, "points")[0][:4] == ("points", 0, BLUE, row)


def test_two_sets_of_one_colour_base():                             # X-14 [MB-42]
    match = before_popping("BBB|R|BBB||", display="2b.4b.3b,2b.3b.4b,2b.3b.4b,2b.3b.4b", chance=[B4, B2, 0])
    match.play("pass")
    match.play("pop a1")
    assert match.state.points[0] == 6 and match.player == 1
    assert notes_of(match, "points") == [("points", 0, BLUE, 0, B2), ("points", 0, BLUE, 0, B4)]
    assert match.state.display[BLUE] == [B3, B4, B2]


def test_slide():                                                   # X-16 [MB-42]
    match = before_popping("RRRR||||Y", display="2b.2b.2b,2b.4b.4b,2b.3b.4b,2b.3b.3b", won="3bx3.4bx3,-",
                           orange="4ox8.5ox8.6ox8", blue="-", chance=[3, 1, 0])
    match.play("pass")
    assert match.state.display[RED] == [B2, B4, 12 + 1] and match.state.points[0] == 21 + 3
    assert match.state.tokens[0] == [1, 0, 0, 1]


def used_up(**words):
    """Both stacks empty, purple column [5, -, -]."""
    return {"display": "2b.3b.4b,2b.3b.4b,2b.3b.4b,5o.-.-", "blue": "-", "orange": "-",
            "won": "-,2bx3.3bx3.4bx3.4ox8.5ox7.6ox8", **words}


@pytest.mark.parametrize(("options", "points", "tokens"), [
    ({}, 0, 1), ({"empty_spot": "next_lower"}, 5, 1), ({"tokens_without_card": False}, 0, 0),
    ({"empty_spot": "next_lower", "tokens_without_card": False}, 5, 1)])
def test_stacks_used_up(options, points, tokens):                   # X-17 [MB-40, MB-41, MB-42]
    match = before_popping("PPPP||||Y", options=options, **used_up())
    match.play("pass")
    assert match.state.points[0] == points and sum(match.state.tokens[0]) == 1 + tokens
    assert match.state.display[PURPLE] == ([-1, -1, -1] if points else [12 + 1, -1, -1])
    assert bool(notes_of(match, "no card")) == (points == 0)


def test_a_set_of_three_takes_the_last_card():                      # X-17 [MB-39, MB-42]
    match = before_popping("PPP||||Y", **used_up())
    match.play("pass")
    assert match.state.points[0] == 5 and match.state.display[PURPLE] == [-1, -1, -1]


def test_orange_cards_follow_the_blue_ones():                       # [MB-42]
    match = before_popping("BBB||||Y", won="-,2bx2.3bx2.4bx2", chance=[O4, 0])
    match.play("pass")
    assert match.state.display[BLUE] == [B3, B4, 12]


def test_a_group_of_whites_names_its_colour():                      # X-5 [MB-35, MB-36, MB-66]
    match = before_popping("W|W|W||")
    match.play("pass")
    assert match.state.phase == SET_COLOUR and match.legal == [69, 70, 71, 72]
    match.play("red")
    assert notes_of(match, "popped")[0][2:4] == (RED, 3) and notes_of(match, "points")[0][2] == RED
    match = before_popping("W|W|W|Y|")
    match.play("pass")
    assert match.legal == [44, 59]
    other = match.copy()
    match.play(44)
    assert match.legal_texts == ["blue", "red", "purple"] and "MB-36" in match.why_not(70)
    match.play("blue")
    assert tray_of(match) == "|||Y|" and notes_of(match, "popped")[0][3] == 3
    other.play(59)
    assert notes_of(other, "popped")[0][2:4] == (YELLOW, 4)


def test_a_white_group_with_one_colour_left_is_not_asked():         # [MB-29, MB-36]
    match = before_popping("WB|WY|WR||")
    match.play("pass")
    assert 44 in match.legal
    match.play(44)
    assert notes_of(match, "popped")[0][2:4] == (PURPLE, 3) and tray_of(match) == "B|Y|R||"


@pytest.mark.parametrize(("rule", "pops"), [("wild", 1), ("anchored", 1), ("pair", 0)])
def test_white_rules(rule, pops):                                   # X-4 [MB-33]
    match = before_popping("W|W|Y||", options={"white_rule": rule})
    match.play("pass")
    assert len(notes_of(match, "popped")) == pops


def test_a_free_marble_when_white_is_out():                         # [MB-45, MB-16, MB-29]
    trays = trays_leaving({"R": 1, "P": 1}, own="YYYY||||")
    match = before_popping("YYYY||||", 4, trays=trays, tokens="B,-,-,-")
    match.play("pass")
    assert match.state.phase == FREE_COLOUR and match.legal_texts == ["yellow", "red", "purple"], "the popped ones are back"
    match.play("yellow")
    assert tray_of(match) == "||Y||" and match.player == 1 and notes_of(match, "free marble") == [("free marble", 0, YELLOW)]
    trays = trays_leaving({}, own="YYYY||||")
    match = before_popping("YYYY||||", 4, trays=trays, tokens="B,-,-,-")
    match.play("pass")
    assert tray_of(match) == "||Y||" and match.player == 1


def test_no_set_lies_in_a_tray_when_a_turn_begins():                # [MB-47]
    for seed in range(6):
        match, chooser = Match(GAME, seats=1 + seed % 4, seed=seed, white_rule=("wild", "pair")[seed % 2]), random.Random(seed)
        while not match.over:
            if match.state.phase == TAKE:
                assert not any(sets_in(tray, match.box.own_marbles) for tray in match.state.tray)
            match.play(chooser.choice(match.legal))


def test_a_display_column_has_no_gap_below_a_card():                # [MB-42]
    for seed in range(4):
        match, chooser = Match(GAME, seats=4, seed=seed), random.Random(seed)
        while not match.over:
            for column in match.state.display:
                assert sorted(column, key=lambda kind: kind == -1) == column
            match.play(chooser.choice(match.legal))


def test_the_game_ends_when_the_pool_cannot_be_filled():            # [MB-46, MB-45]
    match = before_popping("RRR||||", stack=0, turn=27, used="BBR,BBP,YYB,YYR,YYP,RRB,RRY,RRP,PPY,PPR,BYB,BRB,BPB,YBY,YRY,YPY,"
                           "RBR,RYR,RPR,PBP,PYP,PRP,YBR,YBP,RBP,BYR,BYP")
    match.play("pass")
    assert match.over and match.state.turn == 28 and match.legal == []
    assert tray_of(match) == "||W||", "the last turn still earns the free marble"
    assert notes_of(match)[-1] == ("game over",) and match.state.pool[0] == -1


def test_final_count_and_first_tie():                               # X-23 [MB-48, MB-49, MB-50]
    match = table(trays="BYB|YBY|R||,||||", tokens="B,YR", won="3bx1.4bx1.5ox1,4ox2.6ox1", phase="over")
    outcome = match.outcome
    assert outcome.points == (14.0, 14.0) and outcome.rank == (1, 2) and outcome.ending == "won"


def test_second_tie_and_shared_victory():                           # [MB-49, MB-50]
    match = table(3, trays="BY|B|||,YR|R|||,W||||", tokens="B,YR,-", won="4ox1,4ox1,-", phase="over")
    assert match.outcome.points == (5.0, 5.0, 0.0) and match.outcome.rank == (2, 1, 3)
    match = table(3, trays="BY|B|||,YR|R|||,W||||", tokens="BB,YR,-", won="4ox1,4ox1,-", phase="over")
    assert match.outcome.rank == (1, 1, 3) and match.outcome.ending == "shared"
    assert match.outcome.reward == (0.25, 0.25, -0.5)
