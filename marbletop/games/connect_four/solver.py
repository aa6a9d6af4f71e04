"""Connect Four solved: who wins from a position, and when, if nobody errs.

The question is always whether the player reaches a score (core/solving.py), so every position needs one move that does, or a
refutation of all. Moves that let the other make four are never tried, those that make most threats come first, and what is
found out about a position is remembered as bounds of its score. The line of moves that is being tried lies in the desk, not on
Python's stack, so the solver can be stopped after any number of positions and go on later.
"""

from numpy import int64

from ...core.kernel import rule, small
from ...core.solving import NO_ACTION, UNDECIDED, UNSUITED, Solver
from ...core.state import Layout, field
from ...core.weighing import ones
from .judgement import COLUMN, FLOOR, GRID, completing_cells
from .state import CELLS, COLUMNS, TALL

OUTSIDE_IN = (0, 6, 1, 5, 2, 4, 3)          # columns; of equal moves the last one is tried first
MOST = CELLS                                # no score is higher
WIDTH, BOUND = 7, (1 << 7) - 1              # bits of a bound in an entry of the table, and all of them set
ENTRIES = 4_000_037                         # a prime, so that similar positions lie apart
UNKNOWN = 2                                 # neither 0 (no) nor 1 (yes)

DESK = Layout("Desk", {
    "own": field(int64, CELLS + 1),         # by depth: marbles of the player, as bits
    "taken": field(int64, CELLS + 1),       # marbles of both
    "goal": field(int64, CELLS + 1),        # the score that the player must reach
    "left": field(int64, CELLS + 1),        # moves that have not been tried
    "moves": field(int64, (CELLS + 1, COLUMNS)),    # cells, the best last
    "first": field(int64),                  # marbles in the position that was asked about
    "depth": field(int64),                  # how far it has got
    "score": field(int64),                  # what was asked; with own[0] and taken[0] it is the question that is open
    "open": field(int64),
})


@rule
def find(state, box, score, desk, table, positions):
    """See core/solving.py."""
    own, other = state.marbles[state.player], state.marbles[1 - state.player]
    if box.misere:
        return UNSUITED
    marbles, at_once = ones(own | other), completing_cells(own) & landing_cells(own | other)
    if at_once:
        return column_of(at_once) if score <= MOST - marbles else NO_ACTION
    if not (desk.open and desk.own[0] == own and desk.taken[0] == own | other and desk.score == score):
        desk.open, desk.score, desk.first, desk.depth = 1, score, marbles, 0
        desk.own[0], desk.taken[0], desk.goal[0] = own, own | other, score
    answer = go_on(desk, table, positions)
    if answer == UNKNOWN:
        return UNDECIDED
    desk.open = 0
    if not answer:
        return NO_ACTION
    return column_of(desk.moves[0][desk.left[0]] if desk.left[0] >= 0 else landing_cells(own | other))


@rule
def go_on(desk, table, positions):
    """Try moves, starting at the position that was reached last, until the question is answered: 1, or 0, or UNKNOWN after so
    many positions. If the answer is yes, left[0] is the place of the move, or -1 if any does."""
    depth, answer = desk.depth, UNKNOWN
    while positions > 0:
        positions -= 1
        answer = look_at(desk, table, depth)
        while True:
            if answer != UNKNOWN:
                if depth == 0:
                    return answer
                depth -= 1
                if answer:
                    answer = UNKNOWN                    # the other has an answer to this move
                else:
                    answer = 1
                    remember(desk, table, depth, 1)
                    continue
            if desk.left[depth] > 0:
                break
            answer = 0
            remember(desk, table, depth, 0)
        desk.left[depth] -= 1
        follow(desk, depth)
        depth += 1
        desk.depth = depth
    return UNKNOWN


@small
def follow(desk, depth):
    """Set up the position after the move that is tried: there the other must reach one more than what is left over."""
    cell = desk.moves[depth][desk.left[depth]]
    desk.own[depth + 1] = desk.own[depth] ^ desk.taken[depth]
    desk.taken[depth + 1] = desk.taken[depth] | cell
    desk.goal[depth + 1] = 1 - desk.goal[depth]


