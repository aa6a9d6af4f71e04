"""What several processes need of a database besides the tables: waking each other, knowing what others have changed and whom
they see, and counting together."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import Pulse
from .sql import SqlStorage

if TYPE_CHECKING:
    from .postgres import PostgresEngine

FORGOTTEN = 3600.0                          # seconds after which a bucket that nobody takes from is forgotten
# What is in a bucket now: ?2 at most, which it takes ?5 seconds to fill up with.
LEVEL = "least(?2::float8, b.drops + greatest(0, ?4 - b.counted) * ?2 / ?5::float8)"


class SharedStorage(SqlStorage):
    """See `Storage` for what each call means."""

    shared = True

    def __init__(self, engine: "PostgresEngine"):
        super().__init__(engine)
        self._notices = engine

    async def listen(self, hear: Callable[[str], Any]) -> None:
        """Call a function with what other processes send; nothing happens if it listens already."""
        await self._notices.listen(hear)

    async def notify(self, text: str) -> None:
        """Send a line to all processes."""
        await self._notices.notify(text)

    async def time(self) -> float:
        """The time of the database, which all processes go by: seconds since 1970."""
        return float((await self._read("SELECT extract(epoch FROM clock_timestamp())::float8"))[0][0])

    async def pulses(self, tables: Sequence[str], process: str, now: float) -> dict[str, Pulse]:
        """How tables stand, and whom other processes see there. Tables that are gone are missing."""
        rows = await self._read(
            "SELECT id, '' AS user, stamp::float8 FROM tables WHERE id = ANY(?1) UNION ALL "
            "SELECT table_id, user, max(until) FROM here WHERE table_id = ANY(?1) AND process <> ?2 AND until > ?3 "
            "GROUP BY table_id, user", list(tables), process, now)
        found = {table: Pulse(int(value), {}) for table, user, value in rows if not user}
        for table, user, until in rows:
            if user and table in found:
                found[table].here[user] = until
        return found

    async def note_here(self, process: str, seen: Sequence[tuple[str, str, float]]) -> None:
        """Write who is at which table until when, as this process sees them."""
        await self.engine.write(lambda c: c.change_all(
            "INSERT INTO here VALUES (?, ?, ?, ?) ON CONFLICT (table_id, user, process) DO UPDATE SET until = excluded.until",
            [(table, user, process, until) for table, user, until in seen]))

    async def put_talk(self, table: str, talk: str) -> int | None:
        """Write what is asked and shown at a table; its stamp since then, None if it is gone."""
        rows = await self._write("UPDATE tables SET talk = ?, stamp = stamp + 1 WHERE id = ? RETURNING stamp", talk, table)
        return int(rows[0][0]) if rows else None

    async def drop_old(self, now: float) -> None:
        """Forget leases, links and buckets that no longer count."""
        for table in ("here", "places", "passing"):
            await self._write(f"DELETE FROM {table} WHERE until < ?", now)
        await self._write("DELETE FROM buckets WHERE counted < ?", now - FORGOTTEN)

    async def take_drop(self, bucket: str, most: int, seconds: float, now: float, drops: int = 1) -> float:
        if not drops:
            rows = await self._read(f"SELECT (1 - {LEVEL}) * ?5 / ?2 + ?3::float8 FROM buckets b WHERE name = ?1",
                                    bucket, float(most), 0.0, now, seconds)
            return max(0.0, float(rows[0][0])) if rows else 0.0
        rows = await self._write(
            "INSERT INTO buckets AS b VALUES (?1, ?2::float8 - ?3::float8, ?4, 0) ON CONFLICT (name) DO UPDATE SET "
            f"drops = {LEVEL} - CASE WHEN {LEVEL} < 1 THEN 0 ELSE ?3 END, counted = greatest(b.counted, ?4), "
            f"wait = CASE WHEN {LEVEL} < 1 THEN (1 - {LEVEL}) * ?5 / ?2 ELSE 0 END RETURNING wait",
            bucket, float(most), float(drops), now, seconds)
        return float(rows[0][0])

    async def hold(self, place: str, holder: str, most: int, now: float, until: float) -> bool:
        return bool(await self._write(
            "INSERT INTO places SELECT ?1, ?2, ?5 WHERE (SELECT count(*) FROM places "
            "WHERE place = ?1 AND holder <> ?2 AND until > ?4) < ?3 "
            "ON CONFLICT (place, holder) DO UPDATE SET until = excluded.until RETURNING 1", place, holder, most, now, until))

    async def let_go(self, place: str, holder: str) -> None:
        await self._write("DELETE FROM places WHERE place = ? AND holder = ?", place, holder)

    async def keep_passing(self, name: str, owner: str, value: str, until: float) -> None:
        await self._write("DELETE FROM passing WHERE owner = ?", owner)
        await self._write("INSERT INTO passing VALUES (?, ?, ?, ?)", name, owner, value, until)

    async def passing(self, name: str, now: float) -> str | None:
        rows = await self._read("SELECT value FROM passing WHERE name = ? AND until > ?", name, now)
        return str(rows[0][0]) if rows else None

    async def take_passing(self, name: str, now: float) -> str | None:
        rows = await self._write("DELETE FROM passing WHERE name = ? RETURNING value, until", name)
        return str(rows[0][0]) if rows and rows[0][1] > now else None
