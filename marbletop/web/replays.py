"""Games that are over, step by step: of tables here, or of record files that somebody opens."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..core.errors import BadRecord
from ..core.match import Match, outcome_of
from ..core.record import checked, replay
from ..core.state import SPECTATOR
from ..drawing.plain import scene_of
from ..server.records import record_of
from ..server.refusal import NotHere
from ..words import language, say
from .choosing import Chosen, whole
from .pages import to
from .render import page, part
from .showing import panels_of
from .tables import PART, opened
from .telling import marbles_of
from .visitor import limited, visitor

KEPT = 40                                   # replays in memory
LONGEST_NAME = 40


@dataclass
class Replay:
    """A game that can be walked through."""

    record: dict[str, Any]
    match: Match
    names: list[str]                        # as they were written, in English
    lines: dict[tuple[int, str], list[str]] = field(default_factory=dict)      # by seat and language: what it heard

    def speak(self) -> Match:
        """The match, its seats called in the present language."""
        self.match.names = [spoken(name, self.match.game.seat_names[seat]) for seat, name in enumerate(self.names)]
        return self.match

    def told_to(self, seat: int) -> list[str]:
        if (seat, language()) not in self.lines:
            self.lines[seat, language()] = [
                " ".join(self.match.sentences(seat, move)) or say("{who}: {action}.", who=self.match.names[move.seat],
                                                                  action=move.text)
                for move in self.match.moves]
        return self.lines[seat, language()]


def spoken(name: str, seat: str) -> str:
    """A name of a record; what is not a person's is said in the present language."""
    plain = name.removesuffix(" (bot)")
    called = say(seat) if plain == seat else plain
    return called if plain == name else say("{name} (bot)", name=called)


class Replays:
    """The latest replays, by the id of their table or the digest of their file."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Replay] = OrderedDict()

    def get(self, name: str) -> Replay | None:
        return self._kept.get(name)

    async def keep(self, name: str, record: dict[str, Any]) -> Replay:
        if name not in self._kept:
            match = await asyncio.to_thread(replayed, record)
            self._kept[name] = Replay(record, match, list(match.names))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]


def replayed(record: dict[str, Any]) -> Match:
    """The match of a record, or BadRecord for whatever is wrong with it."""
    try:
        match = replay(checked(record))
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise BadRecord("The record is damaged: {error}", error=error) from None
    names = record.get("names")
    if isinstance(names, list) and len(names) == match.seats and all(isinstance(name, str) for name in names):
        match.names = [name[:LONGEST_NAME] for name in names]
    return match


async def of_table(request: Request) -> Response:
    table, guest = await opened(request)
    limited(request, "look", guest)
    record = await record_of(table)
    found = await request.app.state.replays.keep(table.id, record)
    return shown(request, found, f"/table/{table.id}/replay", f"/table/{table.id}/record", f"/table/{table.id}")


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
    await request.app.state.replays.keep(name, checked(record))
    return to(request, f"/records/{name}")


async def of_record(request: Request) -> Response:
    limited(request, "look", visitor(request))
    name = request.path_params["record"]
    found = request.app.state.replays.get(name)
    if found is None:
        raise NotHere("This record is no longer open here: open its file again.")
    return shown(request, found, f"/records/{name}", "", "/records")


def shown(request: Request, found: Replay, here: str, record: str, back: str) -> Response:
    """The game after a step, through a seat's eyes."""
    values = replay_values(request, found, here, record, back)
    if PART in request.headers:
        return HTMLResponse(part(request, "replay_part.html", **values))
    return page(request, "replay.html", **values)


def replay_values(request: Request, found: Replay, here: str, record: str, back: str) -> dict[str, Any]:
    match, last = found.speak(), len(found.match.moves)
    asked, eyes = whole(request.query_params.get("step", "")), whole(request.query_params.get("seat", ""))
    step = last if asked is None else min(asked, last)
    seat = eyes if eyes is not None and eyes < match.seats else SPECTATOR
    view = match.game.view(match.state_after(step), match.box, seat)
    scene = scene_of(match.game, view, match.box, match.names)
    scene.choices, scene.subset = [], None
    told = found.told_to(seat)
    marbles = marbles_of(scene)
    moves = [{"number": number, "marble": marbles[move.seat], "words": words}
             for number, (move, words) in enumerate(zip(match.moves, told), 1)]
    return {"game": match.game, "scene": scene, "panels": panels_of(scene, Chosen(), ""), "step": step, "last": last,
            "seat": seat, "moves": moves, "names": match.names, "here": here, "record": record, "back": back,
            "words": told[step - 1] if step else say("The deal."), "result": result_of(found),
            "eyes": f"&seat={seat}" if seat >= 0 else ""}


def result_of(found: Replay) -> dict[str, Any] | None:
    """Points and ranks at the end; of a game that was given up, those that the record tells."""
    match = found.match
    if match.over:
        outcome = outcome_of(match.game, match.state, match.box)
        return {"points": outcome.points, "rank": outcome.rank}
    told = found.record.get("resigned")
    if isinstance(told, dict) and all(isinstance(told.get(name), list) and len(told[name]) == match.seats
                                      and all(isinstance(value, (int, float)) for value in told[name])
                                      for name in ("points", "rank")):
        return told
    return None
