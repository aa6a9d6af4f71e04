"""Replays, step by step: of tables here, or of record files that somebody opens."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..core.record import check_record
from ..core.state import SPECTATOR
from ..drawing.plain import scene_of
from ..server.look import eyes
from ..server.people import Guest
from ..server.records import EVERYTHING, record_of
from ..server.refusal import NotHere
from ..server.table import Table
from ..words import say
from .choosing import Chosen, whole
from .courses import Course, Recorded, Running, line_of, step_at
from .motion import STILL, plain
from .pages import to
from .render import page, part
from .showing import panels_of
from .tables import PART, opened
from .telling import marbles_of
from .visitor import limited, visitor

KEPT = 40                                   # courses in memory
AFTER = "x-after"                           # header of requests by our script: the step that its page shows


class Replays:
    """The latest courses, by the id of their table or the digest of their file."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Recorded | Running] = OrderedDict()

    def get(self, name: str) -> Recorded | Running | None:
        return self._kept.get(name)

    def _keep(self, name: str, course: Recorded | Running) -> None:
        self._kept[name] = course
        self._kept.move_to_end(name)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def of_record(self, name: str, record: dict[str, Any]) -> Recorded:
        found = self.get(name)
        if not isinstance(found, Recorded):
            found = await asyncio.to_thread(Recorded, record)
        self._keep(name, found)
        return found

    async def of_table(self, table: Table) -> Recorded | Running:
        """A game that is over through all eyes, a running one through those of who asks."""
        found = self.get(table.id)
        if table.over:
            return found if isinstance(found, Recorded) else await self.of_record(table.id, await record_of(table))
        if not isinstance(found, Running) or found.table is not table:
            found = Running(table)
        self._keep(table.id, found)
        await found.read_on()
        return found


async def of_table(request: Request) -> Response:
    table, guest = await opened(request)
    limited(request, "look", guest)
    course = await request.app.state.replays.of_table(table)
    seat, step = seat_asked(request, course), await step_asked(request, table, course)
    if isinstance(course, Running):
        seat = eyes(table, guest.id)[0]
    return await shown(request, course, seat, step, f"/table/{table.id}/replay", f"/table/{table.id}", guest)


async def step_asked(request: Request, table: Table, course: Course) -> int | None:
    """The step of an address, or that of an entry of the table's log."""
    number = whole(request.query_params.get("entry", ""))
    if number is None:
        return whole(request.query_params.get("step", ""))
    log = course.log if isinstance(course, Running) else await table.room.storage.entries(table.id, most=EVERYTHING)
    return step_at(line_of(log), number)


def seat_asked(request: Request, course: Course) -> int:
    seat = whole(request.query_params.get("seat", ""))
    return seat if seat is not None and seat < len(course.names) else SPECTATOR


async def download(request: Request) -> Response:
    table, guest = await opened(request)
    limited(request, "look", guest)
    text = json.dumps(await record_of(table), indent=1)
    name = f"{table.about.game}-{table.id[:8]}.json"
    return Response(text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def ask(request: Request) -> Response:
    return page(request, "records.html")


async def upload(request: Request) -> Response:
    """Take a record file, and show the game."""
    limited(request, "create", visitor(request))
    async with request.form(max_files=1, max_fields=2, max_part_size=4_000_000) as form:
        given = form.get("record")
        data = await given.read() if given is not None and not isinstance(given, str) else (given or "").encode()
    try:
        record = json.loads(data)
    except (ValueError, RecursionError):
        raise HTTPException(400, say("This file is not a Marbletop record.")) from None
    name = hashlib.sha256(data).hexdigest()[:24]
    await request.app.state.replays.of_record(name, check_record(record))
    return to(request, f"/records/{name}")


async def of_record(request: Request) -> Response:
    guest = visitor(request)
    limited(request, "look", guest)
    name = request.path_params["record"]
    course = request.app.state.replays.get(name)
    if not isinstance(course, Recorded):
        raise NotHere("This record is no longer open here: open its file again.")
    step = whole(request.query_params.get("step", ""))
    return await shown(request, course, seat_asked(request, course), step, f"/records/{name}", "", guest)


async def shown(request: Request, course: Recorded | Running, seat: int, asked: int | None, here: str, table: str,
                guest: Guest) -> Response:
    """The game after a step, through a seat's eyes. Our script has the list of moves already."""
    step = course.last if asked is None else min(asked, course.last)
    after = whole(request.headers.get(AFTER, ""))
    values = {**await replay_values(course, seat, step), "here": here, "table": table, "kept": after is not None}
    if PART not in request.headers:
        return page(request, "replay.html", frames="", **values)
    moves = step == (after or 0) + 1 and after is not None and request.cookies.get("speed") != STILL
    frames = {"after": after, "actions": 1, "frames": await course.frames(step, seat)} if moves else {}
    return HTMLResponse(part(request, "replay_part.html", frames=json.dumps(frames) if frames else "", **values))


async def replay_values(course: Recorded | Running, seat: int, step: int) -> dict[str, Any]:
    names = plain(course.names)
    view = course.game.view(await course.state(step), course.box, seat)
    scene = scene_of(course.game, view, course.box, names)
    scene.choices, scene.subset = [], None
    marbles = marbles_of(scene)
    moves = ({"number": number, "marble": marbles[course.mover(number)], "words": course.words(number, seat)}
             for number in range(1, course.last + 1))
    return {"game": course.game, "scene": scene, "panels": panels_of(scene, Chosen(), ""), "step": step, "last": course.last,
            "seat": seat, "moves": moves, "names": names, "words": course.words(step, seat),
            "running": isinstance(course, Running), "result": course.result() if isinstance(course, Recorded) else None,
            "eyes": f"&seat={seat}" if seat >= 0 and isinstance(course, Recorded) else ""}
