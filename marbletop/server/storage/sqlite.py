"""Tables in one SQLite file: write-ahead log, full synchronisation, one thread that writes and one that reads."""

import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from .engine import Connection, Row, RowConflict
from .opening import FILE, check_in_place, connect, connect_again, identity_of, prepare_database
from .sql import SqlStorage
from .writer import Worker

__all__ = ["FILE", "SqliteEngine", "connect", "open_storage"]
T = TypeVar("T")


def open_storage(folder: Path) -> SqlStorage:
    """The storage in a data folder; it is created or brought up to date if necessary."""
    return SqlStorage(SqliteEngine(prepare_database(folder)))


class SqliteEngine:
    """See `Engine` for what each call means."""

    def __init__(self, path: Path):
        identity = identity_of(path)
        again, check = partial(connect_again, path, identity), partial(check_in_place, path, identity)
        self._writer = Worker(again, writes=True, check=check)
        self._reader = Worker(again, writes=False)

    async def read(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        return cast(T, await self._reader.do(lambda connection: run_through(job(SqliteConnection(connection)))))

    async def write(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        return cast(T, await self._writer.do(lambda connection: run_through(job(SqliteConnection(connection)))))

    async def read_rows(self, sql: str, *values: Any) -> list[Row]:
        return cast(list[Row], await self._reader.do(lambda connection: connection.execute(sql, values).fetchall()))

    async def write_rows(self, sql: str, *values: Any) -> list[Row]:
        return cast(list[Row], await self._writer.do(lambda connection: connection.execute(sql, values).fetchall()))

    async def close(self) -> None:
        self._reader.stop()
        self._writer.stop()


class SqliteConnection:
    """See `Connection` for what each call means. None of them waits."""

    __slots__ = ("_connection",)
    skip_locked = ""                        # nobody else writes

    def __init__(self, connection: sqlite3.Connection):
        self._connection = connection

    async def rows(self, sql: str, *values: Any) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    async def row(self, sql: str, *values: Any) -> Row | None:
        return cast(Row | None, self._connection.execute(sql, values).fetchone())

    async def change(self, sql: str, *values: Any) -> int:
        try:
            return self._connection.execute(sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise RowConflict(str(error)) from error

    async def change_all(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        self._connection.executemany(sql, rows)

    async def compute(self, function: Callable[..., T], *values: Any) -> T:
        return function(*values)            # this is another thread already


def run_through(job: Awaitable[T]) -> T:
    """The result of a job that waits for nothing."""
    try:
        cast(Coroutine[Any, Any, T], job).send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise AssertionError("a job of SQLite must not wait")
