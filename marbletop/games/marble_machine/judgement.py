"""What a good position of Marble Machine is: marbles collected, and where the others would run without another tile."""

from ...core.kernel import rule, scratch
from ...core.weighing import weigh
from .movement import has_running_marbles, run_movement_phase

SCALE = 1.1                                 # marbles ahead that make a side e times as likely to win
AHEAD = 4                                   # movement phases that are looked at
FADES = 0.8                                 # factor of a marble's worth for each phase that it still needs


@rule
def judge(state, box, values):
    """Run the machine for some phases with imagined dice and count the marbles of each pile; early ones count more."""
    trial = scratch(state)
    for seat in range(state.seats):
        values[seat] = 1.0 * state.collected[state.side[seat]] / team_size(state, seat)
    worth = 1.0
    for _ in range(AHEAD):
        if not has_running_marbles(trial[0]):
            break
        worth *= FADES
        for seat in range(state.seats):
            values[seat] -= worth * trial[0].collected[state.side[seat]] / team_size(state, seat)
        run_movement_phase(trial[0], box, 0)
        for seat in range(state.seats):
            values[seat] += worth * trial[0].collected[state.side[seat]] / team_size(state, seat)
    weigh(state, values, SCALE)


@rule
def team_size(state, seat):
    """The number of seats of this seat's side."""
    n = 0
    for other in range(state.seats):
        n += 1 if state.side[other] == state.side[seat] else 0
    return n
