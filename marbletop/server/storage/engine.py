"""What runs the SQL of `sql.py`: SQLite in threads of its own (`sqlite.py`), or PostgreSQL over the network (`postgres.py`).

Jobs are coroutines, so that one text serves both. In a thread of SQLite nothing has to be waited for, and a job runs through
at once; with PostgreSQL the server does something else meanwhile.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar

from ...words import phrase

T = TypeVar("T")
Row = tuple[Any, ...]
CONNECTIONS = 10                            # of one process to PostgreSQL, at most
OUT_OF_ORDER = phrase("The server's database doesn't work at the moment. Please try again later.")
DISK_FULL = phrase("The server's disk is full, so nothing can be saved. Please tell whoever runs it.")
STOPPED = phrase("The server is stopping. Please try again in a moment.")


class RowConflict(Exception):
    """There is a row with this key already, or the row breaks another rule of its table."""


class Connection(Protocol):
    """What a job works with. Values stand for `?` in the SQL, or for `?1`, `?2` if one of them is used twice."""

    skip_locked: str                        # for the end of a query for due work: leave alone what others take at this moment

    async def rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows that a statement returns."""
        ...

    async def row(self, sql: str, *values: Any) -> Row | None:
        """The first of them."""
        ...

    async def change(self, sql: str, *values: Any) -> int:
        """Carry out a statement; how many rows it has changed. RowConflict if one of them cannot be."""
        ...

    async def change_all(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Carry out a statement with the values of each row."""

    async def compute(self, function: Callable[..., T], *values: Any) -> T:
        """The result of a function that takes long, without holding up the tables."""
        ...


class Engine(Protocol):
    """Runs jobs. When a call returns, what it has written is on the disk; DatabaseFailed if that was not possible, or if the
    engine is closed."""

    async def read(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        """The result of a job that reads everything at one moment."""
        ...

    async def write(self, job: Callable[[Connection], Awaitable[T]]) -> T:
        """The result of a job once all that it has written is saved; nothing is if it raises."""
        ...

    async def read_rows(self, sql: str, *values: Any) -> list[Row]:
        """The rows of one query."""
        ...

    async def write_rows(self, sql: str, *values: Any) -> list[Row]:
        """Carry out one statement; the rows that it returns."""
        ...

    async def close(self) -> None: ...
