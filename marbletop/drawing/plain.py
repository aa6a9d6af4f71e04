"""The drawing of a game without a `board.py`: its diagram as text, and its actions in notation."""

from collections.abc import Sequence
from typing import Any

from ..core.game import Game
from ..core.notes import Note
from ..words import say
from . import kit
from .palette import SEAT_MARBLES
from .scene import BOARD, Choice, Motion, Panel, Part, Scene, Seat

SIZE, LINE, MARGIN = 16.0, 21.0, 20.0       # of the letters
LETTER = 0.602 * SIZE                       # width of a letter of a fixed-width font


def scene_of(game: Game, view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """The scene of a view: the game's own, or the plain one. `moving` means in the middle of an action: there are no choices
    and no look-ahead."""
    if game.board is not None:
        scene: Scene = game.board.scene(view, box, names, moving)
    else:
        scene = plain_scene(game, view, box, names, moving)
    scene.title = say(game.title)
    return scene


def motion_of(game: Game, view: Any, box: Any, note: Note) -> Motion:
    """How a note is shown that has led to a view; the note as that seat hears it."""
    found: Motion | None = game.motion(view, box, note) if game.motion is not None else None
    return found or Motion()


def marks_of(game: Game) -> Sequence[str]:
    """The marble beside each seat's name, or what a game shows instead."""
    return getattr(game.board, "MARKS", SEAT_MARBLES)


def plain_scene(game: Game, view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """The diagram of a view as a panel, with the actions in notation as choices."""
    names = list(names or (say(name) for name in game.seat_names[:view.seats]))
    diagram = str(game.notation.diagram(view, box))
    choices = []
    if view.viewer == view.player and not view.over and not moving:
        choices = [Choice(action, str(game.notation.write_action(view, box, action))) for action in game.legal_list(view, box)]
    return Scene(
        status=say("The game is over.") if view.over else say("{who} to play.", who=names[view.player]),
        panels=[text_panel(say("Position"), diagram)],
        seats=[Seat(seat, SEAT_MARBLES[seat % len(SEAT_MARBLES)], to_move=not view.over and view.player == seat,
                    name=names[seat]) for seat in range(view.seats)],
        choices=choices, diagram=diagram)


def text_panel(title: str, words: str) -> Panel:
    """Lines of fixed-width text on paper."""
    lines = words.splitlines() or [""]
    width = 2 * MARGIN + LETTER * max(36, *map(len, lines))
    height = 2 * MARGIN + LINE * len(lines)
    root = Part().add(kit.rect(0, 0, width, height, 14, fill="var(--paper)"))
    for number, line in enumerate(lines):
        spaced = line.replace(" ", "\u00a0")            # SVG would collapse spaces
        root.add(kit.text((MARGIN, MARGIN + LINE * (number + 0.5)), spaced, SIZE, "start", family="monospace"))
    return Panel(BOARD, title, width, height, root)
