"""Taking a person out of what is stored: their id, and the names that they had at a table."""

import json
import zlib
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from ..entries import OVER, SEAT
from ..seats import EMPTY, PERSON, Holder, read_holder
from .engine import Connection

AT_A_TIME = 200                             # folded logs that are opened at a time
NAMELESS = "?"                              # in old entries, in place of a name
Row = Sequence[Any]                         # entry, kind, at, position, user, seat, data, chance, notes
WriteBack = Callable[[Connection, str, Sequence[Row]], Awaitable[None]]
TRACES = ("SELECT table_id FROM seats WHERE user = ?1 UNION SELECT table_id FROM entries WHERE user = ?1 UNION "
          "SELECT table_id FROM saw WHERE user = ?1 UNION SELECT table_id FROM rights WHERE user = ?1 UNION "
          "SELECT id FROM tables WHERE host = ?1")


async def tables_with(c: Connection, user: str) -> list[str]:
    """The tables that know of a person; logs that are folded have to be opened one by one."""
    found = {row[0] for row in await c.rows(TRACES, user)}
    last = ""
    while rows := await c.rows("SELECT table_id, log FROM finished WHERE table_id > ? ORDER BY table_id LIMIT ?",
                               last, AT_A_TIME):
        found |= await c.compute(with_traces, rows, user)
        last = rows[-1][0]
    return sorted(found)


def with_traces(logs: Sequence[Row], user: str) -> set[str]:
    """The tables whose folded logs know of a person."""
    return {table for table, log in logs if user.encode() in zlib.decompress(log)}


async def erase_at(c: Connection, table: str, user: str) -> None:
    """Take a person out of a table. They must not hold a seat of a game that is not over."""
    await c.change("UPDATE tables SET stamp = stamp + 1 WHERE id = ?", table)       # others wait, or write after this
    (stage, host, about), = await c.rows("SELECT stage, host, about FROM tables WHERE id = ?", table)
    names = await erase_seats(c, table, user)
    for write_back, rows in await stored_logs(c, table):
        names |= {about["name"] for row in rows if (row[1], row[4]) == (SEAT, user)
                  for about in json.loads(row[6])["seats"].values() if about["kind"] == PERSON}
        await write_back(c, table, [without_person(row, user, names) for row in rows])
    for kept in ("saw", "rights"):
        await c.change(f"DELETE FROM {kept} WHERE table_id = ? AND user = ?", table, user)
    if stage == OVER and host == user:
        nobodys = json.dumps({**json.loads(about), "host": ""}, separators=(",", ":"))
        await c.change("UPDATE tables SET about = ?, host = '', request = NULL WHERE id = ?", nobodys, table)


async def erase_seats(c: Connection, table: str, user: str) -> set[str]:
    """Take a person out of the seats; the names that they had there."""
    rows = await c.rows("SELECT seat, holder FROM seats WHERE table_id = ? AND user = ?", table, user)
    holders = {seat: read_holder(json.loads(holder)) for seat, holder in rows}
    for seat, holder in holders.items():
        await c.change("UPDATE seats SET user = '', holder = ? WHERE table_id = ? AND seat = ?",
                       json.dumps(nameless(holder).as_dict(), separators=(",", ":")), table, seat)
    return {holder.name for holder in holders.values() if holder.name}


def nameless(holder: Holder) -> Holder:
    """What a seat is after its person was erased: of a person nobody's, of a bot that keeps it the bot's."""
    kind = EMPTY if holder.kind == PERSON else holder.kind
    return replace(holder, kind=kind, user="", name="", kept="", origin="")


async def stored_logs(c: Connection, table: str) -> list[tuple[WriteBack, Sequence[Row]]]:
    """The rows of a log, folded or not, each with what writes them back."""
    columns = "entry, kind, at, position, user, seat, data, chance, notes"
    rows = await c.rows(f"SELECT {columns} FROM entries WHERE table_id = ?", table)
    folded = await c.rows("SELECT log FROM finished WHERE table_id = ?", table)
    return [(write_rows, rows), *((fold_rows, json.loads(zlib.decompress(log))) for log, in folded)]


async def write_rows(c: Connection, table: str, rows: Sequence[Row]) -> None:
    await c.change_all("UPDATE entries SET user = ?, data = ? WHERE table_id = ? AND entry = ?",
                       [(row[4], row[6], table, row[0]) for row in rows])


async def fold_rows(c: Connection, table: str, rows: Sequence[Row]) -> None:
    log = await c.compute(zlib.compress, json.dumps(rows, separators=(",", ":")).encode(), 9)
    await c.change("UPDATE finished SET log = ? WHERE table_id = ?", log, table)


def without_person(row: Row, user: str, names: Collection[str]) -> Row:
    """An entry without a person's id, and without their names if it tells who sat down."""
    number, kind, at, position, who, seat, data, chance, notes = row
    if kind == SEAT:
        told = json.loads(data)
        for about in told["seats"].values():
            about["name"] = without_name(about["name"], names)
        data = json.dumps(told, separators=(",", ":"))
    return [number, kind, at, position, "" if who == user else who, seat, data, chance, notes]


def without_name(name: str, names: Collection[str]) -> str:
    """The name, or a sign in its place; a bot that keeps a seat has the name of its person, too."""
    return name.replace(name.removesuffix(" (bot)"), NAMELESS) if name.removesuffix(" (bot)") in names else name
