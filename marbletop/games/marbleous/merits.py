"""What speaks for a tray at the end of a turn, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import join_or, plural, say
from .judgement import TOP_ROWS, completing_cells, turns_ahead
from .names import colour_name
from .state import CELLS, FLOOR, MAIN, TAKE, WHITE
from .supplies import tokens_of
from .tray import count, filled_cells, neighbours


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """Sets that need one more marble, tokens that are left, and room at the top. While sets are still to pop nobody can tell,
    and after a seat's last turn only points count."""
    if after.phase != TAKE or not turns_ahead(after, seat):
        return {}
    tray, tokens = after.tray[seat], int(tokens_of(after, seat))
    ready, high = ready_colours(tray), int(count(filled_cells(tray) & TOP_ROWS))
    colours = join_or([colour_name(colour) for colour in ready]) if ready else ""
    return {"ready": Merit(len(ready), say("Then one more {colours} marble pops a set.", colours=colours) if ready else ""),
            "tokens": Merit(tokens, plural(tokens, "You have {n} bonus token for a later turn.",
                                           "You have {n} bonus tokens for later turns.") if tokens else ""),
            "room": Merit(-high, "" if high else say("Your tray stays low, so there is room for your next card."))}


def ready_colours(tray: Sequence[int]) -> list[int]:
    """The colours that lack one marble for a set, and that marble could come to rest there."""
    landings = (filled_cells(tray) + FLOOR) & CELLS
    joined = [tray[colour] | tray[WHITE] for colour in range(MAIN)]
    return [colour for colour, cells in enumerate(joined) if landings & completing_cells(cells, cells & neighbours(cells))]
