"""Why something is not possible: for every action that a player might try, the rule that forbids it.

The reasons are given only if a listener asks for them; the compiled twin does nothing.
"""

from typing import Any

from ...core.kernel import twin
from ...core.notes import forbid
from ...words import phrase
from .bits import contains
from .effects import can_decline, can_decline_writing, costs_anthill, is_any_available, write_targets
from .state import (A_CRATE, A_HEX, A_LEAF, A_PASS, A_SELECT, AGAIN, ANYWHERE, CLOSE, CRATE, CRATE_FACE, CRATES_2, CROSS,
                    CROSS_2, CUPCAKES, CUPX, DICE, ELEMENTS, FLAG, GROUPS, LEAF, LEAVES_2, REGIONS, SELECT, TILE, TILE_BIT,
                    W_THREE_1, W_TWO_0, WRITE)

TILE_RULES = ("MA-17", "MA-18", "MA-19", "MA-20", "MA-21", "MA-22", "MA-23", "MA-24")

# The same in plain words, for people who have pressed something that cannot be done.
REASONS = {
    "MA-8": phrase("This one is not in your pool."),
    "MA-9": phrase("You have already used this one."),
    "MA-10": phrase("You have to use this tile while there are cupcakes left."),
    "MA-13": phrase("A 1, 2 or 3 must go into the region of its colour."),
    "MA-15": phrase("This leaf has no blank circle left."),
    "MA-16": phrase("You have no crate left to cross out."),
    "MA-17": phrase("You have no crate left to cross out."),
    "MA-18": phrase("The two circles must be on different leaves."),
    "MA-19": phrase("There is no hex where you could write this 1."),
    "MA-20": phrase("The two 0s must be next to each other."),
    "MA-21": phrase("There is no open hex left for this 0."),
    "MA-22": phrase("The two hexes must be open and touch each other."),
    "MA-23": phrase("The tile can only repeat a die that you have already used."),
    "MA-24": phrase("Only hexes with a cupcake can be crossed out now."),
    "MA-25": phrase("This hex is already taken."),
    "MA-27": phrase("There is no open hex next to one of your numbers, and you have no anthill left."),
    "MA-29": phrase("A 1, 2 or 3 must go into the region of its colour. An anthill doesn't change that."),
    "MA-32": phrase("You have no number on the board and no anthill left, so you can't write."),
    "MA-38": phrase("This group is complete. Choose another one."),
    "MA-41": phrase("You can't skip this power: use it now."),
    "MA-48": phrase("The three 1s must all touch each other."),
    "MA-49": phrase("The two must be next to each other, or on different leaves."),
    "MA-65": phrase("You have begun this, so finish it first."),
    "MA-69": phrase("At this table both hexes must be in the same region."),
    "MA-70": phrase("At this table you need room for both of them."),
    "MA-71": phrase("At this table a number can't go next to your own equal number alone."),
}


def explain(state: Any, box: Any) -> None:
    """Forbid what the player cannot do now, each with its rule."""
    if state.listener is not None:
        by_phase = {SELECT: explain_elements, WRITE: explain_writing, CROSS: explain_crossing, CLOSE: explain_cupcakes,
                    CRATE: explain_crates, LEAF: explain_leaves, AGAIN: explain_dice}
        if state.phase in by_phase:
            by_phase[state.phase](state, box)


@twin(explain)
def compiled_explain(numba: Any) -> Any:
    def do_nothing(state, box):             # without types: Numba compares its signature with that of the lambda
        pass

    return lambda state, box: do_nothing


def explain_elements(state: Any, box: Any) -> None:
    """In SELECT: elements of the other pool, elements already used, and those that cannot be resolved."""
    for element in range(ELEMENTS):
        if state.usable >> element & 1:
            continue
        if not state.pool >> element & 1:
            rule = "MA-8"
        elif state.used >> element & 1:
            rule = "MA-9"
        elif element == TILE:
            rule = why_not_tile(state, box)
        else:
            rule = why_not_die(state, box, element)
        forbid(state, A_SELECT + element, rule)
    if state.tile == CUPX and state.usable & TILE_BIT:
        forbid(state, A_PASS, "MA-10")


def why_not_tile(state: Any, box: Any) -> str:
    """The rule that makes the tile unusable [MA-17 to MA-24]."""
    one_is_left = (state.tile == CRATES_2 and state.open_groups[state.player]) or (state.tile == LEAVES_2 and state.open_leaves)
    if one_is_left and not box.partial:
        return "MA-70"
    if state.tile == CROSS_2 and any(
            contains(state.available, h) and is_any_available(state, box.neighbours[h]) for h in range(box.hexes)):
        return "MA-69"
    return TILE_RULES[state.tile]


