"""What things are called, in sentences and in notation."""

import re
from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from ...words import You, join_and, phrase, phrases, plural, say
from .state import COORDINATES, DIVERT_SLOW, FORK, PUSH, REDIRECT, SORT, SPACE_AT

TILE_NAMES = ("", *phrases("Left", "Left 120", "Right", "Right 120", "Reverse", "Redirect", "Jump", "Push", "Fork", "Sort",
                           "Go Home", "Divert Slow", "Random", "Random Push", "Solid Wall", "Erase", "Move", "Swap"))
EFFECT_WORDS = ("", *phrases(
    "turns a marble slightly left (60°)", "turns a marble sharply left (120°)", "turns a marble slightly right (60°)",
    "turns a marble sharply right (120°)", "sends a marble back the way it came", "turns a marble the way its arrow points",
    "makes a marble jump over one space", "pushes a marble one space the way its arrow points",
    "a die picks one of its two arrows (60° apart)", "a die picks one of its two arrows (120° apart)",
    "sends a marble Home, facing the same way",
    "turns slow marbles (speed 1) the way its arrow points", "a die decides which way a marble turns",
    "a die decides which way a marble is pushed, one space", "blocks marbles", "takes a tile off the board",
    "moves a tile to another space", "two tiles swap places"))
# What a tile on the board does that points somewhere, or with a die to one of two directions.
POINTED_WORDS = {REDIRECT: phrase("turns a marble towards {direction}"),
                 PUSH: phrase("pushes a marble one space towards {direction}"),
                 FORK: phrase("a die picks {direction} or {other}"), SORT: phrase("a die picks {direction} or {other}"),
                 DIVERT_SLOW: phrase("turns slow marbles (speed 1) towards {direction}")}
COMPASS = ("", "N", "NE", "SE", "S", "SW", "NW")            # in notation
DIRECTION_WORDS = ("", *phrases("the top", "the upper right", "the lower right", "the bottom", "the lower left",
                                "the upper left"))
ARROWS = ("", "↑", "↗", "↘", "↓", "↙", "↖")
GOALS = (phrases("black square", "black circle", "black triangle"), phrases("white square", "white circle", "white triangle"))
GOAL_OF = phrases("your goal", "{who}'s goal", "your team's goal", "the goal of {names}")
MARBLE_OF_SPEED = phrase("a speed {speed} marble")


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


def effect_on_board(part: int, directions: Sequence[int]) -> str:
    """What a Part on the board does, by the directions that its arrows have."""
    if part not in POINTED_WORDS:
        return say(EFFECT_WORDS[part])
    return say(POINTED_WORDS[part], direction=direction_name(directions[0]), other=direction_name(directions[-1]))


def column_name(radius: int, column: int) -> str:
    """The letter of a column: A at the left edge of the machine, whose columns are numbered from its middle."""
    return chr(ord("A") + column + radius - 1)


def row_number(radius: int, space: int) -> int:
    """How far down its column a space lies, from 1 on."""
    q, r = COORDINATES[space]
    return r + min(radius - 1, radius - 1 + q) + 1


def drawn_name(radius: int, space: int) -> str:
    """The name of a space, as it stands on the board: the letter of its column and its number there."""
    return f"{column_name(radius, COORDINATES[space][0])}{row_number(radius, space)}"


def place_text(radius: int, space: int) -> str:
    """Where a space is, as a part of a sentence: by the name that stands on it."""
    return say("on {space}", space=drawn_name(radius, space)) if space else say("at Home")


def direction_name(direction: int) -> str:
    """A direction as one sees it: the upper right."""
    return say(DIRECTION_WORDS[direction])


def goal_name(box: Any, goal: int) -> str:
    """A goal by its mark: black square."""
    return say(GOALS[box.goal_colour[goal]][box.goal_shape[goal]])


def goal_text(box: Any, names: Sequence[str], goal: int) -> str:
    """A goal in a sentence, by whom it belongs to: your goal, Bo's goal."""
    owner = box.owner[goal]
    if owner < 0:
        return say("a goal that nobody owns")
    return tell_owner(box, names, owner, GOAL_OF)


def seats_of_side(box: Any, side: int) -> list[int]:
    return [seat for seat in range(box.seats) if box.side[seat] == side]


def owner_name(box: Any, names: Sequence[str], side: int) -> str:
    """The player, or the players of the team, who own a pile."""
    return join_and([names[seat] for seat in seats_of_side(box, side)])


def owner_or_you(box: Any, names: Sequence[str], side: int) -> str:
    """The same in the middle of a sentence, where the reader is called "you"."""
    return join_and([say("you") if isinstance(names[seat], You) else names[seat] for seat in seats_of_side(box, side)])


def tell_owner(box: Any, names: Sequence[str], side: int, templates: Sequence[str], /, **values: object) -> str:
    """A sentence about the owner of a pile. Of the four templates one is for the reader alone, one for another player {who},
    one for the reader with a partner {who}, and one for the players {names} of another team."""
    to_you, of_one, to_you_both, of_many = templates
    called = [names[seat] for seat in seats_of_side(box, side)]
    others = [name for name in called if not isinstance(name, You)]
    if len(called) == 1:
        return say(of_one, who=called[0], **values) if others else say(to_you, **values)
    if len(others) < len(called):
        return say(to_you_both, who=join_and(others), **values)
    return say(of_many, names=join_and(others), **values)


def marbles_text(n: int) -> str:
    """So many marbles, in a sentence."""
    return plural(n, "{n} marble", "{n} marbles")


def marble_text(speed: int) -> str:
    """A marble in a sentence; notes of old tables do not tell its speed."""
    return say(MARBLE_OF_SPEED, speed=speed) if speed else say("a marble")
