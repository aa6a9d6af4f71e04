"""A bot that needs no compilation: it plays each action out at random some times and takes the one that wins most."""

import time
from typing import Any

from ..core.chance import fresh_chance, luck, pick
from ..core.game import Game
from ..core.match import outcome_of
from .bot import Limit

FARTHEST = 400                              # decisions of a playout; a longer one counts as undecided


class Rollouts:
    def __init__(self, game: Game, seed: int = 0):
        self.game, self.luck = game, luck(seed)

    def choose(self, view: Any, box: Any, limit: Limit) -> int:
        """Deal the hidden things anew for each playout; actions are tried in turn until the limit is reached."""
        legal = self.game.legal_list(view, box)
        if len(legal) == 1:
            return legal[0]
        seat, gains, tries = view.player, [0.0] * len(legal), 0
        end = time.perf_counter() + (limit.seconds if limit.seconds is not None else 1e9)
        most = limit.iterations if limit.iterations is not None else 10 ** 9
        while tries < max(len(legal), most) and (tries < len(legal) or time.perf_counter() < end):
            gains[tries % len(legal)] += self.playout(view, box, seat, legal[tries % len(legal)])
            tries += 1
        played = [tries // len(legal) + (i < tries % len(legal)) for i in range(len(legal))]
        best = max(gain / n for gain, n in zip(gains, played))
        good = [action for action, gain, n in zip(legal, gains, played) if gain / n == best]
        return good[pick(self.luck, len(good))]

    def playout(self, view: Any, box: Any, seat: int, action: int) -> float:
        """What a seat gains in a random game from here."""
        game, actions = self.game, [0] * self.game.most_legal
        state = game.state.copy(view)
        game.redeal(state, box, seat, self.luck)
        fresh_chance(state, self.luck)
        game.play(state, box, action)
        for _ in range(FARTHEST):
            if state.over:
                return outcome_of(game, state, box).reward[seat]
            game.play(state, box, actions[pick(self.luck, game.legal(state, box, actions))])
        return 0.0
