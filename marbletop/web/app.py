"""The application: all routes in one list, and the pages for errors."""

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
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ..bots.registry import offers_of
from ..core.errors import BadRecord, MarbletopError
from ..server.house import House
from ..server.people import Guests
from ..server.refusal import DatabaseFailed, NotHere, TooMuch
from ..words import phrase, say
from .event_stream import Streams
from .language import Language
from .middleware import LARGEST_REQUEST, Counts, Guard
from .render import MADE_SHEETS, render_page
from .routes import (
    app_install,
    assets,
    fairness,
    health,
    home,
    join,
    learn,
    mail,
    new_table,
    phone,
    positions,
    privacy,
    profile,
    puzzles,
    replay,
    review,
    rules,
    table,
)
from .routes.live import live
from .settings import Settings

# One after the other is compared with an address, so those of a table come first, where moves are played.
ROUTES: list[BaseRoute] = [
    Route("/table/{table}", table.show_table),
    Route("/table/{table}/part", table.show_part),
    Route("/table/{table}/live", live),
    Route("/table/{table}/why", table.explain_press),
    Route("/table/{table}/how", table.explain_decision),
    Route("/table/{table}/box.toml", table.download_box),
    Route("/table/{table}/join", join.show_join),
    Route("/table/{table}/join", join.sit_down, methods=["POST"]),
    Route("/table/{table}/phone", phone.offer_link, methods=["POST"]),
    Route("/table/{table}/{verb}", table.do_verb, methods=["POST"]),

    Route("/", home.home),
    Route("/name", home.rename, methods=["POST"]),
    Route("/language", home.choose_language, methods=["POST"]),
    Route("/new", new_table.show_form),
    Route("/new", new_table.submit_form, methods=["POST"]),
    Route("/now/{game}", new_table.play_now, methods=["POST"]),
    Route("/code", home.find_by_code, methods=["POST"]),
    Route("/privacy", privacy.show_privacy),
    Route("/privacy/kept.json", privacy.download_kept),
    Route("/privacy/erase", privacy.erase, methods=["POST"]),
    Route("/me", profile.show_profile),
    Route("/me/profile.json", profile.download_profile),
    Route("/me/carry", profile.show_ways_to_carry, methods=["POST"]),
    Route("/me/averages", profile.switch, methods=["POST"]),
    Route("/me/rating", profile.switch_rating, methods=["POST"]),
    Route("/me/words", profile.use_words, methods=["POST"]),
    Route("/me/mail", mail.ask_for_mail, methods=["POST"]),
    Route("/mail/{mail_link}", mail.show_link),
    Route("/mail/{mail_link}", mail.use_link, methods=["POST"]),
    Route("/rules/{game}", rules.rules),
    Route("/rules/{game}/components.toml", rules.own_components),
    Route("/learn", learn.show_lessons),
    Route("/learn/{game}", learn.show_lesson),
    Route("/learn/{game}/{chapter}", learn.show_chapter),
    Route("/learn/{game}/{chapter}/why", learn.explain_press),
    Route("/learn/{game}/{chapter}/{lesson_verb}", learn.do_verb, methods=["POST"]),
    Route("/positions/{game}", positions.show_editor),
    Route("/positions/{game}/{position_verb}", positions.do_verb, methods=["POST"]),
    Route("/puzzles", puzzles.show_shelves),
    Route("/puzzles/{game}", puzzles.show_shelf),
    Route("/puzzles/{game}/{number}", puzzles.show_puzzle),
    Route("/puzzles/{game}/{number}/answer", puzzles.show_solution),
    Route("/puzzles/{game}/{number}/{step}", puzzles.show_puzzle),
    Route("/puzzles/{game}/{number}/{puzzle_verb}", puzzles.do_verb, methods=["POST"]),
    Route("/join/{table}/{token}", join.join),

    Route("/phone/{link}", phone.show_link),
    Route("/phone/{link}", phone.use_link, methods=["POST"]),

    Route("/table/{table}/replay", replay.show_table_replay),
    Route("/table/{table}/replay/picture.svg", replay.draw_table),
    Route("/table/{table}/review", review.show_table_review),
    Route("/table/{table}/review/play", review.play_on_from_table, methods=["POST"]),
    Route("/table/{table}/record", replay.download_record),
    Route("/table/{table}/fairness", fairness.show_fairness),
    Route("/records", replay.show_upload_form),
    Route("/records", replay.upload_record, methods=["POST"]),
    Route("/records/{record}", replay.show_record_replay),
    Route("/records/{record}/picture.svg", replay.draw_record),
    Route("/records/{record}/review", review.show_record_review),
    Route("/records/{record}/review/play", review.play_on_from_record, methods=["POST"]),

    Route("/manifest.webmanifest", app_install.show_manifest),
    Route("/service-worker.js", app_install.serve_worker),
    Route("/offline", app_install.show_offline),
    Route("/healthz", health.healthz),
    Route("/metrics", health.metrics),
    *(Route(f"/static/{name}", assets.serve_made_sheet) for name in MADE_SHEETS),
    Mount("/static", assets.static, name="static"),
]

