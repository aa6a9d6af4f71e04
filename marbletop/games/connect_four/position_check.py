"""Refuses positions that no game can reach, with the rule that they break."""

from typing import Any

from ...core.errors import BadNotation
from .positions import SIGNS
from .rules import has_four
from .state import CELLS


def check_position(state: Any, box: Any) -> None:
    """BadNotation if the marbles do not fit who began and whose turn it is, or if both players have a line [C4-2, C4-5]."""
    first, second = (state.marbles[seat].bit_count() for seat in (box.first_player, 1 - box.first_player))
    if not 0 <= first - second <= 1:
        raise BadNotation("The players take turns, so their marbles differ by one at most, and {first} begins ({rule}).",
                          first=SIGNS[box.first_player], rule="C4-2")
    lines = [has_four(marbles) for marbles in state.marbles]
    if all(lines):
        raise BadNotation("Both players have four in a row. The first row ends the game ({rule}).", rule="C4-5")
    if not any(lines) and first + second < CELLS and state.player != (box.first_player + first + second) % 2:
        raise BadNotation("After these marbles it is the turn of {who} ({rule}).", who=SIGNS[1 - state.player], rule="C4-2")
