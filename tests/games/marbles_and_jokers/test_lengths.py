"""How long random games last, against what was measured with an independent model (section 10 of the specification)."""

import numpy as np
import pytest

from marbletop.core.whole_games import play_games
from marbletop.games.marbles_and_jokers import GAME

BARE = GAME.folder / "boards" / "bare_connectors.toml"
# Seats, bare connectors or not, games to play; turns: mean, 5 %, 95 %; bops and bumps per game.
MEASURED = [
    (2, False, 4000, (191, 120, 268), (8.6, 0)),
    (3, False, 3000, (285, 179, 404), (19.1, 0)),
    (4, False, 3000, (347, 246, 465), (20.9, 7.2)),
    (6, False, 2000, (644, 490, 823), (44.3, 19.9)),
    (8, False, 2000, (946, 720, 1193), (62.3, 31.3)),
    (2, True, 4000, (117, 77, 165), (6.9, 0)),
    (3, True, 3000, (229, 155, 316), (17.4, 0)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "bare", "games", "turns", "hits"), MEASURED)
def test_games_last_as_long_as_measured(seats, bare, games, turns, hits):
    results = play_games(GAME, seats, games, seed=11, tally=True, components=GAME.components(BARE) if bare else None)
    count = {name: results.tally[:, number] for number, name in enumerate(GAME.events)}
    lengths = count["draw"]                 # one card is drawn each turn, the last turn's at its beginning
    assert lengths.mean() == pytest.approx(turns[0], rel=0.04)
    assert np.quantile(lengths, [0.05, 0.95]) == pytest.approx(turns[1:], rel=0.08)
    assert count["bop"].mean() == pytest.approx(hits[0], rel=0.06)
    assert count["bump"].mean() == pytest.approx(hits[1], rel=0.06)
    assert 2.0 < results.lengths.mean() / lengths.mean() < 2.2, "decisions a turn"
    assert not results.endings.any(), "none is drawn by the cap"
