"""Actions as text: the letter of a column, `a` to `g`. The platform finds positions, diagrams and sentences here, too."""

from typing import Any

from ...words import phrase
from .diagram import diagram
from .position_check import check_position
from .positions import read_position, write_position
from .sentences import sentence
from .state import LETTERS

__all__ = ["REASONS", "check_position", "diagram", "read_position", "sentence", "write_action", "write_position"]

REASONS = {"C4-3": phrase("This column is full. Choose another one.")}         # why a rule forbids something


def write_action(state: Any, box: Any, action: int) -> str:
    """The letter of the column."""
    return LETTERS[action]
