"""Opening a PostgreSQL database: making its tables, or bringing them up to date, while no server of another version uses them.

Every connection of a server holds a lock that it shares with all others. Who changes the tables themselves needs that lock
alone, so an old server is never surprised by new tables. And a connection is used only if the tables have the version of its
program.
"""

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import asyncpg

from ..refusal import Refused
from .dialect import schema_to_postgres
from .migrate import APPLICATION, latest_version, migrations, statements

T = TypeVar("T")
SETTINGS = {"application_name": "marbletop", "jit": "off", "synchronous_commit": "on"}
USING, OPENING = (f"{APPLICATION + part}, hashtext(current_schema())" for part in (0, 1))           # keys of locks


class OtherVersion(Exception):
    """The tables were changed by another version of this program."""


OUT_OF_REACH = (OtherVersion, OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.InternalClientError,
                asyncpg.OperatorInterventionError, asyncpg.InsufficientResourcesError, asyncpg.PostgresSystemError,
                asyncpg.ReadOnlySQLTransactionError, asyncpg.InvalidAuthorizationSpecificationError,
                asyncpg.InvalidCatalogNameError)
CONNECT_WITHIN = 10.0                       # seconds
GRACE = 2.0                                 # seconds in which a server that has ended lets go of the database


def shown(url: str) -> str:
    """An address without its password, for sentences and logs."""
    return re.sub(r"//([^/@:]*):.*@", r"//\1@", url.partition("?")[0])


async def share_database(connection: asyncpg.Connection) -> None:
    """Take part in using the database, as long as this connection lasts; OtherVersion if its tables are not ours."""
    await connection.execute(f"SELECT pg_advisory_lock_shared({USING})")
    if (version := await version_of(connection)) != latest_version():
        raise OtherVersion(f"its tables have version {version}, and this program needs {latest_version()}: start it anew")


async def version_of(connection: asyncpg.Connection) -> int:
    """The version of the tables; 0 if there are none."""
    if not await connection.fetchval("SELECT count(*) FROM information_schema.tables "
                                     "WHERE table_schema = current_schema() AND table_name = 'marbletop'"):
        return 0
    return int(await connection.fetchval("SELECT version FROM marbletop"))


async def prepare_postgres(url: str, keep_copy: Callable[[int], Awaitable[None]]) -> None:
    """Make the tables of a new database, or bring them up to date after a copy of the old ones was kept; Refused if it cannot
    be used."""
    async with connected(url) as connection, connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({OPENING})")
        version = await version_of(connection)
        check_version(url, version)
        if version < latest_version():
            await claim(connection, url)
            if version > 0:
                await keep_copy(version)
            await migrate_postgres(connection, version)


def check_version(url: str, version: int) -> None:
    if version > latest_version():
        raise Refused("{path} was made by a later Marbletop (version {theirs} of its tables, here {ours}). "
                      "Upgrade Marbletop to use it.", path=shown(url), theirs=version, ours=latest_version())


async def claim(connection: asyncpg.Connection, url: str) -> None:
    """Keep all servers away until the transaction ends; Refused if one of them uses the database. PostgreSQL may take a
    moment to notice that a server has ended."""
    last = time.monotonic() + GRACE
    while not await connection.fetchval(f"SELECT pg_try_advisory_xact_lock({USING})"):
        if time.monotonic() > last:
            raise Refused("Other Marbletop servers use the database {database}. Stop them first.", database=shown(url))
        await asyncio.sleep(0.1)


async def migrate_postgres(connection: asyncpg.Connection, version: int) -> None:
    """Carry out the missing migrations, all or none."""
    for number, text in migrations():
        if number > version:
            for statement in statements(text, postgres=True):
                await connection.execute(schema_to_postgres(statement))
    if not version:
        await connection.execute("CREATE TABLE marbletop (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO marbletop VALUES (0)")
    await connection.execute("UPDATE marbletop SET version = $1", latest_version())


@asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection for a command, with errors in sentences."""
    with errors_in_sentences(url):
        connection = await asyncpg.connect(url, timeout=CONNECT_WITHIN, server_settings=SETTINGS)
        try:
            yield connection
        finally:
            await connection.close()


@contextmanager
def errors_in_sentences(url: str) -> Iterator[None]:
    """Say in a sentence why this database cannot be used."""
    try:
        yield
    except Refused:
        raise
    except asyncpg.DuplicateTableError as error:
        raise Refused("The database {database} belongs to another program: {error}. Give Marbletop one of its own.",
                      database=shown(url), error=error) from None
    except (ValueError, *OUT_OF_REACH, asyncpg.PostgresError) as error:
        raise Refused("The database {database} cannot be used: {error}. Start it, or mend its address (--database).",
                      database=shown(url), error=str(error) or type(error).__name__) from None


def run_apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine in a thread of its own, whether or not an event loop is running here."""
    results: list[T | BaseException] = []

    def work() -> None:
        try:
            results.append(asyncio.run(coroutine))
        except BaseException as error:
            results.append(error)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if isinstance(results[0], BaseException):
        raise results[0]
    return results[0]
