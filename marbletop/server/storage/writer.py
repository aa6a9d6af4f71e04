"""A thread with a database connection of its own. Jobs that are waiting are committed together, so that many tables share
the cost of reaching the disk; each job still succeeds or fails by itself."""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...words import phrase
from ..refusal import DatabaseFailed
from .engine import DISK_FULL, OUT_OF_ORDER, STOPPED
from .opening import DatabaseGone

log = logging.getLogger(__name__)
MOST_AT_ONCE = 200                          # jobs of one commit
PendingJob = tuple[Callable[[sqlite3.Connection], Any], asyncio.Future[Any]]


class Worker(threading.Thread):
    """`check` is called before every commit of several jobs, and raises if it would be of no use."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], writes: bool, check: Callable[[], None] = lambda: None):
        super().__init__(name=f"marbletop-{'writer' if writes else 'reader'}", daemon=True)
        self._connect, self._check, self._begin = connect, check, "BEGIN IMMEDIATE" if writes else "BEGIN"
        self._jobs: queue.SimpleQueue[PendingJob | None] = queue.SimpleQueue()
        self._stopped, self._door = False, threading.Lock()     # nothing comes in behind the last job
        self.start()

    async def do(self, job: Callable[[sqlite3.Connection], Any]) -> Any:
        """The result of the job, once it is committed; DatabaseFailed if the database could not do it, or is closed."""
        future = asyncio.get_running_loop().create_future()
        with self._door:
            if self._stopped:
                raise DatabaseFailed(STOPPED)
            self._jobs.put((job, future))
        try:
            return await future
        except sqlite3.DatabaseError as error:
            log.error("the %s could not do its work: %s", self.name, error)
            raise failure_of(error) from error

    def stop(self) -> None:
        """Finish the jobs that are waiting, and end. Whoever comes later is refused."""
        with self._door:
            self._stopped = True
            self._jobs.put(None)
        self.join()

    def run(self) -> None:
        connection: sqlite3.Connection | None = None
        while (batch := self._next_batch()) is not None:
            try:
                connection = connection or self._connect()
                results = self._run_batch(connection, [job for job, _ in batch])
            except Exception as error:      # the connection is lost: the next batch gets another one
                log.exception("the %s has lost its connection", self.name)
                results = [error] * len(batch)
                _close(connection)
                connection = None
            self._deliver(batch, results)
        _close(connection)

    def _next_batch(self) -> list[PendingJob] | None:
        first = self._jobs.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MOST_AT_ONCE:
            try:
                following = self._jobs.get_nowait()
            except queue.Empty:
                break
            if following is None:
                self._jobs.put(None)
                break
            batch.append(following)
        return batch

    def _run_batch(self, connection: sqlite3.Connection, jobs: list[Callable[[sqlite3.Connection], Any]]) -> list[Any]:
        """The results or exceptions of all jobs, after the commit. Raises what makes the connection useless."""
        try:
            self._check()
            connection.execute(self._begin)
            results = [self._try(connection, job) for job in jobs]
            connection.execute("COMMIT")
            return results
        except Exception as error:          # the commit itself failed: none of them is saved
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            return [error] * len(jobs)

    def _try(self, connection: sqlite3.Connection, job: Callable[[sqlite3.Connection], Any]) -> Any:
        connection.execute("SAVEPOINT job")
        try:
            result = job(connection)
        except Exception as error:
            if not connection.in_transaction:           # SQLite itself has taken back everything, as on a full disk
                raise
            connection.execute("ROLLBACK TO job")
            result = error
        connection.execute("RELEASE job")
        return result

    def _deliver(self, batch: list[PendingJob], results: list[Any]) -> None:
        def settle() -> None:
            for (_, future), result in zip(batch, results):
                if future.cancelled():
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

        with suppress(RuntimeError):        # the loop is closed, so nobody waits
            batch[0][1].get_loop().call_soon_threadsafe(settle)


def failure_of(error: sqlite3.DatabaseError) -> Exception:
    """What is said about an error of the database; an error of ours stays what it is."""
    if isinstance(error, DatabaseGone):
        return DatabaseFailed(phrase("The server's database is gone, so nothing can be saved. Please tell whoever runs it."))
    if "disk is full" in str(error):
        return DatabaseFailed(DISK_FULL)
    if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
        return DatabaseFailed(OUT_OF_ORDER)
    return error


def _close(connection: sqlite3.Connection | None) -> None:
    """Close a connection that may be broken."""
    if connection is not None:
        with suppress(sqlite3.Error):
            connection.close()
