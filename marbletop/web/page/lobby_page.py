"""A table that has not begun: who plays with whom, what is missing, and who may begin; and what a player asks the others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...server.seating import sides_of
from ...server.seats import BOT, EMPTY, PERSON
from ...server.table import Table
from ...server.table_view import Eyes, Look
from ...server.take_back import VisibleTakeBack
from ...words import join_and, plural, say
from .game_cards import USUAL_LEVEL

if TYPE_CHECKING:
    from .table_page import SeatRow

SOMEBODY = "…"                              # stands for who is still to come


class Team(NamedTuple):
    """Seats that play together, or a list of all who play alone."""

    heading: str
    seats: tuple["SeatRow", ...]


class LobbyView(NamedTuple):
    """The seats before the deal, and the sentence and the button of the dock."""

    teams: tuple[Team, ...]
    host: int                               # the host's seat; -1 if they have none
    level: str                              # of a bot that is added without a choice
    headline: str
    more: str
    button: str                             # empty for those who wait for somebody else
    free: int                               # seats


class TakeBackRow(NamedTuple):
    """What a player asks the others, in names."""

    number: int
    yours: bool
    who: str
    waits_for: str
    declined_by: str


def lobby_of(table: Table, eyes: Eyes, seen: Look, seats: Sequence["SeatRow"]) -> LobbyView:
    """The lobby as somebody sees it."""
    free = sum(seat.kind == EMPTY for seat in seats)
    levels = [seat.level for seat in seats if seat.kind == BOT]
    headline, more = sentences_of(eyes, seen, seats, free)
    return LobbyView(teams_of(sides_of(table), seats), seen.host_seat, levels[0] if levels else USUAL_LEVEL,
                     headline, more, begin_button(eyes, seen, seats, free), free)


def teams_of(sides: Sequence[int], seats: Sequence["SeatRow"]) -> tuple[Team, ...]:
    """A panel for each side; one for all where everybody plays alone against several."""
    members = [tuple(seat for seat, one in zip(seats, sides) if one == side) for side in dict.fromkeys(sides)]
    if len(members) > 2 and all(len(team) == 1 for team in members):
        return (Team("", tuple(seats)),)
    return tuple(Team(heading_of(team) if len(team) > 1 else "", team) for team in members)


def heading_of(team: Sequence["SeatRow"]) -> str:
    """The names of a team, one's own first; dots for those who are still to come."""
    if all(seat.kind == EMPTY for seat in team):
        return say("Nobody yet")
    return join_and([SOMEBODY if seat.kind == EMPTY else seat.called
                     for seat in sorted(team, key=lambda seat: (seat.kind == EMPTY, not seat.yours))])


def may_begin(eyes: Eyes, seen: Look, seats: Sequence["SeatRow"]) -> bool:
    """Whether the page offers to begin: to the host, and to other players if the host is not there to do it."""
    host_waits = seen.host_seat >= 0 and not seats[seen.host_seat].away
    return eyes.host or (bool(eyes.mine) and not host_waits)


def begin_button(eyes: Eyes, seen: Look, seats: Sequence["SeatRow"], free: int) -> str:
    """What the main button says; empty if there is none. Bots alone are not sent for: somebody has to play."""
    if not may_begin(eyes, seen, seats) or (free and all(seat.kind != PERSON for seat in seats)):
        return ""
    return plural(free, "Add a bot and begin", "Add {n} bots and begin") if free else say("Begin")


def sentences_of(eyes: Eyes, seen: Look, seats: Sequence["SeatRow"], free: int) -> tuple[str, str]:
    """What is missing, and what comes next."""
    missing = plural(free, "One seat is free", "{n} seats are free") if free else say("Every seat is taken")
    away = [seat.called for seat in seats if seat.away]
    absent = plural(len(away), "{who} is away and can come back while you play.",
                    "{who} are away and can come back while you play.", who=join_and(away)) if away else ""
    if may_begin(eyes, seen, seats):
        return missing, absent or (say("Send the link, or play with bots.") if free and eyes.mine else
                                   say("Sit down, or send the link.") if free else "")
    if seen.host_seat >= 0:
        return say("{who} begins the game", who=seats[seen.host_seat].called), f"{missing}. {absent}".strip()
    return missing, absent


def take_back_row(asked: VisibleTakeBack | None, seats: Sequence["SeatRow"]) -> TakeBackRow | None:
    """What a player asks the others, for the asker and for those who have to answer."""
    if asked is None or not (asked.yours or asked.asked):
        return None
    return TakeBackRow(asked.number, asked.yours, seats[asked.seat].called,
                       join_and([seats[seat].called for seat in asked.waits_for]) if asked.waits_for else "",
                       seats[asked.declined].called if asked.declined >= 0 else "")
