"""The database as a file: backup of a running server, restoring, and the lock that keeps them apart."""

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from ..refusal import Refused
from .migrate import check_ours, migrate
from .sqlite import FILE, connect

try:
    import fcntl
except ImportError:                         # on Windows, where an open file cannot be replaced anyway
    fcntl = None  # type: ignore[assignment]


class Lock:
    """Servers share a data folder; restoring needs it alone. The system releases the lock when a process ends."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._file = open(folder / "lock", "a")  # noqa: SIM115

    def share(self) -> None:
        self._lock(False)

    def alone(self) -> None:
        self._lock(True)

    def _lock(self, alone: bool) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except OSError:
            raise Refused("A server is running on this data folder: stop it first." if alone else
                          "This data folder is being restored: try again in a moment.") from None

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
    if not (folder / FILE).exists():
        raise Refused(f"There is nothing to back up: {folder / FILE} does not exist.")
    handle, part = tempfile.mkstemp(dir=target.resolve().parent, prefix=target.name, suffix=".part")
    os.close(handle)
    try:
        with closing(connect(folder / FILE)) as source, closing(sqlite3.connect(part)) as copy:
            check_ours(source)
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=delete")
            tables = check_database(copy)
        _reach_the_disk(Path(part))
        os.replace(part, target)
    except BaseException:
        os.unlink(part)
        raise
    return tables


def restore(folder: Path, source: Path) -> int:
    """Replace the database of a data folder by a backup; how many tables it holds. The old database is kept beside it as
    `marbletop.sqlite.before-restore`."""
    if not source.is_file():
        raise Refused(f"There is no file {str(source)!r}.")
    lock = Lock(folder)
    lock.alone()
    handle, part = tempfile.mkstemp(dir=folder, prefix=FILE, suffix=".part")
    os.close(handle)
    try:
        with closing(sqlite3.connect(source)) as kept, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            kept.backup(copy)
            check_ours(copy)
            tables = check_database(copy)
            migrate(copy)
        _reach_the_disk(Path(part))
        _set_aside(folder / FILE)
        os.replace(part, folder / FILE)
    except sqlite3.DatabaseError as error:
        raise Refused(f"{str(source)!r} is not a Marbletop backup, or damaged: {error}.") from None
    finally:
        Path(part).unlink(missing_ok=True)
        lock.release()
    return tables


def check_database(connection: sqlite3.Connection) -> int:
    """The number of tables, if the database is in order."""
    said = connection.execute("PRAGMA integrity_check").fetchone()[0]
    if said != "ok":
        raise Refused(f"The database is damaged: {said}.")
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


def _reach_the_disk(path: Path) -> None:
    with open(path, "rb") as file:
        os.fsync(file.fileno())
