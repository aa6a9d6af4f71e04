"""Names of things, what is to be decided, and a sentence for each note."""

from collections.abc import Callable

from .components import COLUMN_LETTERS
from .rules import winner
from .state import (
    ALL_ELEMENTS,
    ANYWHERE,
    CRATES,
    CUPCAKES,
    E_AGAIN,
    E_BEGAN,
    E_CHOSE,
    E_CIRCLE,
    E_CRATE,
    E_CROSSED,
    E_CUPCAKE,
    E_DECLINED,
    E_IGNORED,
    E_LOST,
    E_POINTS,
    E_POWER,
    E_REGION,
    E_ROUND,
    E_ROW_FULL,
    E_SELECTED,
    E_SPLIT,
    E_TRIGGER,
    E_WON,
    E_WROTE,
    ENDINGS,
    FACE_NAMES,
    IS_FREE,
    NONE,
    PHASE_NAMES,
    REGION_LETTERS,
    REGION_NAMES,
    TILE,
    VALUE_OF,
    W_THREE_1,
    W_TWO_0,
    WORD,
)

COLONY_NAMES = ("Red colony", "Blue colony")
COLONY_LETTERS = "RB"
ELEMENT_LETTERS = REGION_LETTERS + "T"
ELEMENT_NAMES = (*REGION_NAMES, "tile")
TILE_WORDS = ("two crates", "two leaves", "a 1", "two 0s", "a 0 anywhere", "cross out two", "a die again",
              "crossed-out cupcake")
POWER_WORDS = ("a 0 anywhere", "a 2", "a 3 anywhere", "two cupcakes", "2 points", "3 points", "three 1s in a triangle",
               "cross out two", "two leaves")


def hex_name(box, hex):
    """The name of a hex: its column letter and its row number."""
    return f"{COLUMN_LETTERS[box.column[hex]]}{box.row[hex] + 1}"


def special_kind(box, hex):
    """CUPCAKES, CRATES, or NONE for a plain hex."""
    word, bit = hex // WORD, 1 << hex % WORD
    return next((kind for kind in (CUPCAKES, CRATES) if box.special_hexes[kind][word] & bit), NONE)


def count(number, thing, things=""):
    """'1 point', '2 points'."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def letters(mask):
    """Elements as letters."""
    return "".join(letter for element, letter in enumerate(ELEMENT_LETTERS) if mask >> element & 1)


def in_words(mask):
    """Elements as a list in a sentence."""
    *most, last = [name for element, name in enumerate(ELEMENT_NAMES) if mask >> element & 1] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def effect_words(effect, region):
    """What is being written: 'an orange 2', 'two 0s'."""
    if effect in (W_TWO_0, W_THREE_1):
        return "two 0s" if effect == W_TWO_0 else "three 1s"
    if region not in (ANYWHERE, -1):
        return f"{'an' if REGION_NAMES[region] == 'orange' else 'a'} {REGION_NAMES[region]} {VALUE_OF[effect]}"
    return f"a {VALUE_OF[effect]}{' anywhere' if IS_FREE[effect] else ''}"


def status(view, box, names=COLONY_NAMES):
    """Whose turn it is and what is to be decided, in a sentence."""
    if view.over:
        return f"The game is over: {names[winner(view, box)]} wins."
    who = names[view.player]
    if view.phase >= len(PHASE_NAMES):
        return f"{who} goes on."
    return {
        "split": f"{who} splits the seven elements.",
        "choose": f"{who} takes {letters(view.pool ^ ALL_ELEMENTS)} or {letters(view.pool)}.",
        "select": f"{who} chooses an element of the pool {letters(view.pool)}.",
        "write": f"{who} writes {effect_words(view.effect, view.region)}.",
        "cross": f"{who} crosses out two hexes that touch.",
        "close": f"{who} crosses out a cupcake hex.",
        "crate": f"{who} crosses out a crate.",
        "leaf": f"{who} fills a circle of a leaf.",
        "again": f"{who} chooses a die to use again.",
        "ended": f"{who} has ended the game.",
    }[PHASE_NAMES[view.phase]]


def sentence(note, box, names):
    """What a note says, in words."""
    if note.event == E_ROUND:
        number, starter, tile, *dice = note.details
        rolled = ", ".join(f"{REGION_NAMES[die]} {FACE_NAMES[face]}" for die, face in enumerate(dice))
        return f"Round {number}: {names[starter]} turns up {TILE_WORDS[tile]} and rolls {rolled}."
    if note.event == E_REGION:
        region, red, blue, seat, gained = note.details
        return (f"The {REGION_NAMES[region]} region stands {red} to {blue}: "
                f"{f'{names[seat]} scores {gained}' if seat >= 0 else 'nobody scores'}.")
    seat, *rest = note.details
    return f"{names[seat]} {SAID[note.event](box, names, *rest)}."


SAID: dict[int, Callable[..., str]] = {
    E_BEGAN: lambda box, names: "begins",
    E_SPLIT: lambda box, names, pool: f"offers {in_words(pool)} against {in_words(pool ^ ALL_ELEMENTS)}",
    E_CHOSE: lambda box, names, pool: f"takes {in_words(pool)}",
    E_SELECTED: lambda box, names, element, face: (
        f"uses the tile, {TILE_WORDS[face]}" if element == TILE
        else f"uses the {REGION_NAMES[element]} die, {FACE_NAMES[face]}"),
    E_AGAIN: lambda box, names, die, face: f"uses the {REGION_NAMES[die]} die again, {FACE_NAMES[face]}",
    E_WROTE: lambda box, names, hex, value, paid:
        f"writes a {value} on {hex_name(box, hex)}{' with an anthill' if paid else ''}",
    E_CUPCAKE: lambda box, names, space, points: f"gets cupcake {space}, +{points}",
    E_ROW_FULL: lambda box, names: "has no cupcake space left",
    E_CRATE: lambda box, names, group, count:
        f"crosses out crate {count} of {box.group_size[group]} for {POWER_WORDS[box.group_power[group]]}",
    E_POWER: lambda box, names, power: f"unlocks a power: {POWER_WORDS[power]}",
    E_POINTS: lambda box, names, points: f"scores {count(points, 'point')}",
    E_LOST: lambda box, names, power: f"cannot use the power {POWER_WORDS[power]}, and it is lost",
    E_DECLINED: lambda box, names, power: f"declines the power {POWER_WORDS[power]}",
    E_CIRCLE: lambda box, names, region, count: f"fills a circle of the {REGION_NAMES[region]} leaf",
    E_CROSSED: lambda box, names, hex: f"crosses out {hex_name(box, hex)}",
    E_IGNORED: lambda box, names, mask: f"leaves {in_words(mask)} unused",
    E_TRIGGER: lambda box, names, kind: f"triggers the end, {ENDINGS[kind]}; the round is played out",
    E_WON: lambda box, names, red, blue: f"wins; points {names[0]} {red}, {names[1]} {blue}",
}
