"""What a seat sees: the hexagonal machine with Parts, marbles and their ways in the next phase, its own tiles, the piles.

First the places, then the board, then the other panels, then the choices with what they would do, then the scene.
"""

import math
from collections.abc import Sequence
from typing import Any

from ...core.chance import OpenEvent, Script
from ...core.hexgrid import centre
from ...core.match import NoteRecorder
from ...core.notes import Note
from ...drawing import kit
from ...drawing.palette import SPEED_MARBLES as SPEED_COLOURS
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Mark, Panel, Part, Scene, Seat
from ...words import capital, join_and, phrase, phrases, plural, say
from . import rules
from .diagram import diagram
from .hidden import unseen
from .names import direction_words, goal_name, goal_text, oriented_space, owner_text, space_words, tile_name
from .paths import Leg, Path, expected_piles, next_phase
from .sentences import sentence
from .state import (
    ACTIONS,
    AIM,
    AIMED,
    AT,
    AT_SEPARATOR,
    CODES,
    COORDINATES,
    DREW_TILE,
    ERASE_WHICH,
    FINISHED,
    FIRST,
    HOME,
    IN_GOAL,
    KEEP,
    MARBLE,
    MOVE_FROM,
    MOVE_TO,
    NEXT,
    ON_BOARD,
    ORIENT,
    PARTS,
    PLACE,
    SECOND,
    SHOWED,
    SPEEDS,
    STATE,
    STUCK,
    SWAP_A,
    SWAP_B,
    SWAP_ORIENT_A,
    SWAP_ORIENT_B,
    TILES,
    TRADE,
)

COLOURS = ("blue", "red", "yellow", "purple", "green", "ink")           # marble of each seat
SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Black")
SIZE = 34.0                                 # side of a space
DISC, BALL = 0.8 * SIZE, 0.5 * SIZE         # radius of a Part, of a marble
LINE = 27                                   # letters of a line on a tile in hand
WORDS = ("", *phrases(
    "turns a marble left by 60°", "turns a marble left by 120°", "turns a marble right by 60°",
    "turns a marble right by 120°", "turns a marble round", "turns a marble to its arrow", "lets a marble fly over one space",
    "slides a marble one space along its arrow", "a die turns a marble to one of two arrows, 60° apart",
    "a die turns a marble to one of two arrows, 120° apart", "puts a marble on Home",
    "turns marbles of speed 1 to its arrow", "a die turns a marble anywhere", "a die slides a marble one space",
    "cannot be entered", "takes a Part off the board", "puts a Part on another space", "two Parts change places"))
SQUARES = phrases("squares", "circles", "triangles")
BLACK_GOALS = phrases("black goals", "white goals")
QUESTIONS = {
    TRADE: phrase("{who} to trade a Modifier or keep the hand."), FIRST: phrase("{who} to play a marble or a Machine Tile."),
    SECOND: phrase("{who} to play a second tile."), AIM: phrase("{who} to aim the marble."),
    PLACE: phrase("{who} to choose a space for {tile}."), ORIENT: phrase("{who} to turn the Part for {tile}."),
    ERASE_WHICH: phrase("{who} to choose a Part to erase for {tile}."),
    MOVE_FROM: phrase("{who} to choose a Part to move for {tile}."),
    MOVE_TO: phrase("{who} to choose its new space for {tile}."),
    SWAP_A: phrase("{who} to choose the first Part to swap for {tile}."),
    SWAP_B: phrase("{who} to choose the second Part to swap for {tile}."),
    SWAP_ORIENT_A: phrase("{who} to turn the first Part for {tile}."),
    SWAP_ORIENT_B: phrase("{who} to turn the second Part for {tile}.")}


# Places


@kit.once_per_box
def size_of(box: Any) -> kit.Point:
    """Width and height of the drawing of the board."""
    return SIZE * (3 * box.radius + 3.6), SIZE * math.sqrt(3) * (2 * box.radius + 1.9)


@kit.once_per_box
def place(box: Any, space: int) -> kit.Point:
    """The middle of a space."""
    width, height = size_of(box)
    x, y = centre(COORDINATES[space], SIZE)
    return width / 2 + x, height / 2 + y


