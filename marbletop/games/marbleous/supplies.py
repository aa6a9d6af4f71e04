"""Stacks and supplies: cards are turned up, tokens are drawn, and a marble that has run out is replaced."""

from ...core.chance import draw
from ...core.kernel import rule, small
from ...core.notes import note
from .state import MAIN, MARBLE_CARDS, NOTHING, POINT_CARDS, POINT_KINDS, TOKENS_MIXED, WHITE

ASK = -2                                    # in place of a colour: several are possible, and the player chooses


@rule
def nth_bit(bits, n):
    """The position of the n-th 1 among these bits, counted from 0."""
    number = 0
    while n > 0 or bits >> number & 1 == 0:
        n -= bits >> number & 1
        number += 1
    return number


@small
def has_cards(stack):
    """Whether a stack of point cards has a card left."""
    left = 0
    for kind in range(POINT_KINDS):
        left |= stack[kind]
    return left != 0


@small
def has_tokens(pile):
    """Whether a pile of tokens has a token left."""
    return pile[0] | pile[1] | pile[2] | pile[3] != 0


@rule
def tokens_of(state, seat):
    """How many bonus tokens a seat has."""
    tokens = state.tokens[seat]
    return tokens[0] + tokens[1] + tokens[2] + tokens[3]


@rule
def draw_marble_card(state):
    """Turn up a marble card. It is drawn from all cards that nobody has seen, including the removed ones [MB-6, MB-53]."""
    state.stack -= 1
    return draw(state, MARBLE_CARDS, state.unseen)


@rule
def draw_point_card(state):
    """Turn up a point card: a blue one, an orange one if there is no blue one left, else NOTHING [MB-4, MB-42]."""
    if has_cards(state.blue):
        return draw(state, POINT_CARDS, state.blue)
    if has_cards(state.orange):
        return POINT_KINDS + draw(state, POINT_CARDS, state.orange)
    return NOTHING


@rule
def draw_token(state, source):
    """Draw a bonus token blind; NOTHING if there is none. An empty supply takes the discard first [MB-26]."""
    mix_tokens(state)
    if not has_tokens(state.token_supply):
        return NOTHING
    return draw(state, source, state.token_supply)


@rule
def mix_tokens(state):
    """Make the whole discard the new supply, if the supply is empty [MB-26]."""
    if not has_tokens(state.token_supply) and has_tokens(state.token_discard):
        for colour in range(MAIN):
            state.token_supply[colour] = state.token_discard[colour]
            state.token_discard[colour] = 0
        note(state, TOKENS_MIXED)


@rule
def marble_for(state, wanted):
    """The colour to take: the one wanted, else white, else the only main colour left; ASK if there are several, NOTHING if
    the supply is empty [MB-16, MB-29]."""
    if state.supply[wanted] > 0:
        return wanted
    if state.supply[WHITE] > 0:
        return WHITE
    left = main_colours_left(state)
    if left == 0:
        return NOTHING
    return ASK if left & left - 1 else nth_bit(left, 0)


@rule
def main_colours_left(state):
    """The main colours that the supply still has, as bits."""
    left = 0
    for colour in range(MAIN):
        if state.supply[colour] > 0:
            left |= 1 << colour
    return left
