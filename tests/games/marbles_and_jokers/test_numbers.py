"""The numbers of choices on the board: they hide neither a marble nor each other."""

import math
import random

import pytest

from marbletop.core.match import Match
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.board import scene
from marbletop.games.marbles_and_jokers.ghosts import DISC, places_of_numbers
from marbletop.games.marbles_and_jokers.pictures import HOLE
from marbletop.games.marbles_and_jokers.plan import plan_of

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
        targets = [choice.target for choice in choices]
        places, plan = places_of_numbers(view, box, targets), plan_of(view, box)
        marbles = [plan.point_of(box, seat, m, place) for seat in range(seats) for m, place in enumerate(view.place[seat])]
        for n, place in enumerate(places):
            seen += 1
            assert all(math.dist(place, marble) >= HOLE + DISC - 0.1 for marble in marbles), (targets[n], view.place)
            assert all(math.dist(place, other) >= 2 * DISC - 0.1 for other in places[:n]), targets
            assert 0 < place[0] < plan.width and 0 < place[1] < plan.height
        match.play(chance.choice(match.legal))
    assert seen > 40
