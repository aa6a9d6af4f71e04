"""Who asks: a guest with a signed cookie. New visitors get a cookie and a name when one is first needed."""

import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from starlette.requests import Request

from ..server.house import House
from ..server.people import Guest
from ..server.refusal import NotHere
from ..server.table import Table
from .language import A_YEAR
from .networks import home_of

GUEST_COOKIE = "marbletop"
FIRST_NAMES = """Ada Alma Anton Asta Bela Birk Bo Bruno Carla Clea Cosmo Dara Dora Edda Elio Emil Enzo Esra Fee Finn Flora
Franz Gerd Gila Greta Hana Hugo Ida Ilja Ines Ivo Jana Joris Juno Kaja Kira Kuno Lara Leo Levi Lina Lotte Luca Mara Mika Milo
Mina Mona Nele Nico Nina Nora Ola Oskar Otto Paula Pia Pina Rana Rolf Romy Ruth Sami Selma Sina Sven Tara Theo Tilda Timo Toni
Ugo Ulla Uma Vera Vito Wanda Wim Xenia Yara Yuna Zeno Zoe"""


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def current_guest(request: Request) -> Guest | None:
    """The guest whose cookie came with the request."""
    return house_of(request).guests.guest_of(request.cookies.get(GUEST_COOKIE, ""))


async def visitor(request: Request, others: Collection[str] = ()) -> Guest:
    """The guest who asks; a new visitor gets a name that none of the others has."""
    return current_guest(request) or give_cookie(request, house_of(request).guests.welcome(await new_name(request, others)))


async def new_name(request: Request, others: Collection[str] = ()) -> str:
    await check_limit(request, "guest")
    return secrets.choice([name for name in FIRST_NAMES.split() if name not in others])


def give_cookie(request: Request, guest: Guest) -> Guest:
    """Send the guest's cookie with the response."""
    request.scope["marbletop.cookie"] = cookie_header(request, house_of(request).guests.sign(guest))
    return guest


def cookie_header(request: Request, token: str) -> str:
    base = request.app.state.settings.base or "/"
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{GUEST_COOKIE}={token}; Path={base}; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{secure}"


def client_address(request: Request) -> str:
    """Where a request comes from, as it is counted."""
    return home_of(request.client.host) if request.client else ""


def origin_at(request: Request, table: Table) -> str:
    """Where the visitor comes from, as the table keeps it."""
    return house_of(request).guests.origin(client_address(request), table.about.series)


async def check_limit(request: Request, what: str, guest: Guest | None = None, drops: int = 1) -> None:
    """Count a request; TooMuch if there were too many."""
    await house_of(request).limits.check(what, guest.id if guest else "", client_address(request), drops)


@asynccontextmanager
async def limited_guesses(request: Request, guest: Guest | None) -> AsyncIterator[None]:
    """Count it if what is asked for inside is not there, so that nobody can try all codes and links."""
    try:
        yield
    except NotHere:
        await check_limit(request, "guess", guest)
        raise
