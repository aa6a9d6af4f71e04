"""The ending as it is told: the count of the rules, and what decided."""

import random

from marbletop.core.match import Match, outcome_of
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.ending import ending
from marbletop.words import You

from .tables import position

NAMES = ["Ruth", "Bo", "Milo", "Nina", "Clea", "Pina"]


def test_the_table_is_what_the_rules_count():                                       # [MM-67, MM-68]
    for seed, (seats, options) in enumerate([(2, {}), (3, {}), (4, {"teams": True}), (5, {}), (6, {"teams": True})]):
        match, chance = Match(GAME, seats, seed=seed, **options), random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.legal))
        told, result = ending(match.view(0), match.box, NAMES), outcome_of(GAME, match.state, match.box)
        *parts, total, tie = told.rows
        assert sorted(seat for side in told.sides for seat in side) == list(range(seats))
        assert [result.rank[side[0]] for side in told.sides] == sorted(result.rank[side[0]] for side in told.sides)
        for n, side in enumerate(told.sides):
            assert float(total.values[n]) == result.points[side[0]] == sum(int(row.values[n]) for row in parts)
            assert int(tie.values[n]) == sum(int(row.label[-1]) * int(row.values[n]) for row in parts)
        assert told.why and told.story.count(".") in (1, 2)


def over(marbles, names=NAMES, seats=2):
    """The ending of a game with these marbles, which nobody can move any more."""
    state, box = position(f"marbles {marbles}; hands{' -' * seats}", seats)
    state.over = 1
    return ending(GAME.view(state, box, 0), box, names)


def test_what_decided_is_said():
    assert over("1=1 2=1 3=2").why == "Ruth has 2 marbles, Bo 1."
    assert over("1=1", [You("Ruth"), "Bo"]).why == "You have 1 marble, Bo 0."
    assert over("1=1 2=1 3=2", [You("Ruth"), "Bo"]).why == "You have 2 marbles, Bo 1."
    assert over("1=1 3=2 2=2", [You("Ruth"), "Bo"]).why == "Bo has 2 marbles, you 1."
    assert over("1=1 3=2", [You("Ruth"), "Bo"]).why == "Tied on marbles, but Bo has the higher speeds (3 to 1)."
    assert over("2=1 2=2", [You("Ruth"), "Bo"]).why == "Marbles and speeds are equal: you and Bo share the victory."


def test_the_marbles_are_told_by_phase():                                           # [MM-63]
    seen = set()
    for seed in range(4):
        match, chance = Match(GAME, 3, seed=seed), random.Random(seed)
        while not match.over:
            before = [int(count) for count in match.state.collected[:3]]
            match.play(chance.choice(match.legal))
        told = ending(match.view(0), match.box, NAMES, [note for move in match.moves for note in move.notes])
        rows = {row.label: row.values for row in told.rows if row.kind == "speeds"}
        seen |= set(rows)
        for n, (side,) in enumerate(told.sides):
            caught = [len(rows[label][n].split()) for label in sorted(rows)]
            assert sum(caught) == match.state.collected[side]
            assert sum(int(speed) for values in rows.values() for speed in values[n].split()) == int(told.rows[-1].values[n])
            final = len(rows.get("In the Final Phase", [""] * 3)[n].split())
            assert match.state.collected[side] - final >= before[side]
    assert seen == {"In the Final Phase", "While the machine was built"}
