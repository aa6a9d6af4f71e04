"""A new table: the form with all its fields, which are kept whatever is changed or refused, and what it opens."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..core.errors import BadComponents, BadOption, MarbletopError
from ..core.game import Game
from ..core.options import Option
from ..drawing.plain import marks_of
from ..server.clock import BANK, DAYS, PER_MOVE, Clock
from ..server.limits import LONGEST_BOX
from ..server.people import Guest
from ..server.refusal import TooMuch
from ..server.seating import put_bot, sit
from ..server.table import Table
from ..words import phrase, say
from .boxes import OURS, OWN, chosen_box, clean, has_box, kept_boxes
from .catalogue import card, game_named, games_of, usual_seats
from .choosing import whole
from .pages import to
from .render import page
from .rules import rules_named, said, title_of
from .visitor import house_of, known, limited, visitor

CLOCKS = {                                  # on the form: name, words and clock
    "none": (phrase("No clock"), Clock()), "move1": (phrase("1 minute a move"), Clock(PER_MOVE, 60)),
    "move3": (phrase("3 minutes a move"), Clock(PER_MOVE, 180)),
    "bank10": (phrase("10 minutes and 10 s a move"), Clock(BANK, 600, 10)),
    "bank30": (phrase("30 minutes and 20 s a move"), Clock(BANK, 1800, 20)),
    "days1": (phrase("1 day a move"), Clock(DAYS, 1)), "days3": (phrase("3 days a move"), Clock(DAYS, 3)),
}
ME, FRIEND = "me", "friend"
PLANS = {ME: phrase("Me, or at my device"), FRIEND: phrase("Empty: a friend by link")}
COMING = {"no": phrase("Who has the link"), "yes": phrase("Everybody: listed")}
SITTING = {"chosen": phrase("As chosen here"), "lot": phrase("By lot")}
COMPANY = ("bots", "friends")               # who plays, if nothing else was said
MOST_SEATS, LONGEST_VALUE = 8, 100
OF_GAME = ("seats", "box", "box_text")      # fields that each game has its own of, beside its options
Fields = dict[str, str]


@dataclass(frozen=True)
class Wrong:
    """What is wrong with a form, and the id of the field."""

    field: str
    sentence: str


async def ask(request: Request) -> Response:
    """The form, with what the address says."""
    query = request.query_params
    game = game_named(request, query.get("game", games_of(request)[0].name))
    return form_page(request, {"game": game.name, "seats": query.get("seats", ""), "with": query.get("with", "")})


async def send(request: Request) -> Response:
    """Open the table of the form; or show the form again, with all its fields, for another game or number of seats."""
    fields, wrong = await read_form(request)
    if fields.get("then") == "change":
        limited(request, "look", known(request))
        return form_page(request, fields, wrong, 400 if wrong else 200)
    try:
        wrong += wrong_options(request, fields)
        return form_page(request, fields, wrong, 400) if wrong else await opened(request, fields)
    except BadOption as error:
        return form_page(request, fields, [Wrong(f"option_{error.option}" if error.option else "seats", str(error))], 400)
    except BadComponents as error:
        return form_page(request, fields, [Wrong("box_text" if fields.get("box") == OWN else "box", str(error))], 400)
    except TooMuch as error:
        return form_page(request, fields, [Wrong("set-up", str(error))], 429)
    except MarbletopError as error:
        return form_page(request, fields, [Wrong("seats", str(error))], 400)


async def read_form(request: Request) -> tuple[Fields, list[Wrong]]:
    """The fields that were sent, and what is wrong with a file. A box that was sent as a file is a field with its text from
    here on; switches that are off are said to be; and fields of the game that was shown before wait under its name while
    another is shown."""
    wrong = []
    async with request.form(max_fields=300, max_files=1) as form:
        fields = {name: value for name, value in form.multi_items() if isinstance(value, str)}
        given = form.get("box_file")
        if given is not None and not isinstance(given, str) and given.filename:
            fields["box"] = OWN
            try:
                fields["box_text"] = clean(await given.read(4 * LONGEST_BOX))
            except BadComponents as error:
                wrong.append(Wrong("box_file", str(error)))
    fields["box_text"] = clean(fields.get("box_text", ""))[:LONGEST_BOX + 1]
    games = {game.name: game for game in games_of(request)}
    wanted, shown = fields.setdefault("game", ""), games.get(fields.get("shown", ""))
    if shown is not None:
        for option in shown.option_list.values():
            if isinstance(option.default, bool):
                fields.setdefault(f"option_{option.name}", "false")
        if shown.name != wanted:
            moved_aside(fields, shown, games.get(wanted))
    return fields, wrong


def moved_aside(fields: Fields, shown: Game, wanted: Game | None) -> None:
    """Keep the fields of one game for later, and take those of another that were kept."""
    for name in names_of(shown):
        if name in fields:
            fields[f"of.{shown.name}.{name}"] = fields.pop(name)
    for name in names_of(wanted) if wanted else ():
        if (kept := f"of.{wanted.name if wanted else ''}.{name}") in fields:
            fields[name] = fields.pop(kept)


def names_of(game: Game) -> list[str]:
    """The names of the fields that belong to one game."""
    return [*OF_GAME, *(f"option_{name}" for name in game.option_list)]


def form_page(request: Request, fields: Fields, wrong: Sequence[Wrong] = (), status: int = 200) -> Response:
    """The form with these fields."""
    game = game_named(request, fields["game"])
    seats = seats_of(game, fields)
    company = fields["with"] if fields.get("with") in COMPANY else COMPANY[0]
    rows = [option_row(game, option, seats, fields) for option in game.option_list.values()]
    shown, plans = [row for row in rows if row["shown"]], plans_of(request)
    kept, components = kept_boxes(request.app.state.settings.boxes, game), game.components()
    boxes = {OURS: say("Our box") if components.printed else say("Our box, reconstructed"),
             **{name: box.name for name, box in kept.items()}, OWN: say("My own component file")}
    return page(
        request, "new.html", status, games=[card(one) for one in games_of(request)], game=game, seats=seats, company=company,
        rows=[seat_row(game, seat, fields, company, plans) for seat in range(seats)], plans=plans,
        modes=[row for row in shown if row["mode"]], start=[row for row in shown if row["begins"]],
        house=[row for row in shown if not row["mode"] and not row["begins"]],
        clocks={name: say(words) for name, (words, _) in CLOCKS.items()}, clock=one_of(CLOCKS, fields.get("clock"), "none"),
        comings=in_words(COMING), coming=one_of(COMING, fields.get("listed"), "no"),
        sittings=in_words(SITTING), sitting=one_of(SITTING, fields.get("sitting"), "chosen"), components=components,
        boxes=boxes if has_box(game) else {}, box=one_of(boxes, fields.get("box"), OURS), OWN=OWN,
        box_text=fields.get("box_text", ""), carried=carried(request, game, seats, rows, fields), wrong=wrong,
        wrong_fields={one.field for one in wrong},
        request_name=fields.get("request", "")[:60] or secrets.token_urlsafe(9))


def in_words(values: dict[str, str]) -> dict[str, str]:
    return {value: say(words) for value, words in values.items()}


def one_of(known: Collection[str], given: str | None, usual: str) -> str:
    return given if given is not None and given in known else usual


def seats_of(game: Game, fields: Fields) -> int:
    asked = whole(fields.get("seats", ""))
    return asked if asked in game.seats else usual_seats(game)


def plans_of(request: Request) -> Fields:
    """Who may sit at a seat: what the form sends, and how it is called."""
    offers = house_of(request).room.offers
    return {**in_words(PLANS), **{offer.name: say("Bot, {level}", level=say(offer.name)) for offer in offers}}


def seat_row(game: Game, seat: int, fields: Fields, company: str, plans: Collection[str]) -> dict[str, Any]:
    return {"seat": seat, "marble": marks_of(game)[seat], "name": say(game.seat_names[seat]),
            "chosen": plan_of(seat, fields, company, plans)}


def plan_of(seat: int, fields: Fields, company: str, plans: Collection[str]) -> str:
    """Who is to sit there."""
    return one_of(plans, fields.get(f"seat{seat}"), ME if seat == 0 else FRIEND if company == "friends" else "casual")


def option_row(game: Game, option: Option, seats: int, fields: Fields) -> dict[str, Any]:
    """An option as a field of the form."""
    kind = "switch" if isinstance(option.default, bool) else "number" if isinstance(option.default, int) else "words"
    usual = str(option.default).lower()
    value = fields.get(f"option_{option.name}", usual)[:LONGEST_VALUE]
    values = [(str(one), said(one)) for one in option.values] if kind == "words" else []
    if option.begins:
        kind = "words"
        values = [(str(one), say("By lot") if seat is None else say(game.seat_names[seat]))
                  for one, seat in zip(option.values, option.begins) if seat is None or seat < seats or str(one) == value]
    return {"name": option.name, "title": say("Who starts") if option.begins else title_of(option.name),
            "help": say(option.help),
            "rules": rules_named(game, option.rule), "kind": kind, "value": value, "range": option.values, "values": values,
            "mode": option.mode, "begins": option.begins, "shown": option.matters(seats)}


def carried(request: Request, game: Game, seats: int, rows: Sequence[dict[str, Any]], fields: Fields) -> list[tuple[str, str]]:
    """Fields that are not shown now but come back with other seats or the other game."""
    unseen = [(f"option_{row['name']}", row["value"]) for row in rows if not row["shown"]]
    plans = plans_of(request)
    unseen += [(name, fields[name]) for seat in range(seats, MOST_SEATS) if fields.get(name := f"seat{seat}") in plans]
    for other in games_of(request):
        for name in names_of(other):
            kept = fields.get(f"of.{other.name}.{name}")
            if other is not game and kept is not None and len(kept) <= (LONGEST_BOX if name == "box_text" else LONGEST_VALUE):
                unseen.append((f"of.{other.name}.{name}", kept))
    return unseen


def wrong_options(request: Request, fields: Fields) -> list[Wrong]:
    """All options that cannot be what they are."""
    found, game = [], game_named(request, fields["game"])
    for name, given in options_given(game, seats_of(game, fields), fields).items():
        try:
            game.option_list[name].read(given)
        except BadOption as error:
            found.append(Wrong(f"option_{name}", str(error)))
    if fields.get("seats", "") not in ("", *map(str, game.seats)):
        found.append(Wrong("seats", say("{game} is not played with {n} seats.", game=say(game.title),
                                        n=fields["seats"][:LONGEST_VALUE])))
    return found


def options_given(game: Game, seats: int, fields: Fields) -> dict[str, str]:
    """The options of the form that matter with so many seats."""
    return {name: fields[f"option_{name}"] for name, option in game.option_list.items()
            if option.matters(seats) and f"option_{name}" in fields}


async def opened(request: Request, fields: Fields) -> Response:
    """Open the table, and put everybody at their seats."""
    guest, game = visitor(request), game_named(request, fields["game"])
    limited(request, "create", guest)
    seats = seats_of(game, fields)
    read = game.read_options(options_given(game, seats, fields))
    changed = {name: getattr(read, name) for name, option in game.option_list.items() if getattr(read, name) != option.default}
    box = chosen_box(request.app.state.settings.boxes, game, fields.get("box", OURS), fields["box_text"])
    company, known_plans = one_of(COMPANY, fields.get("with"), "friends"), plans_of(request)
    plans = [plan_of(seat, fields, company, known_plans) for seat in range(seats)]
    if fields.get("sitting") == "lot":
        secrets.SystemRandom().shuffle(plans)
    table = await house_of(request).lobby.create(
        guest, game.name, seats, changed, clock=CLOCKS[one_of(CLOCKS, fields.get("clock"), "none")][1], components=box,
        listed=fields.get("listed") == "yes", request=fields.get("request", "")[:60])
    await take_seats(table, guest, plans)
    if FRIEND not in plans and ME in plans:
        await table.deal(guest.id)
    return to(request, f"/table/{table.id}")


async def play_now(request: Request) -> Response:
    """A table with bots at all other seats, dealt at once."""
    game, guest = game_named(request, request.path_params["game"]), visitor(request)
    limited(request, "create", guest)
    seats = usual_seats(game)
    table = await house_of(request).lobby.create(guest, game.name, seats)
    await take_seats(table, guest, [ME] + ["casual"] * (seats - 1))
    await table.deal(guest.id)
    return to(request, f"/table/{table.id}")


async def take_seats(table: Table, guest: Guest, plans: list[str]) -> None:
    """Sit down and call the bots, as the form says; friends come later."""
    if mine := [seat for seat, plan in enumerate(plans) if plan == ME]:
        await sit(table, guest, mine)
    for seat, plan in enumerate(plans):
        if plan not in (ME, FRIEND):
            await put_bot(table, guest.id, seat, plan)
