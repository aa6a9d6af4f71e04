"""How much an action lost against the best one, without the winner's curse.

The best of several noisy values is mostly one that was lucky. So the best action is chosen by one half of the deals, and
compared with the action taken in the other half; then the other way round. Where a half cannot tell, the usual player's choice
counts as the best: few deals must neither call any action good enough nor any other one better.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from .decisions import Decision
from .trust import NARROW, spread_of

SURELY_MORE = 2.0                           # standard errors
PERHAPS_MORE = 1.0                          # the same, for what the other half still checks


@dataclass(frozen=True)
class Played:
    """An action that was played out: every seat's chance to win, and its standard error."""

    action: int
    values: tuple[float, ...]
    error: float


@dataclass(frozen=True)
class Judged:
    """What the action taken lost for its player against the best that was found. It may come out a little below zero, because
    it is measured, not chosen."""

    number: int                             # of the move
    seat: int
    taken: int
    best: int
    loss: float
    error: float
    options: tuple[Played, ...]             # what was played out, best first
    recovered: float = 0.0                  # what the same player's next decision could still win back, left out of the loss


def judge_choice(decision: Decision) -> Judged:
    estimate = decision.estimate
    loss, error = loss_of(estimate.values[:, :, decision.seat], decision.playing, estimate.doubts)
    options = [option_of(decision, place) for place in range(len(decision.wanted))]
    options.sort(key=lambda option: (option.action in decision.dropped, -option.values[decision.seat]))
    if decision.best_possible is not None and decision.taken in decision.proven:
        error = 0.0
        loss = float(decision.best_possible[decision.seat] - decision.proven[decision.taken][decision.seat])
    return Judged(decision.number, decision.seat, decision.taken, best_of(decision, options), loss, error, tuple(options))


def leave_out_recovered(judged: Sequence[Judged], is_same_turn: Callable[[Judged, Judged], bool]) -> tuple[Judged, ...]:
    """The same decisions, without losses that were none: the usual player may miss how to go on in a turn, and the player who
    took the action knew it."""
    following = [*judged[1:], None]
    return tuple(leave_out(one, after) if after is not None and is_same_turn(one, after) else one
                 for one, after in zip(judged, following))


def leave_out(one: Judged, after: Judged) -> Judged:
    taken = next(option for option in one.options if option.action == one.taken)
    best = after.options[0]
    gain = best.values[one.seat] - taken.values[one.seat]
    if one.loss <= 0 or gain <= SURELY_MORE * float(np.hypot(best.error, taken.error)):
        return one
    recovered = min(gain, one.loss)
    return replace(one, loss=one.loss - recovered, recovered=recovered)


def best_of(decision: Decision, options: list[Played]) -> int:
    """The best action; the one taken, if none is better."""
    values = {option.action: option.values[decision.seat] for option in options}
    return decision.taken if values[decision.taken] >= values[options[0].action] else options[0].action


def loss_of(values: np.ndarray, places: list[int], doubts: np.ndarray) -> tuple[float, float]:
    """The loss of the first action and its standard error; values by deal and action, the usual player's last, and what
    judgements leave doubtful about each (see trust.py)."""
    differences, doubtful = np.zeros(len(values)), [0.0, 0.0]
    for half in (0, 1):
        best = best_known(values[half::2], places, doubts)
        differences[1 - half::2] = values[1 - half::2, best] - values[1 - half::2, 0]
        doubtful[half] = float(max(doubts[best], doubts[0])) if best != 0 else 0.0
    return float(differences.mean()), float(np.hypot(spread_of(differences), np.mean(doubtful)))


def best_known(values: np.ndarray, places: list[int], doubts: np.ndarray) -> int:
    """The place of the best action; that of the usual player's, if none does better than it. A few equal results may be chance,
    a few equal judgements are not."""
    best = max(places, key=lambda place: float(values[:, place].mean()))
    ahead = values[:, best] - values[:, -1]
    return best if ahead.mean() > PERHAPS_MORE * spread_of(ahead, NARROW if doubts[best] == 0 else 0.0) else -1


def option_of(decision: Decision, place: int) -> Played:
    found = decision.estimate.values[:, place]
    found = found[~np.isnan(found[:, 0])]
    error = 0.0 if decision.wanted[place] in decision.proven \
        else float(np.hypot(spread_of(found[:, decision.seat]), decision.estimate.doubts[place]))
    return Played(decision.wanted[place], tuple(found.mean(axis=0).clip(0.0, 1.0).tolist()), error)
