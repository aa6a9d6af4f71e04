"""Playing on from a moment of a game that is over: a new table that begins there."""

from typing import TYPE_CHECKING

from ..core.options import changed_options
from ..words import phrase
from .background import in_background
from .people import Guest
from .refusal import Refused
from .reviews import NOT_OVER
from .table import Table

if TYPE_CHECKING:
    from .house import House

OWN_BOX = phrase("This game was played with a box of its own, so nobody can play on from here.")
NOTHING_LEFT = phrase("The game is over there, so nothing is left to play.")


async def table_from(house: "House", source: Table | str, step: int, guest: Guest, address: str) -> tuple[Table, int]:
    """A table that begins after so many actions of a table that is over, or of an open record, and the seat that decides there.
    Nothing is secret any more: its hands are those that there were."""
    if isinstance(source, Table) and not source.over:
        raise Refused(NOT_OVER)
    history = await house.histories.record_history(source)
    match = history.named_match()
    if history.own_box:
        raise Refused(OWN_BOX)
    if not 0 <= step <= history.last or (state := match.state_after(step)).over:
        raise Refused(NOTHING_LEFT)
    text = await in_background(match.game.notation.write_position, state, match.box)
    table = await house.lobby.create(guest, match.game.name, match.seats, changed_options(match.options), address=address,
                                     start=str(text))
    return table, int(state.player)
