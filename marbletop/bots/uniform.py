"""The bot that takes any legal action: a yardstick, and the last resort."""

from collections.abc import Callable
from typing import Any

from ..core.chance import luck, pick
from .bot import Analysis, Bot, Limit, Ranked, never


class Uniform(Bot):
    heeds_limit = False

    def reseed(self, seed: int) -> None:
        self.luck = luck(seed)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        legal = self.game.legal_list(view, box)
        return legal[int(pick(self.luck, len(legal)))]

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        even = (1 / view.seats,) * view.seats
        return Analysis(view.player, tuple(Ranked(action, even) for action in self.game.legal_list(view, box)))
