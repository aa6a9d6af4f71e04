"""Duels: bots against each other on paired deals with rotated seats, so that luck and seat even out.

    duel("connect_four", "search@0.1", MyBot, games=200)

A duel is decided when the win share of the first bot surely differs from an even share.
"""

import math
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ..bots.bot import USUAL_LIMIT, Limit
from ..bots.registry import BotLike
from ..core.errors import MarbletopError
from ..core.game import Game
from ..games import GAMES
from .contest import Contest, GameResult, close_bots, play_deal, seatings, share_of
from .ratings import elo, sure_interval
from .simulate import interval

WORKER_ENDED = ("A worker process has ended. Bots that are defined at a prompt or in a notebook cannot play in worker "
                "processes, and a script must call duel below `if __name__ == \"__main__\":`. With workers=1 everything is "
                "played in this process.")


@dataclass
class DuelResult:
    """What the games so far say."""

    contest: Contest
    games: int = 0
    won: np.ndarray = field(default_factory=lambda: np.zeros(0))        # shares of first places, by bot
    points: np.ndarray = field(default_factory=lambda: np.zeros(0))     # sum over seats, by bot
    played: np.ndarray = field(default_factory=lambda: np.zeros(0))     # games, by bot
    seated: np.ndarray = field(default_factory=lambda: np.zeros(0))     # seats played, by bot
    before: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))       # comparisons won, by pair
    deals: list[float] = field(default_factory=list)                    # win share of the first bot in each deal
    names: tuple[str, ...] = ()                                         # what the bots call themselves
    faults: Counter[tuple[int, str]] = field(default_factory=Counter)   # moves that were chosen for a bot, and why

    def __post_init__(self) -> None:
        n = len(self.contest.bots)
        self.won, self.points, self.played, self.seated = (np.zeros(n) for _ in range(4))
        self.before = np.zeros((n, n))

    def add(self, deal: list[GameResult]) -> None:
        for played in deal:
            self.games += 1
            self.names = played.names
            self.faults.update(played.faults)
            for bot in set(played.bot_of_seat):
                self.won[bot] += share_of(played, bot)
                self.played[bot] += 1
            for seat, bot in enumerate(played.bot_of_seat):
                self.points[bot] += played.points[seat]
                self.seated[bot] += 1
                for other, rival in enumerate(played.bot_of_seat):
                    if bot != rival and played.rank[seat] <= played.rank[other]:
                        self.before[bot, rival] += 1.0 if played.rank[seat] < played.rank[other] else 0.5
        first = [share_of(played, 0) for played in deal if 0 in played.bot_of_seat]
        self.deals.append(sum(first) / len(first))

    @property
    def win_share(self) -> list[float]:
        return [float(won / max(1, games)) for won, games in zip(self.won, self.played)]

    @property
    def even(self) -> float:
        """The win share of equal bots."""
        return 1 / len(set(seatings(self.contest)[0]))

    @property
    def decided(self) -> bool:
        """Whether the first bot is surely better or worse than even, whenever one looks."""
        n = len(self.deals)
        if n < 5:
            return False
        spread = max(float(np.std(self.deals, ddof=1)), 0.05)
        low, high = sure_interval(float(np.mean(self.deals)), spread, n)
        return low > self.even or high < self.even

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        contest, deals = self.contest, max(1, len(self.deals))
        error = float(np.std(self.deals, ddof=1)) / math.sqrt(deals) if len(self.deals) > 1 else 0.5
        return {
            "game": contest.rules.name, "seats": contest.seats, "options": dict(contest.options), "games": self.games,
            "deals": len(self.deals),
            "limit": {"seconds": contest.limit.seconds, "iterations": contest.limit.iterations,
                      "clock": contest.limit.clock.__name__},
            "bots": [self._bot_as_dict(bot, name) for bot, name in enumerate(contest.names)],
            "error_by_deals": error, "decided": self.decided,
            "faults": [{"bot": contest.names[bot], "fault": fault, "times": times}
                       for (bot, fault), times in self.faults.items()],
            **({"elo": elo(self.before)} if len(contest.bots) > 2 else {}),
        }

    def _bot_as_dict(self, bot: int, name: str) -> dict[str, Any]:
        return {"bot": name, "name": self.names[bot] if self.names else name, "win_share": self.win_share[bot],
                "interval": interval(self.win_share[bot], int(self.played[bot])),
                "points": float(self.points[bot] / max(1, self.seated[bot]))}

    def fault_lines(self) -> list[str]:
        """Who did what wrong, and how often: for whoever looks at the result."""
        return [f"{self.contest.names[bot]}: {fault} ({times} times)" if times > 1 else f"{self.contest.names[bot]}: {fault}"
                for (bot, fault), times in self.faults.items()]

    def __str__(self) -> str:
        rows = [f"{row['bot']}: {row['win_share']:.1%} ({row['interval'][0]:.1%} to {row['interval'][1]:.1%})"
                for row in self.as_dict()["bots"]]
        return "\n".join([f"{self.contest.rules.title}, {self.games} games", *rows, *self.fault_lines()])


