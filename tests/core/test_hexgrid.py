"""Hexes: neighbours, directions, places."""

import math

import pytest

from marbletop.core.hexgrid import (
    NOWHERE,
    STEPS,
    centre,
    corners,
    distance,
    extent,
    from_offset,
    hexes_within,
    neighbours,
    step,
    to_offset,
)


def test_directions_go_clockwise_from_straight_up():
    angles = [math.degrees(math.atan2(*reversed(centre(cell)))) % 360 for cell in STEPS]
    assert [round((angle - angles[0]) % 360) for angle in angles] == [0, 60, 120, 180, 240, 300]
    assert centre(STEPS[0])[0] == 0 and centre(STEPS[0])[1] < 0


@pytest.mark.parametrize("radius", range(5))
def test_a_hexagon_has_its_hexes_and_neighbours(radius):
    cells = hexes_within(radius)
    assert len(cells) == len(set(cells)) == 1 + 3 * radius * (radius + 1)
    assert all(distance((0, 0), cell) <= radius for cell in cells)
    for number, row in enumerate(neighbours(cells)):
        for direction, other in enumerate(row):
            if other == NOWHERE:
                assert distance((0, 0), step(cells[number], direction)) == radius + 1
            else:
                assert neighbours(cells)[other][(direction + 3) % 6] == number
                assert distance(cells[number], cells[other]) == 1


def test_columns_and_rows_round_trip():
    for column in range(-4, 9):
        for row in range(-3, 8):
            assert to_offset(from_offset(column, row)) == (column, row)
    # the odd columns hang half a hex lower
    tops = [centre(from_offset(column, 0))[1] for column in range(4)]
    assert tops == pytest.approx([0, math.sqrt(3) / 2, 0, math.sqrt(3) / 2])


def test_drawing_places_touch():
    assert math.dist(centre((0, 0), 2), centre((1, 0), 2)) == pytest.approx(2 * math.sqrt(3))
    assert all(math.hypot(x, y) == pytest.approx(5) for x, y in corners(5))
    assert extent([(0, 0)], 1) == pytest.approx((-1, -math.sqrt(3) / 2, 1, math.sqrt(3) / 2))
    assert step((2, 3), 7, 2) == step((2, 3), 1, 2) == (4, 1)
