"""The territory: hexes with what is printed and written in them, names of columns, rows and open hexes."""

import math
from collections.abc import Sequence
from typing import Any

from ...core.hexgrid import NOWHERE, centre, from_offset, neighbours
from ...drawing import kit
from ...drawing.scene import BOARD, Mark, Panel, Part
from ...words import names_for_all, phrase, say
from .components import COLUMN_LETTERS
from .names import hex_name, region_name, region_sign, special_kind
from .positions import mark_text
from .state import BLUE_NUMBER, CRATES, CUPCAKES, REGION_NAMES

COLONY_COLOURS = ("red", "blue")                     # red signs are round everywhere, blue ones square
SIZE = 38                                   # side of a hex
SIDE, TOP, BOTTOM = 32.0, 30.0, 16.0        # wood around the territory, with the names of rows and columns
TOGETHER = 12                               # hexes that are drawn as one


# Points and names


@kit.keep
def point_of(box: Any, hex: int) -> kit.Point:
    """The middle of a hex in the drawing."""
    x, y = centre(from_offset(box.column[hex], box.row[hex]), SIZE)
    return x + SIZE + SIDE, y + SIZE * math.sqrt(3) / 2 + TOP


@kit.keep
def territory_size(box: Any) -> kit.Point:
    """Width and height of the territory and the wood around it."""
    points = [point_of(box, hex) for hex in range(box.hexes)]
    return max(x for x, _ in points) + SIZE + SIDE, max(y for _, y in points) + SIZE * math.sqrt(3) / 2 + BOTTOM


@kit.keep
def special_name(box: Any, hex: int) -> str:
    """'cupcake', 'crate' or ''."""
    return {CUPCAKES: "cupcake", CRATES: "crate"}.get(special_kind(box, hex), "")


@kit.keep
def cupcake_hexes(box: Any) -> list[int]:
    return [hex for hex in range(box.hexes) if special_name(box, hex) == "cupcake"]


@kit.keep
def hexes_of(box: Any, region: int) -> list[int]:
    return [hex for hex in range(box.hexes) if box.region_of[hex] == region]


def open_hexes(view: Any, box: Any, region: int) -> int:
    """How many hexes of a region are available."""
    marks = view.marks
    return [marks[hex] for hex in hexes_of(box, region)].count(0)


# The territory


def draw_territory(view: Any, box: Any, names: Sequence[str], open: Sequence[int], costly: Sequence[int]) -> Panel:
    """The territory; `open` has the hexes that the player may choose now, `costly` those that would cost an anthill."""
    width, height = territory_size(box)
    parts = [draw_hexes(box, first, tuple(view.marks[first:min(first + TOGETHER, box.hexes)]), *names_for_all(names))
             for first in range(0, box.hexes, TOGETHER)]
    parts.append(draw_border(box))
    if open:
        parts.append(draw_open_names(box, tuple(open)))
    if costly:
        parts.append(draw_costs(box, tuple(costly)))
    return Panel(BOARD, say("Territory"), width, height + 4, draw_land(box, *parts), name="territory")


@kit.keep
def draw_land(box: Any, *parts: Part) -> Part:
    """The board with everything on it."""
    return Part(say("Territory"), kind="territory", marks=[*draw_wood(box)], parts=[*parts])


@kit.keep
def draw_wood(box: Any) -> list[Mark]:
    """The board below the hexes, with the letters of the columns and, at both edges, the numbers of the rows: those of the
    second, fourth ... column stand half a hex lower, at the right."""
    width, height = territory_size(box)
    columns, rows = (sorted(set(values[:box.hexes])) for values in (box.column, box.row))
    marks = kit.plank(0, 0, width, height, 20)
    for column in columns:
        x, _ = centre(from_offset(column, 0), SIZE)
        marks.append(board_name((x + SIZE + SIDE, 0.55 * TOP), COLUMN_LETTERS[column]))
    for row in rows:
        for column, at in ((0, 0.5 * SIDE), (1, width - 0.5 * SIDE)):
            _, y = centre(from_offset(column, row), SIZE)
            marks.append(board_name((at, y + SIZE * math.sqrt(3) / 2 + TOP), str(row + 1)))
    return marks


def board_name(at: kit.Point, words: str) -> Mark:
    """The name of a column or row, on the wood."""
    return kit.place_name(at, words, 21, fill="var(--on-wood)", weight=700)


@kit.keep
def draw_open_names(box: Any, hexes: tuple[int, ...]) -> Part:
    """The name of every hex that can be chosen now, in place of the letters of its region. A cupcake or crate is not covered:
    its hex has a frame, and its name stands at the edges of the board."""
    part = Part(kind="names")
    for hex in hexes:
        at = point_of(box, hex)
        if special_name(box, hex):
            part.add(kit.hexagon_mark(at, 0.83 * SIZE, fill="none", stroke="var(--chosen)", stroke_width=0.2 * SIZE,
                                      opacity=0.8))
        else:
            part.add(kit.hexagon_mark(at, 0.8 * SIZE, fill="var(--chosen)", opacity=0.58),
                     kit.place_name(at, hex_name(box, hex), 0.56 * SIZE, weight=700, fill="var(--card-ink)"))
    return part


