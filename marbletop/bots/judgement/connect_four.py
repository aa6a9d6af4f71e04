"""What a good position of Connect Four is: threats that the other cannot answer at once, and the middle."""

from ...core.kernel import rule, small
from ...games.connect_four.state import COLUMNS, ROWS, TALL
from .weighing import ones


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


@rule
def judge(state, box, values):
    """A line to be made at once decides; else open threats count, and a marble in the middle column a little."""
    grid, floor = 0, 0
    for column in range(COLUMNS):
        grid |= ((1 << ROWS) - 1) << TALL * column
        floor |= 1 << TALL * column
    filled = state.marbles[0] | state.marbles[1]
    free, landing = grid & ~filled, (filled + floor) & grid
    own, other = state.marbles[state.player], state.marbles[1 - state.player]
    middle = ((1 << ROWS) - 1) << TALL * (COLUMNS // 2)
    score = 0.06 * (ones(completing(own) & free) - ones(completing(other) & free))
    score += 0.02 * (ones(own & middle) - ones(other & middle))
    score = min(0.4, max(-0.4, score))
    if box.misere:
        score = -score
    elif completing(own) & landing:                         # the player wins with the next marble
        score = 0.48
    elif ones(completing(other) & landing) > 1:             # two threats at once cannot be answered
        score = -0.46
    values[state.player] = 0.5 + score
    values[1 - state.player] = 0.5 - score
