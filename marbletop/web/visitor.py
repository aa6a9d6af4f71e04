"""Who asks: a guest with a signed cookie. Who has none gets one, with a name, when it is first needed."""

import secrets
from collections.abc import Collection

from starlette.requests import Request

from ..server.house import House
from ..server.people import Guest

COOKIE, A_YEAR = "marbletop", 365 * 86_400
NAMES = """Ada Alma Anton Asta Bela Birk Bo Bruno Carla Clea Cosmo Dara Dora Edda Elio Emil Enzo Esra Fee Finn Flora Franz Gerd
Gila Greta Hana Hugo Ida Ilja Ines Ivo Jana Joris Juno Kaja Kira Kuno Lara Leo Levi Lina Lotte Luca Mara Mika Milo Mina Mona
Nele Nico Nina Nora Ola Oskar Otto Paula Pia Pina Rana Rolf Romy Ruth Sami Selma Sina Sven Tara Theo Tilda Timo Toni Ugo Ulla
Uma Vera Vito Wanda Wim Xenia Yara Yuna Zeno Zoe"""


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def known(request: Request) -> Guest | None:
    """The guest who asks, if they have been here before."""
    return house_of(request).guests.of(request.cookies.get(COOKIE, ""))


def visitor(request: Request, others: Collection[str] = ()) -> Guest:
    """The guest who asks; a new one is welcomed, with another name than the others have."""
    return known(request) or keep(request, house_of(request).guests.welcome(new_name(request, others)))


def new_name(request: Request, others: Collection[str] = ()) -> str:
    house_of(request).limits.check("guest", address=address(request))
    return secrets.choice([name for name in NAMES.split() if name not in others])


def keep(request: Request, guest: Guest) -> Guest:
    """Give the guest a cookie with the answer."""
    request.scope["marbletop.cookie"] = cookie(request, house_of(request).guests.token(guest))
    return guest


def cookie(request: Request, token: str) -> str:
    base = request.app.state.settings.base or "/"
    secure = "; Secure" if request.url.scheme == "https" else ""
    return f"{COOKIE}={token}; Path={base}; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{secure}"


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def limited(request: Request, what: str, guest: Guest | None = None) -> None:
    """Count a request, or TooMuch."""
    house_of(request).limits.check(what, guest.id if guest else "", address(request))
