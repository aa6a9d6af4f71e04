"""The language of a page: the one that its visitor has chosen, else the first of their browser's languages that we have."""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from ..words import ENGLISH, best_language, catalogues, use_language

LANGUAGE_COOKIE, A_YEAR = "lang", 365 * 86_400
LONGEST_HEADER = 400                        # characters of an Accept-Language header that are read


class Language:
    """Middleware that sets the language of whoever asks, from the request to the end of the response."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        code = wanted_language(Headers(scope=scope)) if scope["type"] == "http" else ENGLISH
        with use_language(code):
            await self.app(scope, receive, send)


def wanted_language(headers: Headers) -> str:
    chosen = cookie_parser(headers.get("cookie", "")).get(LANGUAGE_COOKIE, "")
    return best_language([chosen] if chosen in languages() else accepted_languages(headers.get("accept-language", "")))


def accepted_languages(text: str) -> list[str]:
    """The codes of an Accept-Language header, the most wanted first."""
    asked = [part.strip().partition(";q=") for part in text[:LONGEST_HEADER].split(",")]
    return [code for code, _, weight in sorted(asked, key=lambda one: -weight_of(one[2])) if weight_of(weight) > 0]


def weight_of(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def languages() -> dict[str, str]:
    """The names of the languages to choose from, by their codes."""
    return {ENGLISH: "English", **{code: one.name for code, one in catalogues().items()}}
