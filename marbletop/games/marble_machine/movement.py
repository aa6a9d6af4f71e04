"""How marbles move: chapters 5 and 6 of RULES.md.

A marble runs until its movement is over or it needs a die; after the roll it runs on. `walk` and `resume` never roll dice
themselves, so the same rules serve the table, the stuck test of the Final Phase, and the previews of paths.py, which follow
every result of a die.
"""

from ...core.chance import roll
from ...core.kernel import rule, small
from ...core.notes import note
from .state import (ACTED, AT_SEPARATOR, BLOCKED, CARRIED_HOME, CLOSED, COLLECTED, DIE, DIVERT_SLOW, FLEW, GO_HOME, HOME,
                    IN_GOAL, JUMP, MOVEMENT, ON_BOARD, PUSH, RANDOM, RANDOM_PUSH, REDIRECT, RETURNED, REVERSE, SEPARATED, SLID,
                    SOLID_WALL, STEPPED, STEPPED_BACK)

# How a run ended, in the two lowest bits of its result: the marble rests on the board, may walk on, needs a die, or has
# reached the outer ring.
RESTS, WALKS, ROLLS, GONE = range(4)
HALF = 63                                   # spaces in each of the two bit sets that remember a chain


@small
def die_request(points, blocked, links):
    """ROLLS with what `resume` must know: points left, whether the marble was blocked, Parts of this chain so far."""
    return ROLLS | points << 2 | blocked << 5 | links << 6


@small
def rotate(heading, sixths):
    """The direction that lies 0 to 5 sixths of a circle clockwise of a direction."""
    return (heading + sixths - 1) % 6 + 1


@small
def put_marble(state, m, space, event):
    """Put a marble on another space; `event` says how it gets there."""
    start = state.space[m]
    state.space[m] = space
    note(state, event, m, start, space, 0 + state.speed[m])


@small
def faces_wall(state, box, m):
    return state.part[box.beyond[state.space[m]][state.heading[m]]] == SOLID_WALL


@rule
def walk(state, box, m, points, entered):
    """Walk straight on, one space for each point; a Part there acts before the next step [MM-35 to MM-37, MM-43].

    The marble stops before the Solid Wall [MM-45]. If it has not entered any space in this phase, the Part under it acts
    once; with `blocked_marble_moves_after_turn` it may then walk with all its points [MM-47].
    """
    while points > 0:
        ahead = box.beyond[state.space[m]][state.heading[m]]
        part = state.part[ahead]
        if part == SOLID_WALL:
            note(state, BLOCKED, m, state.space[m], 0 + state.speed[m])
            if entered or state.part[state.space[m]] == 0:
                return RESTS
            result = act(state, box, m, points, 1, 0)
            if result != WALKS:
                return result
            if not box.blocked_moves or faces_wall(state, box, m):
                return RESTS
        else:
            points -= 1
            entered = 1
            put_marble(state, m, ahead, STEPPED)
            if part or ahead >= box.edge:
                result = act(state, box, m, points, 0, 0)
                if result != WALKS:
                    return result
    return RESTS


@rule
def act(state, box, m, points, blocked, links):
    """Let the Part under a marble act on it, and every further Part that it is carried to [MM-36 to MM-49].

    Returns WALKS if the marble may go on, RESTS if the chain has closed [MM-44], GONE if the marble has reached the outer
    ring, or what `resume` needs if a die must be rolled first.
    """
    seen_low, seen_high = 0, 0
    while True:
        space, heading = state.space[m], state.heading[m]
        if space >= box.edge:
            return leave_board(state, box, m, points, blocked, links)
        part = state.part[space]
        if part == 0:
            return WALKS
        if links >= box.chain_limit and part != SOLID_WALL:
            return close_chain(state, box, m)
        links += 1
        if part <= REDIRECT or part == DIVERT_SLOW:
            if part <= REVERSE:
                state.heading[m] = rotate(heading, box.turn[part])
            elif part == REDIRECT or state.speed[m] == 1:
                state.heading[m] = state.facing[space]
            note(state, ACTED, m, part, space, 0, state.heading[m], 0 + state.speed[m])
            return WALKS
        if part == GO_HOME:
            note(state, ACTED, m, part, space, 0, heading, 0 + state.speed[m])
            put_marble(state, m, HOME, CARRIED_HOME)
            return WALKS
        if part != JUMP and part != PUSH and part != SOLID_WALL:
            return die_request(points, blocked, links)
        if space <= HALF:
            bit = 1 << space - 1
            closed = seen_low & bit
            seen_low |= bit
        else:
            bit = 1 << space - HALF - 1
            closed = seen_high & bit
            seen_high |= bit
        if closed:
            return close_chain(state, box, m)
        if part == SOLID_WALL:
            put_marble(state, m, box.beyond[space][rotate(heading, 3)], STEPPED_BACK)
            continue
        note(state, ACTED, m, part, space, 0, heading, 0 + state.speed[m])
        if part == JUMP:
            landing = box.beyond[space][heading]
            if landing < box.edge:
                landing = box.beyond[landing][heading]
            put_marble(state, m, landing, FLEW)
        else:
            landing = box.beyond[space][state.facing[space]]
            if state.part[landing] == SOLID_WALL:
                return WALKS
            put_marble(state, m, landing, SLID)


