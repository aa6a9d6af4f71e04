"""What lessons may ask about a position, by name."""

from typing import Any

from .rules import has_four
from .state import COLUMNS, ROWS, TALL


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """How many columns a seat could drop a marble into that completes four in a line."""
    taken = state.marbles[0] | state.marbles[1]
    threats = 0
    for column in range(COLUMNS):
        cell = (taken + (1 << TALL * column)) & (((1 << ROWS) - 1) << TALL * column)
        threats += bool(cell and has_four(state.marbles[seat] | cell))
    return {"decision": "drop", "threats": threats}
