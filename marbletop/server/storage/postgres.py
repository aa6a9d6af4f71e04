"""Tables in PostgreSQL: pooled connections, prepared statements, and jobs that are run again if another process has written
what they rely on."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg

from ..refusal import DatabaseFailed
from .dialect import to_postgres
from .engine import CONNECTIONS, DISK_FULL, OUT_OF_ORDER, STOPPED, Connection, Row, RowConflict
from .postgres_opening import OUT_OF_REACH, SETTINGS, share_database

log = logging.getLogger(__name__)
T = TypeVar("T")
ATTEMPTS = 20                               # of a job that others get in the way of
PATIENCE = 20.0                             # seconds for one statement, and for a free connection
RACES = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError, RowConflict)
NOTICE_SETTINGS = {**SETTINGS, "synchronous_commit": "off"}     # a notice need not be on the disk
BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ"


class PostgresEngine:
    """See `Engine` for what each call means."""

    def __init__(self, url: str):
        self.url = url
        self._pool = Pool(url)
        self._listening: asyncpg.Connection | None = None
        self._channel = ""

    async def read(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        return await self._pool.use(lambda connection: run_in_transaction(connection, f"{BEGIN} READ ONLY", job))

    async def write(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        return await try_again(lambda: self._pool.use(lambda connection: run_in_transaction(connection, BEGIN, job)))

    async def read_rows(self, sql: str, *values: Any) -> list[Row]:
        return await self._pool.use(lambda connection: PostgresConnection(connection).rows(sql, *values))

    async def write_rows(self, sql: str, *values: Any) -> list[Row]:
        return await try_again(lambda: self.read_rows(sql, *values))

    async def listen(self, hear: Callable[[str], Any]) -> None:
        """Call a function with every notice, by a connection for notices alone. One that was lost is made anew."""
        if self._listening is None or self._listening.is_closed():
            try:
                connection = await asyncpg.connect(self.url, timeout=PATIENCE, command_timeout=PATIENCE,
                                                   server_settings=NOTICE_SETTINGS)
                self._channel = await connection.fetchval("SELECT 'marbletop ' || current_schema()")
                await connection.add_listener(self._channel, lambda connection, pid, channel, text: hear(text))
            except OUT_OF_REACH as error:
                raise failure_of(error) from error
            self._listening = connection

    async def notify(self, text: str) -> None:
        """Send a notice to all who listen. The connection that listens sends, too, so that its own notices come back with the
        answer, and wake nobody; if it is lost, any other does."""
        if self._listening is not None and not self._listening.is_closed():
            try:
                await self._listening.execute("SELECT pg_notify($1, $2)", self._channel, text)
            except OUT_OF_REACH as error:
                log.warning("the connection for notices is lost: %s", str(error) or type(error).__name__)
                self._listening.terminate()
            else:
                return
        await self.write_rows("SELECT pg_notify('marbletop ' || current_schema(), ?)", text)

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.terminate()
            self._listening = None
        await self._pool.close()


class Pool:
    """Connections that are used again and again; the latest first, so that few are kept busy. asyncpg has a pool, too, but its
    resetting and timing cost more than a statement."""

    def __init__(self, url: str):
        self._url, self._closed = url, False
        self._idle: list[asyncpg.Connection] = []
        self._free = asyncio.Semaphore(CONNECTIONS)

    async def use(self, job: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """The result of a job with a connection; DatabaseFailed if the database is out of reach."""
        try:
            await self._wait_for_place()
            try:
                return await self._use_some(job)
            finally:
                self._free.release()
        except OUT_OF_REACH as error:
            raise failure_of(error) from error

    async def _wait_for_place(self) -> None:
        if self._free.locked():
            async with asyncio.timeout(PATIENCE):
                await self._free.acquire()
        else:
            await self._free.acquire()

    async def _use_some(self, job: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        if self._closed:
            raise DatabaseFailed(STOPPED)
        connection = await self._connection()
        try:
            result = await job(connection)
        except BaseException as error:      # a broken connection, or whoever asked has gone in the middle of a statement
            if isinstance(error, OUT_OF_REACH) or not isinstance(error, Exception):
                connection.terminate()
            else:
                self._put_back(connection)
            raise
        self._put_back(connection)
        return result

    async def _connection(self) -> asyncpg.Connection:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        connection = await asyncpg.connect(self._url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS)
        try:
            await share_database(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _put_back(self, connection: asyncpg.Connection) -> None:
        if self._closed or connection.is_in_transaction():
            connection.terminate()
        else:
            self._idle.append(connection)

    async def close(self) -> None:
        """Close what is idle, and later what is still used. Whoever comes now is refused."""
        self._closed = True
        while self._idle:
            await self._idle.pop().close(timeout=PATIENCE)


async def run_in_transaction(connection: asyncpg.Connection, begin: str, job: Callable[[Connection], Awaitable[T]]) -> T:
    """The result of a job once all that it has written is saved. If it raises, nothing is."""
    await connection.execute(begin)
    try:
        result = await job(PostgresConnection(connection))
    except OUT_OF_REACH:
        raise
    except Exception:
        await connection.execute("ROLLBACK")
        raise
    await connection.execute("COMMIT")
    return result


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


def failure_of(error: BaseException) -> DatabaseFailed:
    """What is said to players when the database cannot do its work."""
    log.error("PostgreSQL could not do its work: %s", str(error) or type(error).__name__)
    return DatabaseFailed(DISK_FULL if isinstance(error, asyncpg.DiskFullError) else OUT_OF_ORDER)


class PostgresConnection:
    """See `Connection` for what each call means. asyncpg prepares every statement once for each connection."""

    __slots__ = ("_connection",)
    skip_locked = "FOR UPDATE OF d SKIP LOCKED"

    def __init__(self, connection: asyncpg.Connection):
        self._connection = connection

    async def rows(self, sql: str, *values: Any) -> list[Row]:
        try:
            return list(map(tuple, await self._connection.fetch(to_postgres(sql), *map(without_nul, values))))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise RowConflict(str(error)) from error

    async def row(self, sql: str, *values: Any) -> Row | None:
        found = await self._connection.fetchrow(to_postgres(sql), *map(without_nul, values))
        return None if found is None else tuple(found)

    async def change(self, sql: str, *values: Any) -> int:
        try:
            said: str = await self._connection.execute(to_postgres(sql), *map(without_nul, values))
        except asyncpg.IntegrityConstraintViolationError as error:
            raise RowConflict(str(error)) from error
        return int(said.rsplit(" ", 1)[-1])

    async def change_all(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        try:
            await self._connection.executemany(to_postgres(sql), [tuple(map(without_nul, row)) for row in rows])
        except asyncpg.IntegrityConstraintViolationError as error:
            raise RowConflict(str(error)) from error

    async def compute(self, function: Callable[..., T], *values: Any) -> T:
        return await asyncio.to_thread(function, *values)


def without_nul(value: Any) -> Any:
    """A value as PostgreSQL can keep it: no text there has a character of number 0, so an id with one is found nowhere."""
    return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if type(value) is str and "\0" in value else value
