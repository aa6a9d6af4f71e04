"""What things are called, in sentences and in notation."""

import re
from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from ...words import join_and, phrases, say
from .state import COORDINATES, SPACE_AT

NAMES = ("", *phrases("Left", "Left 120", "Right", "Right 120", "Reverse", "Redirect", "Jump", "Push", "Fork", "Sort",
                      "Go Home",
                      "Divert Slow", "Random", "Random Push", "Solid Wall", "Erase", "Move", "Swap"))
COMPASS = ("", *phrases("N", "NE", "SE", "S", "SW", "NW"))
ARROWS = ("", "↑", "↗", "↘", "↓", "↙", "↖")
GOALS = (phrases("black square", "black circle", "black triangle"), phrases("white square", "white circle", "white triangle"))


def space_text(space: int) -> str:
    """home, or the coordinates of a space."""
    return "{},{}".format(*COORDINATES[space]) if space else "home"


def read_space(text: str, box: Any = None) -> int:
    """The space that a text means, or BadNotation; with a box only spaces of its machine."""
    if text.lower() == "home":
        return 0
    found = re.fullmatch(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?", text)
    space = SPACE_AT.get((int(found[1]), int(found[2])), -1) if found else -1
    if space < 0 or (box is not None and space >= box.edge):
        raise BadNotation(f"{text!r} is no space of the machine: write its coordinates, such as 1,-4, or home.")
    return space


def tile_name(tile: int) -> str:
    return say(NAMES[tile])


def space_words(space: int) -> str:
    """A space in a sentence."""
    return space_text(space) if space else say("home")


def direction_words(direction: int) -> str:
    """A direction in a sentence: its number and its compass point."""
    return say("{n} ({compass})", n=direction, compass=say(COMPASS[direction]))


def goal_name(box: Any, goal: int) -> str:
    """A goal as players call it: black square."""
    return say(GOALS[box.goal_colour[goal]][box.goal_shape[goal]])


def goal_text(box: Any, goal: int) -> str:
    return say("the {goal}", goal=goal_name(box, goal))


def owner_text(box: Any, names: Sequence[str], side: int) -> str:
    """Who owns a pile: a player, or the players of a team."""
    return join_and([names[seat] for seat in range(box.seats) if box.side[seat] == side])


def oriented_space(space: int, facing: int) -> str:
    """A space in a sentence, and how the Part on it is turned, if it is."""
    words = space_words(space)
    return say("{space}, turned to {direction}", space=words, direction=direction_words(facing)) if facing else words
