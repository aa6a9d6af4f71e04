"""Exact chances to win of small games: every outcome of chance and every action, with their weights."""

import numpy as np

from marbletop.core.chance import OpenEvent, Script
from marbletop.core.match import outcome_of, shares


def branches(game, state, box, action, outcomes=()):
    """Every state that an action can lead to, with its probability."""
    trial = game.state.copy(state)
    trial.script = Script(outcomes)
    try:
        game.play(trial, box, action)
    except OpenEvent as event:
        total = sum(event.weights)
        for outcome, weight in enumerate(event.weights):
            if weight:
                for after, chance in branches(game, state, box, action, (*outcomes, outcome)):
                    yield after, chance * weight / total
        return
    trial.script = None
    yield trial, 1.0


def after_action(game, state, box, action, best=False):
    """Every seat's chance to win after an action."""
    return sum(chance * value_of(game, after, box, best) for after, chance in branches(game, state, box, action))


_values = {}                                # by game, position without its events of chance, and whether the best is played


def value_of(game, state, box, best=False):
    """Every seat's chance to win if everybody plays anything, or their best."""
    position = game.state.copy(state)
    position.chance_key, position.chance_count = [0, 0], [0] * len(state.chance_count)
    key = game.name, game.box.pack(box), game.state.pack(position), best
    if key not in _values:
        _values[key] = solve(game, state, box, best)
    return _values[key]


def solve(game, state, box, best):
    if state.over:
        return np.array(shares(outcome_of(game, state, box).rank, state.side[:state.seats]))
    values = [after_action(game, state, box, action, best) for action in game.legal_list(state, box)]
    return max(values, key=lambda value: value[state.player]) if best else sum(values) / len(values)
