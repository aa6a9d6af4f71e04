"""How good a position of Marabunta is: points made, regions won or nearly won, and the means to make more."""

from ...core.kernel import rule, small
from ...core.weighing import ones, weigh
from .state import ALL_ELEMENTS, CHOOSE, REGIONS, SPLIT

ELEMENT = 1.2                               # points that an element is worth before it is resolved
SCALE = 5.0                                 # points ahead that make a colony e times as likely to win


@small
def region_share(lead, room):
    """How safe a lead in a region is, from -1 to 1: a small lead counts less while many hexes are available."""
    return lead / (abs(lead) + 1.0 + 0.35 * room)


@small
def crates_worth(state, box, seat):
    """What crossed-out crates are worth: only a complete group has a power, so groups that are nearly complete count more."""
    worth = 0.0
    for group in range(box.groups):
        if state.open_groups[seat] >> group & 1:
            share = state.crates[seat][group] / box.group_size[group]
            worth += 2.5 * share * share
    return worth


@small
def pool_to_come(state, seat):
    """The elements that a colony may still resolve in this round, as bits [MA-8, MA-9]."""
    if state.phase == SPLIT or state.phase == CHOOSE:
        return 0
    if seat == state.player:
        return state.pool & ~state.used
    return ALL_ELEMENTS ^ state.pool if seat == state.starter else 0


@rule
def judge(state, box, values):
    """Judge a position by the points made, the regions and how safe they are, anthills, crates, cupcakes, and the elements
    that are still to be resolved."""
    for seat in range(2):
        values[seat] = state.points[seat] + 0.8 * state.anthills[seat] + crates_worth(state, box, seat)
        values[seat] += ELEMENT * ones(pool_to_come(state, seat))
        values[seat] += 0.15 * state.cupcakes[seat]
    for region in range(REGIONS):
        room = ones(state.available[0] & box.region_hexes[region][0]) + ones(state.available[1] & box.region_hexes[region][1])
        lead = state.totals[region][0] - state.totals[region][1]
        share = region_share(lead, room)
        for seat in range(2):
            worth = box.printed[seat] + state.circles[region][seat] + 0.3
            values[seat] += worth * (0.5 + (0.5 if seat == 0 else -0.5) * share)
    weigh(state, values, SCALE)
