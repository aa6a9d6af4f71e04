"""The rules, where the worked examples leave something out."""

import re

import pytest

from marbletop.core.match import Match, why_not
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.components import side
from marbletop.games.marbles_and_jokers.moving import is_on_field
from marbletop.games.marbles_and_jokers.options import Options
from marbletop.games.marbles_and_jokers.state import BUMPED, CARD, DISCARD, JUMP, RANKS, RESHUFFLED, TURN, WHOLE

from .laws import check_marbles
from .positions import COMPLETE, act, field, legal, places, position, rank_of, results, texts, ways, where


def refusal(state, box, action):
    """The rule that is named for an action that is not possible."""
    said = why_not(GAME, state, box, action)
    return re.search(r"\((MJ-\d+)\) You can play", said)[1] if said else None


@pytest.mark.parametrize(("seats", "deck", "jokers"), [(2, 106, 2), (3, 106, 2), (4, 106, 2), (6, 162, 6), (8, 216, 8)])
def test_set_up(seats, deck, jokers):                                   # [MJ-1, MJ-2, MJ-3]
    match = Match(GAME, seats, seed=5)
    state = match.state
    assert all(place == 0 for places in state.place for place in places) and not any(state.track)
    assert sum(match.box.deck) == deck and match.box.deck[-1] == jokers
    assert state.hand_size[:seats] == [6] + [5] * (seats - 1) and state.pile_size == deck - 5 * seats - 1
    assert state.player == 0 and state.dealer == seats - 1 and not any(state.discards)


def test_options_of_the_deal():                                         # [MJ-2, MJ-3]
    match = Match(GAME, 4, hand=6, jokers=11)
    assert match.box.deck[-1] == 11 and match.state.hand_size[:4] == [7, 6, 6, 6]
    dealers = {Match(GAME, 4, seed=seed, dealer="random").state.dealer for seed in range(40)}
    assert dealers == {0, 1, 2, 3}
    match = Match(GAME, 4, seed=1, dealer="random")
    assert match.player == (match.state.dealer + 1) % 4


def test_a_turn_draws_and_discards_one_card():                          # [MJ-3, MJ-4]
    state, box = position("p0: 20", "2 3 4 5 6 10")
    state.pile, state.pile_size = [0, 0, 0, 1] + [0] * 10, 1
    act(state, box, "2")
    assert state.discards[1] == 1 and state.hand_size[0] == 5, "a card counts as discarded when it is chosen"
    four = state.hand[1][rank_of("4")]
    act(state, box, "a 2")
    assert state.player == 1 and state.hand_size[:2] == [5, 6] and state.hand[1][rank_of("4")] == four + 1
    assert state.pile_size == 0 and state.last_discard[0] == rank_of("2") + 1


def test_an_empty_pile_is_made_from_the_discards():                     # [MJ-5]
    state, box = position("p0: 20", "2 3 4 5 6 10")
    state.discards, state.pile, state.pile_size = state.pile, [0] * RANKS, 0
    before = sum(state.discards)
    act(state, box, "2")
    act(state, box, "a 2")
    assert state.pile_size == before and sum(state.discards) == 0, "with the card of this turn, less the card drawn"


def test_turns_never_skip_anyone():                                     # [MJ-3, MJ-48]
    state, box = position(f"p0: {COMPLETE}; p1: {COMPLETE}; p2: 20", "2 2 2 2 2 2")
    for player in (0, 1, 2, 3, 0):
        assert state.player == player
        turn = state.turn
        while state.turn == turn:
            GAME.play(state, box, legal(state, box)[0])


def test_a_playable_card_must_be_played():                              # [MJ-6, MJ-7]
    state, box = position("p0: 3", "5 6 6 10 10 10")
    assert texts(state, box) == ["5"]
    assert refusal(state, box, DISCARD + rank_of("6")) == "MJ-6"
    state, box = position("p0: 3", "6 6 6 10 10 10")
    assert texts(state, box) == ["discard 6", "discard 10"]


