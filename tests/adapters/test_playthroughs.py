"""Playthroughs of OpenSpiel: every recorded game is still played, shown and observed the same."""

import pytest

from marbletop.games import GAMES

from .renew_playthroughs import FOLDER, SEATS, playthrough_of


@pytest.mark.parametrize("name", SEATS)
def test_a_recorded_playthrough_is_repeated(name):
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough_of(name).splitlines() == recorded.splitlines()


def test_every_game_has_a_playthrough_to_its_end():
    assert set(SEATS) == set(GAMES)
    for name in SEATS:
        recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert "IsTerminal() = True" in recorded and "ObservationTensor(0)" in recorded
        assert ("IsChanceNode() = True" in recorded) == bool(GAMES[name].sources)
