"""What pages keep of tables at which something happened lately. Thousands of others may be watched, and need nothing kept until
something happens there."""

from typing import TypeVar

from ...server.table import Table

Kept = TypeVar("Kept")
MOST_TABLES = 256


class LatestTables(dict[Table, Kept]):
    """By table, the latest last: whoever asks with `setdefault` makes a table the latest."""

    def setdefault(self, table: Table, new: Kept) -> Kept:
        kept = self[table] = self.pop(table, new)
        while len(self) > MOST_TABLES:
            del self[next(iter(self))]
        return kept
