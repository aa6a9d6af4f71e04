"""Around every request: where it may come from, the headers of every answer, the log and the counts."""

import json
import logging
import time
from collections import Counter, defaultdict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("marbletop.web")
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
                               "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",       # not no-referrer: browsers then hide the origin of forms as well
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Counts:
    """What /metrics tells."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.streams = 0


class Guard:
    def __init__(self, app: ASGIApp, counts: Counts):
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        begun, status = time.perf_counter(), 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
                if given := scope.get("marbletop.cookie"):
                    headers.append("Set-Cookie", given)
            await send(message)

        try:
            if scope["method"] in SAFE or same_origin(Headers(scope=scope)):
                await self.app(scope, receive, answer)
            else:
                await PlainTextResponse("This request comes from another site, so it was refused.\n", 403)(
                    scope, receive, answer)
        finally:
            self._told(scope, status, time.perf_counter() - begun)

    def _told(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and count a request by its route: paths name private tables, so they are not written down."""
        route = getattr(scope.get("route"), "path", "none")
        self.counts.requests[scope["method"] if scope["method"] in (*SAFE, "POST") else "other", route, status] += 1
        self.counts.seconds[route] += seconds
        log.info(json.dumps({"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}))


def same_origin(headers: Headers) -> bool:
    """Whether an unsafe request comes from our own pages. Browsers say so, and who says nothing is no browser."""
    if site := headers.get("sec-fetch-site"):
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")