def why_not_die(state: Any, box: Any, die: int) -> str:
    """The rule that makes a die unusable [MA-13 to MA-16]."""
    face = state.dice[die]
    if face == FLAG:
        return "MA-15"
    if face == CRATE_FACE:
        return "MA-16"
    hexes = [h for h in range(box.hexes) if contains(state.available, h) and (face == 0 or box.region_of[h] == die)]
    if not hexes:
        return "MA-25"
    return why_not_reachable(state, box, hexes)


def why_not_reachable(state: Any, box: Any, hexes: list[int]) -> str:
    """Why a number cannot go into these available hexes: there is no own number [MA-32], or none of another value next to
    them [MA-71], or none next to them at all [MA-27]."""
    mine = [m for m in range(box.hexes) if state.marks[m] > 1 and (state.marks[m] - 2) // 4 == state.player]
    if not mine:
        return "MA-32"
    if box.near_rows > 1 and any(contains(box.neighbours[m], h) for m in mine for h in hexes):
        return "MA-71"
    return "MA-27"


def explain_writing(state: Any, box: Any) -> None:
    """In WRITE: hexes where the next number cannot be written."""
    targets, effect = write_targets(state, box), state.effect
    for hex in range(box.hexes):
        if contains(targets, hex):
            continue
        if not contains(state.available, hex):
            rule = "MA-25"
        elif state.first >= 0 or (effect in (W_TWO_0, W_THREE_1) and is_reachable(state, box, hex)):
            rule = "MA-20" if effect == W_TWO_0 else "MA-48"
        elif state.region not in (ANYWHERE, box.region_of[hex]):
            rule = "MA-29" if state.anthills[state.player] and costs_anthill(state, box, hex) else "MA-13"
        else:
            rule = why_not_reachable(state, box, [hex])
        forbid(state, A_HEX + hex, rule)
    if not can_decline_writing(state, box, *targets):
        forbid(state, A_PASS, "MA-41" if state.power >= 0 else "MA-65")


def is_reachable(state: Any, box: Any, hex: int) -> bool:
    """Whether the first number of an effect could go here by adjacency, with an anthill or free [MA-27, MA-34]."""
    return state.anthills[state.player] > 0 or not costs_anthill(state, box, hex)


def explain_crossing(state: Any, box: Any) -> None:
    """In CROSS: hexes that are not available, have no partner, or do not touch the first."""
    own_rule = "MA-22" if state.power < 0 else "MA-49"
    for hex in range(box.hexes):
        if not contains(state.available, hex):
            forbid(state, A_HEX + hex, "MA-25")
            continue
        partners = [m for m in range(box.hexes) if contains(box.neighbours[hex], m)
                    and (contains(state.available, m) if state.first < 0 else m == state.first)]
        if not any(contains(box.crossable[hex], m) for m in partners):
            forbid(state, A_HEX + hex, "MA-69" if partners else own_rule)
    forbid_decline(state, box)


def forbid_decline(state: Any, box: Any) -> None:
    """Forbid PASS, unless the present power may be declined [MA-68]."""
    if not can_decline(state, box):
        forbid(state, A_PASS, "MA-41" if state.power >= 0 else "MA-65")


def explain_cupcakes(state: Any, box: Any) -> None:
    """In CLOSE: hexes without a cupcake, and those that are not available."""
    for hex in range(box.hexes):
        if not contains(state.available, hex):
            forbid(state, A_HEX + hex, "MA-25")
        elif not contains(box.special_hexes[CUPCAKES], hex):
            forbid(state, A_HEX + hex, "MA-24")
    forbid(state, A_PASS, "MA-10")


def explain_crates(state: Any, box: Any) -> None:
    """In CRATE: groups that have no open crate or do not exist."""
    for group in range(GROUPS):
        if not state.open_groups[state.player] >> group & 1:
            forbid(state, A_CRATE + group, "MA-38")
    forbid(state, A_PASS, "MA-65")


def explain_leaves(state: Any, box: Any) -> None:
    """In LEAF: leaves without a blank circle, and the one that was filled first."""
    own_rule = "MA-18" if state.power < 0 else "MA-49"
    for region in range(REGIONS):
        if not state.open_leaves >> region & 1:
            forbid(state, A_LEAF + region, "MA-15")
        elif region == state.first:
            forbid(state, A_LEAF + region, own_rule)
    forbid_decline(state, box)


def explain_dice(state: Any, box: Any) -> None:
    """In AGAIN: dice that were not resolved before, or cannot be resolved now."""
    for die in range(DICE):
        if not state.usable >> die & 1:
            forbid(state, A_SELECT + die, "MA-23")
    forbid(state, A_PASS, "MA-65")
