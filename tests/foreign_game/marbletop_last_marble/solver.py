"""The game solved, so that the strongest bots play it exactly and hints say what is certain."""

from numpy import int64

from marbletop.core.kernel import rule
from marbletop.core.solving import NO_ACTION, Solver
from marbletop.core.state import Layout, field

from .rules import LONGEST, MOST

FAR = 100                                   # more than the moves of any game
DESK = Layout("Desk", {
    "worth": field(int64, LONGEST + 1),     # by marbles left: FAR less the moves to a win; with a minus, to a loss
})


@rule
def find(state, box, score, desk, table, positions):
    """An action that reaches a score: every heap is tried, the smallest first."""
    desk.worth[0] = -FAR
    best = NO_ACTION
    for left in range(1, state.left + 1):
        desk.worth[left], best = -FAR, NO_ACTION
        for action in range(min(MOST, left)):
            after = desk.worth[left - action - 1]
            worth = -after - 1 if after < 0 else 1 - after
            if best == NO_ACTION or worth > desk.worth[left]:
                desk.worth[left], best = worth, action
    won = desk.worth[state.left] > 0
    at_end = state.step + FAR - abs(desk.worth[state.left])
    return best if score <= (LONGEST + 1 - at_end if won else at_end - LONGEST - 1) else NO_ACTION


SOLVER = Solver(find, DESK, entries=1)
