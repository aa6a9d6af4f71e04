"""Duels: bots against each other on paired deals with rotated seats, so that luck and seat even out.

    duel("connect_four", "search@0.1", MyBot, games=200)

A duel is decided when the win share of the first bot surely differs from an even share.
"""

import math
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..bots.bot import USUAL_LIMIT, Limit
from ..bots.registry import BotKind, BotLike, bot_kind
from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.record import write_record
from ..games import GAMES
from .contest import Contest, GameResult, close_bots, play_deal, seatings, share_of
from .crew import Alone, Crew, Processes, check_pickles, in_pieces
from .ratings import elo, interval_of_deals
from .simulate import interval


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
        low, high = interval_of_deals(self.deals)
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
         ray: bool | str | None = None, **options: Any) -> DuelResult:
    """Let bots play each other: names, bots, classes of bots, or functions (game, seed) -> bot. At least so many games
    are played, in whole deals, or until the question is decided; in so many worker processes, or by Ray: True for a cluster on
    this machine, or the address of another (docs/scale.md)."""
    rules = GAMES[game] if isinstance(game, str) else game
    if len(bots) < 2:
        raise MarbletopError("A duel needs at least two bots.")
    places = seats if seats is not None else next((n for n in rules.seats if n > 1), rules.seats[0])
    rules.check_seats(places)
    rules.read_options(options)
    contest = Contest(game, bots, places, options, limit, seed, rules.components(components) if components else None,
                      keeps_records=records is not None)
    return play_contest(contest, games, workers, until_decided, progress, records, ray)


def play_contest(contest: Contest, games: int, workers: int = 1, until_decided: bool = False,
                 progress: Callable[[DuelResult], None] | None = None, records: str | Path | None = None,
                 ray: bool | str | None = None) -> DuelResult:
    """Play at least so many games (whole deals), or until the question is decided. Records go into a folder."""
    result = DuelResult(contest)
    if records is not None:
        Path(records).mkdir(parents=True, exist_ok=True)
    deals = -(-games // len(seatings(contest)))
    with closing(deals_by(contest, deals, workers, ray)) as played:
        for deal in played:
            result.add(deal)
            if records is not None:
                write_records(contest, deal, Path(records))
            if progress:
                progress(result)
            if until_decided and result.decided:
                break
    return result


def deals_by(contest: Contest, deals: int, workers: int, ray: bool | str | None) -> Generator[list[GameResult], None, None]:
    """The deals in order, whoever plays them."""
    try:
        with crew_for(contest, workers, ray) as crew:
            for piece in in_pieces(crew, play_deals, contest, deals):
                yield from piece
    finally:
        close_bots()


def crew_for(contest: Contest, workers: int, ray: bool | str | None) -> Crew:
    """Who plays a contest."""
    if ray:
        from .ray_crew import RayCrew
        refuse_seconds(contest)
        return RayCrew(ray, contest.rules, contest.bots)
    if workers == 1:
        return Alone()
    check_pickles(zip((contest.rules.name, *contest.names), (contest.game, *contest.bots)), "play with workers=1")
    return Processes(workers)


def play_deals(contest: Contest, first: int, count: int) -> list[list[GameResult]]:
    """So many deals from the first one on."""
    return [play_deal(contest, deal) for deal in range(first, first + count)]


def refuse_seconds(contest: Contest) -> None:
    """Refuse bots whose moves depend on the speed of the machine that plays them."""
    for which in contest.bots:
        kind = bot_kind(which)
        limit = kind.limit_in(contest.rules) or contest.limit
        if limit.seconds is not None and kind.is_timed(contest.rules):
            raise MarbletopError(f"{kind.name} thinks in seconds, and no two machines of a cluster do the same in a second. "
                                 f"With Ray give it iterations: {suggestion_for(kind)}.")


def suggestion_for(kind: BotKind) -> str:
    """A name for the same bot, or for the one behind a level, with iterations; or how all of them get iterations."""
    if kind.limit is None and kind.level is None:
        return "--iterations 1000 (limit=Limit(iterations=1000))"
    return f"{'search' if kind.level else kind.name.partition('@')[0]}#1000"


def write_records(contest: Contest, deal: list[GameResult], folder: Path) -> None:
    for played in deal:
        assert played.record is not None
        write_record(played.record, folder / f"{contest.rules.name}_{played.deal:05}_{played.seating}.json")
