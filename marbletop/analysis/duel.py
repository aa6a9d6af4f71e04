"""Duels: bots against each other on paired deals with rotated seats, so that luck and seat even out.

In each deal the bots sit at the sides in turn, so that each has every place equally often; where there are more bots than
sides, every group of them does. A question is decided when the win share of the first bot differs surely from an even
share.
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ..bots.bot import Limit
from ..bots.levels import bot_named
from ..core.game import Game
from ..core.match import Match, shares
from ..core.record import record_of, write_record
from ..games import GAMES
from .ratings import elo, sure_interval
from .simulate import interval


@dataclass(frozen=True)
class Contest:
    """What is to be played: picklable, so that worker processes can play it."""

    game: str
    bots: tuple[str, ...]
    seats: int
    options: dict[str, Any]
    limit: Limit                            # for bots whose text names no limit of their own
    seed: int = 0
    components: str | None = None
    records: str | None = None              # folder for records of the games


@dataclass(frozen=True)
class Played:
    """One game: which bot sat where, and how it ended."""

    deal: int
    seating: int
    bot_of_seat: tuple[int, ...]
    points: tuple[float, ...]
    rank: tuple[int, ...]
    shares: tuple[float, ...]
    decisions: int


def play_deal(contest: Contest, deal: int, only_first: bool = False) -> list[Played]:
    """All seatings of one deal, or only that in which the bots sit in their order."""
    game: Game = GAMES[contest.game]
    bots = [_bot(contest.game, text) for text in contest.bots]
    return [play_game(contest, game, bots, deal, number) for number in range(1 if only_first else len(seatings(contest)))]


def seatings(contest: Contest) -> list[tuple[int, ...]]:
    """Which bot plays each side, for each game of a deal."""
    game, bots = GAMES[contest.game], len(contest.bots)
    state = game.blank(contest.seats, game.read_options(contest.options), [0, 0])
    sides = len(set(state.side[:contest.seats]))
    if bots <= sides:
        return [tuple((side + turn) % bots for side in range(sides)) for turn in range(bots)]
    return [tuple(group[(side + turn) % sides] for side in range(sides))
            for group in combinations(range(bots), sides) for turn in range(sides)]


@cache
def _bot(game: str, text: str) -> Any:
    """A bot and its limit, made once in a process: compiling and its memory are dear."""
    return bot_named(GAMES[game], text)


def play_game(contest: Contest, game: Game, bots: list[Any], deal: int, number: int) -> Played:
    """One game; bots get views and nothing else."""
    match = Match(game, contest.seats, seed=contest.seed, deal=deal, components=contest.components, **contest.options)
    sides = sorted(set(match.state.side[:match.seats]))
    seating = seatings(contest)[number]
    bot_of_seat = tuple(seating[sides.index(side)] for side in match.state.side[:match.seats])
    for index, (bot, _) in enumerate(bots):
        bot.reseed(hash((contest.seed, deal, number, index)))
    while not match.over:
        bot, limit = bots[bot_of_seat[match.player]]
        allowed = replace(limit, clock=contest.limit.clock) if limit else contest.limit
        match.play(bot.choose(match.view(match.player), match.box, allowed))
    outcome = match.outcome
    assert outcome is not None
    if contest.records:
        record = record_of(match, names=[contest.bots[bot] for bot in bot_of_seat])
        write_record(record, Path(contest.records) / f"{contest.game}_{deal:05}_{number}.json")
    return Played(deal, number, bot_of_seat, outcome.points, outcome.rank,
                  shares(outcome.rank, match.state.side[:match.seats]), len(match.moves))


@dataclass
class Standing:
    """What the games so far say."""

    contest: Contest
    games: int = 0
    won: np.ndarray = field(default_factory=lambda: np.zeros(0))        # shares of first places, by bot
    points: np.ndarray = field(default_factory=lambda: np.zeros(0))     # sum over seats, by bot
    played: np.ndarray = field(default_factory=lambda: np.zeros(0))     # games, by bot
    seated: np.ndarray = field(default_factory=lambda: np.zeros(0))     # seats played, by bot
    before: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))       # comparisons won, by pair
    deals: list[float] = field(default_factory=list)                    # win share of the first bot in each deal

    def __post_init__(self) -> None:
        n = len(self.contest.bots)
        self.won, self.points, self.played, self.seated = (np.zeros(n) for _ in range(4))
        self.before = np.zeros((n, n))

    def add(self, deal: list[Played]) -> None:
        for played in deal:
            self.games += 1
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
        n, deals = len(self.contest.bots), max(1, len(self.deals))
        error = float(np.std(self.deals, ddof=1)) / math.sqrt(deals) if len(self.deals) > 1 else 0.5
        return {
            "game": self.contest.game, "seats": self.contest.seats, "options": self.contest.options, "games": self.games,
            "deals": len(self.deals),
            "limit": {"seconds": self.contest.limit.seconds, "iterations": self.contest.limit.iterations,
                      "clock": self.contest.limit.clock.__name__},
            "bots": [{"bot": self.contest.bots[bot], "win_share": self.win_share[bot],
                      "interval": interval(self.win_share[bot], int(self.played[bot])),
                      "points": float(self.points[bot] / max(1, self.seated[bot]))} for bot in range(n)],
            "error_by_deals": error, "decided": self.decided,
            **({"elo": elo(self.before)} if n > 2 else {}),
        }


def share_of(played: Played, bot: int) -> float:
    """A bot's share of the first place in a game: what its sides have of it."""
    total = sum(played.shares)
    return sum(share for share, who in zip(played.shares, played.bot_of_seat) if who == bot) / total if total else 0.0


def duel(contest: Contest, games: int, workers: int = 1, until_decided: bool = False,
         progress: Callable[[Standing], None] | None = None) -> Standing:
    """Play at least so many games (whole deals), or until the question is decided."""
    standing = Standing(contest)
    deals = -(-games // len(seatings(contest)))
    for deal in _deals(contest, deals, workers):
        standing.add(deal)
        if progress:
            progress(standing)
        if until_decided and standing.decided:
            break
    return standing


def _deals(contest: Contest, deals: int, workers: int) -> Iterator[list[Played]]:
    """The deals in order, in this process or in several."""
    if workers == 1:
        for deal in range(deals):
            yield play_deal(contest, deal)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = []
        try:
            for deal in range(deals):
                waiting.append(pool.submit(play_deal, contest, deal))
                if len(waiting) > 2 * workers:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:
            for future in waiting:
                future.cancel()
