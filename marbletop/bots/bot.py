"""What a bot is: it is given a view, never the state, and chooses one of the actions it sees."""

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.components import Components
from ..core.game import Game
from ..core.match import Match
from ..core.options import changed_options


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: seconds, iterations, or whichever ends first."""

    seconds: float | None = None
    iterations: int | None = None
    clock: Callable[[], float] = time.perf_counter      # time.thread_time counts only what the processor did for the bot

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise ValueError("A limit needs seconds or iterations.")


USUAL_LIMIT = Limit(seconds=0.2)            # for a bot without a limit of its own, if nothing else is said


@dataclass(frozen=True)
class Proof:
    """How a game ends after an action, if nobody errs from then on."""

    value: float                            # for who takes the action: 1 (won), 0.5 (drawn) or 0 (lost)
    moves: int | None = None                # of the winner until then, this one counted; None if it is not known


@dataclass(frozen=True)
class Ranked:
    """One action as a bot sees it."""

    action: int
    values: tuple[float, ...]               # expected value of each seat, 0 (lost) to 1 (won)
    ranks: tuple[float, ...] = ()           # expected rank of each seat, where the bot knows it
    visits: int = 0
    line: tuple[int, ...] = ()              # the actions that the bot expects from here on, this one first
    texts: tuple[str, ...] = ()             # the same in notation
    proof: Proof | None = None              # if it is certain what it leads to
    shares: tuple[float, ...] = ()          # of the search that goes the way of the line, step by step, if the bot knows it


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


@dataclass(frozen=True)
class MatchSetup:
    """What a match is played with: all that a bot may want to know of it before the first move."""

    seats: int
    options: Mapping[str, Any]              # those that differ from their defaults
    components: Components

    @staticmethod
    def of(match: Match) -> "MatchSetup":
        return MatchSetup(match.seats, changed_options(match.options), match.components)


def never() -> bool:
    """Nobody asks the bot to stop."""
    return False


class Bot(ABC):
    """A player that is not a person. A bot of one's own needs `choose` and nothing else.

    The same seed, view and number of iterations give the same answer. `stop` is asked every few milliseconds by bots that
    think long; when it says so, the bot answers with what it has.
    """

    limit: Limit | None = None              # how long it thinks; None: as long as whoever asks allows
    heeds_limit = True                      # False: its moves do not depend on how long it may think

    def __init__(self, game: Game, seed: int = 0):
        self.game = game
        self.reseed(seed)

    @property
    def name(self) -> str:
        """What results and logs call it."""
        return type(self).__name__.lower()

    @abstractmethod
    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        """A legal action for the player whose view this is."""

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Its actions, best first. A bot that only chooses puts its choice first and knows nothing of the others."""
        chosen, even = self.choose(view, box, limit, stop), (1 / view.seats,) * view.seats
        others = [action for action in self.game.legal_list(view, box) if action != chosen]
        return Analysis(view.player, tuple(Ranked(action, even) for action in (chosen, *others)))

    def reseed(self, seed: int) -> None:
        """Start again with other luck: before a match, or before a choice that must be repeatable."""
        self.random = random.Random(seed)

    def begin(self, setup: MatchSetup) -> None:  # noqa: B027 (most bots need not know)
        """A match with these seats, options and components comes next."""

    def take_faults(self) -> list[str]:
        """What the bot did wrong since the last call: moves that were chosen for it, and why."""
        return []

    def close(self) -> None:  # noqa: B027 (most bots have nothing to close)
        """Nobody will ask it again."""
