"""Marks on the boards and what they set off: writing numbers, special hexes, crates, powers, leaves, crosses.

An effect that asks the player something sets the phase and what the question needs; an effect that is finished leaves the
phase at GO_ON. `state.waiting` holds the tasks that wait until something newer is finished.
"""

from ...core.kernel import rule, small
from ...core.notes import note
from .bits import bit_of, contains, lowest_bit, word_of
from .state import (ANYWHERE, BLUE_NUMBER, CRATE, CRATE_WAITS, CRATES, CROSS, CROSSED_OUT, CUPCAKES, CUPCAKES_GONE, E_CIRCLE,
                    E_CRATE, E_CROSSED, E_CUPCAKE, E_LOST, E_POINTS, E_POWER, E_ROW_FULL, E_TRIGGER, E_WROTE, GO_ON, HEX_WAITS,
                    IS_FREE, LEAF, LEAF_FULL, NONE, ONES_WAIT, P_CROSS_2, P_CUPCAKES_2, P_LEAVES_2, P_ONES_TRIANGLE, P_POINTS_2,
                    P_POINTS_3, P_THREE_FREE, P_TWO_ADJACENT, RED_NUMBER, REGION_FULL, SHAPE_OF, VALUE_OF, W_2, W_FREE_0,
                    W_FREE_3, W_THREE_1, W_TWO_0, WORD, WRITE, ZEROS_WAIT)

# Tasks that wait


@small
def add_task(state, kind, one, two):
    """Put a task aside until everything newer is finished [MA-42]."""
    state.waiting[state.depth] = kind << 14 | one + 1 << 7 | two + 1
    state.depth += 1


@small
def task_parts(task):
    """The kind of a task that waits (CRATE_WAITS ...) and its two hexes, NONE for none."""
    return task >> 14, (task >> 7 & 127) - 1, (task & 127) - 1


@small
def finish_effect(state):
    """End the present effect: nothing is asked."""
    state.phase = GO_ON
    state.effect = NONE
    state.region = NONE
    state.first = NONE
    state.second = NONE
    state.power = NONE
    state.left = 0


@rule
def resume_task(state, box):
    """Go on with the newest task that waits [MA-40, MA-42]."""
    state.depth -= 1
    kind, one, two = task_parts(state.waiting[state.depth])
    state.waiting[state.depth] = 0
    if kind == CRATE_WAITS:
        begin_crates(state, 1)
    elif kind == HEX_WAITS:
        collect_special(state, box, one)
    else:
        resume_writing(state, box, W_TWO_0 if kind == ZEROS_WAIT else W_THREE_1, one, two)


# Where a number may be written


@rule
def first_targets(state, box, effect, region):
    """Hexes for the first or only number of an effect, including those that cost an anthill [MA-27 to MA-34]."""
    low = state.available[0] & box.region_hexes[region][0]
    high = state.available[1] & box.region_hexes[region][1]
    seat = state.player
    if IS_FREE[effect] == 0 and state.anthills[seat] == 0:
        near = state.near[seat][box.near_row[VALUE_OF[effect]]]
        low &= near[0]
        high &= near[1]
    if SHAPE_OF[effect] == 2:
        return hexes_with_partner(state, box.neighbours, low, 0), hexes_with_partner(state, box.neighbours, high, WORD)
    if SHAPE_OF[effect] == 3:
        return hexes_of_triangles(state, box, low, 0), hexes_of_triangles(state, box, high, WORD)
    return low, high


@rule
def hexes_with_partner(state, partners, bits, base):
    """Those hexes of a word that have an available partner in this table of sets [MA-20, MA-22, MA-69]."""
    kept = 0
    while bits:
        if is_any_available(state, partners[base + lowest_bit(bits)]):
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@rule
def hexes_of_triangles(state, box, bits, base):
    """Those hexes of a word that leave room for two more numbers of a triangle [MA-48]."""
    kept = 0
    while bits:
        if has_triangle(state, box, base + lowest_bit(bits)):
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@small
def is_any_available(state, hexes):
    """Whether a set contains an available hex."""
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
    return hexes_next_to(low, high, box, low, 0), hexes_next_to(low, high, box, high, WORD)


