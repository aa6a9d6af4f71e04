"""The house rules and modes of Marble Machine: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option
from .state import RADII, SHAPES, TRADE_IN


@dataclass(frozen=True)
class Options:
    teams: bool = option(False, mode=True, seats=(4, 6), rule="MM-1, MM-53",
                         help="Four players form two teams, six players three.")
    unused_shape: str = option("triangle", choices=SHAPES, seats=(4,), rule="MM-52",
                               help="With four players: the shape whose two goals nobody owns.")
    unused_goal: int = option(6, low=1, high=6, seats=(5,), rule="MM-52", help="With five players: the goal that nobody owns.")
    radius: int = option(5, low=RADII[0], high=RADII[-1], mode=True, rule="MM-1", help="Spaces from Home to a separator.")
    trade_in: str = option("repeat", choices=TRADE_IN, rule="MM-5",
                           help="Modifiers of the first hand can be exchanged again and again, once each, or not at all.")
    aim: str = option("before", choices=("before", "after"), rule="MM-20, MM-23",
                      help="A new marble is aimed before or after the others move.")
    blocked_marble_moves_after_turn: bool = option(
        False, rule="MM-47", help="A marble that the Part under it turns away from the Solid Wall walks on at once.")
    unused_goal_ends_movement: bool = option(
        True, seats=(4, 5), rule="MM-52", help="A marble sent Home from a goal that nobody owns has finished its movement.")
    quota: int = option(0, low=0, high=25, rule="MM-60",
                        help="Marbles in one pile that start the Final Phase; 0: as listed for the number of players.")
    chain_limit: int = option(100, low=10, high=1000, rule="MM-44",
                              help="Parts that may act on a marble in one chain, dice included.")
    final_phase_limit: int = option(10_000, low=100, high=100_000, rule="MM-65",
                                    help="Movement phases after which the Final Phase is broken off.")
