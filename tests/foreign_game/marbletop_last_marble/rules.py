"""The position and the rules."""

from dataclasses import dataclass

from numpy import int64

from marbletop.core.kernel import rule
from marbletop.core.notes import forbid, note
from marbletop.core.options import option
from marbletop.core.state import box_layout, field, state_layout

SEATS, MOST, LONGEST = 2, 3, 20
TOOK = 0

STATE = state_layout(SEATS, sources=(), left=field(int64), winner=field(int64))
BOX = box_layout(row=field(int64))


@dataclass(frozen=True)
class Options:
    row: int = option(13, low=4, high=LONGEST, rule="LM-1", help="Marbles in the row.")


def box_of(components, options, seats):
    box = BOX.blank()
    box.row = options.row
    return box


@rule
def setup(state, box):
    state.left, state.winner = box.row, -1


@rule
def legal(state, box, actions):
    """Action n takes n + 1 marbles [LM-2]."""
    n = 0
    for action in range(MOST):
        if action < state.left:
            actions[n] = action
            n += 1
        else:
            forbid(state, action, "LM-2")
    return n


@rule
def play(state, box, action):
    seat = state.player
    state.left -= action + 1
    state.step += 1
    note(state, TOOK, seat, action + 1)
    state.player = 1 - seat
    if state.left == 0:
        state.winner, state.over = seat, 1


@rule
def outcome(state, box, points, rank):
    for seat in range(SEATS):
        points[seat] = 1.0 * (state.winner == seat)
        rank[seat] = 1 if state.winner == seat else 2
    return 0


@rule
def observe(state, box, seat, out):
    out[0] = state.left
