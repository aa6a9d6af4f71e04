"""The levels as a server seats them, but sooner: for everything that plays many games."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from marbletop.bots.bot import Bot, Limit
from marbletop.bots.greedy import DEEPEST, SLOW_BUDGET, Greedy, greedy_runner
from marbletop.bots.levels import Level, bot_at, level_in, level_named, with_figure
from marbletop.core.chance import LUCK
from marbletop.core.game import Game


@dataclass(frozen=True)
class Sooner:
    """A level as a server seats it, or with another figure. What it does without a search is compiled here: the same choices,
    sooner."""

    name: str
    figure: float | None = None             # instead of the game's own

    @property
    def level(self) -> Level:
        return level_named(self.name)

    @property
    def limit(self) -> Limit | None:
        return None if self.figure is None else with_figure(self.level, self.figure).limit

    def __call__(self, game: Game, seed: int = 0) -> Bot:
        if self.level.searches or not game.judge:
            return bot_at(game, self.level, seed)
        level = level_in(game, self.level) if self.figure is None else with_figure(self.level, self.figure)
        return CompiledGreedy(game, game.judge, seed, fast=True, loose=level.loose)


class CompiledGreedy(Greedy):
    """Greedy that looks as far into its turn as the interpreted one does."""

    def _turn(self, state: Any, box: Any) -> tuple[int, Any]:
        game, generator = self.game, LUCK.to_record(self.luck)
        stack, best = np.zeros(DEEPEST, game.state.dtype), np.zeros(game.most_legal)
        stack[:1] = game.state.to_record(state)
        values, points, rank = (np.zeros(game.state.owners, kind) for kind in (float, float, np.int64))
        chosen = greedy_runner(game, self.judge)(
            stack, game.box.to_record(box), np.zeros((DEEPEST, game.most_legal), np.int64), np.zeros(DEEPEST, np.int64),
            values, points, rank, np.zeros(game.most_legal), best, generator, SLOW_BUDGET)
        self.luck = LUCK.from_record(generator[0])
        return int(chosen), best.tolist()
