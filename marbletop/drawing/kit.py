"""Building blocks of boards: marbles, holes, planks, cards, rings, outlines, trails. Each is a Mark, a list of Marks or a
Part; put them into a part with `part.add(...)`. Marks never change, so the same arguments return the same mark.

Points are (x, y) in the units of the panel, x to the right and y down; `r` is a radius. Other SVG attributes are passed by
name, with `_` for `-`: circle((0, 0), 5, fill="var(--ink)", stroke_width=2).
"""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, wraps
from inspect import signature
from typing import Any, TypeVar, cast

from ..core.hexgrid import corners
from ..core.state import Plain
from ..words import present
from .element import short
from .kept import Kept
from .palette import SPEED_MARBLE
from .scene import Mark, Part

Point = tuple[float, float]
MIDDLE: Point = (0.0, 0.0)
GHOST_OPACITY = 0.72

# Radius of a ring, relative to the radius of what it marks.
RING_REACH = {"legal": 1.32, "around": 1.42, "hit": 1.42, "cost": 1.32, "movable": 1.42, "chosen": 1.45, "ghost": 1.14,
              "last": 1.36}

MOST_KEPT = 4096                            # results kept of each function, or twice as many
once = lru_cache(maxsize=2 * MOST_KEPT, typed=True)

BOXES = ("box", "view")                     # what a first argument is called that is no value (a view is refused)

Made = TypeVar("Made", bound=Callable[..., Any])


def keep(make: Made) -> Made:
    """Decorate a function whose result depends on its arguments and the language alone: parts, points, lines, names. The same
    arguments return the same object, so nobody may change it. Arguments are values, after a first one that may be the `box`,
    never a view: what is no argument cannot be drawn."""
    kept: Kept[tuple[Any, ...], tuple[Any, Any]] = Kept(MOST_KEPT)

    def find_or_make(key: tuple[Any, ...], *arguments: Any) -> Any:
        known = kept.get(key)
        if known is None:
            first = arguments[0] if arguments else None
            if isinstance(first, Plain) and "viewer" in first._names:
                raise TypeError(f"{make.__name__} is kept by its arguments: give it values of the view, not the view.")
            known = kept[key] = make(*arguments), first         # keeps the box alive, so that no other can have its id
        return known[0]

    @wraps(make)
    def found(*arguments: Any) -> Any:
        key = present(), arguments
        try:
            return kept.new[key][0]
        except KeyError:
            return find_or_make(key, *arguments)

    @wraps(make)
    def found_with_box(box: Any, *arguments: Any) -> Any:
        key = present(), id(box), arguments
        try:
            return kept.new[key][0]
        except KeyError:
            return find_or_make(key, box, *arguments)

    return cast(Made, found_with_box if next(iter(signature(make).parameters), "") in BOXES else found)


@keep
def together(name: str, kind: str, *parts: Part) -> Part:
    """A part that holds others, such as the root of a panel; the same parts are always held by the same one."""
    return Part(name, kind=kind, parts=[*parts])


@once
def mark(tag: str, words: str = "", /, **attributes: Any) -> Mark:
    """Any SVG element as a mark."""
    return Mark(tag, _attribute_names(attributes), words)


def _attribute_names(attributes: dict[str, Any]) -> dict[str, Any]:
    return {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}


@once
def circle(at: Point, r: float, **attributes: Any) -> Mark:
    return mark("circle", cx=at[0] or None, cy=at[1] or None, r=r, **attributes)


@once
def rect(x: float, y: float, width: float, height: float, corner: float = 0, **attributes: Any) -> Mark:
    return mark("rect", x=x, y=y, width=width, height=height, rx=corner or None, **attributes)


@once
def path(d: str, **attributes: Any) -> Mark:
    return mark("path", d=d, **attributes)


def polygon(points: Iterable[Point], **attributes: Any) -> Mark:
    return mark("polygon", points=" ".join(f"{short(x)},{short(y)}" for x, y in points), **attributes)


