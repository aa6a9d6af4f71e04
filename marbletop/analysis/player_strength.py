"""How strong people are: OpenSkill's model of players who differ and of results that are never certain.

A strength is a mean and how unsure it is. Levels of bots are fixed points (known_levels.py): games change what is known of
people, never of bots. For two sides of one player OpenSkill's model is that of Bradley and Terry, with which the duels of
levels were evaluated, so that both have the same scale. Of a team the strengths add up.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from .known_levels import known_levels, level_known
from .simulate import SURE

MODEL = PlackettLuce()
LOG_ODDS = math.sqrt(2) * MODEL.beta        # how much stronger is who wins with odds of e to 1
POINTS = 400 / math.log(10) / LOG_ODDS      # as players of other games know them: 400 more win ten times as often
CASUAL_POINTS = 1000


@dataclass(frozen=True)
class Strength:
    """As OpenSkill measures it; a newcomer is thought to be casual, and may be anything."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def points(self) -> float:
        return CASUAL_POINTS + POINTS * (self.mu - MODEL.mu)

    @property
    def interval(self) -> tuple[float, float]:
        """Between so many points the strength lies, in 95 of 100 cases."""
        half = POINTS * SURE * self.sigma
        return self.points - half, self.points + half


def strength_of_level(game: str, level: str) -> Strength | None:
    """The fixed point of a level; None if it was never measured in this game."""
    known = level_known(game, level)
    if known is None or not known.games:
        return None
    return Strength(MODEL.mu + LOG_ODDS * known.strength, LOG_ODDS * known.strength_error)


def nearest_level(game: str, strength: Strength) -> str:
    """The level that is about as strong; nothing if none was measured."""
    measured = [(abs(fixed.mu - strength.mu), level.name) for level in known_levels(game)
                if (fixed := strength_of_level(game, level.name))]
    return min(measured)[1] if measured else ""


def after_game(sides: Sequence[Sequence[Strength]], ranks: Sequence[int]) -> list[list[Strength]]:
    """What is known of everybody after a game, by side; rank 1 has won, equal ranks are a draw."""
    teams = [[MODEL.rating(mu=one.mu, sigma=max(one.sigma, 1e-3)) for one in side] for side in sides]
    return [[Strength(found.mu, found.sigma) for found in team] for team in MODEL.rate(teams, ranks=[*map(float, ranks)])]