def test_must_play_free():                                              # [MJ-6, MJ-55]
    state, box = position("p0: 3", "5 6 6 10 10 10", must_play="free")
    assert texts(state, box) == ["5", "discard 5", "discard 6", "discard 10"]
    act(state, box, "discard 5")
    assert state.sideways[0] == 0 and state.proven[0] == 0, "it proves nothing"
    state, box = position("", "5 6 6 10 10 10", must_play="free", sideways=1)
    act(state, box, "discard 5")
    assert state.sideways[0] == 2 and state.proven[0] == 5


def test_jokers_need_not_be_played():                                   # [MJ-55]
    state, box = position("p0: 20; p1: 50", "2 Joker 6 6 10 10", joker_forced=False)
    assert texts(state, box) == ["2", "6", "10", "Joker"], "a card that can act must still be played"


def test_numbers_are_moved_in_full():                                   # [MJ-8]
    assert results("p0: 1", "8") == places("65")
    assert ways("p0: 1", "9") == [], "not five of nine"
    state, box = position("p0: 20 40", "5 5 5 5 5 5")
    act(state, box, "5")
    assert texts(state, box) == ["a 5", "b 5"]
    assert refusal(state, box, 48) == "MJ-8"


def test_only_own_marbles_are_moved():                                  # [MJ-9, MJ-11]
    state, box = position("p0: 20; p2: 30", "5")
    act(state, box, "5")
    assert texts(state, box) == ["a 5"]
    assert refusal(state, box, WHOLE + 5) == "MJ-9"


def test_a_complete_player_moves_for_team_mates():                      # [MJ-10, MJ-47, MJ-48]
    state, box = position(f"p0: {COMPLETE}; p2: 30", "5")
    act(state, box, "5")
    assert texts(state, box) == ["p2 a 5"]
    assert refusal(state, box, WHOLE) == "MJ-10"
    act(state, box, "p2 a 5")
    assert field(state, box, 2) == {"35"} and state.hand_size[0] == 0, "from the own hand"


def test_help_left():                                                   # [MJ-57]
    text = f"p0: {COMPLETE}; p2: 50; p4: 90"
    assert {way[0] for way in ways(text, "5", seats=6, help="left")} == {("p2 a 5",)}
    state, box = position(text, "5", seats=6, help="left")
    act(state, box, "5")
    assert refusal(state, box, WHOLE + 10) == "MJ-57"
    text = f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38; p4: 90"
    assert {way[0] for way in ways(text, "7", seats=6, help="left")} == {("p2 e 2", "p4 a 5")}
    text = "p0: h2 h3 h4 h5 2; p2: 50; p4: 90"
    assert {way[0] for way in ways(text, "7", seats=6, help="left")} == {("e 2", "p2 a 5")}, "also after MJ-49"


def test_which_cards_leave_the_ring():                                  # [MJ-12, MJ-14, MJ-15]
    for card in "A 2 3 4 5 6 7 8 9 10 J Q K".split():
        assert results("", card) == (places("8") if card in "A J Q K" and card != "10" else set())
    assert results("p1: 50", "Joker") == places("50")
    assert places("8 9 10 11 12") < results("p0: 9 10 11 12", "A") | places("8 9 10 11 12"), "all five may be in play"
    state, box = position("", "2 2 2 2 2 2")
    assert refusal(state, box, rank_of("2")) == "MJ-14"


def test_the_lowest_label_leaves_the_ring():                            # [MJ-12]
    state, box = position("p0: 20 ring ring", "K")
    act(state, box, "K")
    assert texts(state, box) == ["a 13", "start"]
    assert legal(state, box) == [WHOLE, WHOLE + 1]
    assert refusal(state, box, WHOLE + 2) == "MJ-12"


@pytest.mark.parametrize(("card", "steps"), [(card, n) for n, card in enumerate("A 2 3 4 5 6 7".split(), 1)]
                         + [("8", -8), ("9", 9), ("10", 10), ("J", 11), ("Q", 12), ("K", 13)])
def test_values_of_cards(card, steps):                                  # [MJ-16]
    assert frozenset({str(20 + steps)}) in results("p0: 20", card)


def test_faces_as_ten():                                                # [MJ-16]
    for card in "JQK":
        assert frozenset({"30"}) in results("p0: 20", card, face_value="10")


def test_own_marbles_passed_backward_by_option():                       # [MJ-18]
    assert results("p0: 10 5", "8", pass_own_back=True) == places("2 5", "10 69")
    assert results("p0: 10 2", "8", pass_own_back=True) == places("10 66"), "not landed on"


