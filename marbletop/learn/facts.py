"""Facts about a position, by name: lessons say with them what a press must reach, and what must be true.

Every game has `over` (true or false), `player` (the seat that decides), `rank` (of a seat, 1 = won, 0 while it is played) and
the number of its notes since the step began, by the name of the event: `popped = 2`. A game's `facts.py` adds its own for each
seat, such as `points`. A name is that of seat 0; `seat 1 points` is that of another seat. A value is compared as it is; a list
means one of its values, and texts such as ">= 3", "not 3", "with R" and "without R" compare.
"""

import operator
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ..core.match import Match, Move

COMPARE = {"not": operator.ne, ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
           "with": operator.contains, "without": lambda found, one: one not in found}


def facts_of(match: Match, moves: Iterable[Move] = ()) -> dict[str, Any]:
    """All facts of a match; `moves` are those of the present step."""
    game = match.game
    happened = Counter(game.events[note.event] for move in moves for note in move.notes)
    facts: dict[str, Any] = {name: happened[name] for name in game.events}
    outcome = match.outcome
    facts |= {"over": match.over, "player": match.player}
    for seat in range(match.seats):
        of_seat = {"rank": outcome.rank[seat] if outcome else 0,
                   **(game.facts(match.state, match.box, seat) if game.facts else {})}
        facts |= of_seat if seat == 0 else {f"seat {seat} {name}": value for name, value in of_seat.items()}
    return facts


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
