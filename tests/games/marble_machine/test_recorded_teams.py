"""Recorded games of both team modes replay; `python -m tests.games.marble_machine.test_recorded_teams` renews them."""

import random
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.core.record import read_record
from marbletop.core.verification import verify
from marbletop.games.marble_machine import GAME

FOLDER = Path(__file__).parent / "recorded_teams"
SEATS = (4, 6)


@pytest.mark.parametrize("seats", SEATS)
def test_recorded_team_games_replay(seats):                                          # [MM-53]
    record = read_record(FOLDER / f"{seats}.json")
    assert record["seats"] == seats and record["options"] == {"teams": True}
    assert verify(record).source == "seed"


def renew() -> None:
    for seats in SEATS:
        match, choices = Match(GAME, seats, seed=2000 + seats, teams=True), random.Random(seats)
        while not match.over:
            match.play(choices.choice(match.legal))
        match.save(FOLDER / f"{seats}.json")


if __name__ == "__main__":
    renew()
