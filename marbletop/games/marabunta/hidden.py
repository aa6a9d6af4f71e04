"""What a seat knows, as numbers. Only the future is hidden, so there is nothing to redeal [MA-61, MA-64]."""

from ...core.kernel import rule, small
from ...core.planes import Plane
from .bits import bit_of, word_of
from .state import (CRATES, CUPCAKES, DICE, ELEMENTS, ENDED, FACES, GROUPS, HEXES, ORDINARY, REGIONS, SEATS, TILE_NAMES,
                    W_THREE_1)

HEX_PLANES = 14
MOST_CIRCLES, MOST_TOTAL, MOST_CRATES, MOST_ANTHILLS = 8, 60, 12, 8
MOST_CUPCAKES, MOST_POINTS, MOST_ROUNDS, MOST_WAITING = 16, 60, 19, 24         # 19 rounds with twelve cupcake hexes [MA-60]
PLANES = (
    Plane("available", (HEXES,), "hexes without a number or cross"),
    Plane("crossed out", (HEXES,), "hexes crossed out"),
    Plane("numbers", (SEATS, 4, HEXES), "hexes with a 0, 1, 2 or 3 of this colony", by_seat=True),
    Plane("cupcake hexes", (HEXES,), "hexes with a cupcake"),
    Plane("crate hexes", (HEXES,), "hexes with a crate"),
    Plane("next to numbers", (SEATS, HEXES), "hexes next to a number of this colony", by_seat=True),
    Plane("regions", (REGIONS, HEXES), "hexes of each region"),
    Plane("circles", (REGIONS, SEATS), "circles of a leaf filled by the own and the other colony", MOST_CIRCLES),
    Plane("totals", (REGIONS, SEATS), "sum of the own and of the other numbers in a region", MOST_TOTAL),
    Plane("crates", (SEATS, GROUPS), "crates crossed out in each group", MOST_CRATES, by_seat=True),
    Plane("crates left", (SEATS, GROUPS), "crates still open in each group", MOST_CRATES, by_seat=True),
    Plane("anthills", (SEATS,), "anthills of this colony", MOST_ANTHILLS, by_seat=True),
    Plane("cupcakes", (SEATS,), "cupcakes of this colony", MOST_CUPCAKES, by_seat=True),
    Plane("points", (SEATS,), "points made so far", MOST_POINTS, by_seat=True),
    Plane("dice", (DICE, FACES), "the face of each die"),
    Plane("tile", (len(TILE_NAMES),), "the tile of the round"),
    Plane("tiles to come", (ORDINARY,), "ordinary tiles that are still in the stack"),
    Plane("elements", (3, ELEMENTS), "dice and tile: in the pool, used, usable now"),
    Plane("phase", (ENDED + 1,), "the kind of decision"),
    Plane("effect", (W_THREE_1 + 1,), "what is written"),
    Plane("region asked for", (REGIONS + 1,), "where it is written; the last: anywhere"),
    Plane("hexes marked", (2, HEXES), "the first and second hex that this effect has marked"),
    Plane("round", (1,), "number of the round", MOST_ROUNDS),
    Plane("begins the round", (SEATS,), "the first player of the round", by_seat=True),
    Plane("trigger", (SEATS,), "who has triggered the end", by_seat=True),
    Plane("decides", (SEATS,), "who decides", by_seat=True),
    Plane("left", (1,), "crates to cross out or circles to fill", MOST_WAITING),
    Plane("tasks waiting", (1,), "tasks that wait until this one is done", MOST_WAITING),
)


@rule
def observe(state, box, seat, out):
    """Write what a seat knows, its own colony first. Each helper writes planes and returns where the next begins."""
    for i in range(len(out)):
        out[i] = 0
    i = write_hexes(state, box, seat, out)
    i = write_regions(state, seat, out, i)
    i = write_crates(state, box, seat, out, i)
    i = write_colonies(state, seat, out, i)
    i = write_elements(state, out, i)
    i = write_decision(state, out, i)
    write_round(state, seat, out, i)


