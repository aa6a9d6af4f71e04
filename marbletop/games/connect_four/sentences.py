"""A sentence for each note."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import say
from .state import DROPPED, FOUR, LETTERS


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words."""
    if note.event == DROPPED:
        return say("{who} drops a marble into column {column}.", who=names[note.details[0]], column=LETTERS[note.details[1]])
    if note.event == FOUR:
        who = names[note.details[0]]
        return say("{who} has four in a line and loses.", who=who) if box.misere else say("{who} has four in a line.", who=who)
    return say("The grid is full.")