@rule
def hexes_next_to(low, high, box, bits, base):
    """Those hexes of a word that touch a hex of the set (low, high) [MA-48]."""
    kept = 0
    while bits:
        beside = box.neighbours[base + lowest_bit(bits)]
        if beside[0] & low | beside[1] & high:
            kept |= bits & -bits
        bits &= bits - 1
    return kept


@rule
def write_targets(state, box):
    """Hexes for the next number of the present effect [MA-13, MA-14, MA-20, MA-27, MA-48]."""
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
def costs_anthill(state, box, hex):
    """Whether the next number costs an anthill in this hex: the first of an effect, if it is not adjacent [MA-27, MA-30]."""
    return (state.first < 0 and IS_FREE[state.effect] == 0
            and not contains(state.near[state.player][box.near_row[VALUE_OF[state.effect]]], hex))


@small
def can_decline(state, box):
    """Whether the option allows to decline the present power: at its first question [MA-68]."""
    return box.decline_always != 0 and state.power >= 0 and state.first < 0


@rule
def can_decline_writing(state, box, low, high):
    """Whether the present power may be declined: before its first hex, if every target costs an anthill [MA-41]."""
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
    """Write the next number of the present effect, if necessary with an anthill [MA-27, MA-30]."""
    seat, effect = state.player, state.effect
    value = VALUE_OF[effect]
    paid = 0
    if costs_anthill(state, box, hex):
        paid = 1
        state.anthills[seat] -= 1
    state.marks[hex] = (BLUE_NUMBER if seat else RED_NUMBER) + value
    count_number(state, box, seat, hex, value)
    triggered = close_hex(state, box, hex)
    totals, circles, left = state.totals[box.region_of[hex]], state.circles[box.region_of[hex]], box.special_hexes[CUPCAKES]
    note(state, E_WROTE, seat, hex, value, paid, totals[seat], totals[1 - seat], circles[seat], circles[1 - seat],
         state.available[0] & left[0], state.available[1] & left[1])
    if triggered:
        note(state, E_TRIGGER, seat, state.trigger_kind)
    if SHAPE_OF[effect] == 1:
        finish_effect(state)
        collect_special(state, box, hex)
    else:
        continue_effect(state, box, hex)


@small
def count_number(state, box, seat, hex, value):
    """Add a number to the sum of its region, and its neighbours to the hexes next to this colony [MA-27, MA-55, MA-71]."""
    state.totals[box.region_of[hex]][seat] += value
    for row in range(box.near_rows):
        if row != value or box.near_rows == 1:
            state.near[seat][row][0] |= box.neighbours[hex][0]
            state.near[seat][row][1] |= box.neighbours[hex][1]


@rule
def continue_effect(state, box, hex):
    """Go on with an effect of several numbers after one in this hex: write all of them, then collect their special hexes
    in that order [MA-40]; or collect each special hex at once, before the rest of the effect [MA-67]."""
    first, second, shape = state.first, state.second, SHAPE_OF[state.effect]
    complete = second >= 0 or (shape == 2 and first >= 0)
    if box.between:
        if not complete:
            add_task(state, ZEROS_WAIT if shape == 2 else ONES_WAIT, hex if first < 0 else first, NONE if first < 0 else hex)
        finish_effect(state)
        collect_special(state, box, hex)
    elif complete:
        add_task(state, HEX_WAITS, hex, NONE)
        if shape == 3:
            add_task(state, HEX_WAITS, second, NONE)
        finish_effect(state)
        collect_special(state, box, first)
    elif first < 0:
        state.first = hex
    else:
        state.second = hex


@rule
def resume_writing(state, box, effect, first, second):
    """Ask for the next number of an effect if a hex is left for it [MA-67]."""
    state.first = first
    state.second = second
    begin_writing(state, effect, ANYWHERE, NONE)
    low, high = write_targets(state, box)
    if low | high == 0:
        finish_effect(state)