def test_other_seats_places_are_ordinary():                             # [MJ-19, MJ-22, MJ-23]
    assert results("p0: 20", "2") == places("22"), "over seat 1's home space and line"
    assert results("p0: 20", "A") == places("21", "8 20"), "onto seat 1's home space"
    assert results("p0: 21", "3") == places("24"), "not into seat 1's Home Slot"
    assert results("p0: 24", "2") == places("26"), "onto seat 1's Start Position"


def test_lane_marbles_stay():                                           # [MJ-24, MJ-26]
    assert ways("p0: h3", "8") == [] and ways("p1: h3; p0: 20", "Joker") == []
    state, box = position("p0: h3 20", "9")
    act(state, box, "9")
    assert not [text for text in texts(state, box) if text.startswith("a -")]
    assert refusal(state, box, 208) == "MJ-26"


def test_the_home_space_is_not_safe():                                  # [MJ-26, MJ-38]
    state, box = position("p1: 2; p0: 3", "A 2 3 4 5 6", player=1)
    act(state, box, "A")
    act(state, box, "a 1")
    assert field(state, box, 0) == set() and field(state, box, 1) == {"3"}


def test_splits_can_be_switched_off():                                  # [MJ-27, MJ-29]
    assert {way[0] for way in ways("p0: 20 40", "7", split7=False)} == {("a 7",), ("b 7",)}
    assert {way[0] for way in ways("p0: 20 40", "9", split9="off")} == {("a 9",), ("b 9",)}


def test_all_ways_of_a_nine():                                          # [MJ-29]
    found = {way[0] for way in ways("p0: 20 40", "9")}
    assert found == {("a 9",), ("b 9",)} | {pair for k in range(1, 9) for pair in (
        (f"a {k}", f"b -{9 - k}"), (f"a -{9 - k}", f"b {k}"), (f"b {k}", f"a -{9 - k}"), (f"b -{9 - k}", f"a {k}"))}


def test_a_nine_in_any_directions():                                    # [MJ-57]
    found = {way[0] for way in ways("p0: 20 40", "9", split9="any")}
    signs = [(one, two) for one in "+-" for two in "+-"]
    assert found == {("a 9",), ("b 9",)} | {
        (f"{first} {one}{k}".replace("+", ""), f"{second} {two}{9 - k}".replace("+", ""))
        for k in range(1, 9) for one, two in signs for first, second in ("ab", "ba")}
    state, box = position("p0: 20 40", "9", split9="any")
    act(state, box, "9")
    act(state, box, "a 4")
    assert legal(state, box) == [48 + 20 * 4 + 1, 208 + 20 * 4 + 1]


def test_a_split_needs_two_different_marbles():                         # [MJ-27, MJ-30]
    state, box = position("p0: 20 40", "7")
    act(state, box, "7")
    act(state, box, "a 4")
    assert texts(state, box) == ["b 3"]
    assert refusal(state, box, WHOLE) == "MJ-27"
    assert {way[0] for way in ways("p0: 20", "7")} == {("a 7",)}
    state, box = position("p0: 20", "7")
    act(state, box, "7")
    assert refusal(state, box, 48 + 20 * 3) == "MJ-30"


def test_no_exit_as_part_of_a_split():                                  # [MJ-30]
    assert {way[0] for way in ways("p0: 20", "9")} == {("a 9",)}


def test_joker_rules():                                                 # [MJ-31, MJ-32, MJ-33, MJ-34]
    found = results("p0: 20 30; p1: 10", "Joker")
    assert found == places("10 30", "20 10", "20 30 10"), "over the own line, past own marbles"
    state, box = position("p0: 20; p1: 30 h2", "Joker")
    act(state, box, "Joker")
    act(state, box, "start")
    assert texts(state, box) == ["p1 30"]
    assert refusal(state, box, JUMP + 1) == "MJ-26" and refusal(state, box, JUMP + 2) == "MJ-31"
    state, box = position("p0: 20", "Joker")
    assert refusal(state, box, rank_of("Joker")) == "MJ-32"
    state, box = position(f"p0: {COMPLETE}; p2: 20; p1: 30", "Joker")
    act(state, box, "Joker")
    act(state, box, "p2 a")
    assert refusal(state, box, JUMP + 5) == "MJ-34"


