"""What a seat knows: a deal that agrees with its view, and the view as numbers."""

from ...core.chance import pick_from
from ...core.kernel import rule, small
from ...core.planes import Plane
from .state import (AIM, DIRECTIONS, ERASE, FINISHED, GRID, HAND, IN_GOAL, MARBLES, ONCE, ON_BOARD, PARTS, SEATS, SPEEDS, TILES,
                    TRADE)


@rule
def redeal(state, box, seat, luck):
    """Deal the Machine Tiles that this seat has not seen to the other hands and the stack (RULES.md, chapter 8).

    A seat that has played n Machine Tiles still holds at least 2 - n from before the end of the trade-in, and none of them
    is a tile that went back into the stack then. These old tiles are dealt first, without the tiles that went back and have
    not been seen since. With trade_in = once, Modifiers left of a first hand are tradable.
    """
    for tile in range(TILES):
        state.stack[tile] = unseen_count(state, box, seat, tile) - returned_count(state, seat, tile)
        for other in range(state.seats):
            if other != seat:
                state.hand[other][tile] = 0
    for other in range(state.seats):
        if other != seat:
            first = first_hand_count(state, box, other)
            for i in range(old_tile_count(state, other)):
                tile = pick_from(luck, state.stack)
                state.hand[other][tile] += 1
                if i < first and tile >= ERASE:
                    state.tradable[other][tile - ERASE] += 1
    for tile in range(TILES):
        state.stack[tile] += returned_count(state, seat, tile)
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.hand_size[other] - old_tile_count(state, other)):
                state.hand[other][pick_from(luck, state.stack)] += 1


@rule
def unseen_count(state, box, seat, tile):
    """How many tiles of a kind this seat (-1: a spectator) has not seen; they are in the stack or in other hands."""
    if tile == 0:
        return 0
    count = box.tiles[tile] - state.out[tile] - state.aside[tile]
    if seat >= 0:
        count -= state.hand[seat][tile]
    if state.tile == tile:
        count -= 1
    if tile <= PARTS:
        for space in range(1, box.edge):
            if state.part[space] == tile:
                count -= 1
    return count


@rule
def returned_count(state, seat, tile):
    """How many tiles of a kind went back in the trade-in and have not been seen since, as far as this seat can tell. It may
    have drawn as many of them itself as it has played tiles."""
    count = 0 + state.returned[tile]
    if seat >= 0:
        own = 0 + state.hand[seat][tile]
        count -= own if own < state.played[seat] else state.played[seat]
    return count if count > 0 else 0


@small
def old_tile_count(state, seat):
    """How many tiles a seat has certainly held since before the end of the trade-in."""
    old = HAND - state.played[seat]
    return 0 if old < 0 else old if old < state.hand_size[seat] else state.hand_size[seat]


@rule
def first_hand_count(state, box, seat):
    """How many tiles of its first hand a seat can still trade, if they are Modifiers; only with trade_in = once."""
    if box.trade_in != ONCE or state.phase != TRADE:
        return 0
    turn, now = (seat - state.starter) % state.seats, (state.player - state.starter) % state.seats
    return 0 if turn < now else HAND - state.traded if turn == now else HAND


MOST_ALIKE = 12                             # tiles of one kind
PLANES = (
    Plane("parts", (PARTS, GRID, GRID), "spaces with each Part, in axial coordinates with Home in the middle"),
    Plane("orientations", (DIRECTIONS, GRID, GRID), "the direction of the Part on a space"),
    Plane("marbles", (SPEEDS, DIRECTIONS, GRID, GRID), "marbles on a space, by speed and arrow", MARBLES),
    Plane("goals", (SEATS + 1, GRID, GRID), "goals by side, the own first; the last: unused goals"),
    Plane("chosen spaces", (2, GRID, GRID), "spaces chosen for the tile in play"),
    Plane("own hand", (TILES,), "tiles of each kind in the own hand", HAND + 1),
    Plane("hand sizes", (SEATS,), "tiles in hand", HAND + 1, by_seat=True),
    Plane("piles", (SEATS, SPEEDS), "marbles collected, by side (the own first) and speed", MARBLES),
    Plane("marbles left", (SPEEDS,), "marbles to draw, by speed", MARBLES),
    Plane("unseen tiles", (TILES,), "tiles of each kind that the seat has not seen", MOST_ALIKE),
    Plane("tile in play", (TILES,), "the tile in play"),
    Plane("chosen orientation", (DIRECTIONS,), "the first orientation chosen for a Swap"),
    Plane("marble to aim", (SPEEDS,), "the speed of the marble to aim"),
    Plane("decision", (FINISHED + 1,), "the kind of decision"),
    Plane("second tile", (1,), "whether the second tile of the turn is played"),
    Plane("quota", (1,), "marbles that a side has to collect", MARBLES),
)
PLANE = GRID * GRID
MARBLES_AT = (PARTS + DIRECTIONS) * PLANE   # where some of the planes begin
GOALS_AT = MARBLES_AT + SPEEDS * DIRECTIONS * PLANE
CHOSEN_AT = GOALS_AT + (SEATS + 1) * PLANE
HANDS_AT = CHOSEN_AT + 2 * PLANE
PILES_AT = HANDS_AT + TILES + SEATS
NUMBERS = PILES_AT + SEATS * SPEEDS + SPEEDS + 2 * TILES + DIRECTIONS + SPEEDS + FINISHED + 1 + 2


