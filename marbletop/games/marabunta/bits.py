"""Sets of hexes as two words of 48 bits, and the bits of a word."""

import numpy as np

from ...core.kernel import rule, small, twin
from .state import WORD

DE_BRUIJN = 0x03F79D71B4CB0A89              # times 2 ** i, its six highest bits are different for every i


def lowest_bit(bits):
    """The number of the lowest bit that is set; at least one must be."""
    return (bits & -bits).bit_length() - 1


@twin(lowest_bit)
def compiled_lowest_bit(numba):
    u = np.uint64
    factor = u(DE_BRUIJN)
    number_of = np.zeros(64, np.int64)
    for number in range(64):
        number_of[(DE_BRUIJN << number) % 2 ** 64 >> 58] = number

    def look_up(bits):
        return number_of[(u(bits & -bits) * factor) >> u(58)]

    return lambda bits: look_up


@small
def word_of(hex):
    """The number of the word that a hex belongs to."""
    return 1 if hex >= WORD else 0


@small
def bit_of(hex):
    """The bit of a hex in its word."""
    return 1 << (hex - WORD if hex >= WORD else hex)


@rule
def contains(hexes, hex):
    """Whether a set of hexes contains a hex."""
    return hexes[word_of(hex)] & bit_of(hex) != 0


@rule
def list_bits(bits, base, actions, n):
    """Write base + i into `actions` from entry n on for every bit i that is set, in rising order; the new n."""
    while bits:
        actions[n] = base + lowest_bit(bits)
        n += 1
        bits &= bits - 1
    return n
