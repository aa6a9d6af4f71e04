"""Bots in worker processes: whoever asks never waits for a search or a compilation.

A worker answers one job at a time. The first job for a bot that takes time to get ready (a search that is compiled, a
program that is started) makes it ready in the background of the worker; until then a greedy bot answers, interpreted, and
says so. A worker that dies, or does not answer in time, is replaced and its job done once more.
"""

import multiprocessing
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from ..core.errors import MarbletopError
from ..core.game import Game
from ..games import GAMES
from .bot import USUAL_LIMIT, Analysis, Bot, Limit, MatchSetup, never
from .explain import with_texts
from .levels import Level, level_named, quick_bot, searching, solving
from .registry import BotKind, bot_kind
from .search import Search

STAND_IN = "steady"                         # the level of the bot that answers until another is ready
LAST_WORDS = 2.0                            # seconds for a worker to end the programs it has started
PATIENCE = 20.0                             # seconds beyond its limit after which a worker counts as stuck


class BotFailed(RuntimeError):
    """A job that killed two workers, or that raised an error in one."""


@dataclass(frozen=True)
class Job:
    """A question to a bot: everything a worker needs to answer it."""

    game: str
    options: dict[str, Any]
    seats: int
    view: bytes                             # Layout.pack of the view of the player
    bot: str                                # a level or another bot, as registry.py names it
    seed: int = 0
    components: str | None = None           # text of a component file, None for the game's own
    limit: Limit | None = None              # instead of the bot's own
    analyse: bool = False                   # whether the analysis is wanted, too

    def limit_in(self, game: Game) -> Limit:
        """How long the bot may think."""
        return self.limit or bot_kind(self.bot).limit_in(game) or USUAL_LIMIT

    @property
    def time_limit(self) -> Limit:
        """The same for a game of ours."""
        return self.limit or self.limit_in(GAMES[self.game])


@dataclass(frozen=True)
class Answer:
    """What a bot chose. `ready` is false while the bot is still being made ready and a greedy one answered for it."""

    action: int
    by: str                                 # "search", "exact", "greedy", "rollouts", or the name of another bot
    ready: bool = True
    analysis: Analysis | None = None
    faults: tuple[str, ...] = ()            # what the bot did wrong, if its move was chosen for it


def answer_job(bot: Bot, game: Game, job: Job, ready: bool, stop: Callable[[], bool] = never) -> Answer:
    """What a bot says to a job: an action, or all of them judged."""
    components = game.components_of(job.components)
    box = game.make_box(game.read_options(job.options), job.seats, components)
    view = game.state.unpack(job.view)
    bot.reseed(job.seed)
    bot.begin(MatchSetup(job.seats, job.options, components))
    if not job.analyse:
        action = int(bot.choose(view, box, job.limit_in(game), stop))
        return Answer(action, bot.name, ready, None, tuple(bot.take_faults()))
    analysis = with_texts(game, view, box, bot.analyse(view, box, job.limit_in(game), stop))
    return Answer(analysis.best, bot.name, ready, analysis, tuple(bot.take_faults()))


class Crew:
    """The bots of one worker: made ready once, in the background, and kept for the next job."""

    def __init__(self) -> None:
        self.ready: dict[tuple[str, str], Bot | Exception] = {}     # by game and bot
        self._begun: set[tuple[str, str]] = set()
        self._of_level: dict[tuple[str, str], Bot] = {}

    def answer(self, job: Job, stop: Callable[[], bool]) -> Answer:
        game, kind = GAMES[job.game], bot_kind(job.bot)
        if kind.level and not kind.level.searches:
            return answer_job(quick_bot(game, kind.level, job.seed), game, job, True, stop)
        bot = self.ready_bot(game, kind, job)
        if bot is None:
            return answer_job(quick_bot(game, kind.level or level_named(STAND_IN), job.seed), game, job, False, stop)
        return answer_job(bot, game, job, True, stop)

    def ready_bot(self, game: Game, kind: BotKind, job: Job) -> Bot | None:
        """The bot, or None while it is being made ready. All levels that search share one search."""
        key = game.name, "search" if kind.level else kind.name
        if key not in self._begun:
            self._begun.add(key)
            threading.Thread(target=self._make_ready, args=(key, game, kind, job), daemon=True).start()
        made = self.ready.get(key)
        if isinstance(made, Exception):
            raise made
        return self._at_level(kind.level, made) if kind.level and isinstance(made, Search) else made

    def _at_level(self, level: Level, search: Search) -> Bot:
        """The search that all levels share, as this level uses it."""
        key = search.game.name, level.name
        if key not in self._of_level:
            self._of_level[key] = solving(search, level)
        return self._of_level[key]

    def _make_ready(self, key: tuple[str, str], game: Game, kind: BotKind, job: Job) -> None:
        try:
            bot = searching(game) if kind.level else kind.make(game, job.seed)
            bot.begin(MatchSetup(job.seats, job.options, game.components_of(job.components)))
            self.ready[key] = bot
        except Exception as error:          # told to whoever asks for this bot
            self.ready[key] = error


