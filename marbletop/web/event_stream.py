"""Open streams. Thousands of them rest most of the time, so each has as little as possible: one task that sends and one that
notices when its visitor leaves, no timer, and nothing of what was sent."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..server.events import Waiter

QUIET = 50                                  # seconds after which a comment shows that a stream is alive
STILL_HERE = ": still here\n\n"


class Streams:
    """The open streams: one timer ends the wait of each of them within a while, a few every second; and of all when the server
    stops."""

    def __init__(self) -> None:
        self.closed = False
        self._waiters: list[dict[Waiter, None]] = [{} for _ in range(QUIET)]      # by the second in which their wait ends
        self._ticking: asyncio.Task[None] | None = None

    @contextmanager
    def open(self, waiter: Waiter) -> Iterator[None]:
        group = min(self._waiters, key=len)
        group[waiter] = None
        self._ticking = self._ticking or asyncio.create_task(self._tick())
        try:
            yield
        finally:
            del group[waiter]
            if not any(self._waiters):
                self._ticking.cancel()
                self._ticking = None

    async def _tick(self) -> None:
        while True:
            for group in self._waiters:
                await asyncio.sleep(1)
                for waiter in list(group):
                    waiter.end_wait()

    def close(self) -> None:
        self.closed = True
        for group in self._waiters:
            for waiter in group:
                waiter.call()


class EventStream(Response):
    """Sends messages until their visitor leaves. Each is encoded by itself and then forgotten."""

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[str, None], encode: Callable[[str], bytes], headers: dict[str, str],
                 beginning: bytes = b""):
        super().__init__(headers={**headers, "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"})
        del self.headers["content-length"]
        self._messages, self._encode, self._beginning = messages, encode, beginning

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending, left = asyncio.current_task(), False
        assert sending

        async def notice_leaving() -> None:
            nonlocal left
            while (await receive())["type"] != "http.disconnect":
                pass
            left = True
            sending.cancel()
        noticing = asyncio.create_task(notice_leaving())
        try:
            await self._send(send)
        except asyncio.CancelledError:
            if not left:
                raise
            sending.uncancel()
        finally:
            noticing.cancel()

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if self._beginning:
            await send({"type": "http.response.body", "body": self._beginning, "more_body": True})
        async with aclosing(self._messages):
            async for message in self._messages:
                body = {"type": "http.response.body", "body": self._encode(message), "more_body": True}
                del message                 # or it would be kept until the next one
                await send(body)
                del body
        await send({"type": "http.response.body", "body": b"", "more_body": False})
