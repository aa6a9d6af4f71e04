"""All SQL for tables, in the part of the language that SQLite and PostgreSQL share. `engine.py` tells what runs it.

A job is a function of a connection; all that it writes is written together. On PostgreSQL other processes write at the same
time, and a job that meets what they have written is run again. What it has only read may have changed meanwhile, so a job
that relies on a table as it is locks it first.
"""

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from ..clock import read_times
from ..entries import ACTION, OVER, RUNNING, UNDO, Change, Due, Entry, TableStatus, read_notes, write_notes
from ..fairness import Secret
from ..refusal import Refused
from ..seats import PERSON, Holder, read_holder
from . import About, EntryConflict, IdConflict, SpokenPhrase, Step, StoredTable, TableSummary, Task, erasure, read_about
from .buckets import Buckets
from .engine import Connection, Engine, RowConflict

ENTRY_COLUMNS = "entry, kind, at, position, user, seat, data, chance, notes"
STATUS = "last, position, stage, version, times, result"
TURN_WORK = ("bot", "clock", "fold", "mail")    # due work that follows from the position, so that every entry replaces it
PARTS = ("secrets", "entries", "seats", "saw", "rights", "due", "finished", "phrases", "here",
         "reviews")                         # rows that belong to a table
LONG = 1000                                 # bytes from which on a snapshot is compressed
ASLEEP = 1e12                               # the time of bots' work at a table that no person plays and nobody watches
_dump = partial(json.dumps, separators=(",", ":"))


