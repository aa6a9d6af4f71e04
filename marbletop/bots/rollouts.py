"""A bot that needs no compilation: it plays each action out at random some times and takes the one that wins most."""

from collections.abc import Callable
from typing import Any

from ..core.chance import fresh_chance, luck, pick
from ..core.match import outcome_of, shares
from .bot import Analysis, Bot, Limit, Ranked, never

FARTHEST = 400                              # decisions of a playout; a longer one counts as undecided


class Rollouts(Bot):
    def reseed(self, seed: int) -> None:
        self.luck = luck(seed)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        legal = self.game.legal_list(view, box)
        return legal[0] if len(legal) == 1 else self.analyse(view, box, limit, stop).best

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Deal the hidden things again for each playout; actions are tried in turn until the limit is reached."""
        legal = self.game.legal_list(view, box)
        sums, tries, begun = [[0.0] * view.seats for _ in legal], [0] * len(legal), limit.clock()
        most = limit.iterations if limit.iterations is not None else 10 ** 9
        seconds = limit.seconds if limit.seconds is not None else 1e9
        for number in range(max(len(legal), most)):
            if number >= len(legal) and (limit.clock() - begun > seconds or stop()):
                break
            i = number % len(legal)
            tries[i] += 1
            for seat, value in enumerate(self.playout(view, box, legal[i])):
                sums[i][seat] += value
        ranked = [Ranked(action, tuple(value / n for value in values), visits=n, line=(action,))
                  for action, values, n in zip(legal, sums, tries)]
        ranked.sort(key=lambda row: -row.values[view.player])
        return Analysis(view.player, tuple(ranked), sum(tries), limit.clock() - begun)

    def playout(self, view: Any, box: Any, action: int) -> list[float]:
        """Every seat's share of the first place in a random game from here."""
        game, actions = self.game, [0] * self.game.most_legal
        state = game.state.copy(view)
        game.redeal(state, box, view.player, self.luck)
        fresh_chance(state, self.luck)
        game.play(state, box, action)
        for _ in range(FARTHEST):
            if state.over:
                return list(shares(outcome_of(game, state, box).rank, state.side[:state.seats]))
            game.play(state, box, actions[pick(self.luck, game.legal(state, box, actions))])
        return [1 / len(set(view.side[:view.seats]))] * view.seats
