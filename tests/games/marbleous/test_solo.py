"""One player alone: the line, the token at the end of a turn, the pool, the two objectives."""

import pytest

from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import card_text

from .tables import B2, B3, B4, before_popping, notes_of, table, tray_of

BLUE, YELLOW, RED, PURPLE, WHITE = range(5)


def popping(tray, **words):
    match = before_popping(tray, 1, **words)
    match.play("pass")
    return match


def test_the_solo_line():                                           # X-24 [MB-62, MB-63]
    match = before_popping("R|PPR|PPR|RRYBR|YBRRR", 1, line="PRYB@0")
    match.play("pass")
    assert match.legal_texts == ["pop b1", "pop d5"]
    match.play("pop d5")
    assert [note[:4] for note in notes_of(match, "popped", "line card done")] == [
        ("popped", 0, RED, 4), ("popped", 0, PURPLE, 4), ("line card done", 0, PURPLE, 3),
        ("popped", 0, RED, 5), ("line card done", 0, RED, 2)], "the first red was out of order"
    assert tray_of(match) == "|||YB|YB" and "line=PRYB@2" in match.position


def test_several_cards_can_go_in_one_turn():                        # X-24 [MB-62]
    match = before_popping("RRRR|PPPP|||", 1, line="PRYB@0")
    match.play("pass")
    match.play("pop b1")
    assert match.state.line_done == 2 and match.state.turn == 1, "purple, then red by itself"


def test_a_set_of_three_does_not_count():                           # [MB-62]
    assert popping("PPP||||Y", line="PRYB@0").state.line_done == 0
    assert popping("PPPP||||Y", line="PRYB@0").state.line_done == 1


def test_a_finished_line_stays_finished():                          # [MB-62, MB-65]
    match = popping("BBBB||||Y", line="PRYB@3")
    assert match.state.line_done == 4 and not match.over
    match = popping("BBBB||||Y", line="PRYB@4")
    assert match.state.line_done == 4


def test_the_colour_of_the_set_counts_not_that_of_the_card():       # [MB-63, MB-66]
    match = before_popping("BBBB|R|||", 1, line="YBRP@0", options={"advanced": True}, pops=1, used_columns="B")
    match.play("pass")
    match.play("yellow")
    assert match.state.line_done == 0, "a yellow card for a blue set does nothing for yellow"
    match = before_popping("BBBB|R|||", 1, line="BYRP@0", options={"advanced": True}, pops=1, used_columns="B")
    match.play("pass")
    match.play("yellow")
    assert match.state.line_done == 1


def test_the_end_of_a_solo_turn():                                  # [MB-61]
    match = before_popping("RYR||||", 1, tokens="BB", display="2b.3b.4b,4b.3b.2b,2b.3b.4b,2b.3b.4b",
                           chance=[YELLOW, B3, 0, 1, 2])
    match.play("pass")
    assert match.state.display[YELLOW] == [B3, B2, B3] and sum(match.state.discarded) == 1 and match.state.discarded[B4] == 1
    assert match.state.token_discard == [0, 1, 0, 0] and match.state.flipped == -1
    assert match.state.pool == [0, 1, 2] and match.state.stack == 38 and match.player == 0
    assert [note[0] for note in notes_of(match)] == [
        "token flipped", "card discarded", "column slid", "display refilled", "pool discarded", *["pool refilled"] * 3]
    assert "BW" in match.position.split("used=")[1] and "YRP" in match.position.split("used=")[1]


def test_a_free_marble_comes_before_the_token():                    # [MB-61, MB-45]
    match = popping("RRR||||")
    assert [note[0] for note in notes_of(match, "free marble", "token flipped")] == ["free marble", "token flipped"]
    assert tray_of(match) == "||W||"


def test_a_column_without_a_card_loses_nothing():                   # [MB-61]
    match = before_popping("RYR||||", 1, tokens="BB", display="-.-.-,2b.3b.4b,2b.3b.4b,2b.3b.4b", blue="-", orange="-",
                           chance=[BLUE, 0, 1, 2])
    match.play("pass")
    assert not notes_of(match, "card discarded") and match.state.token_discard[BLUE] == 1