class SqlStorage(Buckets):
    """See `Storage` for what each call means."""

    shared = False

    def __init__(self, engine: Engine):
        super().__init__()
        self.engine = engine

    async def close(self) -> None:
        await self.engine.close()

    async def create(self, about: About, box: str, holders: Sequence[Holder], secret: Secret, request: str = "",
                     after: str | None = None) -> str:
        return await self.engine.write(lambda c: _create(c, about, box, holders, secret, request, after))

    async def add_box(self, digest: str, text: str) -> None:
        await self.engine.write(lambda c: _add_box(c, digest, text))

    async def lost_boxes(self) -> list[tuple[str, str]]:
        return await self._read("SELECT DISTINCT game, box FROM tables WHERE box NOT IN (SELECT digest FROM boxes)")

    async def load(self, table: str) -> StoredTable | None:
        return await self.engine.read(lambda c: _load(c, table))

    async def append(self, table: str, change: Change) -> int:
        return await self.engine.write(lambda c: _append(c, table, change))

    async def entries(self, table: str, after: int = -1, most: int = 1000) -> list[Entry]:
        return await self.engine.read(lambda c: _entries(c, table, after, most))

    async def entry_for(self, table: str, position: int) -> Entry | None:
        rows = await self._read(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? AND entry > ? AND kind IN (?, ?) "
                                "ORDER BY entry LIMIT 1", table, position, ACTION, UNDO)
        found = [_entry(row) for row in rows]
        return found[0] if found and found[0].position == position else None

    async def actions_back_to(self, table: str, position: int, seats: Collection[int]) -> list[Step]:
        return await self.engine.read(lambda c: _actions_back_to(c, table, position, seats))

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
        rows = await self._read("SELECT count(*), count(DISTINCT CASE WHEN own_box THEN box END) FROM tables "
                                "WHERE origin = ? AND origin <> ''", origin)
        return int(rows[0][0]), int(rows[0][1])

    async def series(self, first: str) -> list[TableSummary]:
        return await self._summaries("series = ? ORDER BY number", first)

    async def let_in(self, table: str, user: str, may_join: bool) -> None:
        await self.engine.write(lambda c: _let_in(c, table, user, may_join))

    async def keep_awake(self, tables: Sequence[str], until: float) -> bool:
        return await self.engine.write(lambda c: _keep_awake(c, tables, until))

    async def say(self, table: str, seat: int, phrase: str, at: float, most: int) -> SpokenPhrase:
        return await self.engine.write(lambda c: _say(c, table, seat, phrase, at, most))

    async def phrases_said(self, table: str, after: int = -1) -> list[SpokenPhrase]:
        rows = await self._read("SELECT number, at, seat, phrase FROM phrases WHERE table_id = ? AND number > ? "
                                "ORDER BY number", table, after)
        return [SpokenPhrase(*row) for row in rows]

    async def take(self, owner: str, now: float, until: float, most: int) -> list[Task]:
        return await self.engine.write(lambda c: _take(c, owner, now, until, most))

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
        await self.engine.write(lambda c: _expect_people(c, kind, now))

    async def fold(self, table: str) -> None:
        await self.engine.write(lambda c: _fold(c, table))

    async def unvisited(self, before: float) -> list[str]:
        rows = await self._read("SELECT id FROM tables WHERE changed < ?1 AND watched_until < ?1 ORDER BY changed", before)
        return [row[0] for row in rows]

    async def remove(self, table: str, last: int, before: float) -> bool:
        return await self.engine.write(lambda c: _remove(c, table, last, before))

    async def tables_with(self, user: str) -> list[str]:
        return await self.engine.read(lambda c: erasure.tables_with(c, user))

    async def erase(self, table: str, user: str) -> None:
        await self.engine.write(lambda c: erasure.erase_at(c, table, user))

    async def guest_values(self, guest: str) -> dict[str, str]:
        return dict(await self._read("SELECT name, value FROM guest_values WHERE guest = ?", guest))

    async def change_guest_value(self, guest: str, name: str, change: Callable[[str | None], str], now: float, most: int
                                 ) -> str:
        return await self.engine.write(lambda c: _change_guest_value(c, guest, name, change, now, most))

    async def erase_guest_values(self, guest: str) -> None:
        await self._write("DELETE FROM guest_values WHERE guest = ?", guest)

    async def drop_guest_values(self, before: float) -> None:
        await self._write("DELETE FROM guest_values WHERE changed < ?", before)

    async def has_finished(self, user: str, game: str) -> bool:
        return bool(await self._read("SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id "
                                     "WHERE s.user = ? AND t.game = ? AND t.stage = ? LIMIT 1", user, game, OVER))

    async def keep_review(self, table: str, review: dict[str, Any]) -> None:
        data = await asyncio.to_thread(lambda: zlib.compress(_dump(review).encode(), 6))
        totals = _dump(review["totals"]) if review["finished"] else ""
        await self.engine.write(lambda c: _keep_review(c, table, data, totals))

    async def review(self, table: str) -> dict[str, Any] | None:
        rows = await self._read("SELECT review FROM reviews WHERE table_id = ?", table)
        return json.loads(zlib.decompress(rows[0][0])) if rows else None

    async def review_totals(self, user: str, most: int) -> list[tuple[str, list[int], str]]:
        rows = await self._read("SELECT t.id, t.game, s.seat, r.totals FROM seats s JOIN tables t ON t.id = s.table_id "
                                "JOIN reviews r ON r.table_id = t.id WHERE s.user = ? AND s.user <> '' AND r.totals <> '' "
                                "ORDER BY t.changed DESC, t.id, s.seat LIMIT ?", user, most)
        found: dict[str, tuple[str, list[int], str]] = {}
        for table, game, seat, totals in rows:
            found.setdefault(table, (game, [], totals))[1].append(seat)
        return list(found.values())

    async def latest_change(self) -> float:
        return float((await self._read("SELECT coalesce(max(changed), 0) FROM tables"))[0][0])

    async def check(self) -> None:
        await self._write("INSERT INTO settings VALUES ('checked', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                          secrets.token_bytes(8))
        await self._read("SELECT count(*) FROM settings")

    async def setting(self, name: str, otherwise: bytes) -> bytes:
        await self._write("INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING", name, otherwise)
        return bytes((await self._read("SELECT value FROM settings WHERE name = ?", name))[0][0])

    async def _read(self, sql: str, *values: Any) -> list[Any]:
        return await self.engine.read_rows(sql, *values)

    async def _write(self, sql: str, *values: Any) -> list[Any]:
        return await self.engine.write_rows(sql, *values)

    async def _summaries(self, where: str, *values: Any) -> list[TableSummary]:
        return await self.engine.read(lambda c: _summaries(c, where, values))


def _compress(snapshot: bytes | None) -> bytes | None:
    """Compress a long snapshot. This happens in the writer's thread, so it does not hold up the tables."""
    return zlib.compress(snapshot, 1) if snapshot and len(snapshot) > LONG else snapshot


def _decompress(kept: bytes | None) -> bytes | None:
    return kept if kept is None or kept[:1] == b"{" else zlib.decompress(kept)


def _key(task: Task) -> tuple[str, str, int]:
    return task.table, task.due.kind, task.due.seat


async def _lock(c: Connection, table: str) -> bool:
    """Keep other writers away from a table until this job is done; whether there is such a table."""
    return await c.change("UPDATE tables SET last = last WHERE id = ?", table) == 1


async def _add_box(c: Connection, digest: str, text: str) -> None:
    """Store a box. One that is there already is written again, so that nobody removes it before this job is done."""
    await c.change("INSERT INTO boxes VALUES (?, ?) ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest", digest, text)


async def _create(c: Connection, about: About, box: str, holders: Sequence[Holder], secret: Secret, request: str,
                  after: str | None) -> str:
    if request and (row := await c.row("SELECT id FROM tables WHERE request = ?", request)):
        return str(row[0])
    if after and (row := await c.row("SELECT next FROM tables WHERE id = ?", after)) and row[0]:
        return str(row[0])
    try:
        await c.change("INSERT INTO tables (id, about, game, host, listed, created, series, number, request, last, position, "
                       "stage, version, times, people, changed, box, own_box, origin) "
                       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, -1, -1, 'open', 0, '{}', ?, ?, ?, ?, ?)",
                       about.id, _dump(about.as_dict()), about.game, about.host, about.listed, about.created, about.series,
                       about.number, request or None, _people(holders), about.created, about.box["digest"],
                       about.own_box, about.origin)
    except RowConflict:
        raise IdConflict(about.id) from None
    await _add_box(c, about.box["digest"], box)
    await c.change("INSERT INTO secrets VALUES (?, ?, NULL)", about.id, secret.secret)
    await _seat(c, about.id, holders)
    if after:
        await c.change("UPDATE tables SET next = ?, stamp = stamp + 1 WHERE id = ?", about.id, after)
    return about.id


