"""What things are called, in sentences and in notation."""

import re
from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from ...words import join_and, phrases, say
from .state import COORDINATES, SPACE_AT

TILE_NAMES = ("", *phrases("Left", "Left 120", "Right", "Right 120", "Reverse", "Redirect", "Jump", "Push", "Fork", "Sort",
                           "Go Home", "Divert Slow", "Random", "Random Push", "Solid Wall", "Erase", "Move", "Swap"))
COMPASS = ("", *phrases("N", "NE", "SE", "S", "SW", "NW"))
ARROWS = ("", "↑", "↗", "↘", "↓", "↙", "↖")
GOALS = (phrases("black square", "black circle", "black triangle"), phrases("white square", "white circle", "white triangle"))


def write_space(space: int) -> str:
    """A space in notation: its coordinates, or home."""
    return "{},{}".format(*COORDINATES[space]) if space else "home"


def read_space(text: str, box: Any = None) -> int:
    """The space that a text means, or BadNotation; with a box, only Home and its machine spaces."""
    if text.lower() == "home":
        return 0
    match = re.fullmatch(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?", text)
    space = SPACE_AT.get((int(match[1]), int(match[2])), -1) if match else -1
    if space < 0 or (box is not None and space >= box.edge):
        raise BadNotation(f"{text!r} is no space of the machine: write its coordinates, such as 1,-4, or home.")
    return space


def tile_name(tile: int) -> str:
    return say(TILE_NAMES[tile])


def space_name(space: int) -> str:
    """A space in a sentence."""
    return write_space(space) if space else say("home")


def direction_name(direction: int) -> str:
    """A direction in a sentence: its number and its compass point."""
    return say("{n} ({compass})", n=direction, compass=say(COMPASS[direction]))


def goal_name(box: Any, goal: int) -> str:
    """A goal by its mark: black square."""
    return say(GOALS[box.goal_colour[goal]][box.goal_shape[goal]])


def goal_text(box: Any, goal: int) -> str:
    """A goal in a sentence: the black square."""
    return say("the {goal}", goal=goal_name(box, goal))


def owner_name(box: Any, names: Sequence[str], side: int) -> str:
    """The player, or the players of the team, who own a pile."""
    return join_and([names[seat] for seat in range(box.seats) if box.side[seat] == side])


def oriented_space_name(space: int, facing: int) -> str:
    """A space in a sentence, with the orientation of the Part on it, if it has one."""
    words = space_name(space)
    return say("{space}, turned to {direction}", space=words, direction=direction_name(facing)) if facing else words
