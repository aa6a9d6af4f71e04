"""Asking for a seat. At a running table with hands, somebody who comes from where another player comes from needs consent: it
may be the same person, with a second cookie, who wants to see a second hand.

The host answers. If it is the host who asks, or the host has no seat now, everybody else who sits there may answer. Whoever
plays alone with bots is the host of the table and answers themselves: there is nobody to be cheated. A family behind one
address needs one press of the host for each of them, and none before the deal.
"""

from .entries import RUNNING, Entry
from .people import Guest
from .refusal import AskFirst, Refused
from .seating import sit
from .seats import PERSON, SeatRequest
from .table import Table

MOST_REQUESTS = 4                           # that wait at one table


async def sit_or_ask(table: Table, guest: Guest, seat: int, origin: str) -> Entry | None:
    """Take a seat, or ask for it if that needs consent."""
    try:
        return await sit(table, guest, [seat], origin=origin)
    except AskFirst:
        ask_for_seat(table, guest, seat, origin)
        return None


def ask_for_seat(table: Table, guest: Guest, seat: int, origin: str) -> None:
    """Ask for a seat; a request for another one replaces it."""
    if guest.id in table.requests.declined:
        raise Refused("You have asked for a seat here, and the answer was no.")
    if len(waiting_requests(table)) >= MOST_REQUESTS and guest.id not in table.requests.waiting:
        raise Refused("Others are waiting for an answer already. Please try again later.")
    table.requests.waiting[guest.id] = SeatRequest(table.requests.changes, guest, seat, origin)
    note_change(table)


def withdraw_request(table: Table, user: str) -> None:
    if table.requests.waiting.pop(user, None):
        note_change(table)


async def answer_request(table: Table, user: str, number: int, accept: bool) -> None:
    """Let somebody take the seat that they ask for, or decline."""
    request = next((one for one in waiting_requests(table) if one.number == number), None)
    if request is None:
        raise Refused("This question no longer needs an answer.")
    if not may_answer(table, user, request):
        raise Refused("Only the host can answer this.")
    del table.requests.waiting[request.guest.id]
    if not accept:
        table.requests.declined.add(request.guest.id)
    note_change(table)
    if accept:
        await sit(table, request.guest, [request.seat], origin=request.origin, consent=True)


def waiting_requests(table: Table) -> list[SeatRequest]:
    """The requests that still make sense: nobody has taken the seat meanwhile."""
    return [one for one in table.requests.waiting.values()
            if table.now.stage == RUNNING and table.holders[one.seat].kind != PERSON]


def may_answer(table: Table, user: str, request: SeatRequest) -> bool:
    host, asker = table.about.host, request.guest.id
    instead = (asker == host or not table.seats_of(host)) and bool(table.seats_of(user))
    return user != asker and (user == host or instead)


def note_change(table: Table) -> None:
    """Wake everybody who looks on."""
    table.requests.changes += 1
    table.room.share_talk(table)
    table.room.bus.publish(table.id)
