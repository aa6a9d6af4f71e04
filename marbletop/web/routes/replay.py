"""Replays, step by step: of tables, and of record files that a visitor uploads."""

import hashlib
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...server.background import in_background
from ...server.history import SeatHistory
from ...server.inspection import inspect_record, record_in
from ...server.records import table_record
from ...server.table import Table
from ..addresses import address_of, phones_can_reach, redirect
from ..forms import parse_number, sent_form
from ..page.animation import STILL, frames_of
from ..page.playback import picture_at, replay_values
from ..render import THEMES, attachment, render_page, render_part
from ..visitor import check_limit, client_address, house_of, visitor
from .table import PART, find_table

AFTER = "x-after"                           # header of requests from our script: the step that its page shows


async def show_table_replay(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    history = await house_of(request).histories.of_table(table, guest.id, asked_seat(request))
    step = await asked_step(request, table)
    return await replay_response(request, history, step, f"/table/{table.id}/replay", f"/table/{table.id}",
                                 private=not table.about.listed)


async def draw_table(request: Request) -> Response:
    """A picture of a table after a step, as its visitor may see it."""
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    history = await house_of(request).histories.of_table(table, guest.id, asked_seat(request))
    return await picture_response(request, history, await asked_step(request, table))


async def draw_record(request: Request) -> Response:
    await check_limit(request, "look", await visitor(request))
    history = house_of(request).histories.of_record(request.path_params["record"], asked_seat(request))
    return await picture_response(request, history, parse_number(request.query_params.get("step", "")))


async def picture_response(request: Request, history: SeatHistory, asked: int | None) -> Response:
    step = shown_step(history, asked)
    theme = request.cookies.get("theme", "")
    drawn = await picture_at(history, step, theme if theme in THEMES else THEMES[0])
    return attachment(drawn, "image/svg+xml", f"{history.game.name}-{step}.svg")


def shown_step(history: SeatHistory, asked: int | None) -> int:
    return history.last if asked is None else min(asked, history.last)


def asked_seat(request: Request) -> int | None:
    return parse_number(request.query_params.get("seat", ""))


async def asked_step(request: Request, table: Table) -> int | None:
    """The step of an address, or that of an entry of the table's log."""
    number = parse_number(request.query_params.get("entry", ""))
    if number is None:
        return parse_number(request.query_params.get("step", ""))
    return await house_of(request).histories.step_of_entry(table, number)


async def download_record(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    text = json.dumps(await table_record(table), indent=1)
    return attachment(text, "application/json", f"{table.about.game}-{table.id[:8]}.json")


async def show_upload_form(request: Request) -> Response:
    return render_page(request, "records.html")


async def upload_record(request: Request) -> Response:
    """Read a record file, and show its game."""
    await check_limit(request, "create", await visitor(request))
    async with sent_form(request, max_files=1, max_fields=2, max_part_size=4_000_000) as form:
        given = form.get("record")
        data = await given.read() if given is not None and not isinstance(given, str) else (given or "").encode()
    await house_of(request).inspector.run(inspect_record, data, address=client_address(request))
    name = hashlib.sha256(data).hexdigest()[:24]
    await house_of(request).histories.add_record(name, await in_background(record_in, data))
    return redirect(request, f"/records/{name}")


async def show_record_replay(request: Request) -> Response:
    await check_limit(request, "look", await visitor(request))
    name = request.path_params["record"]
    history = house_of(request).histories.of_record(name, asked_seat(request))
    return await replay_response(request, history, parse_number(request.query_params.get("step", "")), f"/records/{name}", "")


async def replay_response(request: Request, history: SeatHistory, asked: int | None, here: str, table: str,
                          private: bool = False) -> Response:
    """Show the game after a step. Our script has the list of moves already."""
    step = shown_step(history, asked)
    after = parse_number(request.headers.get(AFTER, ""))
    found = await replay_values(history, step)
    values = {**found, "here": here, "table": table, "kept": after is not None, "private": private,
              "link": f"{address_of(request)}{here[1:]}?step={step}{found['eyes']}", "reachable": phones_can_reach(request)}
    if PART not in request.headers:
        return await in_background(render_page, request, "replay.html", frames="", **values)
    moves = step == (after or 0) + 1 and after is not None and request.cookies.get("speed") != STILL
    frames = await frames_at(history, step) if moves else {}
    told = json.dumps(frames) if frames else ""
    return HTMLResponse(await in_background(render_part, request, "replay_part.html", frames=told, **values))


async def frames_at(history: SeatHistory, step: int) -> dict[str, Any]:
    """The frames of the action that led to a step."""
    frames = frames_of(history.game, history.box, history.names, await history.moments(step))
    return {"after": step - 1, "actions": 1, "frames": frames}
