"""A tray on bits: where a marble comes to rest, what a set is, how marbles fall. See state.py for the bits."""

from ...core.kernel import rule, small
from .state import CELLS, COLUMN, FLOOR, MAIN, OVER_THE_TOP, TALL, WHITE


@small
def filled(tray):
    """All cells that hold a marble."""
    return tray[0] | tray[1] | tray[2] | tray[3] | tray[4]


@small
def landing(cells, column):
    """Where a marble rolled into a column comes to rest; 0 if the column is full [MB-19, MB-20]."""
    return (cells + (1 << TALL * column)) & (COLUMN << TALL * column)


@small
def count(cells):
    """How many cells these are: bits added up in pairs, fours and eights."""
    cells -= cells >> 1 & 0x55555555
    cells = (cells & 0x33333333) + (cells >> 2 & 0x33333333)
    cells = (cells + (cells >> 4)) & 0x0F0F0F0F
    return (cells + (cells >> 8) + (cells >> 16) + (cells >> 24)) & 63


@small
def neighbours(cells):
    """The cells that share a side with one of these, with bits over the top among them [MB-30]."""
    return cells << 1 | cells >> 1 | cells << TALL | cells >> TALL


@rule
def whole_group(start, among):
    """All cells among these that are connected with the start [MB-32]."""
    group = start
    while True:
        grown = (group | neighbours(group)) & among
        if grown == group:
            return group
        group = grown


@small
def middles(cells):
    """The cells that have two or more neighbours among these: every group of three or more has one, no smaller."""
    below, above, left, right = cells << 1, cells >> 1, cells << TALL, cells >> TALL
    return cells & (below & above | left & right | (below | above) & (left | right))


@rule
def sets_in(tray, own_marbles):
    """The sets of a tray, each as one bit: its lowest-numbered marble of its own colour, or of a group of whites only
    its lowest-numbered white [MB-31 to MB-36]."""
    found = 0
    for colour in range(MAIN):
        joined = tray[colour] | tray[WHITE]
        left = middles(joined)
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
    """Marbles above a gap fall straight down [MB-38]: in each column the lowest gap closes, until there is none."""
    while gaps:
        above = CELLS & ~(gaps ^ ((gaps | OVER_THE_TOP) - FLOOR))
        for colour in range(MAIN + 1):
            cells = tray[colour]
            tray[colour] = cells & ~above | (cells & above) >> 1
        gaps = (gaps & above) >> 1
