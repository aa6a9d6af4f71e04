"""What a good position of Marbles and Jokers is: steps made, marbles out of the ring, and cards that will help."""

from ...core.kernel import rule, small
from ...games.marbles_and_jokers.state import JOKER, MARBLES, RANKS, RING
from .weighing import weigh

SCALE = 40.0                                # steps ahead that make a side e times as likely to win
OUT = 10                                    # steps that leaving the Start Ring is worth
IN = 15                                     # steps that safety in the Home Slot is worth
BEHIND = 25                                 # a marble just past its home space: a card that goes back leads home


@small
def progress(state, box, seat):
    """Steps made by a seat's marbles."""
    steps = 0
    for label in range(MARBLES):
        place = state.place[seat][label]
        if place > box.length:
            steps += IN + box.length + 2 * (place - box.length)     # deep in the slot leaves room for the others
        elif place >= box.start:
            steps += OUT + place
        elif place > RING:
            steps += BEHIND
    return steps


@small
def promise(state, box, seat):
    """What a hand is worth: Jokers, and a way out for marbles in the ring."""
    worth = 12 * state.hand[seat][JOKER]
    waiting = 0
    for label in range(MARBLES):
        waiting += 1 if state.place[seat][label] == RING else 0
    if waiting:
        for rank in range(RANKS):
            if box.exits >> rank & 1 and state.hand[seat][rank]:
                worth += 5
    return worth


@rule
def judge(state, box, values):
    """Steps of the side against steps of the others."""
    for seat in range(state.seats):
        values[seat] = progress(state, box, seat) + promise(state, box, seat)
    weigh(state, values, SCALE * box.team_size[0])
