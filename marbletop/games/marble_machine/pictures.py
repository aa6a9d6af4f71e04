"""Drawings: the machine with its Parts, marbles and their paths, the own hand, the piles, and the tiles not seen yet."""

import math
from collections.abc import Sequence
from typing import Any

from ...core.hexgrid import centre
from ...drawing import kit
from ...drawing.palette import SPEED_MARBLES as SPEED_COLOURS
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import phrases, say
from .hidden import unseen_count
from .names import direction_name, goal_name, oriented_space_name, owner_name, space_name, tile_name
from .paths import Leg, Path, possible_paths
from .state import (AIM, AT_SEPARATOR, CODES, COORDINATES, HOME, IN_GOAL, NEXT, ON_BOARD, ORIENT, STUCK, SWAP_ORIENT_A,
                    SWAP_ORIENT_B, TILES)

SEAT_COLOURS = ("blue", "red", "yellow", "purple", "green", "ink")      # a side has the colour of its first seat
SIZE = 34.0                                 # side of a space
DISC, BALL = 0.8 * SIZE, 0.5 * SIZE         # radius of a Part, of a marble
LINE = 27                                   # letters in a line of a tile in hand
LIKELY = 0.02                               # less likely paths are not drawn
CERTAIN = 0.999
EFFECT_WORDS = ("", *phrases(
    "turns a marble left by 60°", "turns a marble left by 120°", "turns a marble right by 60°",
    "turns a marble right by 120°", "turns a marble round", "turns a marble to its arrow", "lets a marble fly over one space",
    "slides a marble one space along its arrow", "a die turns a marble to one of two arrows, 60° apart",
    "a die turns a marble to one of two arrows, 120° apart", "puts a marble on Home",
    "turns marbles of speed 1 to its arrow", "a die turns a marble anywhere", "a die slides a marble one space",
    "cannot be entered", "takes a Part off the board", "puts a Part on another space", "two Parts change places"))


# Points


@kit.keep
def board_size(box: Any) -> kit.Point:
    """Width and height of the drawing of the board."""
    return SIZE * (3 * box.radius + 3.6), SIZE * math.sqrt(3) * (2 * box.radius + 1.9)


@kit.keep
def point_of(box: Any, space: int) -> kit.Point:
    """The middle of a space."""
    width, height = board_size(box)
    x, y = centre(COORDINATES[space], SIZE)
    return width / 2 + x, height / 2 + y


def marble_circles(view: Any, box: Any) -> dict[int, tuple[kit.Point, float]]:
    """The middle and the radius of each marble on the board; marbles on one space lie round its middle."""
    found: dict[int, tuple[kit.Point, float]] = {}
    by_space: dict[int, list[int]] = {}
    for m in range(view.drawn):
        if view.place[m] in (ON_BOARD, AT_SEPARATOR, STUCK):
            by_space.setdefault(view.space[m], []).append(m)
    for space, there in by_space.items():
        middle = point_of(box, space)
        for n, m in enumerate(there):
            if len(there) == 1:
                found[m] = middle, BALL
            else:
                found[m] = kit.aim(360 * n / len(there) - 90, 0.42 * SIZE, middle), BALL * (0.72 if len(there) < 5 else 0.55)
    return found


# The board


def draw_board(view: Any, box: Any, names: Sequence[str], moving: bool) -> Panel:
    """The machine: wood, spaces, goals, separators, Parts, the paths of the next phase, marbles."""
    width, height = board_size(box)
    side = box.side[view.viewer] if view.viewer >= 0 else -1
    parts = [draw_ground(box, side, *names), draw_next_marble(view)]
    parts += [draw_placed_part(box, part, view.facing[space], space)
              for space, part in enumerate(view.part[:box.edge]) if space and part]
    if not view.over and not moving:
        parts.append(draw_paths(view, box, likely_paths(view, box)))
    for m, (at, r) in marble_circles(view, box).items():
        parts.append(draw_marble(m, view.speed[m], view.heading[m], view.place[m], view.space[m], at, r))
    parts.append(draw_directions(box, direction_space(view) if view.viewer == view.player else -1))
    return Panel(BOARD, say("Machine"), width, height, draw_machine(box, *parts))


@kit.keep
def draw_machine(box: Any, *parts: Part) -> Part:
    """The wood with everything on it."""
    return Part(say("Machine"), kind="machine").add(draw_wood(box), parts)


@kit.keep
def draw_placed_part(box: Any, part: int, facing: int, space: int) -> Part:
    """A Part on its space."""
    return draw_part(part, facing, point_of(box, space), f"pt-{space}", part_name(part, facing, space))


@kit.keep
def draw_wood(box: Any) -> list[Mark]:
    """The board without anything on it."""
    width, height = board_size(box)
    reach = SIZE * (1.732 * box.radius + 0.9)
    corners = [kit.aim(60 * i, reach, (width / 2, height / 2)) for i in range(6)]
    return kit.plank_of(kit.through(corners, closed=True), 0.35 * SIZE)