def places_of_marbles(view: Any, box: Any) -> dict[int, tuple[kit.Point, float]]:
    """Where each marble on the board is drawn, and how large: those that share a space are fanned out."""
    found: dict[int, tuple[kit.Point, float]] = {}
    by_space: dict[int, list[int]] = {}
    for m in range(view.drawn):
        if view.place[m] in (ON_BOARD, AT_SEPARATOR, STUCK):
            by_space.setdefault(view.space[m], []).append(m)
    for space, there in by_space.items():
        x, y = place(box, space)
        for n, m in enumerate(there):
            if len(there) == 1:
                found[m] = (x, y), BALL
            else:
                found[m] = kit.aim(360 * n / len(there) - 90, 0.42 * SIZE, (x, y)), BALL * (0.72 if len(there) < 5 else 0.55)
    return found


# Names


def part_name(view: Any, space: int) -> str:
    """A Part on the board as it is spoken."""
    return say("{part} on {space}", part=tile_name(view.part[space]), space=oriented_space(space, view.facing[space]))


def marble_name(view: Any, m: int) -> str:
    on_board = view.place[m] in (ON_BOARD, STUCK)
    name = say("Marble {m} on {space}", m=m + 1, space=space_words(view.space[m])) if on_board else say("Marble {m}", m=m + 1)
    facts = [say("speed {speed}", speed=view.speed[m])]
    if view.heading[m]:
        facts.append(say("heading {direction}", direction=direction_words(view.heading[m])))
    if view.place[m] == STUCK:
        facts.append(say("stuck"))
    return ", ".join([name, *facts])


def colour_of(box: Any, side: int) -> str:
    """The marble that stands for a side: that of its first seat."""
    return COLOURS[side]


# The board


def draw_board(view: Any, box: Any, names: Sequence[str], moving: bool) -> Panel:
    """The machine: wood, spaces, goals and separators, ways of the next phase, Parts, marbles."""
    width, height = size_of(box)
    middle = (width / 2, height / 2)
    reach = SIZE * (1.732 * box.radius + 0.9)
    root = Part(say("Machine"), kind="machine").add(
        kit.plank_of(kit.through([kit.aim(60 * i, reach, middle) for i in range(6)], closed=True), 0.35 * SIZE))
    for space in range(box.edge):
        root.add(draw_space(box, space))
    for goal in range(1, 7):
        root.add(draw_goal(view, box, names, goal))
    for k in range(6):
        x, y = place(box, box.edge + k * box.radius)
        root.add(Part(say("Separator {n}", n=k + 1), f"sep-{k + 1}", (x, y), "space").add(
            kit.hexagon_mark(kit.MIDDLE, 0.98 * SIZE, fill="var(--wood-hi)", stroke="var(--wood-line)", stroke_width=2),
            kit.circle(kit.MIDDLE, 0.52 * SIZE, fill="var(--paper)", stroke="var(--ink)", stroke_width=1.5),
            kit.text(kit.MIDDLE, k + 1, 0.72 * SIZE, title=True)))
    root.add(draw_next(view))
    for space in range(1, box.edge):
        if view.part[space]:
            root.add(draw_part(view.part[space], view.facing[space], place(box, space), f"pt-{space}", part_name(view, space)))
    if not view.over and not moving:
        root.add(draw_paths(view, box, ways(view, box)))
    for m, (at, r) in places_of_marbles(view, box).items():
        root.add(kit.speed_marble(f"m-{m}", view.speed[m], 60 * (view.heading[m] - 1), at, r, marble_name(view, m)))
    root.add(draw_orientations(view, box))
    return Panel(BOARD, say("Machine"), width, height, root)