@rule
def observe(state, box, seat, out):
    """Write the view as numbers: planes of a square grid in axial coordinates (Home in the middle), then counts. Each helper
    writes some of PLANES."""
    for i in range(NUMBERS):
        out[i] = 0
    write_parts(state, box, out)
    write_goals(box, seat, out, GOALS_AT)
    write_chosen_spaces(state, box, out, CHOSEN_AT)
    write_marbles(state, box, seat, out)
    i = write_hands(state, seat, out, HANDS_AT)
    i = write_stacks(state, box, seat, out, i + SEATS * SPEEDS)
    i = write_choices(state, out, i)
    out[i] = state.second
    out[i + 1] = min(box.quota, MARBLES)


@small
def write_parts(state, box, out):
    """Write the Parts, then their orientations."""
    for space in range(1, box.edge):
        if state.part[space]:
            out[(state.part[space] - 1) * PLANE + box.cell[space]] = 1
            if state.facing[space]:
                out[(PARTS + state.facing[space] - 1) * PLANE + box.cell[space]] = 1


@small
def write_goals(box, seat, out, i):
    """Write the goals by the side that owns them, the seat's own first."""
    for space in range(box.edge, box.edge + 6 * box.radius):
        if box.goal[space] > 0:
            owner = box.owner[box.goal[space]]
            which = SEATS if owner < 0 else (owner - box.side[seat]) % box.sides
            out[i + which * PLANE + box.cell[space]] = 1


@small
def write_chosen_spaces(state, box, out, i):
    """Write the spaces chosen for the tile in play."""
    if state.first_space:
        out[i + box.cell[state.first_space]] = 1
    if state.second_space:
        out[i + PLANE + box.cell[state.second_space]] = 1


@small
def write_marbles(state, box, seat, out):
    """Write the marbles on the board by speed and direction, and those in the piles by side and speed."""
    for m in range(state.drawn):
        speed = state.speed[m] - 1
        if state.place[m] == ON_BOARD:
            out[MARBLES_AT + (speed * DIRECTIONS + state.heading[m] - 1) * PLANE + box.cell[state.space[m]]] += 1
        elif state.place[m] > IN_GOAL:
            side = (box.owner[state.place[m] - IN_GOAL] - box.side[seat]) % box.sides
            out[PILES_AT + side * SPEEDS + speed] += 1


@small
def write_hands(state, seat, out, i):
    """Write the own hand, and how many tiles each seat holds."""
    for tile in range(TILES):
        out[i + tile] = state.hand[seat][tile]
    for other in range(state.seats):
        out[i + TILES + other] = state.hand_size[(seat + other) % state.seats]
    return i + TILES + SEATS


@rule
def write_stacks(state, box, seat, out, i):
    """Write the marbles left, and the tiles that the seat has not seen."""
    for speed in range(SPEEDS):
        out[i + speed] = state.bag[speed + 1]
    for tile in range(TILES):
        out[i + SPEEDS + tile] = unseen_count(state, box, seat, tile)
    return i + SPEEDS + TILES


@small
def write_choices(state, out, i):
    """Write the tile in play, the orientation chosen for it, the marble to aim, and the decision that is due."""
    if state.tile:
        out[i + state.tile] = 1
    i += TILES
    if state.first_facing:
        out[i + state.first_facing - 1] = 1
    i += DIRECTIONS
    if state.phase == AIM:
        out[i + state.speed[state.drawn - 1] - 1] = 1
    i += SPEEDS
    out[i + state.phase] = 1
    return i + FINISHED + 1
