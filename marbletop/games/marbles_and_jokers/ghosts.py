"""What would happen, drawn on the board: the way of a marble with its steps counted, where it lands, and the number of the
choice."""

import math
from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import Mark, Part
from ...words import say
from .moving import owner_on
from .pictures import COLOURS, HOLE
from .plan import CELL, Plan, plan_of

DISC = 0.55 * CELL                          # radius of the number of a choice, with its edge
WARNING = 0.52 * CELL                       # size of the word beside the number of a choice that is risky
CLEAR = 0.5 * CELL                          # from the middle of a marble to a line that does not touch it
RISK = "risk"                               # the kind of part that warns of rivals in reach
LEFT_AT_RISK = "left-at-risk"               # the same for a marble that stays; drawn only for the move that is chosen
# Where the number of a choice may stand: so many spaces beside its target and along, the best place first. On the rim stand the
# numbers of the holes.
BESIDE = ((1.12, 0.0), (1.05, 0.75), (1.05, -0.75), (1.0, 1.3), (1.0, -1.3), (1.6, 0.0), (1.7, 0.9), (1.7, -0.9), (-1.12, 0.0),
          (-1.12, 0.9), (-1.12, -0.9), (2.2, 0.0), (2.3, 1.2), (2.3, -1.2))


def ghost_of(view: Any, box: Any, seat: int, m: int, goal: int, steps: int) -> Part:
    """Where a marble would land, and its way there: so many steps, backward if negative, or a jump (0)."""
    here = view.place[seat][m]
    ahead = places_on_way(box, here, goal, steps)[1:]
    taken = tuple([place for place in ahead if place <= box.length and owner_on(view, box.space[seat][place]) >= 0])
    return draw_ghost(box, plan_of(view, box), seat, m, here, goal, steps, taken)


@kit.keep
def draw_ghost(box: Any, plan: Plan, seat: int, m: int, here: int, goal: int, steps: int, taken: tuple[int, ...]) -> Part:
    """Marbles in the places that are taken stay in sight: the way has a gap there, and their holes are only counted."""
    places = places_on_way(box, here, goal, steps)
    way = [plan.point_of(box, seat, m, place) for place in places]
    counted = [mark for n, at in enumerate(way[1:-1], 1) if places[n] not in taken for mark in count_step(at, n)]
    line = (lines_between(way, [True, *(place in taken for place in places[1:])]) if steps
            else "".join(kit.through(piece) for piece in jump_beside_pile(plan, way[0], way[-1], goal in taken)))
    return Part().add(
        Part(kind="way-ahead").add(kit.lines(line, 0.15 * CELL) if line else []), Part(kind="steps").add(counted),
        kit.marble("", COLOURS[seat], way[-1], 1.04 * HOLE, ghost=True))


def lines_between(way: Sequence[kit.Point], taken: Sequence[bool]) -> str:
    """The path data of a way from point to point that keeps clear of those that are taken."""
    pieces = [[way[0]]]
    for one, two, leaves_taken, meets_taken in zip(way, way[1:], taken, taken[1:]):
        if leaves_taken:
            pieces.append([point_towards(one, two)])
        pieces[-1].append(point_towards(two, one) if meets_taken else two)
    return "".join([kit.through(piece) for piece in pieces if math.dist(piece[0], piece[-1]) > 1])


def jump_beside_pile(plan: Plan, one: kit.Point, two: kit.Point, meets_taken: bool) -> list[list[kit.Point]]:
    """The pieces of a straight way from a marble that leave the pile with its number in sight."""
    begin, end = point_towards(one, two), point_towards(two, one) if meets_taken else two
    x, y, width = plan.width / 2, plan.height / 2, plan.pile_width * CELL
    enters, leaves = 0.0, 1.0               # shares of the way
    for a, b, low, high in ((begin[0], end[0], x - width - 12, x - 4),
                            (begin[1], end[1], y - 0.7 * width - 4, y + 0.7 * width + 4)):
        if abs(b - a) < 1e-9:
            enters, leaves = (enters, leaves) if low < a < high else (1.0, 0.0)
        else:
            first, last = sorted(((low - a) / (b - a), (high - a) / (b - a)))
            enters, leaves = max(enters, first), min(leaves, last)
    if enters >= leaves:
        return [[begin, end]]

    def point_at(share: float) -> kit.Point:
        return begin[0] + share * (end[0] - begin[0]), begin[1] + share * (end[1] - begin[1])
    return [[begin, point_at(enters)], [point_at(leaves), end]]