def draw_space(box: Any, space: int) -> Part:
    """A space of the machine, to press for it."""
    part = Part(id=f"sp-{space}", at=place(box, space), kind="space").add(kit.hexagon_mark(
        kit.MIDDLE, 0.95 * SIZE, fill="var(--wood-lo)" if space else "var(--paper-3)", fill_opacity=0.55 if space else 1,
        stroke="var(--hollow)", stroke_width=1.3))
    if space == HOME:
        part.name = say("Home")
        part.add(kit.use("ic-home", r=0.5 * SIZE, color="var(--ink-2)"))
    return part


def shape_mark(shape: int, at: kit.Point, r: float, colour: str) -> Mark:
    """Square, circle or triangle."""
    x, y = at
    if shape == 0:
        return kit.rect(x - 0.82 * r, y - 0.82 * r, 1.64 * r, 1.64 * r, 0.15 * r, fill=colour)
    if shape == 1:
        return kit.circle(at, 0.95 * r, fill=colour)
    return kit.polygon([(x, y - r), (x + 1.02 * r, y + 0.75 * r), (x - 1.02 * r, y + 0.75 * r)], fill=colour)


def draw_goal(view: Any, box: Any, names: Sequence[str], goal: int) -> Part:
    """A goal: its spaces with colour and shape, and outside them a line and a marble of its owner; own goals' are fat."""
    ground, ink = ("var(--goal-black)", "var(--goal-white)")[::1 if box.goal_colour[goal] == 0 else -1]
    owner = box.owner[goal]
    name = (say("Goal {n}, {goal} of {who}", n=goal, goal=goal_name(box, goal), who=owner_text(box, names, owner)) if owner >= 0
            else say("Goal {n}, {goal}, nobody's", n=goal, goal=goal_name(box, goal)))
    part = Part(name, f"goal-{goal}", kind="goal")
    spaces = [place(box, box.edge + (goal - 1) * box.radius + j) for j in range(1, box.radius)]
    part.add(kit.hexagon_mark(at, SIZE, fill=ground, stroke=ground, stroke_width=2, opacity=None if owner >= 0 else 0.45)
             for at in spaces)
    part.add(shape_mark(box.goal_shape[goal], at, 0.42 * SIZE, ink) for at in spaces)
    if owner >= 0:
        nx, ny = kit.aim(60 * goal - 30, 1.18 * SIZE)
        (x1, y1), (x2, y2) = spaces[0], spaces[-1]
        mine = view.viewer >= 0 and box.side[view.viewer] == owner
        part.add(kit.path(kit.through([(x1 + nx, y1 + ny), (x2 + nx, y2 + ny)]), stroke=f"var(--ring-{colour_of(box, owner)})",
                          stroke_width=SIZE * (0.36 if mine else 0.2), stroke_linecap="round"),
                 kit.dot(colour_of(box, owner), ((x1 + x2) / 2 + nx, (y1 + y2) / 2 + ny), 0.44 * SIZE))
    return part


def draw_next(view: Any) -> Part:
    """The place beside the board for the marble that is being played, to press for playing one."""
    at = (1.35 * SIZE, 1.35 * SIZE)
    left = sum(view.bag)
    part = Part(say("Next marble, {n} left", n=left), "next", at, "space", reach=0.8 * SIZE).add(
        kit.circle(kit.MIDDLE, 0.8 * SIZE, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=1.5),
        kit.text((0, 1.1 * SIZE), say("Next"), 0.42 * SIZE, fill="var(--ink-2)"))
    waiting = [m for m in range(view.drawn) if view.place[m] == NEXT]
    if waiting:
        m = waiting[0]
        heading = 60 * ((view.heading[m] or 1) - 1)
        part.add(kit.speed_marble(f"m-{m}", view.speed[m], heading, kit.MIDDLE, BALL, marble_name(view, m)))
    else:
        part.add(kit.text((0, -0.05 * SIZE), left, 0.7 * SIZE, title=True))
    return part


def draw_part(part: int, facing: int, at: kit.Point, id: str, name: str, ghost: bool = False) -> Part:
    """A Part as a disc, turned as it lies."""
    disc = Part(name, id, at, "ghost" if ghost else "part", reach=DISC)
    disc.add(kit.circle((0, 2), 0.76 * SIZE, fill="var(--hollow-lo)", opacity=0.3))
    disc.add(Part(turned=60 * (facing - 1) if facing else 0).add(
        kit.use(icon(part), r=DISC, opacity=kit.GHOST_OPACITY if ghost else None)))
    return disc.add(kit.ring("ghost", r=DISC)) if ghost else disc


