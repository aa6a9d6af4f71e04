"""Drawings of the machine: its Parts, the marbles and their paths."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ...core.hexgrid import centre
from ...drawing import kit
from ...drawing.scene import BOARD, Mark, Panel, Part
from ...words import capital, phrases, plural, say
from .names import direction_name, drawn_name, goal_name, place_text, tell_owner, tile_name
from .paths import Course, Leg, Path, courses, marbles_on_board, possible_paths
from .state import (AIM, AT_SEPARATOR, CODES, COORDINATES, HOME, MOVE_TO, NEXT, ON_BOARD, ORIENT, PLACE, STUCK, SWAP_B,
                    SWAP_ORIENT_A, SWAP_ORIENT_B, TRADE)

SEAT_COLOURS = ("blue", "red", "yellow", "purple", "green", "ink")      # a side has the colour of its first seat
SEAT_LINES = (None, "24 18", "0.1 16", "24 16 0.1 16", "8 18", "40 16 0.1 16 0.1 16")       # and the pattern of its lines
SIZE = 34.0                                 # side of a space
DISC, BALL = 0.8 * SIZE, 0.5 * SIZE         # radius of a Part, of a marble
DIAL, HANDLE = 1.2 * SIZE, 0.36 * SIZE      # from the middle of what is turned to its arrows, and their size
TAG = 0.52 * SIZE                           # letters of a chance
WAY, NUMBER = 0.14 * SIZE, 0.33 * SIZE      # width of the line of a marble, radius of the ball with its speed at its end
ARRIVES_NEXT, ARRIVES_LATER = 1.55 * NUMBER, 1.15 * NUMBER      # the same for a marble that reaches a goal
LATER_WAY = 0.1 * SIZE                      # width of the line of its later runs
SEE_THROUGH = 0.9                           # how strongly the ground of a hollow ball is drawn
BESIDE = 135                                # where a marble lies on a Part: at the lower right
OVER_LINES = 0.6                            # how strongly a Part is drawn over lines
BEFORE_EDGE = 0.62 * SIZE                   # from the end of a line to the middle of a space of the outer ring
LIKELY = 0.05                               # less likely paths are not drawn
CERTAIN = 0.999
Bounds = tuple[float, float, float, float]
GOAL_NAMES = phrases("{goal}, your goal", "{goal}, {who}'s goal", "{goal}, your team's goal", "{goal}, goal of {names}")


# Points


@kit.keep
def board_size(box: Any) -> kit.Point:
    """Width and height of the drawing of the board."""
    return SIZE * (3 * box.radius + 3.6), SIZE * math.sqrt(3) * (2 * box.radius + 1.25)


@kit.keep
def point_of(box: Any, space: int) -> kit.Point:
    """The middle of a space."""
    width, height = board_size(box)
    x, y = centre(COORDINATES[space], SIZE)
    return width / 2 + x, height / 2 + y


def marble_circles(view: Any, box: Any, moving: bool = False) -> dict[int, tuple[kit.Point, float]]:
    """The middle and the radius of each marble on the board. Marbles on one space lie round its middle, and so does one on a
    Part, which it would hide, while nothing moves."""
    found: dict[int, tuple[kit.Point, float]] = {}
    by_space: dict[int, list[int]] = {}
    for m in range(view.drawn):
        if view.place[m] in (ON_BOARD, AT_SEPARATOR, STUCK):
            by_space.setdefault(view.space[m], []).append(m)
    for space, there in by_space.items():
        middle = point_of(box, space)
        for n, m in enumerate(there):
            if len(there) == 1 and (moving or not 0 < space < box.edge or not view.part[space]):
                found[m] = middle, BALL
            elif len(there) == 1:
                found[m] = on_part(middle)
            else:
                found[m] = kit.aim(360 * n / len(there) - 90, 0.42 * SIZE, middle), BALL * (0.72 if len(there) < 5 else 0.55)
    return found


def on_part(middle: kit.Point) -> tuple[kit.Point, float]:
    """The middle and the radius of a marble on a Part, at its edge: what is drawn on it can still be seen."""
    return kit.aim(BESIDE, 0.5 * SIZE, middle), 0.72 * BALL


def marbles_on(view: Any, box: Any, space: int) -> list[Part]:
    """The marbles on a space once more, to be drawn over a Part that would come under them."""
    if not any(view.space[m] == space and view.place[m] == ON_BOARD for m in range(view.drawn)):
        return []
    found = [(m, *circle) for m, circle in marble_circles(view, box).items() if view.space[m] == space]
    if len(found) == 1:
        found = [(found[0][0], *on_part(point_of(box, space)))]
    return [draw_ghost_marble(view.speed[m], view.heading[m], at, r) for m, at, r in found]


@kit.keep
def draw_ghost_marble(speed: int, heading: int, at: kit.Point, r: float) -> Part:
    return kit.speed_marble("", speed, 60 * (heading - 1), at, r)


# The board


def draw_board(view: Any, box: Any, names: Sequence[str], moving: bool) -> Panel:
    """The machine: wood, spaces, goals, separators, Parts, the paths of the next phase and the runs after it, marbles."""
    width, height = board_size(box)
    side = box.side[view.viewer] if view.viewer >= 0 else -1
    parts = [draw_ground(box, side, *names), draw_next_marble(view)]
    parts += [draw_placed_part(box, part, facing, space) for space, part, facing in parts_on_board(view, box)]
    parts.append(draw_chosen_part(box, chosen_space(view)))
    if not view.over and not moving:
        parts.append(draw_future(view, box, likely_paths(view, box), courses(view, box), "chosen"))
    for m, (at, r) in marble_circles(view, box, moving).items():
        parts.append(draw_marble(m, view.speed[m], view.heading[m], view.place[m], box.radius, view.space[m], at, r))
    parts.append(draw_directions(box, direction_space(view) if view.viewer == view.player else -1))
    return Panel(BOARD, say("Machine"), width, height, draw_machine(box, kind_of_machine(view), *parts), name="machine")


def kind_of_machine(view: Any) -> str:
    """How the names of the spaces are shown (layout.css): clearly to choose a space, and not where other numbers are chosen."""
    if view.phase == TRADE:
        return "machine no-names"
    if view.viewer != view.player or view.over:
        return "machine"
    if view.phase in (PLACE, MOVE_TO):
        return "machine clear-names"
    return "machine no-names" if direction_space(view) >= 0 else "machine"


@kit.keep
def draw_machine(box: Any, kind: str, *parts: Part) -> Part:
    """The wood with everything on it."""
    return Part(say("Machine"), kind=kind, marks=[*draw_wood(box)], parts=[*parts])


@kit.keep
def draw_placed_part(box: Any, part: int, facing: int, space: int) -> Part:
    """A Part on its space."""
    return draw_part(part, facing, point_of(box, space), f"pt-{space}", part_name(part, facing, box.radius, space))


@kit.keep
def draw_wood(box: Any) -> list[Mark]:
    """The board without anything on it."""
    reach = SIZE * (1.732 * box.radius + 0.9)
    corners = [kit.aim(60 * i, reach, point_of(box, HOME)) for i in range(6)]
    return kit.plank_of(kit.through(corners, closed=True), 0.35 * SIZE)


def parts_on_board(view: Any, box: Any) -> list[tuple[int, int, int]]:
    """The Parts with their spaces and orientations. Two that are being swapped have changed places while they are turned."""
    found = {space: (part, view.facing[space]) for space, part in enumerate(view.part[:box.edge]) if space and part}
    if view.phase in (SWAP_ORIENT_A, SWAP_ORIENT_B) and view.second_space:         # 0 as soon as they are swapped
        one, other = view.first_space, view.second_space
        found[one], found[other] = found[other], found[one]
    return [(space, *found[space]) for space in sorted(found)]


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
    return part.add(kit.place_name(kit.MIDDLE, drawn_name(box.radius, space), 0.54 * SIZE))


@kit.keep
def draw_separator(box: Any, separator: int) -> Part:
    """A corner of the outer ring, with its number."""
    at = point_of(box, box.edge + (separator - 1) * box.radius)
    return Part(say("Separator {n}", n=separator), f"sep-{separator}", at, "space").add(
        kit.hexagon_mark(kit.MIDDLE, 0.98 * SIZE, fill="var(--wood-hi)", stroke="var(--wood-line)", stroke_width=2),
        kit.circle(kit.MIDDLE, 0.52 * SIZE, fill="var(--paper)", stroke="var(--ink)", stroke_width=1.5),
        kit.text(kit.MIDDLE, separator, 0.72 * SIZE, title=True))


def draw_goal(box: Any, side: int, names: Sequence[str], goal: int) -> Part:
    """A goal: its spaces with colour and shape, and outside them a line in the owner's colour and pattern, with a marble of the
    owner; the line of a goal of this side is thicker."""
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
        part.add(kit.path(kit.through([(x1 + dx, y1 + dy), (x2 + dx, y2 + dy)]), stroke=f"var(--ring-{SEAT_COLOURS[owner]})",
                          stroke_width=SIZE * (0.34 if side == owner else 0.2), stroke_linecap="round",
                          stroke_dasharray=SEAT_LINES[owner]),
                 kit.dot(SEAT_COLOURS[owner], ((x1 + x2) / 2 + dx, (y1 + y2) / 2 + dy), 0.44 * SIZE))
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
    at = (1.0 * SIZE, 0.95 * SIZE)
    part = Part(plural(left, "New marble, the last one", "New marble, {n} left"), "next", at, "space", reach=0.8 * SIZE).add(
        kit.circle(kit.MIDDLE, 0.8 * SIZE, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=1.5),
        kit.text((-0.95 * SIZE, 1.25 * SIZE), say("New marble") if m >= 0 else plural(left, "marble left", "marbles left"),
                 0.6 * SIZE, "start", fill="var(--ink-2)"))
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
    disc.add(kit.circle(kit.MIDDLE, 0.76 * SIZE, fill="var(--tile)") if ghost         # hides what it would come upon
             else kit.circle((0, 2), 0.76 * SIZE, fill="var(--hollow-lo)", opacity=0.3))
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


class Way(NamedTuple):
    """A line of a marble through points, whether it is certain, and the chance that stands at its end."""

    marble: int
    strand: int                             # its pattern
    points: tuple[kit.Point, ...]
    goal: int                               # which it ends in, or 0
    certain: bool
    words: str = ""
    tag: kit.Point = kit.MIDDLE             # where the words stand


class Ball(NamedTuple):
    """The speed of a marble at the end of its line: hollow if it comes there only in a later run."""

    at: kit.Point
    r: float
    speed: int
    later: bool
    on_white: bool = False                  # whether it stands in a white goal


def draw_future(view: Any, box: Any, paths: Iterable[Path], later: Mapping[int, Course], look: str = "legal",
                beside: Sequence[Way] = ()) -> Part:
    """Where marbles will go: in the next phase a solid line if it is certain, a dashed line if dice decide, and in the runs
    after it a dotted line. The lines are white (the look "chosen") as it stands, and mint (the look "legal") if a choice
    changes them. `beside`: what is drawn already. Lines of several marbles end with balls that show the marble's speed, and
    marbles of the same speed have lines of different patterns."""
    ways, strands = ways_of(view, box, paths, beside), strands_of(view)
    rest = [(m, points, goal_at_end(box, legs), True) for m, course in later.items()
            for legs in course.later_branches or (course.later,) if (points := points_of_path(box, None, legs))]
    begun = {(m, points[0]) for m, points, *_ in rest}      # one way of a die may end while the other goes on
    ends = [*((way.marble, way.points, way.goal, False) for way in ways if (way.marble, way.points[-1]) not in begun), *rest]
    taken = [*taken_by(view, box), *(bounds_of_tag(way.tag, way.words) for way in (*beside, *ways) if way.words)]
    balls = [ball for m, points, goal, is_later in ends
             if (ball := place_ball(box, int(view.speed[m]), points, goal, is_later, taken))]
    return kit.together("", "future changed" if look == "legal" and (paths or later) else "future",
                        draw_courses(box, look, strands, later), draw_ways(look, *ways),
                        draw_tiles_over(box, *tiles_under(view, box, paths, later)),
                        draw_balls(look, *balls if len(strands) > 1 else ()))


def goal_at_end(box: Any, legs: Sequence[Leg]) -> int:
    """The goal that legs lead into; 0 if they do not."""
    return max(0, int(box.goal[legs[-1].end])) if legs else 0


def tiles_under(view: Any, box: Any, paths: Iterable[Path], later: Mapping[int, Course]) -> list[tuple[int, int, int]]:
    """The Parts that lines go over, with their spaces and orientations; not those under marbles."""
    legs = [leg for path in paths for leg in path.legs]
    legs += [leg for course in later.values() for some in (course.later, *course.later_branches) for leg in some]
    spaces = {space for leg in legs for space in (leg.start, leg.end)}
    spaces -= {view.space[m] for m in marbles_on_board(view)}
    return [part for part in parts_on_board(view, box) if part[0] in spaces]


@kit.keep
def draw_tiles_over(box: Any, *parts: tuple[int, int, int]) -> Part:
    """Parts once more, faintly over the lines, so that nobody has to guess what lies under them."""
    return Part(kind="tiles-over").add(
        Part(at=point_of(box, space), turned=60 * (facing - 1) if facing else 0).add(
            kit.use(symbol_of(part), r=DISC, opacity=OVER_LINES)) for space, part, facing in parts)


def strands_of(view: Any) -> dict[int, int]:
    """The pattern of each marble's line, by which those of one speed are told apart."""
    found: dict[int, int] = {}
    for m in marbles_on_board(view):
        found[m] = sum(view.speed[other] == view.speed[m] for other in found) % kit.STRANDS
    return found


