"""Playing many games and saying what came out: lengths, points, win shares with their uncertainty.

Only sums are kept, so ten million games need no more memory than ten.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.components import Components
from ..core.game import Game
from ..core.match import shares
from ..core.setting import Setting
from ..core.whole_games import Policy, Results, games_in_chunks, prepare_games, uniform

SURE = 1.959964                             # standard errors of a 95 % interval


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in so many games."""
    if games == 0:
        return 0.0, 1.0
    square = SURE * SURE / games
    middle = (share + square / 2) / (1 + square)
    half = SURE * math.sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass
class Summary:
    """What is known of the games so far."""

    setting: Setting
    games: int = 0
    seconds: float = 0.0                    # of wall time, compiling left out
    cpu_seconds: float = 0.0
    lengths: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))     # games by number of decisions
    points: np.ndarray = field(default_factory=lambda: np.zeros(0))                # sum, by seat
    squares: np.ndarray = field(default_factory=lambda: np.zeros(0))               # sum of squares, by seat
    wins: np.ndarray = field(default_factory=lambda: np.zeros(0))                  # shares of the first place, by seat
    endings: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    tally: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, results: Results) -> None:
        """Add the games of a chunk."""
        self.games += len(results.lengths)
        self.lengths = _sum(self.lengths, np.bincount(results.lengths))
        self.points = _sum(self.points, results.points.sum(axis=0))
        self.squares = _sum(self.squares, (results.points ** 2).sum(axis=0))
        self.wins = _sum(self.wins, summed_shares(results.ranks, self.setting.start["side"][0][:self.setting.seats].tolist()))
        self.endings = _sum(self.endings, np.bincount(results.endings, minlength=len(self.setting.game.endings)))
        if results.tally is not None:
            self.tally = _sum(self.tally, results.tally.sum(axis=0))

    @property
    def decisions(self) -> int:
        return int(self.lengths @ np.arange(len(self.lengths)))

    def length_at(self, share: float) -> int:
        """The number of decisions that this share of the games does not exceed."""
        return int(np.searchsorted(np.cumsum(self.lengths), share * self.games))

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        game, games = self.setting.game, max(1, self.games)
        mean = self.points / games
        spread = np.sqrt(np.maximum(0, self.squares / games - mean ** 2))
        return {
            "game": game.name, "version": game.version, "seats": self.setting.seats,
            "options": {name: getattr(self.setting.options, name) for name in game.option_list},
            "games": self.games, "seconds": self.seconds, "cpu_seconds": self.cpu_seconds,
            "games_per_second": self.games / self.seconds if self.seconds else 0.0,
            "decisions": self.decisions,
            "decisions_per_second": self.decisions / self.seconds if self.seconds else 0.0,
            "length": {"mean": self.decisions / games, "shortest": int(np.flatnonzero(self.lengths)[0]) if self.games else 0,
                       **{name: self.length_at(share) for name, share in
                          (("5%", 0.05), ("25%", 0.25), ("median", 0.5), ("75%", 0.75), ("95%", 0.95))},
                       "longest": max(0, len(self.lengths) - 1)},
            "points": [{"mean": float(m), "spread": float(s), "error": float(s / math.sqrt(games))}
                       for m, s in zip(mean, spread)],
            "win_share": [{"share": float(w / games), "interval": interval(float(w / games), self.games)} for w in self.wins],
            "endings": {name: int(count) for name, count in zip(game.endings, self.endings)},
            **({"events_per_game": {name: float(count / games) for name, count in zip(game.events, self.tally)}}
               if len(self.tally) else {}),
        }


def summed_shares(ranks: np.ndarray, side: Sequence[int]) -> np.ndarray:
    """Every seat's shares of the first place, as `match.shares` says, summed over games; a row of ranks for each game."""
    seats = range(len(side))
    counts = np.bincount((ranks == 1) @ (1 << np.arange(len(side))))        # games by who was first, as bits
    total = np.zeros(len(side))
    for first in np.flatnonzero(counts):
        total += counts[first] * np.array(shares([1 if first >> seat & 1 else 2 for seat in seats], side))
    return total


def _sum(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """Sum of two arrays, the shorter one filled up with zeros."""
    short, long = sorted((old, new), key=len)
    total = long.copy()
    total[:len(short)] += short
    return total


def simulate(game: Game, games: int, seats: int | None = None, seed: int = 0, policy: Policy = uniform, threads: int = 1,
             tally: bool = False, components: Components | None = None,
             progress: Callable[[Summary], None] | None = None, **options: Any) -> Summary:
    """Play games and summarise them; `progress` is called after every chunk."""
    summary = Summary(Setting.of(game, seats, components, tally, **options))
    prepare_games(summary.setting, policy)
    begun, cpu = time.perf_counter(), time.process_time()
    for results in games_in_chunks(summary.setting, games, seed, policy, threads):
        summary.add(results)
        summary.seconds = time.perf_counter() - begun
        summary.cpu_seconds = time.process_time() - cpu
        if progress:
            progress(summary)
    return summary
