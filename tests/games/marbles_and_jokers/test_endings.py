"""The ending counts as the rules do."""

import random

import pytest

from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.board import ending, scene
from marbletop.words import You

from .positions import COMPLETE, position

NAMES = ("Ruth", "Bo", "Milo", "Nina", "Clea", "Pina", "Theo", "Ida")


@pytest.mark.parametrize(("seats", "options"), [
    (2, {}), (3, {"cap": 30}), (4, {}), (4, {"cap": 20}), (6, {"cap": 25, "teams": "pairs"}), (8, {"cap": 12})])
def test_the_last_row_has_the_points(seats, options):                   # [MJ-52]
    match, chance = Match(GAME, seats, seed=seats, **options), random.Random(seats)
    while not match.over:
        match.play(chance.choice(match.legal))
    told = ending(match.view(0), match.box, NAMES)
    points, rank = match.outcome.points, match.outcome.rank
    assert sorted(seat for side in told.sides for seat in side) == list(range(seats))
    assert told.rows[-1].kind == "total"
    for side, value in zip(told.sides, told.rows[-1].values):
        assert {points[seat] for seat in side} == {float(value)}
        marbles = sum(int(row.values[told.sides.index(side)]) for row in told.rows if row.kind != "hollows")
        assert marbles == 5 * len(side)
    assert {rank[seat] for seat in told.sides[0]} == {1}


def test_a_win_is_told():
    match = Match(GAME, 4)
    match.state, match.box = position(f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38; p1: h5 h4 20", "2 3 3 3 3 3")
    match.play("2")
    match.play("p2 e 2")
    names = ["Ruth", "Bo", You("Milo"), "Nina"]
    told = ending(match.view(2), match.box, names)
    assert told.why == "You and Ruth: 10 of 10 marbles home. Bo and Nina: 2."
    assert told.story == "Ruth played a 2 and brought the last marble home." and told.card == "card-2"
    assert [(row.label, row.values) for row in told.rows] == [
        ("Home, each player", ("blue:5:5 yellow:5:5", "red:2:5 purple:0:5")),
        ("In the start ring", ("0", "7")), ("On the track", ("0", "1")), ("Marbles home", ("10", "2"))]
    assert [seat.progress.count("") for seat in scene(match.view(2), match.box, names).seats] == [0, 3, 0, 5]


def test_a_draw_is_told():
    match, chance = Match(GAME, 2, seed=1, cap=10), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal))
    assert ending(match.view(0), match.box, NAMES).why == "The turn limit is reached, so nobody has won."


def test_bops_and_jokers_are_counted():
    match = Match(GAME, 4)
    match.state, match.box = position("p0: 5; p1: 62; p2: 20; p3: 30", "2 Joker 3 3 3 3")
    match.play("Joker")
    while match.player == 0:                # to the marble of an opponent: the last of the places
        match.play(match.legal[-1])
    notes = [note for move in match.moves for note in move.notes]
    told = ending(match.view(0), match.box, NAMES, notes)
    ours = told.sides.index((0, 2))
    assert [(row.label, row.values[ours], row.values[1 - ours]) for row in told.rows[1:3]] == [
        ("Marbles sent back", "1", "0"), ("Jokers played", "1", "0")]
