"""How far judgements on the way are trusted beside the results of whole games.

A whole game that is played on from an action says who won: right on average, but hundreds of them are needed to tell two good
actions apart. What the game's judgement says of both a few turns later hardly scatters, but it may be wrong. Over all decisions
of a match together, whole games tell how much a difference of judgements is worth (`slope`), and how far the truth lies from
that (`doubt`). Each difference is then what judgements say, corrected by its own whole games as far as these are surer than the
doubt. With many deals only whole games count.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

USUAL_SLOPE, SLOPE_ERROR = 1.0, 0.25        # before anything is measured: a judgement says a chance to win
USUAL_DOUBT, DOUBT_ERROR = 0.002, 0.004     # the same for the square of the doubt: between 0.0007 and 0.004 in our games
LEAST_DOUBT = 0.0005                        # no judgement is trusted more
FEWEST_DEALS = 4                            # with which a decision says anything about judgements
NARROW = 0.02                               # added to the squares of a difference: few deals are never sure


@dataclass(frozen=True)
class Trust:
    """What a difference of judgements is worth in chances to win, and the variance of what it leaves out."""

    slope: float
    doubt: float

    def weight_of(self, variance: float) -> float:
        """How much of the difference between whole games and judgement counts, if it was measured with this variance."""
        return self.doubt / (self.doubt + variance)

    def left(self, variance: float) -> float:
        """The standard error of what judgements leave out and whole games have not told yet."""
        return (1 - self.weight_of(variance)) * float(np.sqrt(self.doubt))


USUAL_TRUST = Trust(USUAL_SLOPE, USUAL_DOUBT + DOUBT_ERROR)


@dataclass(frozen=True)
class Estimate:
    """What whole games and judgements say together: values by deal, action (the usual player's last) and seat, and of each
    action the standard error against the usual player's that is left because judgements may be wrong."""

    values: np.ndarray
    doubts: np.ndarray


def estimate_from(shares: np.ndarray, judged: np.ndarray | None, seat: int, trust: Trust) -> Estimate:
    """Both together, for the seat that decides; whole games alone if nothing was judged. The usual player's action keeps the
    values of its whole games."""
    doubts = np.zeros(shares.shape[1])
    if judged is None:
        return Estimate(shares, doubts)
    won, values = shares - shares[:, -1:], trust.slope * (judged - judged[:, -1:])
    for place in range(len(doubts) - 1):
        wrong = won[:, place] - values[:, place]
        known = wrong[~np.isnan(wrong[:, seat]), seat]
        if known.any():
            variance = spread_of(known) ** 2
            values[:, place] += trust.weight_of(variance) * wrong
            doubts[place] = trust.left(variance)
    return Estimate(shares[:, -1:] + values, doubts)


def spread_of(values: np.ndarray, narrow: float = NARROW) -> float:
    """The standard error of a mean; not zero for a few equal values."""
    n = len(values)
    return float(np.sqrt((np.square(values - values.mean()).sum() + narrow) / (n * max(1, n - 1))))


def variance_of_mean(values: np.ndarray) -> float:
    return float(np.square(values - values.mean()).sum() / (len(values) * (len(values) - 1)))


def trust_in(pairs: Iterable[list[tuple[np.ndarray, np.ndarray]]]) -> Trust:
    """The trust that whole games justify. Of every decision there is a list: for each action but the usual player's, how much
    more it won in each deal, and how much more its judgement was."""
    known = [[(won, judged) for won, judged in of_one if len(won) >= FEWEST_DEALS and judged.any()] for of_one in pairs]
    known = [of_one for of_one in known if of_one]
    slope = slope_of([pair for of_one in known for pair in of_one])
    return Trust(slope, doubt_of(known, slope))


def slope_of(pairs: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """Least squares, together with what is usual."""
    above, below = USUAL_SLOPE / SLOPE_ERROR ** 2, 1 / SLOPE_ERROR ** 2
    for won, judged in pairs:
        precision = 1 / (USUAL_DOUBT + variance_of_mean(won - judged))
        above += precision * won.mean() * judged.mean()
        below += precision * judged.mean() ** 2
    return float(above / below)


def doubt_of(known: list[list[tuple[np.ndarray, np.ndarray]]], slope: float) -> float:
    """How much more whole games differ from judgements than their own scatter explains, together with what is usual, and one
    standard error more: rather too much doubt than too little. Actions of one decision meet the same deals, so decisions are
    counted, not actions."""
    excess = [float(np.mean([(won - slope * judged).mean() ** 2 - variance_of_mean(won - slope * judged)
                             for won, judged in of_one])) for of_one in known]
    precision, doubt = 1 / DOUBT_ERROR ** 2, USUAL_DOUBT / DOUBT_ERROR ** 2
    if len(excess) > 1:
        variance = variance_of_mean(np.array(excess)) + LEAST_DOUBT ** 2
        precision, doubt = precision + 1 / variance, doubt + float(np.mean(excess)) / variance
    return max(LEAST_DOUBT, doubt / precision + float(np.sqrt(1 / precision)))
