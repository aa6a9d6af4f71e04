"""Drawings: the machine with its Parts, marbles and their paths, the own hand, the piles, and the tiles not seen yet."""

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from ...core.hexgrid import centre
from ...drawing import kit
from ...drawing.palette import SPEED_MARBLES as SPEED_COLOURS
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import capital, phrases, plural, say, tell
from .hidden import unseen_count
from .names import column_name, direction_name, goal_name, place_text, row_number, tell_owner, tile_name
from .paths import Leg, Path, expected_piles, possible_paths
from .state import (AIM, AT_SEPARATOR, CODES, COORDINATES, HOME, IN_GOAL, NEXT, ON_BOARD, ORIENT, SPACE_AT, STUCK,
                    SWAP_ORIENT_A, SWAP_ORIENT_B, TILES)

SEAT_COLOURS = ("blue", "red", "yellow", "purple", "green", "ink")      # a side has the colour of its first seat
SIZE = 34.0                                 # side of a space
DISC, BALL = 0.8 * SIZE, 0.5 * SIZE         # radius of a Part, of a marble
LETTERS = 1.1 * SIZE                        # height of the frame's upper edge, where the letters of the columns stand
DIAL, HANDLE = 2.3 * SIZE, 0.6 * SIZE       # radius of the ring round a Part that is turned, and of its handles
CARD = (124.0, 100.0)                       # a tile in hand, with the room for its ring
LINE = 18                                   # letters in a line of it
STRIP = 3 * CARD[0]                         # width of the panels beside the board
SLOT = 16.0                                 # from marble to marble in a pile, at most
OUTLOOK = 96.0                              # width of a side's outlook
LIKELY = 0.02                               # less likely paths are not drawn
CERTAIN = 0.999
EFFECT_WORDS = ("", *phrases(
    "turns a marble slightly left (60°)", "turns a marble sharply left (120°)", "turns a marble slightly right (60°)",
    "turns a marble sharply right (120°)", "sends a marble back the way it came", "turns a marble the way its arrow points",
    "makes a marble jump over one space", "pushes a marble one space the way its arrow points",
    "a die decides which of two arrows a marble follows (60° apart)",
    "a die decides which of two arrows a marble follows (120° apart)", "sends a marble Home, facing the same way",
    "turns slow marbles (speed 1) the way its arrow points", "a die decides which way a marble turns",
    "a die decides which way a marble is pushed, one space", "blocks marbles", "takes a Part off the board",
    "moves a Part to another space", "two Parts swap places"))
SHORT_WORDS = ("", *phrases(
    "turns slightly left", "turns sharply left", "turns slightly right", "turns sharply right", "sends back",
    "turns to its arrow", "jumps over a space", "pushes one space", "die: one of two arrows", "die: one of two arrows",
    "sends Home", "turns speed 1 to its arrow", "die: turns anywhere", "die: pushes anywhere", "blocks marbles",
    "takes a Part off", "moves a Part", "swaps two Parts"))
GOAL_NAMES = phrases("{goal}, your goal", "{goal}, {who}'s goal", "{goal}, your team's goal", "{goal}, goal of {names}")
PILE_NAMES = phrases("You: {n} of {all} marbles", "{who}: {n} of {all} marbles", "You and {who}: {n} of {all} marbles",
                     "{names}: {n} of {all} marbles")
FORECASTS = phrases("You: about {number} marbles", "{who}: about {number} marbles", "You and {who}: about {number} marbles",
                    "{names}: about {number} marbles")


# Points


@kit.keep
def board_size(box: Any) -> kit.Point:
    """Width and height of the drawing of the board."""
    return SIZE * (3 * box.radius + 3.6), SIZE * math.sqrt(3) * (2 * box.radius + 1.9) + LETTERS


@kit.keep
def point_of(box: Any, space: int) -> kit.Point:
    """The middle of a space."""
    width, height = board_size(box)
    x, y = centre(COORDINATES[space], SIZE)
    return width / 2 + x, (height + LETTERS) / 2 + y


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
        parts.append(draw_marble(m, view.speed[m], view.heading[m], view.place[m], box.radius, view.space[m], at, r))
    parts.append(draw_directions(box, direction_space(view) if view.viewer == view.player else -1))
    return Panel(BOARD, say("Machine"), width, height, draw_machine(box, *parts), name="machine")


