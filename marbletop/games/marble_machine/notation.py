"""Actions as text.

A space is its axial coordinates `q,r` (`home` for 0,0), a direction its number 1 to 6 or its compass point. Actions:
`marble`, a tile by its code (`fork`), `trade swap`, `keep`, `aim 3`, `turn 3`, `at 1,-4`, `erase 1,-4`, `from 1,-4`,
`to 1,-4`, `swap 1,-4`, `with 1,-4`.
"""

import re
from typing import Any

from ...words import phrase
from .diagram import diagram
from .names import COMPASS, read_space, write_space
from .position_check import check_position
from .positions import read_position, write_position
from .rules import legal_actions
from .sentences import sentence
from .story import TURN_BEGINS, befell, explain_new, in_short, is_news, story
from .state import (AIM, AIMED, AT, CODES, DIRECTIONS, ERASE_WHICH, KEEP, MARBLE, MOVE_FROM, MOVE_TO, PLACE, SWAP_A, SWAP_B,
                    TRADE)

__all__ = ["REASONS", "TURN_BEGINS", "befell", "check_position", "diagram", "explain_new", "in_short", "is_news",
           "read_action", "read_position", "sentence", "story", "write_action", "write_position"]

# Why a rule forbids something.
REASONS = {"MM-5": phrase("You can trade in Erase, Move and Swap only."),
           "MM-11": phrase("There are too few tiles on the board for this one."),
           "MM-15": phrase("You don't have this tile."),
           "MM-25": phrase("Choose a free space. Nothing can be placed on Home or on another tile."),
           "MM-30": phrase("There is no tile on this space."),
           "MM-31": phrase("Choose a tile, and then another space that is free."),
           "MM-32": phrase("Choose two different tiles.")}
SPACE_WORDS = {PLACE: "at", ERASE_WHICH: "erase", MOVE_FROM: "from", MOVE_TO: "to", SWAP_A: "swap", SWAP_B: "with"}


def write_action(state: Any, box: Any, action: int) -> str:
    """An action as text that fits the decision that is due."""
    if action == MARBLE:
        return "marble"
    if action < KEEP:
        return f"trade {CODES[action]}" if state.phase == TRADE else CODES[action]
    if action == KEEP:
        return "keep"
    if action <= AT:
        return f"{'aim' if state.phase == AIM else 'turn'} {action - AIMED}"
    return f"{SPACE_WORDS.get(state.phase, 'at')} {write_space(action - AT)}"


def read_action(state: Any, box: Any, text: str) -> int | None:
    """The legal action that other words mean: a tile's name, a compass point, a bare number or coordinates; otherwise None."""
    words = text.lower().replace("-120", "_120").split()
    if words and words[0] in ("aim", "turn", "at", "erase", "from", "to", "swap", "with", "trade", "play") and len(words) > 1:
        words = words[1:]
    text = " ".join(words)
    action = -1
    if text.upper() in COMPASS[1:]:
        action = AIMED + COMPASS.index(text.upper())
    elif text.isdigit() and 1 <= int(text) <= DIRECTIONS:
        action = AIMED + int(text)
    elif text.replace(" ", "_") in CODES[1:]:
        action = CODES.index(text.replace(" ", "_"))
    elif re.fullmatch(r"\(?\s*-?\d+\s*,\s*-?\d+\s*\)?", text):
        action = AT + read_space(text, box)
    return action if action in legal_actions(state, box) else None
