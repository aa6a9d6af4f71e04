"""Complete turns for bots."""

import random

from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.turns import complete_turns, position_key

from .positions import COMPLETE, position, ways


def test_a_turn_reads_well():
    state, box = position("p0: 20 30; p1: 17", "7 K Joker")
    said = [turn.text for turn in complete_turns(state, box, distinct=False)]
    assert "7: a 4 + b 3" in said and "K: start" in said and "Joker start > p1 17" in said
    state, box = position("p0: 1", "4", no_pass="none")
    assert {turn.text for turn in complete_turns(state, box)} == {"4: a 4 (in)", "4: a 4 (past)"}


def test_all_ways_and_no_duplicates():                                  # [MJ-28, MJ-29]
    for text, card, seats in (("p0: 20 30; p1: 24; p2: 33", "7", 4), ("p0: 8 26", "9", 4),
                              ("p1: 50; p2: 60; p0: 3", "Joker", 4),
                              (f"p0: {COMPLETE}; p2: 50 70; p4: 90", "7", 6)):
        state, box = position(text, card, seats)
        every, found = complete_turns(state, box, distinct=False), ways(text, card, seats)
        assert sorted(turn.text.removeprefix(card).lstrip(": ") for turn in every) == sorted(
            (" > " if card == "Joker" else " + ").join(said) for said, _, _ in found)
        distinct = complete_turns(state, box)
        keys = {position_key(turn.after, 0) for turn in distinct}
        assert len(keys) == len(distinct) and (len(distinct) < len(every) or card == "Joker")
        assert keys == {position_key(turn.after, 0) for turn in every}


def test_from_a_view_in_the_middle_of_a_turn():
    match, choices = Match(GAME, 4, seed=6), random.Random(1)
    sizes = []
    for _ in range(300):
        view = match.view(match.player)
        turns = complete_turns(view, match.box)
        assert turns == sorted(turns, key=lambda turn: turn.actions) and turns
        assert {turn.actions[0] for turn in complete_turns(view, match.box, distinct=False)} == set(match.legal)
        if match.state.phase == 0:
            sizes.append(len(turns))
        turn, actions = match.state.turn, choices.choice(turns).actions
        for action in actions:
            match.play(action)
        assert match.state.turn == turn + 1
        if match.over:
            break
    assert 5 < sum(sizes) / len(sizes) < 40
