"""Greedy: try every complete turn of its own and take the one with the best judgement.

A turn is a line of decisions of one seat; it ends where another seat decides, the game is over or chance has spoken.
The hidden things and the chance in it are imagined, never looked up. One source runs interpreted (a table whose search
is still compiling) and compiled (simulation).
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.chance import LUCK, fresh_chance, luck, pick
from ..core.game import Game
from ..core.kernel import compile_runner, rule, scratch_stack, twin
from ..core.rewards import shares_of
from .bot import Analysis, Bot, Limit, Ranked, never

DEEPEST = 14                                # decisions of a turn that are looked at
FAST_BUDGET, SLOW_BUDGET = 20_000, 1_500    # actions that are tried for one decision, compiled and interpreted
A_POINT = 1e-6                              # what a point counts when the game is decided
CLOSE = 1e-9                                # judgements that differ by less are equal


def copy_state(stack, source, target):
    """Copy one state of a stack over another."""
    stack[target] = type(stack[source])._layout.copy(stack[source])


@twin(copy_state)
def compiled_copy_state(numba):
    def implementation(stack, source, target):
        stack[target] = stack[source]

    return lambda stack, source, target: implementation


@rule
def events_of(state):
    """How many events of chance there were."""
    total = 0
    for source in range(len(state.chance_count)):
        total += state.chance_count[source]
    return total


@cache
def turn_finder(game: Game, judge: Callable[..., Any]) -> Callable[..., int]:
    """best_turn(stack, box, lists, lengths, values, points, rank, found, best, generator, budget): the first action of
    the best turn from stack[0]; best[i] becomes the best judgement after the i-th legal action. The other arrays are
    room to work in. Turns are looked at one decision deep, then two, ..., as long as the budget of actions lasts."""
    legal, play, outcome = game.legal, game.play, game.outcome

    @rule
    def try_turns(stack, box, lists, lengths, values, points, rank, found, generator, deepest, budget):
        """All turns up to so many decisions: the first action of the best, and the actions tried; the negative of them
        if nothing was cut short. -1 and the budget if that ran out."""
        seat, before = stack[0].player, events_of(stack[0])
        lengths[0] = legal(stack[0], box, lists[0])
        for i in range(lengths[0]):
            found[i] = -1.0
        depth, root, top, ties, chosen, tried, cut = 0, 0, -1.0, 0, lists[0][0], 0, False
        while depth >= 0:
            if lengths[depth] == 0:
                depth -= 1
                continue
            if tried >= budget and deepest > 1:
                return -1, tried
            lengths[depth] -= 1
            action = lists[depth][lengths[depth]]
            if depth == 0:
                root = lengths[0]
            copy_state(stack, depth, depth + 1)
            play(stack[depth + 1], box, action)
            tried += 1
            if stack[depth + 1].player == seat and not stack[depth + 1].over and events_of(stack[depth + 1]) == before:
                if depth + 1 < deepest:
                    depth += 1
                    lengths[depth] = legal(stack[depth], box, lists[depth])
                    continue
                cut = True
            if stack[depth + 1].over:
                outcome(stack[depth + 1], box, points, rank)
                shares_of(stack[depth + 1], rank, values)
                value = values[seat] + A_POINT * points[seat]
            else:
                judge(stack[depth + 1], box, values)
                value = values[seat]
            if value > found[root]:
                found[root] = value
            if value > top + CLOSE:
                top, chosen, ties = value, lists[0][root], 1
            elif value > top - CLOSE:
                ties += 1
                if pick(generator, ties) == 0:
                    chosen = lists[0][root]
        return chosen, tried if cut else -tried

    @rule
    def best_turn(stack, box, lists, lengths, values, points, rank, found, best, generator, budget):
        chosen = 0
        for deepest in range(1, DEEPEST - 1):
            action, tried = try_turns(stack, box, lists, lengths, values, points, rank, found, generator, deepest, budget)
            if action < 0:
                break
            chosen = action
            for i in range(len(best)):
                best[i] = found[i]
            if tried < 0:
                break
            budget -= tried
        return chosen

    return best_turn


@cache
def greedy_policy(game: Game, judge: Callable[..., Any], budget: int = FAST_BUDGET) -> Callable[..., int]:
    """Greedy as a policy for play_games. It is given whole states but imagines the chance to come, so it does not see
    what will happen; the hands of others play no part in its own turn. With a small budget it looks less far into its turn."""
    best_turn, room, owners = turn_finder(game, judge), game.most_legal, game.state.owners

    @rule
    def greedy(state, box, actions, n, generator):
        if n == 1:
            return actions[0]
        stack = scratch_stack(state, DEEPEST)
        fresh_chance(stack[0], generator)
        lists = np.empty((DEEPEST, room), np.int64)
        return best_turn(stack, box, lists, np.zeros(DEEPEST, np.int64), np.zeros(owners), np.zeros(owners),
                         np.zeros(owners, np.int64), np.zeros(room), np.zeros(room), generator, budget)

    greedy.made_from = (judge,)             # type: ignore[attr-defined]
    return greedy


@cache
def greedy_runner(game: Game, judge: Callable[..., Any]) -> Any:
    """The same for one position at a time, compiled."""
    best_turn, owners = turn_finder(game, judge), game.state.owners

    def greedy_turn(stack, boxes, lists, lengths, values, points, rank, found, best, generators, budget):
        return best_turn(stack, boxes[0], lists, lengths, values, points, rank, found, best, generators[0], budget)

    numbers, reals = np.zeros(1, np.int64), np.zeros(owners)
    return compile_runner(greedy_turn, game, np.zeros(1, game.state.dtype), np.zeros(1, game.box.dtype),
                          np.zeros((1, 1), np.int64), numbers, reals, reals, numbers, reals, reals, np.zeros(1, LUCK.dtype), 1,
                          made_from=(turn_finder, judge))


class Greedy(Bot):
    """The bot. Interpreted, so that nothing has to be compiled; or `fast`.

    With `loose` above 0 it takes any action whose judgement is at most so much worse than the best, better ones more
    likely: a player who makes sensible moves and misses things.
    """

    heeds_limit = False

    def __init__(self, game: Game, judge: Callable[..., Any], seed: int = 0, fast: bool = False, loose: float = 0.0):
        super().__init__(game, seed)
        self.judge, self.fast, self.loose = judge, fast, loose
        if fast:
            greedy_runner(game, judge)

    def reseed(self, seed: int) -> None:
        self.luck = luck(seed)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        analysis = self.analyse(view, box, limit, stop)
        top = analysis.ranked[0].values[view.player]
        weights = [int(1000 * (1 - (top - row.values[view.player]) / self.loose)) if self.loose else 0
                   for row in analysis.ranked]
        good = [(row.action, weight) for row, weight in zip(analysis.ranked, weights) if weight > 0]
        if len(good) < 2:
            return analysis.best
        spot = pick(self.luck, sum(weight for _, weight in good))
        for action, weight in good:
            spot -= weight
            if spot < 0:
                return action
        return analysis.best

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Its actions by the best judgement they lead to within the turn."""
        begun, game = time.perf_counter(), self.game
        legal = game.legal_list(view, box)
        state = game.state.copy(view)
        game.redeal(state, box, view.player, self.luck)
        fresh_chance(state, self.luck)
        chosen, best = self._turn(state, box)
        rest = max(1, len(set(view.side[:view.seats])) - 1)
        ranked = [Ranked(action, tuple(best[i] if view.side[seat] == view.side[view.player] else (1 - best[i]) / rest
                                       for seat in range(view.seats)), line=(action,)) for i, action in enumerate(legal)]
        ranked.sort(key=lambda row: (row.action != chosen, -row.values[view.player]))
        return Analysis(view.player, tuple(ranked), len(legal), time.perf_counter() - begun)

    def _turn(self, state: Any, box: Any) -> tuple[int, Any]:
        """The first action of the best turn, and the best judgement after each legal action."""
        game = self.game
        if not self.fast:
            values, points, best = [0.0] * game.state.owners, [0.0] * game.state.owners, [0.0] * game.most_legal
            lists = [[0] * game.most_legal for _ in range(DEEPEST)]
            find = turn_finder(game, self.judge)
            return find(scratch_stack(state, DEEPEST), box, lists, [0] * DEEPEST, values, points, [0] * game.state.owners,
                        [0.0] * game.most_legal, best, self.luck, SLOW_BUDGET), best
        stack, generator = np.zeros(DEEPEST, game.state.dtype), LUCK.to_record(self.luck)
        stack[:1] = game.state.to_record(state)
        best_of = np.zeros(game.most_legal)
        chosen = greedy_runner(game, self.judge)(
            stack, game.box.to_record(box), np.zeros((DEEPEST, game.most_legal), np.int64), np.zeros(DEEPEST, np.int64),
            np.zeros(game.state.owners), np.zeros(game.state.owners), np.zeros(game.state.owners, np.int64),
            np.zeros(game.most_legal), best_of, generator, FAST_BUDGET)
        self.luck = LUCK.from_record(generator[0])
        return int(chosen), best_of.tolist()
