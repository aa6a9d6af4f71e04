"""Privacy: what this server keeps, for how long, a file of it, and the button that erases a visitor."""

import json

from starlette.requests import Request
from starlette.responses import Response

from ...server.erasure import erase_guest, everything_kept
from ...server.guest_values import KEPT_FOR
from ..addresses import redirect
from ..forms import form_of
from ..language import A_YEAR, LANGUAGE_COOKIE
from ..render import attachment, render_page
from ..visitor import GUEST_COOKIE, check_limit, current_guest, house_of

COOKIES = (GUEST_COOKIE, LANGUAGE_COOKIE, "theme")
A_DAY = 86_400


async def show_privacy(request: Request) -> Response:
    settings = request.app.state.settings
    return render_page(request, "privacy.html", days=A_YEAR // A_DAY, values_days=round(KEPT_FOR / A_DAY),
                       home=bool(settings.lan), archived_after=settings.archive_after, erased="erased" in request.query_params,
                       mail=house_of(request).mail.offered)


async def download_kept(request: Request) -> Response:
    """What is kept about whoever asks, as a file."""
    guest = current_guest(request)
    await check_limit(request, "seat", guest)
    kept = await everything_kept(house_of(request), guest) if guest else {}
    return attachment(json.dumps(kept, indent=1, ensure_ascii=False), "application/json", "marbletop-kept.json")


async def erase(request: Request) -> Response:
    """Forget whoever asks: their tables, then their cookies."""
    guest, form = current_guest(request), await form_of(request)
    if "sure" not in form:
        return redirect(request, "/privacy")
    await check_limit(request, "seat", guest)
    if guest:
        await erase_guest(house_of(request), guest)
    answer = redirect(request, "/privacy?erased")
    for name in COOKIES:
        answer.delete_cookie(name, path=settings_path(request))
    return answer


def settings_path(request: Request) -> str:
    return request.app.state.settings.base or "/"
