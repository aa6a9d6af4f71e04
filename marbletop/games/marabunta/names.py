"""The names of things, in sentences and in notation."""

from typing import Any

from ...drawing import kit
from ...words import Word, join_and, phrase, phrases, say, word
from .bits import contains
from .components import COLUMN_LETTERS
from .state import CRATES, CUPCAKES, ELEMENTS, FACE_NAMES, NONE, REGION_LETTERS, REGION_NAMES, TILE

COLONY_NAMES = phrases("Red colony", "Blue colony")
COLONY_LETTERS = "RB"
ELEMENT_LETTERS = REGION_LETTERS + "T"
ELEMENT_NAMES = (*REGION_NAMES, phrase("tile"))
REGION_SIGNS = phrases("P", "O", "Gn", "Gy", "B", "Y")                # drawn in hexes and on dice
TILE_WORDS = phrases("two crates", "circles on two leaves", "a 1", "two 0s", "a 0 anywhere", "cross out two hexes",
                     "repeat a die", "cross out a cupcake")
POWER_WORDS = phrases("write a 0 anywhere", "write a 2", "write a 3 anywhere", "two cupcakes", "2 points", "3 points",
                      "write three 1s in a triangle", "cross out two hexes", "fill circles on two leaves")


def region_name(region: int) -> Word:
    return word(REGION_NAMES[region])


def region_sign(region: int) -> str:
    """The letters of a region on the board."""
    return say(REGION_SIGNS[region])


def face_name(face: int) -> str:
    return say(FACE_NAMES[face])


def tile_words(tile: int) -> str:
    return say(TILE_WORDS[tile])


def power_words(power: int) -> str:
    return say(POWER_WORDS[power])


def hex_name(box: Any, hex: int) -> str:
    """The name of a hex: its column letter and its row number."""
    return f"{COLUMN_LETTERS[box.column[hex]]}{box.row[hex] + 1}"


def number_words(region: int, value: int) -> str:
    """'a green 3', 'an orange 2'; 'a 2' for region NONE. A 0 has no colour: its die does not matter."""
    if region == NONE or not value:
        return say("a {value}", value=value)
    number = phrase("an {region} {value}") if REGION_NAMES[region] == "orange" else phrase("a {region} {value}")
    return say(number, region=region_name(region), value=value)


def special_kind(box: Any, hex: int) -> int:
    """CUPCAKES, CRATES, or NONE for a plain hex."""
    return next((kind for kind in (CUPCAKES, CRATES) if contains(box.special_hexes[kind], hex)), NONE)


def points_text(points: int) -> str:
    """'1 point', '2 points'; for diagrams, which are always in English."""
    return f"{points} {'point' if points == 1 else 'points'}"


# Dice and tile


def elements_of(mask: int) -> list[int]:
    """The elements of a set of bits."""
    return [element for element in range(ELEMENTS) if mask >> element & 1]


def element_letters(mask: int) -> str:
    """The letters of a set of elements."""
    return "".join(ELEMENT_LETTERS[element] for element in elements_of(mask))


def die_words(die: int, face: int) -> str:
    """'orange 2', 'green flag'."""
    return say("{region} {face}", region=region_name(die), face=face_name(face))


@kit.keep
def elements_in_words(mask: int, faces: int) -> str:
    """Dice and tile as a list in a sentence: 'green 3, grey crate and the tile (two 0s)'. `faces` is what they show, see
    rules.faces_of; notes of old tables do not know it, and then dice are named by colour."""
    words = [element_words(element, NONE if faces < 0 else faces >> 3 * element & 7) for element in elements_of(mask)]
    return join_and(words) if words else say("nothing")


def element_words(element: int, face: int) -> str:
    """'green 3', 'the tile (two 0s)'; 'green', 'the tile' for a face that is not known."""
    if element == TILE:
        return say("the tile") if face == NONE else say("the tile ({tile})", tile=tile_words(face))
    return region_name(element) if face == NONE else die_words(element, face)