@kit.keep
def draw_machine(box: Any, *parts: Part) -> Part:
    """The wood with everything on it."""
    return Part(say("Machine"), kind="machine", marks=[*draw_wood(box)], parts=[*parts])


@kit.keep
def draw_placed_part(box: Any, part: int, facing: int, space: int) -> Part:
    """A Part on its space."""
    return draw_part(part, facing, point_of(box, space), f"pt-{space}", part_name(part, facing, box.radius, space))


@kit.keep
def draw_wood(box: Any) -> list[Mark]:
    """The board without anything on it."""
    reach, (x, y) = SIZE * (1.732 * box.radius + 0.9), point_of(box, HOME)
    corners = [kit.aim(60 * i, reach, (x, y - (LETTERS if i in (0, 1, 5) else 0))) for i in range(6)]
    return [*kit.plank_of(kit.through(corners, closed=True), 0.35 * SIZE),
            *(column_letter(box, column) for column in range(1 - box.radius, box.radius))]


def column_letter(box: Any, column: int) -> Mark:
    """The letter of a column, on the frame above it."""
    top = SPACE_AT[column, max(-box.radius, -box.radius - column)]
    x, y = point_of(box, top)
    return kit.place_name((x, y - 1.82 * SIZE), column_name(box.radius, column), 0.56 * SIZE, fill="var(--ink)",
                          weight=750)


@kit.keep
def draw_ground(box: Any, side: int, *names: str) -> Part:
    """What lies still: spaces, goals and separators; the goals of a side are its own."""
    return Part().add((draw_space(box, space) for space in range(box.edge)),
                      (draw_goal(box, side, names, goal) for goal in range(1, 7)),
                      (draw_separator(box, separator) for separator in range(1, 7)))


@kit.keep
def draw_marble(m: int, speed: int, heading: int, place: int, radius: int, space: int, at: kit.Point, r: float) -> Part:
    """A marble on the board."""
    return kit.speed_marble(f"m-{m}", speed, 60 * (heading - 1), at, r, marble_name(speed, heading, place, radius, space))


@kit.keep
def draw_space(box: Any, space: int) -> Part:
    """A machine space or Home, to press for it."""
    part = Part(id=f"sp-{space}", at=point_of(box, space), kind="space").add(kit.hexagon_mark(
        kit.MIDDLE, 0.95 * SIZE, fill="var(--wood-lo)" if space else "var(--paper-3)", fill_opacity=0.55 if space else 1,
        stroke="var(--hollow)", stroke_width=1.3))
    if space == HOME:
        part.name = say("Home")
        part.add(kit.use("ic-home", r=0.5 * SIZE, color="var(--ink-2)"))
        return part
    return part.add(kit.place_name(kit.MIDDLE, row_number(box.radius, space), 0.62 * SIZE, fill="var(--ink)"))


@kit.keep
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
    called = capital(goal_name(box, goal))
    name = (tell_owner(box, names, owner, GOAL_NAMES, goal=called) if owner >= 0
            else say("{goal}, nobody's goal", goal=called))
    part = Part(name, f"goal-{goal}", kind="goal")
    points = [point_of(box, box.edge + (goal - 1) * box.radius + j) for j in range(1, box.radius)]
    part.add(kit.path(outline_of(points), fill=ground, stroke=ground, stroke_width=2, opacity=None if owner >= 0 else 0.45))
    part.add(shape_mark(box.goal_shape[goal], at, 0.42 * SIZE, ink) for at in points)
    if owner >= 0:
        dx, dy = kit.aim(60 * goal - 30, 1.1 * SIZE)
        (x1, y1), (x2, y2) = points[0], points[-1]
        share = {1: 1.1, 6: -0.1}.get(goal, 0.5)            # the letters of the columns stand over the upper two
        part.add(kit.path(kit.through([(x1 + dx, y1 + dy), (x2 + dx, y2 + dy)]), stroke=f"var(--ring-{SEAT_COLOURS[owner]})",
                          stroke_width=SIZE * (0.34 if side == owner else 0.2), stroke_linecap="round"),
                 kit.dot(SEAT_COLOURS[owner], (x1 + share * (x2 - x1) + dx, y1 + share * (y2 - y1) + dy), 0.44 * SIZE))
    return part


