"""Addresses of this server: where to go on, and the links that can be passed on."""

from typing import Any
from urllib.parse import SplitResult, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..server.entries import OPEN
from ..server.table_view import Look
from .page.qr import qr_svg

ALONE = ("127.0.0.1", "localhost", "::1")   # names of servers that no phone can reach


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
    return parts_of(address_of(request)).hostname not in ALONE


def links_of(request: Request, seen: Look) -> dict[str, Any]:
    """Links to pass on, and a QR code where phones can reach this server; empty where this visitor has none. `local` says that
    they work on this computer only, `home` that they work in the home network."""
    base, reached = address_of(request), phones_can_reach(request)
    links: dict[str, Any] = {kind: f"{base}join/{seen.id}/{token}" for kind, token in seen.links.items()}
    shows_code = "join" in links and reached and seen.stage == OPEN
    return {"join": "", "qr": qr_svg(links["join"]) if shows_code else "", "local": not reached,
            "home": bool(request.app.state.settings.lan), **links}
