"""From scores to chances: what judgements share."""

import math

from .kernel import rule, small


@small
def ones(bits):
    """How many bits are set."""
    n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n


@rule
def weigh(state, values, scale):
    """Turn a score of each seat into its side's chance to win: twice as likely for every 0.7 * scale ahead. Team mates
    are added up and share."""
    most = -1e18
    for seat in range(state.seats):
        total = side_total(state, values, seat)
        if total > most:
            most = total
    everything = 0.0
    for seat in range(state.seats):
        if is_first_of_side(state, seat):
            everything += math.exp((side_total(state, values, seat) - most) / scale)
    for seat in range(state.seats):
        if is_first_of_side(state, seat):
            chance = math.exp((side_total(state, values, seat) - most) / scale) / everything
            for mate in range(state.seats):
                if state.side[mate] == state.side[seat]:
                    values[mate] = chance


@rule
def side_total(state, values, seat):
    """The scores of a seat's side together."""
    total = 0.0
    for mate in range(state.seats):
        if state.side[mate] == state.side[seat]:
            total += values[mate]
    return total


@rule
def is_first_of_side(state, seat):
    for mate in range(seat):
        if state.side[mate] == state.side[seat]:
            return False
    return True