def leave(*_: object) -> None:
    """End this worker and the programs that it has started. Who is leaving already is not asked again."""
    signal.signal(signal.SIGTERM, lambda *_: None)      # SIG_IGN would be told of a signal that comes just now
    sys.exit(0)


def work(pipe: Connection) -> None:
    """The life of a worker: read a job, answer it. Programs that it has started end with it."""
    signal.signal(signal.SIGTERM, leave)
    crew = Crew()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            leave()
        begun = time.perf_counter()
        try:
            seconds = job.time_limit.seconds
            reply: Any = crew.answer(job, lambda: seconds is not None and time.perf_counter() - begun > seconds)
        except Exception as error:          # told to whoever asked; the worker lives on
            reply = f"{type(error).__name__}: {error}"
        pipe.send(reply)


@dataclass
class PendingJob:
    """A job that somebody waits for."""

    job: Job
    future: "Future[Answer]" = field(default_factory=Future)
    tries: int = 0


class Pool:
    """Some workers and a queue of jobs. `submit` returns at once; `close` ends the workers."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE):
        self.patience = patience
        self._jobs: queue.SimpleQueue[PendingJob | None] = queue.SimpleQueue()
        self._context = multiprocessing.get_context("spawn")
        self._closed = False
        self._keepers = [threading.Thread(target=self._keep, daemon=True) for _ in range(workers)]
        for keeper in self._keepers:
            keeper.start()

    def submit(self, job: Job) -> "Future[Answer]":
        """Ask a bot; the answer comes by the future, or BotFailed."""
        if self._closed:
            raise RuntimeError("The pool is closed.")
        pending = PendingJob(job)
        self._jobs.put(pending)
        return pending.future

    def close(self) -> None:
        """End the workers; jobs that have not been answered are cancelled."""
        self._closed = True
        for _ in self._keepers:
            self._jobs.put(None)
        for keeper in self._keepers:
            keeper.join()
        while not self._jobs.empty():
            if pending := self._jobs.get():
                pending.future.cancel()

    def _start(self) -> tuple[Any, Connection]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return process, ours

    def _keep(self) -> None:
        """Keep one worker: give it jobs, wait for answers, replace it when it dies."""
        process, pipe = self._start()
        try:
            while (pending := self._jobs.get()) is not None:
                if self._closed or not (pending.tries or pending.future.set_running_or_notify_cancel()):
                    pending.future.cancel()
                    continue
                reply = self._ask(pipe, pending.job)
                if isinstance(reply, Answer):
                    pending.future.set_result(reply)
                elif isinstance(reply, str):
                    pending.future.set_exception(BotFailed(reply))
                else:
                    end(process)
                    process, pipe = self._start()
                    self._retry(pending)
        finally:
            pipe.close()
            end(process)

    def _ask(self, pipe: Connection, job: Job) -> Any:
        """The worker's reply; None if it died or is stuck."""
        try:
            end = time.monotonic() + (job.time_limit.seconds or 60.0) + self.patience
            pipe.send(job)                  # not before its limit is known: nobody would read the answer to a wrong job
            while time.monotonic() < end and not self._closed:
                if pipe.poll(0.2):
                    return pipe.recv()
        except (EOFError, OSError):
            pass
        except MarbletopError as error:     # there is no such bot
            return f"{type(error).__name__}: {error}"
        return None

    def _retry(self, pending: PendingJob) -> None:
        if self._closed:
            pending.future.set_exception(BotFailed("The pool was closed."))
        elif pending.tries:
            pending.future.set_exception(BotFailed("Two workers died at this job, or did not answer in time."))
        else:
            pending.tries += 1
            self._jobs.put(pending)


def end(process: Any) -> None:
    """End a worker, which ends the programs that it has started; one that does not is killed."""
    process.terminate()
    process.join(LAST_WORDS)
    process.kill()
    process.join()
