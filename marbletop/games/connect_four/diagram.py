"""The grid as lines of text, for a terminal."""

from typing import Any

from .positions import cell_sign
from .state import COLUMNS, LETTERS, ROWS


def diagram(state: Any, box: Any) -> str:
    """The grid as lines of text, with the letters of the columns below it."""
    lines = [" ".join(cell_sign(state, column, height) or "." for column in range(COLUMNS))
             for height in reversed(range(ROWS))]
    return "\n".join([*lines, " ".join(LETTERS)])