def point_towards(one: kit.Point, other: kit.Point) -> kit.Point:
    """A point beside the marble at one point, on the way to another."""
    share = CLEAR / math.dist(one, other)
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


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


def places_of_numbers(view: Any, box: Any, targets: Sequence[tuple[str, bool]]) -> list[kit.Point]:
    """A place beside each target for its number that hides no marble, not the target and no other number; whether a warning
    stands beside the number is given with the target."""
    plan = plan_of(view, box)
    marbles = [plan.point_of(box, seat, m, place) for seat in range(view.seats) for m, place in enumerate(view.place[seat])]
    found: list[kit.Point] = []
    taken: list[kit.Point] = []
    for target, risky in targets:
        places = [on_board(plan, plan.point_beside(target, *aside), risky) for aside in BESIDE]
        kept = [*marbles, plan.point_beside(target, 0)]
        rooms = [min(0.0, room_at(covered(place, risky), kept, taken)) for place in places]
        found.append(places[rooms.index(max(rooms))])                   # the first of the best
        taken += covered(found[-1], risky)
    return found


def covered(place: kit.Point, risky: bool) -> list[kit.Point]:
    """The middles of the discs that a number at a place covers, with the warning beside it."""
    half = widen() / 2 if risky else 0.0
    return [(place[0] + aside, place[1]) for aside in ((-half, 0.0, half) if risky else (0.0,))]


def widen() -> float:
    """How much wider a number is by the warning beside it."""
    return kit.tag_size(say("risk"), WARNING)[0] - 0.2 * CELL


def on_board(plan: Plan, place: kit.Point, risky: bool) -> kit.Point:
    """The place of a number, moved so far that a warning beside it does not stand over the edge of the board."""
    edge = widen() / 2 + DISC if risky else 0.0
    return min(max(place[0], edge), plan.width - edge), place[1]


def room_at(discs: Sequence[kit.Point], marbles: Sequence[kit.Point], numbers: Sequence[kit.Point]) -> float:
    """How far the discs of a number would be from the nearest marble or number; negative where they would hide some of it."""
    return min([*(math.dist(disc, marble) - 1.04 * HOLE - DISC for disc in discs for marble in marbles),
                *(math.dist(disc, number) - 2 * DISC for disc in discs for number in numbers)])


@kit.keep
def draw_number(at: kit.Point, number: int, hits: bool, risky: bool) -> Part:
    """The number of a choice, beside its target, which it is pressed for. A marble that is hit there stays in sight while
    nothing is chosen. A warning beside it says that the moved one could be sent back from there."""
    part = Part(kind="choice-number hits" if hits else "choice-number")
    if not risky:
        return part.add(kit.circle(at, 0.5 * CELL, fill="var(--legal)", stroke="var(--legal-edge)", stroke_width=0.09 * CELL),
                        kit.text(at, number, 0.64 * CELL, fill="var(--legal-edge)", weight=750))
    (x, y), wider, ink = at, widen(), "var(--warn)"
    return part.add(
        kit.rect(x - wider / 2 - 0.5 * CELL, y - 0.5 * CELL, wider + CELL, CELL, 0.5 * CELL, fill="var(--warn-soft)",
                 stroke=ink, stroke_width=0.09 * CELL),
        kit.text((x - wider / 2, y), number, 0.64 * CELL, fill=ink, weight=750),
        kit.text((x + 0.28 * CELL, y), say("risk"), WARNING, fill=ink, weight=700))


@kit.keep
def draw_pushed(plan: Plan, seat: int, space: int) -> Part:
    """A marble that a move pushes ahead, in the space where it will stand; drawn only for the move that is chosen."""
    return Part(kind="pushed").add(kit.marble("", COLOURS[seat], plan.track[space], 1.04 * HOLE, ghost=True))


@kit.keep
def draw_risk(plan: Plan, space: int, kind: str) -> Part:
    """A ring around a space where a marble could be hit after the move."""
    return Part(kind=kind).add(
        kit.circle(plan.track[space], 0.54 * CELL, fill="none", stroke=colour, stroke_width=width * CELL)
        for colour, width in (("var(--warn-soft)", 0.2), ("var(--warn)", 0.11)))
