"""Pages before a table: home, a new table, rules, and the ways in."""

import secrets
from typing import Any

from markdown_it import MarkdownIt
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..bots.levels import LEVELS
from ..core.game import Game
from ..drawing.element import Markup
from ..drawing.palette import SEATS
from ..server.clock import BANK, DAYS, PER_MOVE, Clock
from ..server.entries import OPEN, OVER
from ..server.people import Guest
from ..server.refusal import NotHere
from ..server.seating import put_bot, sit
from ..server.storage import Summary
from ..server.table import Table
from ..words import phrase, say
from .pictures import picture
from .render import page
from .visitor import form_of, house_of, keep, known, limited, visitor

SHORT = {                                   # what a game is, in a line, and how long it takes
    "marbleous": (phrase("Roll marbles into your tray, pop sets of three, take the best cards."), phrase("25 min")),
    "marbles_and_jokers": (phrase("Bring five marbles home with cards; bop rivals, bump partners."), phrase("45 min")),
    "marble_machine": (phrase("Build the machine while the marbles run. Steer them into your goals."), phrase("30 min")),
    "marabunta": (phrase("One splits the dice, the other picks. Two colonies, six regions."), phrase("30 min")),
    "connect_four": (phrase("Drop marbles into the grid. Four in a line win."), phrase("5 min")),
}
CLOCKS = {                                  # on the form: name, words and clock
    "none": (phrase("No clock"), Clock()), "move1": (phrase("1 minute a move"), Clock(PER_MOVE, 60)),
    "move3": (phrase("3 minutes a move"), Clock(PER_MOVE, 180)),
    "bank10": (phrase("10 minutes and 10 s a move"), Clock(BANK, 600, 10)),
    "bank30": (phrase("30 minutes and 20 s a move"), Clock(BANK, 1800, 20)),
    "days1": (phrase("1 day a move"), Clock(DAYS, 1)), "days3": (phrase("3 days a move"), Clock(DAYS, 3)),
}
ME, FRIEND, NOBODY = "me", "friend", "empty"
USUAL_SEATS = {"marbles_and_jokers": 4, "marble_machine": 3, "marbleous": 3}
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
            "marbles": [SEATS[seat % len(SEATS)] for seat in range(table.about.seats)], "words": words,
            "your_move": player >= 0 and player in seats, "yours": bool(seats),
            "code": table.id if table.about.listed else ""}


def games_of(request: Request) -> list[Game]:
    games = house_of(request).room.games
    return [games[name] for name in games]


def game_named(request: Request, name: str) -> Game:
    games = house_of(request).room.games
    if name not in games:
        raise HTTPException(404)
    return games[name]


def card(game: Game) -> dict[str, Any]:
    """A game as it stands on the home page and the form."""
    words, minutes = SHORT.get(game.name, ("", ""))
    seats = f"{game.seats[0]}\u2013{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    return {"name": game.name, "title": say(game.title), "words": say(words), "minutes": say(minutes), "seats": seats,
            "picture": picture(game)}


async def rename(request: Request) -> Response:
    house, form = house_of(request), await form_of(request)
    guest, name = known(request), form.get("name", "")
    limited(request, "seat", guest)
    keep(request, house.guests.renamed(guest, name) if guest else house.guests.welcome(name))
    return to(request, form.get("back", "/"))


async def play_now(request: Request) -> Response:
    """A table with bots at all other seats, dealt at once."""
    game, guest = game_named(request, request.path_params["game"]), visitor(request)
    limited(request, "create", guest)
    seats = USUAL_SEATS.get(game.name, max(2, game.seats[0]))
    table = await house_of(request).lobby.create(guest, game.name, seats)
    await take_seats(table, guest, [ME] + ["casual"] * (seats - 1))
    await table.deal(guest.id)
    return to(request, f"/table/{table.id}")


