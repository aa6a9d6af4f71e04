"""What lessons may ask about a position, by name."""

from typing import Any

from .names import hex_name
from .positions import mark_text
from .rules import score
from .state import BLUE_NUMBER, PHASE_NAMES, RED_NUMBER, REGION_NAMES


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """The decision to make; points so far, and as if the game ended now; anthills, cupcakes, crates by group, all numbers,
    and for each region its sum and the circles filled."""
    first = (RED_NUMBER, BLUE_NUMBER)[seat]
    numbers = [f"{hex_name(box, hex)}:{mark_text(state.marks[hex])[1]}" for hex in range(box.hexes)
               if first <= state.marks[hex] < first + 4]
    return {"decision": PHASE_NAMES[state.phase],
            "points": state.points[seat], "final points": score(state, box, seat),
            "anthills": state.anthills[seat], "cupcakes": state.cupcakes[seat],
            "crates": "".join(map(str, state.crates[seat][:box.groups])), "numbers": " ".join(numbers),
            **{f"{name} sum": state.totals[region][seat] for region, name in enumerate(REGION_NAMES)},
            **{f"{name} circles": state.circles[region][seat] for region, name in enumerate(REGION_NAMES)}}
