"""Greedy: try every complete turn of one's own and take the one with the best judgement.

A turn is a line of decisions of one seat; it ends where another seat decides, the game is over or chance has spoken.
The hidden things and the chance in it are imagined, never looked up. One source runs interpreted (a table whose search
is still compiling) and compiled (simulation).
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.chance import fresh_chance, luck, pick
from ..core.game import Game
from ..core.kernel import rule, twin
from .bot import Analysis, Limit, Ranked, never

DEEPEST = 12                                # decisions of a turn that are looked at
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
    """best_turn(stack, box, lists, lengths, values, best, generator): the first action of the best turn from stack[0];
    best[i] becomes the best judgement after the i-th legal action."""
    legal, play = game.legal, game.play

    @rule
    def best_turn(stack, box, lists, lengths, values, best, generator):
        seat, before = stack[0].player, events_of(stack[0])
        lengths[0] = legal(stack[0], box, lists[0])
        for i in range(lengths[0]):
            best[i] = -1.0
        depth, root, top, ties, chosen = 0, 0, -1.0, 0, lists[0][0]
        while depth >= 0:
            if lengths[depth] == 0:
                depth -= 1
                continue
            lengths[depth] -= 1
            action = lists[depth][lengths[depth]]
            if depth == 0:
                root = lengths[0]
            copy_state(stack, depth, depth + 1)
            play(stack[depth + 1], box, action)
            if stack[depth + 1].player == seat and not stack[depth + 1].over and depth + 2 < DEEPEST \
                    and events_of(stack[depth + 1]) == before:
                depth += 1
                lengths[depth] = legal(stack[depth], box, lists[depth])
                continue
            judge(stack[depth + 1], box, values)
            value = values[seat]
            if value > best[root]:
                best[root] = value
            if value > top + CLOSE:
                top, chosen, ties = value, lists[0][root], 1
            elif value > top - CLOSE:
                ties += 1
                if pick(generator, ties) == 0:
                    chosen = lists[0][root]
        return chosen

    return best_turn


@cache
def greedy_policy(game: Game, judge: Callable[..., Any]) -> Callable[..., int]:
    """Greedy as a policy for play_games. It is given whole states but imagines chance anew, so it does not see what will
    come; hands of others play no part in one's own turn."""
    best_turn, dtype, room, owners = turn_finder(game, judge), game.state.dtype, game.most_legal, game.state.owners

    @rule
    def greedy(state, box, actions, n, generator):
        if n == 1:
            return actions[0]
        stack = np.empty(DEEPEST, dtype)
        stack[0] = state
        fresh_chance(stack[0], generator)
        lists = np.empty((DEEPEST, room), np.int64)
        return best_turn(stack, box, lists, np.zeros(DEEPEST, np.int64), np.zeros(owners), np.zeros(room), generator)

    greedy.made_from = (judge,)             # type: ignore[attr-defined]
    return greedy


class Greedy:
    """The bot, interpreted: nothing has to be compiled."""

    def __init__(self, game: Game, judge: Callable[..., Any], seed: int = 0):
        self.game, self.luck, self.best_turn = game, luck(seed), turn_finder(game, judge)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        return self.analyse(view, box, limit, stop).best

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Its actions by the best judgement they lead to within the turn."""
        begun, game = time.perf_counter(), self.game
        legal = game.legal_list(view, box)
        state = game.state.copy(view)
        game.redeal(state, box, view.player, self.luck)
        fresh_chance(state, self.luck)
        values, best = [0.0] * game.state.owners, [0.0] * game.most_legal
        lists = [[0] * game.most_legal for _ in range(DEEPEST)]
        chosen = self.best_turn([state] + [None] * DEEPEST, box, lists, [0] * DEEPEST, values, best, self.luck)
        rest = len(set(view.side[:view.seats])) - 1
        ranked = [Ranked(action, tuple(best[i] if view.side[seat] == view.side[view.player] else (1 - best[i]) / max(1, rest)
                                       for seat in range(view.seats)), line=(action,)) for i, action in enumerate(legal)]
        ranked.sort(key=lambda row: (row.action != chosen, -row.values[view.player]))
        return Analysis(view.player, tuple(ranked), len(legal), time.perf_counter() - begun)
