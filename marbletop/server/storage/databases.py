"""Which database keeps the tables: the file in the data folder, or the one whose address is given."""

from functools import partial
from pathlib import Path
from typing import Any

from ..refusal import Refused
from . import files, sqlite
from .sql import SqlStorage

SCHEMES = ("postgresql://", "postgres://")


def open_storage(folder: Path, database: str = "") -> SqlStorage:
    """The storage, which is created or brought up to date if necessary. Refused if it cannot be used."""
    if not database:
        return sqlite.open_storage(folder)
    check_address(database)
    from .carrying import keep_copy
    from .postgres import PostgresEngine
    from .postgres_opening import prepare_postgres, run_apart
    from .shared import SharedStorage
    run_apart(prepare_postgres(database, partial(keep_copy, database, folder)))
    return SharedStorage(PostgresEngine(database))


def backup(folder: Path, target: Path, database: str = "") -> int:
    """Copy everything into one file, even while servers are running; how many tables it holds."""
    if not database:
        return files.backup(folder, target)
    check_address(database)
    from .carrying import write_backup
    return run_database_job(write_backup(database, target))


def restore(folder: Path, source: Path, database: str = "") -> int:
    """Replace everything by a backup, whichever database it was made from; how many tables it holds."""
    if not database:
        return files.restore(folder, source)
    check_address(database)
    from .carrying import restore_backup
    return run_database_job(restore_backup(database, source, folder))


def run_database_job(job: Any) -> int:
    from .postgres_opening import run_apart
    return int(run_apart(job))


def check_address(database: str) -> None:
    """Refused for an address of nothing that we know, or if the library for it is not installed."""
    if not database.startswith(SCHEMES):
        raise Refused("The address of a database begins with postgresql://. Without one, tables are kept in the data folder.")
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise Refused("PostgreSQL needs a library that is not installed: run pip install 'marbletop[postgres]'.") from None