def outline_of(points: Sequence[kit.Point]) -> str:
    """The edge around hexes that touch, as one path: who points at a goal means all of its spaces."""
    corners = [[(round(x, 1), round(y, 1)) for x, y in kit.hexagon(at, SIZE)] for at in points]
    sides = {side for one in corners for side in zip(one, (*one[1:], one[0]))}
    following = {begin: end for begin, end in sides if (end, begin) not in sides}
    line = [min(following)]
    while (corner := following[line[-1]]) != line[0]:
        line.append(corner)
    return kit.through(line, closed=True)


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
    part = Part(plural(left, "New marble, the last one", "New marble, {n} left"), "next", at, "space", reach=0.8 * SIZE).add(
        kit.circle(kit.MIDDLE, 0.8 * SIZE, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=1.5),
        kit.text((0, 1.36 * SIZE), say("Next up") if m >= 0 else say("marbles left"), 0.42 * SIZE, fill="var(--ink-2)"))
    if m >= 0:
        name = marble_name(speed, heading, NEXT, 0, space)
        part.add(kit.speed_marble(f"m-{m}", speed, 60 * ((heading or 1) - 1), kit.MIDDLE, BALL, name))
    else:
        part.add(kit.text((0, -0.05 * SIZE), left, 0.7 * SIZE, title=True))
    return part


def marble_name(speed: int, heading: int, place: int, radius: int, space: int) -> str:
    """A marble as it is spoken: its speed, where it is, and where it is heading."""
    facts = [say("Speed {speed} marble", speed=speed)]
    if place in (ON_BOARD, STUCK):
        facts.append(place_text(radius, space))
    if heading:
        facts.append(say("heading towards {direction}", direction=direction_name(heading)))
    if place == STUCK:
        facts.append(say("stuck"))
    return ", ".join(facts)


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
def part_name(part: int, facing: int, radius: int, space: int) -> str:
    """A Part on the board, with its space and orientation."""
    place = place_text(radius, space)
    return (say("{part}, {place}, pointing towards {direction}", part=tile_name(part), place=place,
                direction=direction_name(facing)) if facing else say("{part}, {place}", part=tile_name(part), place=place))


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


def turned_part(view: Any) -> int:
    """The Part that is being turned now; 0 if none is."""
    if view.phase == ORIENT:
        return int(view.part[view.first_space] or view.tile)
    if view.phase in (SWAP_ORIENT_A, SWAP_ORIENT_B):
        return int(view.part[view.first_space if view.phase == SWAP_ORIENT_A else view.second_space])
    return 0


@kit.keep
def draw_directions(box: Any, space: int) -> Part:
    """Six handles round the space whose Part or marble is being turned, to press for a direction; none for -1."""
    handles = Part(kind="directions")
    if space >= 0:
        at = point_of(box, space)
        handles.add(kit.circle(at, DIAL, stroke="var(--paper)", stroke_width=0.1 * SIZE, fill="none", opacity=0.7))
        for direction in range(1, 7):
            name = say("Towards {direction}", direction=direction_name(direction))
            handles.add(draw_handle(at, direction, name, f"dir-{direction}"))
    return handles


@kit.keep
def draw_handle(round_point: kit.Point, direction: int, name: str = "", id: str = "", chosen: bool = False) -> Part:
    """A handle for a direction: a disc with its number and a tip. The chosen one is larger, and bright."""
    r, angle = HANDLE * (1.25 if chosen else 1), 60 * (direction - 1)
    fill, edge = ("var(--legal)", "var(--legal-edge)") if chosen else ("var(--paper)", "var(--ink)")
    tip = kit.through([kit.aim(angle, 1.5 * r), kit.aim(angle - 40, r), kit.aim(angle + 40, r)], closed=True)
    return Part(name, id, kit.aim(angle, DIAL, round_point), "space", reach=HANDLE).add(
        kit.path(tip, fill=fill, stroke=edge, stroke_width=1.5),
        kit.circle(kit.MIDDLE, r, fill=fill, stroke=edge, stroke_width=2.5 if chosen else 1.5),
        kit.text(kit.MIDDLE, direction, 1.25 * r, title=True, fill="var(--chosen-edge)" if chosen else "var(--ink)"))


