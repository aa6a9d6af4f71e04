"""Renew the recorded games after a change of rules: python -m tests.games.renew_recordings [GAME ...]. Read the diff."""

import random
import sys

from marbletop.core.match import Match
from marbletop.core.options import changed_options

from .playing import GAMES, HERE, cases


def recorded_cases(game):
    """Every seat count, every option once at another value, and two random combinations."""
    found = cases(game, random_cases=2)
    kept, seen = [], set()
    for seats, options in found:
        about = tuple(options) or seats
        if about not in seen or len(options) > 1:
            seen.add(about)
            kept.append((seats, options))
    return kept


def renew(game):
    folder = HERE / game.name / "recorded"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    for number, (seats, options) in enumerate(recorded_cases(game)):
        match, choices = Match(game, seats, seed=1000 + number, **options), random.Random(number)
        while not match.over:
            match.play(choices.choice(match.legal))
        said = "_".join(f"{name}-{value}" for name, value in changed_options(match.options).items())
        match.save(folder / f"{number:02}_{seats}_{(said or 'default')[:60]}.json")


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        renew(GAMES[name])