def test_sideways_needs_an_empty_field():                               # [MJ-35, MJ-37]
    state, box = position("p0: 20", "2 2 2 2 2 2")
    assert is_on_field(state, box, 0) and texts(state, box) == ["2"]
    state, box = position("p0: h1 h2", "2 8 8 10 10 10")
    assert texts(state, box) == ["2"], "a lane move is an action"


def test_an_action_ends_the_count():                                    # [MJ-37]
    state, box = position("p0: h1", "2 8 8 10 10 10", sideways=2)
    act(state, box, "2")
    assert state.sideways[0] == 2
    act(state, box, "a 2")
    assert state.sideways[0] == 0


def test_a_team_mate_s_exit_ends_the_count():                           # [MJ-37]
    state, box = position(f"p0: {COMPLETE}", "A 2 2 2 2 2")
    state.sideways[2] = 2
    act(state, box, "A")
    act(state, box, "p2 start")
    assert state.sideways[2] == 0 and field(state, box, 2) == {"44"}


@pytest.mark.parametrize("free_exit", [0, 1, 5])
def test_free_exit(free_exit):                                          # [MJ-36]
    state, box = position("", "2 2 2 2 2 2", seats=2, free_exit=free_exit)
    for count in range(1, 6):
        act(state, box, "discard 2")
        if count == free_exit:
            assert field(state, box) == {"8"} and state.sideways[0] == 0
            return
        assert field(state, box) == set() and state.sideways[0] == count
        state.player = 0
    assert free_exit == 0


def test_a_blocked_free_exit_is_tried_again():                          # [MJ-36]
    state, box = position("p0: h5; p2: 8 39", "2 2 2 2 2 2", sideways=3)
    act(state, box, "discard 2")
    assert state.sideways[0] == 3
    state.track[39] = 0
    state.place[2][1] = 0
    state.player = 0
    act(state, box, "discard 2")
    assert field(state, box) == {"8", "h5"} and state.sideways[0] == 0 and field(state, box, 2) == {"39"}


def test_every_landing_bops():                                          # [MJ-38, MJ-39]
    for card, line in (("8", ("a -8",)), ("9", ("a -8", "b 1")), ("5", ("a 5",))):
        state, box = next((after, box) for said, after, box in ways("p0: 20 41; p1: 12 25", card) if said == line)
        assert len(field(state, box, 1)) == 1
    assert results("p0: 20; p1: 10 12 14", "4", who=1) == places("10 12 14"), "no effect without an exact landing [MJ-40]"


def test_a_bopped_player_loses_nothing_else():                          # [MJ-41]
    state, box = position("p0: 20; p1: 25", "5 2 2 2 2 2")
    before = state.hand_size[1]
    act(state, box, "5")
    act(state, box, "a 5")
    assert state.player == 1 and state.hand_size[1] == before + 1


def test_every_landing_bumps():                                         # [MJ-42, MJ-45]
    for card, line in (("8", ("a -8",)), ("9", ("a -8", "b 1")), ("5", ("a 5",)), ("7", ("a 5", "b 2")),
                       ("Joker", ("a", "p2 12"))):
        state, box = next((after, box) for said, after, box in ways("p0: 20 41; p2: 12 25", card) if said == line)
        assert "39" in field(state, box, 2)


def test_bumps_that_are_not_allowed_name_their_rule():                  # [MJ-43, MJ-44, MJ-58]
    for text, options, rule in (
            ("p0: 30; p2: 34 39", {}, "MJ-43"), ("p0: 38; p2: 39", {}, "MJ-43"), ("p0: 30 39 3; p2: 34", {}, "MJ-44"),
            ("p0: 30; p1: 39; p2: 34", {"bump_chain": "forbid"}, "MJ-58")):
        for card in "A 4".split():
            if (card == "A") == ("38" in text):
                state, box = position(text, f"{card} {card} 5 6", **options)
                if rank_of(card) not in legal(state, box):
                    assert refusal(state, box, rank_of(card)) == rule
                else:
                    act(state, box, card)
                    assert refusal(state, box, WHOLE) == rule


