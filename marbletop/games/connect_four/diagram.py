"""The grid as lines of text, for a terminal."""

from .positions import cell_sign
from .state import COLUMNS, LETTERS, ROWS


def diagram(state, box):
    """The grid as lines of text."""
    lines = [" ".join(cell_sign(state, column, height) or "." for column in range(COLUMNS))
             for height in reversed(range(ROWS))]
    return "\n".join([*lines, " ".join(LETTERS)])
