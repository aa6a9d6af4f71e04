"""What pages keep of tables at which something happened lately. Thousands of others may be watched, and need nothing kept until
something happens there."""

from typing import Any, TypeVar

from ...server.table import Table

Kept = TypeVar("Kept")
MOST_TABLES = 2048                          # those at which nothing happens are forgotten long before (routes/live.py)
_all: list["LatestTables[Any]"] = []


class LatestTables(dict[Table, Kept]):
    """By table, the latest last: whoever asks with `setdefault` makes a table the latest."""

    def __init__(self) -> None:
        super().__init__()
        _all.append(self)

    def setdefault(self, table: Table, new: Kept) -> Kept:
        kept = self[table] = self.pop(table, new)
        while len(self) > MOST_TABLES:
            del self[next(iter(self))]
        return kept


def forget_table(table: Table) -> None:
    """Nothing has happened at this table for a while: whatever pages keep of it is made anew when something does."""
    for one in _all:
        one.pop(table, None)
