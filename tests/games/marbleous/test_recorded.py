"""Recorded advanced games with every number of seats, beside those of recorded/. Renew them after a change of rules with
python -m tests.games.marbleous.test_recorded, and read the diff."""

import random
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.core.record import read_record
from marbletop.core.verification import verify
from marbletop.games.marbleous import GAME

FOLDER = Path(__file__).parent / "recorded_advanced"
CASES = {f"{seats}_{level}": (seats, {"advanced": True, "solo_level": level})
         for seats in GAME.seats for level in (("easy", "hard") if seats == 1 else ("easy",))}
CASES["1_take"] = (1, {"advanced": True, "solo_refresh": "take"})


@pytest.mark.parametrize("name", CASES)
def test_recorded_advanced_games_replay(name):                      # [MB-1, MB-53]
    record = read_record(FOLDER / f"{name}.json")
    seats, _ = CASES[name]
    assert record["seats"] == seats and record["options"]["advanced"]
    assert verify(record).source == "seed"
    assert record["components"]["printed"] is False


def renew():
    FOLDER.mkdir(exist_ok=True)
    for number, (name, (seats, options)) in enumerate(CASES.items()):
        match, choices = Match(GAME, seats, seed=2000 + number, **options), random.Random(number)
        while not match.over:
            match.play(choices.choice(match.legal))
        match.save(FOLDER / f"{name}.json")


if __name__ == "__main__":
    renew()