def _people(holders: Sequence[Holder]) -> int:
    return sum(holder.kind == PERSON for holder in holders)


async def _seat(c: Connection, table: str, holders: Sequence[Holder]) -> None:
    await c.change_all("INSERT INTO seats VALUES (?, ?, ?, ?) ON CONFLICT (table_id, seat) DO UPDATE SET "
                       "user = excluded.user, holder = excluded.holder",
                       [(table, seat, holder.belongs_to, _dump(holder.as_dict())) for seat, holder in enumerate(holders)])


async def _let_in(c: Connection, table: str, user: str, may_join: bool) -> None:
    await c.change("INSERT INTO rights VALUES (?, ?, ?) ON CONFLICT (table_id, user) DO UPDATE SET "
                   "may_join = rights.may_join OR excluded.may_join", table, user, may_join)
    await c.change("UPDATE tables SET stamp = stamp + 1 WHERE id = ?", table)


async def _append(c: Connection, table: str, change: Change) -> int:
    for earlier in change.led_up:
        await _append(c, table, earlier)
    entry, now = change.entry, change.status
    try:
        await c.change("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                       table, entry.number, entry.kind, entry.at, entry.position, entry.user, entry.seat, _dump(entry.data),
                       _dump(entry.chance), write_notes(entry.notes), _compress(change.snapshot))
    except RowConflict:
        raise EntryConflict(entry.number) from None
    moved = await c.row(
        f"UPDATE tables SET ({STATUS}, people, changed, stamp) = (?, ?, ?, ?, ?, ?, ?, ?, stamp + 1) WHERE id = ? AND last = ? "
        "RETURNING stamp",
        now.last, now.position, now.stage, now.version, _dump(now.times.as_dict()), now.result and _dump(now.result),
        _people(change.holders), entry.at, table, entry.number - 1)
    if moved is None:
        raise EntryConflict(entry.number)
    if entry.kind in ("seat", "resignation"):
        await _seat(c, table, change.holders)
    await c.change("DELETE FROM due WHERE table_id = ? AND kind IN (?, ?, ?, ?)", table, *TURN_WORK)
    for due in change.due:
        await c.change("INSERT INTO due (table_id, kind, seat, position, at) VALUES (?, ?, ?, ?, ?)",
                       table, due.kind, due.seat, due.position, due.at)
    if change.saw:
        await c.change_all("INSERT INTO saw VALUES (?, ?, ?) ON CONFLICT DO NOTHING", [(table, *pair) for pair in change.saw])
    if change.added is not None:
        await c.change("UPDATE secrets SET added = ? WHERE table_id = ?", _dump(change.added), table)
    return int(moved[0])


async def _take(c: Connection, owner: str, now: float, until: float, most: int) -> list[Task]:
    found = await c.rows("SELECT d.table_id, d.kind, d.seat, d.position, d.at, d.tries + 1, "
                         "d.kind <> 'bot' OR t.people > 0 OR t.watched_until > ?1 "
                         "FROM due d JOIN tables t ON t.id = d.table_id "
                         f"WHERE d.at <= ?1 AND d.taken_until <= ?1 ORDER BY d.at LIMIT ?2 {c.skip_locked}", now, most)
    for table, kind, seat, _, _, tries, wanted in found:
        if wanted:
            await c.change("UPDATE due SET taken_by = ?, taken_until = ?, tries = ? "
                           "WHERE table_id = ? AND kind = ? AND seat = ?",
                           owner, until, tries, table, kind, seat)
        else:
            await c.change("UPDATE due SET at = ? WHERE table_id = ? AND kind = ? AND seat = ?", ASLEEP, table, kind, seat)
    return [Task(table, Due(kind, seat, position, at), tries)
            for table, kind, seat, position, at, tries, wanted in found if wanted]


