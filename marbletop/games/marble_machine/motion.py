"""How an action is shown: marbles run one by one with the dice that they need, and Parts come from the player."""

from typing import Any

from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import Motion
from .pictures import SIZE, point_of
from .state import ACTED, HOME, MOVED_PART, PLAYED_PART, RETURNED, SEPARATED


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    """What is shown for a note besides the change of the board."""
    if note.event == ACTED:
        _, _, space, die, *_ = note.details
        return die_motion(box, space, die) if die else None
    if note.event == SEPARATED:
        _, separator, die, *_ = note.details
        return die_motion(box, box.edge + (separator - 1) * box.radius, die)
    if note.event == RETURNED:
        return die_motion(box, HOME, note.details[2])
    if note.event == PLAYED_PART:
        seat, part, *_ = note.details
        return Motion(comes=f"tile-{part}-1" if seat == view.viewer else f"seat-{seat}")
    if note.event == MOVED_PART:
        return Motion(comes=f"sp-{note.details[2]}")
    return None


def die_motion(box: Any, space: int, die: int) -> Motion:
    """A die with its roll, above or below the space of the marble that needs it."""
    x, y = point_of(box, space)
    at = x, y + (1.5 if y < 3 * SIZE else -1.5) * SIZE
    return Motion(shown=(kit.die("", at, 1.2 * SIZE, die),))
