"""Where the SQL of PostgreSQL differs from that of SQLite, in which everything in this folder is written."""

import re
from functools import lru_cache

PARTS = re.compile(r"\?(\d*)|\buser\b")
TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA", " WITHOUT ROWID": ""}
TYPE = re.compile(r"\b(?:INTEGER|REAL|BLOB)\b| WITHOUT ROWID\b")


@lru_cache(maxsize=500)
def to_postgres(sql: str) -> str:
    """The same statement for PostgreSQL: values are `$1`, and the column `user`, which is a word of its language, is quoted."""
    marks = 0

    def replace(found: re.Match[str]) -> str:
        nonlocal marks
        if found[0] == "user":
            return '"user"'
        marks += 1
        return f"${found[1] or marks}"
    return PARTS.sub(replace, sql)


def schema_to_postgres(statement: str) -> str:
    """A statement of a migration for PostgreSQL, whose types have other names."""
    return to_postgres(TYPE.sub(lambda found: TYPES[found[0]], statement))
