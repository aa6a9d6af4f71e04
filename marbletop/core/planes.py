"""Planes: the named blocks of an observation.

`observe` writes whole numbers of 8 bits, plane by plane, as the game's planes say. Seats are always counted clockwise from the
one that observes, so the same network can play all seats. Divided by `most`, the numbers lie between 0 and 1.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

LARGEST = 255                               # that 8 bits can hold


@dataclass(frozen=True)
class Plane:
    """One block of the numbers that `observe` writes."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    most: int = 1                           # the largest number in it; with more of something it still says so many
    by_seat: bool = False                   # whether its first axis is the seat, the one that observes first

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def spans_of(planes: Sequence[Plane]) -> dict[str, tuple[int, int]]:
    """Where each plane lies in an observation: its first index, and the one past its last."""
    spans, first = {}, 0
    for plane in planes:
        spans[plane.name] = first, first + plane.size
        first += plane.size
    return spans


def scales_of(planes: Sequence[Plane]) -> np.ndarray:
    """What each number of an observation is multiplied by to lie between 0 and 1."""
    return np.concatenate([np.full(plane.size, 1 / plane.most, np.float32) for plane in planes])


def table_of(planes: Sequence[Plane]) -> str:
    """The planes as a table for docs/observations.md."""
    spans = spans_of(planes)
    rows = [f"| {plane.name} | {spans[plane.name][0]} | {_shape(plane)} | {plane.most} | {_meaning(plane)} |"
            for plane in planes]
    return "\n".join(["| plane | begins at | shape | most | meaning |", "|---|---:|---|---:|---|", *rows])


def _shape(plane: Plane) -> str:
    return " x ".join(map(str, plane.shape))


def _meaning(plane: Plane) -> str:
    return f"by seat: {plane.meaning}" if plane.by_seat else plane.meaning
