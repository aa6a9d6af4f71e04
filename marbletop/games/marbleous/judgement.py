"""What a good position of Marbleous is: the points so far, and what tray and tokens are worth for the turns that are left."""

import math

from ...core.kernel import rule, small
from ...core.weighing import weigh
from .popping import card_row
from .rules import score_of
from .state import CELLS, FLOOR, MAIN, NOTHING, POOL, TAKE, TALL, WHITE
from .supplies import tokens_of
from .tray import count, filled_cells, neighbours, sets_in

SCALE = 6.0                                 # points ahead that make a win e times as likely
TOKEN, TRAY_MARBLE = 1.3, 0.4               # points that they are worth while there are turns to use them
READY, READY_CELL = 0.5, 0.1                # a colour one marble short of a set, and each cell that would complete it
PAIR = 0.05                                 # a marble that has a neighbour of its colour
HIGH = 0.35                                 # what a marble in one of the two top rows costs
A_TURN = 4.0                                # points that a turn brings on average
LINE_CARD = 7.0                             # a card of the solo line, in points
NEXT_PAIR = 0.5                             # two neighbours in the colour of the next card of the line
TOP_ROWS = FLOOR << 3 | FLOOR << 4


@rule
def judge(state, box, values):
    """Each seat's chance to win, from its expected score; for a solo player the chance to meet both objectives."""
    for seat in range(state.seats):
        values[seat] = expected_score(state, box, seat)
    if state.seats > 1:
        weigh(state, values, SCALE)
    else:
        line = LINE_CARD * (state.line_done - MAIN)
        values[0] = 1.0 / (1.0 + math.exp((box.solo_goal - values[0] - line) / (2.0 * SCALE)))


@rule
def expected_score(state, box, seat):
    """The score that a seat can expect: what it has, what its tray and tokens are worth, and an average turn for each turn
    left."""
    turns = turns_ahead(state, seat)
    score = 1.0 * score_of(state, box, seat)
    tray = state.tray[seat]
    if seat == state.player and state.phase != TAKE:
        score += open_set_points(state, box, seat)
    if turns == 0:
        return score
    value = TOKEN * tokens_of(state, seat) + tray_value(tray)
    if state.seats == 1 and state.line_done < MAIN:
        joined = tray[state.line[state.line_done]] | tray[WHITE]
        value += NEXT_PAIR * (count(joined & joined >> 1) + count(joined & joined >> TALL))
    return score + value * min(1.0, 0.4 + 0.2 * turns) + A_TURN * turns


@small
def turns_ahead(state, seat):
    """How many turns a seat still has. A turn that has begun does not count."""
    if state.over:
        return 0
    begun = 0 if state.phase == TAKE else 1
    if state.seats == 1:
        return state.stack // POOL + 1 - begun
    left = state.stack + 1 - begun                          # turns of all seats together
    first = (state.player + begun) % state.seats
    turn = (seat - first) % state.seats
    return (left + state.seats - 1 - turn) // state.seats


@rule
def tray_value(tray):
    """What a tray is worth: its marbles, neighbours of one colour, and cells that would complete a set; high marbles cost."""
    cells = filled_cells(tray)
    landings = (cells + FLOOR) & CELLS                      # where the next marble of each column would come to rest
    value = TRAY_MARBLE * count(cells) - HIGH * count(cells & TOP_ROWS)
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        paired = joined & neighbours(joined)
        below, above, left, right = joined << 1, joined >> 1, joined << TALL, joined >> TALL
        between = below & above | left & right | (below | above) & (left | right)       # would join two single marbles
        ready = landings & (neighbours(paired) | between)
        if ready:
            value += READY + READY_CELL * count(ready)
        value += PAIR * count(paired)
    return value


@rule
def open_set_points(state, box, seat):
    """In the middle of step 4: about how many points the sets that are still to be scored will bring."""
    worth = 0.0
    sets = sets_in(state.tray[seat], box.own_marbles)
    while sets:
        sets &= sets - 1
        worth += A_TURN
    if state.popped:                                        # the player is choosing a card: the best one
        best = 0
        for column in range(MAIN):
            row = card_row(state, box, column)
            if row != NOTHING and state.columns_used >> column & 1 == 0 and box.value[state.display[column][row]] > best:
                best = box.value[state.display[column][row]]
        worth += best
    return worth
