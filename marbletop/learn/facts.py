"""Facts about a position, by name: lessons say with them what a press must reach, and what must be true.

Every game has `over` (true or false), `player` (the seat that decides), `rank` (of a seat, 1 = won, 0 while it is played) and
the number of its notes since the step began, by the name of the event: `popped = 2`. A game's `facts.py` adds its own for each
seat, such as `points`. A name is that of seat 0; `seat 1 points` is that of another seat. A value is compared as it is; a list
means one of its values, and texts such as ">= 3", "not 3", "with R" and "without R" compare.
"""

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core.match import Match, Move

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "not": operator.ne, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
           "with": operator.contains, "without": lambda found, one: one not in found}


def facts_of(match: Match, moves: Iterable[Move] = ()) -> dict[str, Any]:
    """All facts of a match; `moves` are those of the present step."""
    facts = general_facts(match, moves)
    for seat in range(match.seats):
        facts |= facts_of_seat(match, seat)
    return facts


def general_facts(match: Match, moves: Iterable[Move]) -> dict[str, Any]:
    """What belongs to no seat: whether the game is over, who decides, and how often each event happened."""
    happened = Counter(match.game.events[note.event] for move in moves for note in move.notes)
    return {**{name: happened[name] for name in match.game.events}, "over": match.over, "player": match.player}


def facts_of_seat(match: Match, seat: int) -> dict[str, Any]:
    """What the game knows of a seat, by names that say which seat it is."""
    game, outcome = match.game, match.outcome
    facts = {"rank": outcome.rank[seat] if outcome else 0, **(game.facts(match.state, match.box, seat) if game.facts else {})}
    return facts if seat == 0 else {f"seat {seat} {name}": value for name, value in facts.items()}


def is_true(wanted: Mapping[str, Any], match: Match, moves: Iterable[Move]) -> bool:
    """Whether everything is as wanted; looks only at the seats that are asked for."""
    facts = general_facts(match, moves)
    for seat in {seat_named(name) for name in wanted}:
        facts |= facts_of_seat(match, seat) if seat < match.seats else {}
    return not false_facts(wanted, facts)


def seat_named(name: str) -> int:
    """The seat that a fact's name begins with, or 0."""
    found = re.match(r"seat (\d) ", name)
    return int(found[1]) if found else 0


def false_facts(wanted: Mapping[str, Any], facts: Mapping[str, Any]) -> list[str]:
    """What is not as wanted, in words for whoever writes lessons."""
    return [f"{name} should be {value!r} and is {facts[name]!r}" if name in facts else
            f"there is no fact {name!r}; facts are {', '.join(sorted(facts))}"
            for name, value in wanted.items() if name not in facts or not agrees(facts[name], value)]


def agrees(found: Any, wanted: Any) -> bool:
    """Whether a fact is what a lesson says."""
    if isinstance(wanted, list):
        return any(agrees(found, one) for one in wanted)
    if isinstance(wanted, str):
        sign, _, value = wanted.partition(" ")
        if sign in COMPARE and value:
            return bool(COMPARE[sign](found, int(value) if isinstance(found, (int, float)) else value))
    return bool(found == wanted)
