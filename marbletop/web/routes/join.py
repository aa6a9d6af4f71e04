"""Coming to a table by a link: a name, a marble, and who plays with whom; then sitting down, or only watching."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...learn import lesson_of
from ...server.consent import sit_or_ask
from ...server.entries import OVER
from ...server.people import Guest
from ...server.refusal import NotHere, Refused, TooMuch
from ...server.seating import may_join
from ...server.seats import PERSON
from ...server.table import Table
from ...words import say
from ..addresses import redirect
from ..forms import form_of, number_in
from ..page.game_cards import game_card
from ..page.join_page import join_rows, offered_seats, people_here, sentence_of_quicker, told_when
from ..render import render_page
from ..visitor import check_limit, current_guest, give_cookie, house_of, limited_guesses, origin_at, visitor
from .table import find_table


async def join(request: Request) -> Response:
    """Let in whoever has a link, and take its token out of the address."""
    guest = current_guest(request)
    await check_limit(request, "join", guest)
    await check_limit(request, "guess", guest, drops=0)
    async with limited_guesses(request, guest):
        table = await house_of(request).lobby.open(request.path_params["table"])
        guest = await visitor(request, table.names)
        await house_of(request).lobby.admit(table, guest, request.path_params["token"])
    return redirect(request, f"/table/{table.id}{'/join' if may_ask(table, guest) else ''}")


def may_ask(table: Table, guest: Guest) -> bool:
    """Whether somebody is to be asked for name and marble: they could sit down, and do not sit yet."""
    known = any(holder.belongs_to == guest.id for holder in table.holders)
    return may_join(table, guest.id) and not known and table.now.stage != OVER


async def show_join(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    return join_page(request, table, guest) if may_ask(table, guest) else redirect(request, f"/table/{table.id}")


async def sit_down(request: Request) -> Response:
    """Take the name and the seat that were chosen; a refusal is shown with the form."""
    table, guest = await find_table(request)
    await check_limit(request, "seat", guest)
    form = await form_of(request)
    name, seat = form.get("name", ""), number_in(form, "seat", -1)
    if not may_ask(table, guest):
        return redirect(request, f"/table/{table.id}")
    try:
        guest = give_cookie(request, house_of(request).guests.rename(guest, name))
        if sorry := quicker(table, seat):
            return join_page(request, table, guest, 409, sorry=sorry)
        await sit_or_ask(table, guest, seat, origin_at(request, table))
    except (TooMuch, NotHere):
        raise
    except Refused as refused:
        return join_page(request, table, guest, 409, name=name[:60], seat=seat, sorry=str(refused))
    return redirect(request, f"/table/{table.id}")


def quicker(table: Table, seat: int) -> str:
    """What is said if somebody has taken the seat meanwhile; empty if nobody has."""
    taken = 0 <= seat < table.about.seats and table.holders[seat].kind == PERSON
    return sentence_of_quicker(table) if taken else ""


def join_page(request: Request, table: Table, guest: Guest, status: int = 200, *, name: str = "", seat: int = -1,
              sorry: str = "") -> Response:
    free = offered_seats(table)
    rows = join_rows(table, seat if seat in free else free[0] if free else -1)
    host = next((holder.name for holder in table.holders if holder.belongs_to == table.about.host), "")
    values: dict[str, Any] = {
        "table": table.id, "game": game_card(table.game), "name": name or guest.name, "sorry": sorry, "rows": rows,
        "title": say("{who} invites you to play", who=host) if host else say("You are invited to play"),
        "about": say("{n} of {all} are here", n=people_here(table), all=table.about.seats), "free": free,
        "when": told_when(table),
        "lesson": lesson_of(table.game) is not None,
        "own_box": table.components.name if table.about.own_box else ""}
    return render_page(request, "join.html", status, **values)
