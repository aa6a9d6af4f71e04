"""Bots as policies: what compiled runners can play with, by name."""

from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.whole_games import Policy, uniform
from .greedy import greedy_policy
from .tree import judge_evenly

POLICIES = ("uniform", "greedy")


def policy_named(game: Game, name: str) -> Policy:
    """A policy of a game by its name."""
    if name not in POLICIES:
        raise MarbletopError(f"Compiled opponents are {' or '.join(POLICIES)}, not {name!r}.")
    return uniform if name == "uniform" else greedy_policy(game, game.judge or judge_evenly)
