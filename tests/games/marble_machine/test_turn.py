"""Setup, turns, marbles, Parts and Modifiers: chapters 3 and 4 of RULES.md, with the worked examples."""

import pytest

from marbletop.core.errors import IllegalAction
from marbletop.core.match import Match
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.positions import write_tiles
from marbletop.games.marble_machine.state import ERASE, FIRST, SPACE_AT, SWAP, TRADE

from .laws import at_rest
from .tables import Dice, legal, marbles, notes_of, play, position, run_phase

# Setup


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_everybody_begins_with_two_tiles_and_an_empty_board(seats):                  # [MM-2 to MM-4, MM-6]
    starters = set()
    for seed in range(60):
        match = Match(GAME, seats, seed=seed)
        state = match.state
        assert [sum(hand) for hand in state.hand[:seats]] == [2] * seats == state.hand_size[:seats]
        assert state.bag == [0, 11, 7, 5, 2] and state.stack_size == 35 - 2 * seats
        assert not any(state.part) and not state.drawn and not any(state.collected)
        assert state.player == state.starter
        starters.add(state.starter)
    assert starters == set(range(seats))


def test_the_box_holds_60_tiles():                                                   # [1.1 to 1.3]
    box = Match(GAME).box
    assert box.marble_total == 25 and sum(box.tiles[1:ERASE]) == 27 and sum(box.tiles[ERASE:]) == 8
    assert sum(speed * count for speed, count in enumerate(box.marbles)) == 48


def test_the_trade_in_asks_everybody_in_turn_order_from_the_start_player():          # [MM-3, MM-5]
    for seed in range(20):
        match = Match(GAME, 5, seed=seed)
        asked = []
        while match.state.phase == TRADE:
            asked.append(match.player)
            match.play("keep")
        assert asked == [(match.state.starter + turn) % 5 for turn in range(5)]
        assert match.player == match.state.starter and match.state.phase == FIRST


def test_being_asked_reveals_nothing_of_a_hand():                                    # [MM-5]
    with_modifier, box = position("trade player=0; hands swap+left left+left")
    without, _ = position("trade player=0; hands right+left left+left")
    assert legal(with_modifier, box) == ["trade swap", "keep"] and legal(without, box) == ["keep"]
    for seat in (-1, 1):
        assert GAME.view(with_modifier, box, seat) == GAME.view(without, box, seat)
    play(with_modifier, box, "keep")
    play(without, box, "keep")
    for seat in (-1, 1):
        assert GAME.view(with_modifier, box, seat) == GAME.view(without, box, seat)


def test_a_traded_modifier_is_set_aside_and_replaced():                              # [MM-5]
    state, box = position("trade player=0; hands swap+left left+left")
    assert write_tiles(state.aside) == "-"
    notes = notes_of(state, box, GAME.play, SWAP)                     # no Left is left: the stack gives a Left 120
    assert notes == [("trade", 0, SWAP), ("draw_tile", 0, 2)]
    assert write_tiles(state.hand[0]) == "left+left_120" and write_tiles(state.aside) == "swap"


def test_traded_tiles_go_back_when_all_are_done():                                   # [MM-5]
    state, box = position("trade player=0 starter=0; hands swap+move left+left")
    before = state.stack[SWAP]
    play(state, box, "trade swap", "trade move")
    assert state.traded == 2
    play(state, box, "keep")
    assert state.traded == 0 and state.phase == TRADE and state.player == 1 and write_tiles(state.aside) == "move+swap"
    assert state.stack[SWAP] == before
    play(state, box, "keep")
    assert state.phase == FIRST and state.player == 0
    assert not any(state.aside) and write_tiles(state.returned) == "move+swap" and state.stack[SWAP] == before + 1


def test_once_a_tile_drawn_in_exchange_cannot_be_traded():                           # [MM-5]
    text = "trade player=0; hands swap+erase left+left; tradable swap+erase -"
    state, box = position(text, trade_in="once")
    state.script = Dice()
    state.script.next = lambda source, weights: ERASE                # the tile drawn is an Erase
    GAME.play(state, box, SWAP)
    state.script = None
    assert write_tiles(state.hand[0]) == "erase+erase" and legal(state, box) == ["trade erase", "keep"]
    GAME.play(state, box, ERASE)
    assert legal(state, box) == ["keep"]
    at_rest(state, box)


def test_a_modifier_drawn_in_exchange_can_be_traded_too():                           # [MM-5]
    state, box = position("trade player=0; hands swap+left left+left")
    state.script = Dice()
    state.script.next = lambda source, weights: ERASE
    GAME.play(state, box, SWAP)
    state.script = None
    assert legal(state, box) == ["trade erase", "keep"]


