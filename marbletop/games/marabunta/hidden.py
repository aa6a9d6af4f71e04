"""What a seat knows, as numbers. Only the future is hidden, so there is nothing to redeal [MA-61, MA-64]."""

from ...core.kernel import rule, small
from .bits import bit_of, word_of
from .state import CRATES, CUPCAKES, DICE, ELEMENTS, ENDED, FACES, GROUPS, HEXES, ORDINARY, REGIONS, TILE_NAMES, W_THREE_1

HEX_PLANES = 14
MOST_ROUNDS = 19                            # with twelve cupcake hexes [MA-60]
PLANES = (
    ("available, crossed out, own 0 to 3, other 0 to 3, cupcake, crate, next to own, next to other", (HEX_PLANES, HEXES)),
    ("regions", (REGIONS, HEXES)),
    ("own and other circles filled", (REGIONS, 2)),
    ("own and other totals, tenths", (REGIONS, 2)),
    ("own and other crates crossed out, share of the group", (2, GROUPS)),
    ("own and other anthills, cupcakes (tenths), points (tenths)", (2, 3)),
    ("dice by face", (DICE, FACES)),
    ("tile", (len(TILE_NAMES),)),
    ("tiles to come", (ORDINARY,)),
    ("elements of the pool, used, usable", (3, ELEMENTS)),
    ("phase", (ENDED + 1,)),
    ("what is written", (W_THREE_1 + 1,)),
    ("region asked for", (REGIONS + 1,)),
    ("hexes marked by this effect", (2, HEXES)),
    ("round (share of 19), first player of the round, end triggered by own, by other, deciding, left, tasks waiting", (7,)),
)


@rule
def observe(state, box, seat, out):
    """Write what a seat knows, its own colony first. Each helper writes planes and returns where the next begins."""
    for i in range(len(out)):
        out[i] = 0.0
    i = write_hexes(state, box, seat, out)
    i = write_regions(state, seat, out, i)
    i = write_crates(state, box, seat, out, i)
    i = write_colony(state, seat, out, i)
    i = write_colony(state, 1 - seat, out, i)
    i = write_elements(state, out, i)
    i = write_decision(state, out, i)
    write_round(state, seat, out, i)


@rule
def write_hexes(state, box, seat, out):
    """The mark of each hex, what is printed there, whose numbers are next to it, and its region."""
    for hex in range(box.hexes):
        word, bit = word_of(hex), bit_of(hex)
        out[mark_plane(state.marks[hex], seat) * HEXES + hex] = 1.0
        if box.special_hexes[CUPCAKES][word] & bit:
            out[10 * HEXES + hex] = 1.0
        if box.special_hexes[CRATES][word] & bit:
            out[11 * HEXES + hex] = 1.0
        for row in range(box.near_rows):
            if state.near[seat][row][word] & bit:
                out[12 * HEXES + hex] = 1.0
            if state.near[1 - seat][row][word] & bit:
                out[13 * HEXES + hex] = 1.0
        out[(HEX_PLANES + box.region_of[hex]) * HEXES + hex] = 1.0
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
        out[i + 2 * region] = 1.0 * state.circles[region][seat]
        out[i + 2 * region + 1] = 1.0 * state.circles[region][1 - seat]
    i += 2 * REGIONS
    for region in range(REGIONS):
        out[i + 2 * region] = 0.1 * state.totals[region][seat]
        out[i + 2 * region + 1] = 0.1 * state.totals[region][1 - seat]
    return i + 2 * REGIONS


@small
def write_crates(state, box, seat, out, i):
    """The share of crates crossed out in each group of this colony, then of the other."""
    for group in range(box.groups):
        out[i + group] = state.crates[seat][group] / box.group_size[group]
        out[i + GROUPS + group] = state.crates[1 - seat][group] / box.group_size[group]
    return i + 2 * GROUPS


@small
def write_colony(state, seat, out, i):
    """Anthills, cupcakes and points of a colony."""
    out[i] = 1.0 * state.anthills[seat]
    out[i + 1] = 0.1 * state.cupcakes[seat]
    out[i + 2] = 0.1 * state.points[seat]
    return i + 3


@small
def write_elements(state, out, i):
    """The dice, the tile, the tiles to come, and which elements are in the pool, used and usable."""
    for die in range(DICE):
        out[i + FACES * die + state.dice[die]] = 1.0
    i += DICE * FACES
    out[i + state.tile] = 1.0
    i += len(TILE_NAMES)
    for tile in range(ORDINARY):
        out[i + tile] = 1.0 * state.tiles_left[tile]
    i += ORDINARY
    for element in range(ELEMENTS):
        out[i + element] = 1.0 * (state.pool >> element & 1)
        out[i + ELEMENTS + element] = 1.0 * (state.used >> element & 1)
        out[i + 2 * ELEMENTS + element] = 1.0 * (state.usable >> element & 1)
    return i + 3 * ELEMENTS


@small
def write_decision(state, out, i):
    """The decision, and the hexes that this effect has marked so far."""
    out[i + state.phase] = 1.0
    i += ENDED + 1
    if state.effect >= 0:
        out[i + state.effect] = 1.0
    i += W_THREE_1 + 1
    if state.region >= 0:
        out[i + state.region] = 1.0
    i += REGIONS + 1
    if state.first >= 0:
        out[i + state.first] = 1.0
    if state.second >= 0:
        out[i + HEXES + state.second] = 1.0
    return i + 2 * HEXES


@small
def write_round(state, seat, out, i):
    """The round, its first player, the trigger player, and what is left to do."""
    out[i] = state.round_number / MOST_ROUNDS
    out[i + 1] = 1.0 * (state.starter == seat)
    out[i + 2] = 1.0 * (state.trigger == seat)
    out[i + 3] = 1.0 * (state.trigger == 1 - seat)
    out[i + 4] = 1.0 * (state.player == seat)
    out[i + 5] = 1.0 * state.left
    out[i + 6] = 1.0 * state.depth
