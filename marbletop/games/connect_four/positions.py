"""Positions as text.

A position is the columns from left to right with `/` between them, each from the floor up, then whose turn it is:
`xo//x//// o` has three marbles. `x` is seat 0 and `o` is seat 1.
"""

from typing import Any

from ...core.errors import BadNotation
from .rules import has_four
from .state import CELLS, COLUMNS, ROWS, STATE, TALL

SIGNS = "xo"


def cell_sign(state: Any, column: int, height: int) -> str:
    """The sign of the marble in a cell; "" for an empty cell."""
    for seat in range(2):
        if state.marbles[seat] >> (TALL * column + height) & 1:
            return SIGNS[seat]
    return ""


def write_position(state: Any, box: Any) -> str:
    """The text of a position."""
    columns = ("".join(cell_sign(state, column, height) for height in range(ROWS)) for column in range(COLUMNS))
    return f"{'/'.join(columns)} {SIGNS[state.player]}"


def read_position(text: str, box: Any) -> Any:
    """The state that a text describes, or BadNotation."""
    parts = text.split(" ")
    columns = parts[0].split("/")
    if len(parts) != 2 or parts[1] not in tuple(SIGNS) or len(columns) != COLUMNS \
            or any(len(c) > ROWS or set(c) - set(SIGNS) for c in columns):
        raise BadNotation(f"{text!r} is no position: seven columns of x and o divided by /, then x or o to move.")
    state = STATE.blank()
    state.seats, state.viewer, state.side = 2, -2, [0, 1]
    for column, marbles in enumerate(columns):
        for height, sign in enumerate(marbles):
            state.marbles[SIGNS.index(sign)] |= 1 << TALL * column + height
            state.step += 1
    state.player = SIGNS.index(parts[1])
    with_line = [seat for seat in range(2) if has_four(state.marbles[seat])]
    state.winner = -1 if not with_line else 1 - with_line[0] if box.misere else with_line[0]
    state.over = int(bool(with_line) or state.step == CELLS)
    return state
