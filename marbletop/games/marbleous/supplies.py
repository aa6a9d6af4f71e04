"""Stacks, supplies and what comes out of them: cards turned up, tokens drawn, marbles that have run out."""

from ...core.chance import draw
from ...core.kernel import rule, small
from ...core.notes import note
from .state import MAIN, MARBLE_CARDS, NOTHING, POINT_CARDS, POINT_KINDS, TOKENS_MIXED, WHITE

ASK = -2                                    # several colours are possible: the player chooses


@rule
def nth(bits, n):
    """The number of the n-th of these bits, counted from 0."""
    number = 0
    while n > 0 or bits >> number & 1 == 0:
        n -= bits >> number & 1
        number += 1
    return number


@small
def any_left(stack):
    """Whether a stack of point cards has one left."""
    left = 0
    for kind in range(POINT_KINDS):
        left |= stack[kind]
    return left != 0


@small
def any_token(pile):
    """Whether there is a token in the supply or on the discard."""
    return pile[0] | pile[1] | pile[2] | pile[3] != 0


@rule
def tokens_of(state, seat):
    """How many bonus tokens a seat has."""
    tokens = state.tokens[seat]
    return tokens[0] + tokens[1] + tokens[2] + tokens[3]


@rule
def next_marble_card(state):
    """Turn up a marble card: any that nobody has seen, because those removed are unseen too [MB-6, MB-53]."""
    state.stack -= 1
    return draw(state, MARBLE_CARDS, state.unseen)


@rule
def next_point_card(state):
    """Turn up a point card: a blue one, or when they are used up an orange one, or NOTHING [MB-4, MB-42]."""
    if any_left(state.blue):
        return draw(state, POINT_CARDS, state.blue)
    if any_left(state.orange):
        return POINT_KINDS + draw(state, POINT_CARDS, state.orange)
    return NOTHING


@rule
def draw_token(state, source):
    """Draw a bonus token blind; NOTHING if there is none. A supply that was empty takes the discard first [MB-26]."""
    mix_tokens(state)
    if not any_token(state.token_supply):
        return NOTHING
    return draw(state, source, state.token_supply)


@rule
def mix_tokens(state):
    """When the supply is empty the whole discard becomes the new supply [MB-26]."""
    if not any_token(state.token_supply) and any_token(state.token_discard):
        for colour in range(MAIN):
            state.token_supply[colour] = state.token_discard[colour]
            state.token_discard[colour] = 0
        note(state, TOKENS_MIXED)


@rule
def available(state, wanted):
    """Which marble comes: the one wanted, else white, else the only main colour left; ASK if there are several,
    NOTHING if the supply is empty [MB-16, MB-29]."""
    if state.supply[wanted] > 0:
        return wanted
    if state.supply[WHITE] > 0:
        return WHITE
    left = main_colours_left(state)
    if left == 0:
        return NOTHING
    return ASK if left & left - 1 else nth(left, 0)


@rule
def main_colours_left(state):
    """The main colours that are in the supply, as bits."""
    left = 0
    for colour in range(MAIN):
        if state.supply[colour] > 0:
            left |= 1 << colour
    return left
