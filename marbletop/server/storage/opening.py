"""Opening the database of a data folder. A new database gets its name when it is whole, so an empty file is a damaged one; and
whatever cannot be used is one sentence that says what to do."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from ..refusal import Refused
from .migrate import check_ours, is_old, migrate, version_of

FILE, LOCK = "marbletop.sqlite", "lock"
MARK = "There is a database in this folder.\n"          # text of the lock file, so that a database that is gone is missed


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits reach the disk, and which begins no transactions by itself."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    for setting in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "temp_store=memory"):
        connection.execute(f"PRAGMA {setting}")
    return connection


def prepare_database(folder: Path) -> Path:
    """Make a new database in a new folder, or bring the present one up to date; its path. Refused if it cannot be used."""
    path = folder / FILE
    with errors_in_sentences(path):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.exists():
            check_database_file(path)
            with closing(connect(path)) as connection:
                if is_old(connection):
                    keep_copy(connection, path)
                migrate(connection, path)
        else:
            create_database(path)
        mark_folder(folder / LOCK)
    return path


def keep_copy(connection: sqlite3.Connection, path: Path) -> None:
    """Copy a database that is about to be brought up to date, so that one can go back: `marbletop restore` takes the copy."""
    with named_when_whole(path.with_name(f"{path.name}.version-{version_of(connection)}")) as part:
        copy_database(connection, part)


def copy_database(source: sqlite3.Connection, part: Path) -> None:
    """Copy a database that may be in use into one file."""
    with closing(sqlite3.connect(part)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=delete")


def mark_folder(lock: Path) -> None:
    """Note that there is a database, so that it is missed when it is gone."""
    if not lock.exists() or lock.read_text(encoding="utf-8") != MARK:
        lock.write_text(MARK, encoding="utf-8")


def check_database_file(path: Path) -> None:
    """Refused for an empty file, or one that is not ours. It is not changed."""
    if path.is_file() and not path.stat().st_size:
        raise Refused("The database {path} is empty, so its tables are lost. Restore a backup with `marbletop restore`, or "
                      "empty the folder to begin anew.", path=path)
    with closing(sqlite3.connect(path, timeout=10)) as connection:
        check_ours(connection, path)
        connection.execute("SELECT id FROM tables LIMIT 1").fetchall()


def create_database(path: Path) -> None:
    """Make an empty database. Of two processes that do so at the same time, one gives it its name."""
    lock = path.with_name(LOCK)
    if lock.exists() and lock.read_text(encoding="utf-8") == MARK:
        raise Refused("The database {path} is gone. Put it back, restore a backup with `marbletop restore`, or empty the "
                      "folder to begin anew.", path=path)
    part = new_part(path)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            migrate(connection, path)
        reach_the_disk(part)
        give_name(part, path)
        reach_the_disk(path.parent)
    finally:
        part.unlink(missing_ok=True)


def new_part(path: Path) -> Path:
    """An empty file beside the path, for what will get that name when it is whole."""
    handle, part = tempfile.mkstemp(dir=path.resolve().parent, prefix=path.name, suffix=".part")
    os.close(handle)
    return Path(part)


@contextmanager
def named_when_whole(target: Path) -> Iterator[Path]:
    """A file to be written, which takes the place of the target when it is on the disk; of a failure nothing is left."""
    part = new_part(target)
    try:
        yield part
        reach_the_disk(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def give_name(part: Path, path: Path) -> None:
    """Name a file, unless another has the name by now."""
    with suppress(FileExistsError):
        try:
            os.link(part, path)
        except FileExistsError:
            raise
        except OSError:                     # a file system without links
            if not path.exists():
                os.replace(part, path)


def reach_the_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():               # Windows opens no folders
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def errors_in_sentences(path: Path) -> Iterator[None]:
    """Say in a sentence why the database in this path cannot be used."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise Refused("The database {path} cannot be used: {error}. Make its folder writable, make room on its disk, or choose "
                      "another folder with --data.", path=path, error=error) from None
    except sqlite3.DatabaseError as error:
        raise Refused("The database {path} is damaged: {error}. Restore a backup with `marbletop restore`.", path=path,
                      error=error) from None
    except OSError as error:
        raise Refused("The data folder {folder} cannot be used: {error}. Make it writable, or choose another with --data.",
                      folder=path.parent, error=error.strerror) from None


class DatabaseGone(sqlite3.OperationalError):
    """The file that was opened is no longer in its place: what is written to it would be lost."""


def identity_of(path: Path) -> tuple[int, int]:
    """What tells a file from another of the same name; DatabaseGone if there is none."""
    try:
        found = os.stat(path)
    except OSError as error:
        raise DatabaseGone(str(error)) from None
    return found.st_dev, found.st_ino


def check_in_place(path: Path, identity: tuple[int, int]) -> None:
    if identity_of(path) != identity:
        raise DatabaseGone(f"{path} is another file now")


def connect_again(path: Path, identity: tuple[int, int]) -> sqlite3.Connection:
    """A connection to the same file as before; never to a new one."""
    check_in_place(path, identity)
    return connect(path)
