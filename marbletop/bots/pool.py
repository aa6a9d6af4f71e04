"""Bots in worker processes: whoever asks never waits for a search or a compilation.

A worker answers one job at a time. The first job for a game starts compiling its search in the background of the
worker; until that is ready its bots play greedy, interpreted, and say so. A worker that dies, or does not answer in
time, is replaced and its job done once more.
"""

import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from ..core.game import Game
from ..games import GAMES
from .bot import Analysis, Bot, Limit
from .explain import with_texts
from .levels import level_named, quick_bot, searching
from .search import Search

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
    level: str
    seed: int = 0
    components: str | None = None           # text of a component file, None for the game's own
    limit: Limit | None = None              # instead of the level's
    analyse: bool = False                   # whether the analysis is wanted, too

    @property
    def thinking(self) -> Limit:
        return self.limit or level_named(self.level).limit


@dataclass(frozen=True)
class Answer:
    """What a bot chose. `ready` is false while its search is still being compiled and a greedy bot answered."""

    action: int
    by: str                                 # "search", "greedy" or "rollouts"
    ready: bool = True
    analysis: Analysis | None = None


def answered(bot: Bot, game: Game, view: Any, box: Any, job: Job, ready: bool,
             stop: Callable[[], bool] = lambda: False) -> Answer:
    """What a bot says to a job: an action, or all of them judged."""
    by = type(bot).__name__.lower()
    if not job.analyse:
        return Answer(bot.choose(view, box, job.thinking, stop), by, ready)
    analysis = with_texts(game, view, box, bot.analyse(view, box, job.thinking, stop))
    return Answer(analysis.best, by, ready, analysis)


class Crew:
    """The bots of one worker: compiled once in the background, kept for the next job."""

    def __init__(self) -> None:
        self.compiled: dict[str, Search] = {}
        self.compiling: set[str] = set()

    def answer(self, job: Job, stop: Callable[[], bool]) -> Answer:
        game, level = GAMES[job.game], level_named(job.level)
        box = game.make_box(game.read_options(job.options), job.seats, game.components_of(job.components))
        view = game.state.unpack(job.view)
        search = self.compiled.get(job.game) if level.searches else None
        ready = search is not None or not level.searches
        bot: Bot = quick_bot(game, level, job.seed) if search is None else search
        bot.reseed(job.seed)
        if not ready:
            self.compile(game)
        return answered(bot, game, view, box, job, ready, stop)

    def compile(self, game: Game) -> None:
        """Make the searching bot of a game in the background, once."""
        if game.name in self.compiling:
            return
        self.compiling.add(game.name)

        def make() -> None:
            self.compiled[game.name] = searching(game)

        threading.Thread(target=make, daemon=True).start()


def work(pipe: Connection) -> None:
    """The life of a worker: read a job, answer it."""
    crew = Crew()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        if isinstance(job, str):            # prepare this game
            crew.compile(GAMES[job])
            continue
        begun = time.perf_counter()
        seconds = job.thinking.seconds
        try:
            reply: Any = crew.answer(job, lambda: seconds is not None and time.perf_counter() - begun > seconds)
        except Exception as error:          # told to whoever asked; the worker lives on
            reply = f"{type(error).__name__}: {error}"
        pipe.send(reply)


@dataclass
class Asked:
    """A job on its way, and who waits for it."""

    job: Job
    future: "Future[Answer]" = field(default_factory=Future)
    tries: int = 0


class Pool:
    """Some workers and a queue of jobs. `submit` returns at once; `close` ends the workers."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE):
        self.patience = patience
        self._jobs: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._context = multiprocessing.get_context("spawn")
        self._closed = False
        self._prepared: list[str] = []
        self._keepers = [threading.Thread(target=self._keep, daemon=True) for _ in range(workers)]
        for keeper in self._keepers:
            keeper.start()

    def submit(self, job: Job) -> "Future[Answer]":
        """Ask a bot; the answer comes by the future, or BotFailed."""
        if self._closed:
            raise RuntimeError("The pool is closed.")
        asked = Asked(job)
        self._jobs.put(asked)
        return asked.future

    def prepare(self, game: str) -> None:
        """Let workers that start from now on compile a game ahead."""
        self._prepared.append(game)

    def close(self) -> None:
        """End the workers; jobs that have not been answered are cancelled."""
        self._closed = True
        for _ in self._keepers:
            self._jobs.put(None)
        for keeper in self._keepers:
            keeper.join()
        while not self._jobs.empty():
            if asked := self._jobs.get():
                asked.future.cancel()

    def _start(self) -> tuple[Any, Connection]:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=work, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        for game in self._prepared:
            ours.send(game)
        return process, ours

    def _keep(self) -> None:
        """Keep one worker: give it jobs, wait for answers, replace it when it dies."""
        process, pipe = self._start()
        try:
            while (asked := self._jobs.get()) is not None:
                if self._closed or not (asked.tries or asked.future.set_running_or_notify_cancel()):
                    asked.future.cancel()
                    continue
                reply = self._ask(pipe, asked.job)
                if isinstance(reply, Answer):
                    asked.future.set_result(reply)
                elif isinstance(reply, str):
                    asked.future.set_exception(BotFailed(reply))
                else:
                    process.kill()
                    process.join()
                    process, pipe = self._start()
                    self._again(asked)
        finally:
            pipe.close()
            process.kill()
            process.join()

    def _ask(self, pipe: Connection, job: Job) -> Any:
        """The worker's reply; None if it died or is stuck."""
        try:
            pipe.send(job)
            end = time.monotonic() + (job.thinking.seconds or 60.0) + self.patience
            while time.monotonic() < end and not self._closed:
                if pipe.poll(0.2):
                    return pipe.recv()
        except (EOFError, OSError):
            pass
        return None

    def _again(self, asked: Asked) -> None:
        if self._closed:
            asked.future.set_exception(BotFailed("The pool was closed."))
        elif asked.tries:
            asked.future.set_exception(BotFailed("Two workers died at this job, or did not answer in time."))
        else:
            asked.tries += 1
            self._jobs.put(asked)
