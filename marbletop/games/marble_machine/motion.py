"""How an action is shown: marbles run one by one with the dice that they need, Parts come from who plays them."""

from typing import Any

from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Motion
from .board import SIZE, place
from .state import ACTED, HOME, MOVED_PART, PLAYED_PART, RETURNED, SEPARATED


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    if note.event == ACTED:
        _, _, space, die, _ = note.details
        return show_die(box, space, die) if die else None
    if note.event == SEPARATED:
        _, separator, die = note.details
        return show_die(box, box.edge + (separator - 1) * box.radius, die)
    if note.event == RETURNED:
        return show_die(box, HOME, note.details[2])
    if note.event == PLAYED_PART:
        seat, part, *_ = note.details
        return Motion(comes=f"tile-{part}-1" if seat == view.viewer else f"seat-{seat}")
    if note.event == MOVED_PART:
        return Motion(comes=f"sp-{note.details[2]}")
    return None


def show_die(box: Any, space: int, die: int) -> Motion:
    """A die with what was rolled, beside the space of the marble that needs it."""
    x, y = place(box, space)
    at = x, y + (1.5 if y < 3 * SIZE else -1.5) * SIZE
    return Motion(shown=(kit.die("", at, 1.2 * SIZE, die),))
