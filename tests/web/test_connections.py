"""One visitor with very many connections, or with requests that never end, and everybody else plays on."""

import asyncio
import os
import resource
import socket
import threading
import time
from contextlib import ExitStack, suppress

import httpx2
import pytest
import uvicorn

from marbletop.web import connections, serve
from marbletop.web.connections import Connections, places
from marbletop.web.event_stream import EventStream
from marbletop.web.networks import read_proxies
from marbletop.web.serve import Server

from .attack import Attack, many_files
from .conftest import Serving

FILES = 1024                                # descriptors of the server, as many as most systems allow at first
GAME = [0, 1] * 3 + [0]                     # four in a column
PATIENCE = 60


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    """A server with few descriptors."""
    server = Serving(tmp_path_factory.mktemp("tables"), files=FILES)
    yield server
    server.kill()
    assert "Traceback" not in server.said


def visitor(server, address):
    return httpx2.Client(base_url=server.address, timeout=PATIENCE, follow_redirects=True,
                         transport=httpx2.HTTPTransport(local_address=address, verify=False))


def play_a_game(server, address):
    """A whole game, with a new connection for every move, and a stream that shows them."""
    with visitor(server, address) as client:
        table = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"}).url.path
        cookies = dict(client.cookies)
        with client.stream("GET", f"{table}/live") as stream:
            lines = stream.iter_lines()
            positions = (int(line[4:].partition("-")[0]) for line in lines if line.startswith("id: "))
            position = next(positions)
            for action in GAME:
                with visitor(server, address) as another:
                    another.cookies.update(cookies)
                    form = {"action": action, "position": position}
                    assert another.post(f"{table}/play", data=form, headers={"X-Part": "stream"}).status_code == 204
                position = next(number for number in positions if number > position)
        assert 'class="tb over' in client.get(table).text


def half_requests(server):
    """What an attacker sends: streams, halves of heads and of bodies, and whole requests after which nothing comes."""
    with visitor(server, "127.0.0.1") as client:
        table = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"}).url.path
        head = f"Host: 127.0.0.1\r\nCookie: marbletop={client.cookies['marbletop']}\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nseat="
    return [text.encode() for text in (f"GET {table}/live HTTP/1.1\r\n{head}\r\n", f"GET {table} HTTP/1.1\r\n{head}X-Half: ",
                                       f"POST {table}/sit HTTP/1.1\r\n{head}{form}", f"GET /healthz HTTP/1.1\r\n{head}\r\n")]


@pytest.mark.slow
@pytest.mark.xdist_group("strangers")
@pytest.mark.parametrize(("number", "addresses"), [(2000, ["127.0.0.1"]), (1000, [f"127.0.1.{n}" for n in range(1, 41)])],
                         ids=["one address", "forty addresses"])
def test_thousands_of_connections_keep_nobody_else_from_playing(crowded, number, addresses):
    asks = half_requests(crowded)
    with many_files(number) as wanted, Attack(crowded.port, asks, wanted, addresses) as attack:
        play_a_game(crowded, "127.0.0.2")
        files = len(os.listdir(f"/proc/{crowded.process.pid}/fd"))
        assert attack.opened + attack.failed >= wanted
        assert attack.held > 100, "the attack goes on"
        assert files < FILES - 100, "some descriptors are left"


@pytest.mark.slow
@pytest.mark.xdist_group("strangers")
def test_a_guest_cannot_hold_all_streams_of_their_address(crowded):
    stream = half_requests(crowded)[0]
    with many_files(100) as wanted, Attack(crowded.port, [stream], wanted):
        play_a_game(crowded, "127.0.0.1")


class Quick:
    """A server in this process whose patience is short."""

    def __init__(self, app, most=100):
        self.connections = Connections(most)
        config = uvicorn.Config(app, http=self.connections.protocol, log_config=None, lifespan="off", timeout_keep_alive=60,
                                timeout_graceful_shutdown=PATIENCE)
        self.server = Server(config, self.connections, self, lambda: None)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.listening])), daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *error):
        self.server.should_exit = True
        self.thread.join(PATIENCE)

    def close(self):
        pass

    def connect(self):
        one = socket.create_connection(self.listening.getsockname(), timeout=PATIENCE)
        one.settimeout(PATIENCE)
        return one


