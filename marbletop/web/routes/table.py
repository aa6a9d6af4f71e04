"""A table: its page, and everything that a visitor can do there."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ...bots.explain import Explanation
from ...drawing.plain import scene_of
from ...server.advice import speaks_up
from ...server.coach import open_desk
from ...server.consent import answer_request, sit_or_ask, withdraw_request
from ...server.hints import hint_for
from ...server.people import Guest
from ...server.refusal import NotHere, Refused, TooMuch
from ...server.seating import add_words, fill_with_bots, free_seat, is_known, leave, may_watch, put_bot
from ...server.table import Table
from ...server.table_view import cover, deciding_view, eyes_of, look, uncover
from ...server.take_back import answer_take_back, ask_take_back, withdraw_take_back
from ..addresses import links_of, phones_can_reach, redirect
from ..forms import Form, form_of, number_in
from ..page.animation import STILL, frames_since
from ..page.draft import draft_in
from ..page.selection import Selection
from ..page.table_page import SHOWS, draft_for, drawing_for, standing_of, table_values
from ..page.why_not import why_not_there
from ..render import attachment, render_page, render_table
from ..visitor import check_limit, client_address, house_of, limited_guesses, origin_at, visitor
from .coach import coach, consider_selection, decisions_of, how_page, is_held_back, note_played

PART = "x-part"                             # header of requests from our script, which wants the part and not the page
WORDS = "words"                             # in the query of our script while the position in words is unfolded
BY_STREAM = "stream"                        # its value while the script has a stream open, which will bring the part


async def find_table(request: Request) -> tuple[Table, Guest]:
    """The table in the address and the visitor who asks for it, if they may see it."""
    guest = await visitor(request)
    async with limited_guesses(request, guest):
        table = await house_of(request).lobby.open(request.path_params["table"])
        if not may_watch(table, guest.id):
            raise NotHere("To see this table you need its link. Ask somebody who plays there.")
    if not is_known(table, guest.id):
        await check_limit(request, "guess", guest, drops=0)
    await house_of(request).lobby.visit(table)
    house_of(request).lobby.presence.note_sign(table, guest.id)
    await open_desk(house_of(request), table, guest)
    return table, guest


async def values_for(request: Request, table: Table, guest: Guest, frames: str = "", **more: Any) -> dict[str, Any]:
    """Everything that table.html shows."""
    await consider_selection(request, table, guest)
    standing = await standing_of(house_of(request), table, guest.id)        # before the look: it may be older, never newer
    eyes = await eyes_of(table, guest.id)
    values = await table_values(house_of(request), table, eyes, standing, request.query_params,
                                request.app.state.settings.base, **more)
    return {**values, "frames": frames, "links": links_of(request, values["look"]), "phones": phones_can_reach(request)}


def table_page(request: Request, values: dict[str, Any], status: int = 200) -> Response:
    """The table with the page around it."""
    return render_page(request, "table.html", status, part=render_table(values), **values)


async def show_table(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    return table_page(request, await values_for(request, table, guest))


async def show_part(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    values = await values_for(request, table, guest, words=WORDS in request.query_params)
    return HTMLResponse(str(render_table(values)))


async def explain_press(request: Request) -> Response:
    """Answer why the parts of the drawing that were pressed cannot be used now."""
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    seen = await look(table, guest.id)
    drawing = drawing_for(table, seen)
    if drawing is None:
        raise HTTPException(404)
    draft = draft_for(table, seen, drawing, request.query_params)
    pressed = request.query_params.getlist("part")
    found = why_not_there(table.game, draft.seen, draft.drawing.scene, pressed, draft.selection.group)
    if draft.selection.draft and not found.rules:           # a card that could not be played instead of the pressed one
        before = why_not_there(table.game, seen, drawing.scene, pressed)
        found = before if before.rules else found
    rules = f"{request.app.state.settings.base}/rules/{table.about.game}"
    return JSONResponse({"why": found.words, "rules": [[number, f"{rules}#{number}"] for number in found.rules],
                         "tells": found.tells})


async def explain_decision(request: Request) -> Response:
    """How what has to be decided now works."""
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    return await how_page(request, table, guest)


async def download_box(request: Request) -> Response:
    """The component file of this table, for everybody who sees it."""
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    return attachment(table.components.text, "application/toml",
                      f"{table.about.game}-{table.about.box['digest'][:8]}.toml")


async def do_verb(request: Request) -> Response:
    """Do one of the verbs below; a refusal is shown on the table as it stands now."""
    if (verb := request.path_params["verb"]) not in VERBS:
        raise HTTPException(404)
    act, counted = VERBS[verb]
    table, guest = await find_table(request)
    await check_limit(request, counted, guest)
    form, before = await form_of(request), table.now.last
    try:
        answer = await act(request, table, guest, form)
    except (TooMuch, NotHere):
        raise
    except Refused as refused:
        return await table_response(request, table, guest, 409, sorry=str(refused))
    return answer or await table_response(request, table, guest, after=before if verb == "play" else None)


def wants_motion(request: Request) -> bool:
    return request.cookies.get("speed") != STILL


async def table_response(request: Request, table: Table, guest: Guest, status: int = 200, sorry: str = "",
                         hint: Explanation | None = None, after: int | None = None) -> Response:
    """Show the table again. Our script gets the part, unless its stream brings it; without the script there is a page if
    something is to be said, else a redirect to the table."""
    if request.headers.get(PART) == BY_STREAM and not sorry and not hint:
        return Response(status_code=204)
    if PART in request.headers:
        frames = await frames_since(table, await eyes_of(table, guest.id), after) if wants_motion(request) else ""
        words = WORDS in request.query_params
        values = await values_for(request, table, guest, sorry=sorry, hint=hint, frames=frames, words=words)
        return HTMLResponse(str(render_table(values)), status)
    if sorry or hint:
        return table_page(request, await values_for(request, table, guest, sorry=sorry, hint=hint), status)
    show = request.query_params.get("show", "")
    return redirect(request, f"/table/{table.id}{f'?show={show}' if show in SHOWS else ''}")


async def play_action(request: Request, table: Table, guest: Guest, form: Form) -> Response | None:
    """Play an action, and before it the decisions that the page has drawn ahead. A heap that is divided has no moment between
    choosing and confirming, and what is chosen to be read must not be covered: if the coach has a word about it, the first
    press of the button only shows that."""
    action = split_action(table, guest, form) if "subset" in form else number_in(form, "action", -1)
    if "subset" in form and await speaks_up(house_of(request), table, guest.id, action):
        return await show_chosen(request, table, guest, Selection(taken=taken_for(table, guest, action)))
    draft = [-1 if one is None else one for one in draft_in(form)]
    if await is_held_back(request, table, guest, draft, action):
        return await show_chosen(request, table, guest, Selection(action=action, draft=tuple(draft)))
    made = await decisions_of(table, guest, draft)
    await table.play(guest.id, action, number_in(form, "position", -1), draft)
    await note_played(request, table, guest, made)
    return None


async def show_chosen(request: Request, table: Table, guest: Guest, selection: Selection) -> Response:
    """The table with what is chosen; our script has named that in the address."""
    if PART in request.headers:
        return HTMLResponse(str(render_table(await values_for(request, table, guest))))
    return redirect(request, f"/table/{table.id}{selection.query(table.position)}")


def taken_for(table: Table, guest: Guest, action: int) -> int:
    """The items on one side if a heap is divided by this action, as bits."""
    subset = scene_of(table.game, deciding_view(table, guest.id), table.box, table.names).subset
    return subset.mask_of(action) if subset else 0


def split_action(table: Table, guest: Guest, form: Form) -> int:
    """The action that puts the ticked items on one side."""
    subset = scene_of(table.game, deciding_view(table, guest.id), table.box, table.names).subset
    taken = sum(1 << number for number in range(len(subset.items) if subset else 0) if f"item{number}" in form)
    if subset is None or taken not in subset.action_of:
        raise Refused(subset.missing if subset and subset.missing else "That can't be chosen.")
    return subset.action_of[taken]


async def undo(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await table.undo(guest.id, number_in(form, "position", -1))


async def resign(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await table.resign(guest.id)


async def sit_down(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await sit_or_ask(table, guest, number_in(form, "seat", -1), origin_at(request, table))


async def answer_who_asks(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Let somebody sit down who needs consent, or decline."""
    await answer_request(table, guest.id, number_in(form, "request", -1), form.get("answer") == "yes")


