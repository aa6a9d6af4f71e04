"""The pictures of the quick rules: panels of the game's own drawing, with the ghosts of some actions, cut to what matters."""

import math
from collections.abc import Iterator
from dataclasses import replace

from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.match import Match
from ..drawing.plain import scene_of
from ..drawing.scene import BOARD, Panel, Part, Scene, draw_now
from ..drawing.targets import halo
from .lesson_run import LessonScript
from .quick_rules import Picture
from .text import BadLesson

MARGIN = 0.11                               # around what must be seen, in widths of the panel
FLATTEST, STEEPEST = 0.28, 0.8              # height by width of a part that is cut out


def match_at(game: Game, picture: Picture) -> Match:
    """The match at the position of a picture."""
    script = LessonScript({game.sources.index(source): outcomes for source, outcomes in picture.chance.items()})
    try:
        match = Match.at(game, picture.position, picture.seats, script=script, **picture.options)
        for text in picture.press:
            match.play(text)
    except MarbletopError as error:
        raise BadLesson("{where}: {what}", where=picture.where, what=str(error)) from None
    return match


def draw_picture(game: Game, picture: Picture) -> Panel:
    """The panel of a picture, as the first seat sees it."""
    match = match_at(game, picture)
    scene = scene_of(game, match.view(0), match.box)
    panel = next(one for one in scene.panels if has_part(one, picture.panel))
    root = Part(parts=[panel.root, *ghosts_of(match, scene, picture), *halos_of(match, scene, panel, picture)])
    panel = replace(panel, root=root, title=str(picture.alt))
    return cut(panel, picture) if picture.around else panel


def has_part(panel: Panel, id: str) -> bool:
    """Whether a panel holds a part; without an id, whether it is the board."""
    return any(part.id == id for part in panel.root.walk()) if id else panel.role == BOARD


def ghosts_of(match: Match, scene: Scene, picture: Picture) -> Iterator[Part]:
    """What the chosen actions would lead to."""
    actions = {match.action_of(text) for text in picture.chosen}
    for choice in scene.choices:
        if choice.action in actions:
            yield from map(draw_now, choice.ghost)


def halos_of(match: Match, scene: Scene, panel: Panel, picture: Picture) -> Iterator[Part]:
    """Rings around the marked parts."""
    legal = dict(zip(match.legal_texts, match.legal))
    targets = {choice.action: choice for choice in scene.choices}
    for name in picture.mark:
        choice = targets.get(legal.get(name, -1))
        id, look = (choice.target, choice.look) if choice else (name, "chosen")
        found = path_to(panel.root, id)
        if not found:
            raise BadLesson("{where}: {what}", where=picture.where, what=f"there is no {name!r} to mark")
        overlay = Part(marks=halo(found[-1], look))
        for part in reversed(found):
            overlay = Part(at=part.at, turned=part.turned, scale=part.scale, parts=[overlay])
        yield overlay


def path_to(part: Part, id: str) -> list[Part]:
    """The parts from this one down to the one with an id; [] if there is none."""
    if part.id == id:
        return [part]
    return next(([part, *found] for one in part.parts if (found := path_to(one, id))), [])


def point_of(panel: Panel, id: str) -> tuple[float, float]:
    """Where a part lies in its panel."""
    x = y = 0.0
    for part in reversed(path_to(panel.root, id)):
        angle = math.radians(part.turned)
        x, y = part.scale * x, part.scale * y
        x, y = (part.at[0] + x * math.cos(angle) - y * math.sin(angle), part.at[1] + x * math.sin(angle) + y * math.cos(angle))
    return x, y


def cut(panel: Panel, picture: Picture) -> Panel:
    """The part of a panel around some parts, with a margin, neither too flat nor too steep."""
    missing = [id for id in picture.around if not path_to(panel.root, id)]
    if missing:
        raise BadLesson("{where}: {what}", where=picture.where, what=f"there is no {missing[0]!r} to show")
    points = [point_of(panel, id) for id in picture.around]
    margin = MARGIN * panel.width
    (left, right), (top, bottom) = ((min(axis) - margin, max(axis) + margin) for axis in zip(*points))
    width, height = right - left, bottom - top
    width, height = max(width, height / STEEPEST), max(height, width * FLATTEST)
    width, height = min(width, panel.width), min(height, panel.height)
    x = min(max(0.0, (left + right - width) / 2), panel.width - width)
    y = min(max(0.0, (top + bottom - height) / 2), panel.height - height)
    return replace(panel, width=width, height=height, root=Part(at=(-x, -y), parts=[panel.root]))
