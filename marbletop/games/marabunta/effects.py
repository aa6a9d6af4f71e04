"""Marks on the boards and what they set off: writing numbers, special hexes, crates, powers, leaves, crosses.

Chapters 4 to 6 of the rules. An effect that asks something sets the phase and what the question needs; one that is
finished leaves the phase at GO_ON. What has to wait until something newer is finished lies in `state.waiting`.
"""

from ...core.kernel import rule, small
from ...core.notes import note
from .bits import bit_of, lowest, word_of
from .state import (
    ANYWHERE,
    BLUE_NUMBER,
    CRATE,
    CRATE_WAITS,
    CRATES,
    CROSS,
    CROSSED_OUT,
    CUPCAKES,
    CUPCAKES_GONE,
    E_CIRCLE,
    E_CRATE,
    E_CROSSED,
    E_CUPCAKE,
    E_LOST,
    E_POINTS,
    E_POWER,
    E_ROW_FULL,
    E_TRIGGER,
    E_WROTE,
    GO_ON,
    HEX_WAITS,
    IS_FREE,
    LEAF,
    LEAF_FULL,
    NONE,
    ONES_WAIT,
    P_CROSS_2,
    P_CUPCAKES_2,
    P_LEAVES_2,
    P_ONES_TRIANGLE,
    P_POINTS_2,
    P_POINTS_3,
    P_THREE_FREE,
    P_TWO_ADJACENT,
    RED_NUMBER,
    REGION_FULL,
    SHAPE_OF,
    VALUE_OF,
    W_2,
    W_FREE_0,
    W_FREE_3,
    W_THREE_1,
    W_TWO_0,
    WORD,
    WRITE,
    ZEROS_WAIT,
)

# Tasks that wait


@small
def wait(state, kind, one, two):
    """Put a task aside until everything newer is finished [MA-42]."""
    state.waiting[state.depth] = kind << 14 | one + 1 << 7 | two + 1
    state.depth += 1


@small
def finish(state):
    """The effect in hand is done: nothing is asked."""
    state.phase = GO_ON
    state.effect = NONE
    state.region = NONE
    state.first = NONE
    state.second = NONE
    state.power = NONE
    state.left = 0


@rule
def resume(state, box):
    """Take up the newest task that waits [MA-40, MA-42]."""
    state.depth -= 1
    task = state.waiting[state.depth]
    state.waiting[state.depth] = 0
    kind, one, two = task >> 14, (task >> 7 & 127) - 1, (task & 127) - 1
    if kind == CRATE_WAITS:
        begin_crates(state, 1)
    elif kind == HEX_WAITS:
        collect(state, box, one)
    else:
        resume_writing(state, box, W_TWO_0 if kind == ZEROS_WAIT else W_THREE_1, one, two)


# Where a number may be written


@rule
def first_targets(state, box, effect, region):
    """Hexes for the first or only number of an effect, those that cost an anthill included [MA-27 to MA-34]."""
    low = state.available[0] & box.region_hexes[region][0]
    high = state.available[1] & box.region_hexes[region][1]
    seat = state.player
    if IS_FREE[effect] == 0 and state.anthills[seat] == 0:
        near = state.near[seat][box.near_row[VALUE_OF[effect]]]
        low &= near[0]
        high &= near[1]
    if SHAPE_OF[effect] > 1:
        return growing(state, box, low, 0, SHAPE_OF[effect]), growing(state, box, high, WORD, SHAPE_OF[effect])
    return low, high


@rule
def growing(state, box, bits, base, shape):
    """Those hexes of a word that leave room for the rest of an effect of two or three numbers [MA-20, MA-48]."""
    kept = 0
    while bits:
        if (any_available(state, box.neighbours[base + lowest(bits)]) if shape == 2
                else has_triangle(state, box, base + lowest(bits))):
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@small
def any_available(state, hexes):
    """Whether one hex of a set is available."""
    return state.available[0] & hexes[0] | state.available[1] & hexes[1] != 0


@rule
def has_triangle(state, box, hex):
    """Whether two available neighbours of a hex touch each other [MA-48]."""
    low, high = second_of_triangle(state, box, hex)
    return low | high != 0


@rule
def second_of_triangle(state, box, hex):
    """Available neighbours of a hex that share an available neighbour with it [MA-48]."""
    beside = box.neighbours[hex]
    low, high = state.available[0] & beside[0], state.available[1] & beside[1]
    return third_exists(low, high, box, low, 0), third_exists(low, high, box, high, WORD)


