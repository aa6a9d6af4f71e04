"""How strong are the bots? Every duel behind the tables of docs/bots.md.

    python -m benchmarks.strength [--only TEXT] [--workers N] [--report]

Seconds are the processor's, so other work on the machine weakens no bot. What was played is kept in benchmarks/strength.json
deal by deal: a run that was stopped goes on where it was. --report prints the tables of what is there.
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from marbletop.analysis.contest import Contest, play_deal, seated_bot, seated_bots, seatings, share_of
from marbletop.analysis.ratings import interval_of_deals
from marbletop.analysis.simulate import interval
from marbletop.bots.bot import Limit, MatchSetup
from marbletop.bots.levels import LEVELS, searching
from marbletop.bots.weights import known_weights
from marbletop.core.match import Match
from marbletop.games import GAMES

from .balance_marbleous import goals_of
from .forecast import say_how_long
from .openspiel_bots import OpenSpielIsmcts, OpenSpielMcts
from .seated_levels import Sooner
from .solved_positions import solved_position

RESULTS = Path(__file__).parent / "strength.json"
PLACES = (("connect_four", 2), ("marbleous", 2), ("marabunta", 2), ("marbles_and_jokers", 2), ("marbles_and_jokers", 4),
          ("marble_machine", 2))
RULE = "|---|---:|---|---|---:|---:|---:|---:|"
DUELS = "| game | seats | first bot | second bot | games | win share of the first | 95 % interval | must |", RULE
Results = dict[str, dict[str, list]]        # name of a question -> deal -> what each game gave
DECISIONS = {"connect_four": 40, "marbleous": 90, "marabunta": 120, "marbles_and_jokers": 250, "marble_machine": 150}
FRESH_SEED = 30_000_000                     # of deals that neither tuning (benchmarks/tune.py) nor training has seen
LADDER_SEED = 40_000_000                    # of deals after which no figure of a level was changed
BEFORE = {"marbleous": "explore=0.1:weights=none", "marabunta": "explore=0.05"}      # settings that were replaced
THINKING = {"beginner": 0.01, "casual": 0.01, "steady": 0.01, "strong": 0.03}    # seconds for a decision, where no name says it
LADDER_GAMES = 100
QUICK_MASTER = "master@0.4"
MASTER_GAMES = 40
USUAL_SPEED = 200_000                       # iterations in a second, about


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

    def told(self, played: list[list]) -> str:
        """A row of the table."""
        return row_of(self, [share for deal in played for share in deal]) + (first_places(played) if self.first_seat else "")


def row_of(question: Any, shares: list[float]) -> str:
    """The row of a duel, or of decisions that were right or wrong."""
    return row_with(question, shares, *interval(float(np.mean(shares)), len(shares)))


def row_with(question: Any, shares: list[float], low: float, high: float) -> str:
    """The same with an interval of one's own."""
    return (f"| {GAMES[question.game].title} | {question.seats} | {' | '.join(question.bots)} | {len(shares)} | "
            f"{np.mean(shares):.1%} | {low:.0%} to {high:.0%} | {f'{100 * question.must:.4g}%' if question.must else ''} |")


def first_places(played: list[list]) -> str:
    shares = [share for deal in played for share in deal]
    return (f"\n\nThe first bot always played first: {shares.count(1.0)} won, {shares.count(0.5)} drawn, "
            f"{shares.count(0.0)} lost.\n")


@dataclass(frozen=True)
class Comparison(Question):
    """A duel on fresh deals that ends as soon as the first bot is surely above a share, or below. Its interval is by deal and
    holds whenever one looks at it."""

    above: float = 0.5

    @property
    def contest(self) -> Contest:
        return replace(super().contest, seed=FRESH_SEED)

    def is_decided(self, played: list[list]) -> bool:
        low, high = interval_of_deals(shares_of_deals(played))
        return low > self.above or high < self.above

    def told(self, played: list[list]) -> str:
        low, high = interval_of_deals(shares_of_deals(played))
        return row_with(self, [share for deal in played for share in deal], max(0.0, low), min(1.0, high))


@dataclass(frozen=True)
class Neighbours(Question):
    """A duel of a level and the one below it, on fresh deals, with the figures that their game gives them. Whoever changes
    those figures discards the row."""

    @property
    def contest(self) -> Contest:
        return replace(super().contest, bots=tuple(bot if "@" in bot else Sooner(bot) for bot in self.bots), seed=LADDER_SEED)


def shares_of_deals(played: list[list]) -> list[float]:
    """What the first bot won of each deal."""
    return [sum(deal) / len(deal) for deal in played]


