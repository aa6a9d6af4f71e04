"""The view as numbers.

Everybody knows every field of a position: each point card was face up when it was taken [MB-52], and what is still to come
is not in the state at all [MB-53]. So there is nothing to redeal; a new key is enough.
"""

from ...core.kernel import rule, small
from ...core.planes import Plane
from .rules import score_of
from .state import (CARD_KINDS, COLOURS, COLUMNS, FREE_COLOUR, HEIGHT, MAIN, MOST_STARS, NOTHING, PLACES, POINT_KINDS, POOL,
                    ROWS, SEATS, TALL, WHITE)

DECISIONS = FREE_COLOUR + 1
MOST_TOKENS, MOST_POINTS, MOST_MARBLES, MOST_ALIKE, MOST_VALUE, MOST_CARDS = 16, 100, 16, 12, 10, 50
PLANES = (
    Plane("trays", (SEATS, COLOURS, COLUMNS, HEIGHT), "cells with each colour, by column from the floor up", by_seat=True),
    Plane("tokens", (SEATS, MAIN), "bonus tokens of each colour", MOST_TOKENS, by_seat=True),
    Plane("points", (SEATS,), "points of the cards taken", MOST_POINTS, by_seat=True),
    Plane("score", (SEATS,), "points with those of stars", MOST_POINTS, by_seat=True),
    Plane("stars", (SEATS,), "stars", MOST_STARS, by_seat=True),
    Plane("next star", (SEATS,), "what all stars would be worth with one more", MOST_POINTS, by_seat=True),
    Plane("decides", (SEATS,), "who decides", by_seat=True),
    Plane("pool", (POOL, PLACES, COLOURS), "marbles of each card in the pool, by place and colour"),
    Plane("hand", (PLACES, COLOURS), "marbles taken for the card, by place and colour"),
    Plane("card values", (MAIN, ROWS), "points of each card in the display", MOST_VALUE),
    Plane("cards", (MAIN, ROWS), "spaces of the display with a card"),
    Plane("columns used", (MAIN,), "columns of the display that gave a card in this turn"),
    Plane("marble supply", (COLOURS,), "marbles in the supply", MOST_MARBLES),
    Plane("token supply", (MAIN,), "bonus tokens in the supply", MOST_TOKENS),
    Plane("token discard", (MAIN,), "bonus tokens discarded", MOST_TOKENS),
    Plane("unseen cards", (CARD_KINDS,), "marble cards of each kind that nobody has seen", MOST_ALIKE),
    Plane("blue stack", (POINT_KINDS,), "blue point cards of each kind left in the stack", MOST_ALIKE),
    Plane("orange stack", (POINT_KINDS,), "orange point cards of each kind left in the stack", MOST_ALIKE),
    Plane("line", (MAIN, MAIN), "solo: the colour of each card left in the line"),
    Plane("whites", (COLUMNS, HEIGHT), "cells of an all-white set whose colour is asked"),
    Plane("phase", (DECISIONS,), "the kind of decision"),
    Plane("stack", (1,), "marble cards left to draw", MOST_CARDS),
    Plane("star supply", (1,), "stars left", MOST_STARS),
    Plane("pops", (1,), "sets popped in this turn", MOST_ALIKE),
    Plane("set popped", (1,), "marbles of the set just popped", COLUMNS * HEIGHT),
    Plane("token column", (COLUMNS,), "the column for the marble of a token"),
)


@rule
def observe(state, box, seat, out):
    """Write the planes that PLANES names. Each helper writes some of them and returns the index where the next begins."""
    i = write_trays(state, seat, out, 0)
    i = write_tokens(state, seat, out, i)
    for turn in range(SEATS):               # here, because score_of would be compiled twice if a small function called it, too
        owner, here = (seat + turn) % state.seats, 1 if turn < state.seats else 0
        write_score(state, box, owner, here, score_of(state, box, owner), out, i + turn)
    i = write_pool(state, box, out, i + 5 * SEATS)
    i = write_display(state, box, out, i)
    i = write_supplies(state, out, i)
    i = write_stacks(state, out, i)
    i = write_line(state, out, i)
    i = write_whites(state, out, i)
    write_turn(state, out, i)


@small
def write_trays(state, seat, out, i):
    """The cells of each colour in each seat's tray."""
    for turn in range(SEATS):
        owner = (seat + turn) % state.seats
        for colour in range(COLOURS):
            i = write_cells(state.tray[owner][colour] if turn < state.seats else 0, out, i)
    return i


