"""Games without any chance: there is nothing to average over, so a search values their positions, and a solver if there is one.

The usual player would always play such a game on alike, and what it misses would count as lost for certain.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..bots.bot import Limit
from ..bots.exact import Exact
from ..bots.levels import searching
from ..bots.search import children
from ..core.game import Game, redeal_nothing
from ..core.match import outcome_of, shares
from .questions import PlayoutKit

ITERATIONS = 10_000                         # of a search for each position
LONGER = 4                                  # times as many, for what is told as a turning point
NODES = 1 << 18
ERROR = 0.04                                # taken as the standard error of a value that is not certain


@dataclass(frozen=True)
class Thought:
    """What an action or a position is worth, by seat."""

    values: tuple[float, ...]
    certain: bool = False


def is_open(game: Game) -> bool:
    """Whether nothing but the future is unknown."""
    return game.redeal is redeal_nothing


def is_without_chance(game: Game) -> bool:
    """Whether whoever thinks long enough knows everything."""
    return is_open(game) and not game.sources


class Thinker:
    """Values the positions of a match."""

    def __init__(self, kit: PlayoutKit):
        self.game, self.box = kit.game, kit.game.make_box(kit.options, kit.seats, kit.components)
        self.search = searching(self.game, kit.seed & 0xFFFF, nodes=NODES)
        self.bot = Exact(self.search) if self.game.solver else self.search
        self.known: dict[tuple[bytes, float], dict[int, Thought]] = {}

    def actions(self, view: Any, effort: float = 1.0) -> dict[int, Thought]:
        """What every action of a view is worth; `effort` is how many times longer than usual the search takes."""
        key = self.game.state.to_record(view).tobytes(), effort
        if key not in self.known:
            rows = self.bot.analyse(view, self.box, Limit(iterations=round(effort * ITERATIONS))).ranked
            tree = self.search.trees[0]
            ends = {int(tree["action"][child]) for child in children(tree, 0) if tree["certain"][child]}
            self.known[key] = {row.action: Thought(row.values, row.proof is not None or row.action in ends) for row in rows}
        return self.known[key]

    def after(self, view: Any, action: int, effort: float = 1.0) -> Thought:
        """What a position is worth after an action, if nobody errs: the best that its player can do."""
        state = self.game.state.copy(view)
        self.game.play(state, self.box, action)
        if state.over:
            return Thought(tuple(shares(outcome_of(self.game, state, self.box).rank, state.side[:state.seats])), certain=True)
        found = self.actions(self.game.view(state, self.box, state.player), effort)
        best = max(found.values(), key=lambda one: one.values[state.player])
        settled = best.certain and (best.values[state.player] == 1.0 or all(one.certain for one in found.values()))
        return Thought(best.values, settled)


@lru_cache(4)
def thinker_of(kit: PlayoutKit) -> Thinker | None:
    """Whoever values the positions of a match; None if it has to be played out in many deals."""
    return Thinker(kit) if is_without_chance(kit.game) else None
