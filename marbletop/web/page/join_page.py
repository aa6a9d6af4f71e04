"""The page that a link to a table opens: its seats as marbles to choose from, and who would play with whom."""

from typing import NamedTuple

from ...drawing.plain import marks_of
from ...server.entries import OPEN
from ...server.seating import sides_of
from ...server.seats import BOT, EMPTY, PERSON, plain_name
from ...server.table import Table
from ...words import join_and, plural, say


class JoinRow(NamedTuple):
    """A seat as somebody sees it who has just come."""

    seat: int
    marble: str
    place: str                              # what the seat is called
    who: str                                # who has it; empty if it can be chosen
    bot: bool                               # a bot plays it now
    chosen: bool
    side: int
    sentence: str                           # who one would play with


def offered_seats(table: Table) -> list[int]:
    """The seats that somebody could take: empty ones, or else those that bots play for nobody."""
    empty = [seat for seat, holder in enumerate(table.holders) if holder.kind == EMPTY]
    return empty or [seat for seat, holder in enumerate(table.holders)
                     if holder.kind == BOT and not holder.kept and not holder.resigned]


def join_rows(table: Table, chosen: int) -> tuple[JoinRow, ...]:
    """All seats, one of them chosen."""
    sides, free, marks = sides_of(table), offered_seats(table), marks_of(table.game)
    return tuple(JoinRow(seat, marks[seat], say(table.game.seat_names[seat]), "" if seat in free else plain_name(name),
                         holder.kind == BOT, seat == chosen, sides[seat], sentence_of_seat(table, sides, seat))
                 for seat, (name, holder) in enumerate(zip(table.names, table.holders)))


def sentence_of_seat(table: Table, sides: list[int], seat: int) -> str:
    """Who somebody at this seat would play with."""
    mates = [plain_name(table.names[other]) for other, holder in enumerate(table.holders)
             if other != seat and sides[other] == sides[seat] and holder.kind != EMPTY]
    if mates:
        return say("You play with {who}", who=join_and(mates))
    return say("You play as {seat}", seat=say(table.game.seat_names[seat]))


def sentence_of_quicker(table: Table) -> str:
    """Somebody else has taken the seat: what is left?"""
    free = offered_seats(table)
    if not free:
        return say("Somebody was quicker, and no seat is left. You can still watch.")
    return plural(len(free), "Somebody was quicker. One seat is left.", "Somebody was quicker. {n} seats are left.")


def told_when(table: Table) -> str:
    """What sitting down means now."""
    return say("You can get up again until the game begins.") if table.now.stage == OPEN else say(
        "The game is running. You take over from a bot.")


def people_here(table: Table) -> int:
    return sum(holder.kind == PERSON for holder in table.holders)
