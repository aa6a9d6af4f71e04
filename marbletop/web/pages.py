"""Home, one's name, and the ways in to a table."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..server.entries import OPEN, OVER
from ..server.people import Guest
from ..server.refusal import NotHere
from ..server.storage import Summary
from ..words import say
from .catalogue import card, games_of
from .render import page
from .visitor import form_of, house_of, keep, known, limited, visitor

MOST_SHOWN = 12                             # tables in a list


async def home(request: Request) -> Response:
    house, me = house_of(request), known(request)
    mine = [await in_list(request, one, me) for one in (await house.lobby.tables_of(me))[:MOST_SHOWN]] if me else []
    others = [await in_list(request, one, me) for one in (await house.lobby.listed())[:MOST_SHOWN]]
    return page(request, "home.html", games=[card(game) for game in games_of(request)],
                mine=sorted(mine, key=lambda row: (not row["your_move"], row["stage"] == OVER)),
                listed=[row for row in others if not row["yours"]])


async def in_list(request: Request, found: Summary, me: Guest | None) -> dict[str, Any]:
    """A table in a list: what is played, by whom, and what it waits for."""
    table = await house_of(request).lobby.open(found.about.id)
    seats = table.seats_of(me.id) if me else []
    player = table.player
    words = {OPEN: say("waits for players"), OVER: say("over")}.get(table.now.stage) or say(
        "{who} to move", who=table.names[player])
    return {"id": table.id, "title": say(table.game.title), "who": ", ".join(table.names), "stage": table.now.stage,
            "words": words,
            "your_move": player >= 0 and player in seats, "yours": bool(seats),
            "code": table.id if table.about.listed else ""}


async def rename(request: Request) -> Response:
    house, form = house_of(request), await form_of(request)
    guest, name = known(request), form.get("name", "")
    limited(request, "seat", guest)
    keep(request, house.guests.renamed(guest, name) if guest else house.guests.welcome(name))
    return to(request, form.get("back", "/"))


def number_in(form: dict[str, Any], name: str, otherwise: int) -> int:
    """A whole number of a form; anything else is a request that no page of ours makes."""
    text = form.get(name, str(otherwise))
    if not text.isascii() or not text.lstrip("-").isdecimal() or len(text) > 12:
        raise HTTPException(400, say("{name} must be a whole number.", name=name))
    return int(text)


async def by_code(request: Request) -> Response:
    """To a listed table, by the four letters that somebody has told."""
    code = (await form_of(request)).get("code", "").strip().upper()
    limited(request, "join", known(request))
    if not code.isalpha() or len(code) > 8:
        raise NotHere("A code has four letters.")
    await house_of(request).lobby.open(code)
    return to(request, f"/table/{code}")


async def join(request: Request) -> Response:
    """By a link: it lets its holder in, and the token leaves the address."""
    limited(request, "join", known(request))
    table = await house_of(request).lobby.open(request.path_params["table"])
    guest = visitor(request, table.names)
    await house_of(request).lobby.admit(table, guest, request.path_params["token"])
    return to(request, f"/table/{table.id}")


def to(request: Request, path: str) -> Response:
    """Go on there, within this site."""
    inside = path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
    return RedirectResponse(request.app.state.settings.base + inside, 303)
