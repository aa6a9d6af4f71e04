"""What a good position of Marbles and Jokers is: marbles far on their way, the last ones safe in the Home Slot, and cards
that will help.

The weights are fitted to who won 2,700 games of searching bots, in steps. A marble at home counts as its whole way; the
fourth and the fifth count much more, because they cannot be sent back and the game is won with them.
"""

from ...core.kernel import rule, small
from ...core.weighing import weigh
from .state import CARD, JOKER, MARBLES, RANKS, RING, SPLIT

SCALE = 90.0                                # steps ahead, for each of a side, that make it e times as likely to win
DEEP = 8                                    # steps that each place of depth in the Home Slot is worth
LAST = (251, 110, 26, 4, 0, 0)              # and the marbles at home besides, if so many are still to come
BEHIND = 64                                 # a marble just past its home space: a card that goes back leads home
A_JOKER, EXIT, BACK, SHARED = 97, 13, 25, 11        # cards in hand: Jokers, ways out of the ring, ways back, splits
JUMP = 72                                   # what a Joker that is being played brings


@small
def progress(state, box, seat):
    """What a seat's marbles have reached."""
    steps = LAST[box.marbles - state.home[seat]]
    for label in range(MARBLES):
        place = state.place[seat][label]
        if place > box.length:
            steps += box.length + DEEP * (place - box.length)
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