@kit.keep
def draw_hexes(box: Any, first: int, marks: tuple[int, ...], *names: str) -> Part:
    """Some hexes in a row, which seldom change together."""
    return Part().add(draw_hex(box, hex, mark, names[mark >= BLUE_NUMBER] if mark > 1 else "")
                      for hex, mark in enumerate(marks, first))


@kit.keep
def draw_border(box: Any) -> Part:
    """The lines between the regions."""
    return Part(kind="border").add(kit.path(border_lines(box), fill="none", stroke="var(--ink)", stroke_opacity=0.75,
                                            stroke_width=0.075 * SIZE, stroke_linecap="round"))


@kit.keep
def draw_costs(box: Any, hexes: tuple[int, ...]) -> Part:
    """An anthill in every hex that would cost one: within its ring, which is drawn over it, and below what else lies there."""
    points = (point_of(box, hex) for hex in hexes)
    return Part(kind="costs").add(kit.use("pc-anthill", (x + 0.27 * SIZE, y + 0.42 * SIZE), 0.24 * SIZE) for x, y in points)


@kit.keep
def border_lines(box: Any) -> str:
    """The path data of the lines between regions and around the territory."""
    beside = neighbours([from_offset(box.column[hex], box.row[hex]) for hex in range(box.hexes)])
    lines = []
    for hex in range(box.hexes):
        corners = kit.hexagon(point_of(box, hex), SIZE)
        for direction, other in enumerate(beside[hex]):             # directions from straight up, corners from the right
            if other == NOWHERE or (other > hex and box.region_of[other] != box.region_of[hex]):
                lines.append(kit.through([corners[(direction + 4) % 6], corners[(direction + 5) % 6]]))
    return "".join(lines)


SPECIAL_HEXES = {"": phrase("{hex}, {region} region"), "cupcake": phrase("{hex}, {region} region, cupcake"),
                 "crate": phrase("{hex}, {region} region, crate")}


@kit.keep
def draw_hex(box: Any, hex: int, mark: int, who: str) -> Part:
    """A hex with the pattern and letter of its region, and what is printed or written in it, by whom."""
    kind, region = special_name(box, hex), box.region_of[hex]
    name = hex_name(box, hex)
    words = say(SPECIAL_HEXES[kind], hex=name, region=region_name(region))
    part = Part(words, f"hex-{name}", point_of(box, hex), "space")
    part.add(kit.hexagon_mark((0, 0), 0.985 * SIZE, fill=f"url(#rg-{REGION_NAMES[region]})", stroke="var(--paper)",
                              stroke_opacity=0.55))
    if mark > 1:
        seat = int(mark >= BLUE_NUMBER)
        part.name = say("{hex}: {value} of {who}", hex=words, value=mark_text(mark)[1], who=who)
        part.add(Part("", f"num-{name}", kind="number").add(kit.colony(COLONY_COLOURS[seat], mark_text(mark)[1], r=0.6 * SIZE)))
    elif mark:
        part.name = say("{hex}: crossed out", hex=words)
        if kind:
            part.add(kit.use(f"pc-{kind}", r=0.5 * SIZE, opacity=0.35))
        part.add(kit.path(cross_lines(0.45 * SIZE), stroke="var(--ink)", stroke_width=0.15 * SIZE, stroke_linecap="round"))
    elif kind:
        part.add(kit.use(f"pc-{kind}", r=0.5 * SIZE))
    else:
        part.add(kit.text((0, 0), region_sign(region), 0.46 * SIZE, weight=700, fill_opacity=0.5))
    return part


def cross_lines(reach: float, x: float = 0.0, y: float = 0.0) -> str:
    """The path data of a cross."""
    return (kit.through([(x - reach, y - reach), (x + reach, y + reach)])
            + kit.through([(x + reach, y - reach), (x - reach, y + reach)]))


def colony_mark(seat: int, at: kit.Point, r: float, corner: int, filled: bool, width: float, dash: str | None = None) -> Mark:
    """The sign of a colony: a red disc or a blue square, filled or as an outline."""
    colour = f"var(--colony-{COLONY_COLOURS[seat]}-line)"
    style = {"fill": colour if filled else "none", "stroke": colour, "stroke_width": width, "stroke_dasharray": dash}
    return kit.circle(at, r, **style) if seat == 0 else kit.rect(at[0] - r, at[1] - r, 2 * r, 2 * r, corner, **style)
