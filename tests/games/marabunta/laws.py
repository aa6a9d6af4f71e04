"""What holds in every position of Marabunta, also in the middle of a move."""

from marbletop.games.marabunta.state import (
    AGAIN,
    ALL_ELEMENTS,
    ANYWHERE,
    BLUE_NUMBER,
    CUPCAKES,
    CUPCAKES_GONE,
    CUPX,
    DICE,
    FACES,
    GROUPS,
    HEXES,
    LEAF_FULL,
    NONE,
    ORDINARY,
    RED_NUMBER,
    REGION_FULL,
    REGIONS,
    SEATS,
    WORD,
)


def hexes_of(words):
    """A set of hexes, from its two words."""
    assert all(0 <= word < 1 << WORD for word in words)
    return {WORD * number + bit for number, word in enumerate(words) for bit in range(WORD) if word >> bit & 1}


def check(state, box):
    check_territory(state, box)
    check_player_boards(state, box)
    check_elements(state)
    check_trigger(state, box)
    check_tasks(state)


def check_territory(state, box):
    """What is kept beside the marks agrees with them."""
    everything = hexes_of(box.region_hexes[ANYWHERE])
    assert everything == set(range(box.hexes))
    assert hexes_of(state.available) == {h for h in everything if state.marks[h] == 0}
    assert all(0 <= mark <= 9 for mark in state.marks) and not any(state.marks[box.hexes:])
    totals = [[0] * SEATS for _ in range(REGIONS)]
    near = [[set() for _ in range(4)] for _ in range(SEATS)]
    for h in range(box.hexes):
        if state.marks[h] >= RED_NUMBER:
            seat = int(state.marks[h] >= BLUE_NUMBER)
            value = state.marks[h] - (BLUE_NUMBER if seat else RED_NUMBER)
            totals[box.region_of[h]][seat] += value
            for row in range(box.near_rows):
                if box.near_rows == 1 or row != value:
                    near[seat][row] |= hexes_of(box.neighbours[h])
    assert state.totals == totals
    assert [[hexes_of(words) for words in rows] for rows in state.near] == near


def check_player_boards(state, box):
    for seat in range(SEATS):
        assert 0 <= state.anthills[seat] <= box.anthills
        assert 0 <= state.cupcakes[seat] <= box.spaces
        crates = state.crates[seat]
        assert all(0 <= crates[group] <= (box.group_size[group] if group < box.groups else 0) for group in range(GROUPS))
        open_groups = sum(1 << group for group in range(box.groups) if crates[group] < box.group_size[group])
        assert state.open_groups[seat] == open_groups
    for region in range(REGIONS):
        assert min(state.circles[region]) >= 0 and sum(state.circles[region]) <= box.blank
    assert state.open_leaves == sum(1 << region for region in range(REGIONS) if sum(state.circles[region]) < box.blank)


def check_elements(state):
    assert state.round_number <= ORDINARY or state.tile == CUPX
    assert all(left in (0, 1) for left in state.tiles_left)
    assert sum(state.tiles_left) >= ORDINARY - state.round_number
    assert all(0 <= face < FACES for face in state.dice)
    assert state.used & ~state.pool == 0 and 0 <= state.pool <= ALL_ELEMENTS
    assert state.usable & ~state.pool == 0
    assert state.phase == AGAIN or state.usable & state.used == 0
    if sum(state.shows):
        assert state.shows == [sum(1 << die for die in range(DICE) if state.dice[die] == face) for face in range(FACES)]


def conditions(state, box):
    """The end conditions that hold now [MA-51 to MA-53]."""
    available = hexes_of(state.available)
    found = set()
    if any(not hexes_of(box.region_hexes[region]) & available for region in range(REGIONS)):
        found.add(REGION_FULL)
    if state.open_leaves != (1 << REGIONS) - 1:
        found.add(LEAF_FULL)
    if not hexes_of(box.special_hexes[CUPCAKES]) & available:
        found.add(CUPCAKES_GONE)
    return found


def check_trigger(state, box):
    """Set exactly from the first moment on at which a condition holds."""
    found = conditions(state, box)
    assert (state.trigger >= 0) == bool(found)
    assert state.trigger_kind in found or (state.trigger_kind == NONE and not found)


def check_tasks(state):
    assert 0 <= state.depth < len(state.waiting)
    assert not any(state.waiting[state.depth:])
    assert all(-1 <= h < HEXES for h in (state.first, state.second))
