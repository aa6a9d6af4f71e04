"""Reviews of games that are over: of tables, and of record files that a visitor has opened."""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...server.background import in_background
from ...server.history import SeatHistory
from ...server.people import Guest
from ...server.play_on import table_from
from ...server.reviews import ReviewLook
from ...server.table import Table
from ..addresses import redirect
from ..forms import form_of, parse_number
from ..page.review_page import FILTERS, Moment, moment_of, review_values, seat_and_step
from ..render import render_page, render_part
from ..visitor import check_limit, client_address, house_of, visitor
from .new_table import ME, take_seats
from .table import PART, find_table

BOTS = "strong"                             # against whom one plays on


async def show_table_review(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    house = house_of(request)
    if await house.reviews.kept(table) is None:
        await check_limit(request, "review", guest)
    look, mine = await house.reviews.of_table(table), table.seats_of(guest.id)
    moment, seat, step = chosen(request, look, await house.histories.of_table(table, guest.id))
    history = await house.histories.of_table(table, guest.id, seat)
    return await review_response(request, look, history, moment, step, mine, f"/table/{table.id}")


async def show_record_review(request: Request) -> Response:
    guest = await visitor(request)
    await check_limit(request, "look", guest)
    house, name = house_of(request), request.path_params["record"]
    if not house.reviews.has_record(name):
        await check_limit(request, "review", guest)
    look = await house.reviews.of_record(name)
    moment, seat, step = chosen(request, look, house.histories.of_record(name))
    return await review_response(request, look, house.histories.of_record(name, seat), moment, step, (), f"/records/{name}")


async def play_on_from_table(request: Request) -> Response:
    table, guest = await find_table(request)
    return await play_on(request, guest, table)


async def play_on_from_record(request: Request) -> Response:
    return await play_on(request, await visitor(request), request.path_params["record"])


async def play_on(request: Request, guest: Guest, source: Table | str) -> Response:
    """A table of the visitor's own that begins at a moment of the game, for whose turn it is, against bots."""
    await check_limit(request, "create", guest)
    asked = parse_number((await form_of(request)).get("step", ""))
    step = -1 if asked is None else asked
    table, mine = await table_from(house_of(request), source, step, guest, client_address(request))
    await take_seats(request, table, guest, [ME if seat == mine else BOTS for seat in range(table.about.seats)])
    await table.deal(guest.id)
    return redirect(request, f"/table/{table.id}")


def chosen(request: Request, look: ReviewLook, history: SeatHistory) -> tuple[Moment, int, int]:
    """The moment that an address asks for, the seat through whose eyes it is seen, and the step of the game."""
    moment = moment_of(look.review, request.query_params, history.last)
    return moment, *seat_and_step(look.review, moment, history)


async def review_response(request: Request, look: ReviewLook, history: SeatHistory, moment: Moment, step: int,
                          mine: Collection[int], game: str) -> Response:
    """The page, or, for our script, the part of it that changes."""
    wanted = request.query_params.get("show", "")
    here = f"{request.app.state.settings.base}{game}"
    values = await review_values(look, history, moment, step, wanted if wanted in FILTERS else "", mine, f"{here}/review")
    values |= {"here": f"{here}/review", "replay": f"{here}/replay" if game.startswith("/table") else here,
               "table": here if game.startswith("/table") else ""}
    if PART in request.headers:
        return HTMLResponse(await in_background(render_part, request, "review/part.html", **values))
    return await in_background(render_page, request, "review/review.html", **values)
