"""Sitting down, leaving, coming back, and bots: who may take which seat, and when.

Whoever has seen one hand cannot take another seat at that table. When somebody leaves a running game, a bot plays their
seat and keeps it for them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..bots.registry import Offer
from ..words import join_and, say
from .bots import STANDARD
from .entries import OPEN, RUNNING, Entry
from .fairness import check_word
from .people import Guest, same_name
from .refusal import AskFirst, NotHere, Refused
from .seats import BOT, EMPTY, PERSON, Holder, has_hands, others_than, people
from .table import IS_OVER, NO_SEAT, Table


def may_watch(table: Table, user: str) -> bool:
    return table.about.listed or user in table.rights or may_join(table, user)


def may_join(table: Table, user: str) -> bool:
    return (table.about.listed or table.rights.get(user, False) or user == table.about.host
            or any(holder.belongs_to == user for holder in table.holders))


def is_known(table: Table, user: str) -> bool:
    """Whether somebody has sat at this table, or come by one of its links: they have not guessed its id."""
    return user in table.rights or user == table.about.host or any(holder.belongs_to == user for holder in table.holders)


def sides_of(table: Table) -> list[int]:
    """The side of each seat: those with the same one play together."""
    seats = table.about.seats
    return list(table.game.side(table.options, seats)) if table.game.side else list(range(seats))


async def sit(table: Table, guest: Guest, seats: Sequence[int], added: str = "", *, origin: str = "",
              consent: bool = False) -> Entry:
    """Take seats, all of them or none; several for people who pass one device around. `origin` is where the guest comes from;
    AskFirst if that needs consent (consent.py)."""
    check_word(added)

    def decide_sit() -> tuple[Holder, ...]:
        check_joining(table, guest)
        for seat in seats:
            check_free(table, guest.id, seat)
        check_hands(table, guest.id, seats)
        if not consent:
            check_origin(table, guest.id, seats, origin)
        return with_holders(table, seats, lambda seat: Holder(PERSON, guest.id, guest.name, origin=origin,
                                                              added=word_for_chance(table, seat, added)))
    return await table.change_seats(guest.id, decide_sit)


def word_for_chance(table: Table, seat: int, added: str) -> str:
    """The words that a seat adds to the chance; they can change until the deal."""
    return added if table.now.stage == OPEN else table.holders[seat].added


async def add_words(table: Table, user: str, seat: int, words: str) -> Entry:
    """Change the words that one of the user's seats adds to the chance, until the deal."""
    check_word(words)

    def decide_words() -> tuple[Holder, ...]:
        if table.now.stage != OPEN:
            raise Refused("The words can't be changed any more: the game has begun.")
        if seat not in table.seats_of(user):
            raise Refused("That isn't your seat.")
        return with_holders(table, [seat], lambda seat: replace(table.holders[seat], added=words))
    return await table.change_seats(user, decide_words)


async def leave(table: Table, user: str, seats: Sequence[int] | None = None, for_good: bool = False) -> Entry:
    """Get up. Before the deal the seats become free; in a running game bots take them over, and keep them for their person
    unless it is for good."""
    def decide_leave() -> tuple[Holder, ...]:
        mine = table.seats_of(user) if seats is None else [seat for seat in table.seats_of(user) if seat in seats]
        if table.over:
            return table.holders
        return with_holders(table, mine, lambda seat: Holder() if table.now.stage == OPEN
                            else bot_in_place_of(table.holders[seat], for_good))
    return await table.change_seats(user, decide_leave)


def bot_in_place_of(holder: Holder, for_good: bool = False) -> Holder:
    name, kept = ("", "") if for_good else (holder.name, holder.user)
    return replace(holder, kind=BOT, user="", level=holder.level or STANDARD, name=name, kept=kept)


async def hand_over(table: Table, seat: int, user: str) -> Entry:
    """Give a seat to a bot because its person has been away too long, unless nobody is waiting for them."""
    def decide_hand_over() -> tuple[Holder, ...]:
        waiting = others_than(table.holders, user) & people(table.holders)
        mine = table.now.stage != OPEN and not table.over and seat in table.seats_of(user) and waiting
        return with_holders(table, [seat] if mine else [], lambda seat: bot_in_place_of(table.holders[seat]))
    return await table.change_seats("", decide_hand_over)


async def come_back(table: Table, guest: Guest) -> Entry:
    """Take back the seats that bots keep for this guest."""
    def decide_come_back() -> tuple[Holder, ...]:
        mine = [] if table.over else [seat for seat, holder in enumerate(table.holders)
                                      if holder.kept == guest.id and not holder.resigned]
        return with_holders(table, mine, lambda seat: replace(table.holders[seat], kind=PERSON, user=guest.id, kept=""))
    return await table.change_seats(guest.id, decide_come_back)


