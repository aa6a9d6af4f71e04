"""What happened, in words."""

from collections.abc import Sequence
from typing import Any

from .game import Game
from .notes import Note


def story_of(game: Game, notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """What happened, as the game tells it: the notes of a turn together if it has a `story`, else one after the other."""
    if story := getattr(game.notation, "story", None):
        return str(story(notes, box, names))
    return " ".join(filter(None, (game.notation.sentence(note, box, names) for note in notes)))
