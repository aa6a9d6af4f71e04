"""Tables that nobody has visited for long become files: the record of each game that was dealt, compressed, in the folder
`archive` of the data folder. Then the table is removed, and its code is free.

The record of a game that is not over holds its secret, too. It stays on the server's disk: no page shows it.
"""

import asyncio
import gzip
import json
import logging
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from ..core.errors import MarbletopError
from .entries import OPEN
from .history import Histories
from .lobby import DAY, Lobby
from .records import whole_record
from .refusal import DatabaseFailed
from .storage.opening import reach_the_disk
from .table import Table

FOLDER = "archive"
LOOK = 3600.0                               # seconds between two looks for tables that nobody visits
log = logging.getLogger(__name__)


class Archive:
    """The files of a data folder, by the ids of their tables. A code may have belonged to one table after the other."""

    def __init__(self, folder: Path):
        self._folder = folder / FOLDER

    def has(self, id: str) -> bool:
        return is_file_name(id) and self._path(id).exists()

    def add(self, id: str, record: dict[str, Any]) -> Path:
        """Write a record; the file is on the disk when this returns."""
        self._folder.mkdir(exist_ok=True, mode=0o700)
        data = gzip.compress(json.dumps(record, separators=(",", ":")).encode(), mtime=0)
        for path in self._paths(id):
            try:
                handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            write_or_leave_nothing(handle, path, data)
            return path
        raise AssertionError("there is always another name")

    def _path(self, id: str, number: int = 0) -> Path:
        return self._folder / f"{id}{f'.{number}' if number else ''}.json.gz"

    def _paths(self, id: str) -> Iterator[Path]:
        return (self._path(id, number) for number in count())


def write_or_leave_nothing(handle: int, path: Path, data: bytes) -> None:
    """Write a file so that it and its name are on the disk."""
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        reach_the_disk(path.parent)
    except BaseException:
        path.unlink()
        raise


def is_file_name(id: str) -> bool:
    """Whether this can be the id of a table, and so a part of a file's name."""
    return 0 < len(id) <= 40 and all(letter.isalnum() or letter in "-_" for letter in id) and id.isascii()


def read_archived(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return record


async def archive_tables(lobby: Lobby, archive: Archive, histories: Histories, before: float) -> int:
    """Archive the tables that nobody has visited since that time; how many. Those that cannot be opened stay."""
    done = 0
    for id in await lobby.room.storage.unvisited(before):
        try:
            done += await archive_table(lobby, archive, await lobby.open(id), before)
            histories.forget(id)
        except DatabaseFailed:
            raise
        except (MarbletopError, OSError) as error:
            log.warning("table %s cannot be archived: %s", id, error)
    return done


async def archive_table(lobby: Lobby, archive: Archive, table: Table, before: float) -> bool:
    """Write the record of a table, and remove the table; False if somebody has come meanwhile."""
    await table.refresh()
    seen = table.now
    path = await asyncio.to_thread(archive.add, table.id, await archived_record(table)) if seen.stage != OPEN else None
    removed = False
    try:
        removed = await lobby.remove(table, seen.last, before)
    finally:
        if path is not None and not removed:
            path.unlink()
    return removed


async def archived_record(table: Table) -> dict[str, Any]:
    """The record with the text of the box, and what else a reader may want to know of the table."""
    about = table.about
    return {**await whole_record(table), "components": {**table.components.about, "text": table.components.text},
            "archived": {"id": about.id, "created": about.created, "listed": about.listed, "stage": table.now.stage}}


async def archive_forever(lobby: Lobby, archive: Archive, histories: Histories, days: float) -> None:
    """Look once an hour for tables that nobody has visited for so many days. The first hour is for people who come back to a
    server that was not running."""
    while True:
        await asyncio.sleep(LOOK)
        try:
            if done := await archive_tables(lobby, archive, histories, lobby.room.now() - days * DAY):
                log.info("%s tables were archived", done)
        except Exception:
            log.exception("tables could not be archived")
