"""How an action is shown: marbles roll in from above, and cards go to the seat that takes them."""

from typing import Any

from ...core.notes import Note
from ...drawing.scene import Motion
from .names import cells_of
from .state import CARD_TAKEN, POINTS, ROLLED, TOKEN_SPENT, TOKEN_WON
from .tray_pictures import CELL, point_of


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    """Where a piece of a note comes from or goes to, if the scenes cannot tell."""
    if note.event == ROLLED:
        _, _, cell = note.details
        (column, _), = cells_of(cell)
        return Motion(comes=(point_of(column, 0)[0], CELL / 2))
    if note.event == TOKEN_SPENT:
        seat, _, column = note.details
        return Motion(goes=f"col-{column}" if seat == view.viewer else "")
    if note.event == TOKEN_WON:
        _, colour = note.details
        return Motion(comes=f"sup-{colour}")
    if note.event in (CARD_TAKEN, POINTS):
        return Motion(goes=f"seat-{note.details[0]}")
    return None