async def put_bot(table: Table, user: str, seat: int, level: str = STANDARD) -> Entry:
    """Give a seat to a bot, or change its level. `level` is a level, or the name of a bot that the server's settings offer."""
    check_level(table.room.offers, level)

    def decide_put_bot() -> tuple[Holder, ...]:
        check_arranging(table, user, seat)
        kept = table.holders[seat] if table.holders[seat].kind == BOT else Holder(added=word_for_chance(table, seat, ""))
        return with_holders(table, [seat], lambda _: replace(kept, kind=BOT, level=level))
    return await table.change_seats(user, decide_put_bot)


async def fill_with_bots(table: Table, user: str, level: str = STANDARD) -> Entry:
    """Give all seats that are free before the deal to bots."""
    check_level(table.room.offers, level)

    def decide_fill() -> tuple[Holder, ...]:
        free = [seat for seat, holder in enumerate(table.holders) if holder.kind == EMPTY and table.now.stage == OPEN]
        for seat in free:
            check_arranging(table, user, seat)
        return with_holders(table, free, lambda seat: Holder(kind=BOT, level=level))
    return await table.change_seats(user, decide_fill)


def check_level(offers: Sequence[Offer], level: str) -> None:
    """Refused for a bot that cannot be called to a table."""
    offered = [offer.name for offer in offers]
    if level not in offered:
        raise Refused("There is no bot level called {level!r}. Choose one of these: {levels}.", level=level,
                      levels=", ".join(offered))


async def free_seat(table: Table, user: str, seat: int) -> Entry:
    """Make a seat free for anybody. The table waits when it is this seat's turn, and it is kept for nobody."""
    def decide_free() -> tuple[Holder, ...]:
        check_arranging(table, user, seat)
        return with_holders(table, [seat], lambda seat: Holder(added=word_for_chance(table, seat, "")))
    return await table.change_seats(user, decide_free)


def with_holders(table: Table, seats: Iterable[int], holder: Callable[[int], Holder]) -> tuple[Holder, ...]:
    """All holders of the table, with new ones at some seats."""
    chosen = set(seats)
    return tuple(holder(seat) if seat in chosen else present for seat, present in enumerate(table.holders))


def check_seat(table: Table, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < table.about.seats:
        raise Refused("There is no seat {seat!r} at this table. Seats run from 0 to {last}.", seat=seat,
                      last=table.about.seats - 1)


def check_joining(table: Table, guest: Guest) -> None:
    if table.over:
        raise Refused(IS_OVER)
    if not may_join(table, guest.id):
        raise NotHere("You need an invitation link to sit here. Ask the host.")
    for holder in table.holders:
        if holder.name and same_name(holder.name, guest.name) and holder.belongs_to != guest.id:
            raise Refused("Someone at this table is already called {who}. Please choose another name.", who=holder.name)


def check_free(table: Table, user: str, seat: int) -> None:
    check_seat(table, seat)
    holder = table.holders[seat]
    if holder.resigned:
        raise Refused("{who} has resigned, so a bot plays this seat to the end.", who=holder.name)
    if holder.belongs_to not in ("", user):
        raise Refused("{who} is already sitting there. Choose another seat." if holder.user
                      else "This seat is being kept for {who}. Choose another one.", who=holder.name)


def check_hands(table: Table, user: str, seats: Sequence[int]) -> None:
    """Refused for whoever has seen another hand."""
    seen = table.saw.get(user, set())
    if has_hands(table.game) and seen and not set(seats) <= seen:
        own = join_and([say(table.game.seat_names[seat]) for seat in sorted(seen)])
        raise Refused("You have already seen what {seats} held, so you can't take another seat at this table.", seats=own)


def check_origin(table: Table, user: str, seats: Sequence[int], origin: str) -> None:
    """AskFirst for whoever would see another hand of a running game, if somebody from the same place has seen one: it may be
    the same person with a second cookie."""
    if table.now.stage != RUNNING or not has_hands(table.game) or set(seats) <= table.saw.get(user, set()):
        return
    if origin and any(holder.origin == origin and holder.belongs_to not in ("", user) for holder in table.holders):
        raise AskFirst("Somebody plays here over your connection already. So the host has to agree first.")


def check_arranging(table: Table, user: str, seat: int) -> None:
    """Refused except for the host; in a running game, everybody who sits here may fill an empty seat."""
    check_seat(table, seat)
    holder = table.holders[seat]
    if table.over:
        raise Refused(IS_OVER)
    if user != table.about.host and not (holder.kind == EMPTY and table.seats_of(user)):
        raise Refused("Only the host can change the seats." if table.seats_of(user) else NO_SEAT)
    if holder.kind == PERSON and holder.user != user:
        raise Refused("{who} is already sitting there. Choose another seat.", who=holder.name)
    if holder.resigned:
        raise Refused("{who} has resigned, so a bot plays this seat to the end.", who=holder.name)
