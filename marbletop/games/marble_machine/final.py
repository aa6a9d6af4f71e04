"""The end of the game, chapter 7 of RULES.md: when the Final Phase begins, how it runs, which marbles are stuck, who wins."""

from ...core.kernel import rule, scratch, small
from ...core.notes import note
from .movement import GONE, RESTS, die_request, has_running_marbles, resume, run_movement_phase, walk
from .state import (FINAL, FINAL_ROUND, FINISHED, GOT_STUCK, IN_GOAL, LAST_MARBLE, ON_BOARD, QUOTA, RAN_OUT, SEATS, SPACES,
                    SPEEDS, STUCK, WON)

SURE_PHASES = 12                            # phases for which `arrives_without_dice` follows a marble
# Situations of a marble in the stuck test: at the start of a phase, waiting for a die with 0 to 4 points left, or waiting
# for a die after it was blocked.
AT_START, WAITS, WAITS_BLOCKED = 0, 1, SPEEDS + 2
SITUATIONS = SPEEDS + 3


@rule
def final_cause(state, box):
    """Why the Final Phase begins now: an owner has the quota [MM-60], or the marble stack is empty [MM-61]; else -1.

    A player can always play something before the marble stack is empty [MM-62].
    """
    for side in range(box.sides):
        if state.collected[side] >= box.quota:
            return QUOTA
    return LAST_MARBLE if state.drawn == box.marble_total else -1


@rule
def run_final_phase(state, box, cause):
    """Run movement phases without new marbles until no live marble is left [MM-63 to MM-66].

    Only a die can make a live marble stuck, so after the first test only marbles that rolled one are tested again.
    """
    state.phase = FINISHED
    state.cause = cause
    first, gained = -1, [0] * SEATS
    for side in range(box.sides - 1, -1, -1):
        gained[side] = -state.collected[side]
        if state.collected[side] >= box.quota:
            first = side
    note(state, FINAL, cause, first)
    untested = (1 << state.drawn) - 1
    for number in range(1, box.final_phase_limit + 1):
        if untested:
            mark_stuck_marbles(state, box, untested)
        if not has_running_marbles(state):
            break
        note(state, FINAL_ROUND, number)
        untested = run_movement_phase(state, box, number)
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD:
            mark_stuck(state, m)
    for side in range(box.sides):
        gained[side] += state.collected[side]
    note(state, RAN_OUT, gained[0], gained[1], gained[2], gained[3], gained[4], gained[5])
    state.over = 1
    for side in range(box.sides):
        if rank_of(state, box, side) == 1:
            note(state, WON, side)


@rule
def mark_stuck(state, m):
    """Mark a marble as stuck: it stays where it is and counts for nobody [MM-65]."""
    state.place[m] = STUCK
    note(state, GOT_STUCK, m, 0 + state.speed[m])


@rule
def mark_stuck_marbles(state, box, untested):
    """Test the marbles given as bits, and mark those that are stuck [MM-65]."""
    trial = scratch(state)
    for m in range(state.drawn):
        if untested >> m & 1 and state.place[m] == ON_BOARD:
            if not (arrives_without_dice(trial[0], box, m)
                    or can_arrive(trial[0], box, m, state.space[m], state.heading[m])):
                mark_stuck(state, m)


@rule
def arrives_without_dice(trial, box, m):
    """Whether a marble soon reaches the outer ring without a die: the common case, and a cheap test."""
    for _ in range(SURE_PHASES):
        result = walk(trial, box, m, 0 + trial.speed[m], 0)
        if result != RESTS:
            return result == GONE
    return False


@small
def situation_of(result, space, heading):
    """The number of a marble's situation after a run with this result."""
    row = AT_START
    if result != RESTS:
        row = WAITS_BLOCKED if result >> 5 & 1 else WAITS + (result >> 2 & 7)
    return (row * SPACES + space) << 3 | heading


@rule
def can_arrive(trial, box, m, space, heading):
    """Whether any results of dice bring a marble to a goal that somebody owns [MM-65].

    Searches all situations at the start of a phase and at a die, each once. Every separator has an owned goal next to it,
    so a marble that reaches the outer ring has arrived, unless `walk` sends it Home from an unused goal. The limit of a
    chain is counted from its last die here.
    """
    speed = 0 + trial.speed[m]
    seen = [0] * (SITUATIONS * SPACES)
    todo = [situation_of(RESTS, space, heading)]
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
                result = resume(trial, box, m, die_request(points, 1 if row == WAITS_BLOCKED else 0, 0), die)
            if result == GONE:
                return True
            todo.append(situation_of(result, trial.space[m], trial.heading[m]))
    return False


@rule
def speed_sum(state, box, side):
    """The sum of the speeds in a side's pile, which decides between piles of the same number [MM-67]."""
    total = 0
    for m in range(state.drawn):
        if state.place[m] > IN_GOAL and box.owner[state.place[m] - IN_GOAL] == side:
            total += state.speed[m]
    return total


@rule
def rank_of(state, box, side):
    """1 + the number of sides that have more marbles, or as many with a higher sum of speeds [MM-67, MM-68]."""
    rank = 1
    for other in range(box.sides):
        if state.collected[other] > state.collected[side] or (
                state.collected[other] == state.collected[side]
                and speed_sum(state, box, other) > speed_sum(state, box, side)):
            rank += 1
    return rank
