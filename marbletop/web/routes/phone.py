"""One's own hand on one's phone, beside a big screen: a link that works once and soon, for the same guest."""

import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ...server.people import Guest
from ...server.refusal import NotHere, Refused
from ..addresses import address_of, redirect
from ..page.qr import qr_svg
from ..render import page
from ..visitor import house_of, keep, known, limited
from .table import opened

MINUTES = 5


@dataclass(frozen=True)
class Link:
    guest: Guest
    table: str
    until: float


class Phones:
    """The links that were made and not yet used; kept in memory only."""

    def __init__(self) -> None:
        self._links: dict[str, Link] = {}

    def make(self, link: Link, now: float) -> str:
        """A name for a link that cannot be guessed. Another one of the same guest is no longer good."""
        self._links = {name: one for name, one in self._links.items() if one.until > now and one.guest.id != link.guest.id}
        name = secrets.token_urlsafe(16)
        self._links[name] = link
        return name

    def find(self, name: str, now: float) -> Link:
        link = self._links.get(name)
        if link is None or link.until <= now:
            raise NotHere("This link has been used, or is too old: make another one at the table.")
        return link

    def use(self, name: str, now: float) -> Link:
        link = self.find(name, now)
        del self._links[name]
        return link


async def offer(request: Request) -> Response:
    """Show the link to whoever sits at the table, and to nobody else."""
    table, guest = await opened(request)
    limited(request, "seat", guest)
    if not table.seats_of(guest.id):
        raise Refused("You have no seat at this table.")
    now = house_of(request).now()
    name = request.app.state.phones.make(Link(guest, table.id, now + 60 * MINUTES), now)
    link = f"{address_of(request)}phone/{name}"
    return page(request, "phone.html", qr=qr_svg(link), link=link, table=table.id, minutes=MINUTES, guest=guest, other=None)


async def ask(request: Request) -> Response:
    """On the phone: whose hand it will be. Only the button uses the link, so that nobody who looks ahead does."""
    limited(request, "join")
    link = request.app.state.phones.find(request.path_params["link"], house_of(request).now())
    here = known(request)
    return page(request, "phone.html", qr="", link="", table=link.table, minutes=MINUTES, guest=link.guest,
                other=here if here and here.id != link.guest.id else None)


async def take(request: Request) -> Response:
    """The phone is the guest's from now on."""
    limited(request, "join")
    link = request.app.state.phones.use(request.path_params["link"], house_of(request).now())
    keep(request, link.guest)
    return redirect(request, f"/table/{link.table}?show=hand")
