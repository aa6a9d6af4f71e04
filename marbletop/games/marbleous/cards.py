"""Marble cards: how patterns are turned, what drops where, and which placements are actions.

A pattern is one integer: nine places, 3 x 3 in reading order, of three bits each: 0 for a gap, else 1 + colour. What a turned
pattern drops is another integer, its drop code: three columns from the left, of three marbles each, the lowest first, with the
same three bits for each marble.
"""

from collections.abc import Sequence
from functools import cache

from ...core.kernel import rule, small
from .state import COLUMNS, PLACES


@small
def printed_place(rotation, row, column):
    """The place of the printed pattern that appears at a row and column after so many quarter turns clockwise."""
    if rotation == 0:
        return 3 * row + column
    if rotation == 1:
        return 3 * (2 - column) + row
    if rotation == 2:
        return 3 * (2 - row) + 2 - column
    return 3 * column + 2 - row


@rule
def drop_code(pattern, rotation):
    """What drops into which column. The first column is the leftmost with a marble; gaps in height close, gaps in width stay
    [MB-17, MB-19]."""
    code, wide = 0, 0
    for column in range(3):
        marbles, high = 0, 0
        for row in range(2, -1, -1):
            marble = pattern >> 3 * printed_place(rotation, row, column) & 7
            if marble:
                marbles |= marble << 3 * high
                high += 1
        if marbles or wide:
            code |= marbles << 9 * wide
            wide += 1
    return code


@small
def code_width(code):
    """How many columns a turned pattern covers."""
    return 1 if code < 1 << 9 else 2 if code < 1 << 18 else 3


@rule
def placements_of(pattern):
    """The placements that are actions, as bits 5 x rotation + left column: nothing hangs over the side [MB-18], and no smaller
    rotation drops the same [MB-68]."""
    found = 0
    for rotation in range(4):
        code = drop_code(pattern, rotation)
        if not is_repeated(pattern, rotation):
            for column in range(COLUMNS - code_width(code) + 1):
                found |= 1 << COLUMNS * rotation + column
    return found


@rule
def is_repeated(pattern, rotation):
    """Whether a smaller rotation drops the same marbles in the same order [MB-68]."""
    found = False
    for smaller in range(rotation):
        found = found or drop_code(pattern, smaller) == drop_code(pattern, rotation)
    return found


def pattern_of(rows: Sequence[str]) -> int:
    """The pattern of a card that is written as rows of letters, the top row first; '.' is a gap."""
    return sum((1 + "BYRPW".index(letter)) << 3 * (3 * row + column)
               for row, letters in enumerate(rows) for column, letter in enumerate(letters) if letter != ".")


def is_strip(pattern: int) -> bool:
    """Whether the marbles of a card are in one line."""
    return len(rows_of(pattern)) == 1


@cache
def rows_of(pattern: int) -> tuple[str, ...]:
    """A pattern as rows of letters, without empty rows at the bottom and empty columns at the right."""
    grid = [[".BYRPW"[pattern >> 3 * (3 * row + column) & 7] for column in range(3)] for row in range(PLACES // 3)]
    wide = max([column + 1 for row in grid for column in range(3) if row[column] != "."], default=0)
    rows = ["".join(row[:wide]) for row in grid]
    while rows and not rows[-1].strip("."):
        rows.pop()
    return tuple(rows)
