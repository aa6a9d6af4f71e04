"""The protocol of a bot: it is given a view, never the state, and ranks the actions it sees."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: seconds, iterations, or whichever ends first."""

    seconds: float | None = None
    iterations: int | None = None
    clock: Callable[[], float] = time.perf_counter      # time.thread_time counts only what the processor did for the bot

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise ValueError("A limit needs seconds or iterations.")


@dataclass(frozen=True)
class Ranked:
    """One action as a bot sees it."""

    action: int
    values: tuple[float, ...]               # expected value of each seat, 0 (lost) to 1 (won)
    ranks: tuple[float, ...] = ()           # expected rank of each seat, where the bot knows it
    visits: int = 0
    line: tuple[int, ...] = ()              # the actions that the bot expects from here on, this one first
    texts: tuple[str, ...] = ()             # the same in notation


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of a position: its actions, best first."""

    seat: int                               # who decides
    ranked: tuple[Ranked, ...]
    iterations: int = 0
    seconds: float = 0.0

    @property
    def best(self) -> int:
        return self.ranked[0].action


def never() -> bool:
    """Nobody asks the bot to stop."""
    return False


class Bot(Protocol):
    """Whoever can sit at a table without being a person. The same seed, view and number of iterations give the same
    answer. `stop` is asked every few milliseconds; when it says so the bot answers with what it has."""

    def reseed(self, seed: int) -> None:
        """Begin anew with other luck: before a game, or before a choice that must be repeatable."""
        ...

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        """A legal action for the player whose view this is."""
        ...

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Its actions, best first."""
        ...
