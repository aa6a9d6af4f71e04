"""Live tables: a stream of server-sent events, each with the table as its visitor sees it now (page/stream_deltas.py).

The stream carries no history. Each event has the version of the page as its id; a browser that connects again sends the
last id that it has seen, and gets the present page if that is another one.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...drawing.element import Rope
from ...server.advice import think_ahead
from ...server.coach import open_desk
from ...server.house import House
from ...server.people import Guest
from ...server.refusal import TooMuch
from ...server.table import Table
from ...server.table_view import Eyes, eyes_of
from ...words import language
from ..addresses import address_of, links_at
from ..event_stream import STILL_HERE, EventStream
from ..forms import parse_number
from ..page.animation import frames_since
from ..page.latest_tables import LatestTables, forget_table
from ..page.stream_deltas import DeltaWriter
from ..page.stream_gzip import HEADER, compress_block
from ..page.table_page import Standing, shown_part, standing_of, table_values
from ..render import render_table
from ..visitor import check_limit, client_address, house_of
from .table import WORDS, find_table, wants_motion

# By table: the pages of its present standing.
page_cache: LatestTables[dict[tuple[Any, ...], Rope]] = LatestTables()

RECONNECT_AFTER = 1000                      # milliseconds until a browser connects again


async def live(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    shown = request.headers.get("last-event-id") or request.query_params.get("after", "")
    told = messages(request, table, guest, shown)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return EventStream(told, str.encode, {})
    return EventStream(told, compress_block, {"Content-Encoding": "gzip"}, HEADER)


async def messages(request: Request, table: Table, guest: Guest, shown: str) -> AsyncGenerator[str, None]:
    """The table whenever it has changed, until the visitor leaves or the server stops. A visitor with too many streams is
    told so, and when to connect again: of a status the script would hear nothing."""
    house, streams, counts = house_of(request), request.app.state.streams, request.app.state.counts
    counts.streams += 1
    try:
        async with (house.limits.place("stream", guest.id, client_address(request)) as renew,
                    house.lobby.connection(table, guest) as waiter):
            with streams.open(waiter):
                yield f"retry: {RECONNECT_AFTER}\n\n"
                deltas, page_of, moves, happened = DeltaWriter(), pages_for(request, table), wants_motion(request), True
                while not streams.closed:
                    await renew()
                    if not happened:
                        if deltas.rest():
                            forget_table(table)
                        yield STILL_HERE
                    elif (standing := await standing_for(house, table, guest)).version != shown:
                        eyes = await eyes_of(table, guest.id)
                        frames = await frames_since(table, eyes, entry_number(shown)) if moves else ""
                        shown = standing.version
                        counts.messages += 1
                        yield f"event: table\nid: {shown}\ndata: {deltas.message(await page_of(eyes, standing), frames)}\n\n"
                        await think_ahead(house, table, guest.id)
                    happened = await waiter.wait()      # at once, if something has happened since it was called
    except TooMuch as refused:
        yield f"retry: {1000 * int(refused.wait)}\nevent: refused\ndata: {refused}\n\n"
    finally:
        counts.streams -= 1


async def standing_for(house: House, table: Table, guest: Guest) -> Standing:
    """How the table stands now for a guest, whose game may have begun meanwhile."""
    await open_desk(house, table, guest)
    return await standing_of(house, table, guest.id)


def pages_for(request: Request, table: Table) -> Callable[[Eyes, Standing], Awaitable[Rope]]:
    """The function that returns the table as visitors with some eyes see it, in the layout and at the address of a request.
    The key of a page is all that it is made from, so that those who see the same share it."""
    house, settings, show = house_of(request), request.app.state.settings, shown_part(request.query_params)
    words, address, present, base = WORDS in request.query_params, address_of(request), language(), settings.base

    async def page_of(eyes: Eyes, standing: Standing) -> Rope:
        key = standing, eyes, show, words, present, address, base
        pages = page_cache.setdefault(table, {})
        if (page := pages.get(key)) is None:
            values = await table_values(house, table, eyes, standing, {"show": show}, base, words=words)
            values |= {"frames": "", "links": links_at(address, bool(settings.lan), values["look"])}
            for old in [one for one in pages if one[0] != standing]:
                del pages[old]
            page = pages[key] = render_table(values)
        return page
    return page_of


def entry_number(version: str) -> int | None:
    """The number of the last entry in a version of a page."""
    return parse_number(version.partition("-")[0])
