"""What is known of the levels of bots in each game: how strong they are, and what they lose per decision.

`python -m benchmarks.anchors` measures it, and writes known_levels.json with the number of games behind every figure.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..bots.levels import LEVELS
from .simulate import SURE

FEWEST_REVIEWED = 4                         # games without which nobody is compared with a level
FILE = Path(__file__).with_name("known_levels.json")


@dataclass(frozen=True)
class KnownLevel:
    """A level in one game. Strength is the logarithm of the odds of winning against casual; errors are standard errors."""

    name: str
    strength: float
    strength_error: float
    games: int                              # that its strength stands on
    loss: float | None = None               # of the chance to win per decision; None if it was not measured
    loss_error: float = 0.0
    reviewed: int = 0                       # games that its loss stands on


@dataclass(frozen=True)
class Likeness:
    """The level that somebody's play was like, and the weakest and the strongest one that it may have been like."""

    level: str
    weakest: str
    strongest: str
    is_better: bool = False                 # surely better than the strongest level that was measured

    @property
    def is_sure(self) -> bool:
        return self.weakest == self.strongest


@cache
def known_levels(game: str) -> tuple[KnownLevel, ...]:
    """The levels of a game, the weakest first; none if they were not measured."""
    found = json.loads(FILE.read_text(encoding="utf-8"))["games"].get(game, {})
    return tuple(KnownLevel(level.name, **found[level.name]) for level in LEVELS if level.name in found)


def are_apart(weak: tuple[float, float], strong: tuple[float, float]) -> bool:
    """Whether one loses surely more than the other; each is a loss and its standard error."""
    return weak[0] - strong[0] > SURE * math.hypot(weak[1], strong[1])


def level_known(game: str, name: str) -> KnownLevel | None:
    return next((level for level in known_levels(game) if level.name == name), None)


def likeness(game: str, loss: float, error: float) -> Likeness | None:
    """Which level loses as much per decision; None if losses do not tell its levels apart."""
    reviewed = [(level.name, level.loss, level.loss_error) for level in known_levels(game)
                if level.loss is not None and level.reviewed >= FEWEST_REVIEWED]
    if not reviewed or not are_apart(reviewed[0][1:], reviewed[-1][1:]):
        return None
    measured = [(name, loss - usual, SURE * math.hypot(error, usual_error)) for name, usual, usual_error in reviewed]
    nearest = min(measured, key=lambda one: abs(one[1]))[0]
    possible = [name for name, more, half in measured if name == nearest or abs(more) <= half]
    is_better = all(more < -half for _, more, half in measured)
    return Likeness(nearest, possible[0], possible[-1], is_better)
