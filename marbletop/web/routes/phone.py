"""A player's hand on their phone, beside a big screen: a link for the same guest that works once, for a few minutes."""

from starlette.requests import Request
from starlette.responses import Response

from ...server.phone_links import MINUTES, PhoneLink
from ...server.refusal import Refused
from ..addresses import address_of, redirect
from ..page.qr import qr_svg
from ..render import render_page
from ..visitor import check_limit, current_guest, give_cookie, house_of, limited_guesses
from .table import find_table


async def offer_link(request: Request) -> Response:
    """Show a link to somebody who sits at the table."""
    table, guest = await find_table(request)
    await check_limit(request, "seat", guest)
    if not table.seats_of(guest.id):
        raise Refused("You don't have a seat at this table.")
    name = await house_of(request).phone_links.make(PhoneLink(guest, table.id))
    link = f"{address_of(request)}phone/{name}"
    return render_page(request, "phone.html", qr=qr_svg(link), link=link, table=table.id, minutes=MINUTES, guest=guest,
                       other=None)


async def show_link(request: Request) -> Response:
    """On the phone, show whose hand it will be. Only the button uses the link: a preview of the page must not."""
    await check_limit(request, "join")
    here = current_guest(request)
    async with limited_guesses(request, here):
        link = await house_of(request).phone_links.find(request.path_params["link"])
    return render_page(request, "phone.html", qr="", link="", table=link.table, minutes=MINUTES, guest=link.guest,
                       other=here if here and here.id != link.guest.id else None)


async def use_link(request: Request) -> Response:
    """Give the phone the cookie of the guest."""
    await check_limit(request, "join")
    async with limited_guesses(request, current_guest(request)):
        link = await house_of(request).phone_links.use(request.path_params["link"])
    give_cookie(request, link.guest)
    return redirect(request, f"/table/{link.table}?show=hand" if link.table else "/me")
