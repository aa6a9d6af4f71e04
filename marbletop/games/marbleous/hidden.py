"""The view as numbers.

Everybody knows every field of a position: each point card was face up when it was taken [MB-52], and what is still to come
is not in the state at all [MB-53]. So there is nothing to redeal; a new key is enough.
"""

from ...core.kernel import rule, small
from .rules import score_of
from .state import (CARD_KINDS, COLOURS, COLUMNS, FREE_COLOUR, HEIGHT, MAIN, MOST_STARS, NOTHING, PLACES, POINT_KINDS, POOL,
                    ROWS, SEATS, TALL, WHITE)

DECISIONS = FREE_COLOUR + 1
PLANES = (
    ("trays", (SEATS, COLOURS, COLUMNS, HEIGHT)),       # first the seat itself, then clockwise
    ("tokens", (SEATS, MAIN)), ("points", (SEATS,)), ("score", (SEATS,)), ("stars", (SEATS,)), ("star points", (SEATS,)),
    ("to decide", (SEATS,)),
    ("pool", (POOL, PLACES, COLOURS)), ("hand", (PLACES, COLOURS)),
    ("card values", (MAIN, ROWS)), ("card there", (MAIN, ROWS)),
    ("columns used", (MAIN,)), ("marble supply", (COLOURS,)), ("token supply", (MAIN,)), ("token discard", (MAIN,)),
    ("unseen cards", (CARD_KINDS,)), ("blue stack", (POINT_KINDS,)), ("orange stack", (POINT_KINDS,)),
    ("line", (MAIN, MAIN)), ("whites asked", (COLUMNS, HEIGHT)), ("phase", (DECISIONS,)),
    ("cards left", (1,)), ("star supply", (1,)), ("pops", (1,)), ("set popped", (1,)), ("column of the token", (COLUMNS,)),
)


@rule
def observe(state, box, seat, out):
    """Write the planes that PLANES names. Counts are divided, so that most numbers are between 0 and 1. Each helper writes some
    planes and returns the index where the next begins."""
    i = write_trays(state, seat, out, 0)
    i = write_tokens(state, seat, out, i)
    for turn in range(SEATS):               # here, because score_of would be compiled twice if a small function called it, too
        owner, here = (seat + turn) % state.seats, 1.0 if turn < state.seats else 0.0
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
            out[i] = state.tokens[owner][colour] / 4.0 if turn < state.seats else 0.0
            i += 1
    return i


@small
def write_score(state, box, owner, here, score, out, i):
    """A seat's points, score, stars, what its stars would be worth with one more, and whether it decides; 0 for a seat that
    is not there."""
    out[i] = here * state.points[owner] / 64.0
    out[i + SEATS] = here * score / 64.0
    out[i + 2 * SEATS] = here * state.stars[owner] / 8.0
    out[i + 3 * SEATS] = here * box.star_points[state.star_card[owner]][min(state.stars[owner] + 1, MOST_STARS)] / 64.0
    out[i + 4 * SEATS] = here if owner == state.player else 0.0


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
            out[i] = box.value[kind] / 8.0 if kind != NOTHING else 0.0
            out[i + MAIN * ROWS] = 1.0 if kind != NOTHING else 0.0
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
        out[i + colour] = state.supply[colour] / 16.0
        out[i + COLOURS + colour] = state.token_supply[colour] / 8.0
        out[i + COLOURS + MAIN + colour] = state.token_discard[colour] / 8.0
    out[i + WHITE] = state.supply[WHITE] / 16.0
    return i + COLOURS + 2 * MAIN


@small
def write_stacks(state, out, i):
    """Marble cards that nobody has seen, and the two stacks of point cards."""
    for kind in range(CARD_KINDS):
        out[i] = state.unseen[kind]
        i += 1
    for kind in range(POINT_KINDS):
        out[i] = state.blue[kind] / 8.0
        out[i + POINT_KINDS] = state.orange[kind] / 8.0
        i += 1
    return i + POINT_KINDS


@small
def write_line(state, out, i):
    """Solo: the cards left in the line."""
    for place in range(MAIN):
        for colour in range(MAIN):
            to_do = state.seats == 1 and place >= state.line_done
            out[i] = 1.0 if to_do and state.line[place] == colour else 0.0
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
        out[i] = 1.0 if state.phase == phase else 0.0
        i += 1
    out[i] = state.stack / 32.0
    out[i + 1] = state.star_supply / 16.0
    out[i + 2] = state.pops / 4.0
    out[i + 3] = state.popped / 8.0
    i += 4
    for column in range(COLUMNS):
        out[i] = 1.0 if state.column == column else 0.0
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
            out[i] = 1.0 if pattern >> 3 * place & 7 == 1 + colour else 0.0
            i += 1
    return i
