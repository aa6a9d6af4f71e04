"""What a good position of Marbles and Jokers is: marbles safe in the Home Slot, cards that will help, and steps made.

The weights are fitted to who won some thousand games of greedy bots: steps on the track count for little, because marbles
are sent back so often; depth in the Home Slot, Jokers and cards that go back decide.
"""

from ...core.kernel import rule, small
from ...games.marbles_and_jokers.state import CARD, JOKER, MARBLES, RANKS, RING, SPLIT
from .weighing import weigh

SCALE = 200.0                               # steps ahead that make a side e times as likely to win
SLOT = 55                                   # steps that each place of depth in the Home Slot is worth
BEHIND = 45                                 # a marble just past its home space: a card that goes back leads home
A_JOKER, EXIT, BACK, SHARED = 80, 15, 50, 15        # cards in hand: Jokers, ways out of the ring, ways back, splits
JUMP = 60                                   # what a Joker that is being played brings


@small
def progress(state, box, seat):
    """What a seat's marbles have reached."""
    steps = 0
    for label in range(MARBLES):
        place = state.place[seat][label]
        if place > box.length:
            steps += box.length + SLOT * (place - box.length)
        elif place >= box.start:
            steps += place
        elif place > RING:
            steps += BEHIND
    return steps


@small
def promise(state, box, seat):
    """What a hand is worth."""
    worth = A_JOKER * state.hand[seat][JOKER]
    for rank in range(RANKS):
        if state.hand[seat][rank]:
            each = (EXIT if box.exits >> rank & 1 else 0) + (BACK if box.retreats >> rank & 1 else 0) \
                + (SHARED if box.splits >> rank & 1 else 0)
            worth += each * state.hand[seat][rank]
    return worth


@small
def in_play(state, box, seat):
    """In the middle of a turn: what the card that is being played will bring."""
    if state.phase == SPLIT:
        return max(state.rest, 0)
    if state.rank == JOKER:
        return JUMP
    return BEHIND // 2 if box.retreats >> state.rank & 1 else box.forward[state.rank]


@rule
def judge(state, box, values):
    """What the side has against what the others have."""
    for seat in range(state.seats):
        values[seat] = progress(state, box, seat) + promise(state, box, seat)
    if state.phase != CARD and not state.over:
        values[state.player] += in_play(state, box, state.player)
    weigh(state, values, SCALE * box.team_size[0])
