"""Mail for tables with days per move: asking for it, and the links in mails. A link shows a button, because programs that check
mails open links as well."""

import logging

from starlette.requests import Request
from starlette.responses import Response

from ...server.mail import MailFailed
from ...server.refusal import Refused
from ..addresses import address_of, redirect
from ..forms import form_of
from ..render import render_page
from ..visitor import check_limit, current_guest, house_of, limited_guesses

log = logging.getLogger(__name__)


async def ask_for_mail(request: Request) -> Response:
    """Send a mail with a link that confirms an address; without an address forget the one that is kept."""
    guest, form, desk = current_guest(request), await form_of(request), house_of(request).mail
    await check_limit(request, "seat", guest)
    if guest is None:
        return redirect(request, "/me")
    if not (address := form.get("address", "")):
        await desk.stop(guest.id)
        return redirect(request, "/me#mail")
    await check_limit(request, "mail", guest)
    message = await desk.ask(guest, address, address_of(request))
    try:
        await desk.send(message)
    except MailFailed as error:
        log.warning("a mail could not be sent: %s", error)
        await desk.stop(guest.id)
        raise Refused("The mail couldn't be sent. Check the address, or try again later.") from None
    return redirect(request, "/me#mail")


async def show_link(request: Request) -> Response:
    """What a link in a mail would do."""
    guest = current_guest(request)
    await check_limit(request, "look", guest)
    async with limited_guesses(request, guest):
        what, _ = await house_of(request).mail.read_link(request.path_params["mail_link"])
    return render_page(request, "mail.html", what=what, done=False)


async def use_link(request: Request) -> Response:
    guest = current_guest(request)
    await check_limit(request, "look", guest)
    async with limited_guesses(request, guest):
        what = await house_of(request).mail.use_link(request.path_params["mail_link"])
    return render_page(request, "mail.html", what=what, done=True)
