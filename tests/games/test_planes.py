"""Observations: what the planes of a game say is what its `observe` writes, for every seat; seats are counted from the one
that observes; and docs/observations.md says the same."""

import re
from pathlib import Path

import numpy as np
import pytest

from marbletop.core.batch import Batch
from marbletop.core.lanes import SAME_STEP
from marbletop.core.planes import LARGEST, Plane, scales_of, spans_of, table_of

from .playing import GAMES, cases

DOCS = Path(__file__).parents[2] / "docs" / "observations.md"
UNTOUCHED = 251                             # no number of ours: what observe has not written
OF_THE_VIEWER = {"hands", "team"}           # planes by seat that are not the same for everybody


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES])
def game(request):
    return GAMES[request.param]


def looks(game, every=30, steps=300):
    """What every seat sees in positions of random games in all cases, by lane: (seats, one array for each seat)."""
    for number, (seats, options) in enumerate(cases(game)):
        batch = Batch(game, 3, seats, seeds=number, autoreset=SAME_STEP, observation=None, mask=None, **options)
        for step in range(steps):
            batch.step(batch.random_actions())
            if step % every == 0:
                untouched = [np.full((3, game.observation_size), UNTOUCHED, np.uint8) for _ in range(seats)]
                yield seats, [batch.observe(out, seat) for seat, out in enumerate(untouched)]


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
def test_every_number_is_within_its_plane(game):
    """No number is left out, and none is larger than its plane says; every seat's view is looked at."""
    most = np.concatenate([np.full(plane.size, plane.most) for plane in game.planes])
    for _, views in looks(game):
        for seen in views:
            wrong = [name for name, (first, last) in spans_of(game.planes).items()
                     if (seen[:, first:last] > most[first:last]).any()]
            assert wrong == []


def rows_of(plane, spans, seen):
    """The sum of each row of a plane by seat, by lane."""
    return seen[:, slice(*spans[plane.name])].reshape(len(seen), plane.shape[0], -1).sum(axis=2, dtype=int)


@pytest.mark.slow_for("marabunta", "marbles_and_jokers")
def test_seats_are_counted_from_the_one_that_observes(game):
    """The rows of a plane by seat are the same for everybody, only turned; what lies in a row may lie elsewhere in it."""
    planes, spans = [plane for plane in game.planes if plane.by_seat], spans_of(game.planes)
    assert planes and all(plane.shape[0] == game.state.owners for plane in planes)
    for seats, views in looks(game, every=60):
        for plane in planes:
            rows = [rows_of(plane, spans, seen) for seen in views]
            for seat in range(seats):
                if plane.name not in OF_THE_VIEWER:
                    assert np.array_equal(rows[seat][:, :seats], np.roll(rows[0][:, :seats], -seat, axis=1)), plane.name
                assert not rows[seat][:, seats:].any(), f"{plane.name}: a seat that is not there"


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
