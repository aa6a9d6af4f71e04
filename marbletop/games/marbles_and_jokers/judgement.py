"""How good a position of Marbles and Jokers is: marbles far along, the last ones safe in the Home Slot, and helpful cards.

The weights are in steps, and fitted to the results of 2,700 games of searching bots. A marble at home counts as its whole
way. The fourth and the fifth count much more, because they cannot be sent back and they win the game.

Below are the features for weights that are learned (`marbletop train marbles_and_jokers`): the same things in finer detail.
"""

from typing import Any

from ...core.features import Features, reckon
from ...core.kernel import rule, small
from ...core.weighing import weigh
from .state import CARD, JOKER, LANE, MARBLES, RANK_NAMES, RANKS, RING, SPLIT

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


# Features. Each number is the first of so many of a kind.
ZONES = 12                                  # equal parts of the way
STEPS = 0                                   # of all marbles on the way, as a share of the way
ZONE = STEPS + 1                            # marbles in each zone
BACK = ZONE + ZONES                         # marbles in the back stretch
DEPTH = BACK + 1                            # marbles at each place of the Home Slot
HOME = DEPTH + LANE                         # at least so many marbles at home
HELD = HOME + MARBLES                       # cards in hand, by rank
WAY_OUT = HELD + RANKS                      # a card that leaves the Start Ring, while a marble is there
STUCK = WAY_OUT + 1                         # no marble on the way, and no such card
PLAYED = STUCK + 1                          # the card that is being played, by rank
REST = PLAYED + RANKS                       # steps of the second part
ON_TURN = REST + 1                          # a turn that has not begun
COUNT = ON_TURN + 1


@rule
def on_the_way(state, box, seat, sheet):
    """What a seat's marbles are worth: how far they are, and how safe."""
    total = 0.0
    for label in range(MARBLES):
        place = state.place[seat][label]
        if place > box.length:
            total += reckon(sheet, DEPTH + place - box.length - 1, 1.0)
        elif place >= box.start:
            total += reckon(sheet, STEPS, place / box.length) + reckon(sheet, ZONE + (place - 1) * ZONES // box.length, 1.0)
        elif place > RING:
            total += reckon(sheet, BACK, 1.0)
    for number in range(state.home[seat]):
        total += reckon(sheet, HOME + number, 1.0)
    return total


@rule
def in_hand(state, box, seat, sheet):
    """What a seat's cards are worth."""
    total, ways_out, inside = 0.0, state.hand[seat][JOKER], 0
    for rank in range(RANKS):
        if state.hand[seat][rank]:
            total += reckon(sheet, HELD + rank, 1.0 * state.hand[seat][rank])
            if box.exits >> rank & 1:
                ways_out += 1
    for label in range(MARBLES):
        if state.place[seat][label] == RING:
            inside += 1
    if inside and ways_out:
        total += reckon(sheet, WAY_OUT, 1.0)
    elif inside + state.home[seat] >= box.marbles and not ways_out:
        total += reckon(sheet, STUCK, 1.0)
    return total


@rule
def find_features(state, box, seat, sheet):
    """What a seat has, weighed: its marbles, its cards, and the card that it is playing."""
    total = on_the_way(state, box, seat, sheet) + in_hand(state, box, seat, sheet)
    if seat == state.player:
        if state.phase == CARD:
            total += reckon(sheet, ON_TURN, 1.0)
        elif state.phase == SPLIT:
            total += reckon(sheet, REST, 1.0 * max(state.rest, 0))
        else:
            total += reckon(sheet, PLAYED + state.rank, 1.0)
    return total


def mode_of(state: Any, box: Any) -> str:
    """Which weights fit: by the number of seats, and whether they are teams."""
    team = box.team_size[0]
    return f"{state.seats} seats" if team == 1 else f"{state.seats} seats, teams of {team}"


FEATURES = Features(
    find_features,
    ("share of the way", *(f"marble in zone {zone + 1}" for zone in range(ZONES)), "marble just past home",
     *(f"marble at place {place + 1} of the Home Slot" for place in range(LANE)),
     *(f"{number + 1} at home" for number in range(MARBLES)), *(f"{rank} in hand" for rank in RANK_NAMES), "a way out",
     "stuck", *(f"{rank} being played" for rank in RANK_NAMES), "steps of the second part", "to move"),
    mode_of)
assert len(FEATURES.names) == COUNT