def taken_by(view: Any, box: Any) -> list[Bounds]:
    """The bounds of the marbles, which nothing may cover."""
    return [(x - r, y - r, x + r, y + r) for (x, y), r in marble_circles(view, box).values()]


def place_ball(box: Any, speed: int, points: Sequence[kit.Point], goal: int, later: bool, taken: list[Bounds]) -> Ball | None:
    """The ball at the end of a marble's line: in the goal, where it hides a mark, or behind the tip, else beside it; None if
    there is no room. It is taken from then on. Balls that reach a goal are larger, most of all those that do so next."""
    angle, end = kit.heading_at_end(points), points[-1]
    r = (ARRIVES_LATER if later else ARRIVES_NEXT) if goal else NUMBER
    first = (kit.aim(angle, BEFORE_EDGE, end) if goal
             else kit.aim(angle + 180, min(0.8 * SIZE, math.dist(*points[-2:]) / 2), end))
    beside = [kit.aim(angle + side, away * SIZE, kit.aim(angle + 180, back * SIZE, end))
              for back, away in ((0, 0.75), (0.9, 0.75), (0, 1.5)) for side in (90, -90)]
    for at in (first, *beside):
        bounds = at[0] - r, at[1] - r, at[0] + r, at[1] + r
        if is_free(bounds, taken):
            taken.append(bounds)
            return Ball(at, r, speed, later, bool(goal) and at == first and box.goal_colour[goal] != 0)
    return None


