"""Ratings from results: a table of strengths for more than two bots."""

import math
from collections.abc import Sequence

import numpy as np

FEWEST_DEALS = 5                            # before which nothing is decided
LEAST_SPREAD = 0.05                         # deals that all ended alike are no proof that the next one will


def elo(wins: np.ndarray, rounds: int = 2000) -> list[float]:
    """Elo ratings from wins[i, j] (games in which i was before j, ties as half), by Bradley and Terry's model fitted
    with Hunter's iteration; their mean is 0. One imagined draw between each pair keeps them finite."""
    n = len(wins)
    counts = wins + 0.5 * (1 - np.eye(n))
    played = counts + counts.T
    strength = np.ones(n)
    for _ in range(rounds):
        shares = played / (strength[:, None] + strength[None, :])
        new = counts.sum(axis=1) / shares.sum(axis=1)
        new /= math.exp(np.log(new).mean())
        if np.allclose(new, strength, rtol=1e-10):
            break
        strength = new
    ratings = 400 * np.log10(strength)
    return [float(rating) for rating in ratings - ratings.mean()]


def sure_interval(mean: float, spread: float, n: int, doubt: float = 0.05, tuned_for: int = 100) -> tuple[float, float]:
    """An interval that holds at every moment at once, so that you may look after each game and stop when it is clear
    (Robbins' mixture for a mean with a known spread)."""
    if n == 0:
        return -math.inf, math.inf
    rho = 1 / tuned_for
    half = spread * math.sqrt((n + 1 / rho) / n ** 2 * (math.log(n * rho + 1) + 2 * math.log(1 / doubt)))
    return mean - half, mean + half


def interval_of_deals(shares: Sequence[float]) -> tuple[float, float]:
    """The same interval, for the mean of shares that were won deal by deal. A few deals say nothing yet."""
    if len(shares) < FEWEST_DEALS:
        return -math.inf, math.inf
    return sure_interval(float(np.mean(shares)), max(float(np.std(shares, ddof=1)), LEAST_SPREAD), len(shares))


def log_odds(wins: np.ndarray, fixed: int, rounds: int = 100) -> tuple[list[float], list[float]]:
    """Strengths of players who stand in a row, and their standard errors, from wins[i, j] (ties as half): the logarithms of
    the odds against the fixed one, by Bradley and Terry's model. One imagined draw between neighbours keeps them finite, and
    says of players who have not played: as strong as their neighbour, very unsure."""
    n = len(wins)
    counts = wins + 0.5 * (np.eye(n, k=1) + np.eye(n, k=-1))
    free = [place for place in range(n) if place != fixed]
    values = np.zeros(n)
    for _ in range(rounds):
        chances = 1 / (1 + np.exp(values[None, :] - values[:, None]))
        played = counts + counts.T
        slope = (counts - played * chances).sum(axis=1)
        weights = played * chances * (1 - chances)
        information = np.diag(weights.sum(axis=1)) - weights
        step = np.linalg.solve(information[np.ix_(free, free)], slope[free])
        values[free] += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    errors = np.zeros(n)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(information[np.ix_(free, free)])))
    return values.tolist(), errors.tolist()
