"""In which language a page is: the one that its user has chosen, else the first that their browser asks for and we speak."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ..words import ENGLISH, best_language, catalogues, use_language

COOKIE, A_YEAR = "lang", 365 * 86_400
LONGEST_WISH = 400                          # characters of a browser's wishes that are read


class Language:
    """Says everything in the language of whoever asks, from the request to the end of its answer."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = wanted(Headers(scope=scope)) if scope["type"] == "http" else ENGLISH
        with use_language(code):
            await self.app(scope, receive, send)


def wanted(headers: Headers) -> str:
    chosen = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
    return best_language([chosen] if chosen in languages() else wishes(headers.get("accept-language", "")))


def wishes(text: str) -> list[str]:
    """The codes of an Accept-Language header, the most wanted first."""
    asked = [part.strip().partition(";q=") for part in text[:LONGEST_WISH].split(",")]
    return [code for code, _, weight in sorted(asked, key=lambda one: -weight_of(one[2])) if weight_of(weight) > 0]


def weight_of(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def languages() -> dict[str, str]:
    """What can be chosen: the name of every language by its code."""
    return {ENGLISH: "English", **{code: one.name for code, one in catalogues().items()}}


async def choose(request: Request) -> Response:
    """Keep the language that was chosen, and show the same page again."""
    async with request.form(max_fields=4, max_files=0) as form:
        code = str(form.get("lang", ""))
    base = request.app.state.settings.base
    back = urlsplit(request.headers.get("referer", ""))
    same = back.netloc == request.headers.get("host") and back.path.startswith(f"{base}/") and not back.path.startswith("//")
    answer = RedirectResponse(f"{back.path}?{back.query}" if same else f"{base}/", 303)
    if code in languages():
        answer.set_cookie(COOKIE, code, max_age=A_YEAR, path=base or "/", samesite="lax")
    return answer
