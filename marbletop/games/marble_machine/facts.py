"""What lessons may ask about a position, by name."""

from typing import Any

from .paths import goal_odds
from .positions import write_marble
from .state import DIRECTIONS, PHASES

CERTAIN = 1 - 1e-9


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """The decision to make, and the side; how many marbles lie in its pile, how many bring the end, how many on the board
    will certainly end there if nobody plays another tile, and how many perhaps; pile and certain ones together, and with
    the shares of the others; and all marbles in notation."""
    side = state.side[seat]
    shares = [sum(odds.goals[goal - 1] for goal in range(1, DIRECTIONS + 1) if box.owner[goal] == side)
              for odds in goal_odds(state, box).values()]
    coming = sum(share >= CERTAIN for share in shares)
    return {"decision": PHASES[state.phase], "side": side,
            "pile": state.collected[side], "needed": box.quota, "coming": coming,
            "perhaps": sum(1 - CERTAIN < share < CERTAIN for share in shares), "due": state.collected[side] + coming,
            "expected": round(state.collected[side] + float(sum(shares)), 3),
            "marbles": " ".join(write_marble(state, m) for m in range(state.drawn))}
