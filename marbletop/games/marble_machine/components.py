"""The box: component file and options become one record, with every table that the rules read."""

from typing import Any

from ...core.components import Components
from ...core.hexgrid import neighbours
from .state import (
    BOX,
    CODES,
    COLOURS,
    DIRECTIONS,
    EFFECTS,
    ERASE,
    GRID,
    HAND,
    MARBLES,
    ORIENTED,
    PARTS,
    SEATS,
    SHAPES,
    SPEEDS,
    TILES,
    TRADE_IN,
    Options,
    spiral,
)

MOST = 99                                   # of one kind of tile, or of marbles of one speed


def sides_of(options: Options, seats: int) -> list[int]:
    """The team of each seat; partners sit opposite each other [MM-1, MM-53]."""
    teams = seats // 2 if options.teams and seats in (4, 6) else seats
    return [seat % teams for seat in range(seats)]


def box_of(components: Components, options: Options, seats: int) -> Any:
    """A blank box filled from the component file and the options; BadComponents where something cannot be."""
    box = BOX.blank()
    sides = sides_of(options, seats)
    box.seats, box.sides, box.radius = seats, len(set(sides)), options.radius
    box.side = sides + [0] * (SEATS - seats)
    box.trade_in = TRADE_IN.index(options.trade_in)
    box.aim_after = int(options.aim == "after")
    box.blocked_moves = int(options.blocked_marble_moves_after_turn)
    box.unused_ends = int(options.unused_goal_ends_movement)
    box.chain_limit, box.final_phase_limit = options.chain_limit, options.final_phase_limit
    lay_out(box, options.radius)
    read_goals(box, components, options, seats)
    read_marbles(box, components)
    read_tiles(box, components, seats)
    return box


