"""Tables in PostgreSQL: pooled connections, prepared statements, and jobs that are run again if another process has written
what they rely on."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import asyncpg

from ..refusal import DatabaseFailed
from .dialect import to_postgres
from .engine import DISK_FULL, OUT_OF_ORDER, Connection, Row, RowConflict
from .postgres_opening import OUT_OF_REACH, SETTINGS, share_database

log = logging.getLogger(__name__)
T = TypeVar("T")
CONNECTIONS = 10                            # of one process, at most
ATTEMPTS = 20                               # of a job that others get in the way of
PATIENCE = 20.0                             # seconds for one statement, and for a free connection
RACES = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, RowConflict)


class PostgresEngine:
    """See `Engine` for what each call means. Connections are made when they are needed."""

    def __init__(self, url: str):
        self.url = url
        self._pool: asyncpg.Pool | None = None
        self._opening = asyncio.Lock()
        self._listening: asyncpg.Connection | None = None

    async def read(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            return await job(PostgresConnection(connection))

    async def write(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        async def attempt() -> T:
            async with self._connection() as connection, connection.transaction(isolation="repeatable_read"):
                return await job(PostgresConnection(connection))
        return await try_again(attempt)

    async def read_rows(self, sql: str, *values: Any) -> list[Row]:
        async with self._connection() as connection:
            return await PostgresConnection(connection).rows(sql, *values)

    async def write_rows(self, sql: str, *values: Any) -> list[Row]:
        return await try_again(lambda: self.read_rows(sql, *values))

    async def listen(self, hear: Callable[[str], Any]) -> None:
        """Call a function with every notice, by a connection that does nothing else. One that was lost is made anew."""
        if self._listening is None or self._listening.is_closed():
            with errors_as_failures():
                connection = await asyncpg.connect(self.url, timeout=PATIENCE, server_settings=SETTINGS)
                channel = await connection.fetchval("SELECT 'marbletop ' || current_schema()")
                await connection.add_listener(channel, lambda connection, pid, channel, text: hear(text))
                self._listening = connection

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.terminate()
            self._listening = None
        if self._pool is not None:
            pool, self._pool = self._pool, None
            await pool.close()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection for as long as the block lasts; DatabaseFailed if the database is out of reach."""
        with errors_as_failures():
            pool = self._pool or await self._open_pool()
            async with pool.acquire(timeout=PATIENCE) as connection:
                yield connection

    async def _open_pool(self) -> asyncpg.Pool:
        async with self._opening:
            if self._pool is None:
                self._pool = await asyncpg.create_pool(
                    self.url, min_size=0, max_size=CONNECTIONS, init=share_database, reset=keep_as_is,
                    command_timeout=PATIENCE, timeout=PATIENCE, server_settings=SETTINGS)
        return self._pool


async def keep_as_is(connection: asyncpg.Connection) -> None:
    """What happens to a connection that goes back to the pool. Jobs change no settings, so there is nothing to do."""


async def try_again(attempt: Callable[[], Awaitable[T]]) -> T:
    """The result of the first attempt that no other process gets in the way of."""
    for tried in range(ATTEMPTS):
        try:
            return await attempt()
        except RACES as error:
            if tried == ATTEMPTS - 1:
                log.error("a job was given up after %s attempts: %s", ATTEMPTS, error)
                raise DatabaseFailed(OUT_OF_ORDER) from error
            await asyncio.sleep(random.uniform(0, 0.002 * 2 ** min(tried, 6)))
    raise AssertionError("the last attempt returns or raises")


@contextmanager
def errors_as_failures() -> Iterator[None]:
    """Say in a sentence for players that the database cannot do its work."""
    try:
        yield
    except asyncpg.DiskFullError as error:
        log.error("PostgreSQL could not do its work: %s", error)
        raise DatabaseFailed(DISK_FULL) from error
    except OUT_OF_REACH as error:
        log.error("PostgreSQL could not do its work: %s", error or type(error).__name__)
        raise DatabaseFailed(OUT_OF_ORDER) from error


class PostgresConnection:
    """See `Connection` for what each call means. asyncpg prepares every statement once for each connection."""

    __slots__ = ("_connection",)
    skip_locked = "FOR UPDATE OF d SKIP LOCKED"

    def __init__(self, connection: asyncpg.Connection):
        self._connection = connection

    async def rows(self, sql: str, *values: Any) -> list[Row]:
        with conflicts_noticed():
            return list(map(tuple, await self._connection.fetch(to_postgres(sql), *map(without_nul, values))))

    async def row(self, sql: str, *values: Any) -> Row | None:
        found = await self._connection.fetchrow(to_postgres(sql), *map(without_nul, values))
        return None if found is None else tuple(found)

    async def change(self, sql: str, *values: Any) -> int:
        with conflicts_noticed():
            said: str = await self._connection.execute(to_postgres(sql), *map(without_nul, values))
        return int(said.rsplit(" ", 1)[-1])

    async def change_all(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        with conflicts_noticed():
            await self._connection.executemany(to_postgres(sql), [tuple(map(without_nul, row)) for row in rows])

    async def compute(self, function: Callable[..., T], *values: Any) -> T:
        return await asyncio.to_thread(function, *values)


def without_nul(value: Any) -> Any:
    """A value as PostgreSQL can keep it: no text there has a character of number 0, so an id with one is found nowhere."""
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if type(value) is str and "\0" in value else value


@contextmanager
def conflicts_noticed() -> Iterator[None]:
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise RowConflict(str(error)) from error