def test_without_trade_in_the_first_turn_begins_at_once():                           # [MM-5]
    match = Match(GAME, 3, trade_in="none")
    assert match.state.phase == FIRST and match.player == match.state.starter


def test_first_hands_are_tradable_once():                                            # [MM-5]
    for seed in range(30):
        match = Match(GAME, 4, seed=seed, trade_in="once")
        for seat in range(4):
            assert match.state.tradable[seat] == match.state.hand[seat][ERASE:]


# A turn


def test_a_machine_tile_ends_the_turn_and_is_replaced():                             # [MM-10, MM-13]
    state, box = position("hands jump+left right+right")
    notes = play(state, box, "jump", "at 2,0")
    assert state.player == 1 and state.phase == FIRST
    assert state.hand_size[:2] == [2, 2] and write_tiles(state.hand[0]) == "left+left"
    assert ("draw_tile", 0, 1) in notes


def test_after_a_marble_a_second_tile_is_compulsory():                               # [MM-10, MM-12]
    state, box = position("hands left+left right+right")
    play(state, box, "marble", "aim 1", speeds=[1])
    assert state.player == 0 and legal(state, box) == ["marble", "left"]
    play(state, box, "left", "at 3,0")
    assert state.player == 1
    play(state, box, "marble", "aim 1", "marble", "aim 2", speeds=[1, 1])
    assert state.player == 0 and not state.second


def test_w_43_modifiers_without_target_cannot_be_played():                           # [MM-11]
    state, box = position("hands erase+swap left+left")
    assert legal(state, box) == ["marble"]
    state, box = position("board left@0,-1; hands erase+swap left+left")
    assert legal(state, box) == ["marble", "erase"]
    state, box = position("board left@0,-1 left@0,-2; hands move+swap left")
    assert legal(state, box) == ["marble", "move", "swap"]


def test_w_44_equal_tiles_are_one_action():                                          # [MM-12]
    state, box = position("hands left+left right+right")
    assert GAME.legal_list(state, box) == [0, 1]


def test_with_an_empty_machine_stack_hands_shrink():                                 # [MM-13]
    state, box = position("hands left+left -")
    state.out, state.stack, state.stack_size = [a + b for a, b in zip(state.out, state.stack)], [0] * 19, 0
    play(state, box, "left", "at 1,0")
    assert state.hand_size[:2] == [1, 0] and state.player == 1
    assert legal(state, box) == ["marble"]                           # no Machine Tile left: both tiles are marbles [MM-12]
    play(state, box, "marble", "aim 1")
    assert legal(state, box) == ["marble"]


def test_nobody_may_pass_or_play_what_he_has_not():                                  # [MM-15]
    match = Match(GAME, trade_in="none", seed=3)
    with pytest.raises(IllegalAction, match="MM-15"):
        match.play(19)
    missing = next(tile for tile in range(1, 16) if not match.state.hand[match.player][tile])
    with pytest.raises(IllegalAction, match="MM-15"):
        match.play(missing)


def test_a_tile_is_public_as_soon_as_it_is_shown():                                  # [MM-15]
    state, box = position("hands fork+left right+right")
    play(state, box, "fork")
    assert GAME.view(state, box, 1).tile == 9 and GAME.view(state, box, 1).hand_size[:2] == [1, 2]


# Marbles


def test_w_39_two_marbles_in_one_turn():                                             # [MM-20, MM-21]
    state, box = position("hands left+left right+right")
    notes = play(state, box, "marble", "aim 1", "marble", "aim 2", speeds=[1, 2])
    assert marbles(state) == "1@0,-1>1 2@home>2"
    assert [note for note in notes if note[0] in ("draw_marble", "aim", "place_marble", "step")] == [
        ("draw_marble", 0, 1), ("aim", 0, 1), ("place_marble", 0, 0),
        ("draw_marble", 0, 2), ("aim", 0, 2), ("step", 0, 0, 1), ("place_marble", 0, 1)]


def test_the_speed_is_known_before_the_marble_is_aimed():                            # [MM-20]
    state, box = position("hands left+left right+right")
    play(state, box, "marble", speeds=[4])
    assert marbles(state) == "4@next" and legal(state, box) == [f"aim {d}" for d in range(1, 7)]


def test_w_50_aimed_after_the_others_have_moved():                                   # [MM-23]
    state, box = position("marbles 1@0,-4>1; hands left+left right+right", aim="after")
    notes = play(state, box, "marble", dice=[2], speeds=[3])
    assert marbles(state) == "1=1 3@next" and notes[-1] == ("collect", 0, 1, 0)
    play(state, box, "aim 3")
    assert marbles(state) == "1=1 3@home>3" and state.second


