"""The application: all routes in one list, and what every error looks like."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from ..bots.registry import offers_of
from ..core.errors import MarbletopError
from ..server.house import House
from ..server.people import Guests
from ..server.refusal import NotHere, TooMuch
from ..words import phrase, say
from . import files, health, language, new, pages, phone, replays, rules, tables
from .guard import Counts, Guard
from .live import Streams, live
from .phone import Phones
from .render import page
from .replays import Replays
from .settings import Settings

LARGEST_REQUEST = 4 * 1024 * 1024           # bytes: a record of a long game

ROUTES: list[BaseRoute] = [
    Route("/", pages.home),
    Route("/name", pages.rename, methods=["POST"]),
    Route("/language", language.choose, methods=["POST"]),
    Route("/new", new.ask),
    Route("/new", new.send, methods=["POST"]),
    Route("/now/{game}", new.play_now, methods=["POST"]),
    Route("/code", pages.by_code, methods=["POST"]),
    Route("/rules/{game}", rules.rules),
    Route("/rules/{game}/components.toml", rules.own_components),
    Route("/join/{table}/{token}", pages.join),

    Route("/table/{table}", tables.whole),
    Route("/table/{table}/part", tables.fragment),
    Route("/table/{table}/live", live),
    Route("/table/{table}/why", tables.why),
    Route("/table/{table}/box.toml", tables.box),
    Route("/table/{table}/phone", phone.offer, methods=["POST"]),
    Route("/phone/{link}", phone.ask),
    Route("/phone/{link}", phone.take, methods=["POST"]),
    Route("/table/{table}/{verb}", tables.do, methods=["POST"]),

    Route("/table/{table}/replay", replays.of_table),
    Route("/table/{table}/record", replays.download),
    Route("/records", replays.ask),
    Route("/records", replays.upload, methods=["POST"]),
    Route("/records/{record}", replays.of_record),

    Route("/healthz", health.healthz),
    Route("/metrics", health.metrics),
    Route("/static/drawing.css", files.drawing),
    Mount("/static", files.static, name="static"),
]

TITLES = {400: phrase("That request is not right"), 403: phrase("Not allowed"), 404: phrase("Not here"),
          405: phrase("Not like that"), 409: phrase("Not possible now"), 413: phrase("Too large"), 429: phrase("Too often")}


async def refused(request: Request, error: Exception) -> Response:
    """What cannot be done: one sentence, and nothing was changed."""
    status = 404 if isinstance(error, NotHere) else 429 if isinstance(error, TooMuch) else 409
    answer = page(request, "sorry.html", status, title=say(TITLES[status]), sentence=str(error))
    if isinstance(error, TooMuch):
        answer.headers["Retry-After"] = str(int(error.wait) + 1)
    return answer


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {404: say("There is no such page."), 405: say("This page cannot be asked for in this way.")}
    sentence = said.get(error.status_code, error.detail)
    return page(request, "sorry.html", error.status_code, title=say(TITLES.get(error.status_code, phrase("Sorry"))),
                sentence=sentence)


async def gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


ERRORS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    MarbletopError: refused, HTTPException: http_error, ClientDisconnect: gone}


def make_app(settings: Settings, **house: Any) -> Starlette:
    """The application of a server; more arguments are for House."""
    counts, offers = Counts(), offers_of(settings.bots)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        async with House(settings.folder, **{"offers": offers, **house}) as app.state.house:
            if settings.secret:
                app.state.house.guests = Guests(settings.secret.encode())
            yield
            app.state.streams.close()

    routes = [Mount(settings.base, routes=ROUTES)] if settings.base else ROUTES
    app = Starlette(routes=routes, lifespan=running, exception_handlers=ERRORS, middleware=[
        Middleware(Guard, counts=counts, hosts=settings.hosts),
        Middleware(language.Language),
        Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_REQUEST),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)])
    app.state.settings, app.state.counts, app.state.streams = settings, counts, Streams()
    app.state.replays, app.state.phones = Replays(), Phones()
    return app
