"""How strong are the bots? Every duel behind the tables of docs/bots.md.

    python -m benchmarks.strength [--only TEXT] [--workers N] [--report]

Seconds are the processor's, so other work on the machine weakens no bot. What was played is kept in benchmarks/strength.json
deal by deal: a run that was stopped goes on where it was. --report prints the tables of what is there.
"""

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from marbletop.analysis.contest import Contest, play_deal, seatings, share_of
from marbletop.analysis.simulate import interval
from marbletop.bots.bot import Limit
from marbletop.bots.levels import LEVELS, searching
from marbletop.core.match import Match
from marbletop.games import GAMES

from .balance_marbleous import goals_of
from .forecast import say_how_long

RESULTS = Path(__file__).parent / "strength.json"
PLACES = (("connect_four", 2), ("marbleous", 2), ("marabunta", 2), ("marbles_and_jokers", 2), ("marbles_and_jokers", 4),
          ("marble_machine", 2))
Results = dict[str, dict[str, list]]        # name of a question -> deal -> what each game gave
DECISIONS = {"connect_four": 40, "marbleous": 90, "marabunta": 120, "marbles_and_jokers": 250, "marble_machine": 150}
THINKING = {"steady": 0.01, "strong": 0.3}  # seconds for a decision of bots whose name does not say it; others take none


@dataclass(frozen=True)
class Question:
    """A duel of so many games, and the win share of the first bot that we promise."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    must: float = 0.0
    first_seat: bool = False                # the first bot always plays first

    @property
    def name(self) -> str:
        return f"{self.game} {self.seats}: {' - '.join(self.bots)}"

    @property
    def contest(self) -> Contest:
        return Contest(self.game, self.bots, self.seats, {}, Limit(seconds=0.2, clock=time.thread_time))

    @property
    def deals(self) -> int:
        return self.games if self.first_seat else -(-self.games // len(seatings(self.contest)))

    @property
    def seconds_a_deal(self) -> float:
        thinking = sum(map(thinking_time, self.bots)) / len(self.bots)
        return self.games / self.deals * DECISIONS[self.game] * thinking

    def play(self, deal: int) -> list:
        """The share of the first bot in each game of a deal, by seating."""
        return [share_of(played, 0) for played in play_deal(self.contest, deal, only_first=self.first_seat)]


def thinking_time(bot: str) -> float:
    """Seconds of the processor that a bot takes for a decision, about."""
    _, _, seconds = bot.partition("@")
    return float(seconds) if seconds else THINKING.get(bot, 0.0)


@dataclass(frozen=True)
class Alone:
    """Marbleous for one player: so many games by search."""

    seconds: float
    games: int

    @property
    def name(self) -> str:
        return f"marbleous 1: search@{self.seconds}"

    @property
    def deals(self) -> int:
        return self.games

    @property
    def seconds_a_deal(self) -> float:
        return self.seconds * DECISIONS["marbleous"]

    def play(self, deal: int) -> list:
        """Points, and whether the line of solo cards was done."""
        game = GAMES["marbleous"]
        bot, match = searching(game, seed=deal), Match(game, 1, seed=0, deal=deal)
        while not match.over:
            match.play(bot.choose(match.view(0), match.box, Limit(seconds=self.seconds, clock=time.thread_time)))
        assert match.outcome
        return [match.outcome.points[0], match.state.line_done == 4]


def questions() -> Iterator[Question | Alone]:
    """In the order in which they are played: what matters most first."""
    for game, seats in PLACES:
        yield Question(game, seats, ("greedy", "uniform"), 200, 0.85 if game == "marble_machine" else 0.95)
    yield from against_greedy(0.05)
    yield Question("connect_four", 2, ("search@1", "search@0.1"), 50, first_seat=True)
    yield Alone(0.05, 200)
    for slow, fast, games in ((0.2, 0.05, 20), (0.8, 0.2, 8), (0.8, 0.05, 8)):
        for game, seats in PLACES:
            if seats == 2:
                yield Question(game, seats, (f"search@{slow}", f"search@{fast}"), games)
    yield from against_greedy(0.2)
    for better, worse in pairwise(level.name for level in reversed(LEVELS[:4])):
        for game, seats in PLACES:
            if seats == 2:
                yield Question(game, seats, (better, worse), 20)


def against_greedy(seconds: float) -> Iterator[Question]:
    for game, seats in PLACES:
        yield Question(game, seats, (f"search@{seconds}", "greedy"), 100, 0.9 if game == "marbles_and_jokers" else 0.75)


def seconds_left(asked: list[Question | Alone], results: Results, workers: int) -> float:
    """How long it takes to play what is missing, about."""
    missing = sum((question.deals - len(results.get(question.name, {}))) * question.seconds_a_deal for question in asked)
    return max(0.0, missing) / workers


def run(asked: list[Question | Alone], results: Results, workers: int) -> None:
    """Play what is missing, and keep each deal as soon as it is there."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future, tuple[str, int]] = {}
        for question in asked:
            there = results.setdefault(question.name, {})
            for deal in range(question.deals):
                if str(deal) not in there:
                    waiting[pool.submit(question.play, deal)] = (question.name, deal)
        for future in as_completed(waiting):
            name, deal = waiting[future]
            results[name][str(deal)] = future.result()
            RESULTS.write_text(json.dumps(results, indent=None, separators=(",", ":")).replace("},", "},\n") + "\n")


def report(asked: list[Question | Alone], results: Results) -> None:
    """The tables, of what was played."""
    print("| game | seats | first bot | second bot | games | win share of the first | 95 % interval | must |\n"
          "|---|---:|---|---|---:|---:|---:|---:|")
    for question in asked:
        played = list(results.get(question.name, {}).values())
        if isinstance(question, Question) and played:
            shares = [share for deal in played for share in deal]
            low, high = interval(float(np.mean(shares)), len(shares))
            print(f"| {GAMES[question.game].title} | {question.seats} | {' | '.join(question.bots)} | {len(shares)} | "
                  f"{np.mean(shares):.1%} | {low:.0%} to {high:.0%} | {f'{question.must:.0%}' if question.must else ''} |")
            if question.first_seat:
                print(f"\nThe first bot always played first: {shares.count(1.0)} won, {shares.count(0.5)} drawn, "
                      f"{shares.count(0.0)} lost.\n")
        elif played:
            points, line = np.array([one[0] for one in played]), np.array([one[1] for one in played], bool)
            reached = [(points >= goal) for goal in goals_of(False, GAMES["marbleous"].components())]
            print(f"\n{question.name}, {len(played)} games: line done {line.mean():.1%}; easy, medium, hard points "
                  f"{', '.join(f'{hit.mean():.1%}' for hit in reached)}; with the line "
                  f"{', '.join(f'{(hit & line).mean():.1%}' for hit in reached)}; points {points.min():.0f} to "
                  f"{points.max():.0f}, mean {points.mean():.1f}.\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="questions whose name holds this text")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", action="store_true")
    chosen = parser.parse_args()
    asked = [question for question in questions() if chosen.only in question.name]
    results: Results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if not chosen.report:
        say_how_long("What is not yet in strength.json", seconds_left(asked, results, chosen.workers))
        run(asked, results, chosen.workers)
    report(asked, results)


if __name__ == "__main__":
    main()
