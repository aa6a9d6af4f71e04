"""The box, made from the component file and the options: every table that the rules read."""

from typing import Any

from ...core.components import Components
from ...core.hexgrid import neighbours
from .options import Options
from .state import (BOX, CODES, COLOURS, DIRECTIONS, EFFECTS, ERASE, GRID, HAND, MARBLES, ORIENTED, PARTS, SEATS, SHAPES,
                    SPEEDS, TILES, TRADE_IN, spiral)

MOST = 99                                   # tiles of one kind


def sides_of(options: Options, seats: int) -> list[int]:
    """The side of each seat; partners sit opposite each other [MM-1, MM-53]."""
    teams = seats // 2 if options.teams and seats in (4, 6) else seats
    return [seat % teams for seat in range(seats)]


def box_of(components: Components, options: Options, seats: int) -> Any:
    """The box of a match; BadComponents if the component file has a value that is not possible."""
    box = BOX.blank()
    sides = sides_of(options, seats)
    box.seats, box.sides, box.radius = seats, len(set(sides)), options.radius
    box.side = sides + [0] * (SEATS - seats)
    box.trade_in = TRADE_IN.index(options.trade_in)
    box.aim_after = int(options.aim == "after")
    box.blocked_moves = int(options.blocked_marble_moves_after_turn)
    box.unused_ends = int(options.unused_goal_ends_movement)
    box.chain_limit, box.final_phase_limit = options.chain_limit, options.final_phase_limit
    fill_board(box, options.radius)
    fill_goals(box, components, options, seats)
    fill_marbles(box, components)
    fill_tiles(box, components, seats)
    return box


def fill_board(box: Any, radius: int) -> None:
    """Number the spaces and find their neighbours, separators and goals (RULES.md, chapter 2)."""
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


def read_value(components: Components, key: str, kind: type, low: int = 0, high: int = MOST,
               words: tuple[str, ...] = ()) -> Any:
    """A value of the file by its dotted key, checked: a whole number from low to high, one of some words, or another type."""
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


def table_numbers(components: Components, name: str, count: int) -> range:
    """The indices of the tables [[name]]; there must be `count` of them."""
    found = components.values.get(name)
    if not isinstance(found, list) or len(found) != count or not all(isinstance(one, dict) for one in found):
        raise components.refuse(name, f"there must be {count} tables [[{name}]].")
    return range(count)


def fill_goals(box: Any, components: Components, options: Options, seats: int) -> None:
    """Read marks and owners of the goals, the quota, and where an odd roll leads at a separator (RULES.md, chapter 2)."""
    marks = []
    for i in table_numbers(components, "goal", DIRECTIONS):
        k = read_value(components, f"goal[{i}].k", int, i + 1, i + 1)
        colour = read_value(components, f"goal[{i}].colour", str, words=COLOURS)
        shape = read_value(components, f"goal[{i}].shape", str, words=SHAPES)
        box.goal_colour[k], box.goal_shape[k] = COLOURS.index(colour), SHAPES.index(shape)
        marks.append((colour, shape))
    for i, (colour, shape) in enumerate(marks):
        for mark, name in ((colour, "colour"), (shape, "shape")):
            if mark in marks[i - 1]:
                raise components.refuse(f"goal[{i}].{name}", f"{mark!r} is also the {name} of the goal before it; a "
                                        "separator's die could not decide who gets a marble.")
    players = f"teams{seats}" if box.sides < seats else f"p{seats}"
    by = read_value(components, f"ownership.{players}", str, words=("colour", "shape", "goal"))
    unused = ({i for i, (_, shape) in enumerate(marks) if shape == options.unused_shape} if players == "p4"
              else {options.unused_goal - 1} if players == "p5" else set())
    owners: dict[Any, int] = {}
    box.owner[0] = -1
    for i, (colour, shape) in enumerate(marks):
        mark = {"colour": colour, "shape": shape, "goal": i}[by]
        box.owner[i + 1] = -1 if i in unused else owners.setdefault(mark, len(owners))
    if len(owners) != box.sides:
        raise components.refuse(f"ownership.{players}",
                                f"{by!r} makes {len(owners)} owners of goals, but there are {box.sides} players or teams.")
    box.quota = options.quota or read_value(components, f"quota.{players}", int, 1, MARBLES)
    box.odd_back = int(read_value(components, "board.separator_odd", str, words=("ccw", "cw")) == "ccw")


def fill_marbles(box: Any, components: Components) -> None:
    """Read how many marbles there are of each speed (RULES.md, chapter 1)."""
    counts = read_value(components, "marbles.count_by_speed", list)
    if len(counts) != SPEEDS or any(type(n) is not int or n < 0 for n in counts) or not 1 <= sum(counts) <= MARBLES:
        raise components.refuse("marbles.count_by_speed",
                                f"{counts!r} cannot be; it is the number of marbles of speed 1 to 4, 1 to {MARBLES} in all.")
    box.marbles = [0, *counts]
    box.marble_total = sum(counts)


def fill_tiles(box: Any, components: Components, seats: int) -> None:
    """Read how many Parts and Modifiers there are, and how far Parts turn a marble (RULES.md, chapter 1)."""
    for i in table_numbers(components, "part", PARTS):
        id = read_value(components, f"part[{i}].id", int, i + 1, i + 1)
        read_value(components, f"part[{i}].code", str, words=(CODES[id],))
        read_value(components, f"part[{i}].effect", str, words=(EFFECTS[id],))
        if read_value(components, f"part[{i}].oriented", bool) != (id in ORIENTED):
            raise components.refuse(f"part[{i}].oriented", f"it must be {str(id in ORIENTED).lower()} for {CODES[id]}.")
        box.oriented[id] = int(id in ORIENTED)
        box.tiles[id] = read_value(components, f"part[{i}].count", int)
        if EFFECTS[id] == "turn":
            box.turn[id] = read_value(components, f"part[{i}].by", int, -5, 5) % 6
        if EFFECTS[id] == "branch":
            box.even[id] = read_value(components, f"part[{i}].even_offset", int, 1, 5)
    if sum(box.tiles) >= box.edge - 1:
        raise components.refuse("part", f"{sum(box.tiles)} Parts are too many: a board of radius {box.radius} has "
                                f"{box.edge - 1} machine spaces, and one must stay free.")
    for i in table_numbers(components, "modifier", TILES - ERASE):
        id = read_value(components, f"modifier[{i}].id", int, ERASE + i, ERASE + i)
        read_value(components, f"modifier[{i}].code", str, words=(CODES[id],))
        box.tiles[id] = read_value(components, f"modifier[{i}].count", int)
    box.tile_total = sum(box.tiles)
    if box.tile_total < HAND * seats:
        raise components.refuse("part", f"{box.tile_total} Machine Tiles are too few: {seats} players draw {HAND} each.")
