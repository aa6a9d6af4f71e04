"""Step 4 of a turn: pop sets and score them, one after the other."""

from ...core.kernel import rule, small
from ...core.notes import note
from .state import (COLOURS, COLUMN_SLID, DISPLAY_REFILLED, ENDING, FELL, LINE_CARD_DONE, MAIN, NO_CARD, NOTHING, POINT_COLUMN,
                    POINTS, POP, POPPED, POPPING, ROWS, SET_COLOUR, SMALLEST_SET, STAR, TOKEN_WON, TOKENS_WON, WHITE)
from .supplies import draw_point_card, draw_token, mix_tokens, nth_bit
from .tray import count, filled_cells, let_fall, neighbours, sets_in, whole_group


@rule
def pop_sets(state, box):
    """Pop sets until there is none left, or until the player has to choose between several [MB-35, MB-44]."""
    while state.phase == POPPING:
        sets = sets_in(state.tray[state.player], box.own_marbles)
        if sets == 0:
            state.phase = ENDING
        elif sets & sets - 1:
            state.phase = POP
        else:
            pop_set_at(state, box, sets)


@rule
def pop_set_at(state, box, cell):
    """Pop the set that a cell names, or ask for the colour of an all-white set first [MB-34 to MB-36]."""
    tray = state.tray[state.player]
    colour = 0
    while colour < MAIN and tray[colour] & cell == 0:
        colour += 1
    if colour < MAIN:
        pop_set(state, box, colour, whole_group(cell, tray[colour] | tray[WHITE]))
        return
    group = whole_group(cell, tray[WHITE])
    colours = white_set_colours(tray, group)
    if colours & colours - 1:
        state.whites = group
        state.phase = SET_COLOUR
    else:
        pop_set(state, box, nth_bit(colours, 0), group)


@rule
def white_set_colours(tray, group):
    """The colours that a group of whites can pop as, as bits: those that none of its neighbours has [MB-36]."""
    colours = 0
    for colour in range(MAIN):
        if neighbours(group) & tray[colour] == 0:
            colours |= 1 << colour
    return colours


@rule
def pop_set(state, box, colour, group):
    """Remove a set, let the marbles above it fall, then score it or ask for a column [MB-37 to MB-39, MB-54 to MB-56]."""
    seat = state.player
    tray = state.tray[seat]
    state.whites = 0
    state.beside[colour] = count(group & tray[colour])
    state.beside[WHITE] = count(group & tray[WHITE])
    state.popped = state.beside[colour] + state.beside[WHITE]
    state.pops += 1
    tray[colour] &= ~group
    tray[WHITE] &= ~group
    note(state, POPPED, seat, colour, state.popped, group)
    rest = filled_cells(tray)
    let_fall(tray, group)
    if filled_cells(tray) != rest:
        note(state, FELL, seat, group)
    if state.seats == 1:
        advance_line(state, colour)
    if box.advanced and state.pops > 1:
        score_extra_pop(state, box)
    else:
        score_pop(state, box, colour)


@rule
def advance_line(state, colour):
    """Solo: discard the leftmost card of the line if a set of four or more had its colour [MB-62, MB-63]."""
    if state.popped > SMALLEST_SET and state.line_done < MAIN and state.line[state.line_done] == colour:
        state.line_done += 1
        note(state, LINE_CARD_DONE, state.player, colour, MAIN - state.line_done)


@rule
def score_extra_pop(state, box):
    """Advanced, from the second pop on: give a star for the second, and score with a card of any free column
    [MB-54, MB-56]."""
    if state.pops == 2 and state.star_supply > 0:
        state.star_supply -= 1
        state.stars[state.player] += 1
        note(state, STAR, state.player)
    columns = free_columns(state, box)
    if columns & columns - 1:
        state.phase = POINT_COLUMN
    else:
        score_pop(state, box, nth_bit(columns, 0) if columns else NOTHING)


@rule
def free_columns(state, box):
    """The display columns that gave no card this turn and have one for the set just popped, as bits [MB-56, MB-57]."""
    columns = 0
    for column in range(MAIN):
        if state.columns_used >> column & 1 == 0 and card_row(state, box, column) >= 0:
            columns |= 1 << column
    return columns


@small
def scoring_row(state):
    """The display row for the size of the set just popped [MB-37]."""
    return min(state.popped - SMALLEST_SET, ROWS - 1)


@rule
def card_row(state, box, column):
    """The row of a column from which that set takes its card; NOTHING if there is no card for it [MB-39, MB-40]."""
    row = scoring_row(state)
    if box.next_lower:
        while row >= 0 and state.display[column][row] == NOTHING:
            row -= 1
        return row
    return row if state.display[column][row] != NOTHING else NOTHING


@rule
def score_pop(state, box, column):
    """Take the point card, draw tokens, refill the display and return the marbles [MB-39 to MB-43]."""
    seat, tokens = state.player, scoring_row(state)
    row = card_row(state, box, column) if column >= 0 else NOTHING
    if row >= 0:
        kind = state.display[column][row]
        state.display[column][row] = NOTHING
        state.won[seat][kind] += 1
        state.points[seat] += box.value[kind]
        state.columns_used |= 1 << column
        note(state, POINTS, seat, column, row, kind)
    else:
        note(state, NO_CARD, seat, tokens)
    if row >= 0 or box.tokens_without_card:
        for _ in range(tokens):
            win_token(state)
    if row >= 0:
        slide_and_refill(state, column, row)
    for colour in range(COLOURS):
        state.supply[colour] += state.beside[colour]
        state.beside[colour] = 0
    state.popped = 0
    state.phase = POPPING


@rule
def win_token(state):
    """Draw a bonus token for a large set [MB-41]."""
    colour = draw_token(state, TOKENS_WON)
    if colour >= 0:
        state.tokens[state.player][colour] += 1
        note(state, TOKEN_WON, state.player, colour)
        mix_tokens(state)


@rule
def slide_and_refill(state, column, row):
    """Slide the cards above an empty space down one row, and refill the top space from the stacks [MB-42]."""
    spaces = state.display[column]
    if row < ROWS - 1 and spaces[row + 1] != NOTHING:
        for lower in range(row, ROWS - 1):
            spaces[lower] = spaces[lower + 1]
        spaces[ROWS - 1] = NOTHING
        note(state, COLUMN_SLID, column, row)
    kind = draw_point_card(state)
    if kind >= 0:
        spaces[ROWS - 1] = kind
        note(state, DISPLAY_REFILLED, column, kind)
