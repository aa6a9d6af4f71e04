"""Pointing at parts of a scene: a halo around each, and one arrow at the first."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..drawing import kit
from ..drawing.scene import Panel, Part, Scene
from ..drawing.targets import bounds_of, circle_of, halo, is_round, points_of
from .pictures import path_to

ARROW = 0.075                               # length of the arrow, in widths of the panel
EDGE = 0.1                                  # how near to the upper or lower edge an arrow comes from inside, in heights
FLAT = 0.45                                 # height by width of a panel with a single row
SMALL = 0.6                                 # half the width of a part into which the arrow reaches, in lengths of the arrow
WHOLE = ("board", "hand")                   # names of whole panels: the page marks them


def point_at(scene: Scene, ids: Sequence[str], arrow: str = "", halos: bool = True) -> Scene:
    """The scene with halos around these parts, and an arrow at one of them. Nothing of the scene itself is changed."""
    panels = [with_pointers(panel, [id for id in ids if halos and id in panel.root.ids], arrow) for panel in scene.panels]
    return replace(scene, panels=panels)


def with_pointers(panel: Panel, ids: Iterable[str], arrow: str) -> Panel:
    """A panel with halos and the arrow, if the part belongs to it."""
    overlays = [over(path_to(panel.root, id), Part(marks=halo(path_to(panel.root, id)[-1], "chosen"))) for id in ids]
    if arrow in panel.root.ids:
        overlays.append(arrow_at(panel, path_to(panel.root, arrow)))
    return replace(panel, root=Part(parts=[panel.root, *overlays])) if overlays else panel


def over(path: Sequence[Part], drawn: Part) -> Part:
    """Something drawn in the place of the last part of a path."""
    for part in reversed(path):
        drawn = Part(at=part.at, turned=part.turned, scale=part.scale, parts=[drawn])
    return drawn


def arrow_at(panel: Panel, path: Sequence[Part]) -> Part:
    """An arrow that points at a part, from the side where there is more room; in a flat panel from below. At the upper and the
    lower edge it comes from inside: along a row it would cover the neighbours, and look like a move."""
    (x, y), across, down = place_of(path)
    length = ARROW * panel.width
    below = y + 0.95 * down + length < panel.height
    if panel.height < FLAT * panel.width or (across > 1.2 * length and below):
        return Part(at=(x, y + 0.95 * down), turned=90, parts=[arrow(length)])
    if min(y, panel.height - y) < EDGE * panel.height:
        return arrow_from_inside(panel, (x, y), down)
    from_left = (x > panel.width / 2 and x - across > 1.6 * length) or x + across + 1.6 * length > panel.width
    reach = (0.45 if across < SMALL * length else 0.9) * across        # beside a small part it might mean the neighbour
    tip = x - reach if from_left else x + reach
    return Part(at=(tip, y), turned=180 if from_left else 0, parts=[arrow(length)])


def arrow_from_inside(panel: Panel, place: tuple[float, float], down: float) -> Part:
    """An arrow up to a part at the upper edge, or down to one at the lower edge."""
    (x, y), length = place, ARROW * panel.width
    upper, away = y < panel.height / 2, down + 0.25 * length
    return Part(at=(x, y + (away if upper else -away)), turned=90 if upper else -90, parts=[arrow(length)])


def arrow(length: float) -> Part:
    """An arrow to the left, its tip where it is put."""
    points = [(0, 0), (0.45, -0.4), (0.45, -0.17), (1, -0.17), (1, 0.17), (0.45, 0.17), (0.45, 0.4)]
    drawn = kit.polygon([(length * x, length * y) for x, y in points], fill="var(--accent)", stroke="var(--paper)",
                        stroke_width=0.09 * length, stroke_linejoin="round", paint_order="stroke")
    return Part(kind="pointer", marks=[drawn])


def place_of(path: Sequence[Part]) -> tuple[tuple[float, float], float, float]:
    """Where the last part of a path lies in its panel, and how far it reaches across and down."""
    (x, y), across, down = middle_of(path[-1])
    for part in reversed(path):
        angle, x, y, across, down = math.radians(part.turned), *(part.scale * one for one in (x, y, across, down))
        x, y = (part.at[0] + x * math.cos(angle) - y * math.sin(angle), part.at[1] + x * math.sin(angle) + y * math.cos(angle))
    return (x, y), across, down


def middle_of(part: Part) -> tuple[tuple[float, float], float, float]:
    """Middle, half the width and half the height of a part in its own place."""
    first = part.marks[0] if part.marks and not is_round(part) else None
    if first and first.tag == "rect":
        x, y, width, height = bounds_of(first)
        return (x + width / 2, y + height / 2), width / 2, height / 2
    if first and first.tag == "polygon":
        xs, ys = zip(*points_of(first))
        return ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2
    if first and first.tag == "path":
        return middle_of_path(first.attributes["d"])
    middle, radius = circle_of(part)
    return middle, radius, radius


def middle_of_path(d: str) -> tuple[tuple[float, float], float, float]:
    """Middle of a closed path of straight lines, and how far it reaches from there across and down: a long one that lies aslant
    reaches less far than its corners do."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", d)]
    points = [*zip(numbers[::2], numbers[1::2])]
    x, y = ((min(axis) + max(axis)) / 2 for axis in zip(*points))
    turned = [(py, px) for px, py in points]
    return (x, y), max(abs(at - x) for at in crossings(points, y)), max(abs(at - y) for at in crossings(turned, x))


def crossings(points: Sequence[tuple[float, float]], y: float) -> list[float]:
    """Where the sides of a polygon cross a height."""
    return [x1 + (x2 - x1) * (y - y1) / (y2 - y1) for (x1, y1), (x2, y2) in zip(points, (*points[1:], points[0]))
            if min(y1, y2) <= y <= max(y1, y2) and y1 != y2]