def test_bumps_to_the_ring():                                           # [MJ-58]
    ring = {"bump_full": "ring"}
    for text, card, outcome in (
            ("p0: 30; p2: 34 39", "4", [{"34"}, {"39"}]),               # home space taken: to the ring
            ("p0: 38; p2: 39", "A", [{"39"}, set()]),                   # hit on its own home space
            ("p0: 30 39 3; p2: 34", "4", [{"34", "3"}, {"39"}])):       # at the end of a chain
        state, box = next((after, box) for said, after, box in ways(text, card, **ring) if said[0].startswith("a "))
        assert [field(state, box, 0), field(state, box, 2)] == outcome
        check_marbles(state, box)


def test_both_bump_options_together():                                  # [MJ-58]
    both = {"bump_full": "ring", "bump_chain": "forbid"}
    assert ways("p0: 30; p1: 39; p2: 34", "4", **both) == [], "another colour on the home space"
    state, box = next((after, box) for _, after, box in ways("p0: 30; p2: 34 39", "4", **both) if "34" in field(after, box))
    assert field(state, box, 2) == {"39"}


def test_nobody_bumps_without_team_mates():                             # [MJ-46, MJ-60]
    state, box = next((after, box) for _, after, box in ways("p0: 30; p2: 34", "4", teams="none"))
    assert field(state, box, 2) == set()
    state, box = next((after, box) for _, after, box in ways("p0: 30; p2: 34", "4", seats=8, teams="pairs"))
    assert field(state, box, 2) == set(), "seat 4 is the mate in pairs of eight"
    state, box = next((after, box) for _, after, box in ways("p0: 30; p4: 34", "4", seats=8, teams="pairs"))
    assert field(state, box, 4) == {"75"}


@pytest.mark.parametrize(("seats", "option", "teams"), [
    (2, "table", [0, 1]), (3, "pairs", [0, 1, 2]), (4, "table", [0, 1, 0, 1]), (4, "pairs", [0, 1, 0, 1]),
    (6, "table", [0, 1] * 3), (6, "pairs", [0, 1, 2] * 2), (8, "pairs", [0, 1, 2, 3] * 2), (6, "none", list(range(6)))])
def test_teams(seats, option, teams):                                   # [MJ-60]
    match = Match(GAME, seats, teams=option)
    assert match.state.side[:seats] == list(match.box.team[:seats]) == side(Options(teams=option), seats) == teams


def test_a_board_is_complete_with_five():                               # [MJ-47, MJ-50]
    text = "p0: h2 h3 h4 h5 2"
    state, _ = next((after, box) for _, after, box in ways(text, "2"))
    assert not state.over, "the mate's board is missing"
    state, _ = next((after, box) for _, after, box in ways(text, "2", seats=2))
    assert state.over and state.winner == 0
    state, _ = next((after, box) for _, after, box in ways(text, "2", teams="none"))
    assert state.over and state.winner == 0


def test_no_win_in_the_middle_of_a_split():                             # [MJ-50, MJ-30]
    assert ways("p0: h2 h3 h4 h5 2", "7", seats=2) == []
    state, _box = next((after, box) for said, after, box in ways("p0: h1 h2 h3 h5 2", "9", seats=2, split9="any"))
    assert not state.over


def test_a_second_part_may_win():                                       # [MJ-50]
    won = [said for said, state, _ in ways(f"p0: {COMPLETE}; p2: h3 h4 h5 35 39", "7") if state.over]
    assert won == [("p2 e 2", "p2 d 5")], "39 to h2, then 35 to h1"


def test_the_cap_ends_in_a_draw():                                      # [MJ-51, MJ-52]
    match = Match(GAME, 4, cap=10, seed=2)
    while not match.over:
        match.play(match.legal[0])
    assert match.state.turn == 40 and match.state.winner == -1
    assert match.outcome.ending == "drawn" and match.outcome.rank == (1, 1, 1, 1) and match.outcome.reward == (0, 0, 0, 0)


