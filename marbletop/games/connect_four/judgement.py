"""What a good position of Connect Four is: threats that the other player cannot answer at once, and the middle column."""

from ...core.chance import pick
from ...core.kernel import rule, small
from ...core.weighing import ones
from .state import COLUMNS, ROWS, TALL

COLUMN = (1 << ROWS) - 1                                                        # the cells of the first column, as bits
GRID = sum(COLUMN << TALL * column for column in range(COLUMNS))
FLOOR = sum(1 << TALL * column for column in range(COLUMNS))
MIDDLE = COLUMN << TALL * (COLUMNS // 2)
EVEN = FLOOR << 1 | FLOOR << 3 | FLOOR << 5                                     # every second row, from the second on


@small
def completing_cells(marbles):
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
def landing_cells(state):
    """The cells where the next marble of each column would land, as bits."""
    return (state.marbles[0] + state.marbles[1] + FLOOR) & GRID


@rule
def judge(state, box, values):
    """Each seat's chance to win. A line that can be made at once decides; otherwise open threats count, and marbles in the
    middle column count a little."""
    own, other = state.marbles[state.player], state.marbles[1 - state.player]
    free, within_reach = GRID & ~(own | other), landing_cells(state)
    score = 0.06 * (ones(completing_cells(own) & free) - ones(completing_cells(other) & free))
    score += 0.02 * (ones(own & MIDDLE) - ones(other & MIDDLE))
    score = min(0.4, max(-0.4, score))
    if box.misere:
        score = -score
    elif completing_cells(own) & within_reach:                    # the player wins with the next marble
        score = 0.48
    elif ones(completing_cells(other) & within_reach) > 1:        # nobody can answer two threats at once
        score = -0.46
    values[state.player] = 0.5 + score
    values[1 - state.player] = 0.5 - score


@rule
def playout_action(state, box, actions, n, luck):
    """The action of a playout: make four, else prevent four, else choose a column where the other player cannot make four
    right above, preferably one whose next cell is in an even row. So the players fill columns in turn and whoever must move
    below an open threat loses, as in games between people."""
    if box.misere:
        return actions[pick(luck, n)]
    within_reach = landing_cells(state)
    cells = completing_cells(state.marbles[state.player]) & within_reach
    if not cells:
        threats = completing_cells(state.marbles[1 - state.player])
        cells = threats & within_reach
        if not cells:
            cells = within_reach & ~(threats >> 1)
            if not cells:
                cells = within_reach
            elif cells & EVEN and pick(luck, 4):
                cells &= EVEN
    left = pick(luck, ones(cells))
    for i in range(n):
        if cells & COLUMN << TALL * actions[i]:
            if left == 0:
                return actions[i]
            left -= 1
    return actions[0]
