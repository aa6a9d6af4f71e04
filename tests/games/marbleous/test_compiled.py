"""Compiled and interpreted play of modes that the cases of the conformance suite may miss."""

import pytest

from marbletop.games.marbleous import GAME
from tests.games.playing import assert_equal_play, replayer

MODES = [(1, {"solo_refresh": "take"}), (1, {"advanced": True, "solo_refresh": "take"}), (1, {"white_rule": "pair"}),
         (3, {"advanced": True, "white_rule": "anchored"}), (4, {"advanced": True, "empty_spot": "next_lower"})]


@pytest.fixture(scope="module")
def replay():
    return replayer(GAME)


@pytest.mark.slow
@pytest.mark.xdist_group("marbleous")
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_compiled_modes_are_equal(replay, seats, options):          # [MB-33, MB-40, MB-56, MB-67]
    for seed in range(6):
        assert_equal_play(GAME, replay, seats, options, seed=100 + seed)