def icon(tile: int) -> str:
    """The symbol of a tile."""
    return f"part-{CODES[tile].replace('_', '-')}"


def draw_paths(view: Any, box: Any, paths: list[Path]) -> Part:
    """Where marbles will go: solid where it is certain, dashed with its chance where dice decide."""
    drawn, where = Part(kind="paths"), places_of_marbles(view, box)
    chances: dict[tuple[int, tuple[Leg, ...]], float] = {}
    for path in paths:                      # ways that differ in the last turn only are one line
        chances[path.marble, path.legs] = chances.get((path.marble, path.legs), 0.0) + path.chance
    for (m, legs), chance in chances.items():
        points = [where[m][0]] if m in where else [place(box, legs[0].start)] if legs else []
        for leg in legs:
            if leg.end != leg.start:
                points.append(place(box, leg.end))
        if len(points) < 2:
            continue
        if legs[-1].end >= box.edge:        # stop short of the mark or number there
            (x0, y0), (x, y) = points[-2:]
            part = 1 - 0.62 * SIZE / math.dist(points[-2], points[-1])
            points[-1] = x0 + part * (x - x0), y0 + part * (y - y0)
        drawn.add(Part().add(kit.way(points, 0.12 * SIZE, chance > 0.999)))
        if chance <= 0.999:
            drawn.add(Part().add(kit.tag((points[-1][0], points[-1][1] - 0.62 * SIZE), f"{100 * chance:.0f} %", 0.4 * SIZE)))
    return drawn


def turning(view: Any) -> int:
    """The space round which a direction is chosen now, or -1."""
    if view.phase == AIM:
        return HOME
    if view.phase == ORIENT:
        return int(view.other or view.spot)
    return int(view.other) if view.phase == SWAP_ORIENT_A else int(view.spot) if view.phase == SWAP_ORIENT_B else -1


def draw_orientations(view: Any, box: Any) -> Part:
    """Six dots round the space whose Part or marble is being turned, to press for a direction."""
    dots = Part(kind="directions")
    space = turning(view)
    if space >= 0 and view.viewer == view.player:
        for direction in range(1, 7):
            at = kit.aim(60 * (direction - 1), 1.05 * SIZE, place(box, space))
            name = say("Direction {direction}", direction=direction_words(direction))
            dots.add(Part(name, f"dir-{direction}", at, "space", reach=0.26 * SIZE))
    return dots


# The other panels


def draw_hand(view: Any, names: Sequence[str]) -> Panel:
    """The viewer's own tiles, with what they do; the tile in play lies beside them."""
    tiles = [tile for tile in range(1, TILES) for _ in range(view.hand[view.viewer][tile])]
    if view.tile and view.player == view.viewer:
        tiles.append(view.tile)
    root = Part(say("{who}'s tiles", who=names[view.viewer]), kind="hand")
    seen: dict[int, int] = {}
    for n, tile in enumerate(tiles):
        seen[tile] = seen.get(tile, 0) + 1
        in_play = n == len(tiles) - 1 and view.tile and view.player == view.viewer
        name = (say("{tile}: {does}, in play", tile=tile_name(tile), does=say(WORDS[tile])) if in_play
                else say("{tile}: {does}", tile=tile_name(tile), does=say(WORDS[tile])))
        part = Part(name, f"tile-{tile}-{seen[tile]}", (0, 76 * n), "tile").add(
            kit.rect(2, 2, 276, 70, 14, fill="var(--paper-2)" if in_play else "var(--paper)", stroke="var(--line-strong)",
                     stroke_width=1.5),
            kit.use(icon(tile), (39, 37), 30), kit.text((80, 26), tile_name(tile), 17, "start", title=True))
        words, lines = say(WORDS[tile]).split(), [""]
        for word in words:
            if len(lines[-1]) + len(word) + 1 > LINE:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        size, step = (12.5, 15) if len(lines) <= 2 else (11, 12)        # other languages may need a third line
        part.add(kit.text((80, 29 + step * n), line, size, "start", fill="var(--ink-2)") for n, line in enumerate(lines[:3], 1))
        root.add(part)
    return Panel(HAND, say("Your tiles"), 280, max(76.0, 76.0 * len(tiles)), root, view.viewer)