@rule
def close_hex(state, box, hex):
    """Make a hex with a mark unavailable; whether that triggered the end [MA-25, MA-50, MA-51, MA-53]."""
    state.available[word_of(hex)] &= ~bit_of(hex)
    if state.trigger >= 0:
        return False
    if not is_any_available(state, box.region_hexes[box.region_of[hex]]):
        return trigger_end(state, REGION_FULL)
    if not is_any_available(state, box.special_hexes[CUPCAKES]):
        return trigger_end(state, CUPCAKES_GONE)
    return False


@rule
def trigger_end(state, kind):
    """Make the player the trigger player; True [MA-50]."""
    state.trigger = state.player
    state.trigger_kind = kind
    return True


# Special hexes


@rule
def collect_special(state, box, hex):
    """Give the player the cupcake or the crate of a hex with a new number [MA-36, MA-37]."""
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
    """Ask which crates to cross out, unless none is left [MA-16, MA-17, MA-37]."""
    if state.open_groups[state.player]:
        state.phase = CRATE
        state.left = count


@rule
def cross_crate(state, box, group):
    """Cross out a crate; the last of its group unlocks a power, which comes before any other crate [MA-17, MA-38]."""
    seat, more = state.player, state.left - 1
    finish_effect(state)
    state.crates[seat][group] += 1
    if state.crates[seat][group] < box.group_size[group]:
        note(state, E_CRATE, seat, group, state.crates[seat][group])
        if more:
            begin_crates(state, more)
        return
    state.open_groups[seat] &= ~(1 << group)
    note(state, E_CRATE, seat, group, state.crates[seat][group])
    if more:
        add_task(state, CRATE_WAITS, NONE, NONE)
    use_power(state, box, box.group_power[group])


@rule
def use_power(state, box, power):
    """Use a power at once; it is lost if that is not possible [MA-38, MA-41, MA-43 to MA-49]."""
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
    """Fill a blank circle of a leaf in the player's colour; the last one triggers the end [MA-15, MA-52]."""
    seat = state.player
    circles = state.circles[region]
    circles[seat] += 1
    triggered = False
    if circles[0] + circles[1] == box.blank:
        state.open_leaves &= ~(1 << region)
        if state.trigger < 0:
            triggered = trigger_end(state, LEAF_FULL)
    totals = state.totals[region]
    note(state, E_CIRCLE, seat, region, circles[seat], circles[1 - seat], totals[seat], totals[1 - seat])
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
    """Fill a circle of the chosen leaf, then ask for another leaf if there is one [MA-18]."""
    fill_circle(state, box, region)
    if state.left == 2 and state.open_leaves & ~(1 << region):
        state.left = 1
        state.first = region
    else:
        finish_effect(state)


# Crossing out hexes


@rule
def can_cross_two(state, box):
    """Whether there are two available hexes that may be crossed out together [MA-22]."""
    for word in range(2):
        bits = state.available[word]
        while bits:
            if is_any_available(state, box.crossable[WORD * word + lowest_bit(bits)]):
                return True
            bits &= bits - 1
    return False


@small
def begin_crossing(state, power):
    """Ask for two hexes that touch each other [MA-22]."""
    state.phase = CROSS
    state.power = power


@rule
def cross_hex(state, box, hex):
    """Cross out a hex, the only one of CUPX or one of two; nobody gets what is in it [MA-22, MA-24, MA-39, MA-49]."""
    state.marks[hex] = CROSSED_OUT
    triggered = close_hex(state, box, hex)
    left = box.special_hexes[CUPCAKES]
    note(state, E_CROSSED, state.player, hex, state.available[0] & left[0], state.available[1] & left[1])
    if triggered:
        note(state, E_TRIGGER, state.player, state.trigger_kind)
    if state.phase == CROSS and state.first < 0:
        state.first = hex
    else:
        finish_effect(state)