@rule
def write_hexes(state, box, seat, out):
    """The mark of each hex, what is printed there, whose numbers are next to it, and its region."""
    for hex in range(box.hexes):
        word, bit = word_of(hex), bit_of(hex)
        out[mark_plane(state.marks[hex], seat) * HEXES + hex] = 1
        if box.special_hexes[CUPCAKES][word] & bit:
            out[10 * HEXES + hex] = 1
        if box.special_hexes[CRATES][word] & bit:
            out[11 * HEXES + hex] = 1
        for row in range(box.near_rows):
            if state.near[seat][row][word] & bit:
                out[12 * HEXES + hex] = 1
            if state.near[1 - seat][row][word] & bit:
                out[13 * HEXES + hex] = 1
        out[(HEX_PLANES + box.region_of[hex]) * HEXES + hex] = 1
    return (HEX_PLANES + REGIONS) * HEXES


@small
def mark_plane(mark, seat):
    """The plane of a mark: available, crossed out, or a number of this colony or of the other."""
    if mark < 2:
        return mark + 0
    return 2 + (mark - 2) % 4 + (0 if (mark - 2) // 4 == seat else 4)


@small
def write_regions(state, seat, out, i):
    """The circles filled on the leaf of each region, then the totals of each region."""
    for region in range(REGIONS):
        out[i + 2 * region] = min(state.circles[region][seat], MOST_CIRCLES)
        out[i + 2 * region + 1] = min(state.circles[region][1 - seat], MOST_CIRCLES)
    i += 2 * REGIONS
    for region in range(REGIONS):
        out[i + 2 * region] = min(state.totals[region][seat], MOST_TOTAL)
        out[i + 2 * region + 1] = min(state.totals[region][1 - seat], MOST_TOTAL)
    return i + 2 * REGIONS


@small
def write_crates(state, box, seat, out, i):
    """The crates crossed out in each group of this colony, then of the other; then those that are left."""
    for owner in range(2):
        colony = seat if owner == 0 else 1 - seat
        for group in range(box.groups):
            crossed = 0 + state.crates[colony][group]
            out[i + GROUPS * owner + group] = min(crossed, MOST_CRATES)
            out[i + GROUPS * (2 + owner) + group] = min(box.group_size[group] - crossed, MOST_CRATES)
    return i + 4 * GROUPS


@small
def write_colonies(state, seat, out, i):
    """Anthills, cupcakes and points of each colony."""
    for owner in range(2):
        colony = seat if owner == 0 else 1 - seat
        out[i + owner] = min(state.anthills[colony], MOST_ANTHILLS)
        out[i + 2 + owner] = min(state.cupcakes[colony], MOST_CUPCAKES)
        out[i + 4 + owner] = max(0, min(state.points[colony], MOST_POINTS))
    return i + 6


@small
def write_elements(state, out, i):
    """The dice, the tile, the tiles to come, and which elements are in the pool, used and usable."""
    for die in range(DICE):
        out[i + FACES * die + state.dice[die]] = 1
    i += DICE * FACES
    out[i + state.tile] = 1
    i += len(TILE_NAMES)
    for tile in range(ORDINARY):
        out[i + tile] = state.tiles_left[tile]
    i += ORDINARY
    for element in range(ELEMENTS):
        out[i + element] = state.pool >> element & 1
        out[i + ELEMENTS + element] = state.used >> element & 1
        out[i + 2 * ELEMENTS + element] = state.usable >> element & 1
    return i + 3 * ELEMENTS


@small
def write_decision(state, out, i):
    """The decision, and the hexes that this effect has marked so far."""
    out[i + state.phase] = 1
    i += ENDED + 1
    if state.effect >= 0:
        out[i + state.effect] = 1
    i += W_THREE_1 + 1
    if state.region >= 0:
        out[i + state.region] = 1
    i += REGIONS + 1
    if state.first >= 0:
        out[i + state.first] = 1
    if state.second >= 0:
        out[i + HEXES + state.second] = 1
    return i + 2 * HEXES


@small
def write_round(state, seat, out, i):
    """The round, its first player, the trigger player, who decides, and what is left to do."""
    out[i] = min(state.round_number, MOST_ROUNDS)
    for owner in range(2):
        colony = seat if owner == 0 else 1 - seat
        out[i + 1 + owner] = 1 if state.starter == colony else 0
        out[i + 3 + owner] = 1 if state.trigger == colony else 0
        out[i + 5 + owner] = 1 if state.player == colony else 0
    out[i + 7] = min(state.left, MOST_WAITING)
    out[i + 8] = min(state.depth, MOST_WAITING)