@kit.keep
def draw_ground(box: Any, side: int, *names: str) -> Part:
    """What lies still: spaces, goals and separators; the goals of a side are its own."""
    return Part().add((draw_space(box, space) for space in range(box.edge)),
                      (draw_goal(box, side, names, goal) for goal in range(1, 7)),
                      (draw_separator(box, separator) for separator in range(1, 7)))


@kit.keep
def draw_marble(m: int, speed: int, heading: int, place: int, space: int, at: kit.Point, r: float) -> Part:
    """A marble on the board."""
    return kit.speed_marble(f"m-{m}", speed, 60 * (heading - 1), at, r, marble_name(m, speed, heading, place, space))


def draw_space(box: Any, space: int) -> Part:
    """A machine space or Home, to press for it."""
    part = Part(id=f"sp-{space}", at=point_of(box, space), kind="space").add(kit.hexagon_mark(
        kit.MIDDLE, 0.95 * SIZE, fill="var(--wood-lo)" if space else "var(--paper-3)", fill_opacity=0.55 if space else 1,
        stroke="var(--hollow)", stroke_width=1.3))
    if space == HOME:
        part.name = say("Home")
        part.add(kit.use("ic-home", r=0.5 * SIZE, color="var(--ink-2)"))
    return part


def draw_separator(box: Any, separator: int) -> Part:
    """A corner of the outer ring, with its number."""
    at = point_of(box, box.edge + (separator - 1) * box.radius)
    return Part(say("Separator {n}", n=separator), f"sep-{separator}", at, "space").add(
        kit.hexagon_mark(kit.MIDDLE, 0.98 * SIZE, fill="var(--wood-hi)", stroke="var(--wood-line)", stroke_width=2),
        kit.circle(kit.MIDDLE, 0.52 * SIZE, fill="var(--paper)", stroke="var(--ink)", stroke_width=1.5),
        kit.text(kit.MIDDLE, separator, 0.72 * SIZE, title=True))


