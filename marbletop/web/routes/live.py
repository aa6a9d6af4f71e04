"""Live tables: a stream of server-sent events, each with the table as its visitor sees it now (page/stream_deltas.py).

The stream carries no history. Each event has the version of the page as its id; a browser that connects again sends the
last id that it has seen, and gets the present page if that is another one.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...server.events import Waiter
from ...server.people import Guest
from ...server.refusal import TooMuch
from ...server.table import Table
from ..forms import parse_number
from ..page.stream_deltas import DeltaWriter
from ..page.table_page import page_version
from ..render import render_part
from ..visitor import check_limit, client_address, house_of
from .table import find_table, frames_for, values_for

QUIET = 25.0                                # seconds of silence until a comment shows that the stream is alive
RECONNECT_AFTER = 1000                      # milliseconds until a browser connects again


class Streams:
    """The open streams, so that they can be closed when the server stops."""

    def __init__(self) -> None:
        self.closed = False
        self._waiters: set[Waiter] = set()

    @contextmanager
    def open(self, waiter: Waiter) -> Iterator[None]:
        self._waiters.add(waiter)
        try:
            yield
        finally:
            self._waiters.discard(waiter)

    def close(self) -> None:
        self.closed = True
        for waiter in self._waiters:
            waiter.call()


async def live(request: Request) -> Response:
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    shown = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return StreamingResponse(messages(request, table, guest, shown), media_type="text/event-stream",
                             headers={"X-Accel-Buffering": "no"})


async def messages(request: Request, table: Table, guest: Guest, shown: str) -> AsyncIterator[str]:
    """The table whenever it has changed, until the visitor leaves or the server stops. A visitor with too many streams is
    told so, and when to connect again: of a status the script would hear nothing."""
    house, streams, counts = house_of(request), request.app.state.streams, request.app.state.counts
    counts.streams += 1
    try:
        async with (house.limits.place("stream", guest.id, client_address(request)) as renew,
                    house.lobby.connection(table, guest) as waiter):
            with streams.open(waiter):
                yield f"retry: {RECONNECT_AFTER}\n\n"
                deltas = DeltaWriter()
                while not streams.closed:
                    await renew()
                    if (present := await page_version(house, table, guest)) != shown:
                        frames = await frames_for(request, table, guest, entry_number(shown))
                        shown = present
                        counts.messages += 1
                        html = render_part(request, "part.html", **await values_for(request, table, guest, frames=frames))
                        yield f"event: table\nid: {present}\ndata: {deltas.message(html)}\n\n"
                    elif not await waiter.wait(QUIET):
                        yield ": still here\n\n"
    except TooMuch as refused:
        yield f"retry: {1000 * int(refused.wait)}\nevent: refused\ndata: {refused}\n\n"
    finally:
        counts.streams -= 1


def entry_number(version: str) -> int | None:
    """The number of the last entry in a version of a page."""
    return parse_number(version.partition("-")[0])