async def ask_no_more(request: Request, table: Table, guest: Guest, form: Form) -> None:
    withdraw_request(table, guest.id)
    withdraw_take_back(table, guest.id)


async def ask_back(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Ask the others to take one's last action back."""
    await ask_take_back(table, guest.id)


async def answer_back(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Agree that somebody takes an action back, or decline."""
    await answer_take_back(table, guest.id, number_in(form, "request", -1), form.get("answer") == "yes")


async def stand_in(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Let a bot play for somebody who is away."""
    await house_of(request).lobby.let_bot_stand_in(table, guest.id, number_in(form, "seat", -1))


async def change_words(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Change what a seat adds to the chance."""
    await add_words(table, guest.id, number_in(form, "seat", -1), " ".join(form.get("words", "").split()))


async def get_up(request: Request, table: Table, guest: Guest, form: Form) -> Response | None:
    await leave(table, guest.id)
    return go_to(request, "/") if form.get("home") else None


async def call_bot(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await put_bot(table, guest.id, number_in(form, "seat", -1), form.get("level", ""))


async def clear_seat(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await free_seat(table, guest.id, number_in(form, "seat", -1))


async def deal(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Begin the game, if so wished with bots of a level at the seats that are free."""
    if level := form.get("bots", ""):
        await fill_with_bots(table, guest.id, level)
    await table.deal(guest.id)


async def say_phrase(request: Request, table: Table, guest: Guest, form: Form) -> None:
    await house_of(request).lobby.say(table, guest.id, form.get("phrase", ""))


async def rematch(request: Request, table: Table, guest: Guest, form: Form) -> Response:
    following = await house_of(request).lobby.rematch(table, guest.id)
    if all(holder.kind == "bot" or holder.user == guest.id for holder in following.holders):
        await following.deal(guest.id)
    return go_to(request, f"/table/{following.id}")


async def uncover_hand(request: Request, table: Table, guest: Guest, form: Form) -> None:
    uncover(table, guest.id, number_in(form, "seat", -1))


async def cover_hand(request: Request, table: Table, guest: Guest, form: Form) -> None:
    cover(table, guest.id)


async def hint(request: Request, table: Table, guest: Guest, form: Form) -> Response:
    """What a strong bot would do, and why."""
    house = house_of(request)
    async with house.limits.place("hint", guest.id, client_address(request)):
        told = await hint_for(table, guest.id, house.bots)
    return await table_response(request, table, guest, hint=told)


def go_to(request: Request, path: str) -> Response:
    """Send the visitor to another page. Our script is told by a header: it would follow a redirect unnoticed."""
    if PART not in request.headers:
        return redirect(request, path)
    return Response(status_code=204, headers={"X-Go": request.app.state.settings.base + path})


# What can be done at a table, and the limit that each counts against.
VERBS: dict[str, tuple[Callable[[Request, Table, Guest, Form], Awaitable[Response | None]], str]] = {
    "play": (play_action, "move"), "undo": (undo, "move"), "resign": (resign, "move"), "hint": (hint, "move"),
    "sit": (sit_down, "seat"), "leave": (get_up, "seat"), "bot": (call_bot, "seat"), "free": (clear_seat, "seat"),
    "deal": (deal, "seat"), "rematch": (rematch, "seat"), "say": (say_phrase, "say"),
    "uncover": (uncover_hand, "look"), "cover": (cover_hand, "look"), "words": (change_words, "seat"),
    "answer": (answer_who_asks, "seat"), "withdraw": (ask_no_more, "seat"), "coach": (coach, "move"),
    "ask_back": (ask_back, "seat"), "answer_back": (answer_back, "seat"), "stand_in": (stand_in, "seat"),
}
