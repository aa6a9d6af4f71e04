"""Actions as text, and a diagram for a terminal; positions are in positions.py, sentences in words.py.

Elements are named by letters: P O G S B Y are the dice of the regions (S is stone grey), T is the tile.

Actions: `split SY` puts the grey and the yellow die into the pool without the tile; `take tile`, `take dice`;
`use O`, `use T`; `again S`; `pass`; `crate 3` (third group from the left); `leaf Y`; a hex to write in, `g2`, or to
cross out, `xg2`.
"""

from .components import COLUMN_LETTERS
from .positions import grid, mark_text, read_position, write_position
from .rules import score
from .state import (
    A_CRATE,
    A_HEX,
    A_LEAF,
    A_PASS,
    A_SELECT,
    A_TAKE_DICE,
    A_TAKE_TILE,
    AGAIN,
    ALL_ELEMENTS,
    CLOSE,
    CRATES,
    CROSS,
    CUPCAKES,
    FACE_NAMES,
    GROUPS,
    ORDINARY,
    REGION_LETTERS,
    REGION_NAMES,
    SEATS,
    TILE_BIT,
)
from .words import (
    COLONY_NAMES,
    ELEMENT_LETTERS,
    ELEMENT_NAMES,
    POWER_WORDS,
    TILE_WORDS,
    count,
    hex_name,
    letters,
    sentence,
    special_kind,
    status,
)

__all__ = ["diagram", "read_action", "read_position", "sentence", "write_action", "write_position"]


def write_action(state, box, action):
    if action < A_TAKE_TILE:
        return f"split {letters(action + 1)}"
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


def read_action(state, box, text):
    """The action that a text means, possible or not: colours for letters, `stop` or `decline` for pass, a split told
    by either of its pools, a hex with or without its x."""
    words = text.lower().replace(",", " ").split()
    letters_said = "".join(ELEMENT_LETTERS[ELEMENT_NAMES.index(word)] if word in ELEMENT_NAMES else word.upper()
                           for word in words[1:] if word != "and")
    known = set(letters_said) <= set(ELEMENT_LETTERS)
    if words[:1] == ["split"] and known:
        pool = sum(1 << ELEMENT_LETTERS.index(letter) for letter in set(letters_said))
        pool = ALL_ELEMENTS ^ pool if pool & TILE_BIT else pool
        return pool - 1 if pool else None
    if words[:1] in (["use"], ["again"]) and known and len(letters_said) == 1:
        return A_SELECT + ELEMENT_LETTERS.index(letters_said)
    if words[:1] == ["leaf"] and letters_said in tuple(REGION_LETTERS):
        return A_LEAF + REGION_LETTERS.index(letters_said)
    if words[:1] == ["crate"] and letters_said in tuple("12345678"[:GROUPS]):
        return A_CRATE + int(letters_said) - 1
    if words in (["pass"], ["stop"], ["decline"]):
        return A_PASS
    names = {hex_name(box, hex): A_HEX + hex for hex in range(box.hexes)}
    if len(words) == 2 and words[0] in ("write", "cross", "x"):
        return names.get(words[1])
    if len(words) == 1:
        return names.get(words[0], names.get(words[0][1:]) if words[0].startswith("x") else None)
    return None


def hex_sign(state, box, hex):
    """Two signs: the number with its colony, `xx`, or the region in small letters with * for a cupcake, # for a crate."""
    if state.marks[hex]:
        return mark_text(state.marks[hex])
    special = {CUPCAKES: "*", CRATES: "#"}.get(special_kind(box, hex), " ")
    return REGION_LETTERS[box.region_of[hex]].lower() + special


def diagram(view, box):
    """The territory, both player boards, the regions, the elements and what is to be decided, as lines of text."""
    signs = grid(box, lambda hex: hex_sign(view, box, hex))
    lines = ["    " + " ".join(f"{COLUMN_LETTERS[column]} " for column in range(len(signs[0])))]
    for row, found in enumerate(signs):
        for half in range(2):
            cells = [sign.replace("__", "  ") if column % 2 == half else "  " for column, sign in enumerate(found)]
            lines.append((f"{row + 1:<4}" if half == 0 else "    ") + " ".join(cells))
    lines = [*(line.rstrip() for line in lines), "    * cupcake  # crate  xx crossed out  R2, B2 numbers of Red and Blue", ""]
    for seat in range(SEATS):
        crates = ", ".join(f"{POWER_WORDS[box.group_power[group]]} {view.crates[seat][group]}/{box.group_size[group]}"
                           for group in range(box.groups))
        lines += [f"{COLONY_NAMES[seat]:12}{count(view.points[seat], 'point')} ({score(view, box, seat)} if it ended now), "
                  f"anthills {view.anthills[seat]}, cupcakes {view.cupcakes[seat]}/{box.spaces}", f"            {crates}"]
    lines += ["", "            Red : Blue   leaf"]
    for region, name in enumerate(REGION_NAMES):
        red, blue = view.circles[region]
        lines.append(f"{REGION_LETTERS[region]} {name:10}{view.totals[region][0]:>3} : {view.totals[region][1]:<6}"
                     f"{box.printed[0] + red} : {box.printed[1] + blue}, {box.blank - red - blue} blank")
    dice = "  ".join(f"{REGION_LETTERS[die]} {FACE_NAMES[face]}" for die, face in enumerate(view.dice))
    to_come = ", ".join(TILE_WORDS[tile] for tile in range(ORDINARY) if view.tiles_left[tile]) or TILE_WORDS[-1]
    return "\n".join([*lines, "", f"Round {view.round_number}   Dice  {dice}   Tile  {TILE_WORDS[view.tile]}",
                      f"Tiles to come: {to_come}", status(view, box)])
