"""A tray as bits: where a marble comes to rest, what a set is, how marbles fall. state.py explains the bits."""

from ...core.kernel import rule, small
from .state import CELLS, COLUMN, FLOOR, MAIN, OVER_THE_TOP, TALL, WHITE


@small
def filled_cells(tray):
    """The cells that hold a marble."""
    return tray[0] | tray[1] | tray[2] | tray[3] | tray[4]


@small
def landing_cell(cells, column):
    """The cell where a marble rolled into a column comes to rest; 0 if the column is full [MB-19, MB-20]."""
    return (cells + (1 << TALL * column)) & (COLUMN << TALL * column)


@small
def count(cells):
    """How many cells these are. The bits are added up in pairs, fours and eights."""
    cells -= cells >> 1 & 0x55555555
    cells = (cells & 0x33333333) + (cells >> 2 & 0x33333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F
    return (cells + (cells >> 8) + (cells >> 16) + (cells >> 24)) & 63


@small
def neighbours(cells):
    """The cells that share a side with one of these, and some bits outside the tray [MB-30]."""
    return cells << 1 | cells >> 1 | cells << TALL | cells >> TALL


@rule
def whole_group(start, among):
    """All cells of `among` that are connected with the start [MB-32]."""
    group = start
    while True:
        grown = (group | neighbours(group)) & among
        if grown == group:
            return group
        group = grown


@small
def middle_cells(cells):
    """Those of the cells that have two or more neighbours among them. Every group of three or more has one; no smaller group
    has."""
    below, above, left, right = cells << 1, cells >> 1, cells << TALL, cells >> TALL
    return cells & (below & above | left & right | (below | above) & (left | right))


@rule
def sets_in(tray, own_marbles):
    """The sets of a tray, each as one bit: its lowest-numbered marble of its own colour, or the lowest-numbered white of an
    all-white set [MB-31 to MB-36]."""
    found = 0
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        left = middle_cells(joined)
        while left:
            group = whole_group(left & -left, joined)
            left &= ~group
            own = group & tray[colour]
            if count(own) >= own_marbles:
                named = own if own else group
                found |= named & -named
    return found


@small
def let_fall(tray, gaps):
    """Let the marbles above gaps fall straight down [MB-38]. Each step closes the lowest gap of every column."""
    while gaps:
        above = CELLS & ~(gaps ^ ((gaps | OVER_THE_TOP) - FLOOR))
        for colour in range(MAIN + 1):
            cells = tray[colour]
            tray[colour] = cells & ~above | (cells & above) >> 1
        gaps = (gaps & above) >> 1
