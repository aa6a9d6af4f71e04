"""One line of values through decisions with no chance between them.

Each decision was measured by itself: the chance to win before it and after it, in the same deals. What comes after one is what
comes before the next, so the measurements are brought together by least squares, each with its weight. Where a value is certain
(the end of the game), it stands.
"""

from collections.abc import Mapping, Sequence

import numpy as np


def fit_chain(measured: Sequence[tuple[np.ndarray, np.ndarray]],
              certain: Mapping[int, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Values before the first decision, after it, after the second, ... by place and seat, and their covariance by place.
    Of every decision the values before and after it were measured, by seat, and have a covariance of two by two."""
    places = len(measured) + 1
    normal, right = np.zeros((places, places)), np.zeros((places, measured[0][0].shape[1]))
    for place, (mean, covariance) in enumerate(measured):
        weight = np.linalg.inv(covariance)
        normal[place:place + 2, place:place + 2] += weight
        right[place:place + 2] += weight @ mean
    values, spread = np.zeros_like(right), np.zeros_like(normal)
    for place, value in certain.items():
        values[place] = value
    free = [place for place in range(places) if place not in certain]
    if free:
        spread[np.ix_(free, free)] = np.linalg.inv(normal[np.ix_(free, free)])
        values[free] = spread[np.ix_(free, free)] @ (right[free] - normal[free] @ values)
    return values, spread


def within_bounds(values: np.ndarray, sides: int) -> np.ndarray:
    """The same chances by place and seat, none below 0 or above 1: where noise took one beyond, all are moved towards equal
    chances as far as it needs, so that sides still share one win."""
    if sides == 1:
        return np.asarray(values.clip(0.0, 1.0))
    even = 1 / sides
    beyond = np.maximum((values - even) / (1 - even), (even - values) / even).max(axis=1, keepdims=True)
    return np.where(beyond > 1, even + (values - even) / np.maximum(1.0, beyond), values)


def change_error(spread: np.ndarray, place: int) -> float:
    """The standard error of the step from a place to the next."""
    return float(np.sqrt(max(0.0, spread[place, place] + spread[place + 1, place + 1] - 2 * spread[place, place + 1])))