async def echo(scope, receive, send):
    """An application that reads the whole request, and answers at length."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(400 if scope["path"] == "/long" else 1):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    await send({"type": "http.response.body", "body": b"end"})


@pytest.fixture
def quick(monkeypatch):
    for name in ("HEAD", "BODY", "TAKING"):
        monkeypatch.setattr(connections, name, 0.5)
    with Quick(echo) as server:
        yield server


WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n"
SILENT = {"nothing", "empty lines", "empty lines after an answer"}          # no request has begun, so none is answered
UNENDING = {
    "nothing": (b"", b""), "half a head": (HEAD, b""), "half a body": (HEAD + b"\r\nx", b""),
    "a head, letter by letter": (HEAD, b"X"), "a body, letter by letter": (HEAD + b"\r\n", b"x"),
    "empty lines": (b"\r\n", b"\r\n"), "empty lines after an answer": (WHOLE, b"\r\n"),
    "half a head after an answer": (WHOLE + b"GET / HT", b""),
    "a chunk, letter by letter": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n", b"x"),
}


@pytest.mark.slow
def test_requests_that_do_not_end_are_ended(quick):
    open_ones = {kind: quick.connect() for kind in UNENDING}
    for kind, one in open_ones.items():
        one.sendall(UNENDING[kind][0])
        one.setblocking(False)
    heard, end = dict.fromkeys(UNENDING, b""), time.monotonic() + PATIENCE
    while open_ones and time.monotonic() < end:
        for kind, one in list(open_ones.items()):
            with suppress(OSError):
                one.send(UNENDING[kind][1])
            try:
                heard[kind] += (data := one.recv(65536))
            except BlockingIOError:
                continue
            except OSError:
                data = b""
            if not data:
                open_ones.pop(kind).close()
        time.sleep(0.05)
    assert not open_ones, "they were held for ever"
    assert {kind for kind in UNENDING if b" 408 " not in heard[kind]} == SILENT


@pytest.mark.slow
def test_an_answer_that_is_not_taken_is_ended(quick):
    with quick.connect() as one:
        one.sendall(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
        wait_until(lambda: quick.connections.count == 1)
        wait_until(lambda: quick.connections.count == 0)


@pytest.mark.slow
def test_a_slow_but_steady_visitor_is_served(quick, monkeypatch):
    monkeypatch.setattr(connections, "BODY", 30.0)
    with quick.connect() as one:
        one.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
        for _ in range(10):
            time.sleep(0.15)
            one.sendall(b"x")
        assert b" 200 " in one.recv(65536)


def test_a_head_without_end_is_refused(quick):
    with quick.connect() as one:
        one.sendall(b"GET / HTTP/1.1\r\n" + b"X-More: yes\r\n" * 10_000)
        assert b" 431 " in one.recv(65536)


async def endless_stream(scope, receive, send):
    """A stream that does not know that the server stops, and sends more than its visitor takes."""
    async def messages():
        while True:
            yield "x" * 100_000
            await asyncio.sleep(0)
    await EventStream(messages(), str.encode, {})(scope, receive, send)


def test_streams_that_do_not_end_in_time_are_ended_without_a_word(monkeypatch, caplog):
    monkeypatch.setattr(serve, "GRACE", 0.2)
    begun = time.monotonic()
    with Quick(endless_stream) as server, ExitStack() as visitors:
        for _ in range(30):
            visitors.enter_context(one := server.connect()).sendall(WHOLE)
            assert one.recv(100).startswith(b"HTTP/1.1 200")
        server.server.should_exit = True
        server.thread.join(PATIENCE)
    assert time.monotonic() - begun < PATIENCE, "the server waited for streams that never end"
    assert caplog.text == "" and not server.server.server_state.tasks


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


class Fake:
    """A connection of an address."""

    def __init__(self, address, busy=False):
        self.address, self.waits_for_visitor, self.transport, self.aborted = address, not busy, self, False

    def abort(self):
        self.aborted = True


def fill(group, address, number, busy=False):
    made = [Fake(address, busy) for _ in range(number)]
    return [one for one in made if group.admit(one)]


def test_only_those_are_looked_at_of_whom_something_is_expected():
    """A stream may rest for hours, and there are thousands of them."""
    with Quick(rest) as server, server.connect() as resting:
        resting.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        assert resting.recv(1) and not server.connections.expected
        with server.connect() as asking:
            asking.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
            wait_until(lambda: len(server.connections.expected) == 1)
        wait_until(lambda: not server.connections.expected)
        assert server.connections.count == 1


async def rest(scope, receive, send):
    """An application that begins an answer and never ends it."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x", "more_body": True})
    while (await receive())["type"] != "http.disconnect":
        pass


def test_an_address_gets_a_quarter_of_all_places_at_most():
    group = Connections(400)
    assert len(fill(group, "1.1.1.1", 150, busy=True)) == 100
    idle = fill(group, "2.2.2.2", 150)
    assert len(idle) == 150 and [one.aborted for one in idle] == [True] * 50 + [False] * 100      # the oldest make place
    assert len(fill(group, "2001:db8::1", 60, busy=True) + fill(group, "2001:db8::2", 60, busy=True)) == 100     # one home
    assert group.count == 300


def test_when_all_places_are_taken_the_greediest_address_gives_one_up():
    group = Connections(40)
    modest = [one for number in range(4) for one in fill(group, f"1.1.1.{number}", 7, busy=True)] + fill(group, "2.2.2.2", 2)
    greedy = fill(group, "9.9.9.9", 8, busy=True) + fill(group, "9.9.9.9", 2)
    assert group.count == 40
    closed = []
    for _ in range(3):
        assert fill(group, "5.5.5.5", 1, busy=True) and group.count == 40
        closed += [number for number, one in enumerate(greedy) if one.aborted and number not in closed]
    assert closed == [8, 9, 0], "first those that idle, then the oldest"
    assert not any(one.aborted for one in modest)


def test_a_named_proxy_has_the_connections_of_all_its_visitors():
    group = Connections(400, read_proxies("10.0.0.0/8"))
    assert len(fill(group, "10.0.0.7", 300, busy=True)) == 300
    assert len(fill(group, "11.0.0.7", 150, busy=True)) == 100


def test_the_server_asks_for_descriptors_and_keeps_some_free():
    kept = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, kept[1]), kept[1]))
        most, soft = places(), resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert soft == min(kept[1], connections.MOST_FILES) and most == soft - min(connections.KEPT_FREE, soft // 4)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, kept)