def is_free(bounds: Bounds, taken: Iterable[Bounds]) -> bool:
    left, top, right, bottom = bounds
    return not any(left < x2 and x1 < right and top < y2 and y1 < bottom for x1, y1, x2, y2 in taken)


@kit.keep
def draw_balls(look: str, *balls: Ball) -> Part:
    """The speeds of marbles at the ends of their lines: full balls for the next run, hollow ones for later runs."""
    return Part(kind="numbers").add(draw_ball(look, ball) for ball in balls)


def draw_ball(look: str, ball: Ball) -> Part:
    """A full ball stands out from its ground, white ones in white goals too. A hollow ball has its ground's colour, which can
    be seen through it, and a dotted outline."""
    light, dark = f"var(--{look})", f"var(--{look}-edge)"
    if ball.later:
        ground, ink = ("var(--goal-white)", dark) if ball.on_white else (dark, light)
        outline = kit.circle(kit.MIDDLE, ball.r, fill=ground, fill_opacity=SEE_THROUGH, stroke=ink, stroke_width=1.8,
                             stroke_linecap="round", stroke_dasharray="0.1 4")
    else:
        fill, ink = (dark, light) if ball.on_white and look == "chosen" else (light, dark)
        outline = kit.circle(kit.MIDDLE, ball.r, fill=fill, stroke=ink, stroke_width=1.6)
    return Part(kind="later-ball" if ball.later else "next-ball", at=ball.at).add(
        outline, kit.text(kit.MIDDLE, ball.speed, 1.5 * ball.r, fill=ink, weight=800))