def test_aimed_after_also_when_the_tile_ends_the_game():                             # [MM-23]
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1; hands left+left right+right", aim="after")
    play(state, box, "marble", speeds=[2])
    assert state.collected[0] == 7 and not state.over and legal(state, box)[0] == "aim 1"
    play(state, box, "aim 2", dice=[2])
    assert state.over and state.drawn == 8 and marbles(state).endswith("2=2")


def test_a_marble_keeps_its_age_when_it_is_sent_home():                              # [MM-24]
    state, box = position("marbles 4@4,0>4 1@home>1", seats=4)
    run_phase(state, box, 6)
    assert marbles(state) == "4@home>6 1@0,-1>1"


# Parts


def test_parts_go_on_free_machine_spaces_only():                                     # [MM-11, MM-25]
    state, box = position("board left@0,-1; marbles 1@0,-2>1; hands jump+left right+right")
    play(state, box, "jump")
    assert len(legal(state, box)) == 59 and "at 0,-2" in legal(state, box)
    assert "at 0,-1" not in legal(state, box) and "at home" not in legal(state, box)
    assert "at 0,-5" not in legal(state, box)
    match = Match(GAME)
    match.state, match.box = state, box
    for action, rule in ((26, "MM-25"), (25, "MM-25")):
        assert rule in match.why_not(action)


def test_oriented_parts_are_turned_by_their_player():                                # [MM-26]
    state, box = position("hands fork+jump right+right")
    play(state, box, "fork", "at 0,-1")
    assert legal(state, box) == [f"turn {d}" for d in range(1, 7)]
    notes = play(state, box, "turn 5")
    assert (state.part[1], state.facing[1]) == (9, 5) and notes[0] == ("play_part", 0, 9, 1, 5)


@pytest.mark.parametrize("code", ["left", "left_120", "right", "right_120", "reverse", "jump", "go_home", "random",
                                  "random_push", "solid_wall"])
def test_other_parts_are_not_turned(code):                                           # [MM-26]
    state, box = position(f"hands {code} right+right")
    play(state, box, code, "at 0,-1")
    assert state.player == 1 and state.facing[1] == 0


def test_w_20_a_part_acts_on_every_marble_under_it():                                # [MM-27]
    state, box = position("marbles 1@0,-2>1 3@0,-2>4 2@0,-1>1; hands random+left right+right")
    play(state, box, "random", "at 0,-2", dice=[5, 2])
    assert marbles(state) == "1@0,-2>5 3@0,-2>2 2@0,-1>1"


def test_w_21_a_part_under_a_marble_starts_a_chain():                                # [MM-27, MM-40]
    state, box = position("board jump@3,-3; marbles 1@2,-3>3; hands push+left right+right")
    notes = play(state, box, "push", "at 2,-3", "turn 3")
    assert marbles(state) == "1=2" and state.collected[:2] == [0, 1]
    assert [note[0] for note in notes if note[0] in ("act", "slide", "fly", "collect")] == [
        "act", "slide", "act", "fly", "collect"]


def test_w_22_a_wall_put_on_a_marble_pushes_it_back():                               # [MM-48]
    state, box = position("marbles 2@1,-4>4; hands solid_wall+left right+right")
    play(state, box, "solid_wall", "at 1,-4")
    assert marbles(state) == "2=1" and state.collected[0] == 1


def test_w_23_the_marble_enters_the_space_behind_it():                               # [MM-48]
    state, box = position("board right@0,-1; marbles 2@0,-2>1; hands solid_wall+left right+right")
    play(state, box, "solid_wall", "at 0,-2")
    assert marbles(state) == "2@0,-1>2"
    run_phase(state, box)
    assert marbles(state) == "2@2,-3>2"


def test_w_38_separators_are_resolved_at_once():                                     # [MM-28]
    state, box = position("marbles 1@0,-4>4 2@0,-4>1; hands push+left right+right")
    notes = play(state, box, "push", "at 0,-4", "turn 1", dice=[1, 2])
    assert marbles(state) == "1=6 2=1" and state.collected[:2] == [1, 1]
    order = [note[0] for note in notes if note[0] in ("slide", "separator")]
    assert order == ["slide", "slide", "separator", "separator"]     # not before all have been acted on


def test_a_part_under_marbles_moves_no_other_marble():                               # [MM-27]
    state, box = position("marbles 1@0,-2>1 4@3,0>1; hands go_home+left right+right")
    play(state, box, "go_home", "at 0,-2")
    assert marbles(state) == "1@home>1 4@3,0>1"


# Modifiers


def test_w_30_swap_acts_on_both_spaces():                                            # [MM-32]
    state, box = position("board left@0,-2 push1@2,0; marbles 1@0,-2>1 1@2,0>3; hands swap+left right+right")
    play(state, box, "swap", "swap 0,-2", "with 2,0", "turn 6")
    assert marbles(state) == "1@-1,-2>1 1@2,0>2"
    assert state.out[SWAP] == 1 and state.parts == 2                 # [MM-33]


