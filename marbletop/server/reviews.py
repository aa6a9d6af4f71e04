"""Reviews of games that are over: made in the background, one after the other, and kept with their tables.

Whoever asks first sets the work going; everybody who asks meanwhile sees how far it is. Several processes that serve the same
tables make each review once: the one that makes it holds a place, and the others read what it has stored so far.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..analysis.review import Review
from ..analysis.review_values import FORMAT, review_from
from ..words import phrase, say
from .background import in_background
from .events import Bus
from .history import RECORD, TABLE, Histories, RecordHistory
from .refusal import Refused, TooMuch
from .reviewers import Reviewer
from .storage import Storage
from .table import Table

MOST_KNOWN = 60                             # reviews in memory
MOST_WAITING = 20                           # games that wait for their review
TRY_AGAIN = 60.0                            # seconds after which it is worth asking again
LEASE = 120.0                               # seconds until others may go on with the review of a process that died
LOOK = 2.0                                  # seconds between two looks at what another process has measured
WORKING, FINISHED = "working", "finished"
NOT_OVER = phrase("A game can be reviewed when it is over.")
log = logging.getLogger(__name__)

Key = tuple[str, str]                       # TABLE or RECORD, and its id or name


@dataclass
class Progress:
    """How far the review of a game is."""

    share: float = 0.0                      # of the work
    values: dict[str, Any] | None = None    # the review so far, as review_values.py writes it
    finished: bool = False
    failed: bool = False

    @property
    def is_working(self) -> bool:
        return not (self.finished or self.failed)


@dataclass(frozen=True)
class ReviewLook:
    """A review as a page shows it: how far it is, and what is known so far."""

    share: float
    waiting: int                            # games that come before this one
    finished: bool
    failed: bool
    review: Review | None


class Reviews:
    """The reviews of a house. With `automatic` every game that somebody looks at after its end is reviewed, while nothing
    else is."""

    def __init__(self, storage: Storage, histories: Histories, reviewer: Reviewer, bus: Bus, now: Callable[[], float],
                 automatic: bool = False) -> None:
        self._storage, self._histories, self._reviewer, self._bus, self._now = storage, histories, reviewer, bus, now
        self._known: OrderedDict[Key, Progress] = OrderedDict()
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._turn, self._name, self.automatic = asyncio.Lock(), secrets.token_hex(8), automatic

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await self._reviewer.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def of_table(self, table: Table) -> ReviewLook:
        """The review of a table that is over; it is begun if there is none."""
        if not table.over:
            raise Refused(NOT_OVER)
        key, history = (TABLE, table.id), await self._histories.record_history(table)
        return await self._look(key, await self.kept(table) or self._begin(key, history), history)

    async def of_record(self, name: str) -> ReviewLook:
        """The review of a record file that is open; it is begun if there is none."""
        history = await self._histories.record_history(name)
        if history.result is None:
            raise Refused(NOT_OVER)
        progress = self._known.get((RECORD, name)) or self._begin((RECORD, name), history)
        return await self._look((RECORD, name), progress, history)

    def has_record(self, name: str) -> bool:
        """Whether the review of a record file is made, or being made."""
        return (RECORD, name) in self._known

    async def kept(self, table: Table) -> Progress | None:
        """How far the review of a table is; None if nobody makes it."""
        key = TABLE, table.id
        if key not in self._known and table.over:
            values = await self._storage.review(table.id)
            if values and values["finished"] and values["format"] == FORMAT:
                self._keep(key, Progress(1.0, values, finished=True))
        return self._known.get(key)

    async def after_game(self, table: Table, played: bool) -> str:
        """How far the review of a table is that somebody looks at after its end: "", WORKING or FINISHED. One who played there
        sets it going, if every game is to be reviewed and nobody else waits for a review."""
        progress = await self.kept(table)
        if progress is None and played and self.automatic and not self._tasks:
            progress = self._begin((TABLE, table.id), await self._histories.record_history(table))
        if progress is None or progress.failed:
            return ""
        return FINISHED if progress.finished else WORKING

    def forget(self, table: str) -> None:
        """Drop what is in memory of a table that is removed: another may get its id."""
        if task := self._tasks.get((TABLE, table)):
            task.cancel()
        self._known.pop((TABLE, table), None)

    async def _look(self, key: Key, progress: Progress, history: RecordHistory) -> ReviewLook:
        before = [*self._tasks].index(key) if key in self._tasks else 0
        now = replace(progress)             # it may go on while the review is read
        review = await in_background(review_from, now.values, history.named_match()) if now.values else None
        return ReviewLook(now.share, before, now.finished, now.failed, review)

    def _begin(self, key: Key, history: RecordHistory) -> Progress:
        if len(self._tasks) >= MOST_WAITING:
            raise TooMuch(say("Many games are being reviewed right now. Please try again in a minute."), TRY_AGAIN)
        progress = Progress()
        self._keep(key, progress)
        task = self._tasks[key] = asyncio.create_task(self._make(key, progress, history))
        task.add_done_callback(lambda done: self._tasks.pop(key) if self._tasks.get(key) is done else None)
        return progress

    def _keep(self, key: Key, progress: Progress) -> None:
        """Remember how far a review is; the oldest that nobody works on are forgotten."""
        self._known[key] = progress
        for old in [one for one, known in self._known.items() if not known.is_working][:max(0, len(self._known) - MOST_KNOWN)]:
            del self._known[old]

    async def _make(self, key: Key, progress: Progress, history: RecordHistory) -> None:
        """Make a review when its turn has come, and tell those who look at its table."""
        try:
            async with self._turn:
                await self._make_now(key, progress, history)
        except asyncio.CancelledError:
            raise
        except Exception as error:          # the page says so; the game is none the worse for it
            log.warning("the review of %s %s failed: %s", *key, error)
            progress.failed = True
        if key[0] == TABLE:
            self._bus.publish(key[1])

    async def _make_now(self, key: Key, progress: Progress, history: RecordHistory) -> None:
        if key[0] == RECORD:
            await self._reviewer.run(history.plain_record(), progress_teller(progress))
        else:
            place = f"review {key[1]}"
            while not await self._storage.hold(place, self._name, 1, self._now(), self._now() + LEASE):
                if await self._read_others(key[1], progress):
                    return
                await asyncio.sleep(LOOK)
            if not await self._read_others(key[1], progress):
                await self._make_for_table(key[1], place, progress, history)
        progress.share, progress.finished = 1.0, True

    async def _read_others(self, table: str, progress: Progress) -> bool:
        """Take over what another process has stored; whether that is the whole review."""
        values = await self._storage.review(table)
        if values and values["format"] == FORMAT:
            progress.values, progress.share = values, values["share"]
            progress.finished = values["finished"]
        return progress.finished

    async def _make_for_table(self, table: str, place: str, progress: Progress, history: RecordHistory) -> None:
        """Measure, and store what is known again and again; the place is let go when all of it is stored."""
        measuring = asyncio.ensure_future(self._reviewer.run(history.plain_record(), progress_teller(progress)))
        stored = None
        try:
            while not measuring.done():
                await asyncio.wait([measuring], timeout=LOOK)
                if progress.values is not None and progress.values is not stored and not measuring.done():
                    stored = progress.values
                    await self._storage.keep_review(table, {**stored, "share": progress.share, "finished": False})
                await self._storage.hold(place, self._name, 1, self._now(), self._now() + LEASE)
            await measuring
            assert progress.values is not None
            await self._storage.keep_review(table, {**progress.values, "share": 1.0, "finished": True})
        finally:
            measuring.cancel()
            await self._storage.let_go(place, self._name)


def progress_teller(progress: Progress) -> Callable[[float, dict[str, Any] | None], None]:
    def tell(share: float, values: dict[str, Any] | None) -> None:
        progress.share = share
        if values is not None:
            progress.values = values
    return tell
