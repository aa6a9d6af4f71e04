"""What a good position of Marble Machine is: marbles collected, and where the others would roll if nobody touched them."""

from ...core.kernel import rule, scratch
from ...core.weighing import weigh
from .movement import movement_phase
from .state import AT_SEPARATOR, ON_BOARD

SCALE = 1.1                                 # marbles ahead that make a side e times as likely to win
AHEAD = 4                                   # movement phases that are looked at
FADES = 0.8                                 # what a marble is worth for each phase that it still needs


@rule
def judge(state, box, values):
    """Let the machine run for some phases, with imagined dice, and count what falls into each pile, sooner being surer."""
    trial = scratch(state)
    for seat in range(state.seats):
        values[seat] = 1.0 * state.collected[state.side[seat]] / mates(state, seat)
    worth = 1.0
    for _ in range(AHEAD):
        if not any_rolling(trial[0]):
            break
        worth *= FADES
        for seat in range(state.seats):
            values[seat] -= worth * trial[0].collected[state.side[seat]] / mates(state, seat)
        movement_phase(trial[0], box, 0)
        for seat in range(state.seats):
            values[seat] += worth * trial[0].collected[state.side[seat]] / mates(state, seat)
    weigh(state, values, SCALE)


@rule
def mates(state, seat):
    """Seats of a side, this one included."""
    n = 0
    for other in range(state.seats):
        n += 1 if state.side[other] == state.side[seat] else 0
    return n


@rule
def any_rolling(state):
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD or state.place[m] == AT_SEPARATOR:
            return True
    return False
