"""The names of things, in sentences and in notation."""

from typing import Any

from ...words import join_and, phrase, phrases, say
from .bits import contains
from .components import COLUMN_LETTERS
from .state import CRATES, CUPCAKES, FACE_NAMES, NONE, REGION_LETTERS, REGION_NAMES

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
    return next((kind for kind in (CUPCAKES, CRATES) if contains(box.special_hexes[kind], hex)), NONE)


def points_text(points: int) -> str:
    """'1 point', '2 points'; for diagrams, which are always in English."""
    return f"{points} {'point' if points == 1 else 'points'}"


def element_letters(mask: int) -> str:
    """The letters of a set of elements."""
    return "".join(letter for element, letter in enumerate(ELEMENT_LETTERS) if mask >> element & 1)


def elements_in_words(mask: int) -> str:
    """The names of a set of elements, as a list in a sentence."""
    return join_and([say(name) for element, name in enumerate(ELEMENT_NAMES) if mask >> element & 1] or [say("nothing")])