@rule
def third_exists(low, high, box, bits, base):
    """Those hexes of a word that touch one of the set (low, high)."""
    kept = 0
    while bits:
        beside = box.neighbours[base + lowest(bits)]
        if beside[0] & low | beside[1] & high:
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@rule
def write_targets(state, box):
    """Hexes where the number that is due may be written [MA-13, MA-14, MA-20, MA-27, MA-48]."""
    if state.first < 0:
        return first_targets(state, box, state.effect, state.region)
    if state.effect == W_THREE_1 and state.second < 0:
        return second_of_triangle(state, box, state.first)
    low = state.available[0] & box.neighbours[state.first][0]
    high = state.available[1] & box.neighbours[state.first][1]
    if state.second >= 0:
        low &= box.neighbours[state.second][0]
        high &= box.neighbours[state.second][1]
    return low, high


@rule
def may_decline_writing(state, box, low, high):
    """Whether the power in hand may be declined: before its first hex, if every target costs an anthill [MA-41]."""
    if state.power < 0 or state.first >= 0:
        return False
    if box.decline_always:
        return True
    near = state.near[state.player][box.near_row[VALUE_OF[state.effect]]]
    return IS_FREE[state.effect] == 0 and low & near[0] | high & near[1] == 0


# Writing


@small
def begin_writing(state, effect, region, power):
    """Ask for the first hex of an effect."""
    state.phase = WRITE
    state.effect = effect
    state.region = region
    state.power = power


@rule
def write_number(state, box, hex):
    """Write the number that is due; an anthill pays for a first hex that is not adjacent [MA-27, MA-30]."""
    seat, effect = state.player, state.effect
    value = VALUE_OF[effect]
    paid = 0
    if (state.first < 0 and IS_FREE[effect] == 0
            and state.near[seat][box.near_row[value]][word_of(hex)] & bit_of(hex) == 0):
        paid = 1
        state.anthills[seat] -= 1
    state.marks[hex] = (BLUE_NUMBER if seat else RED_NUMBER) + value
    state.totals[box.region_of[hex]][seat] += value
    for row in range(box.near_rows):
        if row != value or box.near_rows == 1:
            state.near[seat][row][0] |= box.neighbours[hex][0]
            state.near[seat][row][1] |= box.neighbours[hex][1]
    triggered = close_hex(state, box, hex)
    note(state, E_WROTE, seat, hex, value, paid)
    if triggered:
        note(state, E_TRIGGER, seat, state.trigger_kind)
    if SHAPE_OF[effect] == 1:
        finish(state)
        collect(state, box, hex)
    else:
        grow(state, box, hex)


@rule
def grow(state, box, hex):
    """Go on with an effect of several numbers: all are written, then their special hexes treated in that order
    [MA-40], or each special hex at once and the rest of the effect after it [MA-67]."""
    first, second, shape = state.first, state.second, SHAPE_OF[state.effect]
    complete = second >= 0 or (shape == 2 and first >= 0)
    if box.between:
        if not complete:
            wait(state, ZEROS_WAIT if shape == 2 else ONES_WAIT, hex if first < 0 else first, NONE if first < 0 else hex)
        finish(state)
        collect(state, box, hex)
    elif complete:
        wait(state, HEX_WAITS, hex, NONE)
        if shape == 3:
            wait(state, HEX_WAITS, second, NONE)
        finish(state)
        collect(state, box, first)
    elif first < 0:
        state.first = hex
    else:
        state.second = hex


@rule
def resume_writing(state, box, effect, first, second):
    """Ask for the next number of an effect, if a hex is left for it [MA-67]."""
    state.first = first
    state.second = second
    begin_writing(state, effect, ANYWHERE, NONE)
    low, high = write_targets(state, box)
    if low | high == 0:
        finish(state)


@rule
def close_hex(state, box, hex):
    """A hex has got its mark and is no longer available; whether that triggered the end [MA-25, MA-50, MA-51, MA-53]."""
    state.available[word_of(hex)] &= ~bit_of(hex)
    if state.trigger >= 0:
        return False
    if not any_available(state, box.region_hexes[box.region_of[hex]]):
        return end_triggered(state, REGION_FULL)
    if not any_available(state, box.special_hexes[CUPCAKES]):
        return end_triggered(state, CUPCAKES_GONE)
    return False


@rule
def end_triggered(state, kind):
    """The first to meet an end condition is the trigger player [MA-50]."""
    state.trigger = state.player
    state.trigger_kind = kind
    return True


# Special hexes


@rule
def collect(state, box, hex):
    """The number in a hex gets its cupcake or its crate [MA-36, MA-37]."""
    word, bit = word_of(hex), bit_of(hex)
    if box.special_hexes[CUPCAKES][word] & bit:
        cross_cupcake(state, box)
    elif box.special_hexes[CRATES][word] & bit:
        begin_crates(state, 1)


@rule
def cross_cupcake(state, box):
    """Cross out the leftmost open space of the cupcake row and score it; a full row gives nothing [MA-36]."""
    seat = state.player
    space = state.cupcakes[seat]
    if space == box.spaces:
        note(state, E_ROW_FULL, seat)
        return
    state.cupcakes[seat] = space + 1
    state.points[seat] += box.space_points[space]
    note(state, E_CUPCAKE, seat, space + 1, box.space_points[space])