def draw_goal(box: Any, side: int, names: Sequence[str], goal: int) -> Part:
    """A goal: its spaces with colour and shape, and outside them a line and a dot in the owner's colour; the line of a goal
    of this side is thicker."""
    ground, ink = ("var(--goal-black)", "var(--goal-white)")[::1 if box.goal_colour[goal] == 0 else -1]
    owner = box.owner[goal]
    name = (say("Goal {n}, {goal} of {who}", n=goal, goal=goal_name(box, goal), who=owner_name(box, names, owner)) if owner >= 0
            else say("Goal {n}, {goal}, nobody's", n=goal, goal=goal_name(box, goal)))
    part = Part(name, f"goal-{goal}", kind="goal")
    points = [point_of(box, box.edge + (goal - 1) * box.radius + j) for j in range(1, box.radius)]
    part.add(kit.hexagon_mark(at, SIZE, fill=ground, stroke=ground, stroke_width=2, opacity=None if owner >= 0 else 0.45)
             for at in points)
    part.add(shape_mark(box.goal_shape[goal], at, 0.42 * SIZE, ink) for at in points)
    if owner >= 0:
        dx, dy = kit.aim(60 * goal - 30, 1.18 * SIZE)
        (x1, y1), (x2, y2) = points[0], points[-1]
        part.add(kit.path(kit.through([(x1 + dx, y1 + dy), (x2 + dx, y2 + dy)]), stroke=f"var(--ring-{SEAT_COLOURS[owner]})",
                          stroke_width=SIZE * (0.36 if side == owner else 0.2), stroke_linecap="round"),
                 kit.dot(SEAT_COLOURS[owner], ((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy), 0.44 * SIZE))
    return part


def shape_mark(shape: int, at: kit.Point, r: float, colour: str) -> Mark:
    """A square, circle or triangle."""
    x, y = at
    if shape == 0:
        return kit.rect(x - 0.82 * r, y - 0.82 * r, 1.64 * r, 1.64 * r, 0.15 * r, fill=colour)
    if shape == 1:
        return kit.circle(at, 0.95 * r, fill=colour)
    return kit.polygon([(x, y - r), (x + 1.02 * r, y + 0.75 * r), (x - 1.02 * r, y + 0.75 * r)], fill=colour)


def draw_next_marble(view: Any) -> Part:
    """The circle beside the board for the marble that is being played, to press for playing one."""
    waiting = [m for m in range(view.drawn) if view.place[m] == NEXT]
    marble = (waiting[0], view.speed[waiting[0]], view.heading[waiting[0]], view.space[waiting[0]]) if waiting else ()
    return draw_next(sum(view.bag), *marble)


@kit.keep
def draw_next(left: int, m: int = -1, speed: int = 0, heading: int = 0, space: int = 0) -> Part:
    at = (1.35 * SIZE, 1.35 * SIZE)
    part = Part(say("Next marble, {n} left", n=left), "next", at, "space", reach=0.8 * SIZE).add(
        kit.circle(kit.MIDDLE, 0.8 * SIZE, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=1.5),
        kit.text((0, 1.1 * SIZE), say("Next"), 0.42 * SIZE, fill="var(--ink-2)"))
    if m >= 0:
        name = marble_name(m, speed, heading, NEXT, space)
        part.add(kit.speed_marble(f"m-{m}", speed, 60 * ((heading or 1) - 1), kit.MIDDLE, BALL, name))
    else:
        part.add(kit.text((0, -0.05 * SIZE), left, 0.7 * SIZE, title=True))
    return part


def marble_name(m: int, speed: int, heading: int, place: int, space: int) -> str:
    on_board = place in (ON_BOARD, STUCK)
    name = say("Marble {m} on {space}", m=m + 1, space=space_name(space)) if on_board else say("Marble {m}", m=m + 1)
    facts = [say("speed {speed}", speed=speed)]
    if heading:
        facts.append(say("heading {direction}", direction=direction_name(heading)))
    if place == STUCK:
        facts.append(say("stuck"))
    return ", ".join([name, *facts])


@kit.keep
def draw_part(part: int, facing: int, at: kit.Point, id: str, name: str,
              ghost: bool = False) -> Part:
    """A Part as a disc, turned to its orientation."""
    disc = Part(name, id, at, "ghost" if ghost else "part", reach=DISC)
    disc.add(kit.circle((0, 2), 0.76 * SIZE, fill="var(--hollow-lo)", opacity=0.3))
    disc.add(Part(turned=60 * (facing - 1) if facing else 0).add(
        kit.use(symbol_of(part), r=DISC, opacity=kit.GHOST_OPACITY if ghost else None)))
    return disc.add(kit.ring("ghost", r=DISC)) if ghost else disc


@kit.keep
def part_name(part: int, facing: int, space: int) -> str:
    """A Part on the board, with its space and orientation."""
    return say("{part} on {space}", part=tile_name(part), space=oriented_space_name(space, facing))


def symbol_of(tile: int) -> str:
    """The symbol of a tile in the sprite."""
    return f"part-{CODES[tile].replace('_', '-')}"


# Paths and directions


def likely_paths(view: Any, box: Any) -> list[Path]:
    """The paths of the next phase that are drawn."""
    return possible_paths(view, box, least=LIKELY)


def draw_paths(view: Any, box: Any, paths: list[Path]) -> Part:
    """Where marbles will go: a solid line if it is certain, a dashed line with its chance if dice decide."""
    drawn: list[tuple[tuple[kit.Point, ...], float]] = []
    circles = marble_circles(view, box)
    chances: dict[tuple[int, tuple[Leg, ...]], float] = {}
    for path in paths:                      # paths that differ only in the last turn are one line
        chances[path.marble, path.legs] = chances.get((path.marble, path.legs), 0.0) + path.chance
    for (m, legs), chance in chances.items():
        points = [circles[m][0]] if m in circles else [point_of(box, legs[0].start)] if legs else []
        points += [point_of(box, leg.end) for leg in legs if leg.end != leg.start]
        if len(points) < 2:
            continue
        if legs[-1].end >= box.edge:        # the line ends before the mark or number there
            (x1, y1), (x2, y2) = points[-2:]
            share = 1 - 0.62 * SIZE / math.dist(points[-2], points[-1])
            points[-1] = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
        drawn.append((tuple(points), min(chance, 1.0)))
    return draw_ways(*drawn)


@kit.keep
def draw_ways(*ways: tuple[tuple[kit.Point, ...], float]) -> Part:
    """Lines through points, each with its chance."""
    drawn = Part(kind="paths")
    for points, chance in ways:
        drawn.add(Part().add(kit.way(points, 0.12 * SIZE, chance > CERTAIN)))
        if chance <= CERTAIN:
            drawn.add(Part().add(kit.tag((points[-1][0], points[-1][1] - 0.62 * SIZE), f"{100 * chance:.0f} %", 0.4 * SIZE)))
    return drawn


def direction_space(view: Any) -> int:
    """The space round which a direction is chosen now, or -1."""
    if view.phase == AIM:
        return HOME
    if view.phase == ORIENT:
        return int(view.second_space or view.first_space)
    if view.phase == SWAP_ORIENT_A:         # the first Part will lie on the second space
        return int(view.second_space)
    return int(view.first_space) if view.phase == SWAP_ORIENT_B else -1


@kit.keep
def draw_directions(box: Any, space: int) -> Part:
    """Six dots round the space whose Part or marble is being turned, to press for a direction; none for -1."""
    dots = Part(kind="directions")
    if space >= 0:
        for direction in range(1, 7):
            at = kit.aim(60 * (direction - 1), 1.05 * SIZE, point_of(box, space))
            name = say("Direction {direction}", direction=direction_name(direction))
            dots.add(Part(name, f"dir-{direction}", at, "space", reach=0.26 * SIZE))
    return dots


# The other panels


def draw_hand(view: Any, names: Sequence[str]) -> Panel:
    """The viewer's own tiles with what they do, and after them the tile in play."""
    tiles = [tile for tile in range(1, TILES) for _ in range(view.hand[view.viewer][tile])]
    playing = view.tile and view.player == view.viewer
    if playing:
        tiles.append(view.tile)
    root = kit.together(say("{who}'s tiles", who=names[view.viewer]), "hand", *(
        draw_hand_tile(tile, tiles[:n + 1].count(tile), (0, 76 * n), bool(playing) and n == len(tiles) - 1)
        for n, tile in enumerate(tiles)))
    return Panel(HAND, say("Your tiles"), 280, max(76.0, 76.0 * len(tiles)), root, view.viewer)


@kit.keep
def draw_hand_tile(tile: int, number: int, at: kit.Point, in_play: bool) -> Part:
    """A tile in hand, the `number`-th of its kind."""
    name = (say("{tile}: {does}, in play", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])) if in_play
            else say("{tile}: {does}", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])))
    part = Part(name, f"tile-{tile}-{number}", at, "tile").add(
        kit.rect(2, 2, 276, 70, 14, fill="var(--paper-2)" if in_play else "var(--paper)", stroke="var(--line-strong)",
                 stroke_width=1.5),
        kit.use(symbol_of(tile), (39, 37), 30), kit.text((80, 26), tile_name(tile), 17, "start", title=True))
    lines = wrap_words(say(EFFECT_WORDS[tile]))
    size, step = (12.5, 15) if len(lines) <= 2 else (11, 12)            # other languages may need a third line
    return part.add(kit.text((80, 29 + step * n), line, size, "start", fill="var(--ink-2)")
                    for n, line in enumerate(lines[:3], 1))


