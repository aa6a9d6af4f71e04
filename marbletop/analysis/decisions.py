"""The decisions of a match, measured by playing them out: what a review is made from.

A forced move is no decision. Everything is measured in the view of the seat that decides: deals that fit it, never the deal
that was really there.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from ..bots.bot import Limit
from ..bots.levels import searching
from ..bots.playouts import Playouts
from ..bots.search import Search, children
from ..core.game import Game, redeal_nothing
from ..core.match import Match
from .questions import PlayoutKit, Question, playouts_of

FEW = 5                                     # actions that are all played out; of more, the most promising and the one taken
GLANCES = 4                                 # deals in which the promise of many actions is looked at
RACING = 16                                 # deals after which actions that are surely worse are no longer played out
SURELY_WORSE = 2.5                          # standard errors
PROOF_ITERATIONS = 60_000                   # of a search for what is certain
LEVEL_WEIGHT = 0.4                          # of the error of a chance to win, beside those of differences
PROOF_NODES = 1 << 18
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

    @cached_property
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


def is_open(game: Game) -> bool:
    """Whether nothing but the future is unknown."""
    return game.redeal is redeal_nothing


def choose_actions(decision: Decision, playouts: Playouts) -> None:
    """Decide which actions are worth playing out, besides the one taken."""
    others = [action for action in decision.legal if action != decision.taken]
    if len(decision.legal) > FEW:
        promise, usual = playouts.glance(decision.view, len(decision.legal), decision.number << 32, GLANCES)
        by_promise = [decision.legal[place] for place in np.argsort(-promise, kind="stable")]
        wanted = dict.fromkeys([int(usual[0]), *by_promise])
        others = [action for action in wanted if action != decision.taken][:FEW - 1]
    decision.wanted += others


def look_closer(kit: PlayoutKit, decision: Decision) -> tuple[dict[int, np.ndarray], list[int]]:
    """What is certain after a decision, and which actions are worth playing out."""
    own = replace(decision, view=kit.game.state.from_record(decision.position), wanted=[decision.taken], proven={}, chunks=[])
    if search := prover_of(kit):
        prove_ends(own, search, kit.game.make_box(kit.options, kit.seats, kit.components))
    choose_actions(own, playouts_of(kit))
    return own.proven, own.wanted


@lru_cache(4)
def prover_of(kit: PlayoutKit) -> Search | None:
    """A search that can prove ends, for games without any chance; one for each review, because it remembers its tree."""
    return searching(kit.game, nodes=PROOF_NODES) if is_open(kit.game) and not kit.game.sources else None


def prove_ends(decision: Decision, search: Search, box: Any) -> None:
    """Find actions whose end is certain if nobody errs."""
    search.analyse(decision.view, box, Limit(iterations=PROOF_ITERATIONS))
    tree, seats = search.trees[0], decision.view.seats
    for child in children(tree, 0):
        if tree["certain"][child]:
            values = tree["value"][child][:seats].astype(float) / int(tree["visits"][child])
            decision.proven[int(tree["action"][child])] = np.round(values * 2) / 2 if seats == 2 else values