def ways_of(view: Any, box: Any, paths: Iterable[Path], beside: Iterable[Way] = ()) -> list[Way]:
    """The paths as lines. If one is likelier than another, its chance stands at the goal or separator that it leads to, as far
    as there is room: no chance covers another one or a marble, and the likeliest come first."""
    circles, strands = marble_circles(view, box), strands_of(view)
    chances: dict[tuple[int, tuple[Leg, ...]], float] = {}
    for path in paths:                      # paths that differ only in the last turn are one line
        chances[path.marble, path.legs] = chances.get((path.marble, path.legs), 0.0) + path.chance
    shares: dict[int, set[float]] = {}
    for (m, _), chance in chances.items():
        shares.setdefault(m, set()).add(round(chance, 3))
    taken = [bounds_of_tag(way.tag, way.words) for way in beside if way.words]
    taken += taken_by(view, box)
    drawn = []
    for (m, legs), chance in sorted(chances.items(), key=lambda item: -item[1]):
        if points := points_of_path(box, circles.get(m), legs):
            words = f"{100 * chance:.0f} %" if len(shares[m]) > 1 else ""
            at = place_for_tag(box, legs[-1].end, words, taken) if words else None
            way = Way(m, strands[m], points, goal_at_end(box, legs), chance > CERTAIN)
            drawn.append(way._replace(words=words, tag=at) if at else way)
    return drawn


