"""Marble cards: patterns turned by quarters, what drops where, and which placements differ.

A pattern is one integer, nine places of 3 x 3 in reading order, three bits each: 0 a gap, else 1 + colour. What a turned
pattern drops is another: three columns from the left of three marbles each, the lowest first, in the same bits.
"""

from collections.abc import Sequence

from ...core.kernel import rule, small
from .state import COLUMNS, PLACES


@small
def place_shown(rotation, row, column):
    """Which place of the printed pattern is seen at a row and column when it is turned clockwise by quarters."""
    if rotation == 0:
        return 3 * row + column
    if rotation == 1:
        return 3 * (2 - column) + row
    if rotation == 2:
        return 3 * (2 - row) + 2 - column
    return 3 * column + 2 - row


@rule
def dropped(pattern, rotation):
    """What drops into which column: the leftmost column with a marble is the first, gaps in height close, gaps in
    width stay [MB-17, MB-19]."""
    code, wide = 0, 0
    for column in range(3):
        marbles, high = 0, 0
        for row in range(2, -1, -1):
            marble = pattern >> 3 * place_shown(rotation, row, column) & 7
            if marble:
                marbles |= marble << 3 * high
                high += 1
        if marbles or wide:
            code |= marbles << 9 * wide
            wide += 1
    return code


@small
def width(code):
    """How many columns a turned pattern stands over."""
    return 1 if code < 1 << 9 else 2 if code < 1 << 18 else 3


@rule
def placements_of(pattern):
    """The placements that are actions of their own, bit 5 x rotation + left column: nothing hangs over the side
    [MB-18], and no smaller rotation drops the same [MB-68]."""
    found = 0
    for rotation in range(4):
        code = dropped(pattern, rotation)
        if not dropped_before(pattern, rotation):
            for column in range(COLUMNS - width(code) + 1):
                found |= 1 << COLUMNS * rotation + column
    return found


@rule
def dropped_before(pattern, rotation):
    """Whether a smaller rotation drops the same marbles in the same way [MB-68]."""
    found = False
    for smaller in range(rotation):
        found = found or dropped(pattern, smaller) == dropped(pattern, rotation)
    return found


def pattern_from(rows: Sequence[str]) -> int:
    """The pattern of a card written as rows of letters, the top row first; '.' is a gap."""
    return sum((1 + "BYRPW".index(letter)) << 3 * (3 * row + column)
               for row, letters in enumerate(rows) for column, letter in enumerate(letters) if letter != ".")


def rows_of(pattern: int) -> tuple[str, ...]:
    """The other way: the rows of a pattern, without empty ones at the end and without empty columns at the right."""
    grid = [[".BYRPW"[pattern >> 3 * (3 * row + column) & 7] for column in range(3)] for row in range(PLACES // 3)]
    wide = max([column + 1 for row in grid for column in range(3) if row[column] != "."], default=0)
    rows = ["".join(row[:wide]) for row in grid]
    while rows and not rows[-1].strip("."):
        rows.pop()
    return tuple(rows)