TITLES = {400: phrase("Something is wrong with that request"), 403: phrase("You can't do that"), 404: phrase("Not found"),
          405: phrase("That doesn't work here"), 409: phrase("Not right now"), 413: phrase("Too large"), 429: phrase("A little "
                                                                                                               "too fast"),
          503: phrase("Out of order")}


STATUSES: dict[type[Exception], int] = {NotHere: 404, TooMuch: 429, BadRecord: 400, DatabaseFailed: 503}


async def refusal_page(request: Request, error: Exception) -> Response:
    """One sentence that says why it cannot be done."""
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 409)
    answer = render_page(request, "sorry.html", status, title=say(TITLES[status]), sentence=str(error))
    if isinstance(error, TooMuch):
        answer.headers["Retry-After"] = str(int(error.wait) + 1)
    return answer


async def http_error_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    sentences = {404: say("We can't find that page. Check the address, or go back to the start."),
                 405: say("This page can't be opened like that. Go back and try again.")}
    sentence = sentences.get(error.status_code, error.detail)
    return render_page(request, "sorry.html", error.status_code, title=say(TITLES.get(error.status_code, phrase("Sorry"))),
                       sentence=sentence)


async def ignore_disconnect(request: Request, error: Exception) -> Response:
    return Response(status_code=499)


ERRORS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    MarbletopError: refusal_page, HTTPException: http_error_page, ClientDisconnect: ignore_disconnect}


def make_app(settings: Settings, **house: Any) -> Starlette:
    """The application of a server; further arguments go to House."""
    counts = Counts()
    opened = House(settings.folder, **{"offers": offers_of(settings.bots), "archive_after": settings.archive_after,
                                       "mail": settings.mail, "review_games": settings.review_games,
                                       "review_seconds": settings.review_seconds,
                                       "database": settings.database, **house})

    @asynccontextmanager
    async def run_house(app: Starlette) -> AsyncIterator[None]:
        async with opened:
            if settings.secret:
                app.state.house.guests = Guests(settings.secret.encode())
            yield
            app.state.streams.close()

    routes = [Mount(settings.base, routes=ROUTES)] if settings.base else ROUTES
    proxies = [str(network) for network in settings.proxies]
    app = Starlette(routes=routes, lifespan=run_house, exception_handlers=ERRORS, middleware=[
        *([Middleware(ProxyHeadersMiddleware, trusted_hosts=proxies)] if proxies else []),
        Middleware(Guard, counts=counts, settings=settings),
        Middleware(Language),
        Middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_REQUEST),
        Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)])
    app.state.settings, app.state.counts, app.state.house = settings, counts, opened
    app.state.streams = Streams()
    return app
