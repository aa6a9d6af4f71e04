"""Reading what a visitor sends: fields of a form, numbers, the name of a game."""

from typing import Any

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


async def form_of(request: Request) -> Form:
    """The fields of a form: the last value of each name."""
    async with request.form(max_fields=200, max_files=1) as form:
        return {name: value for name, value in form.multi_items() if isinstance(value, str)}


def number_in(form: Form, name: str, otherwise: int) -> int:
    """A whole number of a form; anything else is a request that no page of ours makes."""
    text = form.get(name, str(otherwise))
    if not text.isascii() or not text.lstrip("-").isdecimal() or len(text) > 12:
        raise HTTPException(400, say("{name} must be a whole number.", name=name))
    return int(text)


def parse_number(text: str) -> int | None:
    """A number of an address or a header, not negative; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 12 else None
