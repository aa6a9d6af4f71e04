"""Addresses of this server: where to go on, and the links that can be passed on."""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..server.entries import OPEN
from ..server.table_view import Look
from .page.qr import qr_svg

ALONE = ("127.0.0.1", "localhost", "::1")   # names of servers that no phone can reach


@lru_cache(maxsize=64)
def parts_of(address: str) -> SplitResult:
    """The parts of an address; all of them empty if it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def redirect(request: Request, path: str) -> Response:
    """Go on there, within this site."""
    inside = path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
    return RedirectResponse(request.app.state.settings.base + inside, 303)


def address_of(request: Request) -> str:
    """Where other devices find this server, as far as we know."""
    settings = request.app.state.settings
    return settings.lan or f"{request.url.scheme}://{request.url.netloc}{settings.base}/"


def phones_can_reach(request: Request) -> bool:
    return is_reached(address_of(request))


def is_reached(address: str) -> bool:
    """Whether a phone can reach the server at an address."""
    return parts_of(address).hostname not in ALONE


class Links(NamedTuple):
    """Links to pass on, and a QR code where phones can reach this server; empty where a visitor has none."""

    join: str
    watch: str
    qr: str
    local: bool                             # they work on this computer only
    home: bool                              # they work in the home network


def links_of(request: Request, seen: Look) -> Links:
    """The links that a visitor may pass on."""
    return links_at(address_of(request), bool(request.app.state.settings.lan), seen)


def links_at(address: str, lan: bool, seen: Look) -> Links:
    """The same for a visitor who finds this server at an address."""
    reached = is_reached(address)
    join, watch = [f"{address}join/{seen.id}/{seen.links[kind]}" if kind in seen.links else "" for kind in ("join", "watch")]
    return Links(join, watch, qr_svg(join) if join and reached and seen.stage == OPEN else "", not reached, lan)
