"""Where bots think: in worker processes (bots/pool.py) or, for tests and for games that only this process knows, in a
thread. Both get jobs with a view, never a state."""

import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from ..bots.bot import Limit
from ..bots.levels import quick_bot
from ..bots.pool import Answer, Job, Pool, answer_job
from ..bots.registry import Offer, bot_kind
from ..bots.uniform import Uniform
from ..core.game import Game

MOVES, HINTS = False, True                  # what jobs are for: hints are the ones that analyse
STANDARD = "steady"                         # the level of a bot that stands in for a person


class BotService(Protocol):
    """What the table server needs from a pool of bots."""

    def submit(self, job: Job) -> "Future[Answer]": ...

    def close(self) -> None: ...


class ProcessBots:
    """Worker processes that start with the first job: a server without bots needs none. Hints, which analyse, have a worker
    of their own, so that no table waits for somebody else's hint."""

    def __init__(self, workers: int = 1):
        self._workers = {MOVES: workers, HINTS: 1}
        self._pools: dict[bool, Pool] = {}

    def submit(self, job: Job) -> "Future[Answer]":
        if job.analyse not in self._pools:
            self._pools[job.analyse] = Pool(workers=self._workers[job.analyse])
        return self._pools[job.analyse].submit(job)

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()


class ThreadBots:
    """Bots in threads of this process, interpreted; hints have one of their own."""

    def __init__(self, games: Mapping[str, Game], workers: int = 1):
        self._games = games
        self._threads = {MOVES: ThreadPoolExecutor(workers, "marbletop-bot"), HINTS: ThreadPoolExecutor(1, "marbletop-hint")}

    def submit(self, job: Job) -> "Future[Answer]":
        return self._threads[job.analyse].submit(self.answer, job)

    def answer(self, job: Job) -> Answer:
        game, kind = self._games[job.game], bot_kind(job.bot)
        if kind.level:
            return answer_job(quick_bot(game, kind.level, job.seed), game, job, ready=not kind.level.searches)
        bot = kind.make(game, job.seed)
        try:
            return answer_job(bot, game, job, ready=True)
        finally:
            bot.close()

    def close(self) -> None:
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)


def any_action(game: Game, view: Any, box: Any) -> int:
    """A legal action for a table whose bot has failed again and again."""
    return Uniform(game, secrets.randbits(63)).choose(view, box, Limit(iterations=1))


def bot_at_seat(offers: Sequence[Offer], name: str) -> str:
    """The bot that a seat's level names, as registry.py names it. One that is not offered any more is replaced: only the
    server's settings say which programs run here."""
    return next((offer.text for offer in offers if offer.name == name), STANDARD)
