"""The layout of a position and of the box, constants of the rules, and the options."""

from dataclasses import dataclass

from numpy import int64

from ...core.options import option
from ...core.state import box_layout, field, state_layout

SEATS, COLUMNS, ROWS = 2, 7, 6
CELLS = COLUMNS * ROWS
TALL = ROWS + 1                             # bits in a column: its cells from the floor up, and one that stays empty
LETTERS = "abcdefg"                         # names of the columns
DROPPED, FOUR, FULL = range(3)              # events
WON, DRAWN = range(2)                       # endings

STATE = state_layout(
    SEATS, sources=(),
    marbles=field(int64, SEATS),            # cells of each seat, as bits TALL * column + height
    winner=field(int64),                    # the seat that has won; -1 while nobody has
)

BOX = box_layout(
    misere=field(int64),                    # whether four in a line lose
    first_player=field(int64),
)


@dataclass(frozen=True)
class Options:
    misere: bool = option(False, mode=True, rule="C4-6", help="Who makes four in a line loses.")
    first_player: int = option(0, low=0, high=1, begins=(0, 1), rule="C4-2", help="The seat that begins.")
