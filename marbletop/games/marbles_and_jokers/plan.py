"""The plan of the board: the points of the track, the Start Rings and the Home Slots in the drawing."""

import math
from functools import cache
from typing import Any

from ...drawing import kit
from .state import IN_LANE, LANE, MARBLES, RING

CELL = 30                                   # from one space to the next
RIM = 1.75                                  # from the track to the edge of the board, in spaces: room for numbers
NUMBER_OUT = 1.13                           # from a space to its number
SECTION = 18                                # spaces of a section that has a drawing of its own
ARROW_IN = 0.82                             # from a space to an arrow beside the track, on its inner side

Slot = tuple[tuple[tuple[int, int], ...], int]              # corner, directions along and outward; how far along it begins


class Plan:
    """Where everything lies for one number of seats, turned so that one seat's section is at the bottom."""

    def __init__(self, length: int, homes: tuple[int, ...], start: int, first: int) -> None:
        self.track = [(0.0, 0.0)] * length
        self.lanes: list[list[kit.Point]] = []
        self.cups: list[list[kit.Point]] = []
        self.cup_middles: list[kit.Point] = []
        self.names: list[kit.Point] = []
        self.own_labels: tuple[kit.Point, ...] = ()         # beside the first seat's start ring and home slot, if there is room
        self.arrows: list[list[kit.Point]] = []             # beside the track, the way that marbles run
        self.own_end: list[kit.Point] = []                  # where the way of the first seat turns in
        self.cup_size, self.pile_width = 1.95, 2.6
        self.length, self.homes, self.starts = length, homes, [(home + start) % length for home in homes]
        self.towers = length > 4 * SECTION
        drawn = length in (4 * SECTION, 6 * SECTION, 8 * SECTION) and start == 5 and all(home % SECTION == 3 for home in homes)
        (self.lay_sections if drawn else self.lay_circle)(first)
        self.fit()
        self.lay_arrows(first)

    def lay_sections(self, first: int) -> None:
        """Lay out sections of 18: the sides of a square or, for six and eight seats, sides with towers."""
        sections = self.length // SECTION
        sides = {4: (1, 1, 1, 1), 6: (2, 1, 2, 1), 8: (2, 2, 2, 2)}[sections]
        unit = 10 if self.towers else SECTION
        if sections == 6:
            self.pile_width = 1.9           # the Home Slots leave no more room in the middle
        width, height = unit * sides[0], unit * sides[1]
        frames = (((width, height), (-1, 0), (0, 1)), ((0, height), (0, -1), (-1, 0)),
                  ((0, 0), (1, 0), (0, -1)), ((width, 0), (0, 1), (1, 0)))
        slots = [(frame, unit * n) for frame, count in zip(frames, sides) for n in range(count)]
        turned = self.homes[first] // SECTION
        for home in self.homes:
            self.lay_seat(slots[(home // SECTION - turned) % sections])
        for section in range(sections):
            slot = slots[(section - turned) % sections]
            for n in range(SECTION):
                self.track[SECTION * section + n] = slot_point(slot, *section_point(n, self.towers))
        self.round = False

    def lay_seat(self, slot: Slot) -> None:
        """Lay out a seat's Home Slot, Start Ring and name."""
        u, v = section_point(3, self.towers)
        self.lanes.append([slot_point(slot, u, v - k) for k in range(1, LANE + 1)])
        if self.towers:
            cups = [(5.25, 2.75), (6.75, 2.75), (6.0, 2.0), (5.25, 1.25), (6.75, 1.25)]
            middle, name, self.cup_size = (6.0, 2.0), (6.4, -1.35), 1.62
        else:
            star = ((0, 1.12), (1.07, 0.35), (0.66, -0.9), (-0.66, -0.9), (-1.07, 0.35))
            cups = [(10 + 1.1 * a, -3.1 + 1.1 * b) for a, b in star]
            middle, name = (10.0, -3.1), (5.9 if slot[0][1][0] else 7.2, -3.1)
        self.cups.append([slot_point(slot, *cup) for cup in cups])
        self.cup_middles.append(slot_point(slot, *middle))
        self.names.append(slot_point(slot, *name))

    def lay_circle(self, first: int) -> None:
        """Lay out any other board: a round track with Home Slots and Start Rings inside."""
        radius, self.round = max(self.length / (2 * math.pi), 9.0), True

        def point(space: int, inward: float = 0.0) -> kit.Point:
            return kit.aim(180 + 360 * (space - self.homes[first] - 3) / self.length, radius - inward)

        self.track = [point(space) for space in range(self.length)]
        self.cup_size = 1.3
        for home, start in zip(self.homes, self.starts):
            self.lanes.append([point(home, k) for k in range(1, LANE + 1)])
            x, y = middle = point(start + 1, 3.2)
            self.cups.append([kit.aim(72 * n, 0.85, (x, y)) for n in range(MARBLES)])
            self.cup_middles.append(middle)
            self.names.append(point(start + 1, 5.2))

    def fit(self) -> None:
        """Move and scale everything into a panel."""
        points = [*self.track, *(cup for cups in self.cups for cup in cups)]
        left, top = min(x for x, _ in points) - RIM, min(y for _, y in points) - RIM
        self.width = (max(x for x, _ in points) + RIM - left) * CELL
        self.height = (max(y for _, y in points) + RIM - top) * CELL

        def shift(point: kit.Point) -> kit.Point:
            return (point[0] - left) * CELL, (point[1] - top) * CELL

        self.track = [shift(point) for point in self.track]
        self.lanes = [[shift(point) for point in lane] for lane in self.lanes]
        self.cups = [[shift(point) for point in cups] for cups in self.cups]
        self.cup_middles, self.names = [shift(point) for point in self.cup_middles], [shift(point) for point in self.names]

    def lay_arrows(self, first: int) -> None:
        """Lay out the arrows beside the track, one for each side or section, and what is written for the first seat: the square
        has room for it."""
        spaces = range(1, 3) if self.towers else range(12, 15)              # of a section, where nothing else is beside it
        for home in range(0, self.length, SECTION):
            self.arrows.append([self.point_beside(f"sp-{(home + n) % self.length}", ARROW_IN) for n in spaces])
        if not self.towers and not self.round:
            home = self.homes[first]
            self.own_end = [self.point_beside(f"sp-{(home + n) % self.length}", ARROW_IN + deep, along)
                            for n, deep, along in ((-2, 0, 0.2), (-1, 0, 0.1), (-1, 0.8, 0.1))]
            self.own_labels = self.names[first], self.point_beside(f"sp-{(home - 2) % self.length}", 2.75, 0.5)

    def point_of(self, box: Any, seat: int, m: int, place: int) -> kit.Point:
        """The point of a marble; in the Start Ring each has a cup of its own."""
        if place == RING:
            return self.cups[seat][m]
        if place > box.length:
            return self.lanes[seat][place - int(box.length) - 1]
        return self.track[int(box.space[seat][place])]

    def rim_point(self, space: int, out: float = NUMBER_OUT) -> kit.Point:
        """The point on the rim beside a space, where its number is written. The track runs clockwise, so that outside is to the
        left."""
        (x, y), (x1, y1), (x2, y2) = (self.track[(space + n) % self.length] for n in (0, -1, 1))
        along = math.dist((x1, y1), (x2, y2)) / CELL
        return x + out * (y2 - y1) / along, y - out * (x2 - x1) / along

    def point_beside(self, id: str, distance: float, along: float = 0.0) -> kit.Point:
        """A point beside a space or a place of a Home Slot, by its id; of a space, on the inner side of the track. It may lie
        some spaces further along."""
        (x, y), (ax, ay) = self.direction_at(id)
        return x + CELL * (along * ax - distance * ay), y + CELL * (along * ay + distance * ax)

    def direction_at(self, id: str) -> tuple[kit.Point, kit.Point]:
        """A space or a place of a Home Slot, and which way the row of holes runs there: a step of length 1."""
        kind, first, *rest = id.split("-")
        if kind == "sp":
            at, before, after = (self.track[(int(first) + n) % self.length] for n in (0, -1, 1))
        else:
            lane = self.lanes[int(first)]
            at, before, after = lane[int(rest[0]) - 1], lane[-1], lane[0]
        length = math.dist(before, after)
        return at, ((after[0] - before[0]) / length, (after[1] - before[1]) / length)


def section_point(n: int, tower: bool) -> tuple[int, int]:
    """A space of a section in its own frame: along and outward. A section with a tower is ten wide; the tower is four high."""
    if not tower:
        return n, 0
    return (n, 0) if n < 5 else (4, n - 4) if n < 9 else (n - 4, 4) if n < 13 else (8, 16 - n) if n < 17 else (9, 0)


def slot_point(slot: Slot, u: float, v: float) -> kit.Point:
    """A point of a section's frame, in the frame of the whole board."""
    ((x, y), along, out), begin = slot
    return x + along[0] * (begin + u) + out[0] * v, y + along[1] * (begin + u) + out[1] * v


@cache
def plan_for(length: int, homes: tuple[int, ...], start: int, first: int) -> Plan:
    """The plan with the section of seat `first` at the bottom."""
    return Plan(length, homes, start, first)


def plan_of(view: Any, box: Any) -> Plan:
    """The plan as the viewer sees it."""
    return plan_for(box.length, tuple(box.home[:view.seats]), box.start, max(view.viewer, 0))


def place_from_note(box: Any, seat: int, space: int) -> int:
    """The place of a seat's marble that a note gives as a space."""
    return int(box.length + space - IN_LANE if space > IN_LANE else box.place[seat][space])
