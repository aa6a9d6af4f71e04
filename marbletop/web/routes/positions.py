"""The editor of positions. The position is part of the address, so every page can be kept and shared, and needs no script."""

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...bots.explain import Explanation
from ...core.errors import BadNotation, MarbletopError
from ...core.game import Game
from ...server.background import in_background
from ...server.people import Guest
from ...server.positions import PositionLook, edit, editor_of, hint_at, look_at_position
from ...server.refusal import TooMuch
from ..addresses import address_of, redirect
from ..forms import form_of, game_named, parse_number
from ..page.game_cards import usual_seats
from ..page.position_page import changed_words, position_values
from ..render import render_page
from ..visitor import check_limit, client_address, current_guest, house_of, visitor
from .new_table import ME, take_seats


async def show_editor(request: Request) -> Response:
    """The editor at the position of the address; what was pressed or changed leads to the address of the new position."""
    game, query = game_named(request, request.path_params["game"]), request.query_params
    editor_of(game)
    await check_limit(request, "look", current_guest(request))
    seats = seats_in(game, query)
    seen = await look_at_position(game, seats, query.get("position", "").strip())
    if "was" not in query:
        return editor_page(request, seen, query)
    try:
        text = await edited(seen, query)
    except BadNotation as error:            # nothing is put down, and the board stays as it was
        return editor_page(request, seen, query, 409, str(error))
    return RedirectResponse(editor_address(request, game, seats, text, query.get("put", "")), 303)


async def edited(seen: PositionLook, query: Mapping[str, str]) -> str:
    """The text after what somebody did: they wrote another text, chose other words, or pressed a place."""
    if str(seen.seats) != query.get("seats_were", str(seen.seats)):
        return ""                           # another number of seats begins with another deal
    if seen.view is None or seen.text != query["was"].strip():
        return seen.text
    return await in_background(edit, seen.game, seen.seats, seen.text, changed_words(query, seen), query.get("at", ""),
                               query.get("put", ""))


def seats_in(game: Game, query: Mapping[str, str]) -> int:
    asked = parse_number(query.get("seats", ""))
    return asked if asked in game.seats else usual_seats(game)


def editor_address(request: Request, game: Game, seats: int, text: str, piece: str) -> str:
    wanted = {"seats": str(seats), "position": text, "put": piece}
    return f"{request.app.state.settings.base}/positions/{game.name}?" + urlencode({k: v for k, v in wanted.items() if v})


def editor_page(request: Request, seen: PositionLook, query: Mapping[str, str], status: int = 200, sorry: str = "",
                hint: Explanation | None = None) -> Response:
    share = address_of(request).rstrip("/") + f"/positions/{seen.game.name}?" + urlencode(
        {"seats": str(seen.seats), "position": seen.text})
    values = position_values(seen, query.get("put", ""), share, hint, sorry)
    return render_page(request, "position/position.html", status, **values)


async def do_verb(request: Request) -> Response:
    """Play from a position against bots, or ask what a bot would do."""
    game, verb = game_named(request, request.path_params["game"]), request.path_params["position_verb"]
    if verb not in ("play", "hint"):
        raise HTTPException(404)
    editor_of(game)
    guest, form = await visitor(request), await form_of(request)
    await check_limit(request, "create" if verb == "play" else "move", guest)
    seen = await look_at_position(game, seats_in(game, form), form.get("position", "").strip())
    try:
        if verb == "play":
            return await play_from(request, guest, seen)
        async with house_of(request).limits.place("hint", guest.id, client_address(request)):
            told = await hint_at(house_of(request), game, seen.seats, seen.text, client_address(request))
    except TooMuch:
        raise
    except MarbletopError as error:
        return editor_page(request, seen, form, 409, str(error))
    return editor_page(request, seen, form, hint=told)


async def play_from(request: Request, guest: Guest, seen: PositionLook) -> Response:
    """A table that begins at the position, with bots at all other seats."""
    lobby, address = house_of(request).lobby, client_address(request)
    table = await lobby.create(guest, seen.game.name, seen.seats, address=address, start=seen.text)
    await take_seats(request, table, guest, [ME if seat == seen.player else "strong" for seat in range(seen.seats)])
    await table.deal(guest.id)
    return redirect(request, f"/table/{table.id}")
