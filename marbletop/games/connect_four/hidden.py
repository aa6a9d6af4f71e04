"""The view as numbers. Nothing is hidden in this game, so there is nothing to redeal."""

import numpy as np

from ...core.kernel import rule
from ...core.planes import Plane
from .state import CELLS, COLUMNS, ROWS, SEATS, TALL

PLANES = (
    Plane("marbles", (SEATS, COLUMNS, ROWS), "cells that hold a marble, column by column from the floor up", by_seat=True),
)
FULL_COLUMN = (1 << ROWS) - 1
CELLS_OF = np.array([[column >> height & 1 for height in range(ROWS)] for column in range(1 << ROWS)], np.uint8)


@rule
def observe(state, box, seat, out):
    """Write two planes of cells: the seat's own marbles, then the other seat's."""
    for turn in range(SEATS):
        marbles = state.marbles[seat if turn == 0 else 1 - seat]
        for column in range(COLUMNS):
            for height in range(ROWS):
                out[CELLS * turn + ROWS * column + height] = CELLS_OF[marbles >> TALL * column & FULL_COLUMN][height]