@dataclass(frozen=True)
class AgainstOpenSpiel(Question):
    """A duel with OpenSpiel's search at equal time of the processor. A deal keeps the shares, and then what both bots took for
    a decision on average, in seconds."""

    @property
    def contest(self) -> Contest:
        theirs = OpenSpielMcts if self.game == "connect_four" else OpenSpielIsmcts
        return Contest(self.game, (self.bots[0], theirs), self.seats, {},
                       Limit(seconds=thinking_time(self.bots[1]), clock=time.thread_time))

    def play(self, deal: int) -> list:
        theirs = seated_bots(self.contest)[1].bot
        theirs.used, theirs.moves = 0.0, 0
        before = time.thread_time()
        games = play_deal(self.contest, deal)
        our_moves = sum(game.decisions for game in games) - theirs.moves
        took = time.thread_time() - before - theirs.used
        return [*(share_of(game, 0) for game in games), took / our_moves, theirs.used / theirs.moves]

    def told(self, played: list[list]) -> str:
        shares = [share for deal in played for share in deal[:2]]
        ours, theirs = np.mean([deal[2:] for deal in played], axis=0)
        return (f"{row_of(self, shares)}\n\n{shares.count(1.0)} won, {shares.count(0.5)} drawn, {shares.count(0.0)} lost; "
                f"{ours:.3f} and {theirs:.3f} s of the processor for a decision.\n")


@dataclass(frozen=True)
class ValueKept:
    """How often a bot keeps what a solved position of Connect Four is worth."""

    bot: str
    positions: int
    must: float = 0.0
    game: str = "connect_four"
    seats: int = 2

    @property
    def name(self) -> str:
        return f"{self.game}: value kept by {self.bot}"

    @property
    def bots(self) -> tuple[str, ...]:
        return self.bot, "solved positions"

    @property
    def deals(self) -> int:
        return self.positions

    @property
    def seconds_a_deal(self) -> float:
        return 1.0 + thinking_time(self.bot)

    def play(self, deal: int) -> list:
        """Whether the value is kept, what it is, and how many marbles there are."""
        match, values = solved_position(deal)
        contest = Contest(self.game, (self.bot,), self.seats, {}, Limit(seconds=0.2, clock=time.thread_time))
        seated = seated_bot(contest, self.bot)
        seated.bot.reseed(deal)
        seated.bot.begin(MatchSetup.of(match))
        action = seated.bot.choose(match.view(match.player), match.box, seated.limit)
        best = max(values.values())
        return [float(values[action] == best), best, len(match.moves)]

    def told(self, played: list[list]) -> str:
        return row_of(self, [deal[0] for deal in played])


def thinking_time(bot: str) -> float:
    """Seconds of the processor that a bot takes for a decision, about."""
    name = bot.partition(":")[0]
    if "#" in name:
        return int(name.partition("#")[2]) / USUAL_SPEED
    _, _, seconds = name.partition("@")
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

    def told(self, played: list[list]) -> str:
        points, line = np.array([one[0] for one in played]), np.array([one[1] for one in played], bool)
        reached = [(points >= goal) for goal in goals_of(False, GAMES["marbleous"].components())]
        return (f"\n{self.name}, {len(played)} games: line done {line.mean():.1%}; easy, medium, hard points "
                f"{', '.join(f'{hit.mean():.1%}' for hit in reached)}; with the line "
                f"{', '.join(f'{(hit & line).mean():.1%}' for hit in reached)}; points {points.min():.0f} to "
                f"{points.max():.0f}, mean {points.mean():.1f}.\n")


Row = Question | Alone | ValueKept


def questions() -> Iterator[Row]:
    """In the order in which they are played: what matters most first."""
    for game, seats in PLACES:
        yield Question(game, seats, ("greedy", "uniform"), 200, 0.85 if game == "marble_machine" else 0.95)
    yield from against_greedy(0.05)
    yield ValueKept("master@0.4", 500, 0.995)
    yield ValueKept("search@0.4", 500)
    yield AgainstOpenSpiel("connect_four", 2, ("master@0.2", "OpenSpiel MCTS@0.2"), 100, 0.9)
    for game, seats in PLACES:
        if game != "connect_four" and seats == 2:
            yield AgainstOpenSpiel(game, seats, ("search@0.1", "OpenSpiel ISMCTS@0.1"), 20, 0.8)
    yield Question("connect_four", 2, ("search@1", "search@0.1"), 50, first_seat=True)
    yield Alone(0.05, 200)
    for slow, fast, games in ((0.2, 0.05, 20), (0.8, 0.2, 8), (0.8, 0.05, 8)):
        for game, seats in PLACES:
            if seats == 2:
                yield Question(game, seats, (f"search@{slow}", f"search@{fast}"), games)
    yield from against_greedy(0.2)
    yield from new_against_before("#4000")
    yield from more_iterations(4_000, 16_000)
    yield from new_against_before("@0.1")
    yield from learned_against_written(0.1)
    yield from ladder()