def wrap_words(text: str) -> list[str]:
    """A text in lines of at most LINE letters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def draw_piles(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The marbles of every owner, with their speeds."""
    piles = []
    for side in range(box.sides):
        pile = [m for m in range(view.drawn) if view.place[m] > IN_GOAL and box.owner[view.place[m] - IN_GOAL] == side]
        name = say("{who}: {n} of {all} marbles", who=owner_name(box, names, side), n=len(pile), all=box.quota)
        piles.append(draw_pile(side, name, *sorted((view.speed[m], m) for m in pile)))
    longest = max((view.collected[side] for side in range(box.sides)), default=0)
    return Panel(OTHER, say("Piles"), max(280.0, 42.0 + 19 * longest), 34.0 * box.sides,
                 kit.together(say("Piles"), "piles", *piles), caption=say("Quota {n}", n=box.quota))


@kit.keep
def draw_pile(side: int, name: str, *marbles: tuple[int, int]) -> Part:
    """The marbles of an owner: speed and number of each."""
    row = Part(name, f"pile-{side}", (0, 34 * side)).add(kit.dot(SEAT_COLOURS[side], (16, 17), 11))
    for n, (speed, m) in enumerate(marbles):
        colour = SPEED_COLOURS[speed]
        row.add(Part(say("speed {speed}", speed=speed), f"m-{m}", (42 + 19 * n, 17), "marble").add(
            kit.use(f"mb-{colour}-plain", r=9),
            kit.text(kit.MIDDLE, speed, 11, fill=f"var(--mb-{colour}-inlay)", weight=800)))
    return row


def draw_unseen(view: Any, box: Any) -> Panel:
    """The Machine Tiles that the viewer has not seen yet, by kind."""
    root = draw_counts(*(unseen_count(view, box, view.viewer, tile) for tile in range(1, TILES)))
    return Panel(FACTS, say("Still unseen"), 280, 132, root, caption=say("{n} in the stack", n=view.stack_size))


@kit.keep
def draw_counts(*counts: int) -> Part:
    """Machine Tiles of each kind."""
    root = Part(say("Machine Tiles not seen yet"), kind="unseen")
    for n, count in enumerate(counts):
        tile = n + 1
        root.add(Part(say("{tile}: {n}", tile=tile_name(tile), n=count), f"unseen-{tile}", (46 * (n % 6), 44 * (n // 6))).add(
            kit.use(symbol_of(tile), (16, 20), 15, opacity=None if count else 0.35),
            kit.text((40, 20), count, 14, weight=650, fill="var(--ink)" if count else "var(--ink-2)")))
    return root
