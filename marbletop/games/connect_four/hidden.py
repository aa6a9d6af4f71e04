"""The view as numbers. Nothing is hidden in this game, so there is nothing to redeal."""

from ...core.kernel import rule
from .state import COLUMNS, ROWS, TALL

PLANES = (("own marbles", (COLUMNS, ROWS)), ("other marbles", (COLUMNS, ROWS)))


@rule
def observe(state, box, seat, out):
    """Write two planes of cells, column by column from the floor up: the seat's own marbles, then the other seat's."""
    i = 0
    for owner in (seat, 1 - seat):
        for column in range(COLUMNS):
            for height in range(ROWS):
                out[i] = state.marbles[owner] >> (TALL * column + height) & 1
                i += 1
