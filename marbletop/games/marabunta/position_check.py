"""Refuses positions that no game can reach, with the rule that they break."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...core.errors import BadNotation
from .names import COLONY_LETTERS
from .state import (CUPCAKES, CUPCAKES_GONE, CUPX, LEAF_FULL, ORDINARY, P_POINTS_2, P_POINTS_3, REGION_FULL, REGIONS, SEATS)

END_RULES = {REGION_FULL: "MA-51", LEAF_FULL: "MA-52", CUPCAKES_GONE: "MA-53"}
POWER_POINTS = {P_POINTS_2: 2, P_POINTS_3: 3}


def check_position(state: Any, box: Any) -> None:
    """BadNotation if a position cannot be."""
    check_tile(state)
    check_end(state, box)
    for seat in range(SEATS):
        check_board(state, box, seat)


def check_tile(state: Any) -> None:
    """Ordinary tiles come in the first seven rounds, each once, and then the crossed-out cupcake [MA-6, MA-11]."""
    if state.round_number > ORDINARY and state.tile != CUPX:
        raise BadNotation("From round 8 on the tile is the crossed-out cupcake: write tile=cupx ({rule}).", rule="MA-6")
    if state.round_number <= ORDINARY and state.tile == CUPX:
        raise BadNotation("The crossed-out cupcake comes in round 8, and this is round {n} ({rule}).", n=state.round_number,
                          rule="MA-6")
    if state.tile < ORDINARY and state.tiles_left[state.tile]:
        raise BadNotation("The tile of the round is still in the stack. It comes only once: take it out there ({rule}).",
                          rule="MA-11")


def end_conditions(state: Any, box: Any) -> Iterator[int]:
    """What brings the end and is true now [MA-51 to MA-53]."""
    available = state.available
    if any(not any(words[k] & available[k] for k in range(2)) for words in box.region_hexes[:REGIONS]):
        yield REGION_FULL
    if state.open_leaves != (1 << REGIONS) - 1:
        yield LEAF_FULL
    if not any(box.special_hexes[CUPCAKES][k] & available[k] for k in range(2)):
        yield CUPCAKES_GONE


def check_end(state: Any, box: Any) -> None:
    """The end is named as soon as something has brought it, and not before [MA-50]."""
    found = list(end_conditions(state, box))
    if found and state.trigger_kind not in found:
        raise BadNotation("The end has come: write end= with the colony that brought it and why ({rule}).",
                          rule=END_RULES[found[0]])
    if state.trigger >= 0 and not found:
        raise BadNotation("Nothing has brought the end yet: no region or leaf is full, and cupcakes are left. Leave out end= "
                          "({rule}).", rule="MA-50")


def check_board(state: Any, box: Any, seat: int) -> None:
    """A board has no more anthills and cupcakes than are printed on it, and points come from them [MA-2, MA-36, MA-54]."""
    who = COLONY_LETTERS[seat]
    if state.anthills[seat] > box.anthills:
        raise BadNotation("{who} has {n} anthills, and a game begins with {most} ({rule}).", who=who, n=state.anthills[seat],
                          most=box.anthills, rule="MA-2")
    if state.cupcakes[seat] > box.spaces:
        raise BadNotation("{who} has {n} cupcakes, and the row has room for {most} ({rule}).", who=who, n=state.cupcakes[seat],
                          most=box.spaces, rule="MA-36")
    full = [group for group in range(box.groups) if not state.open_groups[seat] >> group & 1]
    right = points_of(box, state.cupcakes[seat], full)
    if state.points[seat] != right:
        raise BadNotation("{who} has {n} points so far. Cupcakes and powers make {right} ({rule}).", who=who,
                          n=state.points[seat], right=right, rule="MA-54")


def points_of(box: Any, cupcakes: int, full_groups: Iterable[int]) -> int:
    """The points that cupcakes and full groups of crates have made so far [MA-54]."""
    return int(sum(box.space_points[:cupcakes])) + sum(POWER_POINTS.get(box.group_power[group], 0) for group in full_groups)