@rule
def close_chain(state, box, m):
    """Cut an endless chain: the marble rests where the chain closes [MM-44], but not on the Solid Wall [MM-54]."""
    note(state, CLOSED, m, state.space[m], 0 + state.speed[m])
    while state.part[state.space[m]] == SOLID_WALL:
        put_marble(state, m, box.beyond[state.space[m]][rotate(state.heading[m], 3)], STEPPED_BACK)
    return RESTS


@rule
def leave_board(state, box, m, points, blocked, links):
    """On the outer ring, wait at a separator [MM-51], be collected [MM-43, MM-50], or ask for a die to be sent Home [MM-52]."""
    goal = box.goal[state.space[m]]
    if goal < 0:
        state.place[m] = AT_SEPARATOR
        return GONE
    if box.owner[goal] < 0:
        return die_request(points, blocked, links)
    collect(state, box, m, goal)
    return GONE


@rule
def resume(state, box, m, result, die):
    """Run on with a marble that needed a die, now that it is rolled."""
    points, blocked, links = result >> 2 & 7, result >> 5 & 1, result >> 6
    space, heading = state.space[m], state.heading[m]
    result = WALKS
    if space >= box.edge:
        send_home(state, m, box.goal[space], die)
        if box.unused_ends:
            return RESTS
    else:
        part = state.part[space]
        if part == RANDOM_PUSH:
            note(state, ACTED, m, part, space, die, heading, 0 + state.speed[m])
            landing = box.beyond[space][die]
            if state.part[landing] != SOLID_WALL:
                put_marble(state, m, landing, SLID)
                result = act(state, box, m, points, blocked, links)
        else:
            if part == RANDOM:
                state.heading[m] = die
            else:
                state.heading[m] = rotate(0 + state.facing[space], 0 if die & 1 else box.even[part])
            note(state, ACTED, m, part, space, die, state.heading[m], 0 + state.speed[m])
    if result != WALKS:
        return result
    if blocked and (not box.blocked_moves or faces_wall(state, box, m)):
        return RESTS
    return walk(state, box, m, points, 1)


@rule
def roll_and_resume(state, box, m, result):
    """Roll each die that a marble needs and run on, until its movement is over."""
    while result & 3 == ROLLS:
        result = resume(state, box, m, result, roll(state, DIE, 6) + 1)


@rule
def move_marble(state, box, m):
    """Move one marble, with as many points as its speed [MM-35]."""
    roll_and_resume(state, box, m, walk(state, box, m, 0 + state.speed[m], 0))


@rule
def collect(state, box, m, goal):
    """Give a marble to the owner of the goal that it has entered [MM-50, MM-53]."""
    owner = box.owner[goal]
    state.place[m] = IN_GOAL + goal
    state.space[m] = 0
    state.heading[m] = 0
    state.collected[owner] += 1
    note(state, COLLECTED, m, goal, owner, 0 + state.speed[m])


@rule
def send_home(state, m, goal, die):
    """Send a marble Home from a goal that nobody owns, aimed by the die [MM-52]."""
    state.place[m] = ON_BOARD
    state.space[m] = HOME
    state.heading[m] = die
    note(state, RETURNED, m, goal, die, 0 + state.speed[m])


@rule
def resolve_separators(state, box):
    """Roll a die for each marble that waits at a separator, the oldest first [MM-28, MM-51]."""
    for m in range(state.drawn):
        if state.place[m] == AT_SEPARATOR:
            separator = -box.goal[state.space[m]]
            die = roll(state, DIE, 6) + 1
            note(state, SEPARATED, m, separator, die, 0 + state.speed[m])
            goal = separator if die & 1 != box.odd_back else (separator + 4) % 6 + 1
            if box.owner[goal] < 0:
                send_home(state, m, goal, roll(state, DIE, 6) + 1)
            else:
                collect(state, box, m, goal)


@rule
def has_running_marbles(state):
    """Whether a marble is on the board and not stuck."""
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD or state.place[m] == AT_SEPARATOR:
            return True
    return False


@rule
def run_movement_phase(state, box, number):
    """Move every marble on the board, the oldest first; then resolve separators [MM-20, MM-22, MM-24].

    `number` counts the phases of the Final Phase and is 0 before it. Returns the marbles that needed a die, as bits.
    """
    note(state, MOVEMENT, number)
    rolled, waits = 0, 0
    for m in range(state.drawn):
        if state.place[m] == ON_BOARD:
            before = state.chance_count[DIE]
            move_marble(state, box, m)
            if state.chance_count[DIE] != before:
                rolled |= 1 << m
            if state.place[m] == AT_SEPARATOR:
                waits |= 1 << m
    if waits:
        resolve_separators(state, box)
    return rolled | waits
