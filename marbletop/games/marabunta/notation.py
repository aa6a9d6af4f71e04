"""Actions as text.

Elements are named by letters: P O G S B Y are the dice of the regions (S is stone grey), T is the tile.

`split SY` puts the grey and the yellow die into the pool without the tile; `take tile`, `take dice`; `use O`, `use T`;
`again S`; `pass`; `crate 3` (third group from the left); `leaf Y`; a hex to write in, `g2`, or to cross out, `xg2`.
"""

from typing import Any

from .diagram import diagram
from .names import ELEMENT_LETTERS, ELEMENT_NAMES, element_letters, hex_name
from .position_check import check_position
from .positions import read_position, write_position
from .reasons import REASONS
from .sentences import TURN_BEGINS, sentence, story
from .short import in_short
from .state import (A_CRATE, A_HEX, A_LEAF, A_PASS, A_SELECT, A_TAKE_DICE, A_TAKE_TILE, AGAIN, ALL_ELEMENTS, CLOSE, CROSS,
                    GROUPS, REGION_LETTERS, TILE_BIT)

__all__ = ["REASONS", "TURN_BEGINS", "check_position", "diagram", "in_short", "read_action", "read_position", "sentence",
           "story", "write_action", "write_position"]


def write_action(state: Any, box: Any, action: int) -> str:
    if action < A_TAKE_TILE:
        return f"split {element_letters(action + 1)}"
    if action <= A_TAKE_DICE:
        return "take tile" if action == A_TAKE_TILE else "take dice"
    if action < A_PASS:
        return f"{'again' if state.phase == AGAIN else 'use'} {ELEMENT_LETTERS[action - A_SELECT]}"
    if action == A_PASS:
        return "pass"
    if action < A_LEAF:
        return f"crate {action - A_CRATE + 1}"
    if action < A_HEX:
        return f"leaf {REGION_LETTERS[action - A_LEAF]}"
    return ("x" if state.phase in (CROSS, CLOSE) else "") + hex_name(box, action - A_HEX)


def read_action(state: Any, box: Any, text: str) -> int | None:
    """The action that a text means, legal or not, or None. A text may have colours instead of letters, `stop` or `decline`
    for `pass`, either pool of a split, and a hex with or without its x."""
    words = text.lower().replace(",", " ").split()
    named = "".join(ELEMENT_LETTERS[ELEMENT_NAMES.index(word)] if word in ELEMENT_NAMES else word.upper()
                           for word in words[1:] if word != "and")
    known = set(named) <= set(ELEMENT_LETTERS)
    if words[:1] == ["split"] and known:
        pool = sum(1 << ELEMENT_LETTERS.index(letter) for letter in set(named))
        pool = ALL_ELEMENTS ^ pool if pool & TILE_BIT else pool
        return pool - 1 if pool else None
    if words[:1] in (["use"], ["again"]) and known and len(named) == 1:
        return A_SELECT + ELEMENT_LETTERS.index(named)
    if words[:1] == ["leaf"] and named in tuple(REGION_LETTERS):
        return A_LEAF + REGION_LETTERS.index(named)
    if words[:1] == ["crate"] and named in tuple("12345678"[:GROUPS]):
        return A_CRATE + int(named) - 1
    if words in (["pass"], ["stop"], ["decline"]):
        return A_PASS
    names = {hex_name(box, hex): A_HEX + hex for hex in range(box.hexes)}
    if len(words) == 2 and words[0] in ("write", "cross", "x"):
        return names.get(words[1])
    if len(words) == 1:
        return names.get(words[0], names.get(words[0][1:]) if words[0].startswith("x") else None)
    return None
