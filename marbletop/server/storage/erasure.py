"""Taking a person out of what is stored: their id, and the names that they had at a table."""

import json
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..entries import OVER, SEAT
from ..seats import EMPTY, PERSON, Holder, read_holder

NAMELESS = "?"                              # in old entries, in place of a name
Row = Sequence[Any]                         # entry, kind, at, position, user, seat, data, chance, notes
TRACES = ("SELECT table_id FROM seats WHERE user = ?1 UNION SELECT table_id FROM entries WHERE user = ?1 UNION "
          "SELECT table_id FROM saw WHERE user = ?1 UNION SELECT table_id FROM rights WHERE user = ?1 UNION "
          "SELECT id FROM tables WHERE host = ?1")


def tables_with(c: sqlite3.Connection, user: str) -> list[str]:
    """The tables that know of a person; logs that are folded have to be opened one by one."""
    found = {row[0] for row in c.execute(TRACES, (user,))}
    folded = c.execute("SELECT table_id, log FROM finished")
    return sorted(found | {table for table, log in folded if user.encode() in zlib.decompress(log)})


def erase_at(c: sqlite3.Connection, table: str, user: str) -> None:
    """Take a person out of a table. They must not hold a seat of a game that is not over."""
    over = c.execute("SELECT stage FROM tables WHERE id = ?", (table,)).fetchone()[0] == OVER
    names = erase_seats(c, table, user)
    for place, rows in stored_logs(c, table):
        names |= {about["name"] for row in rows if (row[1], row[4]) == (SEAT, user)
                  for about in json.loads(row[6])["seats"].values() if about["kind"] == PERSON}
        place([without_person(row, user, names) for row in rows])
    for kept in ("saw", "rights"):
        c.execute(f"DELETE FROM {kept} WHERE table_id = ? AND user = ?", (table, user))
    if over:
        c.execute("UPDATE tables SET about = json_set(about, '$.host', ''), host = '', request = NULL "
                  "WHERE id = ? AND host = ?", (table, user))


def erase_seats(c: sqlite3.Connection, table: str, user: str) -> set[str]:
    """Take a person out of the seats; the names that they had there."""
    rows = c.execute("SELECT seat, holder FROM seats WHERE table_id = ? AND user = ?", (table, user)).fetchall()
    holders = {seat: read_holder(json.loads(holder)) for seat, holder in rows}
    for seat, holder in holders.items():
        c.execute("UPDATE seats SET user = '', holder = ? WHERE table_id = ? AND seat = ?",
                  (json.dumps(nameless(holder).as_dict(), separators=(",", ":")), table, seat))
    return {holder.name for holder in holders.values() if holder.name}


def nameless(holder: Holder) -> Holder:
    """What a seat is after its person was erased: of a person nobody's, of a bot that keeps it the bot's."""
    kind = EMPTY if holder.kind == PERSON else holder.kind
    return replace(holder, kind=kind, user="", name="", kept="", origin="")


def stored_logs(c: sqlite3.Connection, table: str) -> Iterable[tuple[Callable[[Sequence[Row]], None], list[Row]]]:
    """The rows of a log, folded or not, each with what writes them back."""
    columns = "entry, kind, at, position, user, seat, data, chance, notes"
    yield (lambda rows: write_rows(c, table, rows),
           c.execute(f"SELECT {columns} FROM entries WHERE table_id = ?", (table,)).fetchall())
    for (log,) in c.execute("SELECT log FROM finished WHERE table_id = ?", (table,)).fetchall():
        yield lambda rows: fold_rows(c, table, rows), json.loads(zlib.decompress(log))


def write_rows(c: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    c.executemany("UPDATE entries SET user = ?, data = ? WHERE table_id = ? AND entry = ?",
                  [(row[4], row[6], table, row[0]) for row in rows])


def fold_rows(c: sqlite3.Connection, table: str, rows: Sequence[Row]) -> None:
    log = json.dumps(rows, separators=(",", ":")).encode()
    c.execute("UPDATE finished SET log = ? WHERE table_id = ?", (zlib.compress(log, 9), table))


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
