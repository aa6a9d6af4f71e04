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
from .trust import NARROW, USUAL_TRUST, Estimate, Trust, estimate_from, spread_of

FEW = 5                                     # actions that are all played out; of more, the most promising and the one taken
GLANCES = 4                                 # deals in which the promise of many actions is looked at
LOOKED_AT = 8                               # actions that are looked at further ahead: those that promise most after this turn
ROUNDS_AHEAD = 2                            # after this turn, before positions are judged
RACING = 16                                 # deals after which actions that are surely worse are no longer played out
SURELY_WORSE = 2.5                          # standard errors
THOUGHT_DEALS = 4                           # that a search counts for: as sure as thinking.ERROR
LEVEL_WEIGHT = 0.4                          # of the error of a chance to win, beside those of differences


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
    turns: int = 0                          # after which positions are judged; 0: they are not
    trust: Trust = USUAL_TRUST              # in these judgements
    chunks: list[np.ndarray] = field(default_factory=list)          # shares by deal, wanted action (usual player last) and seat
    judged: list[np.ndarray] = field(default_factory=list)          # the same for judgements; empty if there are none
    known: tuple[int, Trust, Estimate] | None = None                # the last estimate: of how many deals, and with which trust

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
    def estimate(self) -> Estimate:
        """What whole games and judgements say together."""
        if self.known is None or self.known[:2] != (self.deals, self.trust):
            judged = np.concatenate(self.judged) if self.judged else None
            self.known = self.deals, self.trust, estimate_from(self.shares, judged, self.seat, self.trust)
        return self.known[2]

    def error_between(self, one: int, other: int) -> float:
        """The standard error of the difference between two actions, by their places."""
        values, doubts = self.estimate.values[:, :, self.seat], self.estimate.doubts
        return float(np.hypot(spread_of(values[:, one] - values[:, other]), max(doubts[one], doubts[other])))

    @property
    def compared(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """How much more each action won than the usual player's, deal by deal, and how much more its judgement was."""
        if not self.judged:
            return []
        won, judged = ((values - values[:, -1:])[:, self.playing, self.seat].T
                       for values in (self.shares, np.concatenate(self.judged)))
        return list(zip(won, judged))

    def forget(self) -> None:
        """Forget what was measured."""
        self.chunks, self.judged, self.known = [], [], None

    @property
    def playing(self) -> list[int]:
        """Wanted actions that are still compared, by their place."""
        return [place for place, action in enumerate(self.wanted) if action not in self.dropped]

    def ask(self, deals: int) -> Question:
        """For so many more deals."""
        wanted = [self.wanted[place] for place in self.playing]
        return Question(self.position, wanted, (self.number + 1 << 32) + self.deals, deals, turns=self.turns)

    def add(self, found: np.ndarray) -> None:
        """Keep the answer to what was asked last."""
        if self.turns:
            found, judged = found[..., 0], found[..., 1]
            self.judged.append(self.by_place(judged))
        chunk = self.by_place(found)
        for action, values in self.proven.items():
            if action in self.wanted:
                chunk[:, self.wanted.index(action)] = values
        self.chunks.append(chunk)
        if self.deals >= RACING:
            self.drop_losers()

    def by_place(self, found: np.ndarray) -> np.ndarray:
        """What was found, with NaN for actions that are no longer played out."""
        chunk = np.full((len(found), len(self.wanted) + 1, self.view.seats), np.nan)
        chunk[:, [*self.playing, -1]] = found
        return chunk

    def take_thoughts(self) -> None:
        """Let a search say how the wanted actions go on. In its place the usual player would choose the best one."""
        best = max(self.thought.values(), key=lambda values: float(values[self.seat]))
        found = np.stack([*(self.thought[action] for action in self.wanted), best])
        self.chunks = [np.tile(found, (THOUGHT_DEALS, 1, 1))]

    def drop_losers(self) -> None:
        values, best = self.estimate.values[:, :, self.seat], self.leader
        for place in set(self.playing) - {0, best}:
            behind = float((values[:, best] - values[:, place]).mean())
            if behind > SURELY_WORSE * self.error_between(best, place) + NARROW:
                self.dropped.add(self.wanted[place])

    @property
    def uncertainty(self) -> float:
        """The largest standard error of what matters: the change by the choice, its loss, and, counting less, the chance to win
        itself, which is only a point of the curve."""
        usual = self.shares[:, -1, self.seat]
        return max(self.error_between(0, -1), self.error_between(self.leader, 0), LEVEL_WEIGHT * spread_of(usual))

    @property
    def leader(self) -> int:
        """The place of the action that is best so far."""
        means = self.estimate.values[:, :, self.seat].mean(axis=0)
        return max(self.playing, key=lambda place: float(means[place]))

    @property
    def best_possible(self) -> np.ndarray | None:
        """What is certain if the seat plays its best; None if that is not known."""
        best = max(self.proven.values(), key=lambda values: float(values[self.seat]), default=None)
        return best if best is not None and (best[self.seat] == 1.0 or len(self.proven) == len(self.legal)) else None


def decisions_of(match: Match) -> list[Decision]:
    """The decisions of a match with more than one possibility, not measured yet."""
    found = []
    for number, move in enumerate(match.moves):
        state = match.state_after(number)
        legal = match.game.legal_list(state, match.box)
        if len(legal) > 1:
            view = match.game.view(state, match.box, move.seat)
            found.append(Decision(number, move.seat, view, match.game.state.to_record(view), legal, [move.action],
                                  turns=turns_ahead(match)))
    return found


def turns_ahead(match: Match) -> int:
    """After how many turns positions are judged; 0 if the game has no judgement."""
    return 1 + ROUNDS_AHEAD * match.seats if match.game.judge else 0


def choose_actions(decision: Decision, playouts: Playouts) -> None:
    """Decide which actions are worth playing out, besides the one taken: many are looked at until the turn is over, the more
    promising ones further."""
    others = [action for action in decision.legal if action != decision.taken]
    if len(decision.legal) > FEW:
        usual = int(playouts.usual_choices(decision.view, decision.number << 32, 1)[0])
        best = by_promise(decision, playouts, by_promise(decision, playouts, decision.legal, 1)[:LOOKED_AT], decision.turns)
        others = [action for action in dict.fromkeys([usual, *best]) if action != decision.taken][:FEW - 1]
    decision.wanted += others


def by_promise(decision: Decision, playouts: Playouts, actions: list[int], turns: int) -> list[int]:
    """Actions by what is judged after so many turns, the best first."""
    _, judged = playouts.of_view(decision.view, actions, decision.number << 32, GLANCES, turns, whole=False)
    promise = judged[:, :-1, decision.seat].mean(axis=0)
    return [actions[place] for place in np.argsort(-promise, kind="stable")]


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
