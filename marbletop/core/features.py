"""Features: what a judgement looks at, as numbers with names, so that their worth can be learned from games.

A game declares them beside its judgement (`Game(..., features=...)`). `find(state, box, seat, sheet)` is a rule that adds up
what a seat has; for each thing it calls `reckon`. The same function serves playing and learning. The weights are no part of
the compiled code: they stand on the sheet, behind the values of the seats, so other weights need no compiling.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .kernel import small

# A sheet: the values of the seats, whether there are weights, where amounts are written down (0: nowhere), and the weights.
LEARNED, WRITTEN_AT, WEIGHTS_AT = 16, 17, 18


@dataclass(frozen=True, eq=False)
class Features:
    """What is looked at in a game, with `names` for whoever reads a file of weights."""

    find: Callable[..., float]              # (state, box, seat, sheet): what a seat has, weighed; a rule
    names: tuple[str, ...]
    mode: Callable[[Any, Any], str]         # (state, box): which weights fit, such as '2 seats, advanced'

    @property
    def room(self) -> int:
        """Numbers of a sheet with which one plays."""
        return WEIGHTS_AT + len(self.names)


@small
def reckon(sheet, feature, amount):
    """What an amount of a feature is worth; where somebody learns, it is written down, too."""
    if sheet[WRITTEN_AT] > 0.0:
        sheet[int(sheet[WRITTEN_AT]) + feature] += amount
    return sheet[WEIGHTS_AT + feature] * amount