def test_w_31_a_marble_pushed_onto_the_other_space_is_acted_on_once():               # [MM-32]
    state, box = position("board right@0,-2 push1@0,-1; marbles 1@0,-2>1 1@0,-1>1; hands swap+left right+right")
    play(state, box, "swap", "swap 0,-1", "with 0,-2", "turn 4")
    assert marbles(state) == "1@0,-1>2 1@0,-1>2"


def test_w_32_move_acts_on_the_new_space_only():                                     # [MM-31]
    state, box = position("board reverse@3,0; marbles 2@0,-2>1 1@3,0>1; hands move+left right+right")
    play(state, box, "move", "from 3,0", "to 0,-2")
    assert marbles(state) == "2@0,-2>4 1@3,0>1"
    assert state.out[17] == 1 and state.part[SPACE_AT[3, 0]] == 0    # [MM-33]


def test_a_moved_part_goes_to_another_space_with_any_orientation():                  # [MM-31]
    state, box = position("board redirect3@0,-1 left@0,-2; hands move+left right+right")
    play(state, box, "move")
    assert legal(state, box) == ["from 0,-1", "from 0,-2"]
    play(state, box, "from 0,-1")
    assert "to 0,-1" not in legal(state, box) and "to 0,-2" not in legal(state, box) and len(legal(state, box)) == 58
    match = Match(GAME)
    match.state, match.box = state, box
    assert "MM-31" in match.why_not(26) and "MM-25" in match.why_not(32)
    notes = play(state, box, "to 1,0", "turn 5")
    assert notes[0] == ("move_part", 0, 6, 1, 3, 5)
    assert (state.part[3], state.facing[3], state.part[1], state.facing[1]) == (6, 5, 0, 0)


def test_w_33_erase_moves_nothing():                                                 # [MM-30]
    state, box = position("board push1@0,-2; marbles 1@0,-2>1; hands erase+left right+right")
    notes = play(state, box, "erase", "erase 0,-2")
    assert marbles(state) == "1@0,-2>1" and not any(state.part)
    assert state.out[8] == 1 and state.out[ERASE] == 1 and notes[-2] == ("erase", 0, 8, 7)        # [MM-33]


def test_only_spaces_with_parts_are_offered():                                       # [MM-30 to MM-32]
    text = "board left@0,-1 jump@0,-2 jump@0,-3; hands {} right+right"
    for code, first in (("erase", "erase"), ("move", "from")):
        state, box = position(text.format(code))
        play(state, box, code)
        assert legal(state, box) == [f"{first} 0,-1", f"{first} 0,-2", f"{first} 0,-3"]
    state, box = position(text.format("swap"))
    play(state, box, "swap")
    assert legal(state, box) == ["swap 0,-1", "swap 0,-2"]           # the last has none behind it to swap with
    play(state, box, "swap 0,-2")
    assert legal(state, box) == ["with 0,-3"]
    match = Match(GAME)
    match.state, match.box = state, box
    assert "MM-32" in match.why_not(26)
    play(state, box, "with 0,-3")                                    # two equal Parts may be swapped
    assert state.player == 1


def test_both_swapped_parts_can_be_turned():                                         # [MM-32]
    state, box = position("board redirect1@0,-1 push2@0,-2; hands swap+left right+right")
    notes = play(state, box, "swap", "swap 0,-1", "with 0,-2", "turn 4", "turn 5")
    assert ("swap_parts", 0, 1, 7, 8, 5, 6, 4) in notes               # Redirect came from the first space and was asked first
    assert (state.part[1], state.facing[1], state.part[7], state.facing[7]) == (8, 5, 6, 4)


def test_w_49_a_wall_swapped_under_a_marble():                                       # [MM-32, MM-34, MM-48]
    state, box = position("board right@0,-3 solid_wall@0,-2; marbles 1@0,-3>1; hands swap+left right+right")
    play(state, box, "swap", "swap 0,-2", "with 0,-3")
    assert marbles(state) == "1@0,-2>2"


def test_no_marble_ever_lies_on_the_wall():                                          # [MM-34]
    from marbletop.core.chance import luck

    from ..playing import random_play, start
    for seed in range(40):
        state, box = start(GAME, 2, {}, seed)
        for _ in random_play(GAME, state, box, luck(seed)):
            at_rest(state, box)


def test_the_end_is_checked_between_two_tiles():                                     # [MM-14]
    six = " ".join(["1=1"] * 6)
    state, box = position(f"marbles {six} 2@1,-4>1; hands left+left right+right")
    play(state, box, "marble", "aim 2", speeds=[2], dice=[1])
    assert state.over and state.drawn == 8
