"""Reading what a visitor sends: fields of a form, numbers, the name of a game."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ..core.game import Game
from ..words import say
from .visitor import house_of

Form = dict[str, Any]


def games_of(request: Request) -> list[Game]:
    games = house_of(request).games
    return [games[name] for name in games]


def game_named(request: Request, name: str) -> Game:
    """The game that somebody asks for; else there is no such page."""
    games = house_of(request).games
    if name not in games:
        raise HTTPException(404)
    return games[name]


@asynccontextmanager
async def sent_form(request: Request, **limits: int) -> AsyncIterator[FormData]:
    """What a form has sent. Its sender names the encoding, so it may be one that gives errors, or no text."""
    try:
        async with request.form(**limits) as form:
            "".join(part for pair in form.multi_items() for part in pair if isinstance(part, str)).encode()
            yield form
    except UnicodeError:
        raise HTTPException(400, say("This is not a text in UTF-8.")) from None


async def form_of(request: Request, **limits: int) -> Form:
    """The fields of a form: the last value of each name."""
    async with sent_form(request, **{"max_fields": 200, "max_files": 1, **limits}) as form:
        return {name: value for name, value in form.multi_items() if isinstance(value, str)}


def number_in(form: Form, name: str, otherwise: int) -> int:
    """A whole number of a form; anything else is a request that no page of ours makes."""
    text = form.get(name, str(otherwise))
    if not re.fullmatch(r"-?[0-9]{1,11}", text):
        raise HTTPException(400, say("{name} must be a whole number.", name=name))
    return int(text)


def parse_number(text: str) -> int | None:
    """A number of an address or a header, not negative; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None