def draw_piles(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The marbles of every owner, with their speeds."""
    root = Part(say("Piles"), kind="piles")
    for side in range(box.sides):
        pile = [m for m in range(view.drawn) if view.place[m] > IN_GOAL and box.owner[view.place[m] - IN_GOAL] == side]
        name = say("{who}: {n} of {all} marbles", who=owner_text(box, names, side), n=len(pile), all=box.quota)
        row = Part(name, f"pile-{side}", (0, 34 * side)).add(
            kit.dot(colour_of(box, side), (16, 17), 11))
        for n, m in enumerate(sorted(pile, key=lambda m: view.speed[m])):
            row.add(Part(say("speed {speed}", speed=view.speed[m]), f"m-{m}", (42 + 19 * n, 17), "marble").add(
                kit.use(f"mb-{SPEED_COLOURS[view.speed[m]]}-plain", r=9),
                kit.text(kit.MIDDLE, view.speed[m], 11, fill=f"var(--mb-{SPEED_COLOURS[view.speed[m]]}-inlay)", weight=800)))
        root.add(row)
    longest = max((view.collected[side] for side in range(box.sides)), default=0)
    return Panel(OTHER, say("Piles"), max(280.0, 42.0 + 19 * longest), 34.0 * box.sides, root,
                 caption=say("Quota {n}", n=box.quota))


def draw_unseen(view: Any, box: Any) -> Panel:
    """The Machine Tiles that the viewer has not seen yet, by kind."""
    root = Part(say("Machine Tiles not seen yet"), kind="unseen")
    for n, tile in enumerate(range(1, TILES)):
        count = unseen(view, box, view.viewer, tile)
        root.add(Part(say("{tile}: {n}", tile=tile_name(tile), n=count), f"unseen-{tile}", (46 * (n % 6), 44 * (n // 6))).add(
            kit.use(icon(tile), (16, 20), 15, opacity=None if count else 0.35),
            kit.text((40, 20), count, 14, weight=650, fill="var(--ink)" if count else "var(--ink-2)")))
    return Panel(FACTS, say("Still unseen"), 280, 132, root, caption=say("{n} in the stack", n=view.stack_size))


# Choices


def legal(view: Any, box: Any) -> list[int]:
    """The actions that the rules allow."""
    actions = [0] * ACTIONS
    return actions[:rules.legal(view, box, actions)]


def try_action(view: Any, box: Any, action: int) -> tuple[Any, list[Note], bool]:
    """An action on a copy of the view, up to the first chance: the position, what was told, and whether chance came."""
    trial, ear = STATE.copy(view), NoteRecorder()
    trial.listener, trial.script = ear, Script()
    chance = False
    try:
        rules.play(trial, box, action)
    except OpenEvent:
        chance = True
    trial.listener = trial.script = None
    return trial, ear.notes, chance


def ways(view: Any, box: Any) -> list[Path]:
    """The ways of the next phase that are drawn."""
    return next_phase(view, box, least=0.02)


def describe_effect(box: Any, names: Sequence[str], before: Any, trial: Any, notes: list[Note]) -> tuple[str, Part]:
    """What an action would do at once and in the next phase: a sentence or two, and the changed ways, drawn."""
    told = [words for note in notes if note.event not in (SHOWED, DREW_TILE) and (words := sentence(note, box, names))]
    changed = [path for path in ways(trial, box) if path not in before]
    marbles = sorted({path.marble + 1 for path in changed})
    if marbles:
        told.append(plural(len(marbles), "Changes the way of marble {marbles}.", "Changes the way of marbles {marbles}.",
                           marbles=", ".join(map(str, marbles))))
    return " ".join(told[1:5]), draw_paths(trial, box, changed)       # the first sentence only repeats the choice


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: for a tile every one of its kind."""
    if action == MARBLE:
        return ("next",)
    if action < KEEP:
        return tuple(f"tile-{action}-{number + 1}" for number in range(max(1, view.hand[view.player][action])))
    if action == KEEP:
        return ()
    return (f"dir-{action - AIMED}",) if turning(view) >= 0 else (f"sp-{action - AT}",)      # the last direction is also Home


def choice_of(view: Any, box: Any, names: Sequence[str], before: Any, action: int) -> Choice:
    """An action as a labelled choice, with what it will do and where to press for it."""
    if action == MARBLE:
        moving = sum(place == ON_BOARD for place in view.place)
        said = plural(sum(view.bag), "Draws the last marble; {moving} on the board will move.",
                      "Draws one of {n} marbles; {moving} on the board will move.", moving=moving)
        return Choice(action, say("Play a marble"), said, parts_of(view, box, action)[0])
    if action <= KEEP:
        return tile_choice(view, box, action)
    if action <= AT:
        return direction_choice(view, box, names, before, action)
    return space_choice(view, box, names, before, action)


def tile_choice(view: Any, box: Any, action: int) -> Choice:
    if action == KEEP:
        return Choice(action, say("Keep the hand"), say("Ends your trade-in."))
    target, *also = parts_of(view, box, action)
    if view.phase == TRADE:
        return Choice(action, say("Trade in {tile}", tile=tile_name(action)),
                      say("It is shown and goes back into the stack; you draw another tile."), target=target, also=tuple(also))
    does = say(WORDS[action])
    said = say("{does}.", does=capital(does)) if WORDS[action].startswith(("a die", "two")) else say("It {does}.", does=does)
    return Choice(action, say("Play {tile}", tile=tile_name(action)), said, target=target, also=tuple(also))


def direction_choice(view: Any, box: Any, names: Sequence[str], before: Any, action: int) -> Choice:
    """A direction for a marble or a Part, drawn with what would follow."""
    direction = action - AIMED
    label = (say("Aim to {direction}", direction=direction_words(direction)) if view.phase == AIM
             else say("Turn to {direction}", direction=direction_words(direction)))
    if view.phase == AIM:
        m = view.drawn - 1
        trial = STATE.copy(view)
        trial.place[m], trial.space[m], trial.heading[m] = ON_BOARD, HOME, direction
        own = next_phase(trial, box, [m], least=0.02)
        ghost = (draw_paths(trial, box, own), kit.speed_marble(
            "", view.speed[m], 60 * (direction - 1), place(box, HOME), BALL, ghost=True))
        likely = own[0]
        end = (say("reaches separator {n}", n=likely.separator) if likely.separator
               else say("reaches {goal}", goal=goal_text(box, likely.goal)) if likely.goal
               else say("comes to {space}", space=space_words(likely.space)) if likely.legs else say("is blocked at Home"))
        said = (say("In the phase after this one it perhaps {does}.", does=end) if len(own) > 1
                else say("In the phase after this one it {does}.", does=end))
        return Choice(action, label, said, parts_of(view, box, action)[0], ghost=ghost)
    trial, notes, _ = try_action(view, box, action)
    space = turning(view)
    part = view.tile if view.tile <= PARTS else view.part[view.other if view.phase == SWAP_ORIENT_B else view.spot]
    disc = draw_part(part, direction, place(box, space), "", "", ghost=True)
    consequence, drawn = describe_effect(box, names, before, trial, notes)
    return Choice(action, label, consequence, parts_of(view, box, action)[0], ghost=(disc, drawn))


LABELS = {PLACE: phrase("On {place}"), ERASE_WHICH: phrase("Erase {place}"), MOVE_FROM: phrase("Move {place}"),
          MOVE_TO: phrase("To {place}"), SWAP_A: phrase("Swap {place}"), SWAP_B: phrase("With {place}")}


def space_choice(view: Any, box: Any, names: Sequence[str], before: Any, action: int) -> Choice:
    """A space, drawn with what would follow."""
    space, phase = action - AT, view.phase
    here = place(box, space)
    there = [m for m in range(view.drawn) if view.place[m] == ON_BOARD and view.space[m] == space]
    spot = space_words(space)
    if view.part[space]:
        spot = say("{part} on {space}", part=tile_name(view.part[space]), space=spot)
    label = say(LABELS[phase], place=spot)
    trial, notes, chance = try_action(view, box, action)
    done = chance or trial.phase in (FIRST, SECOND, FINISHED)
    consequence, drawn = describe_effect(box, names, before, trial, notes) if done else ("", Part())
    if not done and there and phase in (PLACE, MOVE_TO):
        consequence = plural(len(there), "Marble {marbles} will lie on it.", "Marbles {marbles} will lie on it.",
                             marbles=", ".join(str(m + 1) for m in there))
    ghost = [drawn]
    if phase in (PLACE, MOVE_TO):
        part = view.tile if phase == PLACE else view.part[view.spot]
        ghost.insert(0, draw_part(part, 0, here, "", "", ghost=True))
    look = "hit" if there and phase in (PLACE, MOVE_TO) else "legal"
    return Choice(action, label, consequence, parts_of(view, box, action)[0], look=look, ghost=tuple(ghost))


# The scene


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what is to be decided, or who has won."""
    if not view.over:
        return say(QUESTIONS[view.phase], who=names[view.player], tile=tile_name(view.tile))
    from .final import place_of
    winners = [owner_text(box, names, side) for side in range(box.sides) if place_of(view, box, side) == 1]
    if len(winners) > 1:
        return say("{names} share the win.", names=join_and(winners))
    return say("{names} have won.", names=winners[0]) if box.sides < box.seats else say("{who} has won.", who=winners[0])


def goals_text(box: Any, side: int) -> str:
    """The goals of a side in few words: black goals, squares, or the black square."""
    goals = [goal for goal in range(1, 7) if box.owner[goal] == side]
    if len(goals) == 1:
        return goal_name(box, goals[0])
    shapes = {box.goal_shape[goal] for goal in goals}
    return say(SQUARES[shapes.pop()]) if len(shapes) == 1 else say(BLACK_GOALS[box.goal_colour[goals[0]]])


def seat_of(view: Any, box: Any, names: Sequence[str], seat: int) -> Seat:
    side = box.side[seat]
    tiles = plural(view.hand_size[seat], "{n} tile", "{n} tiles")
    mates = [say("with {who}", who=names[other]) for other in range(box.seats) if other != seat and box.side[other] == side]
    return Seat(seat, COLOURS[seat], str(view.collected[side]), (goals_text(box, side), tiles, *mates),
                not view.over and view.player == seat, names[seat])


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything the seat `view.viewer` sees; choices only if it is to move. In the middle of an action there are none, and
    nothing is looked ahead."""
    names = names or [say(name) for name in SEAT_NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    before = frozenset(ways(view, box)) if mine else frozenset()
    panels = [draw_board(view, box, names, moving)]
    if view.viewer >= 0:
        panels.append(draw_hand(view, names))
    panels += [draw_piles(view, box, names), draw_unseen(view, box)]
    left = " ".join(str(view.bag[speed]) for speed in range(1, SPEEDS + 1))
    facts = [(say("Marbles left, speed 1 to 4"), left), (say("Machine Tiles left"), str(view.stack_size)),
             (say("Quota"), str(box.quota))]
    if not view.over and not moving:
        facts += [(say("If nobody plays on, {who}", who=owner_text(box, names, side)), f"{count:.1f}")
                  for side, count in enumerate(expected_piles(view, box))]
    return Scene(
        title=say("Marble Machine"), status="" if moving else status_of(view, box, names), panels=panels,
        seats=[seat_of(view, box, names, seat) for seat in range(box.seats)], facts=facts,
        choices=[choice_of(view, box, names, before, action) for action in (legal(view, box) if mine else ())],
        remark=say("Reconstructed board."), diagram=diagram(view, box))
