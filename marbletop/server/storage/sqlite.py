"""Tables in one SQLite file: write-ahead log, full synchronisation, one thread that writes and one that reads."""

import json
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ..clock import read_times
from ..entries import ACTION, OVER, RUNNING, UNDO, Change, Due, Entry, TableStatus, read_notes, write_notes
from ..fairness import Secret
from ..refusal import Refused
from ..seats import PERSON, Holder, read_holder
from . import About, EntryConflict, IdConflict, SpokenPhrase, Step, StoredTable, TableSummary, Task, erasure, read_about
from .buckets import Buckets
from .opening import FILE, check_in_place, connect, connect_again, identity_of, prepare_database
from .writer import Worker

__all__ = ["FILE", "Sqlite", "connect", "open_storage"]
ENTRY_COLUMNS = "entry, kind, at, position, user, seat, data, chance, notes"
STATUS = "last, position, stage, version, times, result"
TURN_WORK = ("bot", "clock", "fold")        # due work that follows from the position, so that every entry replaces it
PARTS = ("secrets", "entries", "seats", "saw", "rights", "due", "finished", "phrases")         # rows that belong to a table
LONG = 1000                                 # bytes from which on a snapshot is compressed
ASLEEP = 1e12                               # the time of bots' work at a table that no person plays and nobody watches
_dump = partial(json.dumps, separators=(",", ":"))


def open_storage(folder: Path) -> "Sqlite":
    """The storage in a data folder; it is created or brought up to date if necessary."""
    return Sqlite(prepare_database(folder))


