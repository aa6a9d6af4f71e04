"""What a good position of Marbleous is: the points so far, and what tray and tokens are worth for the turns that are left.

Below are the features for weights that are learned (`marbletop train marbleous`): the same things, each by the turns that are
left, because a point counts the more the later it is.
"""

import math
from typing import Any

from ...core.features import Features, reckon
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


@small
def completing_cells(joined, paired):
    """Where one more marble would complete a set: next to two that touch, or between two single ones."""
    below, above, left, right = joined << 1, joined >> 1, joined << TALL, joined >> TALL
    return neighbours(paired) | below & above | left & right | (below | above) & (left | right)


@rule
def tray_value(tray):
    """What a tray is worth: its marbles, neighbours of one colour, and cells that would complete a set; high marbles cost."""
    cells = filled_cells(tray)
    landings = (cells + FLOOR) & CELLS                      # where the next marble of each column would come to rest
    value = TRAY_MARBLE * count(cells) - HIGH * count(cells & TOP_ROWS)
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        paired = joined & neighbours(joined)
        ready = landings & completing_cells(joined, paired)
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


# Features. The turns left of all seats together make STAGES stages; each number is the first of so many of a kind.
LEFT = (0, 1, 2, 3, 4, 5, 7, 9, 13, 19)     # turns with which a stage begins
STAGES = len(LEFT)
PHASES = 4                                  # stages that are alike for what a tray is worth: none, one, two to four turns, more
SCORE = 0                                   # points so far, by stage
TURNS = SCORE + STAGES                      # turns of the seat itself, by stage
OPEN_SETS = TURNS + STAGES                  # points of sets that are being scored, by stage
TOKENS = OPEN_SETS + STAGES                 # all from here on by phase
MARBLES = TOKENS + PHASES
HIGH_MARBLES = MARBLES + PHASES             # in one of the two top rows
PAIRS = HIGH_MARBLES + PHASES               # marbles with a neighbour of their colour
READY_COLOURS = PAIRS + PHASES              # one marble short of a set
READY_CELLS = READY_COLOURS + PHASES        # where that marble could come to rest
READY_POINTS = READY_CELLS + PHASES         # of the cards that these sets would bring
COUNT = READY_POINTS + PHASES


@small
def stage_of(state):
    """How near the end is: the number of a stage."""
    left = state.stack + (1 if state.phase == TAKE else 0)
    stage = 0
    while stage + 1 < STAGES and left >= LEFT[stage + 1]:
        stage += 1
    return stage


@rule
def in_tray(state, box, seat, sheet, phase):
    """What a tray is worth: its marbles, neighbours of one colour, and cells that would complete a set."""
    tray = state.tray[seat]
    cells = filled_cells(tray)
    landings = (cells + FLOOR) & CELLS
    pairs, colours, ready_cells, points = 0, 0, 0, 0
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        paired = joined & neighbours(joined)
        ready = landings & completing_cells(joined, paired)
        pairs += count(paired)
        if ready:
            colours += 1
            ready_cells += count(ready)
            if state.display[colour][0] != NOTHING:
                points += box.value[state.display[colour][0]]
    return reckon(sheet, MARBLES + phase, 1.0 * count(cells)) \
        + reckon(sheet, HIGH_MARBLES + phase, 1.0 * count(cells & TOP_ROWS)) \
        + reckon(sheet, PAIRS + phase, 1.0 * pairs) + reckon(sheet, READY_COLOURS + phase, 1.0 * colours) \
        + reckon(sheet, READY_CELLS + phase, 1.0 * ready_cells) + reckon(sheet, READY_POINTS + phase, 1.0 * points)


@rule
def find_features(state, box, seat, sheet):
    """What a seat has, weighed: its points, its turns, the sets that it is scoring, its tokens and its tray."""
    stage, turns = stage_of(state), turns_ahead(state, seat)
    phase = min(turns, 2) if turns < 5 else 3
    total = reckon(sheet, SCORE + stage, 1.0 * score_of(state, box, seat)) + reckon(sheet, TURNS + stage, 1.0 * turns)
    if seat == state.player and state.phase != TAKE:
        total += reckon(sheet, OPEN_SETS + stage, open_set_points(state, box, seat))
    return total + reckon(sheet, TOKENS + phase, 1.0 * tokens_of(state, seat)) + in_tray(state, box, seat, sheet, phase)


def mode_of(state: Any, box: Any) -> str:
    """Which weights fit: by the number of seats, and by the rules."""
    return f"{state.seats} seats, advanced" if box.advanced else f"{state.seats} seats"


FEATURES = Features(
    find_features,
    (*(f"{kind}, {turns} or more turns left" for kind in ("point", "turn", "point of open sets") for turns in LEFT),
     *(f"{kind}, {turns} of the seat's turns left" for kind in (
         "token", "marble", "high marble", "paired marble", "ready colour", "ready cell", "point of ready cards")
       for turns in ("none", "one", "two to four", "five or more"))),
    mode_of)
assert len(FEATURES.names) == COUNT