def test_outcome():                                                     # [MJ-52]
    state, box = position(f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38; p1: h1 h4; p3: h2", "2")
    act(state, box, "2")
    act(state, box, "p2 e 2")
    points, rank = [0.0] * 8, [0] * 8
    assert GAME.endings[GAME.outcome(state, box, points, rank)] == "won"
    assert points[:4] == [10, 3, 10, 3] and rank[:4] == [1, 2, 1, 2]
    assert state.phase == CARD and state.player == 0 and state.hand_size[1] == 5, "nobody draws any more"


def test_a_helper_never_lays_sideways():                                # [MJ-53]
    state, box = position(f"p0: {COMPLETE}; p2: h1", "8 8 8 8 8 8")
    act(state, box, "discard 8")
    assert state.sideways[:4] == [0] * 4


def test_a_chain_of_four():                                             # [MJ-44, MJ-54]
    match = Match(GAME, 8)
    text = "p0: 30; p2: 34; p4: 39; p6: 75; p1: 111"
    state, box = position(text, "4 4 4 4 4 4", seats=8)
    act(state, box, "4")
    match.state, match.box = state, box
    match.play("a 4")
    assert [field(state, box, seat) for seat in (0, 2, 4, 6, 1)] == [{"34"}, {"39"}, {"75"}, {"111"}, set()]
    told = [(note.event == BUMPED, note.details[:4]) for note in match.notes[1:5]]
    assert told == [(True, (2, 0, 34, 39)), (True, (4, 0, 39, 75)), (True, (6, 0, 75, 111)), (False, (1, 0, 111, -1))]


# The line [MJ-20, MJ-56]


def test_the_line_stops_a_marble_between_it_and_home():                 # [MJ-20]
    late = {"no_pass": "start"}
    assert results("p0: 4", "3", **late) == places("7"), "up to the line"
    assert ways("p0: 4", "4", **late) == [], "not over it"
    assert results("p0: 4", "8", **late) == places("68"), "backward it may"
    state, box = position("p0: 4", "4 4 4 4 4 4", **late)
    assert refusal(state, box, rank_of("4")) == "MJ-20"
    assert results("p0: 8", "4", **late) == places("12")


def test_turn_is_asked_where_both_ways_are_open():                      # [MJ-56]
    late = {"no_pass": "start"}
    assert {way[0] for way in ways("p0: 1", "4", **late)} == {("a 4", "in"), ("a 4", "past")}
    assert results("p0: 1", "4", **late) == places("h2", "5")
    assert {way[0] for way in ways("p0: 1 h2", "4", **late)} == {("a 4",)}, "the lane is taken: past, without a question"
    assert results("p0: 1 h2", "4", **late) == places("5 h2")
    assert results("p0: 1 5", "4", **late) == places("h2 5"), "an own marble on the way past: in"
    assert results("p0: 1", "10", no_pass="none") == places("11"), "round again"
    assert results("p0: 1", "10", **late) == set()
    state, box = position("p0: 1", "4 4 4 4 4 4", **late)
    act(state, box, "4")
    act(state, box, "a 4")
    assert state.phase == TURN and state.player == 0 and legal(state, box) == [403, 404]


def test_turn_in_a_split():                                             # [MJ-56]
    found = {way[0] for way in ways("p0: 1 30", "7", no_pass="none")}
    assert ("a 4", "in", "b 3") in found and ("a 4", "past", "b 3") in found
    assert ("b 3", "a 4", "in") in found and ("b 3", "a 4", "past") in found
    assert ("a 2", "b 5") in found, "onto the home space there is no question"


def test_turn_is_not_asked_if_only_one_way_leaves_a_second_part():      # [MJ-56]
    # a marble that turns in to h2 lets nobody else move 4 forward: b is right behind and would need to go past too
    found = {way[0]: way[1:] for way in ways("p0: 3 h1", "7", no_pass="start")}
    assert ("a 1", "b 6") not in found
    first = {line[0] for line in found}
    assert "a 4" in first
    lines = {line for line in found if line[0] == "a 4"}
    assert lines == {("a 4", "b 3")}, "past to 7, because h4 is not reached over h1"


def test_a_board_with_a_line_further_on(tmp_path):                      # [MJ-20, MJ-56]
    text = GAME.components().text.replace("line = 3 ", "line = 5 ")
    path = tmp_path / "line.toml"
    path.write_text(text)
    components = GAME.components(path)
    assert results("p0: 1", "4", components=components) == places("h2", "5")
    assert results("p0: 1", "5", components=components) == places("h3"), "6 lies beyond the line"


# Cards and hands


def test_draw_after():                                                  # [MJ-59]
    match = Match(GAME, 4, seed=4, draw="after")
    assert match.state.hand_size[:4] == [5, 5, 5, 5]
    while match.state.turn == 0:
        match.play(match.legal[0])
    assert match.state.hand_size[:4] == [5, 5, 5, 5] and match.player == 1
    state, box = position(f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38", "2 3 3 3 3", draw="after")
    act(state, box, "2")
    act(state, box, "p2 e 2")
    assert state.over and state.hand_size[0] == 4, "no card is drawn once the match is over"


def test_the_free_exit_comes_before_a_late_draw():                      # [MJ-59, MJ-36]
    match = Match(GAME, 2, draw="after")
    match.state, match.box = position("", "2 2 2 2 2", seats=2, draw="after", sideways=2)
    match.play("discard 2")
    assert [GAME.events[note.event] for note in match.notes] == ["lay_sideways", "leave_ring", "draw"]
    assert match.notes[1].details == (0, 0, -1, 8, 1)


def test_open_hands():                                                  # [MJ-61]
    for option, seen in (("none", {0}), ("team", {0, 2}), ("all", {0, 1, 2, 3})):
        match = Match(GAME, 4, open_hands=option)
        view = match.view(0)
        assert {seat for seat in range(4) if any(view.hand[seat])} == seen
        assert not any(view.pile)
    assert not any(map(any, Match(GAME, 4, open_hands="team").view(-1).hand))


def test_refusals_at_the_card():                                        # [MJ-4, MJ-6]
    state, box = position("p0: 3", "5 6 6 10 10 10")
    assert refusal(state, box, rank_of("A")) == "MJ-4" == refusal(state, box, DISCARD)
    assert refusal(state, box, rank_of("6")) == "MJ-25"


def test_refusals_on_the_way():                                         # [MJ-17, MJ-18, MJ-25, MJ-13, MJ-43]
    for text, card, ref, rule in (
            ("p0: 20 25 40", "5", 0, "MJ-17"), ("p0: 20 22 40", "5", 0, "MJ-18"), ("p0: h1 h3 20", "2", 0, "MJ-25"),
            ("p0: 8 30", "K", 2, "MJ-13"), ("p0: 30 50; p2: 34 39", "4", 0, "MJ-43"), ("p0: 10 5 60", "8", 0, "MJ-18"),
            ("p0: 20 30", "2", 2, "MJ-14"), ("p0: h5 20", "2", 0, "MJ-25"), ("p0: h1 20", "8", 0, "MJ-26")):
        state, box = position(text, card)
        act(state, box, card)
        assert refusal(state, box, WHOLE + ref) == rule, text


def test_every_refusal_of_a_second_part():                              # [MJ-49, MJ-29]
    state, box = position("p0: 20 40 41", "9")
    act(state, box, "9")
    act(state, box, "b -5")
    assert texts(state, box) == ["a 4", "c 4"]
    assert refusal(state, box, WHOLE + 1) == "MJ-29" and refusal(state, box, WHOLE + 3) == "MJ-14"


def test_notes_of_a_turn():                                             # [MJ-4, MJ-38, MJ-42]
    match = Match(GAME, 4, seed=0)
    match.state, match.box = position("p0: 20 30; p1: 24; p2: 33", "7 2 2 2 2 2")
    said = []
    for text in ("7", "a 4", "b 3"):
        match.play(text)
        said += match.sentences(0)
    assert said == [
        "Blue plays a 7.", "Blue's marble goes 4 forward.", "Red's marble is sent back to the start ring.",
        "Blue's marble goes 3 forward.", "Yellow's marble moves ahead to its home space: it is almost home."]
    assert where(match.state, match.box, 2)[0] == "39"


def test_the_reshuffle_is_told():                                       # [MJ-5]
    match = Match(GAME, 4)
    match.state, match.box = position("p0: 20", "2 3 4 5 6 10")
    match.state.discards, match.state.pile, match.state.pile_size = match.state.pile, [0] * RANKS, 0
    match.play("2")
    match.play("a 2")
    assert [note.event for note in match.notes][1:] == [RESHUFFLED, 1]
