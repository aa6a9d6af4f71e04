"""Actions as text: the letter of a column, `a` to `g`. The platform finds positions, diagrams and sentences here, too."""

from typing import Any

from .diagram import diagram
from .position_check import check_position
from .positions import read_position, write_position
from .sentences import sentence
from .state import LETTERS

__all__ = ["check_position", "diagram", "read_position", "sentence", "write_action", "write_position"]


def write_action(state: Any, box: Any, action: int) -> str:
    """The letter of the column."""
    return LETTERS[action]
