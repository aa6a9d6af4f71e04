"""The layout of a position and of the box, and constants of the rules."""

from numpy import int64

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