def duel(game: Game | str, *bots: BotLike, games: int = 100, seats: int | None = None, limit: Limit = USUAL_LIMIT,
         seed: int = 0, workers: int = 1, until_decided: bool = False, components: str | Path | None = None,
         records: str | Path | None = None, progress: Callable[[DuelResult], None] | None = None,
         **options: Any) -> DuelResult:
    """Let bots play each other: names, bots, classes of bots, or functions (game, seed) -> bot. At least so many games
    are played, in whole deals, or until the question is decided."""
    rules = GAMES[game] if isinstance(game, str) else game
    if len(bots) < 2:
        raise MarbletopError("A duel needs at least two bots.")
    places = seats if seats is not None else next((n for n in rules.seats if n > 1), rules.seats[0])
    rules.check_seats(places)
    rules.read_options(options)
    if records:
        Path(records).mkdir(parents=True, exist_ok=True)
    contest = Contest(game, bots, places, options, limit, seed, str(components) if components else None,
                      str(records) if records else None)
    return play_contest(contest, games, workers, until_decided, progress)


def play_contest(contest: Contest, games: int, workers: int = 1, until_decided: bool = False,
                 progress: Callable[[DuelResult], None] | None = None) -> DuelResult:
    """Play at least so many games (whole deals), or until the question is decided."""
    result = DuelResult(contest)
    deals = -(-games // len(seatings(contest)))
    for deal in _deals(contest, deals) if workers == 1 else _deals_by_workers(contest, deals, workers):
        result.add(deal)
        if progress:
            progress(result)
        if until_decided and result.decided:
            break
    return result


def _deals(contest: Contest, deals: int) -> Iterator[list[GameResult]]:
    """The deals in order, in this process."""
    try:
        for deal in range(deals):
            yield play_deal(contest, deal)
    finally:
        close_bots()


def _deals_by_workers(contest: Contest, deals: int, workers: int) -> Iterator[list[GameResult]]:
    """The deals in order, in several processes."""
    _check_pickles(contest)
    waiting: list[Future[list[GameResult]]] = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for deal in range(deals):
                waiting.append(pool.submit(play_deal, contest, deal))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        except BrokenProcessPool:
            raise MarbletopError(WORKER_ENDED) from None
        finally:
            for future in waiting:
                future.cancel()


def _check_pickles(contest: Contest) -> None:
    for name, which in zip((contest.rules.name, *contest.names), (contest.game, *contest.bots)):
        try:
            pickle.dumps(which)
        except Exception as error:          # whatever a class of somebody else's raises
            raise MarbletopError(f"{name} cannot be sent to worker processes ({error}). Define it at the top of a module, "
                                 "or play with workers=1.") from None
