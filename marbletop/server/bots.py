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

STANDARD = "steady"                         # the level of a bot that stands in for a person


class BotService(Protocol):
    """What the table server needs from a pool of bots."""

    def submit(self, job: Job) -> "Future[Answer]": ...

    def close(self) -> None: ...


class ProcessBots:
    """Worker processes that start with the first job: a server without bots needs none."""

    def __init__(self, workers: int = 1):
        self._workers = workers
        self._pool: Pool | None = None

    def submit(self, job: Job) -> "Future[Answer]":
        if self._pool is None:
            self._pool = Pool(workers=self._workers)
        return self._pool.submit(job)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.close()


class ThreadBots:
    """Bots in a thread of this process, interpreted."""

    def __init__(self, games: Mapping[str, Game], workers: int = 1):
        self._games, self._threads = games, ThreadPoolExecutor(workers, "marbletop-bot")

    def submit(self, job: Job) -> "Future[Answer]":
        return self._threads.submit(self.answer, job)

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
        self._threads.shutdown(wait=False, cancel_futures=True)


def any_action(game: Game, view: Any, box: Any) -> int:
    """A legal action for a table whose bot has failed again and again."""
    return Uniform(game, secrets.randbits(63)).choose(view, box, Limit(iterations=1))


def bot_at_seat(offers: Sequence[Offer], name: str) -> str:
    """The bot that a seat's level names, as registry.py names it. One that is not offered any more is replaced: only the
    server's settings say which programs run here."""
    return next((offer.text for offer in offers if offer.name == name), STANDARD)
