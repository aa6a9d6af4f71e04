"""The bot that takes any legal action: a yardstick, and the last resort."""

from typing import Any

from ..core.chance import luck, pick
from ..core.game import Game
from .bot import Limit


class Uniform:
    def __init__(self, game: Game, seed: int = 0):
        self.game, self.luck = game, luck(seed)

    def choose(self, view: Any, box: Any, limit: Limit) -> int:
        legal = self.game.legal_list(view, box)
        return legal[pick(self.luck, len(legal))]
