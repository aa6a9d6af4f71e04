"""What is drawn ahead while a choice is considered: where marbles would land, sets that would pop, cards they would take."""

from typing import Any

from ...drawing import kit
from ...drawing.scene import Later, Mark, Part
from ...words import say
from .names import NAMES
from .outlook import Cell, Outlook
from .pictures import draw_number, draw_taken_cards
from .tray_pictures import CELL, MARBLE, TOP, draw_hopper, draw_points_after, outline_set, point_of


def ghosts_of(view: Any, outlook: Outlook, *hopper: int) -> tuple[Later, ...]:
    """Where marbles would land, the sets that would pop and the points then; `hopper` is a turned card over its columns."""
    fell = tuple(fall for pop in outlook.pops for fall in pop.fell)
    sets = [pop.cells for pop in outlook.pops] or [cells for _, cells in outlook.open_sets]
    points = int(view.points[view.player]) + outlook.points if outlook.points else 0
    return (Later(draw_ghost, (tuple(outlook.landed), tuple(outlook.lost), tuple(map(tuple, sets)), fell, bool(outlook.pops),
                               points, *hopper)),)


def ghost_of_set(cells: list[Cell]) -> tuple[Later, ...]:
    """A line round a set."""
    return (Later(draw_ghost, ((), (), (tuple(cells),), (), False, 0)),)


@kit.keep
def draw_ghost(landed: tuple[tuple[int, int, int], ...], lost: tuple[tuple[int, int], ...], sets: tuple[tuple[Cell, ...], ...],
               fell: tuple[tuple[int, int, int], ...], in_order: bool, points: int, *hopper: int) -> Part:
    part = Part()
    if hopper:
        part.add(Part(kind="hopper").add(draw_hopper(*hopper)))
    for column, height, colour in landed:
        x, y = point_of(column, height)
        part.add(kit.trail([(x, TOP), (x, y - 1.15 * MARBLE)], 0.05 * CELL))
        part.add(kit.marble("", NAMES[colour], (x, y), MARBLE, ghost=True))
    for column, _ in lost:
        part.add(Part().add(kit.tag((point_of(column, 0)[0], TOP + 0.22 * CELL), say("lost"), 20)))
    part.add(Part().add(outline_set(*cells)) for cells in sets)
    part.add(Part().add(draw_fall(*fall)) for fall in fell)
    if in_order and len(sets) > 1:
        part.add(Part().add(draw_set_number(number, cells)) for number, cells in enumerate(sets, 1))
    return part.add(Part().add(draw_points_after(points))) if points else part


def draw_fall(column: int, before: int, now: int) -> list[Mark]:
    """An arrow beside a column, from where a marble lies to where it will have fallen."""
    (x, y), (_, below) = point_of(column, before), point_of(column, now)
    beside = x - 0.56 * CELL if column else x + 0.56 * CELL
    return kit.way([(beside, y), (beside, below - 0.1 * CELL)], 0.06 * CELL)


def draw_set_number(number: int, cells: tuple[Cell, ...]) -> list[Mark]:
    """The number of a set, at the upper left of its highest marble."""
    x, y = point_of(*max(cells, key=lambda cell: (cell[1], -cell[0])))
    return draw_number(number, (x - 0.4 * CELL, y - 0.4 * CELL), 17)


def cards_taken(outlook: Outlook) -> tuple[tuple[str, Part], ...]:
    """Marks on the point cards that the pops would take, and how others slide into their places."""
    cards = [pop.card for pop in outlook.pops if pop.card]
    return (("points", draw_taken_cards(tuple(outlook.slides), *cards)),) if cards else ()
