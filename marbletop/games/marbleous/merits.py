"""What speaks for a tray at the end of a turn, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import join_or, plural, say
from .choices import best_outlook
from .judgement import TOP_ROWS, completing_cells, turns_ahead
from .names import colour_name
from .outlook import hand_for
from .state import CELLS, FLOOR, MAIN, NOTHING, POOL, TAKE, WHITE
from .supplies import tokens_of
from .tray import count, filled_cells, neighbours


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """What a player would name, most important first: points, which the choice itself tells of, sets that need one more marble,
    tokens that are left, what the next player finds, room at the top, and marbles that lie well. While sets are still to pop
    nobody can tell, and after a seat's last turn only points count."""
    if after.phase != TAKE:
        return {}
    points = int(after.points[seat] - before.points[seat])
    found = {"points": Merit(points, "", plural(points, "It brings only {n} point.", "It brings only {n} points.") if points
                             else say("It brings no points."))}
    if not turns_ahead(after, seat):
        return found
    tray = after.tray[seat]
    ready = ready_cells(tray)
    colours = join_or([colour_name(colour) for colour in ready]) if ready else ""
    return {**found,
            "ready": Merit(len(ready), say("Then one more {colours} marble pops a set.", colours=colours) if ready else ""),
            "tokens": merit_of_tokens(int(tokens_of(before, seat)), int(tokens_of(after, seat))),
            **merit_of_the_pool(before, after, box, seat, names), "room": merit_of_room(tray),
            "places": Merit(sum(map(count, ready.values())), say("Your next set can be completed in more places.")),
            "pairs": Merit(paired_marbles(tray), say("More of your marbles lie next to their own colour."))}


def merit_of_tokens(before: int, after: int) -> Merit:
    """Tokens that are left. The choice itself tells of a new one."""
    words = plural(after, "You have {n} bonus token for a later turn.", "You have {n} bonus tokens for later turns.")
    return Merit(after, words if 0 < after <= before else "", "" if after > before else say("It spends a bonus token.")
                 if after < before else say("It brings no bonus token."))


def merit_of_the_pool(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """What the next player can do with the marble cards that still lie there: the less, the better."""
    if after.player == seat:
        return {}
    left = [int(after.pool[slot]) for slot in range(POOL) if after.pool[slot] == before.pool[slot] != NOTHING]
    outlooks = [best_outlook(after, box, hand) for hand, _ in (hand_for(after, box.pattern[card]) for card in left) if hand]
    most = max((outlook.points for outlook in outlooks if outlook), default=0)
    who = names[after.player]
    return {"pool": Merit(-most, "" if any(outlooks) else say("It leaves {who} no card that pops a set at once.", who=who),
                          plural(most, "It leaves {who} a marble card for {n} point.",
                                 "It leaves {who} a marble card for {n} points.", who=who) if most else "")}


def merit_of_room(tray: Sequence[int]) -> Merit:
    """Few marbles in the two top rows."""
    high = int(count(filled_cells(tray) & TOP_ROWS))
    return Merit(-high, say("It leaves more room at the top of your tray.") if high
                 else say("Your tray stays low, so there is room for your next card."))


def ready_cells(tray: Sequence[int]) -> dict[int, int]:
    """The colours that lack one marble for a set, and where that marble could come to rest, as bits."""
    landings = (filled_cells(tray) + FLOOR) & CELLS
    joined = [tray[colour] | tray[WHITE] for colour in range(MAIN)]
    found = [landings & completing_cells(cells, cells & neighbours(cells)) for cells in joined]
    return {colour: cells for colour, cells in enumerate(found) if cells}


def paired_marbles(tray: Sequence[int]) -> int:
    """How many marbles lie next to one of their colour; white goes with every colour."""
    joined = [tray[colour] | tray[WHITE] for colour in range(MAIN)]
    return sum(int(count(cells & neighbours(cells))) for cells in joined)
