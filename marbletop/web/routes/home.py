"""Home, one's name and language, and the ways in to a table."""

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...core.errors import MarbletopError
from ...server.entries import OPEN, OVER
from ...server.house import House
from ...server.people import Guest
from ...server.puzzles import daily_puzzle
from ...server.refusal import NotHere
from ...words import say
from ..addresses import parts_of, redirect
from ..forms import form_of, games_of
from ..language import A_YEAR, LANGUAGE_COOKIE, languages
from ..page.game_cards import game_card
from ..page.play_now import wishes_of
from ..render import render_page
from ..visitor import check_limit, current_guest, give_cookie, house_of, limited_guesses

MOST_SHOWN = 12                             # tables in a list


async def home(request: Request) -> Response:
    house, me = house_of(request), current_guest(request)
    mine = [await table_row(request, one, me) for one in (await house.lobby.tables_of(me))[:MOST_SHOWN]] if me else []
    others = [await table_row(request, one, me) for one in (await house.lobby.listed_tables())[:MOST_SHOWN]]
    wishes = await wishes_of(house, me.id if me else "", games_of(request))
    levels = [(offer.name, say("{level} bots", level=say(offer.name))) for offer in house.offers]
    return render_page(request, "home.html", games=[game_card(game) for game in games_of(request)], usual=wishes, levels=levels,
                       mine=sorted(mine, key=lambda row: (not row["your_move"], row["stage"] == OVER)),
                       listed=[row for row in others if not row["yours"]], puzzles=daily_puzzle(house) is not None)


async def table_row(request: Request, one: Any, me: Guest | None) -> dict[str, Any]:
    """A table in a list: what is played, by whom, and what it waits for; or that it cannot be opened."""
    try:
        table = await house_of(request).lobby.open(one.about.id)
    except MarbletopError:
        return closed_row(house_of(request), one, me)
    seats = table.seats_of(me.id) if me else []
    player = table.player
    words = {OPEN: say("waiting for players"), OVER: say("over")}.get(table.now.stage) or say(
        "{who} to move", who=table.names[player])
    return {"id": table.id, "title": say(table.game.title), "who": ", ".join(table.names), "stage": table.now.stage,
            "words": words,
            "your_move": player >= 0 and player in seats, "yours": bool(seats),
            "code": table.id if table.about.listed else ""}


def closed_row(house: House, one: Any, me: Guest | None) -> dict[str, Any]:
    """A table that cannot be opened; its own page says why."""
    name = one.about.game
    title = say(house.games[name].title) if name in house.games else name.replace("_", " ").title()
    yours = me is not None and any(holder.user == me.id for holder in one.holders)
    return {"id": one.about.id, "title": title, "who": "", "stage": OVER,
            "words": say("can't be opened"), "your_move": False, "yours": yours, "code": ""}


async def rename(request: Request) -> Response:
    house, form = house_of(request), await form_of(request)
    guest, name = current_guest(request), form.get("name", "")
    await check_limit(request, "seat", guest)
    give_cookie(request, house.guests.rename(guest, name) if guest else house.guests.welcome(name))
    return redirect(request, form.get("back", "/"))


async def choose_language(request: Request) -> Response:
    """Remember the chosen language, and show the same page again."""
    code = (await form_of(request, max_fields=4, max_files=0)).get("lang", "")
    base = request.app.state.settings.base
    back = parts_of(request.headers.get("referer", ""))
    same = back.netloc == request.headers.get("host") and back.path.startswith(f"{base}/") and not back.path.startswith("//")
    answer = RedirectResponse(f"{back.path}?{back.query}" if same else f"{base}/", 303)
    if code in languages():
        answer.set_cookie(LANGUAGE_COOKIE, code, max_age=A_YEAR, path=base or "/", samesite="lax")
    return answer


async def find_by_code(request: Request) -> Response:
    """Go to a listed table, by its four letters."""
    code = (await form_of(request)).get("code", "").strip().upper()
    guest = current_guest(request)
    await check_limit(request, "join", guest)
    await check_limit(request, "guess", guest, drops=0)
    async with limited_guesses(request, guest):
        if not code.isalpha() or len(code) > 8:
            raise NotHere("A table code has four letters.")
        await house_of(request).lobby.open(code)
    return redirect(request, f"/table/{code}/join")
