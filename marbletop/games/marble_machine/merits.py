"""What speaks for a machine, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import plural, say
from .movement import RESTS
from .names import owner_or_you
from .panels import decimal_text
from .paths import board_of, expected_piles, odds_of_marbles
from .state import DIRECTIONS, HOME, SPEEDS

SEEN = 0.05                                 # marbles; what is less is not seen in a number with one digit


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """Where the marbles on the board would end, and where new ones would, if that has changed."""
    was, piles = (expected_piles(state, box) for state in (before, after))
    side = box.side[seat]
    order = sorted(range(box.sides), key=lambda one: one != side)
    counts = ", ".join(say("{who} {n}", who=owner_or_you(box, names, one), n=short_number(piles[one])) for one in order)
    changed = any(abs(then - now) >= SEEN for now, then in zip(was, piles))
    old_ways, ways = (len(ways_to(state, box, side)) for state in (before, after))
    return {"piles": Merit(piles[side] - max(piles[one] for one in order[1:]),
                           say("Marbles in the end, on average, if nobody plays on: {counts}.", counts=counts)
                           if changed else ""),
            "ways": Merit(ways, plural(ways, "Then {n} way out of Home most likely brings a new marble to you.",
                                       "Then {n} ways out of Home most likely bring a new marble to you.")
                          if ways > old_ways else "")}


def short_number(number: float) -> str:
    """A number with one decimal, unless it is whole."""
    return decimal_text(number) if round(10 * number) % 10 else str(round(number))


def ways_to(state: Any, box: Any, side: int) -> list[int]:
    """The directions in which a new marble, of whatever speed, most likely runs to a side."""
    starts = tuple((RESTS, HOME, heading) for heading in range(1, DIRECTIONS + 1))
    by_speed = [odds_of_marbles(box, board_of(state), speed, starts) for speed in range(1, SPEEDS + 1)]
    return [heading for heading, odds in enumerate(zip(*by_speed), 1)
            if all(sum(one.goals[goal - 1] for goal in range(1, DIRECTIONS + 1) if box.owner[goal] == side) > 0.5
                   for one in odds)]