@small
def write_tokens(state, seat, out, i):
    """The bonus tokens of each seat."""
    for turn in range(SEATS):
        owner = (seat + turn) % state.seats
        for colour in range(MAIN):
            out[i] = state.tokens[owner][colour] if turn < state.seats else 0
            i += 1
    return i


@small
def write_score(state, box, owner, here, score, out, i):
    """A seat's points, score, stars, what its stars would be worth with one more, and whether it decides; 0 for a seat that
    is not there."""
    out[i] = here * min(state.points[owner], MOST_POINTS)
    out[i + SEATS] = here * min(max(score, 0), MOST_POINTS)
    out[i + 2 * SEATS] = here * state.stars[owner]
    worth = box.star_points[state.star_card[owner]][min(state.stars[owner] + 1, MOST_STARS)]
    out[i + 3 * SEATS] = here * min(max(worth, 0), MOST_POINTS)
    out[i + 4 * SEATS] = here if owner == state.player else 0


@small
def write_pool(state, box, out, i):
    """The marble cards of the pool, then the marbles in hand."""
    for slot in range(POOL):
        card = state.pool[slot]
        i = write_pattern(box.pattern[card] if card != NOTHING else 0, out, i)
    return write_pattern(state.hand, out, i)


@small
def write_display(state, box, out, i):
    """The values of the point cards, whether a space has a card, and the columns that gave a card this turn."""
    for column in range(MAIN):
        for row in range(ROWS):
            kind = state.display[column][row]
            out[i] = min(max(box.value[kind], 0), MOST_VALUE) if kind != NOTHING else 0
            out[i + MAIN * ROWS] = 1 if kind != NOTHING else 0
            i += 1
    i += MAIN * ROWS
    for column in range(MAIN):
        out[i] = state.columns_used >> column & 1
        i += 1
    return i


@small
def write_supplies(state, out, i):
    """Marbles, bonus tokens face down, and discarded bonus tokens."""
    for colour in range(MAIN):
        out[i + colour] = min(state.supply[colour], MOST_MARBLES)
        out[i + COLOURS + colour] = state.token_supply[colour]
        out[i + COLOURS + MAIN + colour] = state.token_discard[colour]
    out[i + WHITE] = min(state.supply[WHITE], MOST_MARBLES)
    return i + COLOURS + 2 * MAIN


@small
def write_stacks(state, out, i):
    """Marble cards that nobody has seen, and the two stacks of point cards."""
    for kind in range(CARD_KINDS):
        out[i] = state.unseen[kind]
        i += 1
    for kind in range(POINT_KINDS):
        out[i] = state.blue[kind]
        out[i + POINT_KINDS] = state.orange[kind]
        i += 1
    return i + POINT_KINDS


@small
def write_line(state, out, i):
    """Solo: the cards left in the line."""
    for place in range(MAIN):
        for colour in range(MAIN):
            to_do = state.seats == 1 and place >= state.line_done
            out[i] = 1 if to_do and state.line[place] == colour else 0
            i += 1
    return i


@small
def write_whites(state, out, i):
    """The cells of an all-white set whose colour is asked."""
    return write_cells(state.whites, out, i)


@small
def write_turn(state, out, i):
    """What the player has to decide, and how far the turn and the game have got."""
    for phase in range(DECISIONS):
        out[i] = 1 if state.phase == phase else 0
        i += 1
    out[i] = min(state.stack, MOST_CARDS)
    out[i + 1] = min(state.star_supply, MOST_STARS)
    out[i + 2] = min(state.pops, MOST_ALIKE)
    out[i + 3] = min(state.popped, COLUMNS * HEIGHT)
    i += 4
    for column in range(COLUMNS):
        out[i] = 1 if state.column == column else 0
        i += 1


@small
def write_cells(cells, out, i):
    """The cells of a tray, column by column from the bottom up."""
    for column in range(COLUMNS):
        for height in range(HEIGHT):
            out[i] = cells >> TALL * column + height & 1
            i += 1
    return i


@small
def write_pattern(pattern, out, i):
    """The marbles of a pattern, place by place."""
    for place in range(PLACES):
        for colour in range(COLOURS):
            out[i] = 1 if pattern >> 3 * place & 7 == 1 + colour else 0
            i += 1
    return i
