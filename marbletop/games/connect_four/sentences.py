"""A sentence for each note."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import say, tell
from .state import DROPPED, FOUR, LETTERS


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words."""
    if note.event == DROPPED:
        return tell(names[note.details[0]], "You drop a marble into column {column}.",
                    "{who} drops a marble into column {column}.", column=LETTERS[note.details[1]])
    if note.event == FOUR:
        who = names[note.details[0]]
        return (tell(who, "You have four in a row and lose.", "{who} has four in a row and loses.") if box.misere
                else tell(who, "You have four in a row!", "{who} has four in a row."))
    return say("The grid is full.")
