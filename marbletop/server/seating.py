"""Sitting down, leaving, coming back, and bots: who may take which seat when.

Whoever has seen one hand takes no other seat at that table. A seat that somebody leaves in a running game is played by
a bot and kept for them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..words import join_and
from .bots import LEVELS, STANDARD
from .entries import OPEN, Entry
from .fairness import checked_word
from .people import Guest, same_name
from .refusal import NotHere, Refused
from .seats import BOT, EMPTY, PERSON, Holder, has_hands, others_than, people
from .table import IS_OVER, NO_SEAT, Table


def may_watch(table: Table, user: str) -> bool:
    return table.about.listed or user in table.rights or may_join(table, user)


def may_join(table: Table, user: str) -> bool:
    return (table.about.listed or table.rights.get(user, False) or user == table.about.host
            or any(holder.belongs_to == user for holder in table.holders))


async def sit(table: Table, guest: Guest, seats: Sequence[int], added: str = "") -> Entry:
    """Take seats, all or none: several for people who pass one device around."""
    checked_word(added)

    def decide() -> tuple[Holder, ...]:
        check_joining(table, guest)
        for seat in seats:
            check_free(table, guest.id, seat)
        check_hands(table, guest.id, seats)
        return placed(table, seats, lambda seat: Holder(PERSON, guest.id, guest.name, added=added_by(table, seat, added)))
    return await table.change_seats(guest.id, decide)


def added_by(table: Table, seat: int, added: str) -> str:
    """What a seat adds to the chance is open until the deal, and fixed by it."""
    return added if table.now.stage == OPEN else table.holders[seat].added


async def leave(table: Table, user: str, seats: Sequence[int] | None = None, for_good: bool = False) -> Entry:
    """Get up: before the deal the seats are free again, in a running game bots take them over, and keep them for their
    person unless it is for good."""
    def decide() -> tuple[Holder, ...]:
        mine = table.seats_of(user) if seats is None else [seat for seat in table.seats_of(user) if seat in seats]
        if table.over:
            return table.holders
        return placed(table, mine, lambda seat: Holder() if table.now.stage == OPEN
                      else left_to_bot(table.holders[seat], for_good))
    return await table.change_seats(user, decide)


def left_to_bot(holder: Holder, for_good: bool = False) -> Holder:
    name, kept = ("", "") if for_good else (holder.name, holder.user)
    return replace(holder, kind=BOT, user="", level=holder.level or STANDARD, name=name, kept=kept)


async def hand_over(table: Table, seat: int, user: str) -> Entry:
    """Somebody has been gone too long: a bot takes over, unless nobody else is waiting for them."""
    def decide() -> tuple[Holder, ...]:
        waiting = others_than(table.holders, user) & people(table.holders)
        mine = table.now.stage != OPEN and not table.over and seat in table.seats_of(user) and waiting
        return placed(table, [seat] if mine else [], lambda seat: left_to_bot(table.holders[seat]))
    return await table.change_seats("", decide)


async def come_back(table: Table, guest: Guest) -> Entry:
    """Take the seats again that bots keep for this guest."""
    def decide() -> tuple[Holder, ...]:
        mine = [] if table.over else [seat for seat, holder in enumerate(table.holders)
                                      if holder.kept == guest.id and not holder.resigned]
        return placed(table, mine, lambda seat: replace(table.holders[seat], kind=PERSON, user=guest.id, kept=""))
    return await table.change_seats(guest.id, decide)


async def put_bot(table: Table, user: str, seat: int, level: str = STANDARD) -> Entry:
    """Give a seat to a bot, or change its level."""
    if level not in LEVELS:
        raise Refused("There is no level {level!r} of bots: levels are {levels}.", level=level, levels=", ".join(LEVELS))

    def decide() -> tuple[Holder, ...]:
        check_arranging(table, user, seat)
        kept = table.holders[seat] if table.holders[seat].kind == BOT else Holder(added=table.holders[seat].added)
        return placed(table, [seat], lambda _: replace(kept, kind=BOT, level=level))
    return await table.change_seats(user, decide)


async def clear(table: Table, user: str, seat: int) -> Entry:
    """Make a seat free for anybody: the table waits when it is its turn. Nobody keeps it then."""
    def decide() -> tuple[Holder, ...]:
        check_arranging(table, user, seat)
        return placed(table, [seat], lambda seat: Holder(added=table.holders[seat].added))
    return await table.change_seats(user, decide)


def placed(table: Table, seats: Iterable[int], holder: Callable[[int], Holder]) -> tuple[Holder, ...]:
    """All holders of the table, with new ones at some seats."""
    chosen = set(seats)
    return tuple(holder(seat) if seat in chosen else present for seat, present in enumerate(table.holders))


def check_seat(table: Table, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < table.about.seats:
        raise Refused("There is no seat {seat!r} at this table; seats are 0 to {last}.", seat=seat, last=table.about.seats - 1)


def check_joining(table: Table, guest: Guest) -> None:
    if table.over:
        raise Refused(IS_OVER)
    if not may_join(table, guest.id):
        raise NotHere("To sit here you need the table's link to join.")
    for holder in table.holders:
        if holder.name and same_name(holder.name, guest.name) and holder.belongs_to != guest.id:
            raise Refused("Somebody at this table is called {who} already: please choose another name.", who=holder.name)


def check_free(table: Table, user: str, seat: int) -> None:
    check_seat(table, seat)
    holder = table.holders[seat]
    if holder.resigned:
        raise Refused("{who} has resigned: this seat stays a bot's.", who=holder.name)
    if holder.belongs_to not in ("", user):
        raise Refused("{who} sits there." if holder.user else "This seat is kept for {who}.", who=holder.name)


def check_hands(table: Table, user: str, seats: Sequence[int]) -> None:
    """Whoever saw one hand takes no other seat."""
    seen = table.saw.get(user, set())
    if has_hands(table.game) and seen and not set(seats) <= seen:
        own = join_and([str(seat + 1) for seat in sorted(seen)])
        raise Refused("You have seen the hand of seat {seats} here, so you can take no other seat at this table.", seats=own)


def check_arranging(table: Table, user: str, seat: int) -> None:
    """The host arranges the seats; in a running game everybody who sits here can fill an empty one."""
    check_seat(table, seat)
    holder = table.holders[seat]
    if table.over:
        raise Refused(IS_OVER)
    if user != table.about.host and not (holder.kind == EMPTY and table.seats_of(user)):
        raise Refused("Only the host arranges the seats." if table.seats_of(user) else NO_SEAT)
    if holder.kind == PERSON and holder.user != user:
        raise Refused("{who} sits there.", who=holder.name)
    if holder.resigned:
        raise Refused("{who} has resigned: this seat stays a bot's.", who=holder.name)

