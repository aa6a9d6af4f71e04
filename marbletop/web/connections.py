"""Connections: how many an address may have, how long a request may take to arrive, and which are closed when they are too
many. Each connection takes a file descriptor; the last ones are kept for storage, bots, and visitors from elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import http
from collections.abc import Iterable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .networks import Network, home_of, is_proxy

PER_ADDRESS = 256                           # a family with many tabs, or a school behind one address
LARGEST_SHARE = 4                           # of all places an address gets a quarter at most
KEPT_FREE = 512                             # descriptors for everything else; a quarter if there are few
MOST_FILES = 65_536                         # descriptors that we ask the system for
HEAD, BODY, TAKING = 15.0, 60.0, 60.0       # seconds for the head of a request, its body, and for taking the answer
LONGEST_HEAD = 65_536                       # bytes


class Connection(HttpToolsProtocol):
    """A connection with a deadline while the server waits for its visitor."""

    group: Connections                      # set by `Connections.protocol`

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.head_bytes: int | None = None  # received of an unfinished head
        self.deadline: float | None = None
        self._expect(HEAD)
        if not self.group.admit(self):
            self.refuse(503, "There are too many connections from your address. Please try again in a moment.")

    def connection_lost(self, exc: Exception | None) -> None:
        self.group.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.deadline is None and self.is_idle:
            self._expect(HEAD)              # even for empty lines, which begin no request
        super().data_received(data)
        if self.head_bytes is not None:
            self.head_bytes += len(data)
            if self.head_bytes > LONGEST_HEAD:
                self.refuse(431, "The head of this request is too long.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.head_bytes = 0
        self._expect(HEAD)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.head_bytes = None
        self._expect(BODY)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect_nothing()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(TAKING)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._expect_nothing()

    @property
    def is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def waits_for_visitor(self) -> bool:
        return self.is_idle or self.deadline is not None

    def _expect(self, seconds: float) -> None:
        self.deadline = self.loop.time() + seconds
        self.group.expected.add(self)

    def _expect_nothing(self) -> None:
        self.deadline = None
        self.group.expected.discard(self)

    def close_if_late(self) -> None:
        """Close the connection if its visitor has not sent or taken in time what we wait for."""
        if self.deadline is None or self.loop.time() < self.deadline:
            return
        if self.flow.write_paused or self.transport.is_closing():
            self.transport.abort()
        elif self.is_idle and self.head_bytes is None:
            self.transport.close()          # without a word: a browser may be about to use it
        else:
            self.refuse(408, "This request took too long to arrive.")

    def refuse(self, status: int, sentence: str) -> None:
        """Answer with a sentence, unless an answer has begun, and close the connection."""
        if self.is_idle or not self.cycle.response_started:
            body = f"{sentence}\n".encode()
            self.transport.write(f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\nContent-Type: text/plain\r\n"
                                 f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        self.transport.close()


class Connections:
    """All connections of a server, by address, the oldest first."""

    def __init__(self, most: int, proxies: tuple[Network, ...] = ()):
        self.most, self.per_address, self.proxies = most, min(PER_ADDRESS, most // LARGEST_SHARE), proxies
        self.count = 0
        self.expected: set[Connection] = set()              # those that have a deadline: few, for most of them rest
        self._homes: dict[str, dict[Connection, None]] = {}

    @property
    def protocol(self) -> type[asyncio.Protocol]:
        """The class of connections that uvicorn is to use."""
        return type("LimitedConnection", (Connection,), {"group": self})

    def admit(self, connection: Connection) -> bool:
        """Count a new connection. Where there is no place, an older one that nothing is answered on is closed for it: one of
        its own address, or, if all places are taken, of the address with the most connections. False if there is none."""
        own = self._homes.get(self._home_of(connection), {})
        if len(own) >= self.per_address and not is_proxy(connection.address, self.proxies) and not self._close_one(own):
            return False
        if self.count >= self.most:
            greediest = max(self._homes.values(), key=len)
            if not self._close_one(greediest) and (greediest is own or not self._close_one(greediest, busy=True)):
                return False
        self._homes.setdefault(self._home_of(connection), {})[connection] = None
        self.count += 1
        return True

    def remove(self, connection: Connection) -> None:
        """Forget a connection that is closed, or about to be."""
        self.expected.discard(connection)
        own = self._homes.get(self._home_of(connection), {})
        if connection in own:
            del own[connection]
            self.count -= 1
        if not own:
            self._homes.pop(self._home_of(connection), None)

    def close_late(self) -> None:
        for connection in list(self.expected):
            connection.close_if_late()

    def abort(self) -> None:
        """Close all connections at once, whatever is still to be sent."""
        for own in list(self._homes.values()):
            for connection in list(own):
                connection.transport.abort()

    def _home_of(self, connection: Connection) -> str:
        return home_of(connection.address)

    def _close_one(self, connections: Iterable[Connection], busy: bool = False) -> bool:
        """Close the oldest connection that waits for its visitor; with `busy` the oldest of all."""
        found = next((one for one in connections if busy or one.waits_for_visitor), None)
        if found is not None:
            self.remove(found)
            found.transport.abort()
        return found is not None


def places() -> int:
    """How many connections this process can have, after it has asked the system for as many descriptors as it may."""
    files = 1024
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        files = max(files, soft)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files - min(KEPT_FREE, files // 4)
