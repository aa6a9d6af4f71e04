"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md."""

from ...core.kernel import rule, small
from ...core.notes import forbid, note
from .state import CELLS, COLUMNS, DRAWN, DROPPED, FOUR, FULL, ROWS, TALL, WON


@rule
def setup(state, box):
    """An empty grid; the first player begins [C4-1, C4-2]."""
    state.winner = -1
    state.player = box.first_player


@rule
def legal(state, box, actions):
    """The columns that have room left [C4-3]."""
    marbles = state.marbles[0] | state.marbles[1]
    n = 0
    for column in range(COLUMNS):
        if marbles >> (TALL * column + ROWS - 1) & 1:
            forbid(state, column, "C4-3")
        else:
            actions[n] = column
            n += 1
    return n


@rule
def play(state, box, column):
    """Drop a marble into a column; four in a line or a full grid end the game [C4-3 to C4-7]."""
    seat = state.player
    marbles = state.marbles[0] | state.marbles[1]
    cell = (marbles + (1 << TALL * column)) & (((1 << ROWS) - 1) << TALL * column)
    state.marbles[seat] |= cell
    state.step += 1
    note(state, DROPPED, seat, column)
    if has_four(state.marbles[seat]):
        state.winner = 1 - seat if box.misere else seat
        state.over = 1
        note(state, FOUR, seat)
    elif state.step == CELLS:
        state.over = 1
        note(state, FULL)
    else:
        state.player = 1 - seat


@small
def has_four(marbles):
    """Whether four of these marbles are in a line: vertical, horizontal or diagonal [C4-4]."""
    up = marbles & marbles >> 1
    along = marbles & marbles >> TALL
    rising = marbles & marbles >> TALL + 1
    falling = marbles & marbles >> TALL - 1
    return (up & up >> 2 | along & along >> 2 * TALL
            | rising & rising >> 2 * (TALL + 1) | falling & falling >> 2 * (TALL - 1)) != 0


@rule
def outcome(state, box, points, rank):
    """One point for the winner, half a point each for a draw [C4-5, C4-7]."""
    for seat in range(2):
        points[seat] = 0.5 if state.winner < 0 else 1.0 * (state.winner == seat)
        rank[seat] = 1 if state.winner < 0 or state.winner == seat else 2
    return DRAWN if state.winner < 0 else WON
