"""Where bots think: a pool of worker processes where there is one, else a thread with a bot that needs no compilation.

Both are given jobs with a view, never a state, and answer with an action and the name of the bot that chose it.
"""

import secrets
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from ..bots.bot import Limit
from ..bots.rollouts import Rollouts
from ..bots.uniform import Uniform
from ..core.game import Game

LEVELS = ("easy", "medium", "hard")
STANDARD = "medium"
PLAYOUTS = {"easy": 10, "medium": 60, "hard": 200}          # of the bot that needs no compilation
STAND_IN = "greedy"                         # the name of the bot that answers until everything is compiled


@dataclass(frozen=True)
class Job:
    """A decision for a bot: all that a worker needs to know of the table."""

    game: str
    options: dict[str, Any]
    seats: int
    components: str | None                  # path of a component file
    view: bytes                             # packed
    level: str
    seed: int
    limit: Limit | None = None


@dataclass(frozen=True)
class Answer:
    action: int
    analysis: Any
    by: str                                 # name of the bot that answered


class Thinking(Protocol):
    """What the table server needs of a pool of bots."""

    def submit(self, job: Any) -> "Future[Any]": ...

    def close(self) -> None: ...


class ThreadBots:
    """Bots in a thread of this process, interpreted."""

    def __init__(self, games: Mapping[str, Game], workers: int = 1):
        self._games, self._threads = games, ThreadPoolExecutor(workers, "marbletop-bot")

    def submit(self, job: Job) -> "Future[Answer]":
        return self._threads.submit(self.answer, job)

    def answer(self, job: Job) -> Answer:
        game = self._games[job.game]
        view = game.state.unpack(job.view)
        box = game.make_box(game.read_options(job.options), job.seats, game.components(job.components))
        limit = job.limit or Limit(seconds=2.0, iterations=PLAYOUTS.get(job.level, PLAYOUTS[STANDARD]))
        return Answer(Rollouts(game, job.seed).choose(view, box, limit), None, "playouts")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def thinking(games: Mapping[str, Game], workers: int = 1) -> Thinking:
    """The best there is here."""
    if find_spec("marbletop.bots.pool") is None:
        return ThreadBots(games, workers)
    from importlib import import_module
    pool: Thinking = import_module("marbletop.bots.pool").Pool(workers=workers)
    return pool


def job_class(bots: Thinking) -> Any:
    """The class of job that these bots take: a pool brings its own."""
    from sys import modules
    return getattr(modules[type(bots).__module__], "Job", Job)


def any_action(game: Game, view: Any, box: Any) -> int:
    """The last resort, when a bot has failed again and again: the table must go on."""
    return Uniform(game, secrets.randbits(63)).choose(view, box, Limit(iterations=1))
