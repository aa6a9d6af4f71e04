"""Other processes that serve the same tables. Notices only wake; the database decides.

Before a table is shown or written, this process compares its stamp with the one in the database, and reads the table anew if
that is another one: so nothing in memory is older than the database. Whoever changes a table sends a notice, so that others
look at once; if it is lost, they look after `LOOK` seconds. Who is at a table is written with the time until when that counts,
so that a process that was killed is forgotten. All processes go by the database's clock.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from .presence import CONNECTED_FOR, STAYS
from .refusal import DatabaseFailed, NotHere
from .steady_clock import SteadyClock
from .storage import Pulse
from .table import Table
from .talk import read_talk, write_talk

if TYPE_CHECKING:
    from .lobby import Lobby
    from .storage.shared import SharedStorage

LOOK = 3.0                                  # seconds between looks at the tables that somebody watches here
DUE = "!"                                   # behind the name of a process: there is due work
AT_ONCE = 100                               # tables of one notice
PAUSE = 0.01                                # seconds between notices, so that a busy process tells of several moves at a time
LAST_WORDS = 1.0                            # seconds for what is still to be told at the end
TIDY_EVERY = 100                            # looks after which what no longer counts is deleted
log = logging.getLogger(__name__)


class Neighbours:
    """Makes the tables of a lobby those of all processes."""

    def __init__(self, lobby: "Lobby", storage: "SharedStorage", look: float = LOOK):
        self._lobby, self._storage, self._look = lobby, storage, look
        self._process = secrets.token_hex(6)
        self._changed: set[str] = set()                     # tables of which the others do not know yet
        self._talk: dict[str, Table] = {}                   # tables where something was asked or uncovered
        self._seen: set[tuple[str, str]] = set()            # people who came or went
        self._shown: dict[tuple[str, str], float] = {}      # people -> until when the others count with them
        self._tasks: set[asyncio.Task[None]] = set()
        self._sending, self._due = False, False             # `_due`: there is work that others may take
        self._wake_due_work = lobby.room.something_due
        lobby.room.something_due = self._note_due
        lobby.neighbours = self
        lobby.room.bus.tell_others = self._note_table
        lobby.room.share_talk, lobby.room.read_talk = self._share_talk, self._read_talk
        lobby.presence.tell_others = self._note_person

    def start(self) -> None:
        self._begin(self._look_around())

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(DatabaseFailed, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._send_notices()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def freshen(self, table: Table) -> bool:
        """Read a table anew if another process has changed it; whether there was something new. NotHere if it is gone."""
        found = await self._storage.pulses([table.id], self._process, self._lobby.room.now())
        if table.id not in found:
            raise NotHere("There is no such table. Check the code or the link.")
        return await self._take_over(table, found[table.id])

    async def _take_over(self, table: Table, pulse: Pulse) -> bool:
        news = self._note_here(table, pulse.here)
        if pulse.stamp > table.stamp:
            async with table.lock:
                await table.refresh()
            news = True
        return news

    def _note_here(self, table: Table, here: dict[str, float]) -> bool:
        """Note whom others see at a table; whether somebody came or went."""
        elsewhere = self._lobby.presence.elsewhere
        before = elsewhere.get(table.id, {})
        if here:
            elsewhere[table.id] = here
        else:
            elsewhere.pop(table.id, None)
        return before.keys() != here.keys()

    def _note_table(self, table: str) -> None:
        self._changed.add(table)
        self._send_soon()

    def _note_due(self) -> None:
        self._wake_due_work()
        self._due = True
        self._send_soon()

    def _note_person(self, table: str, user: str) -> None:
        """Tell the others, unless what they know is good for some time yet, or will be noticed as it ends."""
        until, known = self._lobby.presence.seen_here(table, user), self._shown.get((table, user), 0.0)
        if abs(until - known) > STAYS / 2:
            self._seen.add((table, user))
            self._send_soon()

    def _share_talk(self, table: Table) -> None:
        self._talk[table.id] = table
        self._send_soon()

    def _read_talk(self, table: Table, text: str) -> None:
        """Take over what another process has written, unless this one is about to write something newer."""
        if table.id not in self._talk:
            read_talk(table, text)

    def _send_soon(self) -> None:
        """One task sends all that comes up meanwhile."""
        if not self._sending:
            self._sending = True
            self._begin(self._send())

    async def _send(self) -> None:
        try:
            while self._changed or self._seen or self._talk or self._due:
                await self._send_talk()
                await self._send_people()
                await self._send_notices()
                await asyncio.sleep(PAUSE)
        except DatabaseFailed as error:     # the others look by themselves
            log.warning("other processes could not be told: %s", error)
        finally:
            self._sending = False

    async def _send_notices(self) -> None:
        tables, self._changed = sorted(self._changed), set()
        about, self._due = DUE if self._due else "", False
        for start in range(0, max(1, len(tables)), AT_ONCE):
            if about or tables:
                await self._storage.notify(" ".join((self._process + about, *tables[start:start + AT_ONCE])))

    async def _send_talk(self) -> None:
        while self._talk:
            table = self._talk.pop(next(iter(self._talk)))
            if (stamp := await self._storage.put_talk(table.id, write_talk(table))) is not None:
                table.note_stamp(stamp)
            self._changed.add(table.id)

    async def _send_people(self) -> None:
        people, self._seen = self._seen, set()
        if people:
            seen = [(table, user, self._lobby.presence.seen_here(table, user)) for table, user in sorted(people)]
            await self._storage.note_here(self._process, seen)
            for table, user, until in seen:
                self._shown[table, user] = until
                self._changed.add(table)

    def _hear(self, text: str) -> None:
        if text.startswith(self._process):
            return
        process, *tables = text.split(" ")
        if process.endswith(DUE):
            self._wake_due_work()
        if any(self._lobby.known_table(table) for table in tables):
            self._begin(self._look_at(tables))

    async def _look_at(self, ids: Iterable[str]) -> None:
        """Read anew what has changed of the tables that this process knows, and wake who listens."""
        known = [table for id in ids if (table := self._lobby.known_table(id)) is not None]
        if not known:
            return
        try:
            found = await self._storage.pulses([table.id for table in known], self._process, self._lobby.room.now())
            for table in known:
                if table.id in found and await self._take_over(table, found[table.id]):
                    self._lobby.room.bus.wake(table.id)
        except (DatabaseFailed, NotHere) as error:
            log.warning("tables could not be read anew: %s", error)

    async def _look_around(self) -> None:
        """See to it that nothing is missed, even if no notice comes."""
        for number in range(10**12):
            try:
                await self._storage.listen(self._hear)
                await self._follow_clock()
                await self._renew_people()
                await self._look_at(self._lobby.watched_tables())
                if number % TIDY_EVERY == 0:
                    await self._storage.drop_old(self._lobby.room.now())
            except DatabaseFailed as error:
                log.warning("other processes are out of reach: %s", error)
            except Exception:
                log.exception("other processes are out of reach")
            await asyncio.sleep(self._look)

    async def _follow_clock(self) -> None:
        if isinstance(self._lobby.room.now, SteadyClock):
            self._lobby.room.now.start_after(await self._storage.time())

    async def _renew_people(self) -> None:
        """Tell the others again who is connected here, before that no longer counts; and forget who is long gone."""
        now = self._lobby.room.now()
        self._shown = {key: until for key, until in self._shown.items() if until > now}
        for key in self._lobby.presence.connected_here():
            if self._shown.get(key, 0.0) < now + CONNECTED_FOR / 2:
                self._seen.add(key)
        if self._seen:
            self._send_soon()