def points_of_path(box: Any, circle: tuple[kit.Point, float] | None, legs: Sequence[Leg]) -> tuple[kit.Point, ...]:
    """The points that a path goes through, from its marble on; none if it stays where it is."""
    points = [circle[0]] if circle else [point_of(box, legs[0].start)] if legs else []
    points += [point_of(box, leg.end) for leg in legs if leg.end != leg.start]
    if len(points) < 2:
        return ()
    if legs[-1].end >= box.edge:            # the line ends before the mark or number there
        (x1, y1), (x2, y2) = points[-2:]
        share = 1 - BEFORE_EDGE / math.dist(points[-2], points[-1])
        points[-1] = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
    return tuple(points)


def place_for_tag(box: Any, space: int, words: str, taken: list[Bounds]) -> kit.Point | None:
    """Where a chance to come to a goal or separator can be read, which is taken from then on; None if there is no room. On the
    other spaces there are marks for choosing one."""
    if space < box.edge:
        return None
    x, y = point_of(box, space)
    for dy in (0, -0.7 * SIZE, 0.7 * SIZE) if box.goal[space] > 0 else (-0.9 * SIZE, 0.9 * SIZE):
        bounds = bounds_of_tag((x, y + dy), words)
        if is_free(bounds, taken):
            taken.append(bounds)
            return x, y + dy
    return None


