"""The coach at a table, and "How does this work?": the quick rules of the present decision."""

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...server.advice import consider_choice, decisions_made, drawn_ahead, is_only_way, speaks_up, think_ahead
from ...server.coach import answer_for_advice, ask_for_advice, decision_in, desk_of, note_decisions, switch_coach
from ...server.people import Guest
from ...server.table import Table
from ...server.table_view import look
from ..forms import Form, number_in
from ..page.coach_page import blocks_for
from ..page.selection import choice_for
from ..page.table_page import draft_for, drawing_for
from ..render import render_page, render_part
from ..visitor import house_of

PART = "x-part"


async def consider_selection(request: Request, table: Table, guest: Guest) -> None:
    """Let the coach look at what a visitor has chosen and not confirmed; before that, let it think. What is chosen only to be
    read is not covered by a word: that comes when it is confirmed."""
    desk = desk_of(table, guest.id)
    if desk is None or not desk.on:
        return
    if "action" not in request.query_params:
        await think_ahead(house_of(request), table, guest.id)
        return
    seen = await look(table, guest.id)
    drawing = drawing_for(table, seen)
    if drawing is not None and seen.legal:
        draft = draft_for(table, seen, drawing, request.query_params)
        selection = draft.selection
        if selection.action is not None and not choice_for(draft.drawing.scene, selection.action).to_read:
            await consider_choice(house_of(request), table, guest.id, selection.draft, selection.action)


async def is_held_back(request: Request, table: Table, guest: Guest, draft: list[int], action: int) -> bool:
    """Whether the coach has a word about an action that was chosen to be read, and had no moment for it before."""
    desk = desk_of(table, guest.id)
    if desk is None or not desk.on:
        return False
    seen = drawn_ahead(table, await look(table, guest.id), draft)
    drawing = drawing_for(table, seen) if seen is not None and seen.legal else None
    is_read = drawing is not None and any(choice.to_read and choice.action == action for choice in drawing.scene.choices)
    return is_read and await speaks_up(house_of(request), table, guest.id, action, draft)


async def note_played(request: Request, table: Table, guest: Guest, made: list[str] | None) -> None:
    """What somebody has decided need not be explained to them again."""
    if made is not None:
        await note_decisions(house_of(request), table, guest.id, made)


async def decisions_of(table: Table, guest: Guest, draft: list[int]) -> list[str] | None:
    """The kinds of decision that a request plays; none if nobody has to know. None if there is nothing to choose: pages play
    that by themselves, so it answers no offer and needs no explanation."""
    desk = desk_of(table, guest.id)
    if desk is None or not (desk.on or desk.offered):
        return []
    if await is_only_way(table, guest.id, draft):
        return None
    return await decisions_made(table, guest.id, draft) if desk.on else []


async def coach(request: Request, table: Table, guest: Guest, form: Form) -> None:
    """Switch the coach on or off, or answer it: got it, ask the others."""
    house, wish = house_of(request), form.get("do", "")
    if wish in ("on", "off"):
        await switch_coach(house, table, guest.id, wish == "on")
    elif wish == "got":
        await note_decisions(house, table, guest.id, [form.get("decision", "")])
    elif wish == "ask":
        ask_for_advice(table, guest.id)
    elif wish in ("yes", "no"):
        answer_for_advice(table, guest.id, number_in(form, "question", -1), wish == "yes")


async def how_page(request: Request, table: Table, guest: Guest) -> Response:
    """The part of the quick rules that belongs to what has to be decided now."""
    seen = await look(table, guest.id)
    drawing = drawing_for(table, seen)
    draft = draft_for(table, seen, drawing, request.query_params) if drawing else None
    decision = decision_in(table.game, draft.seen.view if draft else None, seen.box)
    values: dict[str, Any] = {"game": table.game, "blocks": blocks_for(table.game, decision), "table": f"/table/{table.id}"}
    if PART in request.headers:
        return HTMLResponse(render_part(request, "coach/how_part.html", **values))
    return render_page(request, "coach/how.html", **values)
