"""How strong and how accurate is each level of bots? What ratings and reviews compare people with.

    python -m benchmarks.anchors [--only TEXT] [--workers N] [--report]

Levels that follow each other play duels, and some of their games are reviewed as a server reviews them. Seconds are the
processor's. What was played is kept in benchmarks/anchors.json deal by deal, so a run that was stopped goes on where it was.
What it adds up to is written to marbletop/analysis/known_levels.json, with the number of games that it stands on.
"""

import json
import math
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import marbletop
from marbletop.analysis.contest import Contest, play_game, seated_bots, seatings
from marbletop.analysis.known_levels import FILE, known_levels
from marbletop.analysis.ratings import log_odds
from marbletop.analysis.review import USUAL_SECONDS, reviews
from marbletop.analysis.review_words import accuracy
from marbletop.bots.levels import LEVELS
from marbletop.core.record import replay
from marbletop.games import GAMES

from .forecast import say_how_long
from .seated_levels import Sooner
from .strength import Question, Results, kept_results, read_arguments, run, seconds_left

RESULTS = Path(__file__).parent / "anchors.json"
NAMES = [level.name for level in LEVELS]
CHEAPEST_FIRST = ("connect_four", "marbleous", "marabunta", "marble_machine", "marbles_and_jokers")
FIXED = "casual"                            # whom the others are compared with
SLOWEST = "master"
ROUNDS = (2, 6, 20)                         # games of each question
DUEL_GAMES = {"casual": 40, "steady": 40, "strong": 20, "master": 6}        # against the level below
REVIEWED = {("casual", "beginner"): 6, ("steady", "casual"): 6, ("strong", "steady"): 6, ("master", "strong"): 2}


@dataclass(frozen=True)
class LevelDuel(Question):
    """A duel of two levels."""

    @property
    def contest(self) -> Contest:
        return replace(super().contest, bots=tuple(map(Sooner, self.bots)))


@dataclass(frozen=True)
class Reviewed(LevelDuel):
    """Games between two levels, reviewed. A deal keeps a list for each bot: what it lost per decision, the standard error of
    that, and its decisions."""

    @property
    def name(self) -> str:
        return f"{super().name}, reviewed"

    @property
    def contest(self) -> Contest:
        return replace(super().contest, keeps_records=True)

    @property
    def deals(self) -> int:
        return self.games

    @property
    def seconds_a_deal(self) -> float:
        return super().seconds_a_deal + USUAL_SECONDS

    def play(self, deal: int) -> list:
        contest = self.contest
        number = deal % len(seatings(contest))
        played = play_game(contest, seated_bots(contest), deal, number)
        assert played.record is not None
        *_, found = reviews(replay(played.record), USUAL_SECONDS, points=False)
        totals = [[total for total, bot in zip(found.totals, played.bot_of_seat) if bot == which] for which in (0, 1)]
        return [[float(np.mean([total.loss for total in one])), float(np.mean([total.loss_error for total in one])),
                 sum(total.decisions for total in one)] for one in totals]


def questions() -> Iterator[Question]:
    """In the order in which they are played: what is cheap and matters most first."""
    for below, level in pairwise(NAMES):
        for game in CHEAPEST_FIRST:
            yield LevelDuel(game, 2, (level, below), DUEL_GAMES[level])
    for pair, games in REVIEWED.items():
        for game in CHEAPEST_FIRST:
            yield Reviewed(game, 2, pair, games)


def rounds(asked: Sequence[Question]) -> Iterator[list[Question]]:
    """The same in several rounds, each with more games than the one before: whoever stops early knows a little about everything
    but the slowest level."""
    for games in ROUNDS:
        yield [replace(question, games=min(question.games, games)) for question in asked if SLOWEST not in question.bots]
    yield list(asked)


def wins_of(asked: Sequence[Question], results: Results, game: str) -> np.ndarray:
    """Wins by level and level, as far as they were played."""
    wins = np.zeros((len(NAMES), len(NAMES)))
    for question in asked:
        if question.game == game and not isinstance(question, Reviewed):
            one, other = map(NAMES.index, question.bots)
            shares = [share for deal in results.get(question.name, {}).values() for share in deal]
            wins[one, other] += sum(shares)
            wins[other, one] += len(shares) - sum(shares)
    return wins


def losses_of(asked: Sequence[Question], results: Results, game: str) -> dict[str, list[list[float]]]:
    """What was measured in every reviewed game, by level."""
    found: dict[str, list[list[float]]] = {name: [] for name in NAMES}
    for question in asked:
        if question.game == game and isinstance(question, Reviewed):
            for deal in results.get(question.name, {}).values():
                for level, values in zip(question.bots, deal):
                    found[level].append(values)
    return found


def loss_and_error(games: list[list[float]]) -> tuple[float, float] | None:
    """Per decision, over all games, and its standard error: games differ, and each is measured only so well."""
    if not games:
        return None
    losses, errors, decisions = np.array(games).T
    weights = decisions / decisions.sum()
    loss = float(weights @ losses)
    measured, between = (math.sqrt(float(np.square(weights * spread).sum())) for spread in (errors, losses - loss))
    return loss, max(measured, between * math.sqrt(len(games) / max(1, len(games) - 1)))


def levels_of(asked: Sequence[Question], results: Results, game: str) -> dict[str, Any]:
    """What is known of the levels in a game."""
    wins, reviewed = wins_of(asked, results, game), losses_of(asked, results, game)
    values, errors = log_odds(wins, NAMES.index(FIXED))
    found = {}
    for place, name in enumerate(NAMES):
        played = int(wins[place].sum() + wins[:, place].sum())
        found[name] = {"strength": round(values[place], 3), "strength_error": round(errors[place], 3), "games": played}
        if told := loss_and_error(reviewed[name]):
            found[name] |= {"loss": round(told[0], 5), "loss_error": round(told[1], 5), "reviewed": len(reviewed[name])}
    return found


def write_known(asked: Sequence[Question], results: Results) -> None:
    about = {"made_by": "python -m benchmarks.anchors", "marbletop": marbletop.__version__,
             "day": datetime.now(UTC).date().isoformat(), "seats": 2, "fixed": FIXED, "review_seconds": USUAL_SECONDS,
             "versions": {name: game.version for name, game in GAMES.items()}}
    known = {"about": about, "games": {game: levels_of(asked, results, game) for game in GAMES}}
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def report() -> None:
    """The table of what is known."""
    print("| game | level | strength (log-odds against casual) | games | accuracy | reviewed |\n|---|---|---:|---:|---:|---:|")
    for game in GAMES:
        for level in known_levels(game):
            told = "" if level.loss is None else f"{accuracy(level.loss):.0f}"
            print(f"| {GAMES[game].title} | {level.name} | {level.strength:+.2f} ± {level.strength_error:.2f} | "
                  f"{level.games} | {told} | {level.reviewed} |")


def main() -> None:
    chosen = read_arguments(__doc__)
    everything = list(questions())
    asked = [question for question in everything if chosen.only in question.name]
    results = kept_results(RESULTS)
    if not chosen.report:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        say_how_long("What is not yet in anchors.json", seconds_left(asked, results, chosen.workers))
        try:
            for some in rounds(asked):
                run(some, results, chosen.workers, RESULTS)
        finally:
            write_known(everything, results)
    known_levels.cache_clear()
    report()


if __name__ == "__main__":
    main()
