"""The numbers of choices and of steps on the board: they hide neither a marble nor each other."""

import math
import random
import re

import pytest

from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.board import scene
from marbletop.games.marbles_and_jokers.choices import is_risky
from marbletop.games.marbles_and_jokers.ghosts import DISC, covered, places_of_numbers
from marbletop.games.marbles_and_jokers.pictures import HOLE
from marbletop.games.marbles_and_jokers.plan import CELL, plan_of
from marbletop.games.marbles_and_jokers.state import JOKER

NAMES = [f"P{seat}" for seat in range(8)]


@pytest.mark.slow_for("4", "6", "8")
@pytest.mark.parametrize("seats", [2, 4, 6, 8])
def test_numbers_hide_no_marble(seats):
    seen = 0
    match, chance = Match(GAME, seats, seed=seats), random.Random(seats)
    for _ in range(400):
        if match.over:
            break
        view, box = match.view(match.player), match.box
        choices = [choice for choice in scene(view, box, NAMES).choices
                   if any(getattr(ghost, "kind", "").startswith("choice-number") for ghost in choice.ghost)]
        targets, risks = [choice.target for choice in choices], [is_risky(choice) for choice in choices]
        found, plan = places_of_numbers(view, box, list(zip(targets, risks))), plan_of(view, box)
        places = [(n, disc) for n, (place, risky) in enumerate(zip(found, risks)) for disc in covered(place, risky)]
        marbles = [plan.point_of(box, seat, m, place) for seat in range(seats) for m, place in enumerate(view.place[seat])]
        for n, place in places:
            seen += 1
            assert all(math.dist(place, marble) >= HOLE + DISC - 0.1 for marble in marbles), (targets[n], view.place)
            assert all(math.dist(place, other) >= 2 * DISC - 0.1 for other_n, other in places if other_n < n), targets
            assert 0 < place[0] < plan.width and 0 < place[1] < plan.height
        match.play(chance.choice(match.legal))
    assert seen > 40


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_steps_on_the_way_hide_no_marble(seats):
    """Neither their numbers nor the line that joins them; the marble that moves is drawn where it lands."""
    passed, match, chance = 0, Match(GAME, seats, seed=seats), random.Random(seats)
    while not match.over and len(match.moves) < 600:
        view, box = match.view(match.player), match.box
        plan, shown = plan_of(view, box), scene(view, box, NAMES)
        spaces = [plan.track[space] for space in range(box.length) if view.track[space]]
        for choice in shown.choices if view.rank != JOKER else []:
            for part in [part for ghost in choice.ghost for part in ghost.walk() if part.kind in ("steps", "way-ahead")]:
                points = [point for mark in part.marks for point in points_of(mark)]
                passed += sum(math.dist(point, marble) < CELL for point in points for marble in spaces)
                assert all(math.dist(point, marble) > HOLE for point in points for marble in spaces), choice.label
        match.play(chance.choice(match.legal))
    assert passed > 20


def points_of(mark):
    """The middle of a disc, or where the lines of a path begin, end and turn."""
    if mark.tag == "path":
        pairs = re.findall(r"[ML](\S+?) ([^ML]+)", mark.attributes["d"])
        return [(float(x), float(y)) for x, y in pairs]
    return [(float(mark.attributes["cx"]), float(mark.attributes["cy"]))] if mark.tag == "circle" else []