class Sqlite(Buckets):
    """See `Storage` for what each call means."""

    def __init__(self, path: Path):
        super().__init__()
        self.path, identity = path, identity_of(path)
        again, check = partial(connect_again, path, identity), partial(check_in_place, path, identity)
        self._writer = Worker(again, writes=True, check=check)
        self._reader = Worker(again, writes=False)

    async def close(self) -> None:
        self._reader.stop()
        self._writer.stop()

    async def create(self, about: About, box: str, holders: Sequence[Holder], secret: Secret, request: str = "",
                     after: str | None = None) -> str:
        return str(await self._writer.do(lambda c: _create(c, about, box, holders, secret, request, after)))

    async def add_box(self, digest: str, text: str) -> None:
        await self._writer.do(lambda c: _add_box(c, digest, text))

    async def lost_boxes(self) -> list[tuple[str, str]]:
        return await self._read("SELECT DISTINCT game, box FROM tables WHERE box NOT IN (SELECT digest FROM boxes)")

    async def load(self, table: str) -> StoredTable | None:
        found: StoredTable | None = await self._reader.do(lambda c: _load(c, table))
        return found

    async def append(self, table: str, change: Change) -> None:
        await self._writer.do(lambda c: _append(c, table, change))

    async def entries(self, table: str, after: int = -1, most: int = 1000) -> list[Entry]:
        found: list[Entry] = await self._reader.do(lambda c: _entries(c, table, after, most))
        return found

    async def entry_for(self, table: str, position: int) -> Entry | None:
        rows = await self._read(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? AND entry > ? AND kind IN (?, ?) "
                                "ORDER BY entry LIMIT 1", table, position, ACTION, UNDO)
        found = [_entry(row) for row in rows]
        return found[0] if found and found[0].position == position else None

    async def actions_back_to(self, table: str, position: int, seats: Collection[int]) -> list[Step]:
        found: list[Step] = await self._reader.do(lambda c: _actions_back_to(c, table, position, seats))
        return found

    async def snapshot(self, table: str, entry: int) -> bytes | None:
        rows = await self._read("SELECT snapshot FROM entries WHERE table_id = ? AND entry = ?", table, entry)
        return _decompress(rows[0][0]) if rows else None

    async def listed_tables(self, stage: str, most: int = 50) -> list[TableSummary]:
        return await self._summaries("listed AND stage = ? ORDER BY changed DESC LIMIT ?", stage, most)

    async def tables_of(self, user: str, most: int = 50) -> list[TableSummary]:
        return await self._summaries("id IN (SELECT table_id FROM seats WHERE user = ? AND user <> '') "
                                     "ORDER BY changed DESC LIMIT ?", user, most)

    async def count_unfinished(self, host: str) -> int:
        return int((await self._read("SELECT count(*) FROM tables WHERE host = ? AND stage <> ?", host, OVER))[0][0])

    async def count_tables(self, host: str) -> int:
        return int((await self._read("SELECT count(*) FROM tables WHERE host = ?", host))[0][0])

    async def count_opened(self, origin: str) -> tuple[int, int]:
        rows = await self._read("SELECT count(*), count(DISTINCT iif(own_box, box, NULL)) FROM tables "
                                "WHERE origin = ? AND origin <> ''", origin)
        return int(rows[0][0]), int(rows[0][1])

    async def series(self, first: str) -> list[TableSummary]:
        return await self._summaries("series = ? ORDER BY number", first)

    async def let_in(self, table: str, user: str, may_join: bool) -> None:
        await self._write("INSERT INTO rights VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET "
                          "may_join = max(may_join, excluded.may_join)", table, user, may_join)

    async def keep_awake(self, tables: Sequence[str], until: float) -> bool:
        return bool(await self._writer.do(lambda c: _keep_awake(c, tables, until)))

    async def say(self, table: str, seat: int, phrase: str, at: float, most: int) -> SpokenPhrase:
        said: SpokenPhrase = await self._writer.do(lambda c: _say(c, table, seat, phrase, at, most))
        return said

    async def phrases_said(self, table: str, after: int = -1) -> list[SpokenPhrase]:
        rows = await self._read("SELECT number, at, seat, phrase FROM phrases WHERE table_id = ? AND number > ? "
                                "ORDER BY number", table, after)
        return [SpokenPhrase(*row) for row in rows]

    async def take(self, owner: str, now: float, until: float, most: int) -> list[Task]:
        taken: list[Task] = await self._writer.do(lambda c: _take(c, owner, now, until, most))
        return taken

    async def renew(self, owner: str, task: Task, until: float) -> bool:
        return bool(await self._write("UPDATE due SET taken_until = ? WHERE taken_by = ? AND position = ? AND "
                                      "table_id = ? AND kind = ? AND seat = ? RETURNING 1",
                                      until, owner, task.due.position, *_key(task)))

    async def put_off(self, owner: str, task: Task, at: float) -> None:
        await self._write("UPDATE due SET at = ?, taken_until = 0 WHERE taken_by = ? AND position = ? AND "
                          "table_id = ? AND kind = ? AND seat = ?", at, owner, task.due.position, *_key(task))

    async def finish(self, owner: str, task: Task) -> None:
        await self._write("DELETE FROM due WHERE taken_by = ? AND position = ? AND table_id = ? AND kind = ? AND seat = ?",
                          owner, task.due.position, *_key(task))

    async def next_due(self, now: float) -> float | None:
        rows = await self._read("SELECT min(at) FROM due WHERE at > ? AND at < ?", now, ASLEEP)
        at: float | None = rows[0][0]
        return at

    async def add_due(self, table: str, due: Due) -> None:
        await self._write("INSERT INTO due (table_id, kind, seat, position, at) VALUES (?, ?, ?, ?, ?) "
                          "ON CONFLICT DO NOTHING", table, due.kind, due.seat, due.position, due.at)

    async def drop_due(self, table: str, kind: str, seats: Sequence[int]) -> None:
        marks = ", ".join("?" * len(seats))
        await self._write(f"DELETE FROM due WHERE table_id = ? AND kind = ? AND seat IN ({marks})", table, kind, *seats)

    async def expect_people(self, kind: str, now: float) -> None:
        await self._write(
            "INSERT INTO due (table_id, kind, seat, position, at) SELECT t.id, ?, s.seat, -1, "
            "? + json_extract(t.about, '$.away_after') FROM tables t JOIN seats s ON s.table_id = t.id "
            "WHERE t.stage = ? AND json_valid(t.about) AND json_valid(s.holder) "
            "AND json_extract(t.about, '$.away_after') IS NOT NULL "
            "AND json_extract(s.holder, '$.kind') = ? ON CONFLICT DO NOTHING", kind, now, RUNNING, PERSON)

    async def fold(self, table: str) -> None:
        await self._writer.do(lambda c: _fold(c, table))

    async def unvisited(self, before: float) -> list[str]:
        rows = await self._read("SELECT id FROM tables WHERE changed < ?1 AND watched_until < ?1 ORDER BY changed", before)
        return [row[0] for row in rows]

    async def remove(self, table: str, last: int, before: float) -> bool:
        return bool(await self._writer.do(lambda c: _remove(c, table, last, before)))

    async def tables_with(self, user: str) -> list[str]:
        found: list[str] = await self._reader.do(lambda c: erasure.tables_with(c, user))
        return found

    async def erase(self, table: str, user: str) -> None:
        await self._writer.do(lambda c: erasure.erase_at(c, table, user))

    async def guest_values(self, guest: str) -> dict[str, str]:
        return dict(await self._read("SELECT name, value FROM guest_values WHERE guest = ?", guest))

    async def change_guest_value(self, guest: str, name: str, change: Callable[[str | None], str], now: float, most: int
                                 ) -> str:
        return str(await self._writer.do(lambda c: _change_guest_value(c, guest, name, change, now, most)))

    async def erase_guest_values(self, guest: str) -> None:
        await self._write("DELETE FROM guest_values WHERE guest = ?", guest)

    async def drop_guest_values(self, before: float) -> None:
        await self._write("DELETE FROM guest_values WHERE changed < ?", before)

    async def has_finished(self, user: str, game: str) -> bool:
        return bool(await self._read("SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id "
                                     "WHERE s.user = ? AND t.game = ? AND t.stage = ? LIMIT 1", user, game, OVER))

    async def latest_change(self) -> float:
        return float((await self._read("SELECT coalesce(max(changed), 0) FROM tables"))[0][0])

    async def check(self) -> None:
        await self._write("INSERT INTO settings VALUES ('checked', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                          secrets.token_bytes(8))
        await self._read("SELECT count(*) FROM settings")

    async def setting(self, name: str, otherwise: bytes) -> bytes:
        await self._write("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, otherwise)
        return bytes((await self._read("SELECT value FROM settings WHERE name = ?", name))[0][0])

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        rows: list[Any] = await self._reader.do(_all(sql, values))
        return rows

    async def _write(self, sql: str, *values: Any) -> list[Any]:
        rows: list[Any] = await self._writer.do(_all(sql, values))
        return rows

    async def _summaries(self, where: str, *values: Any) -> list[TableSummary]:
        found: list[TableSummary] = await self._reader.do(lambda c: _summaries(c, where, values))
        return found


def _all(sql: str, values: Sequence[Any]) -> Callable[[sqlite3.Connection], list[Any]]:
    return lambda connection: connection.execute(sql, values).fetchall()


def _compress(snapshot: bytes | None) -> bytes | None:
    """Compress a long snapshot. This happens in the writer's thread, so it does not hold up the tables."""
    return zlib.compress(snapshot, 1) if snapshot and len(snapshot) > LONG else snapshot


def _decompress(kept: bytes | None) -> bytes | None:
    return kept if kept is None or kept[:1] == b"{" else zlib.decompress(kept)


def _key(task: Task) -> tuple[str, str, int]:
    return task.table, task.due.kind, task.due.seat


def _add_box(c: sqlite3.Connection, digest: str, text: str) -> None:
    c.execute("INSERT INTO boxes VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, text))


def _create(c: sqlite3.Connection, about: About, box: str, holders: Sequence[Holder], secret: Secret, request: str,
            after: str | None) -> str:
    if request and (row := c.execute("SELECT id FROM tables WHERE request = ?", (request,)).fetchone()):
        return str(row[0])
    if after and (row := c.execute("SELECT next FROM tables WHERE id = ?", (after,)).fetchone()) and row[0]:
        return str(row[0])
    try:
        c.execute("INSERT INTO tables (id, about, game, host, listed, created, series, number, request, last, position, "
                  "stage, version, times, people, changed, box, own_box, origin) "
                  "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, -1, -1, 'open', 0, '{}', ?, ?, ?, ?, ?)",
                  (about.id, _dump(about.as_dict()), about.game, about.host, about.listed, about.created, about.series,
                   about.number, request or None, _people(holders), about.created, about.box["digest"],
                   about.own_box, about.origin))
    except sqlite3.IntegrityError:
        raise IdConflict(about.id) from None
    _add_box(c, about.box["digest"], box)
    c.execute("INSERT INTO secrets VALUES (?, ?, NULL)", (about.id, secret.secret))
    _seat(c, about.id, holders)
    if after:
        c.execute("UPDATE tables SET next = ? WHERE id = ?", (about.id, after))
    return about.id


def _people(holders: Sequence[Holder]) -> int:
    return sum(holder.kind == PERSON for holder in holders)


def _seat(c: sqlite3.Connection, table: str, holders: Sequence[Holder]) -> None:
    c.executemany("INSERT INTO seats VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET user = excluded.user, "
                  "holder = excluded.holder", [(table, seat, holder.belongs_to, _dump(holder.as_dict()))
                                               for seat, holder in enumerate(holders)])


def _append(c: sqlite3.Connection, table: str, change: Change) -> None:
    for earlier in change.led_up:
        _append(c, table, earlier)
    entry, now = change.entry, change.status
    try:
        c.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  (table, entry.number, entry.kind, entry.at, entry.position, entry.user, entry.seat, _dump(entry.data),
                   _dump(entry.chance), write_notes(entry.notes), _compress(change.snapshot)))
    except sqlite3.IntegrityError:
        raise EntryConflict(entry.number) from None
    moved = c.execute(f"UPDATE tables SET ({STATUS}, people, changed) = (?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ? AND last = ?",
                      (now.last, now.position, now.stage, now.version, _dump(now.times.as_dict()),
                       now.result and _dump(now.result), _people(change.holders), entry.at, table, entry.number - 1))
    if moved.rowcount != 1:
        raise EntryConflict(entry.number)
    if entry.kind in ("seat", "resignation"):
        _seat(c, table, change.holders)
    c.execute("DELETE FROM due WHERE table_id = ? AND kind IN (?, ?, ?)", (table, *TURN_WORK))
    for due in change.due:
        c.execute("INSERT INTO due (table_id, kind, seat, position, at) VALUES (?, ?, ?, ?, ?)",
                  (table, due.kind, due.seat, due.position, due.at))
    if change.saw:
        c.executemany("INSERT INTO saw VALUES (?, ?, ?) ON CONFLICT DO NOTHING", [(table, *pair) for pair in change.saw])
    if change.added is not None:
        c.execute("UPDATE secrets SET added = ? WHERE table_id = ?", (_dump(change.added), table))


def _take(c: sqlite3.Connection, owner: str, now: float, until: float, most: int) -> list[Task]:
    found = c.execute("SELECT d.table_id, d.kind, d.seat, d.position, d.at, d.tries + 1, "
                      "d.kind <> 'bot' OR t.people > 0 OR t.watched_until > ?1 FROM due d JOIN tables t ON t.id = d.table_id "
                      "WHERE d.at <= ?1 AND d.taken_until <= ?1 ORDER BY d.at LIMIT ?2", (now, most)).fetchall()
    for table, kind, seat, _, _, tries, wanted in found:
        if wanted:
            c.execute("UPDATE due SET taken_by = ?, taken_until = ?, tries = ? WHERE table_id = ? AND kind = ? AND seat = ?",
                      (owner, until, tries, table, kind, seat))
        else:
            c.execute("UPDATE due SET at = ? WHERE table_id = ? AND kind = ? AND seat = ?", (ASLEEP, table, kind, seat))
    return [Task(table, Due(kind, seat, position, at), tries)
            for table, kind, seat, position, at, tries, wanted in found if wanted]


def _keep_awake(c: sqlite3.Connection, tables: Sequence[str], until: float) -> bool:
    c.executemany("UPDATE tables SET watched_until = max(watched_until, ?) WHERE id = ?", [(until, one) for one in tables])
    return c.executemany("UPDATE due SET at = 0 WHERE table_id = ? AND at = ?", [(one, ASLEEP) for one in tables]).rowcount > 0


def _entry(row: Sequence[Any]) -> Entry:
    number, kind, at, position, user, seat, data, chance, notes = row
    return Entry(number, kind, at, position, user, seat, json.loads(data), tuple(json.loads(chance)), read_notes(notes))


def _entries(c: sqlite3.Connection, table: str, after: int, most: int) -> list[Entry]:
    rows: Sequence[Any] = c.execute(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? AND entry > ? "
                                    "ORDER BY entry LIMIT ?", (table, after, most)).fetchall()
    if not rows and (kept := c.execute("SELECT log FROM finished WHERE table_id = ?", (table,)).fetchone()):
        rows = [row for row in json.loads(zlib.decompress(kept[0])) if row[0] > after][:most]
    return [_entry(row) for row in rows]


def _actions_back_to(c: sqlite3.Connection, table: str, position: int, seats: Collection[int]) -> list[Step]:
    found: list[Step] = []
    while not found or found[-1].seat not in seats:
        row = c.execute("SELECT kind, seat, position, data FROM entries WHERE table_id = ? AND entry = ?",
                        (table, position)).fetchone()
        if row is None:
            break
        if row[0] == ACTION:
            found.append(Step(position, row[1], row[2]))
        position = json.loads(row[3])["back"] if row[0] == UNDO else row[2]
    return found


def _read_status(row: Sequence[Any]) -> TableStatus:
    last, position, stage, version, times, result = row
    return TableStatus(last, position, stage, version, read_times(json.loads(times)), json.loads(result) if result else None)


def _holders(c: sqlite3.Connection, table: str) -> tuple[Holder, ...]:
    rows = c.execute("SELECT holder FROM seats WHERE table_id = ? ORDER BY seat", (table,))
    return tuple(read_holder(json.loads(row[0])) for row in rows)


def _load(c: sqlite3.Connection, table: str) -> StoredTable | None:
    row = c.execute(f"SELECT about, next, (SELECT text FROM boxes WHERE digest = box), {STATUS} FROM tables WHERE id = ?",
                    (table,)).fetchone()
    if row is None:
        return None
    standing = _read_status(row[3:])
    secret, added = c.execute("SELECT secret, added FROM secrets WHERE table_id = ?", (table,)).fetchone()
    kept = c.execute("SELECT snapshot FROM entries WHERE table_id = ?1 AND entry = ?2 UNION ALL "
                     "SELECT snapshot FROM finished WHERE table_id = ?1", (table, standing.position)).fetchone()
    saw: dict[str, set[int]] = {}
    for user, seat in c.execute("SELECT user, seat FROM saw WHERE table_id = ?", (table,)):
        saw.setdefault(user, set()).add(seat)
    rights = {user: bool(may) for user, may in c.execute("SELECT user, may_join FROM rights WHERE table_id = ?", (table,))}
    return StoredTable(read_about(json.loads(row[0])), standing, _holders(c, table),
                       Secret(secret, tuple(json.loads(added)) if added else ()), row[2],
                       _decompress(kept[0]) if kept else None, saw, rights, row[1])


def _summaries(c: sqlite3.Connection, where: str, values: Sequence[Any]) -> list[TableSummary]:
    rows = c.execute(f"SELECT id, game, about, changed, {STATUS} FROM tables WHERE {where}", values).fetchall()
    return [_summary(c, *row) for row in rows]


def _summary(c: sqlite3.Connection, table: str, game: str, about: str, changed: float, *status: Any) -> TableSummary:
    """A table in a list. A damaged one stays in the list, as a table of which only the id and the game are known."""
    try:
        return TableSummary(read_about(json.loads(about)), _read_status(status), _holders(c, table), changed)
    except (ValueError, TypeError, LookupError):
        return TableSummary(About(table, game, 0, {}, "", 0.0, "", "", ""), TableStatus(), (), changed)


def _remove(c: sqlite3.Connection, table: str, last: int, before: float) -> bool:
    row = c.execute("SELECT series, box FROM tables WHERE id = ? AND last = ? AND changed < ? AND watched_until < ?",
                    (table, last, before, before)).fetchone()
    if row is None:
        return False
    for kept in PARTS:
        c.execute(f"DELETE FROM {kept} WHERE table_id = ?", (table,))
    c.execute("DELETE FROM tables WHERE id = ?", (table,))
    c.execute("UPDATE tables SET next = NULL WHERE series = ? AND next = ?", (row[0], table))
    c.execute("DELETE FROM boxes WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE box = ?1)", (row[1],))
    return True


def _say(c: sqlite3.Connection, table: str, seat: int, phrase: str, at: float, most: int) -> SpokenPhrase:
    last = c.execute("SELECT coalesce(max(number), -1) FROM phrases WHERE table_id = ?", (table,)).fetchone()[0]
    c.execute("INSERT INTO phrases VALUES (?, ?, ?, ?, ?)", (table, last + 1, at, seat, phrase))
    c.execute("DELETE FROM phrases WHERE table_id = ? AND number <= ?", (table, last + 1 - most))
    return SpokenPhrase(last + 1, at, seat, phrase)


def _change_guest_value(c: sqlite3.Connection, guest: str, name: str, change: Callable[[str | None], str], now: float, most: int
                        ) -> str:
    row = c.execute("SELECT value FROM guest_values WHERE guest = ? AND name = ?", (guest, name)).fetchone()
    if row is None and c.execute("SELECT count(*) FROM guest_values WHERE guest = ?", (guest,)).fetchone()[0] >= most:
        raise Refused("So much cannot be kept for one visitor.")
    value = change(row[0] if row else None)
    c.execute("INSERT INTO guest_values VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, "
              "changed = excluded.changed", (guest, name, value, now))
    return value


def _fold(c: sqlite3.Connection, table: str) -> None:
    row = c.execute("SELECT stage, position FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None or row[0] != OVER:
        return
    rows = c.execute(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? ORDER BY entry", (table,)).fetchall()
    if not rows:
        return
    last = c.execute("SELECT snapshot FROM entries WHERE table_id = ? AND entry = ?", (table, row[1])).fetchone()[0]
    c.execute("INSERT INTO finished VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
              (table, zlib.compress(_dump(rows).encode(), 9), last))
    c.execute("DELETE FROM entries WHERE table_id = ?", (table,))
