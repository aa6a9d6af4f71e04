"""Ratings from results: a table of strengths for more than two bots."""

import math

import numpy as np


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