async def _expect_people(c: Connection, kind: str, now: float) -> None:
    rows = await c.rows("SELECT t.id, t.about, s.seat, s.holder FROM tables t JOIN seats s ON s.table_id = t.id "
                        "WHERE t.stage = ?", RUNNING)
    due = [(table, kind, seat, -1, now + patience) for table, about, seat, holder in rows
           if (patience := _patience(about, holder)) is not None]
    await c.change_all("INSERT INTO due (table_id, kind, seat, position, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                       due)


def _patience(about: str, holder: str) -> float | None:
    """The seconds that a person at this seat has to come back; None for a bot, or if nobody counts them."""
    try:
        patience = json.loads(about)["away_after"]
        return float(patience) if json.loads(holder)["kind"] == PERSON and patience is not None else None
    except (ValueError, TypeError, LookupError):            # a damaged row
        return None


async def _keep_awake(c: Connection, tables: Sequence[str], until: float) -> bool:
    woken = 0
    for table in tables:
        await c.change("UPDATE tables SET watched_until = ? WHERE id = ? AND watched_until < ?", until, table, until)
        woken += await c.change("UPDATE due SET at = 0 WHERE table_id = ? AND at = ?", table, ASLEEP)
    return woken > 0


def _entry(row: Sequence[Any]) -> Entry:
    number, kind, at, position, user, seat, data, chance, notes = row
    return Entry(number, kind, at, position, user, seat, json.loads(data), tuple(json.loads(chance)), read_notes(notes))


async def _entries(c: Connection, table: str, after: int, most: int) -> list[Entry]:
    rows: Sequence[Any] = await c.rows(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? AND entry > ? "
                                       "ORDER BY entry LIMIT ?", table, after, most)
    if not rows and (kept := await c.row("SELECT log FROM finished WHERE table_id = ?", table)):
        rows = [row for row in json.loads(zlib.decompress(kept[0])) if row[0] > after][:most]
    return [_entry(row) for row in rows]


async def _actions_back_to(c: Connection, table: str, position: int, seats: Collection[int]) -> list[Step]:
    found: list[Step] = []
    more = 1
    while more:
        row = await c.row("SELECT kind, seat, position, data FROM entries WHERE table_id = ? AND entry = ?", table, position)
        if row is None:
            break
        data = json.loads(row[3])
        if row[0] == ACTION:
            found.append(Step(position, row[1], row[2], data.get("led_up", 0)))
            more = found[-1].led_up if row[1] in seats else more
        position = data["back"] if row[0] == UNDO else row[2]
    return found


def _read_status(row: Sequence[Any]) -> TableStatus:
    last, position, stage, version, times, result = row
    return TableStatus(last, position, stage, version, read_times(json.loads(times)), json.loads(result) if result else None)


async def _holders(c: Connection, table: str) -> tuple[Holder, ...]:
    rows = await c.rows("SELECT holder FROM seats WHERE table_id = ? ORDER BY seat", table)
    return tuple(read_holder(json.loads(row[0])) for row in rows)


TABLE = ("SELECT t.about, t.next, (SELECT text FROM boxes WHERE digest = t.box), t.stamp, t.talk, "
         "(SELECT secret FROM secrets WHERE table_id = t.id), (SELECT added FROM secrets WHERE table_id = t.id), "
         "coalesce((SELECT e.snapshot FROM entries e WHERE e.table_id = t.id AND e.entry = t.position), "
         f"(SELECT snapshot FROM finished WHERE table_id = t.id)), {STATUS} FROM tables t WHERE t.id = ?")
AT_TABLE = ("SELECT 'seat', seat, '', holder FROM seats WHERE table_id = ?1 UNION ALL "
            "SELECT 'saw', seat, user, '' FROM saw WHERE table_id = ?1 UNION ALL "
            "SELECT 'may', CASE WHEN may_join THEN 1 ELSE 0 END, user, '' FROM rights WHERE table_id = ?1 ORDER BY 2")


async def _load(c: Connection, table: str) -> StoredTable | None:
    """Two queries, because processes that share tables read them often."""
    row = await c.row(TABLE, table)
    if row is None:
        return None
    about, following, box, stamp, talk, secret, added, snapshot, *status = row
    rows = await c.rows(AT_TABLE, table)
    saw: dict[str, set[int]] = {}
    for user, seat in [(user, seat) for kind, seat, user, _ in rows if kind == "saw"]:
        saw.setdefault(user, set()).add(seat)
    return StoredTable(read_about(json.loads(about)), _read_status(status),
                       tuple(read_holder(json.loads(holder)) for kind, _, _, holder in rows if kind == "seat"),
                       Secret(secret, tuple(json.loads(added)) if added else ()), box, _decompress(snapshot), saw,
                       {user: bool(may) for kind, may, user, _ in rows if kind == "may"}, following, stamp, talk)


async def _summaries(c: Connection, where: str, values: Sequence[Any]) -> list[TableSummary]:
    rows = await c.rows(f"SELECT id, game, about, changed, {STATUS} FROM tables WHERE {where}", *values)
    return [await _summary(c, *row) for row in rows]


async def _summary(c: Connection, table: str, game: str, about: str, changed: float, *status: Any) -> TableSummary:
    """A table in a list. A damaged one stays in the list, as a table of which only the id and the game are known."""
    try:
        return TableSummary(read_about(json.loads(about)), _read_status(status), await _holders(c, table), changed)
    except (ValueError, TypeError, LookupError):
        return TableSummary(About(table, game, 0, {}, "", 0.0, "", "", ""), TableStatus(), (), changed)


async def _remove(c: Connection, table: str, last: int, before: float) -> bool:
    await _lock(c, table)
    row = await c.row("SELECT series, box FROM tables WHERE id = ? AND last = ? AND changed < ? AND watched_until < ?",
                      table, last, before, before)
    if row is None:
        return False
    for kept in PARTS:
        await c.change(f"DELETE FROM {kept} WHERE table_id = ?", table)
    await c.change("DELETE FROM tables WHERE id = ?", table)
    await c.change("UPDATE tables SET next = NULL WHERE series = ? AND next = ?", row[0], table)
    await c.change("DELETE FROM boxes WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE box = ?1)", row[1])
    return True


async def _say(c: Connection, table: str, seat: int, phrase: str, at: float, most: int) -> SpokenPhrase:
    (last,), = await c.rows("SELECT coalesce(max(number), -1) FROM phrases WHERE table_id = ?", table)
    await c.change("INSERT INTO phrases VALUES (?, ?, ?, ?, ?)", table, last + 1, at, seat, phrase)
    await c.change("UPDATE tables SET stamp = stamp + 1 WHERE id = ?", table)
    await c.change("DELETE FROM phrases WHERE table_id = ? AND number <= ?", table, last + 1 - most)
    return SpokenPhrase(last + 1, at, seat, phrase)


async def _change_guest_value(c: Connection, guest: str, name: str, change: Callable[[str | None], str], now: float, most: int
                              ) -> str:
    row = await c.row("SELECT value FROM guest_values WHERE guest = ? AND name = ?", guest, name)
    if row is None and (await c.rows("SELECT count(*) FROM guest_values WHERE guest = ?", guest))[0][0] >= most:
        raise Refused("So much cannot be kept for one visitor.")
    value = change(row[0] if row else None)
    await c.change("INSERT INTO guest_values VALUES (?, ?, ?, ?) ON CONFLICT (guest, name) DO UPDATE SET "
                   "value = excluded.value, changed = excluded.changed", guest, name, value, now)
    return value


async def _keep_review(c: Connection, table: str, data: bytes, totals: str) -> None:
    await _lock(c, table)
    if await c.row("SELECT 1 FROM tables WHERE id = ? AND stage = ?", table, OVER):
        await c.change("INSERT INTO reviews VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET "
                       "review = excluded.review, totals = excluded.totals", table, data, totals)


async def _fold(c: Connection, table: str) -> None:
    await _lock(c, table)
    row = await c.row("SELECT stage, position FROM tables WHERE id = ?", table)
    if row is None or row[0] != OVER:
        return
    rows = await c.rows(f"SELECT {ENTRY_COLUMNS} FROM entries WHERE table_id = ? ORDER BY entry", table)
    if not rows:
        return
    (last,), = await c.rows("SELECT snapshot FROM entries WHERE table_id = ? AND entry = ?", table, row[1])
    log = await c.compute(zlib.compress, _dump(rows).encode(), 9)
    await c.change("INSERT INTO finished VALUES (?, ?, ?) ON CONFLICT DO NOTHING", table, log, last)
    await c.change("DELETE FROM entries WHERE table_id = ?", table)