def test_the_flipped_token_is_not_in_the_supply_its_own_draw_made():     # [MB-61, MB-26]
    match = before_popping("RYR||||", 1, tokens="BBBBBBYYYYYYYRRRRRRR", discard="PPPPPPP", chance=[BLUE, 0, 0, 1, 2])
    assert match.state.token_supply == [1, 0, 0, 0]
    match.play("pass")
    assert match.state.token_supply == [0, 0, 0, 7] and match.state.token_discard == [1, 0, 0, 0]


def test_without_tokens_nothing_is_flipped():                       # [MB-61, MB-26]
    match = before_popping("RYR||||", 1, tokens="BBBBBBBYYYYYYYRRRRRRRPPPPPPP", chance=[0, 1, 2])
    match.play("pass")
    assert not notes_of(match, "token flipped") and match.state.stack == 38


def test_the_pool_can_be_renewed_when_a_card_is_taken():            # [MB-67]
    match = table(1, pool="PPB,BW,YRP", options={"solo_refresh": "take"}, chance=[0, 1, 2], tokens="-")
    match.play("take 2")
    assert match.state.pool == [0, 1, 2] and card_text(match.box, match.state.card) == "BW" and match.state.stack == 38
    match.script.outcomes += [RED, 0]
    match.play("place 90 a")
    assert match.state.pool == [0, 1, 2] and match.state.stack == 38, "nothing is drawn into the pool at the end of the turn"


@pytest.mark.parametrize("refresh", ["end", "take"])
def test_the_last_solo_turn(refresh):                               # [MB-61, MB-67]
    match = Match(GAME, seats=1, seed=4, solo_refresh=refresh)
    while match.state.turn < 13:
        match.play(match.legal[0])
    assert match.state.stack == 2 and match.state.phase == 0
    match.play(0)
    assert (match.state.pool == [-1, -1, -1]) == (refresh == "take")
    while not match.over:
        match.play(match.legal[0])
    assert match.state.turn == 14 and match.state.stack == 2 and sum(match.state.unseen) == 2
    assert "token flipped" in [note[0] for note in notes_of(match)], "the token is drawn in the last turn too"


@pytest.mark.parametrize(("line", "cards", "ending", "rank"), [
    ("PRYB@4", 10, "both objectives met", 1), ("PRYB@3", 10, "only the points reached", 2),
    ("PRYB@4", 9, "only the line done", 2), ("PRYB@0", 9, "neither objective met", 2)])
def test_both_objectives_are_needed(line, cards, ending, rank):     # [MB-51, MB-64, MB-65]
    won = "6ox8.5ox2" if cards == 10 else "6ox8.5ox1.4ox1"          # 58 and 57 points
    match = table(1, phase="over", won=won, line=line, trays="BYB|YBY|||", tokens="-")
    assert match.outcome.points == (60.0 if cards == 10 else 59.0,)
    assert match.outcome.ending == ending and match.outcome.rank == (rank,)
    assert match.outcome.reward == (1.0 if rank == 1 else -1.0,)


@pytest.mark.parametrize(("advanced", "goals"), [(False, (60, 65, 70)), (True, (85, 90, 95))])
def test_levels(advanced, goals):                                   # [MB-60, MB-64]
    for level, goal in zip(("easy", "medium", "hard"), goals):
        assert Match(GAME, seats=1, advanced=advanced, solo_level=level).box.solo_goal == goal


def test_the_game_is_played_to_its_end():                           # [MB-65]
    match = popping("BBBB||||Y", line="PRYB@3", won="6ox8.5ox4", display="2b.3b.4b,2b.3b.4b,2b.3b.4b,2b.3b.4b")
    assert match.state.points[0] >= 60 and match.state.line_done == 4 and not match.over
