"""What would happen, drawn on the board: the way of a marble with its steps counted, where it lands, and the number of the
choice."""

import math
from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import Mark, Part
from .pictures import COLOURS, HOLE
from .plan import CELL, Plan, plan_of

DISC = 0.55 * CELL                          # radius of the number of a choice, with its edge
# Where the number of a choice may stand: so many spaces beside its target and along, the best place first. On the rim stand the
# numbers of the holes.
BESIDE = ((1.12, 0.0), (1.05, 0.75), (1.05, -0.75), (1.0, 1.3), (1.0, -1.3), (1.6, 0.0), (1.7, 0.9), (1.7, -0.9), (-1.12, 0.0),
          (-1.12, 0.9), (-1.12, -0.9), (2.2, 0.0), (2.3, 1.2), (2.3, -1.2))


def ghost_of(view: Any, box: Any, seat: int, m: int, goal: int, steps: int) -> Part:
    """Where a marble would land, and its way there: so many steps, backward if negative, or a jump (0)."""
    return draw_ghost(box, plan_of(view, box), seat, m, view.place[seat][m], goal, steps)


@kit.keep
def draw_ghost(box: Any, plan: Plan, seat: int, m: int, here: int, goal: int, steps: int) -> Part:
    way = [plan.point_of(box, seat, m, place) for place in places_on_way(box, here, goal, steps)]
    counted = [mark for n, at in enumerate(way[1:-1], 1) for mark in count_step(at, n)]
    return Part().add(
        Part(kind="way-ahead").add(kit.lines(kit.through(way), 0.15 * CELL)), Part(kind="steps").add(counted),
        kit.marble("", COLOURS[seat], way[-1], 1.04 * HOLE, ghost=True))


def places_on_way(box: Any, here: int, goal: int, steps: int) -> list[int]:
    """The places from here to the goal, both included."""
    places = [here]
    for _ in range(abs(steps)):
        place = places[-1] + (1 if steps > 0 else -1)
        places.append(1 if place > box.length >= goal else box.length if place == 0 else place)
    return places if steps else [here, goal]


def count_step(at: kit.Point, n: int) -> list[Mark]:
    """A hole on the way, with the steps so far."""
    return [kit.circle(at, 0.38 * CELL, fill="var(--legal-edge)"),
            kit.text(at, n, 0.46 * CELL, fill="var(--legal)", weight=700)]


@kit.keep
def draw_part_of_split(plan: Plan, target: str, steps: int, hits: bool) -> Part:
    """How many steps of a split card lead to a target; drawn in it instead of the way while nothing is chosen, or beside it if
    there is a marble to be hit, which stays in sight."""
    return Part(kind="part-of-split").add(count_step(plan.point_beside(target, BESIDE[0][0] if hits else 0), abs(steps)))


def places_of_numbers(view: Any, box: Any, targets: Sequence[str]) -> list[kit.Point]:
    """A place beside each target for its number that hides no marble and no other number."""
    plan = plan_of(view, box)
    marbles = [plan.point_of(box, seat, m, place) for seat in range(view.seats) for m, place in enumerate(view.place[seat])]
    taken: list[kit.Point] = []
    for target in targets:
        places = [plan.point_beside(target, *aside) for aside in BESIDE]
        taken.append(max(places, key=lambda place: min(0.0, room_at(place, marbles, taken))))    # the first of the best
    return taken


def room_at(place: kit.Point, marbles: Sequence[kit.Point], numbers: Sequence[kit.Point]) -> float:
    """How far a number would be from the nearest marble or number; negative where it would hide some of it."""
    return min([*(math.dist(place, marble) - 1.04 * HOLE - DISC for marble in marbles),
                *(math.dist(place, number) - 2 * DISC for number in numbers)])


@kit.keep
def draw_number(at: kit.Point, number: int, hits: bool) -> Part:
    """The number of a choice, beside its target, which it is pressed for. A marble that is hit there stays in sight while
    nothing is chosen."""
    x, y = at
    return Part(kind="choice-number hits" if hits else "choice-number").add(
        kit.circle((x, y), 0.5 * CELL, fill="var(--legal)", stroke="var(--legal-edge)", stroke_width=0.09 * CELL),
        kit.text((x, y), number, 0.64 * CELL, fill="var(--legal-edge)", weight=750))