async def new_table(request: Request) -> Response:
    game = game_named(request, request.query_params.get("game", games_of(request)[0].name))
    asked = request.query_params.get("seats", "")
    usual = USUAL_SEATS.get(game.name, max(2, game.seats[0]))
    seats = int(asked) if asked.isdecimal() and int(asked[:4]) in game.seats else usual
    plan = request.query_params.get("with", "bots")
    return page(request, "new.html", games=[card(one) for one in games_of(request)], game=game, seats=seats,
                rows=[seat_row(game, seat, plan) for seat in range(seats)], levels=LEVELS, options=option_rows(game),
                clocks=CLOCKS, request_name=secrets.token_urlsafe(9), box=game.components(), plan=plan)


def seat_row(game: Game, seat: int, plan: str) -> dict[str, Any]:
    chosen = ME if seat == 0 else FRIEND if plan == "friends" else "casual"
    return {"seat": seat, "marble": SEATS[seat % len(SEATS)], "name": say(game.seat_names[seat]), "chosen": chosen}


def said(value: Any) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say(str(value).replace("_", " "))


def option_rows(game: Game) -> list[dict[str, Any]]:
    """The options of a game as fields of a form."""
    rows = []
    for option in game.option_list.values():
        kind = "switch" if isinstance(option.default, bool) else "number" if isinstance(option.default, int) else "words"
        rows.append({"name": option.name, "title": say(option.name.replace("_", " ").capitalize()), "help": say(option.help),
                     "usual": said(option.default), "words": {value: said(value) for value in option.values},
                     "rule": option.rule, "kind": kind, "default": option.default, "values": option.values,
                     "text": game.rules_text.get(option.rule, "")})
    return rows


async def create(request: Request) -> Response:
    """Open the table of the form, and put everybody at their seats."""
    guest, form = visitor(request), await form_of(request)
    game = game_named(request, form.get("game", ""))
    limited(request, "create", guest)
    plans = [form.get(f"seat{seat}", FRIEND) for seat in range(number_in(form, "seats", game.seats[0]))]
    options = {name: form.get(f"option_{name}", "false" if isinstance(option.default, bool) else option.default)
               for name, option in game.option_list.items()}
    read = game.read_options(options)
    changed = {name: getattr(read, name) for name, option in game.option_list.items() if getattr(read, name) != option.default}
    clock = CLOCKS.get(form.get("clock", "none"), CLOCKS["none"])[1]
    table = await house_of(request).lobby.create(guest, game.name, len(plans), changed, clock=clock,
                                                 listed=form.get("listed") == "yes", request=form.get("request", "")[:60])
    await take_seats(table, guest, plans)
    if all(holder.kind != "empty" for holder in table.holders) and ME in plans:
        await table.deal(guest.id)
    return to(request, f"/table/{table.id}")


def number_in(form: dict[str, Any], name: str, otherwise: int) -> int:
    """A whole number of a form; anything else is a request that no page of ours makes."""
    text = form.get(name, str(otherwise))
    if not text.isascii() or not text.lstrip("-").isdecimal() or len(text) > 12:
        raise HTTPException(400, say("{name} must be a whole number.", name=name))
    return int(text)


async def take_seats(table: Table, guest: Guest, plans: list[str]) -> None:
    """Sit down and call the bots, as the form says; friends come later."""
    levels = {level.name for level in LEVELS}
    if mine := [seat for seat, plan in enumerate(plans) if plan == ME]:
        await sit(table, guest, mine)
    for seat, plan in enumerate(plans):
        if plan in levels:
            await put_bot(table, guest.id, seat, plan)


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
    guest = visitor(request)
    limited(request, "join", guest)
    table = await house_of(request).lobby.open(request.path_params["table"])
    await house_of(request).lobby.admit(table, guest, request.path_params["token"])
    return to(request, f"/table/{table.id}")


async def rules(request: Request) -> Response:
    game = game_named(request, request.path_params["game"])
    text = game.rules_page or say("There are no written rules.")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return page(request, "rules.html", game=game, rules=Markup(markdown.render(text)), options=option_rows(game),
                box=game.components(), picture=picture(game))


def to(request: Request, path: str) -> Response:
    """Go on there, within this site."""
    inside = path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
    return RedirectResponse(request.app.state.settings.base + inside, 303)


