"""The worked examples of the specification, E-1 to E-54."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.state import RESHUFFLED

from .positions import COMPLETE, act, field, legal, places, position, rank_of, results, texts, ways, where

HELPER = f"p0: {COMPLETE}; "


def one(found):
    assert len(found) == 1
    return found[0][1:]


def after_way(text, card, *line, **settings):
    """The position after exactly these actions."""
    return one([way for way in ways(text, card, **settings) if way[0] == line])


def test_e1_only_an_exit():                                             # [MJ-12]
    assert [way[0] for way in ways("", "K")] == [("start",)]
    assert results("", "K") == places("8")


def test_e2_no_exit_onto_an_own_marble():                               # [MJ-13, MJ-16]
    assert results("p0: 8", "K") == places("21")


def test_e3_exit_bops():                                                # [MJ-13, MJ-38]
    state, box = one(ways("p1: 8", "A"))
    assert field(state, box, 0) == {"8"} and field(state, box, 1) == set()


def test_e4_exit_bumps():                                               # [MJ-13, MJ-42]
    state, box = one(ways("p2: 8", "A"))
    assert field(state, box, 0) == {"8"} and field(state, box, 2) == {"39"}


def test_e5_exit_with_a_barred_bump():                                  # [MJ-43]
    assert ways("p2: 8 39", "Q") == []


def test_e6_into_the_home_slot():                                       # [MJ-24]
    assert results("p0: 1", "4") == places("h2")


def test_e7_exact_count():                                              # [MJ-24, MJ-25]
    assert results("p0: 1", "7") == places("h5")
    assert ways("p0: 1", "10") == []


def test_e8_from_the_home_space():                                      # [MJ-20, MJ-24, MJ-16]
    assert results("p0: 3", "5") == places("h5")
    assert ways("p0: 3", "6") == []
    assert results("p0: 3", "8") == places("67")


def test_e9_shortcut_backward_over_the_line():                          # [MJ-21, MJ-24]
    assert results("p0: 8", "8") == places("0")
    assert results("p0: 0", "5") == places("h2")


def test_e10_back_stretch():                                            # [MJ-21]
    assert results("p0: 5", "6") == places("11")


def test_e11_backward_onto_an_own_marble():                             # [MJ-17]
    assert results("p0: 10 2", "8") == places("10 66")


def test_e12_backward_past_an_own_marble():                             # [MJ-18]
    assert results("p0: 10 5", "8") == places("10 69")


def test_e13_forward_past_an_own_marble():                              # [MJ-18]
    assert results("p0: 20 22", "5") == places("20 27")


def test_e14_others_are_passed():                                       # [MJ-19, MJ-40]
    state, box = one(ways("p0: 20; p1: 22; p2: 23", "5"))
    assert [field(state, box, seat) for seat in range(3)] == [{"25"}, {"22"}, {"23"}]


def test_e15_moves_in_the_lane():                                       # [MJ-12, MJ-25]
    assert results("p0: h1 h3 3", "A") == places("8 h1 h3 3", "h2 h3 3", "h1 h4 3")


def test_e16_more_moves_in_the_lane():                                  # [MJ-25]
    assert results("p0: h1 h3 3", "2") == places("h1 h5 3")
    assert ways("p0: h1 h3 3", "3") == []


def test_e17_nothing_is_passed_in_the_lane():                           # [MJ-25]
    assert results("p0: 1 h2", "3") == places("h1 h2", "1 h5")
    assert ways("p0: 1 h2", "4") == [] and ways("p0: 1 h2", "5") == []


def test_e18_own_marble_on_the_home_space():                            # [MJ-17, MJ-18]
    assert results("p0: 1 3", "4") == places("1 h4")
    assert results("p0: 1 3", "2") == places("1 h2")


def test_e19_split_that_bops_and_bumps():                               # [MJ-27, MJ-38, MJ-42]
    for line in (("a 4", "b 3"), ("b 3", "a 4")):
        state, box = after_way("p0: 20 30; p1: 24; p2: 33", "7", *line)
        assert [field(state, box, seat) for seat in range(3)] == [{"24", "33"}, set(), {"39"}]


def test_e20_split_without_the_barred_bump():                           # [MJ-30, MJ-43]
    found = ways("p0: 20 30; p1: 24; p2: 33 39", "7")
    assert len(found) == 12
    assert not any(field(state, box) == {"24", "33"} for _, state, box in found)


def test_e21_split_of_two_close_marbles():                              # [MJ-18, MJ-28]
    assert {way[0] for way in ways("p0: 20 22", "7")} == {
        ("b 7",), ("a 1", "b 6"), ("b 3", "a 4"), ("b 4", "a 3"), ("b 5", "a 2"), ("b 6", "a 1")}


def test_e22_nine_with_a_lane_move():                                   # [MJ-29, MJ-30]
    assert {way[0] for way in ways("p0: 8 h2", "9")} == {
        ("a 9",), ("b 1", "a -8"), ("b 2", "a -7"), ("b 3", "a -6"), ("a -8", "b 1"), ("a -7", "b 2"), ("a -6", "b 3")}


def test_e23_nine_without_a_second_part():                              # [MJ-30]
    assert results("p0: 8 h5", "9") == places("17 h5")


def test_e24_nine_in_both_orders():                                     # [MJ-29]
    for line in (("a -5", "b 4"), ("b 4", "a -5")):
        state, box = after_way("p0: 8 26", "9", *line)
        assert field(state, box) == {"3", "30"}


def test_e25_chain_that_ends_in_a_bop():                                # [MJ-42, MJ-44]
    state, box = one(ways("p0: 30; p1: 39; p2: 34", "4"))
    assert [field(state, box, seat) for seat in range(3)] == [{"34"}, set(), {"39"}]


def test_e26_chain_that_bumps_the_own_colour():                         # [MJ-43, MJ-44]
    state, box = after_way("p0: 30 39; p2: 34", "4", "a 4")
    assert where(state, box, 0)[:2] == ["34", "3"] and field(state, box, 2) == {"39"}
    assert ("a 4",) not in [way[0] for way in ways("p0: 30 39 3; p2: 34", "4")]


def test_e27_chain_that_comes_back():                                   # [MJ-44]
    state, box = one(ways("p0: 70; p2: 75; p4: 39", "5", seats=6))
    assert [field(state, box, seat) for seat in (0, 2, 4)] == [{"3"}, {"39"}, {"75"}]


def test_e28_second_part_with_a_bumped_marble():                        # [MJ-28, MJ-44]
    state, box = after_way("p0: 30 39; p2: 34", "7", "a 4", "b 3")
    assert where(state, box, 0)[:2] == ["34", "h3"] and field(state, box, 2) == {"39"}


def test_e29_joker_bops_or_bumps():                                     # [MJ-31, MJ-34]
    found = ways("p1: 50; p2: 60", "Joker")
    assert [way[0] for way in found] == [("start", "p1 50"), ("start", "p2 60")]
    assert field(found[1][1], found[1][2], 2) == {"39"} and field(found[0][1], found[0][2], 1) == set()


def test_e30_joker_with_barred_targets():                               # [MJ-34, MJ-43]
    assert {way[0] for way in ways("p0: 12; p2: 60 39; p1: 50", "Joker")} == {("a", "p1 50"), ("start", "p1 50")}


def test_e31_joker_without_a_target():                                  # [MJ-26, MJ-32]
    assert ways("p0: 12; p1: h1", "Joker") == []


def test_e32_joker_to_just_before_home():                               # [MJ-33]
    assert results("p1: 2", "Joker") == places("2")


def test_e33_the_joker_must_be_played():                                # [MJ-6, MJ-35]
    state, box = position("p1: 50", "2 3 5 8 10 Joker")
    assert texts(state, box) == ["Joker"]
    state, box = position("", "2 3 5 8 10 Joker")
    assert texts(state, box) == [f"discard {card}" for card in "2 3 5 8 10 Joker".split()]
    act(state, box, "discard Joker")
    assert state.sideways[0] == 1


def test_e34_three_sideways_cards():                                    # [MJ-35, MJ-36]
    state, box = position("p0: h5", "2 2 2 2 2 2", seats=2)
    for count in (1, 2, 0):
        assert texts(state, box) == ["discard 2"]
        act(state, box, "discard 2")
        assert state.sideways[0] == count
        state.player = 0
    assert field(state, box) == {"8", "h5"}


def test_e35_a_blocked_free_exit():                                     # [MJ-36, MJ-43]
    state, box = position("p0: h5; p2: 8 39", "2 2 2 2 2 2", sideways=2)
    act(state, box, "discard 2")
    assert state.sideways[0] == 3 and field(state, box) == {"h5"}


def test_e36_a_free_exit_bops():                                        # [MJ-36, MJ-39]
    state, box = position("p1: 8", "2 2 2 2 2 2", sideways=2)
    act(state, box, "discard 2")
    assert field(state, box) == {"8"} and field(state, box, 1) == set() and state.sideways[0] == 0


def test_e37_a_plain_discard():                                         # [MJ-7, MJ-37]
    state, box = position("p0: 3", "6 6 9 9 10 10")
    assert texts(state, box) == ["discard 6", "discard 9", "discard 10"]
    act(state, box, "discard 6")
    assert state.sideways[0] == 0 and field(state, box) == {"3"}


def test_e38_the_rest_goes_to_a_team_mate():                            # [MJ-49]
    text = "p0: h2 h3 h4 h5 2; p2: 50"
    found = ways(text, "7")
    assert [way[0] for way in found] == [("e 2", "p2 a 5")]
    state, box = one(found)
    assert field(state, box) == set(COMPLETE.split()) and field(state, box, 2) == {"55"}
    assert ways(text, "7", finish_split=False) == []


def test_e39_helping_two_team_mates():                                  # [MJ-10]
    text = HELPER + "p2: 50; p4: 90"
    found = ways(text, "7", seats=6)
    assert len(found) == 14
    assert any(field(state, box, 2) == {"53"} and field(state, box, 4) == {"94"} for _, state, box in found)
    assert {way[0] for way in ways(text, "A", seats=6)} == {("p2 start",), ("p4 start",), ("p2 a 1",), ("p4 a 1",)}


def test_e40_a_helper_bumps_for_the_colour_moved():                     # [MJ-10, MJ-11, MJ-42]
    state, box = after_way(HELPER + "p2: 50; p4: 54", "4", "p2 a 4", seats=6)
    assert field(state, box, 2) == {"54"} and field(state, box, 4) == {"75"}


def test_e41_a_helper_jumps():                                          # [MJ-10, MJ-31]
    state, box = one(ways(HELPER + "p1: 38", "Joker"))
    assert field(state, box, 2) == {"38"} and field(state, box, 1) == set()


def test_e42_the_last_marble_wins():                                    # [MJ-50]
    text = HELPER + "p2: h2 h3 h4 h5 38"
    state, _ = one(ways(text, "2"))
    assert state.over and state.winner == 0
    assert ways(text, "7") == []


def test_e43_a_split_bops_twice():                                      # [MJ-28, MJ-38]
    state, box = after_way("p0: 20 40; p1: 22; p3: 45", "7", "a 2", "b 5")
    assert [field(state, box, seat) for seat in (0, 1, 3)] == [{"22", "45"}, set(), set()]


def test_e44_three_players_have_no_team_mates():                        # [MJ-46, MJ-24]
    state, box = one(ways("p0: 50; p2: 53", "3", seats=3))
    assert field(state, box) == {"53"} and field(state, box, 2) == set()
    assert results("p0: 70", "6", seats=3) == places("h1")


def test_e45_eight_players_come_home():                                 # [MJ-16, MJ-24]
    outcomes = [results("p0: 140", card, seats=8) for card in ("7", "9", "J", "Q")]
    assert outcomes == [places("3"), places("h2"), places("h4", "140 8"), places("h5", "140 8")]


def test_e46_the_last_seat_goes_back():                                 # [MJ-21]
    assert results("p7: 134", "8", who=7, seats=8, player=7) == places("126")


def test_e47_five_marbles_in_a_row():                                   # [MJ-18, MJ-27]
    text = "p0: 20 21 22 23 24"
    assert {way[0] for way in ways(text, "7")} == {("e 7",), ("e 4", "d 3"), ("e 5", "d 2"), ("e 6", "d 1")}
    assert results(text, "K") == places("20 21 22 23 37")


@pytest.mark.parametrize(("seats", "turn", "discards"), [(2, 97, 96), (3, 92, 91), (4, 87, 86), (6, 133, 132), (8, 177, 176)])
def test_e48_first_reshuffle(seats, turn, discards):                    # [MJ-5]
    match, choices = Match(GAME, seats, seed=3), random.Random(seats)
    while not any(note.event == RESHUFFLED for note in match.notes):
        match.play(choices.choice(match.legal))
    assert next(note for note in match.notes if note.event == RESHUFFLED).details == (discards,)
    assert match.state.turn + 1 == turn and sum(match.state.discards) == 0


def test_e49_a_chain_and_its_option():                                  # [MJ-44, MJ-54, MJ-58]
    text = "p0: 38; p2: 40; p3: 39"
    state, box = after_way(text, "2", "a 2")
    assert [field(state, box, seat) for seat in (0, 2, 3)] == [{"40"}, {"39"}, set()]
    assert ways(text, "2", bump_chain="forbid") == []


@pytest.mark.parametrize("bump_chain", ["chain", "forbid"])
def test_e50_the_mover_has_left_the_home_space(bump_chain):             # [MJ-54]
    state, box = one(ways("p0: 39; p2: 45", "6", bump_chain=bump_chain))
    assert field(state, box) == {"45"} and field(state, box, 2) == {"39"}


def test_e51_the_joker_s_target_depends_on_its_marble():                # [MJ-43, MJ-44, MJ-54]
    found = {way[0]: way[1:] for way in ways("p0: 3 39; p2: 60", "Joker")}
    assert set(found) == {("a", "p2 60"), ("b", "p2 60")}
    state, box = found["a", "p2 60"]
    assert where(state, box, 0)[:2] == ["60", "3"] and field(state, box, 2) == {"39"}
    state, box = found["b", "p2 60"]
    assert where(state, box, 0)[:2] == ["3", "60"] and field(state, box, 2) == {"39"}


def test_e52_a_helper_discards_plainly():                               # [MJ-7, MJ-53]
    state, box = position(HELPER + "p2: 39 h5", "5 5 6 6 10 10")
    assert texts(state, box) == ["discard 5", "discard 6", "discard 10"]
    act(state, box, "discard 5")
    assert state.sideways[0] == state.sideways[2] == 0


def test_e53_a_joker_that_need_not_be_played():                         # [MJ-55]
    state, box = position("p1: 50", "2 3 5 8 10 Joker", joker_forced=False)
    assert texts(state, box) == ["Joker", *(f"discard {card}" for card in "2 3 5 8 10 Joker".split())]
    act(state, box, "discard 3")
    assert state.sideways[0] == 1


def test_e54_a_discard_by_choice_is_not_sideways():                     # [MJ-55]
    state, box = position("p0: h4", "A 2 3 5 8 10", sideways=2, must_play="free")
    assert rank_of("A") in legal(state, box)
    act(state, box, "discard 2")
    assert state.sideways[0] == 0
