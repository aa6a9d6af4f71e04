"""A disk that can be slow, full or broken: it stands between the thread that writes and its connection to SQLite."""

import sqlite3
import time

from marbletop.server.storage.writer import Worker

MOST_PAGES = 1_073_741_823                  # SQLite's own limit


class Disk:
    """What is wrong with the disk at the moment. If it is `unclear`, it has saved what it says it has not."""

    def __init__(self):
        self.delay, self.full, self.broken, self.unclear = 0.0, False, False, False

    def mend(self):
        self.__init__()

    def install(self):
        """Put this disk under every storage that is opened from now on."""
        original = Worker.__init__

        def init(worker, connect, writes, *more, **settings):
            original(worker, (lambda: BadConnection(connect(), self)) if writes else connect, writes, *more, **settings)

        Worker.__init__ = init


class BadConnection:
    """A connection that fails or waits where a real one would: when it begins or ends a transaction."""

    def __init__(self, connection, disk):
        self._connection, self._disk = connection, disk

    def execute(self, sql, *values):
        if sql.startswith("BEGIN"):         # with no more pages SQLite itself says that the disk is full
            self._connection.execute(f"PRAGMA max_page_count={1 if self._disk.full else MOST_PAGES}")
        elif sql == "COMMIT":
            time.sleep(self._disk.delay)
        if self._disk.broken and sql in ("COMMIT", "ROLLBACK"):
            raise sqlite3.OperationalError("disk I/O error")
        result = self._connection.execute(sql, *values)
        if self._disk.unclear and sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return result

    def __getattr__(self, name):
        return getattr(self._connection, name)
