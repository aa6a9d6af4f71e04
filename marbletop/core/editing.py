"""Editing positions: a game's position text taken apart into named words, so that one editor serves all games.

A game's `editing.py` has these functions. All of them work on text; whether a position can be is asked of the rules afterwards.

    words_of(text, box)          the words of a text by name, in their order
    text_of(words)               the text that they make
    fields_of(box, seats)        which words can be edited, as Field
    pieces_of(box, seats)        what can be put on the board: name -> label
    places_of(view, box)         the ids of parts of the drawing that can be pressed
    put(words, box, place, piece, player)      the words with a piece on a place; NOTHING takes away
    open_hands(view, state)      if others hold cards that can be drawn: shows them in a view
"""

from collections.abc import Sequence
from dataclasses import dataclass

NOTHING = "nothing"                         # the piece that takes away


@dataclass(frozen=True)
class Field:
    """A word of a position that can be edited: chosen from a list, or written."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()           # value and what it is called


def seat_choices(names: Sequence[str], values: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Seats to choose from."""
    return tuple(zip(values, names))
