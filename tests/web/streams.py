"""Streams without a browser: how they begin (a test client would wait for their end), and what a page makes of messages."""

import asyncio
import json
from dataclasses import dataclass, field
from urllib.parse import unquote, urlencode

ENOUGH = 2                                  # chunks: the greeting and the first message
PATIENCE = 10                               # seconds for a stream that has nothing to say


class Screen:
    """What table.js does with messages: it puts pages together from new pieces and those of the last two."""

    def __init__(self):
        self.pieces, self.before = [], []

    def take(self, message):
        held = self.pieces + self.before
        self.before, self.pieces = self.pieces, []
        for one in json.loads(message):
            if not isinstance(one, dict):   # frames
                self.pieces += [one] if isinstance(one, str) else held[one[0]:one[0] + one[1]]
        return self.pieces


@dataclass
class Begun:
    status: int = 0
    body: bytes = b""
    headers: list = field(default_factory=list)


def first_messages(client, path, query=None, headers=None, method="GET", stranger=False) -> Begun:
    """Ask for a stream with the cookies of a client, read its first messages, and go."""
    cookies = "; ".join(f"{name}={value}" for name, value in ({} if stranger else dict(client.cookies)).items())
    asked = query if isinstance(query, bytes) else urlencode(query or {}).encode()
    given = {"host": "testserver", **({"cookie": cookies} if cookies else {}), **(headers or {})}
    scope = {"type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": method,
             "scheme": "http", "path": unquote(path), "raw_path": path.encode(), "root_path": "", "client": ("test", 1),
             "query_string": asked, "server": ("testserver", 80),
             "headers": [(name.lower().encode(), value if isinstance(value, bytes) else value.encode())
                         for name, value in given.items()]}
    return client.portal.call(_begin, client.app, scope)


async def _begin(app, scope) -> Begun:
    begun, gone, chunks = Begun(), asyncio.Event(), 0
    bodies = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        if bodies:
            return bodies.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        nonlocal chunks
        if message["type"] == "http.response.start":
            begun.status, begun.headers = message["status"], message["headers"]
            return
        begun.body += message.get("body", b"")
        chunks += 1
        if chunks >= ENOUGH or not message.get("more_body"):
            gone.set()

    asked = asyncio.ensure_future(app(scope, receive, send))
    await asyncio.wait({asked}, timeout=PATIENCE)
    gone.set()
    await asyncio.wait_for(asked, PATIENCE)
    return begun