@rule
def look_at(desk, table, depth):
    """Whether the player reaches the goal, as far as it can be said at a glance: 1, 0, or UNKNOWN, with the moves to try. The
    player cannot make four at once: a move that allows it is never tried."""
    own, taken, marbles = desk.own[depth], desk.taken[depth], desk.first + depth
    moves = safe_cells(own, taken)
    if not moves:
        desk.left[depth] = -1
        return 1 if desk.goal[depth] <= marbles + 1 - MOST else 0           # the other makes four with the next marble
    goal = desk.goal[depth] = possible_score(desk.goal[depth], marbles)
    if goal > max(0, MOST - 2 - marbles):
        return 0                                                            # too early for it
    sure = goal <= min(0, marbles + 3 - MOST)                               # any safe move does
    if not sure:
        entry = table[entry_of(own, taken, len(table))]
        if entry >> 2 * WIDTH == key_of(own, taken):
            if goal > (entry & BOUND) - MOST:
                return 0
            if depth and goal <= (entry >> WIDTH & BOUND) - MOST:
                return 1
    if depth == 0 or not sure:
        list_moves(desk, depth, own, taken, moves)
    if sure:
        desk.left[depth] -= 1
        return 1
    return UNKNOWN


@small
def safe_cells(own, taken):
    """The moves after which the other cannot make four at once, as bits."""
    landing, threats = landing_cells(taken), completing_cells(own ^ taken) & GRID & ~taken
    forced = landing & threats
    if forced:
        if forced & forced - 1:
            return 0
        landing = forced
    return landing & ~(threats >> 1)


@rule
def list_moves(desk, depth, own, taken, moves):
    """Note the moves, those that make most threats last."""
    n = 0
    weights = 0                                         # of the moves listed so far, four bits each, the last one lowest
    for column in OUTSIDE_IN:
        cell = moves & COLUMN << TALL * column
        if cell:
            weight = min(15, ones(completing_cells(own | cell) & GRID & ~(taken | cell)))
            place, higher = n, 0
            while place > 0 and weights >> 4 * higher & 15 > weight:
                desk.moves[depth][place] = desk.moves[depth][place - 1]
                place -= 1
                higher += 1
            desk.moves[depth][place] = cell
            above = weights & (1 << 4 * higher) - 1
            weights = (weights >> 4 * higher << 4 | weight) << 4 * higher | above
            n += 1
    desk.left[depth] = n


@small
def possible_score(score, marbles):
    """The lowest score from this one on that a game can end with: a player wins with a marble of their own."""
    if score > 0:
        return score + ((score ^ marbles) & 1)
    return score + ((score ^ marbles ^ 1) & 1 if score < 0 else 0)


@rule
def remember(desk, table, depth, answer):
    """Note what was found out about a position: a key, the lowest and the highest score that it can have."""
    own, taken, goal = desk.own[depth], desk.taken[depth], desk.goal[depth]
    place, key = entry_of(own, taken, len(table)), key_of(own, taken)
    lowest, highest = -MOST, MOST
    if table[place] >> 2 * WIDTH == key:
        lowest, highest = (table[place] >> WIDTH & BOUND) - MOST, (table[place] & BOUND) - MOST
    if answer:
        lowest = goal
    else:
        highest = goal - 1
    table[place] = (key << WIDTH | lowest + MOST) << WIDTH | highest + MOST


@small
def key_of(own, taken):
    """A number for a position, never 0: in each column it tells the height and whose the marbles are."""
    return own + taken + 1


@small
def entry_of(own, taken, entries):
    return key_of(own, taken) % entries


@small
def landing_cells(taken):
    """The cells where the next marble of each column would land, as bits."""
    return (taken + FLOOR) & GRID


@small
def column_of(cells):
    """The first column with one of these cells."""
    for column in range(COLUMNS):
        if cells & COLUMN << TALL * column:
            return column
    return NO_ACTION


SOLVER = Solver(find, DESK, ENTRIES)
