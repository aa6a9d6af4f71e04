"""Sets of hexes as two words of 48 bits, and the lowest bit of a word."""

from typing import Any

from ...core.kernel import small, twin
from .state import WORD


def lowest(bits):
    """The number of the lowest bit that is set; some must be."""
    return (bits & -bits).bit_length() - 1


@twin(lowest)
def compiled_lowest(numba):
    from numba.cpython.unsafe import numbers
    from numpy import int64
    trailing_zeros: Any = numbers.trailing_zeros

    def implementation(bits):
        return int64(trailing_zeros(bits))

    return lambda bits: implementation


@small
def word_of(hex):
    """Which word a hex lies in."""
    return 1 if hex >= WORD else 0


@small
def bit_of(hex):
    """Its bit in that word."""
    return 1 << (hex - WORD if hex >= WORD else hex)


@small
def listed(bits, base, actions, n):
    """Append base + i for every bit i that is set, in rising order; the new length."""
    while bits:
        actions[n] = base + lowest(bits)
        n += 1
        bits &= bits - 1
    return n
