"""Fitting weights to results: logistic regression by Newton's method, and how well chances foretell who wins.

A side's share of the chances is e to the sum of what it has, each weighed. With two sides that is logistic regression on what
one has more than the other.
"""

from dataclasses import dataclass

import numpy as np

from .self_play import Positions

RIDGE = 1e-3                                # keeps weights small of what is hardly ever seen
STEPS = 30                                  # of Newton's method, at most
STILL = 1e-6                                # a step that changes every scaled weight by less is the last
BLOCK = 20_000                              # positions that are worked on at a time
PHASES = ("first third", "middle", "last third")
SURE = 1e-6                                 # no chance is nearer to 0 or 1


def chances(has: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Each side's chance in every position."""
    totals = np.asarray(has, np.float64) @ weights
    powers = np.exp(totals - totals.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def fit(positions: Positions) -> np.ndarray:
    """The weights under which the results are most likely."""
    spread = spread_of(positions)
    weights = np.zeros(positions.has.shape[2])
    for _ in range(STEPS):
        slope, bend = slope_and_bend(positions, weights, spread)
        slope, bend = slope / len(positions) - RIDGE * weights, bend / len(positions) + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step
        if np.abs(step).max() < STILL:
            break
    return np.asarray(weights / spread)


def spread_of(positions: Positions) -> np.ndarray:
    """How much sides differ in each feature; 1 where they never do."""
    squares = np.zeros(positions.has.shape[2])
    for first in range(0, len(positions), BLOCK):
        has = np.asarray(positions.has[first:first + BLOCK], np.float64)
        squares += np.square(has - has.mean(1, keepdims=True)).sum((0, 1))
    spread = np.sqrt(squares / max(1, len(positions)))
    return np.where(spread > 0, spread, 1.0)


def slope_and_bend(positions: Positions, weights: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and (negative) second derivative of the logarithm of how likely the results are."""
    slope, bend = np.zeros(len(weights)), np.zeros((len(weights), len(weights)))
    for first in range(0, len(positions), BLOCK):
        has, won = positions.has[first:first + BLOCK] / spread, positions.won[first:first + BLOCK]
        chance = chances(has, weights)
        expected = np.einsum("ns,nsf->nf", chance, has)
        slope += np.einsum("ns,nsf->f", won - chance, has)
        weighed = (has * np.sqrt(chance)[:, :, None]).reshape(-1, len(weights))
        bend += weighed.T @ weighed - expected.T @ expected
    return slope, bend


@dataclass(frozen=True)
class Score:
    """How well chances foretell results: the log loss, and by how much shares of wins differ from what was foretold."""

    log_loss: float
    miscalibration: float                   # average over chances of up to 10 %, up to 20 % and so on, by their number
    positions: int


def score(chance: np.ndarray, won: np.ndarray) -> Score:
    """The score of chances, by position and side. Sides count alike."""
    safe = np.clip(chance, SURE, 1 - SURE)
    loss = -(won * np.log(safe)).sum(1).mean()
    said, came = chance.ravel(), won.ravel()
    tenth = np.minimum((said * 10).astype(int), 9)
    off = sum(abs((said - came)[tenth == number].sum()) for number in range(10))
    return Score(float(loss), float(off / max(1, chance.size)), len(chance))


def phase_rows(positions: Positions) -> list[tuple[str, np.ndarray]]:
    """Which positions belong to which part of a game; all of them last."""
    third = np.minimum((positions.progress * len(PHASES)).astype(int), len(PHASES) - 1)
    return [*((name, third == number) for number, name in enumerate(PHASES)), ("all", third >= 0)]


def table(positions: Positions, weights: np.ndarray) -> dict[str, tuple[Score, Score]]:
    """By part of a game: the scores of the written judgement, and of the weights."""
    learned = chances(positions.has, weights)
    return {name: (score(np.asarray(positions.judged[here], np.float64), positions.won[here]),
                   score(learned[here], positions.won[here])) for name, here in phase_rows(positions) if here.any()}
