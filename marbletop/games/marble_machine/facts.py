"""What lessons may ask about a position, by name."""

from typing import Any

from .paths import goal_odds
from .positions import write_marble
from .state import DIRECTIONS

CERTAIN = 1 - 1e-9


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """How many marbles lie in the pile, how many on the board will certainly end there if nobody plays another tile, how many
    by chance, and all marbles in notation."""
    side = state.side[seat]
    shares = [sum(odds.goals[goal - 1] for goal in range(1, DIRECTIONS + 1) if box.owner[goal] == side)
              for odds in goal_odds(state, box).values()]
    return {"pile": state.collected[side], "coming": sum(share >= CERTAIN for share in shares),
            "perhaps": sum(1 - CERTAIN < share < CERTAIN for share in shares),
            "marbles": " ".join(write_marble(state, m) for m in range(state.drawn))}