def lay_out(box: Any, radius: int) -> None:
    """Spaces, their neighbours, separators and goals of a board [2.1, 2.2]."""
    spaces = spiral(radius)
    for space, row in enumerate(neighbours(spaces)):
        box.beyond[space][1:] = row
        q, r = spaces[space]
        box.cell[space] = (q + GRID // 2) * GRID + r + GRID // 2
    box.edge = 1 + 3 * radius * (radius - 1)
    for k in range(DIRECTIONS):
        corner = box.edge + k * radius
        box.goal[corner] = -(k + 1)
        for j in range(1, radius):
            box.goal[corner + j] = k + 1


def value(components: Components, key: str, kind: type, low: int = 0, high: int = MOST, words: tuple[str, ...] = ()) -> Any:
    """A checked value of the file, by its dotted key: a whole number from low to high, or one of some words."""
    found: Any = components.values
    for step in key.replace("[", ".").replace("]", "").split("."):
        try:
            found = found[int(step)] if step.isdigit() else found[step]
        except (KeyError, IndexError, TypeError):
            raise components.refuse(key, "it is missing.") from None
    right = " or ".join(words) if words else "true or false" if kind is bool else f"a whole number from {low} to {high}"
    if type(found) is not kind or (words and found not in words) or (isinstance(found, int) and not low <= found <= high):
        raise components.refuse(key, f"{found!r} cannot be; it is {right}.")
    return found


def tables(components: Components, name: str, count: int) -> range:
    """The numbers of the tables [[name]], of which there must be so many."""
    found = components.values.get(name)
    if not isinstance(found, list) or len(found) != count or not all(isinstance(one, dict) for one in found):
        raise components.refuse(name, f"there must be {count} tables [[{name}]].")
    return range(count)


def read_goals(box: Any, components: Components, options: Options, seats: int) -> None:
    """Marks and owners of the goals, the quota, and the way of an odd die at a separator [2.3]."""
    marks = []
    for i in tables(components, "goal", DIRECTIONS):
        k = value(components, f"goal[{i}].k", int, i + 1, i + 1)
        colour = value(components, f"goal[{i}].colour", str, words=COLOURS)
        shape = value(components, f"goal[{i}].shape", str, words=SHAPES)
        box.goal_colour[k], box.goal_shape[k] = COLOURS.index(colour), SHAPES.index(shape)
        marks.append((colour, shape))
    for i, (colour, shape) in enumerate(marks):
        for mark, name in ((colour, "colour"), (shape, "shape")):
            if mark in marks[i - 1]:
                raise components.refuse(f"goal[{i}].{name}", f"{mark!r} is also the {name} of the goal before it; a "
                                        "separator's die could not decide who gets a marble.")
    players = f"teams{seats}" if box.sides < seats else f"p{seats}"
    by = value(components, f"ownership.{players}", str, words=("colour", "shape", "goal"))
    unused = ({i for i, (_, shape) in enumerate(marks) if shape == options.unused_shape} if players == "p4"
              else {options.unused_goal - 1} if players == "p5" else set())
    owners: dict[Any, int] = {}
    box.owner[0] = -1
    for i, (colour, shape) in enumerate(marks):
        lot = {"colour": colour, "shape": shape, "goal": i}[by]
        box.owner[i + 1] = -1 if i in unused else owners.setdefault(lot, len(owners))
    if len(owners) != box.sides:
        raise components.refuse(f"ownership.{players}",
                                f"{by!r} makes {len(owners)} owners of goals, but there are {box.sides} players or teams.")
    box.quota = options.quota or value(components, f"quota.{players}", int, 1, MARBLES)
    box.odd_back = int(value(components, "board.separator_odd", str, words=("ccw", "cw")) == "ccw")


def read_marbles(box: Any, components: Components) -> None:
    """Marbles by speed [1.1]."""
    counts = value(components, "marbles.count_by_speed", list)
    if len(counts) != SPEEDS or any(type(n) is not int or n < 0 for n in counts) or not 1 <= sum(counts) <= MARBLES:
        raise components.refuse("marbles.count_by_speed",
                                f"{counts!r} cannot be; it is the number of marbles of speed 1 to 4, 1 to {MARBLES} in all.")
    box.marbles = [0, *counts]
    box.marble_total = sum(counts)


def read_tiles(box: Any, components: Components, seats: int) -> None:
    """Parts and Modifiers: how many of each, and how far Parts turn a marble [1.2, 1.3]."""
    for i in tables(components, "part", PARTS):
        id = value(components, f"part[{i}].id", int, i + 1, i + 1)
        value(components, f"part[{i}].code", str, words=(CODES[id],))
        value(components, f"part[{i}].effect", str, words=(EFFECTS[id],))
        if value(components, f"part[{i}].oriented", bool) != (id in ORIENTED):
            raise components.refuse(f"part[{i}].oriented", f"it must be {str(id in ORIENTED).lower()} for {CODES[id]}.")
        box.oriented[id] = int(id in ORIENTED)
        box.tiles[id] = value(components, f"part[{i}].count", int)
        if EFFECTS[id] == "turn":
            box.turn[id] = value(components, f"part[{i}].by", int, -5, 5) % 6
        if EFFECTS[id] == "branch":
            box.even[id] = value(components, f"part[{i}].even_offset", int, 1, 5)
    if sum(box.tiles) >= box.edge - 1:
        raise components.refuse("part", f"{sum(box.tiles)} Parts are too many: a board of radius {box.radius} has "
                                f"{box.edge - 1} machine spaces, and one must stay free.")
    for i in tables(components, "modifier", TILES - ERASE):
        id = value(components, f"modifier[{i}].id", int, ERASE + i, ERASE + i)
        value(components, f"modifier[{i}].code", str, words=(CODES[id],))
        box.tiles[id] = value(components, f"modifier[{i}].count", int)
    box.tile_total = sum(box.tiles)
    if box.tile_total < HAND * seats:
        raise components.refuse("part", f"{box.tile_total} Machine Tiles are too few: {seats} players draw {HAND} each.")