def bounds_of_tag(at: kit.Point, words: str) -> Bounds:
    """Left, top, right and bottom of a chance, with a little room around."""
    width, height = (1.1 * length for length in kit.tag_size(words, TAG))
    return at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2


@kit.keep
def draw_ways(look: str, *ways: Way) -> Part:
    """Lines, and over them their chances."""
    drawn = Part(kind="paths").add(Part().add(
        kit.way(way.points, WAY, way.certain, look, way.strand)) for way in ways)
    return drawn.add(Part(kind="chance").add(kit.tag(way.tag, way.words, TAG)) for way in ways if way.words)


def draw_courses(box: Any, look: str, strands: Mapping[int, int], found: Mapping[int, Course]) -> Part:
    """Where marbles will go after the next phase if nobody changes their ways, as dotted lines with the looks of paths."""
    return kit.together("", "later", *(draw_course(box, look, strands[m], course) for m, course in found.items()
                                       if course.later or course.later_branches))


@kit.keep
def draw_course(box: Any, look: str, strand: int, course: Course) -> Part:
    """The runs of a marble after the next one: a dotted line with a ring where each run ends, and an arrow at its end. Where a
    die then picks one of two ways, both of them are dashed lines."""
    drawn = Part()
    if points := points_of_path(box, None, course.later):
        stops = [point_of(box, run[-1].end) for run in course.runs[1:-1] if run]
        drawn.add(kit.dotted_way(points, stops, LATER_WAY, look, strand))
    branches = [points for legs in course.later_branches if (points := points_of_path(box, None, legs))]
    return drawn.add(*(kit.way(points, LATER_WAY, False, look, strand) for points in branches))


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


def directions_of(box: Any, part: int, direction: int) -> tuple[int, ...]:
    """Where the arrows of a Part point that is turned to a direction: two, for odd and for even rolls, if it has them."""
    even = int(box.even[part])
    return (direction, (direction - 1 + even) % 6 + 1) if even else (direction,)


def chosen_space(view: Any) -> int:
    """The space whose Part was chosen first, while it is asked where it goes; 0 if none was."""
    return int(view.first_space) if view.phase in (MOVE_TO, SWAP_B) else 0


@kit.keep
def draw_chosen_part(box: Any, space: int) -> Part:
    """A ring round the Part that was chosen first; none for 0."""
    ring = Part(kind="first-chosen")
    return ring.add(kit.ring("chosen", point_of(box, space), DISC)) if space else ring


@kit.keep
def draw_directions(box: Any, space: int) -> Part:
    """Six arrows round the space whose Part or marble is being turned, to press for a direction; none for -1."""
    arrows = Part(kind="directions")
    if space >= 0:
        for direction in range(1, 7):
            name = say("Towards {direction}", direction=direction_name(direction))
            arrows.add(draw_handle(point_of(box, space), direction, name, f"dir-{direction}"))
    return arrows


@kit.keep
def draw_handle(round_point: kit.Point, direction: int, name: str = "", id: str = "", chosen: bool = False) -> Part:
    """An arrow for a direction, at the edge of the space, so that what lies on the next one can still be seen. The chosen one
    is larger, and bright."""
    r, angle = HANDLE * (1.3 if chosen else 1), 60 * (direction - 1)
    fill, edge = ("var(--legal)", "var(--legal-edge)") if chosen else ("var(--chosen)", "var(--chosen-edge)")
    tip = kit.through([kit.aim(angle, r), kit.aim(angle - 142, r), kit.aim(angle + 180, 0.25 * r),
                       kit.aim(angle + 142, r)], closed=True)
    return Part(name, id, kit.aim(angle, DIAL, round_point), "space", reach=1.5 * HANDLE).add(
        kit.path(tip, fill=fill, stroke=edge, stroke_width=2, stroke_linejoin="round"))
