"""The end of the game: when the Final Phase begins, which marbles are stuck, and how it runs: chapter 7 of RULES.md."""

from ...core.kernel import rule, scratch, small
from ...core.notes import note
from .movement import GONE, RESTS, movement_phase, resume, waiting, walk
from .state import FINAL, FINISHED, GOT_STUCK, IN_GOAL, LAST_MARBLE, ON_BOARD, QUOTA, SPACES, SPEEDS, STUCK, WON

SURE_PHASES = 12                            # phases for which a marble is followed without remembering where it was
# What the stuck test remembers a marble in: at the start of a phase, or waiting for a die with 0 to 4 points left, or
# waiting for it because it was blocked.
AT_START, WAITS, WAITS_BLOCKED = 0, 1, SPEEDS + 2
SITUATIONS = SPEEDS + 3


@rule
def final_cause(state, box):
    """Why the Final Phase begins now: an owner has the quota [MM-60], or the marble stack is empty [MM-61]; else -1.

    That a player can play nothing at all cannot come about before the marble stack is empty [MM-62].
    """
    for side in range(box.sides):
        if state.collected[side] >= box.quota:
            return QUOTA
    return LAST_MARBLE if state.drawn == box.marble_total else -1


@rule
def final_phase(state, box, cause):
    """Movement phases without new marbles until no live marble is left [MM-63 to MM-66].

    Only a die can make a live marble stuck, so after the first test only marbles that rolled one are tested again.
    """
    state.phase = FINISHED
    state.cause = cause
    note(state, FINAL, cause)
    untested = (1 << state.drawn) - 1
    for number in range(1, box.final_phase_limit + 1):
        if untested:
            take_out_stuck(state, box, untested)
        if marbles_running(state) == 0:
            break
        untested = movement_phase(state, box, number)
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD:
            get_stuck(state, m)
    state.over = 1
    for side in range(box.sides):
        if place_of(state, box, side) == 1:
            note(state, WON, side)


@rule
def marbles_running(state):
    """How many marbles are on the board and not stuck."""
    count = 0
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD:
            count += 1
    return count


@rule
def get_stuck(state, m):
    """A stuck marble stays where it is and counts for nobody [MM-65]."""
    state.place[m] = STUCK
    note(state, GOT_STUCK, m)


@rule
def take_out_stuck(state, box, untested):
    """Test marbles, given as bits; the stuck ones move no more [MM-65]."""
    trial = scratch(state)
    for m in range(state.drawn):
        if untested >> m & 1 and state.place[m] == ON_BOARD:
            if not surely_arrives(trial[0], box, m) and not can_arrive(trial[0], box, m, state.space[m], state.heading[m]):
                get_stuck(state, m)


@rule
def surely_arrives(trial, box, m):
    """Whether a marble reaches the outer ring soon without any die: the common case, and cheap to see."""
    for _ in range(SURE_PHASES):
        result = walk(trial, box, m, 0 + trial.speed[m], 0)
        if result != RESTS:
            return result == GONE
    return False


@small
def situation(result, space, heading):
    """How the stuck test numbers where a marble is after a run that ended so."""
    row = AT_START
    if result != RESTS:
        row = WAITS_BLOCKED if result >> 5 & 1 else WAITS + (result >> 2 & 7)
    return (row * SPACES + space) << 3 | heading


@rule
def can_arrive(trial, box, m, space, heading):
    """Whether any results of dice bring a marble to a goal that somebody owns [MM-65].

    A search over all situations at the start of a phase and at a die, each visited once. Every separator has an
    owned goal beside it, so who reaches the outer ring has arrived, unless `walk` sends it Home from an unused goal.
    The limit of a chain is counted from its last die here.
    """
    speed = 0 + trial.speed[m]
    seen = [0] * (SITUATIONS * SPACES)
    todo = [situation(RESTS, space, heading)]
    while len(todo) > 0:
        node = todo.pop()
        heading, cell = node & 7, node >> 3
        if seen[cell] >> heading & 1:
            continue
        seen[cell] |= 1 << heading
        row, space = cell // SPACES, cell % SPACES
        points = speed if row == WAITS_BLOCKED else row - WAITS
        for die in range(1, 2 if row == AT_START else 7):
            trial.place[m] = ON_BOARD
            trial.space[m] = space
            trial.heading[m] = heading
            if row == AT_START:
                result = walk(trial, box, m, speed, 0)
            else:
                result = resume(trial, box, m, waiting(points, 1 if row == WAITS_BLOCKED else 0, 0), die)
            if result == GONE:
                return True
            todo.append(situation(result, trial.space[m], trial.heading[m]))
    return False


@rule
def speed_sum(state, box, side):
    """What the marbles of a pile show together, which decides between piles of the same number [MM-67]."""
    total = 0
    for m in range(state.drawn):
        if state.place[m] > IN_GOAL and box.owner[state.place[m] - IN_GOAL] == side:
            total += state.speed[m]
    return total


@rule
def place_of(state, box, side):
    """1 + how many sides have more marbles, or as many with a higher sum of speeds [MM-67, MM-68]."""
    place = 1
    for other in range(box.sides):
        if state.collected[other] > state.collected[side] or (
                state.collected[other] == state.collected[side]
                and speed_sum(state, box, other) > speed_sum(state, box, side)):
            place += 1
    return place
