"""Replays, step by step: of tables here, or of record files that somebody opens."""

import hashlib
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ...server.background import in_background
from ...server.history import SeatHistory
from ...server.inspection import check_record, record_in
from ...server.records import record_of
from ...server.table import Table
from ..addresses import redirect
from ..forms import parse_number
from ..page.animation import STILL, frames_of
from ..page.playback import replay_values
from ..render import attachment, page, part
from ..visitor import address, house_of, limited, visitor
from .table import PART, opened

AFTER = "x-after"                           # header of requests by our script: the step that its page shows


async def of_table(request: Request) -> Response:
    table, guest = await opened(request)
    limited(request, "look", guest)
    history = await house_of(request).histories.of_table(table, guest.id, seat_asked(request))
    step = await step_asked(request, table)
    return await shown(request, history, step, f"/table/{table.id}/replay", f"/table/{table.id}")


def seat_asked(request: Request) -> int | None:
    return parse_number(request.query_params.get("seat", ""))


async def step_asked(request: Request, table: Table) -> int | None:
    """The step of an address, or that of an entry of the table's log."""
    number = parse_number(request.query_params.get("entry", ""))
    if number is None:
        return parse_number(request.query_params.get("step", ""))
    return await house_of(request).histories.step_of_entry(table, number)


async def download(request: Request) -> Response:
    table, guest = await opened(request)
    limited(request, "look", guest)
    text = json.dumps(await record_of(table), indent=1)
    return attachment(text, "application/json", f"{table.about.game}-{table.id[:8]}.json")


async def ask(request: Request) -> Response:
    return page(request, "records.html")


async def upload(request: Request) -> Response:
    """Take a record file, and show the game."""
    limited(request, "create", visitor(request))
    async with request.form(max_files=1, max_fields=2, max_part_size=4_000_000) as form:
        given = form.get("record")
        data = await given.read() if given is not None and not isinstance(given, str) else (given or "").encode()
    await house_of(request).inspector.run(check_record, data, address=address(request))
    name = hashlib.sha256(data).hexdigest()[:24]
    await house_of(request).histories.add_record(name, await in_background(record_in, data))
    return redirect(request, f"/records/{name}")


async def of_record(request: Request) -> Response:
    limited(request, "look", visitor(request))
    name = request.path_params["record"]
    history = house_of(request).histories.of_record(name, seat_asked(request))
    return await shown(request, history, parse_number(request.query_params.get("step", "")), f"/records/{name}", "")


async def shown(request: Request, history: SeatHistory, asked: int | None, here: str, table: str) -> Response:
    """The game after a step, as a seat has seen it. Our script has the list of moves already."""
    step = history.last if asked is None else min(asked, history.last)
    after = parse_number(request.headers.get(AFTER, ""))
    values = {**await replay_values(history, step), "here": here, "table": table, "kept": after is not None}
    if PART not in request.headers:
        return await in_background(page, request, "replay.html", frames="", **values)
    moves = step == (after or 0) + 1 and after is not None and request.cookies.get("speed") != STILL
    frames = await frames_at(history, step) if moves else {}
    return HTMLResponse(await in_background(part, request, "replay_part.html", frames=json.dumps(frames) if frames else "",
                                            **values))


async def frames_at(history: SeatHistory, step: int) -> dict[str, Any]:
    """The frames of the action that led to a step."""
    frames = frames_of(history.game, history.box, history.names, await history.moments(step))
    return {"after": step - 1, "actions": 1, "frames": frames}
