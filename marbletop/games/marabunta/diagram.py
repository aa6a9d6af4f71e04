"""A position as lines of text, for a terminal."""

from typing import Any

from .components import COLUMN_LETTERS
from .names import COLONY_NAMES, POWER_WORDS, TILE_WORDS, points_text, special_kind
from .positions import grid, mark_text
from .rules import score
from .sentences import status
from .state import CRATES, CUPCAKES, FACE_NAMES, ORDINARY, REGION_LETTERS, REGION_NAMES, SEATS


def hex_sign(state: Any, box: Any, hex: int) -> str:
    """Two characters: a number with its colony, `xx` for a cross, or the region as a small letter with * for a cupcake or
    # for a crate."""
    if state.marks[hex]:
        return mark_text(state.marks[hex])
    special = {CUPCAKES: "*", CRATES: "#"}.get(special_kind(box, hex), " ")
    return REGION_LETTERS[box.region_of[hex]].lower() + special


def diagram(view: Any, box: Any) -> str:
    """The territory, both player boards, the regions, the elements and the status, as lines of text."""
    signs = grid(box, lambda hex: hex_sign(view, box, hex))
    lines = ["    " + " ".join(f"{COLUMN_LETTERS[column]} " for column in range(len(signs[0])))]
    for row, row_signs in enumerate(signs):
        for half in range(2):
            cells = [sign.replace("__", "  ") if column % 2 == half else "  " for column, sign in enumerate(row_signs)]
            lines.append((f"{row + 1:<4}" if half == 0 else "    ") + " ".join(cells))
    lines = [*(line.rstrip() for line in lines), "    * cupcake  # crate  xx crossed out  R2, B2 numbers of Red and Blue", ""]
    for seat in range(SEATS):
        crates = ", ".join(f"{POWER_WORDS[box.group_power[group]]} {view.crates[seat][group]}/{box.group_size[group]}"
                           for group in range(box.groups))
        lines += [f"{COLONY_NAMES[seat]:12}{points_text(view.points[seat])} ({score(view, box, seat)} if it ended now), "
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
