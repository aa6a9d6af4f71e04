"""Sets of hexes as two words of 48 bits, and the lowest bit of a word."""

import numpy as np

from ...core.kernel import rule, small, twin
from .state import WORD

DE_BRUIJN = 0x03F79D71B4CB0A89              # times 2 ** i it has another six highest bits for every i


def lowest(bits):
    """The number of the lowest bit that is set; some must be."""
    return (bits & -bits).bit_length() - 1


@twin(lowest)
def compiled_lowest(numba):
    u = np.uint64
    factor = u(DE_BRUIJN)
    number_of = np.zeros(64, np.int64)
    for number in range(64):
        number_of[(DE_BRUIJN << number) % 2 ** 64 >> 58] = number

    def implementation(bits):
        return number_of[(u(bits & -bits) * factor) >> u(58)]

    return lambda bits: implementation


@small
def word_of(hex):
    """Which word a hex lies in."""
    return 1 if hex >= WORD else 0


@small
def bit_of(hex):
    """Its bit in that word."""
    return 1 << (hex - WORD if hex >= WORD else hex)


@rule
def list_bits(bits, base, actions, n):
    """Append base + i for every bit i that is set, in rising order; the new length."""
    while bits:
        actions[n] = base + lowest(bits)
        n += 1
        bits &= bits - 1
    return n
