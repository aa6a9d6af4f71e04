"""Sums over games that do not depend on how the games were cut, or in which order they came back.

Sums of floating-point numbers do: (a + b) + c differs from a + (b + c) in the last digits. So what is added here are whole
numbers and fractions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ..core.match import shares
from ..core.whole_games import Results

PARTS = 256                                 # of a point: points that are such parts are added as whole numbers, which is quick
LARGEST = 1 << 22                           # parts whose squares can be added for a whole chunk


def no_counts() -> np.ndarray:
    return np.zeros(0, np.int64)


@dataclass
class Sums:
    """What is added up over games."""

    games: int = 0
    lengths: np.ndarray = field(default_factory=no_counts)          # games by number of decisions
    points: list[Fraction] = field(default_factory=list)            # by seat
    squares: list[Fraction] = field(default_factory=list)           # of points, by seat
    winners: np.ndarray = field(default_factory=no_counts)          # games by who was first: the seats as bits
    endings: np.ndarray = field(default_factory=no_counts)
    tally: np.ndarray = field(default_factory=no_counts)

    def add(self, results: Results) -> None:
        """Add the games of a chunk."""
        columns = [exact_sums(column) for column in results.points.T]
        self.merge(Sums(len(results.lengths), np.bincount(results.lengths), [total for total, _ in columns],
                        [squares for _, squares in columns], count_winners(results.ranks), np.bincount(results.endings),
                        no_counts() if results.tally is None else results.tally.sum(axis=0)))

    def merge(self, other: "Sums") -> None:
        """Add what somebody else has added up."""
        self.games += other.games
        self.points, self.squares = (
            [mine + theirs for mine, theirs in zip(own or [Fraction()] * len(more), more)] if more else own
            for own, more in ((self.points, other.points), (self.squares, other.squares)))
        self.lengths, self.winners, self.endings, self.tally = (
            add_counts(own, more) for own, more in ((self.lengths, other.lengths), (self.winners, other.winners),
                                                    (self.endings, other.endings), (self.tally, other.tally)))


def exact_sums(values: np.ndarray) -> tuple[Fraction, Fraction]:
    """The sum of some numbers, and that of their squares, without any rounding."""
    parts = values * PARTS
    if len(values) and np.abs(parts).max() < LARGEST and np.array_equal(whole := parts.astype(np.int64), parts):
        return Fraction(int(whole.sum()), PARTS), Fraction(int((whole * whole).sum()), PARTS * PARTS)
    counted = [(Fraction(float(value)), int(count)) for value, count in zip(*np.unique(values, return_counts=True))]
    return sum((value * count for value, count in counted), Fraction()), \
        sum((value * value * count for value, count in counted), Fraction())


def add_counts(old: np.ndarray, new: np.ndarray) -> np.ndarray:
    """The sum of two lists of counts, the shorter one filled up with zeros."""
    short, long = sorted((old, new), key=len)
    total = long.copy()
    total[:len(short)] += short
    return total


def count_winners(ranks: np.ndarray) -> np.ndarray:
    """Games by who was first, as bits; a row of ranks for each game."""
    return np.bincount((ranks == 1) @ (1 << np.arange(ranks.shape[1])))


def shares_by_winners(winners: np.ndarray, side: Sequence[int]) -> np.ndarray:
    """Every seat's shares of the first place, as `match.shares` says, summed over games that are counted by who was first."""
    total = np.zeros(len(side))
    for first in np.flatnonzero(winners):
        total += winners[first] * np.array(shares([1 if first >> seat & 1 else 2 for seat in range(len(side))], side))
    return total
