"""What things are called, in sentences and in notation."""

from typing import Any

from ...words import join_and, phrase, phrases, say
from .components import COLUMN_LETTERS
from .state import CRATES, CUPCAKES, FACE_NAMES, NONE, REGION_LETTERS, REGION_NAMES, WORD

COLONY_NAMES = phrases("Red colony", "Blue colony")
COLONY_LETTERS = "RB"
ELEMENT_LETTERS = REGION_LETTERS + "T"
ELEMENT_NAMES = (*REGION_NAMES, phrase("tile"))
TILE_WORDS = phrases("two crates", "two leaves", "a 1", "two 0s", "a 0 anywhere", "cross out two", "a die again",
                     "crossed-out cupcake")
POWER_WORDS = phrases("a 0 anywhere", "a 2", "a 3 anywhere", "two cupcakes", "2 points", "3 points", "three 1s in a triangle",
                      "cross out two", "two leaves")


def region_name(region: int) -> str:
    return say(REGION_NAMES[region])


def face_name(face: int) -> str:
    return say(FACE_NAMES[face])


def tile_words(tile: int) -> str:
    return say(TILE_WORDS[tile])


def power_words(power: int) -> str:
    return say(POWER_WORDS[power])


def hex_name(box: Any, hex: int) -> str:
    """The name of a hex: its column letter and its row number."""
    return f"{COLUMN_LETTERS[box.column[hex]]}{box.row[hex] + 1}"


def special_kind(box: Any, hex: int) -> int:
    """CUPCAKES, CRATES, or NONE for a plain hex."""
    word, bit = hex // WORD, 1 << hex % WORD
    return next((kind for kind in (CUPCAKES, CRATES) if box.special_hexes[kind][word] & bit), NONE)


def count(number: int, thing: str, things: str = "") -> str:
    """'1 point', '2 points'."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def letters(mask: int) -> str:
    """Elements as letters."""
    return "".join(letter for element, letter in enumerate(ELEMENT_LETTERS) if mask >> element & 1)


def in_words(mask: int) -> str:
    """Elements as a list in a sentence."""
    return join_and([say(name) for element, name in enumerate(ELEMENT_NAMES) if mask >> element & 1] or [say("nothing")])
