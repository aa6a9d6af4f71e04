"""What crates would bring: the powers that they could unlock next, in a few words."""

from typing import Any, NamedTuple

from ...words import join_or, phrase, phrases, plural, say
from .state import ALL_ELEMENTS, CRATE_FACE, CRATES_2, TILE_BIT

# What a full group brings, in the order of the powers.
BRINGS = phrases("a free 0", "a 2", "a free 3", "two cupcakes", "2 points", "3 points", "three 1s", "two hexes to cross out",
                 "circles on two leaves")
FULL_GROUP = phrase("A full crate group brings what's below it, once.")


class Reach(NamedTuple):
    """The powers that the fewest crates would unlock, and how many crates those are."""

    crates: int
    powers: str


def crates_in(view: Any, elements: int) -> int:
    """How many crates these dice and the tile cross out."""
    two = 2 if view.tile == CRATES_2 and elements & TILE_BIT else 0
    return (elements & int(view.shows[CRATE_FACE])).bit_count() + two


def most_crates(view: Any, tray: int) -> int:
    """How many crates the fuller tray crosses out, if these dice and the tile lie in one of the two."""
    return max(crates_in(view, tray), crates_in(view, ALL_ELEMENTS ^ tray))


def reach_of(view: Any, box: Any, seat: int, crates: int) -> Reach | None:
    """What a colony could unlock with so many crates; None if no group would be full [MA-38]."""
    left = {group: int(box.group_size[group] - view.crates[seat][group]) for group in range(box.groups)
            if view.open_groups[seat] >> group & 1}
    least = min(left.values(), default=0)
    if not 0 < least <= crates:
        return None
    powers = dict.fromkeys(int(box.group_power[group]) for group, n in left.items() if n == least)
    return Reach(least, join_or([say(BRINGS[power]) for power in powers]))


def what_crates_bring(view: Any, box: Any, crates: int, other: str = "", tells_all: bool = True) -> str:
    """What so many crates would bring the player and, if it is named, the other colony: the same, or with a single crate. If
    they fill no group, what crates are for, if that is to be told; '' if nobody has any left."""
    mine, theirs = (reach_of(view, box, seat, crates) for seat in (view.player, 1 - view.player))
    has_any = view.open_groups[view.player] or (other and view.open_groups[1 - view.player])
    if other and mine and mine == theirs:
        return plural(mine.crates, "One more crate brings each of you {powers}.", "{n} more crates bring each of you {powers}.",
                      powers=mine.powers)
    if other and theirs and theirs.crates == 1:
        if mine and mine.crates == 1:
            return say("One more crate brings you {powers}, {who} {others}.", powers=mine.powers, who=other,
                       others=theirs.powers)
        return say("One more crate brings {who} {powers}.", who=other, powers=theirs.powers)
    if mine:
        return plural(mine.crates, "One more crate brings you {powers}.", "{n} more crates bring you {powers}.",
                      powers=mine.powers)
    return say(FULL_GROUP) if tells_all and has_any else ""
