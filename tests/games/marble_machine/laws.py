"""What holds in every position of Marble Machine, also between the notes of a move."""

from marbletop.games.marble_machine.state import (
    AT_SEPARATOR,
    FINISHED,
    HAND,
    IN_GOAL,
    MOVE,
    NEXT,
    ON_BOARD,
    ORIENTED,
    PARTS,
    SOLID_WALL,
    STUCK,
    TILES,
    TRADE,
    UNDRAWN,
)


def check(state, box):
    tiles_are_conserved(state, box)
    marbles_are_conserved(state, box)
    board_is_sound(state, box)
    if state.over:
        assert state.phase == FINISHED
        assert all(place in (UNDRAWN, STUCK) or place > IN_GOAL for place in state.place)


def tiles_are_conserved(state, box):
    for tile in range(1, TILES):
        where = [state.stack[tile], *(state.hand[seat][tile] for seat in range(state.seats)), state.out[tile],
                 state.aside[tile], state.part.count(tile), int(state.tile == tile)]
        assert sum(where) == box.tiles[tile] and min(where) >= 0, (tile, where)
    assert state.stack_size == sum(state.stack)
    for seat in range(state.seats):
        assert state.hand_size[seat] == sum(state.hand[seat]) <= HAND
        assert all(0 <= state.tradable[seat][kind] <= state.hand[seat][16 + kind] for kind in range(3))
    for seat in range(state.seats, 6):
        assert not any(state.hand[seat]) and not any(state.tradable[seat])
    if state.phase != TRADE:
        assert not any(state.aside) and not state.traded and not any(map(any, state.tradable))
    assert all(0 <= state.returned[tile] <= box.tiles[tile] for tile in range(TILES))
    if not state.tile:
        assert not (state.first_space or state.second_space or state.first_facing)


def marbles_are_conserved(state, box):
    for speed in range(1, 5):
        assert state.bag[speed] + state.speed.count(speed) == box.marbles[speed]
    assert state.drawn == sum(place != UNDRAWN for place in state.place)
    for m in range(25):
        place, space, heading = state.place[m], state.space[m], state.heading[m]
        if place == UNDRAWN or place > IN_GOAL:
            assert space == heading == 0
            assert (state.speed[m] == 0) == (place == UNDRAWN) == (m >= state.drawn)
        elif place == NEXT:
            assert m == state.drawn - 1 and space == 0
        else:
            assert place in (ON_BOARD, AT_SEPARATOR, STUCK) and 1 <= heading <= 6
            assert 0 <= space < box.edge + 6 * box.radius
            if place == AT_SEPARATOR:
                assert box.goal[space] < 0
    for side in range(6):
        owned = [goal for goal in range(1, 7) if box.owner[goal] == side]
        assert state.collected[side] == sum(place - IN_GOAL in owned for place in state.place)


def board_is_sound(state, box):
    assert state.parts == sum(part != 0 for part in state.part)
    assert state.part[0] == 0 and not any(state.part[box.edge:])
    for space in range(1, box.edge):
        part, facing = state.part[space], state.facing[space]
        assert 0 <= part <= PARTS
        assert 1 <= facing <= 6 if part in ORIENTED else facing == 0
    if state.tile and state.tile != MOVE and state.first_space and state.tile <= PARTS:
        assert state.part[state.first_space] == 0


def at_rest(state, box):
    """What also holds between two actions."""
    check(state, box)
    for m in range(state.drawn):
        assert state.place[m] != AT_SEPARATOR
        if state.place[m] in (ON_BOARD, STUCK):
            assert state.space[m] < box.edge and state.part[state.space[m]] != SOLID_WALL        # [MM-34, MM-54]
