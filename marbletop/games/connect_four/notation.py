"""Actions as text: the letter of a column, `a` to `g`. Positions, diagrams and sentences have files of their own."""

from typing import Any

from .diagram import diagram
from .positions import read_position, write_position
from .sentences import sentence
from .state import LETTERS

__all__ = ["diagram", "read_position", "sentence", "write_action", "write_position"]


def write_action(state: Any, box: Any, action: int) -> str:
    return LETTERS[action]
