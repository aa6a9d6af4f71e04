"""What lessons may ask about a position, by name."""

from typing import Any

from .positions import marble_text
from .rules import legal_list
from .state import FORWARD, MOVE, RING

DECISIONS = ("card", "move", "turn", "split", "target")         # by phase
SHARE = "share"                             # a move with a card that two marbles can share


def facts(state: Any, box: Any, seat: int) -> dict[str, Any]:
    """The decision to make, where the marbles are that have left the start ring, how many are in the home slot, how many steps
    all marbles of the team have to their home spaces, and how many the nearest one on the track has (-1 if there is none)."""
    outside = [place for place in state.place[seat] if place != RING]
    return {"decision": SHARE if can_be_shared(state, box) else DECISIONS[state.phase],
            "home": state.home[seat], "cards": state.hand_size[seat],
            "marbles": " ".join(sorted(marble_text(box, seat, place) for place in outside)),
            "steps": sum(steps_left(state, box, mate) for mate in range(state.seats) if state.side[mate] == state.side[seat]),
            "to the door": min((box.length - place for place in outside if place <= box.length), default=-1)}


def can_be_shared(state: Any, box: Any) -> bool:
    """Whether a marble is due that may take a part of the card and leave the rest to another."""
    return bool(state.phase == MOVE and box.split[state.rank] and legal_list(state, box)[-1] >= FORWARD)


def steps_left(state: Any, box: Any, seat: int) -> int:
    """How many steps the marbles of a seat have to its home space, all together; from the start ring it is once round."""
    return int(sum(box.length if place == RING else max(0, box.length - place) for place in state.place[seat][:box.marbles]))