# Crates and powers


@small
def begin_crates(state, count):
    """Ask which crates to cross out; nothing if none is left [MA-16, MA-17, MA-37]."""
    if state.open_groups[state.player]:
        state.phase = CRATE
        state.left = count


@rule
def cross_crate(state, box, group):
    """Cross out a crate; the last one of its group unlocks the power, used before any other crate [MA-17, MA-38]."""
    seat, more = state.player, state.left - 1
    finish(state)
    state.crates[seat][group] += 1
    if state.crates[seat][group] < box.group_size[group]:
        note(state, E_CRATE, seat, group, state.crates[seat][group])
        if more:
            begin_crates(state, more)
        return
    state.open_groups[seat] &= ~(1 << group)
    note(state, E_CRATE, seat, group, state.crates[seat][group])
    if more:
        wait(state, CRATE_WAITS, NONE, NONE)
    use_power(state, box, box.group_power[group])


@rule
def use_power(state, box, power):
    """A power is used at once, or lost if it cannot be [MA-38, MA-41, MA-43 to MA-49]."""
    note(state, E_POWER, state.player, power)
    if power in (P_POINTS_2, P_POINTS_3):
        state.points[state.player] += 2 if power == P_POINTS_2 else 3
        note(state, E_POINTS, state.player, 2 if power == P_POINTS_2 else 3)
    elif power == P_CUPCAKES_2:
        cross_cupcake(state, box)
        cross_cupcake(state, box)
    elif power == P_CROSS_2:
        if can_cross_two(state, box):
            begin_crossing(state, power)
        else:
            note(state, E_LOST, state.player, power)
    elif power == P_LEAVES_2:
        if can_fill_leaves(state, box):
            begin_leaves(state, power)
        else:
            note(state, E_LOST, state.player, power)
    else:
        effect = (W_2 if power == P_TWO_ADJACENT else W_FREE_3 if power == P_THREE_FREE
                  else W_THREE_1 if power == P_ONES_TRIANGLE else W_FREE_0)
        low, high = first_targets(state, box, effect, ANYWHERE)
        if low | high:
            begin_writing(state, effect, ANYWHERE, power)
        else:
            note(state, E_LOST, state.player, power)


# Leaves


@rule
def fill_circle(state, box, region):
    """Fill a blank circle of a leaf in one's own colour; the last one triggers the end [MA-15, MA-52]."""
    seat = state.player
    circles = state.circles[region]
    circles[seat] += 1
    triggered = False
    if circles[0] + circles[1] == box.blank:
        state.open_leaves &= ~(1 << region)
        if state.trigger < 0:
            triggered = end_triggered(state, LEAF_FULL)
    note(state, E_CIRCLE, seat, region, circles[seat])
    if triggered:
        note(state, E_TRIGGER, seat, LEAF_FULL)


@small
def can_fill_leaves(state, box):
    """Whether LEAVES_2 or leaves_2 can be used [MA-18, MA-70]."""
    leaves = state.open_leaves
    return leaves != 0 and (box.partial != 0 or leaves & (leaves - 1) != 0)


@small
def begin_leaves(state, power):
    """Ask for two different leaves, one after the other [MA-18]."""
    state.phase = LEAF
    state.left = 2
    state.power = power


@rule
def fill_leaf(state, box, region):
    """Fill a circle of the chosen leaf; then one of another leaf, if there is one [MA-18]."""
    fill_circle(state, box, region)
    if state.left == 2 and state.open_leaves & ~(1 << region):
        state.left = 1
        state.first = region
    else:
        finish(state)


# Crossing out hexes


@rule
def cross_targets(state, box, bits, base):
    """Those hexes of a word that have a neighbour to be crossed out with [MA-22, MA-69]."""
    kept = 0
    while bits:
        if any_available(state, box.crossable[base + lowest(bits)]):
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@rule
def can_cross_two(state, box):
    """Whether two available hexes that may be crossed out together exist [MA-22]."""
    for word in range(2):
        bits = state.available[word]
        while bits:
            if any_available(state, box.crossable[WORD * word + lowest(bits)]):
                return True
            bits &= bits - 1
    return False


@small
def begin_crossing(state, power):
    """Ask for two hexes that touch each other [MA-22]."""
    state.phase = CROSS
    state.power = power


@rule
def cross_out(state, box, hex):
    """Cross out a hex: nobody gets what is in it [MA-39]."""
    state.marks[hex] = CROSSED_OUT
    triggered = close_hex(state, box, hex)
    note(state, E_CROSSED, state.player, hex)
    if triggered:
        note(state, E_TRIGGER, state.player, state.trigger_kind)


@rule
def cross_hex(state, box, hex):
    """Cross out the first or the second of two hexes [MA-22, MA-49]."""
    cross_out(state, box, hex)
    if state.first < 0:
        state.first = hex
    else:
        finish(state)
