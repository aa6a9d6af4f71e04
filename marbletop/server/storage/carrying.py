"""Backups of a PostgreSQL database, in the same files as those of SQLite: so tables go from one to the other, row by row."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg

from ..refusal import Refused
from .files import check_database, copy_backup
from .migrate import latest_version, migrate
from .opening import FILE, named_when_whole, new_part
from .postgres_opening import OPENING, check_version, claim, connected, migrate_postgres, shown, version_of

ROWS_AT_A_TIME = 500
# What SQLite has in other types: 0 and 1 for false and true, and whatever somebody wrote into a column.
CONVERSIONS: Mapping[str, Callable[[Any], Any]] = {
    "boolean": bool, "double precision": float, "bytea": lambda value: value.encode() if isinstance(value, str) else value}


async def write_backup(url: str, target: Path) -> int:
    """Copy a database, as it is at one moment, into a file of SQLite; how many tables of players it holds."""
    try:
        with named_when_whole(target) as part:
            async with connected(url) as source:
                await check_present_version(source, url)
                with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                    migrate(copy, part)
                    async with source.transaction(isolation="repeatable_read", readonly=True):
                        await copy_rows(source, copy)
                    return check_database(copy)
    except OSError as error:
        raise Refused("{path} cannot be written: {error}. Choose another file.", path=target, error=error.strerror) from None


async def keep_copy(url: str, folder: Path, version: int) -> None:
    """Keep a database whose tables of this version are about to be brought up to date, so that one can go back: `marbletop
    restore` takes the copy. The caller has kept all servers away."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with named_when_whole(folder / f"{FILE}.version-{version}") as part:
            await write_rows(url, part, version)
    except OSError as error:
        raise Refused("The data folder {folder} cannot be used: {error}. Make it writable, or choose another with --data.",
                      folder=folder, error=error.strerror) from None


async def write_rows(url: str, part: Path, version: int) -> None:
    """Fill a new file of SQLite with all rows, in tables of a version."""
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        migrate(copy, part, version)
        async with connected(url) as source, source.transaction(isolation="repeatable_read", readonly=True):
            await copy_rows(source, copy)


async def check_present_version(source: asyncpg.Connection, url: str) -> None:
    version = await version_of(source)
    if not version:
        raise Refused("There is nothing to back up: {path} does not exist.", path=shown(url))
    check_version(url, version)
    if version < latest_version():
        raise Refused("The database {database} is of an earlier version. Start a server once to bring it up to date.",
                      database=shown(url))


async def copy_rows(source: asyncpg.Connection, copy: sqlite3.Connection) -> None:
    copy.execute("BEGIN")
    for table, columns in columns_of(copy).items():
        names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" * len(columns))
        rows = await source.cursor(f"SELECT {names} FROM {table}")
        while found := await rows.fetch(ROWS_AT_A_TIME):
            copy.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", map(tuple, found))
    copy.execute("COMMIT")


def columns_of(database: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of all tables. The one that others refer to comes first."""
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    names.sort(key=lambda name: name != "tables")
    return {name: [row[1] for row in database.execute(f"PRAGMA table_info({name})")] for name in names}


async def restore_backup(url: str, source: Path, folder: Path) -> int:
    """Replace a database by a backup; how many tables of players it holds. What was there is kept in the data folder as
    `marbletop.sqlite.before-restore` (of an earlier version: as `marbletop.sqlite.version-N`). Nothing is
    changed if anything goes wrong."""
    if not source.is_file():
        raise Refused("There is no file {path}.", path=source)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = new_part(folder / FILE)
    try:
        tables = copy_backup(source, part)
        with closing(sqlite3.connect(part)) as backup:
            async with connected(url) as target, target.transaction():
                await target.execute(f"SELECT pg_advisory_xact_lock({OPENING})")
                await claim(target, url)
                await empty_database(target, url, folder)
                await insert_rows(backup, target)
    finally:
        part.unlink(missing_ok=True)
    return tables


async def empty_database(target: asyncpg.Connection, url: str, folder: Path) -> None:
    """Bring a database up to date and delete all its rows, which are kept in a file."""
    version = await version_of(target)
    check_version(url, version)
    if version == latest_version():
        await write_backup(url, folder / f"{FILE}.before-restore")
    elif version:
        await keep_copy(url, folder, version)
    await migrate_postgres(target, version)
    found = await target.fetch("SELECT table_name FROM information_schema.tables "
                               "WHERE table_schema = current_schema() AND table_name <> 'marbletop'")
    await target.execute(f"TRUNCATE {', '.join(row[0] for row in found)}")


async def insert_rows(backup: sqlite3.Connection, target: asyncpg.Connection) -> None:
    for table, columns in columns_of(backup).items():
        types = dict(await target.fetch("SELECT column_name, data_type FROM information_schema.columns "
                                        "WHERE table_schema = current_schema() AND table_name = $1", table))
        conversions = [CONVERSIONS.get(types[name], lambda value: value) for name in columns]
        for some in rows_of(backup, table, columns):
            await target.copy_records_to_table(table, columns=columns, records=[
                [None if value is None else convert(value) for convert, value in zip(conversions, row)] for row in some])


def rows_of(backup: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[list[Sequence[Any]]]:
    """The rows of a table, some at a time."""
    names = ", ".join(f'"{name}"' for name in columns)
    rows = backup.execute(f"SELECT {names} FROM {table}")
    while some := rows.fetchmany(ROWS_AT_A_TIME):
        yield some
