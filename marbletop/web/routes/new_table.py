"""A new table: the form, whose fields survive every change and refusal, and opening the table."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import BadComponents, BadOption, MarbletopError
from ...core.game import Game
from ...core.options import Option
from ...drawing.plain import marks_of
from ...server.clock import BANK, DAYS, PER_MOVE, Clock
from ...server.coach import want_coach
from ...server.limits import LONGEST_BOX
from ...server.people import Guest
from ...server.refusal import DatabaseFailed, TooMuch
from ...server.seating import put_bot, sit
from ...server.table import Table
from ...words import phrase, say
from ..addresses import redirect
from ..forms import form_of, game_named, games_of, parse_number, sent_form
from ..page.box_choice import OURS, OWN, boxes_in_folder, clean_text, has_box, read_box_choice
from ..page.game_cards import USUAL_LEVEL, game_card, usual_seats
from ..page.play_now import remember_wish
from ..page.rules_text import rules_in_text
from ..render import render_page
from ..visitor import check_limit, client_address, current_guest, house_of, origin_at, visitor

CLOCKS = {                                  # by the value on the form: words and clock
    "none": (phrase("No clock"), Clock()), "move1": (phrase("1 minute per move"), Clock(PER_MOVE, 60)),
    "move3": (phrase("3 minutes per move"), Clock(PER_MOVE, 180)),
    "bank10": (phrase("10 minutes, plus 10 seconds per move"), Clock(BANK, 600, 10)),
    "bank30": (phrase("30 minutes, plus 20 seconds per move"), Clock(BANK, 1800, 20)),
    "days1": (phrase("1 day per move"), Clock(DAYS, 1)), "days3": (phrase("3 days per move"), Clock(DAYS, 3)),
}
ME, FRIEND = "me", "friend"
PLANS = {ME: phrase("Me, on this device"), FRIEND: phrase("A friend, by link")}
COMING = {"no": phrase("Anyone with the link"), "yes": phrase("Everyone (public)")}
BEGINNING = {"now": phrase("As soon as everybody sits"), "later": phrase("When we press Begin")}
SITTING = {"chosen": phrase("As set here"), "lot": phrase("At random")}
COMPANY = ("bots", "friends")               # who plays unless the form says otherwise
MOST_SEATS, LONGEST_VALUE = 8, 100
OF_GAME = ("seats", "box", "box_text")      # fields that every game has its own values for, beside its options
Fields = dict[str, str]


@dataclass(frozen=True)
class FormError:
    """What is wrong with a field of the form."""

    field: str                              # its id
    sentence: str


async def show_form(request: Request) -> Response:
    """The form, filled in as the address says."""
    query = request.query_params
    game = game_named(request, query.get("game", games_of(request)[0].name))
    return form_page(request, {"game": game.name, "seats": query.get("seats", ""), "with": query.get("with", "")})


async def submit_form(request: Request) -> Response:
    """Open the table of the form; or show the form again, with all its fields, for another game or number of seats."""
    fields, wrong = await read_form(request)
    if fields.get("then") == "change":
        await check_limit(request, "look", current_guest(request))
        return form_page(request, fields, wrong, 400 if wrong else 200)
    try:
        wrong += option_errors(request, fields)
        return form_page(request, fields, wrong, 400) if wrong else await open_table(request, fields)
    except BadOption as error:
        return form_page(request, fields, [FormError(f"option_{error.option}" if error.option else "seats", str(error))], 400)
    except BadComponents as error:
        return form_page(request, fields, [FormError("box_text" if fields.get("box") == OWN else "box", str(error))], 400)
    except TooMuch as error:
        return form_page(request, fields, [FormError("set-up", str(error))], 429)
    except MarbletopError as error:
        status = 503 if isinstance(error, DatabaseFailed) else 400
        return form_page(request, fields, [FormError("seats", str(error))], status)


async def read_form(request: Request) -> tuple[Fields, list[FormError]]:
    """The fields that were sent, and what is wrong with a file. The text of a file becomes a field; switches that are off
    become fields, too; when another game was chosen, the fields of the game before are set aside."""
    wrong = []
    async with sent_form(request, max_fields=300, max_files=1) as form:
        fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        given = form.get("box_file")
        if given is not None and not isinstance(given, str) and given.filename:
            fields["box"] = OWN
            try:
                fields["box_text"] = clean_text(await given.read(4 * LONGEST_BOX))
            except BadComponents as error:
                wrong.append(FormError("box_file", str(error)))
    fields["box_text"] = clean_text(fields.get("box_text", ""))[:LONGEST_BOX + 1]
    games = {game.name: game for game in games_of(request)}
    wanted, shown = fields.setdefault("game", ""), games.get(fields.get("shown", ""))
    if shown is not None:
        for option in shown.option_list.values():
            if isinstance(option.default, bool):
                fields.setdefault(f"option_{option.name}", "false")
        if shown.name != wanted:
            set_fields_aside(fields, shown, games.get(wanted))
    return fields, wrong


def set_fields_aside(fields: Fields, shown: Game, wanted: Game | None) -> None:
    """Keep the fields of one game for later under its name, and take back those of another."""
    for name in field_names(shown):
        if name in fields:
            fields[f"of.{shown.name}.{name}"] = fields.pop(name)
    for name in field_names(wanted) if wanted else ():
        if (kept := f"of.{wanted.name if wanted else ''}.{name}") in fields:
            fields[name] = fields.pop(kept)


def field_names(game: Game) -> list[str]:
    """The names of the fields that belong to one game."""
    return [*OF_GAME, *(f"option_{name}" for name in game.option_list)]


def form_page(request: Request, fields: Fields, wrong: Sequence[FormError] = (), status: int = 200) -> Response:
    """The form with these fields."""
    game = game_named(request, fields["game"])
    seats = number_of_seats(game, fields)
    company = fields["with"] if fields.get("with") in COMPANY else COMPANY[0]
    rows = [option_row(game, option, seats, fields) for option in game.option_list.values()]
    shown, plans = [row for row in rows if row["shown"]], plans_of(request)
    kept, components = boxes_in_folder(request.app.state.settings.boxes, game), game.components()
    boxes = {OURS: say("Marbletop edition") if components.printed else say("Marbletop edition (our own values)"),
             **{name: box.name for name, box in kept.items()}, OWN: say("My own edition")}
    return render_page(
        request, "new.html", status, games=[game_card(one) for one in games_of(request)], game=game, seats=seats,
        company=company, rows=[seat_row(game, seat, fields, company, plans) for seat in range(seats)], plans=plans,
        modes=[row for row in shown if row["mode"]], start=[row for row in shown if row["begins"]],
        house=[row for row in shown if not row["mode"] and not row["begins"]],
        clocks={name: say(words) for name, (words, _) in CLOCKS.items()}, clock=one_of(CLOCKS, fields.get("clock"), "none"),
        comings=say_all(COMING), coming=one_of(COMING, fields.get("listed"), "no"),
        beginnings=say_all(BEGINNING), beginning=one_of(BEGINNING, fields.get("begin"), "now"),
        sittings=say_all(SITTING), sitting=one_of(SITTING, fields.get("sitting"), "chosen"), components=components,
        boxes=boxes if has_box(game) else {}, box=one_of(boxes, fields.get("box"), OURS), OWN=OWN,
        box_text=fields.get("box_text", ""), carried=hidden_fields(request, game, seats, rows, fields), wrong=wrong,
        wrong_fields={one.field for one in wrong},
        request_name=fields.get("request", "")[:60] or secrets.token_urlsafe(9))


def say_all(values: dict[str, str]) -> dict[str, str]:
    return {value: say(words) for value, words in values.items()}


def one_of(known: Collection[str], given: str | None, usual: str) -> str:
    return given if given is not None and given in known else usual


def number_of_seats(game: Game, fields: Fields) -> int:
    asked = parse_number(fields.get("seats", ""))
    return asked if asked in game.seats else usual_seats(game)


def plans_of(request: Request) -> Fields:
    """Who may sit at a seat: what the form sends, and how it is called."""
    offers = house_of(request).offers
    return {**say_all(PLANS), **{offer.name: say("Bot ({level})", level=say(offer.name)) for offer in offers}}


def seat_row(game: Game, seat: int, fields: Fields, company: str, plans: Collection[str]) -> dict[str, Any]:
    return {"seat": seat, "marble": marks_of(game)[seat], "name": say(game.seat_names[seat]),
            "chosen": plan_of(seat, fields, company, plans)}


def plan_of(seat: int, fields: Fields, company: str, plans: Collection[str]) -> str:
    """Who is to take this seat."""
    return one_of(plans, fields.get(f"seat{seat}"), ME if seat == 0 else FRIEND if company == "friends" else USUAL_LEVEL)


def option_row(game: Game, option: Option, seats: int, fields: Fields) -> dict[str, Any]:
    """An option as a field of the form."""
    kind = "switch" if isinstance(option.default, bool) else "number" if isinstance(option.default, int) else "words"
    usual = str(option.default).lower()
    value = fields.get(f"option_{option.name}", usual)[:LONGEST_VALUE]
    values = [(str(one), option.value_title(one)) for one in option.values] if kind == "words" else []
    if option.begins:
        kind = "words"
        values = [(str(one), say("At random") if seat is None else say(game.seat_names[seat]))
                  for one, seat in zip(option.values, option.begins) if seat is None or seat < seats or str(one) == value]
    return {"name": option.name, "title": say("Who goes first") if option.begins else option.title,
            "help": say(option.help),
            "rules": rules_in_text(game, option.rule), "kind": kind, "value": value, "range": option.values, "values": values,
            "mode": option.mode, "begins": option.begins, "shown": option.matters(seats)}


def hidden_fields(request: Request, game: Game, seats: int, rows: Sequence[dict[str, Any]], fields: Fields
                  ) -> list[tuple[str, str]]:
    """Fields that are not shown now, and come back with another number of seats or another game."""
    unseen = [(f"option_{row['name']}", row["value"]) for row in rows if not row["shown"]]
    plans = plans_of(request)
    unseen += [(name, fields[name]) for seat in range(seats, MOST_SEATS) if fields.get(name := f"seat{seat}") in plans]
    for other in games_of(request):
        for name in field_names(other):
            kept = fields.get(f"of.{other.name}.{name}")
            if other is not game and kept is not None and len(kept) <= (LONGEST_BOX if name == "box_text" else LONGEST_VALUE):
                unseen.append((f"of.{other.name}.{name}", kept))
    return unseen


def option_errors(request: Request, fields: Fields) -> list[FormError]:
    """What is wrong with the options and the number of seats."""
    found, game = [], game_named(request, fields["game"])
    for name, given in options_in_form(game, number_of_seats(game, fields), fields).items():
        try:
            game.option_list[name].read(given)
        except BadOption as error:
            found.append(FormError(f"option_{name}", str(error)))
    if fields.get("seats", "") not in ("", *map(str, game.seats)):
        found.append(FormError("seats", say("{game} can't be played by {n}. Choose another number of players.",
                                            game=say(game.title),
                                            n=fields["seats"][:LONGEST_VALUE])))
    return found


def options_in_form(game: Game, seats: int, fields: Fields) -> dict[str, str]:
    """The options of the form that matter for this number of seats."""
    return {name: fields[f"option_{name}"] for name, option in game.option_list.items()
            if option.matters(seats) and f"option_{name}" in fields}


async def open_table(request: Request, fields: Fields) -> Response:
    """Open the table, and seat everybody as the form says."""
    guest, game = await visitor(request), game_named(request, fields["game"])
    await check_limit(request, "create", guest)
    seats = number_of_seats(game, fields)
    read = game.read_options(options_in_form(game, seats, fields))
    changed = {name: getattr(read, name) for name, option in game.option_list.items() if getattr(read, name) != option.default}
    box = read_box_choice(request.app.state.settings.boxes, game, fields.get("box", OURS), fields.get("box_text", ""))
    company, known_plans = one_of(COMPANY, fields.get("with"), "friends"), plans_of(request)
    plans = [plan_of(seat, fields, company, known_plans) for seat in range(seats)]
    if fields.get("sitting") == "lot":
        secrets.SystemRandom().shuffle(plans)
    table = await house_of(request).lobby.create(
        guest, game.name, seats, changed, clock=CLOCKS[one_of(CLOCKS, fields.get("clock"), "none")][1], components=box,
        listed=fields.get("listed") == "yes", request=fields.get("request", "")[:60], address=client_address(request))
    await take_seats(request, table, guest, plans)
    if FRIEND not in plans and ME in plans and fields.get("begin") != "later":
        await table.deal(guest.id)
    return redirect(request, f"/table/{table.id}")


async def play_now(request: Request) -> Response:
    """Open a table with bots at all other seats, and deal at once. How many there are and how they play is remembered."""
    game, guest = game_named(request, request.path_params["game"]), await visitor(request)
    await check_limit(request, "create", guest)
    wish = await remember_wish(house_of(request), guest.id, game, await form_of(request))
    if request.query_params.get("coach") == "on":
        await want_coach(house_of(request), guest.id, game.name, True)
    table = await house_of(request).lobby.create(guest, game.name, wish.seats, address=client_address(request))
    await take_seats(request, table, guest, [ME] + [wish.level] * (wish.seats - 1))
    await table.deal(guest.id)
    return redirect(request, f"/table/{table.id}")


async def take_seats(request: Request, table: Table, guest: Guest, plans: list[str]) -> None:
    """Seat the guest and the bots; friends come later."""
    if mine := [seat for seat, plan in enumerate(plans) if plan == ME]:
        await sit(table, guest, mine, origin=origin_at(request, table))
    for seat, plan in enumerate(plans):
        if plan not in (ME, FRIEND):
            await put_bot(table, guest.id, seat, plan)