# The other panels


def draw_hand(view: Any, names: Sequence[str]) -> Panel:
    """The viewer's own tiles with what they do, among them the tile in play, and the marbles that are left to play."""
    playing = view.tile if view.player == view.viewer else 0
    held = [tile for tile in range(1, TILES) for _ in range(view.hand[view.viewer][tile])]
    tiles = sorted([*held, playing]) if playing else held
    in_play = tiles.index(playing) if playing else -1
    width, height = CARD
    root = kit.together(tell(names[view.viewer], "Your tiles", "{who}'s tiles"), "hand", *(
        draw_hand_tile(tile, tiles[:n + 1].count(tile), (n * width, 0), n == in_play) for n, tile in enumerate(tiles)),
        draw_marble_card((2 * width, 0), sum(view.bag), any(place == NEXT for place in view.place)))
    return Panel(HAND, say("Your tiles"), STRIP, height, root, view.viewer, name="tiles")


@kit.keep
def draw_hand_tile(tile: int, number: int, at: kit.Point, in_play: bool) -> Part:
    """A tile in hand, the `number`-th of its kind."""
    name = (say("{tile}: {does} (in play now)", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])) if in_play
            else say("{tile}: {does}", tile=tile_name(tile), does=say(EFFECT_WORDS[tile])))
    return draw_card(f"tile-{tile}-{number}", name, at, in_play, kit.use(symbol_of(tile), (CARD[0] / 2, 30), 18),
                     tile_name(tile), say(SHORT_WORDS[tile]))


@kit.keep
def draw_marble_card(at: kit.Point, left: int, in_play: bool) -> Part:
    """The marbles that are left, to press for playing one."""
    name = plural(left, "New marble, the last one", "New marble, {n} left")
    return draw_card("bag", name, at, in_play, kit.use("mb-white-plain", (CARD[0] / 2, 30), 16), say("New marble"),
                     plural(left, "the last one", "{n} left, the others run"), "?")


def draw_card(id: str, name: str, at: kit.Point, in_play: bool, sign: Mark, title: str, words: str, letter: str = "") -> Part:
    """A card with a sign, a title and a line or two; in play it has a strong edge."""
    width, height = CARD
    paper = "var(--accent-soft)" if in_play else "var(--paper)"
    part = Part(name, id, at, "tile").add(
        kit.rect(8, 8, width - 16, height - 16, 10, fill=paper, stroke="var(--line-strong)", stroke_width=1.5), sign)
    if in_play:
        part.add(kit.rect(8, 8, width - 16, height - 16, 10, fill="none", stroke="var(--chosen-edge)", stroke_width=8),
                 kit.rect(8, 8, width - 16, height - 16, 10, fill="none", stroke="var(--legal)", stroke_width=5))
    if letter:
        part.add(kit.text((width / 2, 31), letter, 19, title=True, fill="var(--mb-white-inlay)"))
    part.add(kit.text((width / 2, 57), title, 14.5 if len(title) < 13 else 13, title=True))
    return part.add(kit.text((width / 2, 71 + 12 * n), line, 11, fill="var(--ink-2)")
                    for n, line in enumerate(wrap_words(words)[:2]))


def wrap_words(text: str) -> list[str]:
    """A text in lines of at most LINE letters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def draw_piles(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The marbles of every owner side by side, with their speeds, in as many hollows as start the Final Phase."""
    piles, most = [], max(box.quota, *view.collected[:box.sides])
    for side in range(box.sides):
        pile = [m for m in range(view.drawn) if view.place[m] > IN_GOAL and box.owner[view.place[m] - IN_GOAL] == side]
        name = tell_owner(box, names, side, PILE_NAMES, n=len(pile), all=box.quota)
        piles.append(draw_pile(side, box.sides, most, name, *sorted((view.speed[m], m) for m in pile)))
    return Panel(OTHER, say("Marbles collected"), STRIP, 26, kit.together(say("Marbles collected"), "piles", *piles),
                 first=True, name="piles",
                 caption=plural(box.quota, "{n} marble starts the Final Phase", "{n} marbles start the Final Phase"))


