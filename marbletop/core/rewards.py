"""Shares of first place and rewards for compiled runners; for Python they are in match.py."""

from .kernel import rule


@rule
def shares_of(state, rank, out):
    """What match.shares says, for compiled runners; returns the number of sides."""
    sides, first = 0, 0
    for seat in range(state.seats):
        new, new_first = 1, 1 if rank[seat] == 1 else 0
        for other in range(seat):
            if state.side[other] == state.side[seat]:
                new = 0
                if rank[other] == 1:
                    new_first = 0
        sides += new
        first += new_first
    for seat in range(state.seats):
        if first == 0:
            out[seat] = 1.0 / sides if sides > 1 else 0.0
        else:
            out[seat] = 1.0 / first if rank[seat] == 1 else 0.0
    return sides


@rule
def rewards_of(state, rank, out):
    """What match.rewards says, for compiled runners."""
    sides = shares_of(state, rank, out)
    for seat in range(state.seats):
        out[seat] = 2.0 * out[seat] - 1.0 if sides == 1 else (sides * out[seat] - 1.0) / (sides - 1.0)