def through(points: Sequence[Point], closed: bool = False) -> str:
    """The path data of straight lines through points."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points) + ("Z" if closed else "")


def aim(angle: float, length: float, start: Point = MIDDLE) -> Point:
    """The point at an angle (degrees clockwise from straight up) and a distance from another."""
    turned = math.radians(angle)
    return start[0] + length * math.sin(turned), start[1] - length * math.cos(turned)


@once
def text(at: Point, words: object, size: float, anchor: str = "middle", fill: str = "var(--ink)", title: bool = False,
         weight: int | None = None, family: str = "", **attributes: Any) -> Mark:
    """Words, vertically centred; `title` uses the font of titles, scores and card values."""
    return mark("text", str(words), x=at[0], y=at[1] + 0.35 * size, font_size=size, text_anchor=anchor, fill=fill,
                font_family=family or ("var(--font-title)" if title else "var(--font-ui)"),
                font_weight=weight or (600 if title else None), **attributes)


def place_name(at: Point, words: object, size: float, **attributes: Any) -> Mark:
    """The name of a place, written on the board where sentences use it. A switch of the page hides all of them."""
    return text(at, words, size, class_="place-name", **{"fill": "var(--ink-2)", "weight": 600, **attributes})


@once
def use(symbol: str, at: Point = MIDDLE, r: float = 10, **attributes: Any) -> Mark:
    """A symbol of the sprite, centred: 'pc-crate', 'part-jump', 'ic-home'. `color` is the colour of signs."""
    return mark("use", href=f"#{symbol}", x=at[0] - r, y=at[1] - r, width=2 * r, height=2 * r, **attributes)


# Wood

def plank(x: float, y: float, width: float, height: float, corner: float = 18) -> list[Mark]:
    """A wooden board: body, grain, lit edge."""
    return [rect(x, y + 3, width, height, corner, fill="var(--wood-line)"),
            rect(x, y, width, height, corner, fill="url(#wood)"),
            rect(x, y, width, height, corner, fill="url(#grain)"),
            rect(x + 1, y + 1, width - 2, height - 2, max(corner - 1, 0), fill="none", stroke="var(--hollow-hi)", opacity=0.5)]


def plank_of(d: str, edge: float) -> list[Mark]:
    """A wooden board of any shape: path data, and the width of the edge around it."""
    return [path(d, transform="translate(0 3)", fill="var(--wood-line)", stroke="var(--wood-line)", stroke_width=2 * edge,
                 stroke_linejoin="round"),
            path(d, fill="var(--wood)", stroke="var(--wood)", stroke_width=2 * edge, stroke_linejoin="round"),
            path(d, fill="url(#wood)", opacity=0.75), path(d, fill="url(#grain)")]


@once
def groove(x: float, y: float, width: float, height: float, corner: float) -> Mark:
    """A trough in the wood, such as a column of a tray."""
    return rect(x, y, width, height, corner, fill="url(#wood-in)", opacity=0.75)


@once
def hole(at: Point, r: float) -> Mark:
    """A hollow for a marble; make it 6 % larger than the marble."""
    return use("hole", at, r)


# Hexes

@once
def hexagon(at: Point, size: float) -> tuple[Point, ...]:
    """The corners of a flat-topped hex whose sides are `size` long."""
    return tuple((at[0] + x, at[1] + y) for x, y in corners(size))


@once
def hexagon_mark(at: Point, size: float, **attributes: Any) -> Mark:
    return polygon(hexagon(at, size), **attributes)


# Marbles

def marble(id: str, colour: str, at: Point, r: float, name: str = "", *, kind: str = "marble", ghost: bool = False,
           plain: bool = False) -> Part:
    """A glass marble. A `ghost` shows where one would be; `plain` leaves out the inlay."""
    if ghost:
        return Part(name, id, at, "ghost", reach=r).add(use(f"gh-{colour}", r=1.28 * r))
    return Part(name, id, at, kind, reach=r).add(_shadow(r), use(f"mb-{colour}{'-plain' if plain else ''}", r=r))


@once
def _shadow(r: float, opacity: float | None = None) -> Mark:
    return mark("ellipse", cx=0.08 * r, cy=0.2 * r, rx=1.08 * r, ry=1.02 * r, fill="url(#gl-shadow)", opacity=opacity)


def speed_marble(id: str, speed: int, heading: float, at: Point, r: float, name: str = "", *, ghost: bool = False) -> Part:
    """A marble with its speed as a digit, and its heading (degrees clockwise from up) as an arrow on the rim."""
    colour, faint = SPEED_MARBLE, GHOST_OPACITY if ghost else None
    tip = through([aim(heading, 1.62 * r), aim(heading - 33, r), aim(heading + 33, r)], closed=True)
    part = Part(name, id, at, "ghost" if ghost else "marble", reach=r)
    part.add(_shadow(r, faint),
             path(tip, fill="var(--chosen)", stroke="var(--chosen-edge)", stroke_width=0.2 * r, stroke_linejoin="round",
                  paint_order="stroke", opacity=faint),
             use(f"mb-{colour}-plain", r=r, opacity=faint),
             text((0, 0.03 * r), speed, 1.25 * r, fill=f"var(--mb-{colour}-inlay)", weight=800))
    return part.add(ring("ghost", r=r)) if ghost else part


def dot(colour: str, at: Point, r: float, **attributes: Any) -> Mark:
    """A small marble without a shadow, as a sign beside words."""
    return use(f"mb-{colour}", at, r, **attributes)


# States

def ring(look: str, at: Point = MIDDLE, r: float = 10, **attributes: Any) -> Mark:
    """The ring around a place or piece of radius r. Looks: legal (an empty place), around (a piece), hit, cost, movable,
    chosen, ghost, last."""
    return use(f"st-{look}", at, RING_REACH[look] * r, **attributes)


def lines(d: str, width: float, look: str = "legal", dash: str | None = None, **attributes: Any) -> list[Mark]:
    """A line that is visible on any background: light inside dark. `look` is 'legal' (mint) or 'chosen' (white)."""
    ends = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round", **attributes}
    return [path(d, stroke=f"var(--{look}-edge)", stroke_width=1.75 * width, **ends),
            path(d, stroke=f"var(--{look})", stroke_width=width, stroke_dasharray=dash, **ends)]


def lasso(points: Sequence[Point], r: float, width: float, look: str = "legal") -> list[Mark]:
    """A loop around things in a straight line, at a distance r from their centres."""
    (x1, y1), (x2, y2) = points[0], points[-1]
    length = math.dist(points[0], points[-1]) or 1
    nx, ny = -(y2 - y1) / length * r, (x2 - x1) / length * r
    if points[0] == points[-1]:
        nx, ny = 0.0, r
    a, b, c, d = (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x2 - nx, y2 - ny), (x2 + nx, y2 + ny)
    arc = f"A{short(r)} {short(r)} 0 0 1 "
    return lines(f"M{_xy(a)}{arc}{_xy(b)}L{_xy(c)}{arc}{_xy(d)}Z", width, look)


def outline_cells(cells: Iterable[Sequence[Point]], width: float, inset: float = 0.0, corner: float = 0.0,
            look: str = "legal") -> list[Mark]:
    """A line around a set of cells, given as polygons (squares, hexes) that share their corners where they touch. It runs
    `inset` inside their edge and has rounded corners."""
    return lines("".join(_rounded_path(loop, inset, corner) for loop in _loops(cells)), width, look)


def square(at: Point, size: float) -> list[Point]:
    """The corners of a square cell, clockwise like a hexagon's, for `outline_cells`."""
    x, y, h = at[0], at[1], size / 2
    return [(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]


def _loops(cells: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The edges that belong to only one cell, joined into closed loops."""
    places: dict[tuple[int, int], Point] = {}

    def key(point: Point) -> tuple[int, int]:           # corners that differ only by rounding are the same corner
        near = round(point[0] * 20), round(point[1] * 20)
        for dx in (0, -1, 1):
            for dy in (0, -1, 1):
                if (near[0] + dx, near[1] + dy) in places:
                    return near[0] + dx, near[1] + dy
        places[near] = point
        return near

    edges: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for cell in cells:
        keys = [key(point) for point in cell]
        edges += zip(keys, keys[1:] + keys[:1])
    known = set(edges)
    onward: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for one, two in edges:
        if (two, one) not in known:
            onward.setdefault(one, []).append(two)
    loops = []
    while onward:
        start = next(iter(onward))
        loop, here = [], start
        while True:
            loop.append(places[here])
            after = onward[here].pop()
            if not onward[here]:
                del onward[here]
            here = after
            if here == start:
                break
        loops.append(loop)
    return loops


def _rounded_path(loop: Sequence[Point], inset: float, corner: float) -> str:
    """Path data of a closed loop, moved inwards, with rounded corners."""
    moved = []
    for before, here, after in zip([*loop[-1:], *loop[:-1]], loop, [*loop[1:], *loop[:1]]):
        (ux, uy), (vx, vy) = _direction(before, here), _direction(here, after)
        if abs(ux * vy - uy * vx) < 1e-6:               # straight on: no corner
            continue
        bend = 1 + ux * vx + uy * vy                    # normals inwards are (-uy, ux) and (-vy, vx) going clockwise
        moved.append((here[0] - (uy + vy) * inset / bend, here[1] + (ux + vx) * inset / bend))
    data = ""
    for before, here, after in zip([*moved[-1:], *moved[:-1]], moved, [*moved[1:], *moved[:1]]):
        (ux, uy), (vx, vy) = _direction(before, here), _direction(here, after)
        cut = min(corner, math.dist(before, here) / 2, math.dist(here, after) / 2)
        data += f"{'L' if data else 'M'}{_xy((here[0] - ux * cut, here[1] - uy * cut))}"
        data += f"Q{_xy(here)} {_xy((here[0] + vx * cut, here[1] + vy * cut))}" if cut else ""
    return data + "Z"


def _direction(one: Point, two: Point) -> Point:
    length = math.dist(one, two)
    return (two[0] - one[0]) / length, (two[1] - one[1]) / length


def _xy(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


# Ways

def trail(points: Sequence[Point], size: float, colour: str = "var(--chosen)") -> Mark:
    """A dotted line along which something came, or will fall; `size` is that of a dot."""
    return path(through(points), fill="none", stroke=colour, stroke_width=size, stroke_linecap="round",
                stroke_dasharray=f"{short(0.1 * size)} {short(2.2 * size)}")


STRANDS = 3                                 # ways that are told apart by their patterns


def way(points: Sequence[Point], size: float, certain: bool = True, look: str = "legal", strand: int = 0) -> list[Mark]:
    """An arrow through points, `size` wide, where something would go; dashed if that is not certain. `look` as of `lines`. Ways
    of other strands have a dark line in their middle, whole or dashed."""
    stop = aim(heading_at_end(points) + 180, 1.4 * size, points[-1])
    dash = None if certain else f"{short(1.8 * size)} {short(1.6 * size)}"
    d = through([*points[:-1], stop])
    inside = [path(d, fill="none", stroke=f"var(--{look}-edge)", stroke_width=0.42 * size,
                   stroke_dasharray=None if strand == 1 else f"{short(2.2 * size)} {short(1.8 * size)}")]
    return [*lines(d, size, look, dash), *(inside if strand else ()),
            path(arrowhead(points, size), fill=f"var(--{look})", stroke="var(--chosen-edge)", stroke_width=0.4 * size,
                 stroke_linejoin="round")]


def heading_at_end(points: Sequence[Point]) -> float:
    """The angle at which a line through points ends."""
    (x0, y0), (x, y) = points[-2], points[-1]
    return math.degrees(math.atan2(x - x0, y0 - y))


def arrowhead(points: Sequence[Point], size: float) -> str:
    """The tip at the end of a line through points that is `size` wide."""
    heading, end = heading_at_end(points), points[-1]
    return through([aim(heading, 1.4 * size, end), aim(heading + 127, 2.4 * size, end), aim(heading - 127, 2.4 * size, end)],
                   closed=True)


def dotted_way(points: Sequence[Point], stops: Iterable[Point], size: float, look: str = "legal", strand: int = 0
               ) -> list[Mark]:
    """A dotted arrow through points, where something would go later, with a ring at each stop; `look` as of `lines`. The dots
    of other strands come in twos or threes."""
    near, gap = f"0.1 {short(1.8 * size)} ", f"0.1 {short((4.4 if strand else 2.6) * size)}"
    line = {"fill": "none", "stroke_linecap": "round", "stroke_dasharray": strand * near + gap}
    fill, edge = f"var(--{look})", f"var(--{look}-edge)"
    return [path(through(points), stroke=edge, stroke_width=1.7 * size, **line),
            path(through(points), stroke=fill, stroke_width=size, **line),
            *(circle(at, 1.5 * size, fill=fill, stroke=edge, stroke_width=0.4 * size) for at in stops),
            path(arrowhead(points, 0.8 * size), fill=fill, stroke=edge, stroke_width=0.4 * size, stroke_linejoin="round")]


def tag(at: Point, words: str, size: float) -> list[Mark]:
    """A short label on a pill of paper: '50 %', 'die'."""
    width, height = tag_size(words, size)
    return [rect(at[0] - width / 2, at[1] - height / 2, width, height, height / 2, fill="var(--paper)",
                 stroke="var(--chosen-edge)", stroke_width=0.1 * size),
            text(at, words, size, weight=700)]


def tag_size(words: str, size: float) -> Point:
    """Width and height of such a label."""
    return size * (0.62 * len(words) + 1.1), 1.5 * size


# Cards, tokens, dice

def sheet(width: float, height: float, corner: float, fill: str = "var(--card)", **attributes: Any) -> Mark:
    """The paper of a card; its upper left corner is the part's origin."""
    return rect(0, 0, width, height, corner, fill=fill, **{"stroke": "var(--line-strong)", "stroke_width": 1.5, **attributes})


def card(id: str, rank: str, at: Point, width: float, name: str = "") -> Part:
    """A playing card without suits: A, 2 ... 10, J, Q, K, Joker, with what it does. 1.4 times as high as wide."""
    height = 1.4 * width
    return Part(name or rank, id, at, "card").add(
        rect(0, 0, width, height, 0.12 * width, fill="var(--card)"),
        mark("use", href=f"#card-{rank}", width=width, height=height))


def card_back(id: str, at: Point, width: float, name: str = "", sign: str = "pc-joker", words: str = "") -> Part:
    """The back of a card, or a pile with the number of cards in it."""
    height = 1.4 * width
    part = Part(name, id, at, "card").add(
        sheet(width, height, 0.12 * width, "var(--paper-3)", stroke_width=0.025 * width),
        use(sign, (width / 2, height * (0.4 if words else 0.5)), 0.3 * width, color="var(--ink-2)"))
    return part.add(text((width / 2, 0.78 * height), words, 0.26 * width, weight=650)) if words else part


def token(id: str, colour: str, at: Point, r: float, name: str = "") -> Part:
    """A hexagonal token in a marble's colour, with its inlay."""
    return Part(name, id, at, "token", reach=r).add(
        use("pc-bonus", r=r, color=f"var(--mb-{colour})"), use(f"in-{colour}", r=0.55 * r, color=f"var(--mb-{colour}-inlay)"))


PIPS = {1: "c", 2: "af", 3: "acf", 4: "adef", 5: "acdef", 6: "abdefg"}
PIP_PLACES = {"a": (-1, -1), "b": (-1, 0), "c": (0, 0), "d": (1, -1), "e": (-1, 1), "f": (1, 1), "g": (1, 0)}


def die(id: str, at: Point, size: float, pips: int = 0, name: str = "", ground: str = "var(--tile)",
        letter: str = "") -> Part:
    """A die centred at `at`: with pips, or with a disc of paper to draw on (0 pips). `ground` may be the pattern of a region
    ('url(#rg-pink)'), with its `letter` in a corner."""
    h = size / 2
    part = Part(name, id, at, "die").add(
        rect(-h, -h, size, size, 0.23 * size, fill=ground, stroke="var(--tile-ink)", stroke_width=0.04 * size))
    if pips:
        part.add(circle((0.25 * size * x, 0.25 * size * y), 0.085 * size, fill="var(--tile-ink)")
                 for x, y in (PIP_PLACES[place] for place in PIPS[pips]))
    else:
        part.add(circle(MIDDLE, 0.37 * size, fill="var(--paper)", stroke="var(--ink)", stroke_opacity=0.5))
    if letter:
        r, wide = 0.17 * size, 0.14 * size * (len(letter) - 1)          # as wide as its letters
        x = 0.34 * size - wide / 2
        part.add(rect(x - r - wide / 2, -0.34 * size - r, 2 * r + wide, 2 * r, r, fill="var(--ink)"),
                 text((x, -0.34 * size), letter, 0.22 * size, fill="var(--paper)", weight=800))
    return part


def colony(side: str, value: object, at: Point = MIDDLE, r: float = 10, **attributes: Any) -> list[Mark]:
    """A number of a colony: red ones stand on round tokens, blue ones on square ones."""
    look = {"fill": f"var(--colony-{side})", "stroke": "var(--chosen)", "stroke_width": 0.13 * r, **attributes}
    x, y, h = at[0], at[1], 0.93 * r
    ground = circle(at, r, **look) if side == "red" else rect(x - h, y - h, 2 * h, 2 * h, 0.28 * r, **look)
    return [ground, text((x, y + 0.02 * r), value, 1.35 * r, fill=f"var(--colony-{side}-ink)", title=True, weight=700)]
