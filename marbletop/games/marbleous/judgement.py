"""What a good position of Marbleous is: points taken, and what tray and tokens promise for the turns that are left."""

import math

from ...core.kernel import rule, small
from ...core.weighing import weigh
from .popping import row_taken
from .rules import score_of
from .state import CELLS, FLOOR, MAIN, NOTHING, POOL, TAKE, TALL, WHITE
from .supplies import tokens_of
from .tray import count, filled, neighbours, sets_in

SCALE = 6.0                                 # points ahead that make a win e times as likely
TOKEN, MARBLE = 1.3, 0.4                    # what they promise while there are turns to use them
READY, CELL, PAIR = 0.5, 0.1, 0.05          # a colour one marble short of a set, each cell that would make it, neighbours
HIGH = 0.35                                 # a marble in one of the two top rows is in the way
A_TURN = 4.0                                # points that a turn brings on average
LINE_CARD = 7.0                             # a card of the solo line, in points
NEXT_PAIR = 0.5                             # neighbours in the colour of the next card of the line
TOP_ROWS = FLOOR << 3 | FLOOR << 4


@rule
def judge(state, box, values):
    """The chance of each seat to win, from what it would score; alone the chance to meet both objectives."""
    for seat in range(state.seats):
        values[seat] = expected(state, box, seat)
    if state.seats > 1:
        weigh(state, values, SCALE)
    else:
        line = LINE_CARD * (state.line_done - MAIN)
        values[0] = 1.0 / (1.0 + math.exp((box.solo_goal - values[0] - line) / (2.0 * SCALE)))


@rule
def expected(state, box, seat):
    """What a seat would score: what it has, what its tray and tokens promise, and an average turn for each one left."""
    turns = turns_left(state, seat)
    score = 1.0 * score_of(state, box, seat)
    tray = state.tray[seat]
    if seat == state.player and state.phase != TAKE:
        score += open_sets(state, box, seat)
    if turns == 0:
        return score
    promise = TOKEN * tokens_of(state, seat) + tray_promise(tray)
    if state.seats == 1 and state.line_done < MAIN:
        joined = tray[state.line[state.line_done]] | tray[WHITE]
        promise += NEXT_PAIR * (count(joined & joined >> 1) + count(joined & joined >> TALL))
    return score + promise * min(1.0, 0.4 + 0.2 * turns) + A_TURN * turns


@small
def turns_left(state, seat):
    """How many turns a seat has after this one, or from now on if a turn is just beginning."""
    if state.over:
        return 0
    begun = 0 if state.phase == TAKE else 1
    if state.seats == 1:
        return state.stack // POOL + 1 - begun
    left = state.stack + 1 - begun                          # of all seats, the next one first
    first = (state.player + begun) % state.seats
    turn = (seat - first) % state.seats
    return (left + state.seats - 1 - turn) // state.seats


@rule
def tray_promise(tray):
    """What marbles are worth where they lie: neighbours of a colour, places that would complete a set, room above."""
    cells = filled(tray)
    landings = (cells + FLOOR) & CELLS                      # where the next marble of each column comes to rest
    promise = MARBLE * count(cells) - HIGH * count(cells & TOP_ROWS)
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        paired = joined & neighbours(joined)
        below, above, left, right = joined << 1, joined >> 1, joined << TALL, joined >> TALL
        between = below & above | left & right | (below | above) & (left | right)       # joins two single marbles
        ready = landings & (neighbours(paired) | between)
        if ready:
            promise += READY + CELL * count(ready)
        promise += PAIR * count(paired)
    return promise


@rule
def open_sets(state, box, seat):
    """In the middle of popping: about what the sets still in the tray will bring."""
    worth = 0.0
    sets = sets_in(state.tray[seat], box.own_marbles)
    while sets:
        sets &= sets - 1
        worth += A_TURN
    if state.popped:                                        # a card is being chosen: the best that can be had
        best = 0
        for column in range(MAIN):
            row = row_taken(state, box, column)
            if row != NOTHING and state.columns_used >> column & 1 == 0 and box.value[state.display[column][row]] > best:
                best = box.value[state.display[column][row]]
        worth += best
    return worth
