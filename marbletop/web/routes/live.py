"""Live tables: a stream of server-sent events, each with the table as its user sees it now, in pieces (page/stream_deltas.py).

The stream carries no history: whoever was away gets the present, named by a stamp that the browser sends back when it
connects again.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ...server.events import Waiter
from ...server.people import Guest
from ...server.table import Table
from ..forms import parse_number
from ..page.stream_deltas import Pieces
from ..page.table_page import stamp
from ..render import part
from ..visitor import house_of, limited
from .table import motion_for, opened, values_for

QUIET = 25.0                                # seconds until an empty line shows that the stream is alive
AGAIN = 1000                                # milliseconds until a browser connects again


class Streams:
    """The streams that are open, so that they can be ended when the server stops."""

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
    table, guest = await opened(request)
    limited(request, "look", guest)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream")
    shown = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return StreamingResponse(messages(request, table, guest, shown), media_type="text/event-stream",
                             headers={"X-Accel-Buffering": "no"})


async def messages(request: Request, table: Table, guest: Guest, shown: str) -> AsyncIterator[str]:
    """The table whenever it has changed, until the user goes or the server stops."""
    streams, counts = request.app.state.streams, request.app.state.counts
    counts.streams += 1
    try:
        async with house_of(request).lobby.connected(table, guest) as waiter:
            with streams.open(waiter):
                yield f"retry: {AGAIN}\n\n"
                pieces = Pieces()
                while not streams.closed:
                    if (present := await stamp(house_of(request), table, guest)) != shown:
                        frames = await motion_for(request, table, guest, entry_of(shown))
                        shown = present
                        counts.messages += 1
                        values = await values_for(request, table, guest, frames=frames)
                        yield f"event: table\nid: {present}\ndata: {pieces.message(part(request, 'part.html', **values))}\n\n"
                    elif not await waiter.wait(QUIET):
                        yield ": still here\n\n"
    finally:
        counts.streams -= 1


def entry_of(stamp: str) -> int | None:
    """The entry that a stamp names."""
    return parse_number(stamp.partition("-")[0])
