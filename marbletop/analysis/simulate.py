"""Playing many games and saying what came out: lengths, points, win shares with their uncertainty.

Only sums are kept, so ten million games need no more memory than ten.
"""

import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from ..core.components import Components
from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.setting import Setting
from ..core.whole_games import Policy, games_in_chunks, prepare_games, uniform
from .crew import in_pieces
from .sums import Sums, shares_by_winners

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
    """What is known of the games so far. Its sums are exact, so it is the same however the games were cut."""

    setting: Setting
    seconds: float = 0.0                    # of wall time, compiling left out
    cpu_seconds: float = 0.0
    sums: Sums = field(default_factory=Sums)

    @property
    def games(self) -> int:
        return self.sums.games

    @property
    def lengths(self) -> np.ndarray:
        return self.sums.lengths

    @property
    def decisions(self) -> int:
        return int(self.lengths @ np.arange(len(self.lengths)))

    def length_at(self, share: float) -> int:
        """The number of decisions that this share of the games does not exceed."""
        return int(np.searchsorted(np.cumsum(self.lengths), share * self.games))

    def as_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        game, games = self.setting.game, max(1, self.games)
        mean, square = (np.array(list(map(float, totals))) / games for totals in (self.sums.points, self.sums.squares))
        spread = np.sqrt(np.maximum(0, square - mean ** 2))
        wins = shares_by_winners(self.sums.winners, self.setting.start["side"][0][:self.setting.seats].tolist())
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
            "win_share": [{"share": float(w / games), "interval": interval(float(w / games), self.games)} for w in wins],
            "endings": {name: int(count) for name, count in zip(game.endings, [*self.sums.endings, *[0] * len(game.endings)])},
            **({"events_per_game": {name: float(count / games) for name, count in zip(game.events, self.sums.tally)}}
               if len(self.sums.tally) else {}),
        }


@dataclass(frozen=True, eq=False)
class Simulation:
    """What is to be simulated, as other machines can be told it. Each is its own key (`eq=False`)."""

    game: Game
    seats: int | None
    components: Components | None
    tally: bool
    options: dict[str, Any]
    seed: int
    policy: Policy


@lru_cache(4)
def setting_of(asked: Simulation) -> Setting:
    """Made once in every process: what is compiled belongs to it."""
    return Setting.of(asked.game, asked.seats, asked.components, asked.tally, **asked.options)


def simulate(game: Game, games: int, seats: int | None = None, seed: int = 0, policy: Policy = uniform, threads: int = 1,
             tally: bool = False, components: Components | None = None,
             progress: Callable[[Summary], None] | None = None, ray: bool | str | None = None, **options: Any) -> Summary:
    """Play games and summarise them; `progress` is called after every chunk. `ray` plays them on a cluster: True for one on
    this machine, or the address of another (docs/scale.md)."""
    asked = Simulation(game, seats, components, tally, options, seed, policy)
    summary = Summary(setting_of(asked))
    if ray:
        from .ray_crew import RayCrew
        refuse_local(policy)
        with RayCrew(ray, game, [policy]) as crew:
            add_up(summary, in_pieces(crew, play_piece, asked, games), progress)
    else:
        prepare_games(summary.setting, policy)
        add_up(summary, sums_of_chunks(asked, games, threads), progress)
    return summary


def refuse_local(policy: Policy) -> None:
    """Refuse a policy that other machines could not import and compile."""
    module = sys.modules[policy.__module__]
    if module.__name__ == "__main__" or getattr(module, policy.__name__, None) is not policy:
        raise MarbletopError(f"The policy {policy.__name__} cannot be sent to other machines. Define it at the top of a "
                             "module.")


def add_up(summary: Summary, parts: Iterable[tuple[Sums, float]], progress: Callable[[Summary], None] | None) -> None:
    """Add sums and the processor's seconds for them to a summary, as they come."""
    begun = time.perf_counter()
    for sums, cpu in parts:
        summary.sums.merge(sums)
        summary.seconds = time.perf_counter() - begun
        summary.cpu_seconds += cpu
        if progress:
            progress(summary)


def sums_of_chunks(asked: Simulation, games: int, threads: int = 1, first: int = 0) -> Iterator[tuple[Sums, float]]:
    """Games from the first one on, some thousands at a time: their sums, and the processor's seconds for them."""
    cpu = time.process_time()
    for results in games_in_chunks(setting_of(asked), games, asked.seed, asked.policy, threads, first):
        sums = Sums()
        sums.add(results)
        before, cpu = cpu, time.process_time()
        yield sums, cpu - before


def play_piece(asked: Simulation, first: int, count: int) -> tuple[Sums, float]:
    """Games number `first` and on, as one sum."""
    total, seconds = Sums(), 0.0
    for sums, cpu in sums_of_chunks(asked, count, first=first):
        total.merge(sums)
        seconds += cpu
    return total, seconds
