"""How good a position of Marbles and Jokers is: marbles far along, the last ones safe in the Home Slot, and helpful cards.

The weights are in steps, and fitted to the results of 2,700 games of searching bots. A marble at home counts as its whole
way. The fourth and the fifth count much more, because they cannot be sent back and they win the game.
"""

from ...core.kernel import rule, small
from ...core.weighing import weigh
from .state import CARD, JOKER, MARBLES, RANKS, RING, SPLIT

SCALE = 90.0                                # steps ahead, for each seat of a side, that make it e times as likely to win
DEEP = 8                                    # steps that each place further into the Home Slot is worth
LAST = (251, 110, 26, 4, 0, 0)              # more for the marbles at home, by how many are still to come
BEHIND = 64                                 # a marble in the back stretch: a card that goes back leads home
JOKER_WORTH, EXIT_WORTH, BACK_WORTH, SPLIT_WORTH = 97, 13, 25, 11        # of cards in hand, by what they can do
JUMP_WORTH = 72                             # of a Joker that is being played


@small
def progress(state, box, seat):
    """How far a seat's marbles are, in steps."""
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
def hand_worth(state, box, seat):
    """What a hand is worth, in steps."""
    worth = JOKER_WORTH * state.hand[seat][JOKER]
    for rank in range(RANKS):
        if state.hand[seat][rank]:
            each = (EXIT_WORTH if box.exits >> rank & 1 else 0) + (BACK_WORTH if box.retreats >> rank & 1 else 0) \
                + (SPLIT_WORTH if box.splits >> rank & 1 else 0)
            worth += each * state.hand[seat][rank]
    return worth


@small
def card_worth(state, box, seat):
    """What the card that is being played will bring, in steps."""
    if state.phase == SPLIT:
        return max(state.rest, 0)
    if state.rank == JOKER:
        return JUMP_WORTH
    return BEHIND // 2 if box.retreats >> state.rank & 1 else box.forward[state.rank]


@rule
def judge(state, box, values):
    """Compare what each side has with what the others have."""
    for seat in range(state.seats):
        values[seat] = progress(state, box, seat) + hand_worth(state, box, seat)
    if state.phase != CARD and not state.over:
        values[state.player] += card_worth(state, box, state.player)
    weigh(state, values, SCALE * box.team_size[0])
