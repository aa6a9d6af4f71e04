"""The decisions of a match, measured by playing them out: what a review is made from.

A forced move is no decision. Everything is measured in the view of the seat that decides: deals that fit it, never the deal
that was really there.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..bots.playouts import Playouts
from ..core.match import Match
from .questions import PlayoutKit, Question, playouts_of
from .thinking import Thinker, thinker_of

FEW = 5                                     # actions that are all played out; of more, the most promising and the one taken
GLANCES = 4                                 # deals in which the promise of many actions is looked at
RACING = 16                                 # deals after which actions that are surely worse are no longer played out
SURELY_WORSE = 2.5                          # standard errors
THOUGHT_DEALS = 4                           # that a search counts for: as sure as thinking.ERROR
LEVEL_WEIGHT = 0.4                          # of the error of a chance to win, beside those of differences
WIDE, NARROW = 0.25, 0.02                   # added to the squares of a level and of a difference: few deals are never sure


@dataclass
class Decision:
    """One decision, and how the game went on in many deals after each of the better actions and after the one taken."""

    number: int                             # of the move, from 0
    seat: int
    view: Any
    position: np.ndarray                    # the view as a record, which can be sent anywhere
    legal: list[int]
    wanted: list[int]                       # actions that are played out, the one taken first
    proven: dict[int, np.ndarray] = field(default_factory=dict)     # what an action leads to for certain
    thought: dict[int, np.ndarray] = field(default_factory=dict)    # what a search thinks of it, if it is not played out
    dropped: set[int] = field(default_factory=set)
    chunks: list[np.ndarray] = field(default_factory=list)          # shares by deal, wanted action (usual player last) and seat

    @property
    def taken(self) -> int:
        return self.wanted[0]

    @property
    def deals(self) -> int:
        return sum(map(len, self.chunks))

    @property
    def shares(self) -> np.ndarray:
        """By deal, wanted action (the usual player's last) and seat; NaN where an action was no longer played out."""
        return np.concatenate(self.chunks)

    @property
    def playing(self) -> list[int]:
        """Wanted actions that are still compared, by their place."""
        return [place for place, action in enumerate(self.wanted) if action not in self.dropped]

    def ask(self, deals: int) -> Question:
        """For so many more deals."""
        wanted = [self.wanted[place] for place in self.playing]
        return Question(self.position, wanted, (self.number + 1 << 32) + self.deals, deals)

    def add(self, found: np.ndarray) -> None:
        """Keep the answer to what was asked last."""
        chunk = np.full((len(found), len(self.wanted) + 1, self.view.seats), np.nan)
        chunk[:, [*self.playing, -1]] = found
        for action, values in self.proven.items():
            if action in self.wanted:
                chunk[:, self.wanted.index(action)] = values
        self.chunks.append(chunk)
        if self.deals >= RACING:
            self.drop_losers()

    def take_thoughts(self) -> None:
        """Let a search say how the wanted actions go on. In its place the usual player would choose the best one."""
        best = max(self.thought.values(), key=lambda values: float(values[self.seat]))
        found = np.stack([*(self.thought[action] for action in self.wanted), best])
        self.chunks = [np.tile(found, (THOUGHT_DEALS, 1, 1))]

    def drop_losers(self) -> None:
        shares, best = self.shares[:, :, self.seat], self.leader
        for place in set(self.playing) - {0, best}:
            behind = shares[:, best] - shares[:, place]
            if behind.mean() > SURELY_WORSE * spread_of(behind) + NARROW:
                self.dropped.add(self.wanted[place])

    @property
    def uncertainty(self) -> float:
        """The largest standard error of what matters: the change by the choice, its loss, and, counting less, the chance to win
        itself, which is only a point of the curve."""
        shares = self.shares[:, :, self.seat]
        taken, usual, best = shares[:, 0], shares[:, -1], shares[:, self.leader]
        return max(spread_of(taken - usual), spread_of(best - taken), LEVEL_WEIGHT * spread_of(usual))

    @property
    def leader(self) -> int:
        """The place of the action that has won most so far."""
        shares = self.shares[:, :, self.seat]
        return max(self.playing, key=lambda place: float(shares[:, place].mean()))

    @property
    def best_possible(self) -> np.ndarray | None:
        """What is certain if the seat plays its best; None if that is not known."""
        best = max(self.proven.values(), key=lambda values: float(values[self.seat]), default=None)
        return best if best is not None and (best[self.seat] == 1.0 or len(self.proven) == len(self.legal)) else None


def spread_of(values: np.ndarray) -> float:
    """The standard error of a mean; not zero for a few equal values."""
    n = len(values)
    return float(np.sqrt((np.square(values - values.mean()).sum() + NARROW) / (n * max(1, n - 1))))


def decisions_of(match: Match) -> list[Decision]:
    """The decisions of a match with more than one possibility, not measured yet."""
    found = []
    for number, move in enumerate(match.moves):
        state = match.state_after(number)
        legal = match.game.legal_list(state, match.box)
        if len(legal) > 1:
            view = match.game.view(state, match.box, move.seat)
            found.append(Decision(number, move.seat, view, match.game.state.to_record(view), legal, [move.action]))
    return found


def choose_actions(decision: Decision, playouts: Playouts) -> None:
    """Decide which actions are worth playing out, besides the one taken."""
    others = [action for action in decision.legal if action != decision.taken]
    if len(decision.legal) > FEW:
        promise, usual = playouts.glance(decision.view, len(decision.legal), decision.number << 32, GLANCES)
        by_promise = [decision.legal[place] for place in np.argsort(-promise, kind="stable")]
        wanted = dict.fromkeys([int(usual[0]), *by_promise])
        others = [action for action in wanted if action != decision.taken][:FEW - 1]
    decision.wanted += others


def look_closer(kit: PlayoutKit, decision: Decision,
                effort: float) -> tuple[list[int], dict[int, np.ndarray], dict[int, np.ndarray]]:
    """Which actions of a decision are compared, what is certain after them, and, if they are not played out, what a search
    thinks of them."""
    own = replace(decision, view=kit.game.state.from_record(decision.position), wanted=[decision.taken], proven={}, chunks=[])
    if thinker := thinker_of(kit):
        think_over(own, thinker, effort)
    else:
        choose_actions(own, playouts_of(kit))
    return own.wanted, own.proven, own.thought


def think_over(decision: Decision, thinker: Thinker, effort: float) -> None:
    """Let a search value the actions that it thinks best, and the one taken: each from the position that it leads to."""
    found = thinker.actions(decision.view, effort)
    decision.wanted += [action for action in found if action != decision.taken][:FEW - 1]
    found = found | {action: thinker.after(decision.view, action, effort) for action in decision.wanted
                     if not found[action].certain}
    decision.proven = {action: np.array(one.values) for action, one in found.items() if one.certain}
    decision.thought = {action: np.array(found[action].values) for action in decision.wanted}
