"""Neighbours, directions and coordinates on boards of flat-topped hexes.

A hex is (q, r): q counts columns to the right, r counts down along a column; the third coordinate is s = -q - r.
Directions go clockwise from straight up, so that + 1 is a turn to the right by 60 degrees.
"""

import math
from collections.abc import Iterable, Sequence

Hex = tuple[int, int]

UP, UP_RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, UP_LEFT = range(6)
STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
NOWHERE = -1


def step(cell: Hex, direction: int, times: int = 1) -> Hex:
    """The hex `times` steps away in a direction."""
    dq, dr = STEPS[direction % 6]
    return cell[0] + dq * times, cell[1] + dr * times


def distance(one: Hex, two: Hex) -> int:
    """The number of steps between two hexes."""
    dq, dr = one[0] - two[0], one[1] - two[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexes_within(radius: int) -> list[Hex]:
    """The hexes up to `radius` steps from (0, 0), column by column from the left, each from top to bottom."""
    return [(q, r) for q in range(-radius, radius + 1)
            for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)]


def from_offset(column: int, row: int) -> Hex:
    """The hex in a column and row of a board whose odd columns lie half a hex lower."""
    return column, row - (column - column % 2) // 2


def to_offset(cell: Hex) -> tuple[int, int]:
    """Column and row of a hex; the inverse of `from_offset`."""
    q, r = cell
    return q, r + (q - q % 2) // 2


def neighbours(cells: Sequence[Hex]) -> list[list[int]]:
    """For each hex, the index of its neighbour in each of the six directions; NOWHERE beyond the edge."""
    index = {cell: number for number, cell in enumerate(cells)}
    return [[index.get(step(cell, direction), NOWHERE) for direction in range(6)] for cell in cells]


def centre(cell: Hex, size: float = 1.0) -> tuple[float, float]:
    """The centre of a hex in a drawing, x to the right and y down; `size` is the length of a side."""
    q, r = cell
    return size * 1.5 * q, size * math.sqrt(3) * (r + q / 2)


def corners(size: float = 1.0) -> list[tuple[float, float]]:
    """The corners of a flat-topped hex around its centre."""
    return [(size * math.cos(math.radians(60 * i)), size * math.sin(math.radians(60 * i))) for i in range(6)]


def extent(cells: Iterable[Hex], size: float = 1.0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a drawing of these hexes."""
    middles = [centre(cell, size) for cell in cells]
    half = size * math.sqrt(3) / 2
    return (min(x for x, _ in middles) - size, min(y for _, y in middles) - half,
            max(x for x, _ in middles) + size, max(y for _, y in middles) + half)