def ladder() -> Iterator[Question]:
    """Neighbours among the levels, the quickest ones first. Master has a fifth of its time, or the duels would take days."""
    for worse, better in pairwise(level.name for level in LEVELS[:4]):
        for game, seats in PLACES:
            yield Neighbours(game, seats, (better, worse), LADDER_GAMES, 0.65)
    for game, seats in PLACES:
        yield Neighbours(game, seats, (QUICK_MASTER, LEVELS[3].name), MASTER_GAMES, 0.65)


def against_greedy(seconds: float) -> Iterator[Question]:
    for game, seats in PLACES:
        yield Question(game, seats, (f"search@{seconds}", "greedy"), 100, 0.9 if game == "marbles_and_jokers" else 0.75)


def new_against_before(limit: str) -> Iterator[Question]:
    """The search of every game whose settings have changed, against the same search with the settings before."""
    for game, settings in BEFORE.items():
        yield Comparison(game, 2, (f"search{limit}", f"search{limit}:{settings}"), 400, 0.6, above=0.53)


def more_iterations(few: int, many: int) -> Iterator[Question]:
    """Whether longer search helps, however busy the machine is."""
    for game, seats in PLACES:
        if seats == 2:
            yield Comparison(game, seats, (f"search#{many}", f"search#{few}"), 400, 0.55)


def learned_against_written(seconds: float) -> Iterator[Question]:
    """A row for every number of seats that has weights, whether bots play with them already or not."""
    for game, seats in PLACES:
        if f"{seats} seats" in known_weights(GAMES[game]):
            yield Comparison(game, seats, (f"search@{seconds}:weights=known", f"search@{seconds}:weights=none"), 400, 0.5)


def seconds_left(asked: list[Any], results: Results, workers: int) -> float:
    """How long it takes to play what is missing, about."""
    missing = sum((question.deals - len(results.get(question.name, {}))) * question.seconds_a_deal for question in asked
                  if not is_decided(question, results))
    return max(0.0, missing) / workers


def is_decided(question: Any, results: Results) -> bool:
    """Whether what was played answers a question, so that the rest of it need not be played."""
    return isinstance(question, Comparison) and question.is_decided(list(results.get(question.name, {}).values()))


def run(asked: list[Any], results: Results, workers: int, path: Path = RESULTS) -> None:
    """Play what is missing, and keep each deal in a file as soon as it is there. Whoever stops it waits for the deals that are
    being played, and leaves no process behind."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future, tuple[Any, int]] = {}
        for question in asked:
            there = results.get(question.name, {})
            for deal in range(0 if is_decided(question, results) else question.deals):
                if str(deal) not in there:
                    waiting[pool.submit(question.play, deal)] = (question, deal)
        try:
            for future in as_completed(waiting):
                question, deal = waiting[future]
                if future.cancelled():
                    continue
                results.setdefault(question.name, {})[str(deal)] = future.result()
                path.write_text(json.dumps(results, indent=None, separators=(",", ":")).replace("},", "},\n") + "\n")
                if is_decided(question, results):
                    for other, (its, _) in waiting.items():
                        if its is question:
                            other.cancel()
        finally:
            pool.shutdown(cancel_futures=True)


def report(asked: list[Row], results: Results) -> None:
    """The tables, of what was played, and what was not."""
    print(*DUELS, sep="\n")
    for question in asked:
        if played := list(results.get(question.name, {}).values()):
            print(question.told(played))
    missing = [question.name for question in asked if not results.get(question.name)]
    if missing:
        print("\nNot played yet:", "; ".join(missing))


def read_arguments(description: str | None) -> argparse.Namespace:
    """What a command that plays questions is told."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="questions whose name holds this text")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", action="store_true")
    return parser.parse_args()


def kept_results(path: Path) -> Results:
    """What was played already."""
    return json.loads(path.read_text()) if path.exists() else {}


def main() -> None:
    chosen = read_arguments(__doc__)
    asked = [question for question in questions() if chosen.only in question.name]
    results = kept_results(RESULTS)
    if not chosen.report:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        say_how_long("What is not yet in strength.json", seconds_left(asked, results, chosen.workers))
        run(asked, results, chosen.workers)
    report(asked, results)


if __name__ == "__main__":
    main()
