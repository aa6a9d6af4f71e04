"""How an action is shown: dice and the tile move to their trays, numbers come from their colony."""

from typing import Any

from ...core.notes import Note
from ...drawing.scene import Motion
from .state import E_WROTE


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    """A number comes from its colony's seat; everything else shows itself."""
    if note.event == E_WROTE:
        return Motion(comes=f"seat-{note.details[0]}")
    return None
