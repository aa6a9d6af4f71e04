"""Places in words. Choices, hints and the log name holes by their numbers, which are written on the board: 1, 2, ... clockwise
from the corner of whoever reads. Who hears the board instead of seeing it is told the nearest landmark, too."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...words import You, phrases, say, tell
from .names import seats_in
from .state import LANE, RING

HOME_HOLE = 3                               # the number of one's own home space

ON_HOME, PAST_HOME, ON_START, PAST_START, BEFORE_HOME = range(5)

# By kind of place: to the reader, and of somebody else.
AT = (phrases("your home space", "{who}'s home space"), phrases("{n} past your home space", "{n} past {who}'s home space"),
      phrases("your start position", "{who}'s start position"),
      phrases("{n} past your start position", "{n} past {who}'s start position"),
      phrases("{n} before your home space", "{n} before {who}'s home space"))
IN_SLOT = phrases("hole {n} of your home slot", "hole {n} of {who}'s home slot")


def space_in_words(box: Any, space: int, names: Sequence[str]) -> str:
    """A space of the track by the nearest landmark."""
    kind, seat, n = landmark(box, space)
    to_them, of_them = AT[kind]
    return tell(names[seat], to_them, of_them, n=n)


@kit.keep
def landmark(box: Any, space: int) -> tuple[int, int, int]:
    """What a space is called by: the kind of place, the seat whose landmark is nearest, and the steps from there."""
    behind, seat = min(((space - box.home[seat]) % box.length, seat) for seat in seats_in(box))
    if behind < box.start:
        return (PAST_HOME if behind else ON_HOME), seat, behind
    ahead, other = min(((box.home[seat] - space) % box.length, seat) for seat in seats_in(box))
    past = behind - box.start
    if past <= ahead:
        return (PAST_START if past else ON_START), seat, past
    return BEFORE_HOME, other, ahead


def hole_number(length: int, home: int, space: int) -> int:
    """The number of a hole for whoever has this home space."""
    return (space - home + HOME_HOLE - 1) % length + 1


def home_of_reader(box: Any, names: Sequence[str]) -> int:
    """The home space that holes are counted from: that of whoever is spoken to, else of the first seat."""
    reader = next((seat for seat, name in enumerate(names) if isinstance(name, You)), 0)
    return int(box.home[reader])


def hole_name(box: Any, space: int, names: Sequence[str]) -> str:
    """A space of the track as everybody calls it: by the number that is written on the board."""
    return say("hole {n}", n=hole_number(box.length, home_of_reader(box, names), space))


def hole_of(box: Any, seat: int, place: int, names: Sequence[str]) -> str:
    """The hole that is a place of a seat's way; "" in start ring and home slot."""
    return hole_name(box, box.space[seat][place], names) if RING < place <= box.length else ""


def hole_or_place(box: Any, seat: int, place: int, names: Sequence[str]) -> str:
    """A place of a seat's way outside the start ring, as everybody calls it: a hole of the track by the number that stands on
    the board, or a hole of somebody's home slot."""
    if hole := hole_of(box, seat, place, names):
        return hole
    to_them, of_them = IN_SLOT
    return tell(names[seat], to_them, of_them, n=place - box.length)


def goals_of(box: Any, seat: int, place: int, steps: int) -> list[int]:
    """The places that steps lead to: one, two if the marble might turn in or go past, or none beyond the home slot."""
    goal = place + steps
    if goal <= 0:
        return [goal + box.length]
    past = goal - box.length
    goes_past = past <= box.past and place <= box.length < goal
    return [goal] * (goal <= box.length + LANE) + [past] * goes_past
