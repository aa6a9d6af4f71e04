"""Around every request: where it may come from, the headers of every response, the log and the counts."""

import ipaddress
import json
import logging
import re
import time
from collections import Counter, defaultdict
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .addresses import parts_of
from .settings import ANY_HOST, Settings

log = logging.getLogger("marbletop.web")
LARGEST_REQUEST = 4 * 1024 * 1024           # bytes: a record of a long game
SAFE = ("GET", "HEAD", "OPTIONS")
UNKNOWN_HOST = ("This server was asked for by a name that is not its own, so the request was refused.\n"
                "If the name is right, start the server with --allow-host NAME (or MARBLETOP_HOSTS).\n")
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
                               "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",       # not no-referrer: browsers then hide the origin of forms as well
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)      # seconds: upper bounds of the histogram
UNENDING = "/live"                          # the end of routes that stay open as long as somebody watches


class RouteTimes:
    """How long the requests of a route took."""

    def __init__(self) -> None:
        self.within, self.count, self.sum = [0] * len(BUCKETS), 0, 0.0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.sum += seconds
        for number, most in enumerate(BUCKETS):
            self.within[number] += seconds <= most


class Counts:
    """What /metrics shows."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.times: defaultdict[str, RouteTimes] = defaultdict(RouteTimes)
        self.streams = self.messages = 0


class Guard:
    """Middleware that refuses requests from elsewhere, adds headers, and counts."""

    def __init__(self, app: ASGIApp, counts: Counts, settings: Settings):
        self.app, self.counts, self.settings = app, counts, settings
        self._has_warned = False

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

        headers = Headers(scope=scope)
        self._warn_of_proxy(headers)
        refused = self._refusal(scope, headers)
        try:
            await (PlainTextResponse(*refused) if refused else self.app)(scope, receive, answer)
        finally:
            self._count(scope, status, time.perf_counter() - begun)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[str, int] | None:
        """Why a request is not answered, and the status."""
        if not is_own_host(headers.get("host", ""), self.settings.hosts):
            return UNKNOWN_HOST, 421
        if not scope["query_string"].isascii():
            return "The characters of this address must be written with % signs.\n", 400
        if not fits(headers.get("content-length", "0")):
            return "This is too large.\n", 413
        if scope["method"] not in SAFE and not same_origin(headers):
            return "This request comes from another site, so it was refused.\n", 403
        return None

    def _warn_of_proxy(self, headers: Headers) -> None:
        """Say once that there is a proxy which nobody has named: all its visitors are counted as one."""
        if "x-forwarded-for" in headers and not self.settings.proxies and not self._has_warned:
            self._has_warned = True
            log.warning("Requests come by a proxy. Name it with --proxies (or MARBLETOP_PROXIES): until then all its visitors "
                        "count as one.")

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        """Log and count a request by its route, because paths name private tables."""
        route = getattr(scope.get("route"), "path", "none")
        self.counts.requests[scope["method"] if scope["method"] in (*SAFE, "POST") else "other", route, status] += 1
        if not route.endswith(UNENDING):
            self.counts.times[route].add(seconds)
        if log.isEnabledFor(logging.INFO):
            log.info(json.dumps({"method": scope["method"], "route": route, "status": status, "ms": round(1000 * seconds, 1)}))


def fits(length: str) -> bool:
    """Whether a request of this Content-Length is not too large."""
    return not length.isdecimal() or (len(length) < 12 and int(length) <= LARGEST_REQUEST)


def is_own_host(asked: str, hosts: Collection[str]) -> bool:
    """Whether a request names this server by one of its own names. Another site can make its own name point to this
    machine, but it cannot own an address, so addresses are always accepted."""
    if not asked:
        return True
    name = parts_of(f"//{asked}").hostname if is_host_header(asked) else None
    return name is not None and (ANY_HOST in hosts or name in hosts or is_address(name))


def is_host_header(asked: str) -> bool:
    """Whether a Host header is well formed: a name or an address, and perhaps a port."""
    return re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d{1,5})?", asked, re.ASCII) is not None


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(headers: Headers) -> bool:
    """Whether an unsafe request comes from our own pages. Browsers always say; whatever says nothing is no browser."""
    if site := headers.get("sec-fetch-site"):
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or (parts_of(origin).netloc or None) == headers.get("host", "")
