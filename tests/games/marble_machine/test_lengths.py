"""Random games are as long as those that the specification measured: marbles played, decisions, causes of the end."""

import pytest

from marbletop.core.chance import luck
from marbletop.core.whole_games import play_games
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.state import DREW_MARBLE, FIRST, GOT_STUCK, KEPT, TRADED

from ..playing import random_play, start

pytestmark = pytest.mark.xdist_group("marble_machine")

#          seats: turns, marbles, decisions without the trade-in, Final Phase by quota
EXPECTED = {2: (33, 16, 100, 1.00), 3: (33, 17, 103, 0.97), 4: (34, 18, 106, 0.94), 5: (31, 15, 93, 0.99),
            6: (25, 11, 73, 1.00)}


@pytest.mark.slow
@pytest.mark.parametrize("seats", EXPECTED)
def test_compiled_games_are_as_long_as_expected(seats):
    _, marbles, decisions, by_quota = EXPECTED[seats]
    results = play_games(GAME, seats, 2000, seed=1, tally=True)
    tally = results.tally.mean(axis=0)
    assert tally[DREW_MARBLE] == pytest.approx(marbles, abs=0.8)
    assert results.lengths.mean() - tally[KEPT] - tally[TRADED] == pytest.approx(decisions, rel=0.05)
    assert (results.endings == 0).mean() == pytest.approx(by_quota, abs=0.02)
    assert 0.5 < tally[GOT_STUCK] < 2.6
    assert results.points.sum(axis=1).max() <= 25


@pytest.mark.parametrize("seats", EXPECTED)
def test_turns_of_a_game(seats):
    turns = 0
    for seed in range(100):
        state, box = start(GAME, seats, {}, seed)
        for now, _, _ in random_play(GAME, state, box, luck(seed)):
            turns += now.phase == FIRST
    assert turns / 100 == pytest.approx(EXPECTED[seats][0], abs=2)


@pytest.mark.slow
def test_no_seat_has_an_advantage():
    """The start player is drawn, so over many games every seat wins equally often."""
    results = play_games(GAME, 4, 4000, seed=2)
    for seat in range(4):
        assert (results.ranks[:, seat] == 1).mean() == pytest.approx(0.25, abs=0.04)
