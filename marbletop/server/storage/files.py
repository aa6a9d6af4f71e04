"""The database as a file: backup of a running server, restoring, and the lock that keeps them apart."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from ...words import phrase
from ..refusal import Refused
from .migrate import check_ours, migrate
from .opening import (
    FILE,
    LOCK,
    check_database_file,
    connect,
    copy_database,
    errors_in_sentences,
    named_when_whole,
    new_part,
    reach_the_disk,
)

try:
    import fcntl
except ImportError:                         # on Windows, where an open file cannot be replaced anyway
    fcntl = None  # type: ignore[assignment]


class Lock:
    """Servers share a data folder if they agree to; restoring needs it alone. The system releases the lock when a process
    ends."""

    def __init__(self, folder: Path):
        self._folder = folder
        with errors_in_sentences(folder / FILE):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = open(folder / LOCK, "a", encoding="utf-8")  # noqa: SIM115

    def share(self) -> None:
        """Use the folder together with other servers."""
        if not self._take(alone=False):
            raise self._in_use()

    def serve_alone(self) -> None:
        """Use the folder as its only server."""
        if not self._take(alone=True):
            raise self._in_use()

    def restore(self) -> None:
        """Keep all servers away."""
        if not self._take(alone=True):
            raise Refused("A server is already using this data folder. Stop it first.")

    def _in_use(self) -> Refused:
        return Refused(phrase("The data folder {folder} is used by another server, or being restored. Stop that one, or choose "
                              "another folder with --data."), folder=self._folder)

    def _take(self, alone: bool) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.flock(self._file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def release(self) -> None:
        self._file.close()


def data_folder(given: Path | None = None) -> Path:
    """Where tables are kept: the given folder, $MARBLETOP_DATA, or the user's data folder."""
    if given is not None:
        return given
    if named := os.environ.get("MARBLETOP_DATA"):
        return Path(named)
    import platformdirs
    return platformdirs.user_data_path("marbletop", appauthor=False)


def backup(folder: Path, target: Path) -> int:
    """Copy the database of a data folder into one file, even while a server is running; how many tables it holds. The
    file appears when it is complete."""
    path = folder / FILE
    if not path.exists():
        raise Refused("There is nothing to back up: {path} does not exist.", path=path)
    with errors_in_sentences(path):
        check_database_file(path)
    try:
        with named_when_whole(target) as part, errors_in_sentences(path):
            with closing(connect(path)) as source:
                copy_database(source, part)
            with closing(sqlite3.connect(part)) as copy:
                tables = check_database(copy)
    except OSError as error:
        raise Refused("{path} cannot be written: {error}. Choose another file.", path=target, error=error.strerror) from None
    return tables


def restore(folder: Path, source: Path) -> int:
    """Replace the database of a data folder by a backup; how many tables it holds. The old database is kept beside it as
    `marbletop.sqlite.before-restore`."""
    if not source.is_file():
        raise Refused("There is no file {path}.", path=source)
    lock = Lock(folder)
    lock.restore()
    try:
        with errors_in_sentences(folder / FILE):
            part = new_part(folder / FILE)
            try:
                tables = copy_backup(source, part)
                reach_the_disk(part)
                _set_aside(folder / FILE)
                os.replace(part, folder / FILE)
            finally:
                part.unlink(missing_ok=True)
    finally:
        lock.release()
    return tables


def copy_backup(source: Path, part: Path) -> int:
    """Copy a backup and bring it up to date; how many tables it holds."""
    try:
        with closing(sqlite3.connect(source)) as kept, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            kept.backup(copy)
            check_ours(copy, source)
            tables = check_database(copy)
            migrate(copy, source)
            return tables
    except sqlite3.OperationalError:        # the folder it is copied to
        raise
    except sqlite3.DatabaseError as error:
        raise Refused("{path} is not a Marbletop backup, or damaged: {error}.", path=source, error=error) from None


def check_database(connection: sqlite3.Connection) -> int:
    """The number of tables, if the database is in order."""
    said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if said != "ok":
        raise Refused("The database is damaged: {error}. Restore a backup with `marbletop restore`.", error=said)
    return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])


def _set_aside(path: Path) -> None:
    """Keep the present database, if possible as one file: its write-ahead log is written into it first. A damaged one is
    kept as it is."""
    if path.exists():
        with suppress(sqlite3.DatabaseError), closing(connect(path)) as present:
            present.execute("PRAGMA journal_mode=delete")
        for ending in ("", "-wal", "-shm"):
            if (part := path.with_name(FILE + ending)).exists():
                os.replace(part, path.with_name(f"{FILE}.before-restore{ending}"))
