"""The house rules and modes of Marble Machine: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option
from .state import RADII, SHAPES


@dataclass(frozen=True)
class Options:
    teams: bool = option(
        False, label="Teams", mode=True, seats=(4, 6), rule="MM-1, MM-53",
        help="Four players form two teams of two, six players three teams of two.")
    unused_shape: str = option(
        "triangle", label="Shape without an owner", seats=(4,), rule="MM-52",
        choices=SHAPES,
        help="With four players, nobody owns the two goals of this shape.")
    unused_goal: int = option(
        6, label="Goal without an owner", low=1, high=6, seats=(5,), rule="MM-52",
        help="With five players, nobody owns this goal.")
    radius: int = option(
        5, label="Board size", low=RADII[0], high=RADII[-1], mode=True, rule="MM-1",
        help="How many spaces it is from Home to a separator.")
    trade_in: str = option(
        "repeat", label="Trading in Modifiers", rule="MM-5",
        choices={"repeat": "as often as you like", "once": "once each", "none": "not at all"},
        help=("Before the game you may trade in the Modifiers of your first hand: as often as you like, once each, or not at "
              "all."))
    aim: str = option(
        "before", label="Aiming", rule="MM-20, MM-23",
        choices={"before": "before the others move", "after": "after the others have moved"},
        help="You aim a new marble before or after the others move.")
    blocked_marble_moves_after_turn: bool = option(
        False, label="Freed marbles move on", rule="MM-47",
        help="A marble that its tile turns away from the Solid Wall moves on at once.")
    unused_goal_ends_movement: bool = option(
        True, label="A goal without an owner ends the move", seats=(4, 5), rule="MM-52",
        help="A marble sent Home from a goal that nobody owns stops moving this time.")
    quota: int = option(
        0, label="Marbles that start the Final Phase", low=0, high=25, rule="MM-60",
        help="How many marbles one player needs to start the Final Phase. 0 means the usual number for this many players.")
    chain_limit: int = option(
        100, label="Longest chain", low=10, high=1000, rule="MM-44",
        help="How many tiles may act on a marble in one chain with dice in it.")
    final_phase_limit: int = option(
        10_000, label="Longest Final Phase", low=100, high=100_000, rule="MM-65",
        help="After how many rounds of movement the Final Phase is stopped.")
