"""What a good position of Connect Four is: threats that the other cannot answer at once, and the middle."""

from ...core.kernel import rule, small
from ...games.connect_four.state import COLUMNS, ROWS, TALL


@small
def completing(marbles):
    """Cells that would complete a line of four of these marbles, as bits (empty or not)."""
    cells = (marbles << 1) & (marbles << 2) & (marbles << 3)                    # on top of three
    for step in (TALL - 1, TALL, TALL + 1):
        pair = (marbles << step) & (marbles << 2 * step)
        cells |= pair & (marbles << 3 * step)                                   # after three
        cells |= pair & (marbles >> step)                                       # between one and two
        pair = (marbles >> step) & (marbles >> 2 * step)
        cells |= pair & (marbles << step)                                       # between two and one
        cells |= pair & (marbles >> 3 * step)                                   # before three
    return cells


@small
def ones(cells):
    """How many bits are set."""
    n = 0
    while cells:
        cells &= cells - 1
        n += 1
    return n


@rule
def judge(state, box, values):
    """Every open threat of four counts, a marble in the middle column a little."""
    grid = 0
    for column in range(COLUMNS):
        grid |= ((1 << ROWS) - 1) << TALL * column
    free = grid & ~(state.marbles[0] | state.marbles[1])
    middle = ((1 << ROWS) - 1) << TALL * (COLUMNS // 2)
    score = 0.12 * (ones(completing(state.marbles[0]) & free) - ones(completing(state.marbles[1]) & free))
    score += 0.02 * (ones(state.marbles[0] & middle) - ones(state.marbles[1] & middle))
    score = min(0.45, max(-0.45, score))
    if box.misere:
        score = -score
    values[0] = 0.5 + score
    values[1] = 0.5 - score
