"""A player's hand on their phone, beside a big screen: a link for the same guest that works once, for a few minutes."""

import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from ...server.people import Guest
from ...server.refusal import NotHere, Refused
from ..addresses import address_of, redirect
from ..page.qr import qr_svg
from ..render import render_page
from ..visitor import check_limit, current_guest, give_cookie, house_of, limited_guesses
from .table import find_table

MINUTES = 5


@dataclass(frozen=True)
class PhoneLink:
    guest: Guest
    table: str                              # "" for a link that brings everything, not one hand
    until: float


class PhoneLinks:
    """The links that have not been used yet, in memory only."""

    def __init__(self) -> None:
        self._links: dict[str, PhoneLink] = {}

    def make(self, link: PhoneLink, now: float) -> str:
        """Keep a link under a name that cannot be guessed. An earlier one of the same guest no longer works."""
        self._links = {name: one for name, one in self._links.items() if one.until > now and one.guest.id != link.guest.id}
        name = secrets.token_urlsafe(16)
        self._links[name] = link
        return name

    def find(self, name: str, now: float) -> PhoneLink:
        link = self._links.get(name)
        if link is None or link.until <= now:
            raise NotHere("This link has been used or has expired. Make a new one at the table.")
        return link

    def use(self, name: str, now: float) -> PhoneLink:
        link = self.find(name, now)
        del self._links[name]
        return link


async def offer_link(request: Request) -> Response:
    """Show a link to somebody who sits at the table."""
    table, guest = await find_table(request)
    await check_limit(request, "seat", guest)
    if not table.seats_of(guest.id):
        raise Refused("You don't have a seat at this table.")
    now = house_of(request).now()
    name = request.app.state.phones.make(PhoneLink(guest, table.id, now + 60 * MINUTES), now)
    link = f"{address_of(request)}phone/{name}"
    return render_page(request, "phone.html", qr=qr_svg(link), link=link, table=table.id, minutes=MINUTES, guest=guest,
                       other=None)


async def show_link(request: Request) -> Response:
    """On the phone, show whose hand it will be. Only the button uses the link: a preview of the page must not."""
    await check_limit(request, "join")
    here = current_guest(request)
    async with limited_guesses(request, here):
        link = request.app.state.phones.find(request.path_params["link"], house_of(request).now())
    return render_page(request, "phone.html", qr="", link="", table=link.table, minutes=MINUTES, guest=link.guest,
                       other=here if here and here.id != link.guest.id else None)


async def use_link(request: Request) -> Response:
    """Give the phone the cookie of the guest."""
    await check_limit(request, "join")
    async with limited_guesses(request, current_guest(request)):
        link = request.app.state.phones.use(request.path_params["link"], house_of(request).now())
    give_cookie(request, link.guest)
    return redirect(request, f"/table/{link.table}?show=hand" if link.table else "/me")