@kit.keep
def draw_pile(side: int, sides: int, slots: int, name: str, *marbles: tuple[int, int]) -> Part:
    """The marbles of an owner, speed and number of each, and the hollows that are still empty."""
    width = STRIP / sides
    step = min(SLOT, (width - 26) / slots)
    r = min(8.0, 0.52 * step + 1.5)
    row = Part(name, f"pile-{side}", (width * side, 0)).add(kit.dot(SEAT_COLOURS[side], (9, 13), 8))
    row.add(kit.circle((26 + step * n, 13), 0.85 * r, fill="var(--paper-3)", stroke="var(--line-strong)", stroke_width=1)
            for n in range(len(marbles), slots))
    for n, (speed, m) in enumerate(marbles):
        colour = SPEED_COLOURS[speed]
        row.add(Part(say("speed {speed}", speed=speed), f"m-{m}", (26 + step * n, 13), "marble").add(
            kit.use(f"mb-{colour}-plain", r=r),
            kit.text(kit.MIDDLE, speed, 1.3 * r, fill=f"var(--mb-{colour}-inlay)", weight=800)))
    return row


def draw_forecast(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """How many marbles everybody would have at the end if nobody changed the machine any more."""
    piles = expected_piles(view, box)
    drawn = [draw_expected(side, round(count, 1), tell_owner(box, names, side, FORECASTS, number=decimal_text(count)))
             for side, count in enumerate(piles)]
    return Panel(FACTS, say("If nobody plays on"), OUTLOOK * max(3, box.sides), 26,
                 kit.together(say("If nobody plays on"), "forecast", *drawn), first=True, name="forecast")


@kit.keep
def draw_expected(side: int, count: float, name: str) -> Part:
    """What a side would have."""
    return Part(name, f"expected-{side}", (OUTLOOK * side, 0)).add(
        kit.dot(SEAT_COLOURS[side], (10, 13), 9), kit.text((24, 13), decimal_text(count), 16, "start", title=True))


@kit.keep
def draw_gains(*gains: float) -> Part:
    """What a choice would change in the outlook of each side."""
    drawn = Part(kind="ghost")
    for side, gain in enumerate(gains):
        if round(10 * gain):
            words = f"+{decimal_text(gain)}" if gain > 0 else f"\N{MINUS SIGN}{decimal_text(-gain)}"
            drawn.add(Part().add(kit.tag((OUTLOOK * side + 70, 13), words, 11)))
    return drawn


def decimal_text(number: float) -> str:
    """A number with one decimal, as languages write it."""
    whole, tenth = divmod(round(10 * number), 10)
    return say("{whole}.{tenth}", whole=whole, tenth=tenth)


def draw_unseen(view: Any, box: Any) -> Panel:
    """The Machine Tiles that the viewer has not seen yet, by kind."""
    mine = tuple(view.hand[view.viewer]) if view.viewer >= 0 else ()
    root = draw_counts(*unseen_counts(box, view.viewer, view.tile, tuple(view.out), tuple(view.aside), mine, tuple(view.part)))
    return Panel(FACTS, say("Not seen yet"), 280, 132, root, caption=say("{n} left in the stack", n=view.stack_size),
                 name="unseen")


@kit.keep
def unseen_counts(box: Any, seat: int, tile: int, out: tuple[int, ...], aside: tuple[int, ...], hand: tuple[int, ...],
                  part: tuple[int, ...]) -> list[int]:
    """How many tiles of each kind a seat has not seen, by all that it can know."""
    seen = SimpleNamespace(tile=tile, out=out, aside=aside, hand={seat: hand}, part=part)
    return [unseen_count(seen, box, seat, kind) for kind in range(1, TILES)]


@kit.keep
def draw_counts(*counts: int) -> Part:
    """Machine Tiles of each kind."""
    root = Part(say("Tiles you haven't seen yet"), kind="unseen")
    for n, count in enumerate(counts):
        tile = n + 1
        root.add(Part(say("{tile}: {n}", tile=tile_name(tile), n=count), f"unseen-{tile}", (46 * (n % 6), 44 * (n // 6))).add(
            kit.use(symbol_of(tile), (16, 20), 15, opacity=None if count else 0.35),
            kit.text((40, 20), count, 14, weight=650, fill="var(--ink)" if count else "var(--ink-2)")))
    return root
