"""Places in words. Stories tell them by the steps from the nearest landmark, as people do at a table. Choices name holes by
their numbers, which are written on the board: 1, 2, ... clockwise from the corner of the seat that looks on."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...words import phrases, tell
from .names import seats_in
from .state import LANE, RING

HOME_HOLE = 3                               # the number of one's own home space

ON_HOME, PAST_HOME, ON_START, PAST_START, BEFORE_HOME = range(5)

# By kind of place: to the reader, and of somebody else.
AT = (phrases("your home space", "{who}'s home space"), phrases("{n} past your home space", "{n} past {who}'s home space"),
      phrases("your start position", "{who}'s start position"),
      phrases("{n} past your start position", "{n} past {who}'s start position"),
      phrases("{n} before your home space", "{n} before {who}'s home space"))
TO = (phrases("to your home space", "to {who}'s home space"),
      phrases("to {n} past your home space", "to {n} past {who}'s home space"),
      phrases("to your start position", "to {who}'s start position"),
      phrases("to {n} past your start position", "to {n} past {who}'s start position"),
      phrases("to {n} before your home space", "to {n} before {who}'s home space"))
IN_SLOT = phrases("place {n} in your home slot", "place {n} in {who}'s home slot")


def space_in_words(box: Any, space: int, names: Sequence[str], forms: Sequence[Sequence[str]] = AT) -> str:
    """A space of the track: where it is (AT), or to it (TO)."""
    kind, seat, n = landmark(box, space)
    to_them, of_them = forms[kind]
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


def hole_of(view: Any, box: Any, seat: int, place: int) -> int | None:
    """The number of the hole that is a place of a seat's way, for whoever looks on; None in start ring and home slot."""
    if not RING < place <= box.length:
        return None
    return hole_number(box.length, box.home[max(view.viewer, 0)], box.space[seat][place])


def hole_or_place(view: Any, box: Any, seat: int, place: int, names: Sequence[str]) -> str:
    """A place of a seat's way outside the start ring, by what stands on the board: the number of a hole, or which place of
    whose home slot it is."""
    if hole := hole_of(view, box, seat, place):
        return str(hole)
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
