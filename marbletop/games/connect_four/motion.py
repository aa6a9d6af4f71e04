"""How an action is shown: a marble falls from above its column."""

from typing import Any

from ...core.notes import Note
from ...drawing.scene import Motion
from .board import TOP, place
from .state import DROPPED


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    if note.event == DROPPED:
        _, column = note.details
        return Motion(comes=(place(column, 0)[0], TOP / 2))
    return None
