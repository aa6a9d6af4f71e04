"""How an action is shown: a marble falls from above its column."""

from typing import Any

from ...core.notes import Note
from ...drawing.scene import Motion
from .board import TOP, point_of
from .state import DROPPED


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    """Where the marble of a note comes from."""
    if note.event == DROPPED:
        _, column = note.details
        return Motion(comes=(point_of(column, 0)[0], TOP / 2))
    return None
