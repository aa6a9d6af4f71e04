"""Positions of a match that are played out, here or on other machines: what a review asks, and how it is answered.

A deal is decided by the seed and its number, so a question can be cut into smaller ones. The answer stays the same.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from ..bots.playouts import Playouts
from ..core.components import Components
from ..core.game import Game
from ..core.match import Match
from .crew import Crew, in_order

PIECE_DEALS = 64                            # of a question that one worker answers, if there are several


@dataclass(frozen=True, eq=False)
class PlayoutKit:
    """What playouts of a match need, as other machines can be told it. Each is its own key (`eq=False`)."""

    game: Game
    seats: int
    options: Any
    components: Components
    seed: int

    def blank(self) -> np.ndarray:
        """A position before the deal, as a record."""
        return self.game.state.to_record(self.game.blank(self.seats, self.options, [0, 0]))

    @staticmethod
    def of(match: Match, seed: int) -> "PlayoutKit":
        return PlayoutKit(match.game, match.seats, match.options, match.components, seed)


@dataclass(frozen=True)
class Question:
    """How a position goes on after each wanted action, and as the usual player would play, in deals number `first` and on."""

    position: np.ndarray                    # a view as a record, which can be sent anywhere
    wanted: list[int]
    first: int
    deals: int
    is_dealt: bool = True                   # False: `position` is a blank state, and the deal is imagined, too
    turns: int = 0                          # after which positions are judged; 0: they are not

    def cut(self, most: int) -> Iterator["Question"]:
        """The same in pieces of so many deals at most."""
        for done in range(0, self.deals, most):
            yield replace(self, first=self.first + done, deals=min(most, self.deals - done))


@lru_cache(4)
def playouts_of(kit: PlayoutKit) -> Playouts:
    """Compiled, with room to work in; kept in every process that answers."""
    return Playouts(kit.game, kit.game.make_box(kit.options, kit.seats, kit.components), kit.seed)


def answer(kit: PlayoutKit, question: Question) -> np.ndarray:
    """Shares of first place by deal, wanted action (the usual player's last) and seat; of a blank state by deal and seat. If
    positions are judged, a last axis holds both, the shares first."""
    playouts, position = playouts_of(kit), kit.game.state.from_record(question.position)
    if question.is_dealt:
        both = playouts.of_view(position, question.wanted, question.first, question.deals, question.turns)
        return np.stack(both, axis=-1) if question.turns else both[0]
    return playouts.of_start(position, question.first, question.deals)


def answers(crew: Crew, kit: PlayoutKit, questions: Iterable[Question]) -> Iterator[np.ndarray]:
    """The answers in the order of the questions."""
    counts: deque[int] = deque()

    def pieces() -> Iterator[tuple[Question]]:
        for question in questions:
            cut = list(question.cut(PIECE_DEALS if crew.hands > 1 else question.deals))
            counts.append(len(cut))
            yield from ((piece,) for piece in cut)

    found = in_order(crew, answer, kit, pieces())
    for first in found:
        yield np.concatenate([first, *(next(found) for _ in range(counts.popleft() - 1))])
