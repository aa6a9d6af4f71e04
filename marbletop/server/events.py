"""A bus inside the process that only wakes: whoever is woken reads the entries that they miss. A lost call costs a delay
until the next one, never a wrong table."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Waiter:
    """Somebody who wants to know when something happens at a table."""

    __slots__ = ("_called", "_waiting")     # an Event is ten times as large, and there is one of these for every stream

    def __init__(self) -> None:
        self._called = False
        self._waiting: asyncio.Future[None] | None = None

    def call(self) -> None:
        """Something has happened."""
        self._called = True
        self.end_wait()

    def end_wait(self) -> None:
        """The time is over for whoever waits now."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self, seconds: float | None = None) -> bool:
        """Wait until something has happened since the last wait, or the time is over; whether something has."""
        if seconds is None:
            await self._wait()
        else:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):        # wait_for may swallow a cancellation
                    await self._wait()
        called, self._called = self._called, False
        return called

    async def _wait(self) -> None:
        if not self._called:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None


class Bus:
    def __init__(self) -> None:
        self._waiters: dict[str, set[Waiter]] = {}
        self.tell_others: Callable[[str], None] = lambda table: None        # called so that other processes wake theirs

    @contextmanager
    def listen(self, table: str) -> Iterator[Waiter]:
        """A waiter for one table, as long as the block lasts."""
        waiter = Waiter()
        self._waiters.setdefault(table, set()).add(waiter)
        try:
            yield waiter
        finally:
            self._waiters[table].discard(waiter)
            if not self._waiters[table]:
                del self._waiters[table]

    def publish(self, table: str) -> None:
        """Wake everybody who listens to this table, in other processes, too."""
        self.wake(table)
        self.tell_others(table)

    def wake(self, table: str) -> None:
        """Wake everybody who listens to this table here."""
        for waiter in self._waiters.get(table, ()):
            waiter.call()
