"""Why something is not possible: for every action that a player might try, the rule that forbids it.

Only told where somebody asks (a listener is there), and nothing at all when compiled.
"""

from collections.abc import Sequence
from typing import Any

from ...core.kernel import twin
from ...core.notes import forbid
from .bits import bit_of, word_of
from .effects import any_available, may_decline_writing, write_targets
from .state import (
    A_CRATE,
    A_HEX,
    A_LEAF,
    A_PASS,
    A_SELECT,
    AGAIN,
    ANYWHERE,
    CLOSE,
    CRATE,
    CRATE_FACE,
    CRATES_2,
    CROSS,
    CROSS_2,
    CUPCAKES,
    CUPX,
    DICE,
    ELEMENTS,
    FLAG,
    GROUPS,
    IS_FREE,
    LEAF,
    LEAVES_2,
    REGIONS,
    SELECT,
    TILE,
    TILE_BIT,
    VALUE_OF,
    W_THREE_1,
    W_TWO_0,
    WRITE,
)

TILE_RULES = ("MA-17", "MA-18", "MA-19", "MA-20", "MA-21", "MA-22", "MA-23", "MA-24")


def explain(state: Any, box: Any) -> None:
    """Forbid what the player cannot do now, each with its rule."""
    if state.listener is not None:
        by_phase = {SELECT: elements, WRITE: writing, CROSS: crossing, CLOSE: closing, CRATE: crates, LEAF: leaves,
                    AGAIN: again}
        if state.phase in by_phase:
            by_phase[state.phase](state, box)


@twin(explain)
def compiled_explain(numba: Any) -> Any:
    def silent(state: Any, box: Any) -> None:
        pass

    return lambda state, box: silent


def is_in(words: Sequence[int], hex: int) -> bool:
    return bool(words[word_of(hex)] & bit_of(hex))


def touches(state: Any, box: Any, hex: int, value: int) -> bool:
    """Whether a hex is next to an own number that allows this value [MA-27, MA-71]."""
    return is_in(state.near[state.player][box.near_row[value]], hex)


def elements(state: Any, box: Any) -> None:
    """In SELECT: elements of the other pool, used ones, and those that cannot be resolved."""
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
    one_is_left = (state.tile == CRATES_2 and state.open_groups[state.player]) or (state.tile == LEAVES_2 and state.open_leaves)
    if one_is_left and not box.partial:
        return "MA-70"
    if state.tile == CROSS_2 and any(
            is_in(state.available, h) and any_available(state, box.neighbours[h]) for h in range(box.hexes)):
        return "MA-69"
    return TILE_RULES[state.tile]


def why_not_die(state: Any, box: Any, die: int) -> str:
    face = state.dice[die]
    if face == FLAG:
        return "MA-15"
    if face == CRATE_FACE:
        return "MA-16"
    hexes = [h for h in range(box.hexes) if is_in(state.available, h) and (face == 0 or box.region_of[h] == die)]
    if not hexes:
        return "MA-25"
    return why_not_next_to(state, box, hexes)


def why_not_next_to(state: Any, box: Any, hexes: list[int]) -> str:
    """None of these available hexes can be reached: without any number [MA-32], for the value [MA-71], or at all."""
    mine = [m for m in range(box.hexes) if state.marks[m] > 1 and (state.marks[m] - 2) // 4 == state.player]
    if not mine:
        return "MA-32"
    if box.near_rows > 1 and any(is_in(box.neighbours[m], h) for m in mine for h in hexes):
        return "MA-71"
    return "MA-27"


def writing(state: Any, box: Any) -> None:
    """In WRITE: hexes where the number that is due cannot stand."""
    legal, effect = write_targets(state, box), state.effect
    for hex in range(box.hexes):
        if is_in(legal, hex):
            continue
        if not is_in(state.available, hex):
            rule = "MA-25"
        elif state.first >= 0 or (effect in (W_TWO_0, W_THREE_1) and can_be_paid(state, box, hex)):
            rule = "MA-20" if effect == W_TWO_0 else "MA-48"
        elif state.region not in (ANYWHERE, box.region_of[hex]):
            rule = "MA-13" if state.anthills[state.player] == 0 or touches(state, box, hex, VALUE_OF[effect]) else "MA-29"
        else:
            rule = why_not_next_to(state, box, [hex])
        forbid(state, A_HEX + hex, rule)
    if not may_decline_writing(state, box, *legal):
        forbid(state, A_PASS, "MA-41" if state.power >= 0 else "MA-65")


def can_be_paid(state: Any, box: Any, hex: int) -> bool:
    """Whether the first number of an effect could stand here as far as adjacency goes."""
    return bool(IS_FREE[state.effect]) or state.anthills[state.player] > 0 or touches(state, box, hex, VALUE_OF[state.effect])


def crossing(state: Any, box: Any) -> None:
    """In CROSS: hexes that are taken, or have no partner, or do not touch the first."""
    own_rule = "MA-22" if state.power < 0 else "MA-49"
    for hex in range(box.hexes):
        if not is_in(state.available, hex):
            forbid(state, A_HEX + hex, "MA-25")
            continue
        partners = [m for m in range(box.hexes) if is_in(box.neighbours[hex], m)
                    and (is_in(state.available, m) if state.first < 0 else m == state.first)]
        if not any(is_in(box.crossable[hex], m) for m in partners):
            forbid(state, A_HEX + hex, "MA-69" if partners else own_rule)
    forbid_decline(state, box)


def forbid_decline(state: Any, box: Any) -> None:
    if not (box.decline_always and state.power >= 0 and state.first < 0):
        forbid(state, A_PASS, "MA-41" if state.power >= 0 else "MA-65")


def closing(state: Any, box: Any) -> None:
    """In CLOSE: hexes without a cupcake, and those that are taken."""
    for hex in range(box.hexes):
        if not is_in(state.available, hex):
            forbid(state, A_HEX + hex, "MA-25")
        elif not is_in(box.special_hexes[CUPCAKES], hex):
            forbid(state, A_HEX + hex, "MA-24")
    forbid(state, A_PASS, "MA-10")


def crates(state: Any, box: Any) -> None:
    """In CRATE: groups that are finished or do not exist."""
    for group in range(GROUPS):
        if not state.open_groups[state.player] >> group & 1:
            forbid(state, A_CRATE + group, "MA-38")
    forbid(state, A_PASS, "MA-65")


def leaves(state: Any, box: Any) -> None:
    """In LEAF: leaves without a blank circle, and the one that has just got one."""
    own_rule = "MA-18" if state.power < 0 else "MA-49"
    for region in range(REGIONS):
        if not state.open_leaves >> region & 1:
            forbid(state, A_LEAF + region, "MA-15")
        elif region == state.first:
            forbid(state, A_LEAF + region, own_rule)
    forbid_decline(state, box)


def again(state: Any, box: Any) -> None:
    """In AGAIN: dice that were not resolved, or cannot be now."""
    for die in range(DICE):
        if not state.usable >> die & 1:
            forbid(state, A_SELECT + die, "MA-23")
    forbid(state, A_PASS, "MA-65")
