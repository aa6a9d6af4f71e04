"""Observations: what the planes of a game say is what its `observe` writes, for every seat; seats are counted from the one
that observes; and docs/observations.md says the same."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from marbletop.core.chance import luck
from marbletop.core.planes import LARGEST, Plane, scales_of, spans_of, table_of

from .playing import GAMES, cases, random_play, start

DOCS = Path(__file__).parents[2] / "docs" / "observations.md"
UNTOUCHED = 251                             # no number of ours: what observe has not written
OF_THE_VIEWER = {"hands"}                   # planes by seat that show more to some viewers


@pytest.fixture(params=list(GAMES))
def game(request):
    return GAMES[request.param]


def observation(game, state, box, seat):
    out = [UNTOUCHED] * game.observation_size
    game.observe(state, box, seat, out)
    return out


def some_positions(game, one_in=9):
    """Positions of random games in all cases: (state, box)."""
    chooser = random.Random(5)
    for number, (seats, options) in enumerate(cases(game)):
        state, box = start(game, seats, options, seed=number)
        for now, _, _ in random_play(game, state, box, luck(number)):
            if chooser.randrange(one_in) == 0:
                yield now, box
        yield state, box


def test_every_number_is_within_its_plane(game):
    """No number is left out, and none is larger than its plane says; every seat's view is looked at."""
    most = np.concatenate([np.full(plane.size, plane.most) for plane in game.planes])
    for state, box in some_positions(game, 25):
        for seat in range(state.seats):
            seen = observation(game, state, box, seat)
            assert all(isinstance(number, int) for number in seen)
            wrong = [name for name, (first, last) in spans_of(game.planes).items()
                     if any(not 0 <= number <= top for number, top in zip(seen[first:last], most[first:last]))]
            assert wrong == [], f"seat {seat} of {game.notation.write_position(state, box)}"


def test_seats_are_counted_from_the_one_that_observes(game):
    """The rows of a plane by seat are the same for everybody, only turned; what lies in a row may lie elsewhere in it."""
    planes = [plane for plane in game.planes if plane.by_seat and plane.name not in OF_THE_VIEWER]
    assert planes and all(plane.shape[0] == game.state.owners for plane in planes)
    for state, box in some_positions(game, 40):
        rows = [[np.reshape(observation(game, state, box, seat)[slice(*spans_of(game.planes)[plane.name])], plane.shape)
                 .reshape(plane.shape[0], -1).sum(1) for plane in planes] for seat in range(state.seats)]
        for seat in range(1, state.seats):
            for plane, own, first in zip(planes, rows[seat], rows[0]):
                if plane.name != "team":
                    turned = [first[(seat + turn) % state.seats] for turn in range(state.seats)]
                    assert own[:state.seats].tolist() == turned, (plane.name, seat)
                assert not own[state.seats:].any(), f"{plane.name}: a seat that is not there"


def test_the_page_describes_every_plane(game):
    page = DOCS.read_text()
    assert table_of(game.planes) in page, "docs/observations.md differs: run python -m tests.games.test_planes"


def test_planes_have_names_meanings_and_fit_in_8_bits(game):
    names = [plane.name for plane in game.planes]
    assert len(set(names)) == len(names) and all(plane.meaning and 0 < plane.most <= LARGEST for plane in game.planes)


def test_spans_and_scales():
    planes = Plane("a", (2, 3), "one"), Plane("b", (2,), "two", 4)
    assert spans_of(planes) == {"a": (0, 6), "b": (6, 8)} and scales_of(planes).tolist() == [1] * 6 + [0.25] * 2


def write_page():
    """Renew the tables of the page."""
    page = DOCS.read_text()
    for game in map(GAMES.get, GAMES):
        page = re.sub(rf"(## {game.title}\n\n)(?:\|.*\n)*", lambda found: f"{found[1]}{table_of(game.planes)}\n", page)
    DOCS.write_text(page)


if __name__ == "__main__":
    write_page()
