"""Live tables under load: how long a move takes to the other screen, and how many moves a core can do.

    python -m benchmarks.load [--tables N] [--rate N] [--seconds S] [--only NAME] [--scale] [--no-peers] [--json FILE]

One `marbletop serve` with its storage on the disk, and at every table two people, each with a browser's stream open. First
moves come at a steady rate, and the time from the request of one player to the whole message at the other's screen is
taken; then 64 tables move at a time, each as soon as its other screen has the last move. boardgame.io's server does
the same work in memory, and with its storage in files. Rates are per second of the server's CPU time, which the kernel counts.
With PostgreSQL, in one process and in two, the same tables are played; its own CPU time is told beside the servers'. Once
more they are played while the server reviews other games all the time: its tables must not wait for that.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Lines

from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.games import GAMES
from marbletop.server.house import House
from marbletop.server.people import Guest
from marbletop.server.seating import sit

from . import scale
from .forecast import say_how_long
from .peers import Missing, node_modules

HERE = Path(__file__).parent
DRAWN = "532315310141250566206042303423260411544566"        # a game of Connect Four that nobody wins
AT_ONCE = 64                                # tables that move at the same time when it goes as fast as it can
PATIENCE = 30.0                             # seconds until a move that does not arrive ends the run
AIM_MS, AIM_RATIO = 30.0, 3.0
REVIEWING, REVIEWS = ", while games are reviewed", 6         # so many that the last is not done before the end
POSTGRES, TOGETHER, APART = ", PostgreSQL", ", PostgreSQL, two processes", ", PostgreSQL, two processes, people apart"
AIM_POSTGRES, AIM_PROCESSES = 0.6, 0.9      # of the moves per CPU second with the file, and of one process
GREETED = -1                                # stands for the number of an entry when a stream has begun
TICKS = os.sysconf("SC_CLK_TCK")
BIG = tuple(name for name in GAMES if name != "connect_four")       # games with big drawings, at fewer tables
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


@dataclass
class Result:
    """Of one server: milliseconds of the paced moves, and what it did when nobody waited."""

    latencies: list[float]
    paced_cpu: float                        # CPU seconds per second
    moves: int
    cpu: float
    seconds: float
    bytes: float = 0.0                      # per move, to all screens: the median; boardgame.io's mean
    database_cpu: float = 0.0               # CPU seconds of the database while nobody waited
    commits: int = 0                        # of the database, in the same time

    @property
    def per_core(self) -> float:
        return self.moves / self.cpu if self.cpu else 0.0

    def at(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def cpu_of(pid: int) -> float:
    """Seconds of CPU time that a process has used, all threads and the kernel's work for it included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_of_all(pid: int) -> float:
    """The same of a process and of all that it has started and that still run."""
    try:
        return cpu_of(pid) + sum(cpu_of_all(child) for child in children_of(pid))
    except (FileNotFoundError, ProcessLookupError):         # it has ended while it was looked at
        return 0.0


def children_of(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


class Screen(asyncio.Protocol):
    """A player's stream: whole messages are noticed by the number of the entry they show."""

    def __init__(self, live: "Live", seat: int):
        self.live, self.seat, self.version, self.opened = live, seat, "", False
        self.raw, self.text, self.unzip = b"", b"", zlib.decompressobj(16 + zlib.MAX_WBITS)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.live.bytes += len(data)
        self.raw += data
        if not self.opened:
            if b"\r\n\r\n" not in self.raw:
                return
            head, _, self.raw = self.raw.partition(b"\r\n\r\n")
            assert b"content-encoding: gzip" in head
            self.opened = True
        while (chunk := self.next_chunk()) is not None:
            self.take(self.unzip.decompress(chunk))

    def next_chunk(self) -> bytes | None:
        """The next chunk of the answer, if all of it is there."""
        size, found, rest = self.raw.partition(b"\r\n")
        if not found or len(rest) < int(size, 16) + 2:
            return None
        self.raw = rest[int(size, 16) + 2:]
        return rest[:int(size, 16)]

    def take(self, text: bytes) -> None:
        self.text += text
        *whole, self.text = self.text.split(b"\n\n")
        for message in whole:
            if (start := message.find(b"\nid: ")) >= 0:
                self.version = message[start + 5:message.index(b"\n", start + 5)].decode()
                self.live.seen(self.seat, int(self.version.partition("-")[0]))
            else:
                self.live.seen(self.seat, GREETED)


class Asking(asyncio.Protocol):
    """A player's other connection: one request after the other."""

    def __init__(self) -> None:
        self.answered: asyncio.Future[int] | None = None
        self.gone, self.text = False, bytearray()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.text += data
        head = self.text.find(b"\r\n\r\n")
        if head < 0 or self.answered is None or self.answered.done():
            return
        length = self.text.find(b"content-length: ", 0, head)
        if self.text[9:12] == b"204":
            done = True
        elif length > 0:
            done = len(self.text) >= head + 4 + int(self.text[length + 16:self.text.find(b"\r", length)])
        else:
            done = self.text.endswith(b"0\r\n\r\n")
        if done:
            status = int(self.text[9:12])
            self.text.clear()
            self.answered.set_result(status)

    def connection_lost(self, error: Exception | None) -> None:
        self.gone = True

    async def ask(self, request: bytes) -> int:
        self.answered = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self.answered


@dataclass
class Waits:
    """Which screens have not shown an entry yet, and when the last but the mover's did."""

    mover: int
    entry: int
    screens: set[int]
    all_shown: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    others_shown: float = 0.0

    def note(self, screen: int) -> None:
        self.screens.discard(screen)
        if self.screens <= {self.mover} and not self.others_shown:
            self.others_shown = time.perf_counter()
        if not self.screens and not self.all_shown.done():
            self.all_shown.set_result(None)


@dataclass
class Live:
    """A table and the browsers at it: those of the players first, then those of spectators. The script is what they play."""

    id: str
    cookies: Sequence[str]
    script: Sequence[tuple[int, int, int]]  # of every move: seat, action, position it is made for
    number: int
    port: int
    moves: int = 0
    bytes: int = 0
    failed: int = 0
    sizes: list[int] = field(default_factory=list)              # bytes to all screens, by move
    screens: list[Screen] = field(default_factory=list)
    asking: dict[int, Asking] = field(default_factory=dict)
    waits: Waits | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def address(self, seat: int) -> tuple[str, int]:
        """People have addresses of their own, as they would at home: the server counts requests by address."""
        own = len(self.cookies) * self.number + seat
        return f"127.{1 + own // 62_500}.{own // 250 % 250}.{own % 250 + 1}", 0

    def head(self, verb: str, path: str, seat: int) -> bytes:
        return (f"{verb} /table/{self.id}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
                f"Cookie: marbletop={self.cookies[seat]}\r\n").encode()

    async def open(self) -> None:
        """Open the streams of browsers that show another page, until they have the present one."""
        await self._connect(["none"] * len(self.cookies), 0)

    async def open_again(self) -> None:
        """Close the streams and open them again, of browsers that show the present page."""
        versions = [screen.version for screen in self.screens]
        for screen in self.screens:
            screen.transport.close()
        self.screens.clear()
        await self._connect(versions, GREETED)

    async def _connect(self, versions: Sequence[str], entry: int) -> None:
        loop, waits = asyncio.get_running_loop(), Waits(-1, entry, set(range(len(self.cookies))))
        self.waits = waits
        for seat in range(len(self.cookies)):
            _, screen = await loop.create_connection(lambda: Screen(self, seat), "127.0.0.1", self.port,
                                                     local_addr=self.address(seat))
            screen.version = versions[seat]
            screen.transport.write(self.head("GET", f"live?after={versions[seat]}", seat) + b"\r\n")
            self.screens.append(screen)
        await waits.all_shown

    def seen(self, seat: int, shown: int) -> None:
        if self.waits and shown >= self.waits.entry:
            self.waits.note(seat)

    async def connection(self, seat: int) -> Asking:
        present = self.asking.get(seat)
        if present is None or present.gone:
            _, present = await asyncio.get_running_loop().create_connection(
                Asking, "127.0.0.1", self.port, local_addr=self.address(seat))
            self.asking[seat] = present
        return present

    async def play_in_turn(self) -> float:
        """The next move, after the one before has been shown; until then nobody could press."""
        async with self.turn:
            return await self.play()

    async def play(self) -> float:
        """The next move of the script: milliseconds until all other screens have it. It ends when the mover's has it, too."""
        seat, action, position = self.script[self.moves]
        self.moves += 1
        begun, bytes_before = time.perf_counter(), self.bytes
        waits = self.waits = Waits(seat, position + 1, set(range(len(self.screens))))
        body = f"action={action}&position={position}".encode()
        request = self.head("POST", "play", seat) + (
            f"X-Part: stream\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        asking = await self.connection(seat)
        async with asyncio.timeout(PATIENCE):
            status = await asking.ask(request)
            if self.screens:
                await waits.all_shown
        self.failed += status != 204
        self.sizes.append(self.bytes - bytes_before)
        return 1000 * (waits.others_shown - begun)


async def prepared(folder: Path, game: str, tables: int, seats: int = 2, spectators: int = 0, database: str = "") -> list[Live]:
    """Tables, dealt, with the cookies of those who sit there and look on, and what they will play."""
    async with House(folder, run=False, database=database) as house:
        return await asyncio.gather(*(prepared_one(house, game, number, seats, spectators) for number in range(tables)))


async def prepared_one(house: House, game: str, number: int, seats: int, spectators: int) -> Live:
    guests = [Guest(f"load-{number}-{one}", f"{NAMES[one % len(NAMES)]} {number}") for one in range(seats + spectators)]
    table = await house.lobby.create(guests[0], game, seats, listed=True, away_after=None)  # some may come late
    for seat, guest in enumerate(guests[:seats]):
        await sit(table, guest, [seat])
    await table.deal(guests[0].id)
    return Live(table.id, [house.guests.sign(guest) for guest in guests], script_of(table, number), number, 0)


def script_of(table: Any, seed: int, most: int = 42) -> list[tuple[int, int, int]]:
    """What will be played: a drawn game of Connect Four, or anything at random in other games."""
    choices, state, script = random.Random(seed), table.game.state.copy(table.state), []
    while len(script) < most and not state.over:
        legal = table.game.legal_list(state, table.box)
        action = int(DRAWN[len(script)]) if table.game.name == "connect_four" else choices.choice(legal)
        script.append((int(state.player), action, table.position + len(script)))
        table.game.play(state, table.box, action)
    return script[:-1] if state.over else script


@contextmanager
def serving(folder: Path, database: str = "", processes: int = 1, own_port: int = 0) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its number."""
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "marbletop", "serve", "--no-browser", "--port", str(port),
                               "--data", str(folder), *(["--database", database] if database else []),
                               "--processes", str(processes), "--own-port", str(own_port)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        while "ready" not in (line := server.stdout.readline()):
            assert line, "the server did not start"
        yield port, server.pid
    finally:
        server.terminate()
        server.wait()


def free_port() -> int:
    """A port below those that connections of our own take for themselves."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket(socket.AF_INET6) as one:
            try:
                one.bind(("::", port))
            except OSError:
                continue
        return port


async def measured(lives: Sequence[Live], pid: int, rate: float, seconds: float,
                   database_counts: Callable[[], tuple[float, int]] = lambda: (0.0, 0),
                   cpu_of_server: Callable[[int], float] = cpu_of_all) -> Result:
    await open_streams(lives)
    await asyncio.sleep(1)
    latencies, spent = await paced(lives, rate, seconds, lambda: cpu_of_server(pid))
    sent = statistics.median(size for live in lives for size in live.sizes)
    counts, begun, used = database_counts(), time.perf_counter(), cpu_of_server(pid)
    moves = await fast(lives, begun + seconds)
    result = Result(latencies, spent, moves, cpu_of_server(pid) - used, time.perf_counter() - begun, sent,
                    *(after - before for after, before in zip(database_counts(), counts)))
    if failed := sum(live.failed for live in lives):
        raise AssertionError(f"{failed} moves were refused")
    return result


async def open_streams(lives: Sequence[Live]) -> None:
    for start in range(0, len(lives), AT_ONCE):
        await asyncio.gather(*(live.open() for live in lives[start:start + AT_ONCE]))


async def paced(lives: Sequence[Live], rate: float, seconds: float, cpu: Callable[[], float]) -> tuple[list[float], float]:
    begun, used, under_way = time.perf_counter(), cpu(), []
    for number in range(int(rate * seconds)):
        live = lives[number % len(lives)]
        if number // len(lives) >= len(live.script):
            continue
        if (wait := begun + number / rate - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        under_way.append(asyncio.create_task(live.play_in_turn()))
    latencies = await asyncio.gather(*under_way)
    return list(latencies), (cpu() - used) / (time.perf_counter() - begun)


async def fast(lives: Sequence[Live], until: float) -> int:
    waiting, moves = deque(live for live in lives if live.moves < len(live.script)), 0

    async def one() -> None:
        nonlocal moves
        while waiting and time.perf_counter() < until:
            live = waiting.popleft()
            await live.play()
            moves += 1
            if live.moves < len(live.script):
                waiting.append(live)

    await asyncio.gather(*(one() for _ in range(AT_ONCE)))
    return moves


def ours(game: str, tables: int, rate: float, seconds: float) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        lives = asyncio.run(prepared(Path(folder), game, tables))
        with serving(Path(folder)) as (port, pid):
            for live in lives:
                live.port = port
            return asyncio.run(measured(lives, pid, rate, seconds))


def ours_reviewing(game: str, tables: int, rate: float, seconds: float) -> Result:
    """The same while the server reviews other games. The process that measures them is not counted as the server."""
    with tempfile.TemporaryDirectory() as folder:
        lives = asyncio.run(prepared(Path(folder), game, tables))
        with serving(Path(folder)) as (port, pid):
            for live in lives:
                live.port = port
            reviews = ask_for_reviews(port)
            result = asyncio.run(measured(lives, pid, rate, seconds, cpu_of_server=cpu_of))
            assert "data-working=\"1\"" in read_page(reviews[-1]), "the reviews were done before the end"
            return result


def ask_for_reviews(port: int) -> list[str]:
    """Open records of long games, and ask for the review of each; the addresses of the reviews, the last to be made last."""
    addresses = []
    for seed in range(REVIEWS):
        match, choices = Match("marbles_and_jokers", seed=seed), random.Random(seed)
        while not match.over:
            match.play(choices.choice(match.legal))
        sent = urllib.parse.urlencode({"record": json.dumps(record_of(match))}).encode()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/records", sent) as answer:
            addresses.append(f"{answer.url}/review")
        read_page(addresses[-1])
    while 'id="share"' not in read_page(addresses[0]):
        time.sleep(0.5)
    return addresses


def read_page(address: str) -> str:
    with urllib.request.urlopen(address) as answer:
        return str(answer.read().decode())


def ours_on_postgres(tables: int, rate: float, seconds: float, processes: int, together: bool) -> Result:
    """The same with PostgreSQL, which writes to the disk before it answers, and in so many processes. With `together` all
    people of a table come to the same process, as behind the proxy of deploy/; else wherever the kernel sends them."""
    try:
        from tests.server.postgres_server import PostgresServer, folder_of_programs
    except ImportError as error:
        raise Missing(str(error)) from None
    if folder_of_programs() is None:
        raise Missing("PostgreSQL is not installed")
    database = PostgresServer(settings=())
    try:
        address, folder, own = database.new_database(), tempfile.TemporaryDirectory(), free_port() if together else 0
        with folder, serving(Path(folder.name), address, processes, own) as (port, pid):
            lives = asyncio.run(prepared(Path(folder.name), "connect_four", tables, database=address))
            for number, live in enumerate(lives):
                live.port = own + number % processes if together else port
            return asyncio.run(measured(lives, pid, rate, seconds, lambda: (cpu_of_all(database.pid), commits_of(database))))
    finally:
        database.remove()


def commits_of(database: Any) -> int:
    """How often a PostgreSQL server has committed; it may tell of the last ones a second later."""
    return int(database.do("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")[0][0])


def theirs(tables: int, rate: float, seconds: float, on_disk: bool = False) -> Result:
    """boardgame.io's server, played by its own client library."""
    node = shutil.which("node")
    if node is None:
        raise Missing("there is no node")
    scripts, port = HERE / "peer_boardgameio", free_port()
    environment = {**os.environ, "NODE_PATH": str(node_modules("boardgameio", scripts)), "NODE_ENV": "production"}
    folder = tempfile.TemporaryDirectory()
    server = subprocess.Popen([node, scripts / "server.js", str(port), *([folder.name] if on_disk else [])],
                              stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout
        while "ready" not in (line := server.stdout.readline()):
            assert line, "boardgame.io did not start"
        work = {"tables": tables, "script": DRAWN, "rate": rate, "seconds": seconds, "at_once": AT_ONCE}
        told = json.loads(subprocess.run([node, scripts / "client.js", str(port), str(server.pid), json.dumps(work)],
                                         env=environment, check=True, capture_output=True, text=True).stdout)
    finally:
        server.terminate()
        server.wait()
        folder.cleanup()
    paced_part, fast_part = told["paced"], told["fast"]
    return Result(paced_part["latencies"], paced_part["cpu"] / paced_part["seconds"], fast_part["moves"], fast_part["cpu"],
                  fast_part["seconds"], paced_part["bytes"])


def many_files() -> None:
    """Room for all the connections, here and in the servers that are started."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--only", default="", help="only rows whose label contains this text")
    parser.add_argument("--scale", action="store_true", help="only the rows that docs/scale.md has")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--json", type=Path)
    chosen, load = parser.parse_args(), os.getloadavg()[0]
    many_files()
    mine, peer = f"Marbletop, Connect Four, {chosen.tables} tables", f"boardgame.io, Connect Four, {chosen.tables} tables"
    rows: dict[str, Callable[[], Result]] = {
        mine: lambda: ours("connect_four", chosen.tables, chosen.rate, chosen.seconds),
        f"{mine}{REVIEWING}": lambda: ours_reviewing("connect_four", chosen.tables, chosen.rate, chosen.seconds),
        **{f"{mine}{name}": lambda more=more: ours_on_postgres(chosen.tables, chosen.rate, chosen.seconds, *more)
           for name, more in ((POSTGRES, (1, False)), (TOGETHER, (2, True)), (APART, (2, False)))},
        **({} if chosen.no_peers else {
            peer: lambda: theirs(chosen.tables, chosen.rate, chosen.seconds),
            f"{peer}, on disk": lambda: theirs(chosen.tables, chosen.rate, chosen.seconds, on_disk=True)}),
        **{f"Marbletop, {GAMES[game].title}, {chosen.tables // 10} tables":
           lambda game=game: ours(game, chosen.tables // 10, chosen.rate / 10, chosen.seconds) for game in BIG}}
    compared = {f"{mine}{more}": more.strip(", ") for more in ("", POSTGRES, TOGETHER, APART)}
    wanted = [label for label in rows if chosen.only in label and (label in compared or not chosen.scale)]
    say_how_long("Live tables", len(wanted) * (2 * chosen.seconds + 15))
    found = {}
    for label in wanted:
        try:
            found[label] = rows[label]()
        except Missing as error:
            print(f"{label}: left out, {error}", file=sys.stderr, flush=True)
    show(found, mine, peer)
    if chosen.json:
        chosen.json.write_text(json.dumps({label: vars(result) for label, result in found.items()}))
    if found.keys() >= compared.keys():
        scale.keep("load", {name: kept_of(found[label]) for label, name in compared.items()}, load)


def kept_of(result: Result) -> dict[str, float]:
    """What docs/scale.md needs of a row."""
    return {"moves_per_cpu_second": result.per_core, "moves_per_second": result.moves / result.seconds, "p95": result.at(0.95),
            "bytes": result.bytes, "database_cpu": result.database_cpu / result.cpu, "commits": result.commits / result.moves}


def show_aims(lines: Lines, file: Result | None, postgres: Result | None, two: Result | None, apart: Result | None) -> None:
    """How PostgreSQL compares with the file, and two processes with one."""
    for label, one, other, aim in (("PostgreSQL / file", postgres, file, AIM_POSTGRES),
                                   ("two processes / one", two, postgres, AIM_PROCESSES),
                                   ("two processes, people apart / one", apart, postgres, 0.0)):
        if one and other:
            ratio = one.per_core / other.per_core
            lines.add_row(f"{label}; CPU of the database {one.database_cpu / one.cpu:.2f} of the servers'", "", "", "",
                          f"{ratio:.2f}{f' (MISSED: {aim:g})' if ratio < aim else ''}", "", "")


def show(found: dict[str, Result], mine: str, peer: str) -> None:
    lines = Lines(title="Live tables, two screens each, one server process", box=None, padding=(0, 2), header_style="bold")
    for heading in ("", "ms to the other screen: p50", "p95", "p99", "moves per CPU second", "moves/s", "bytes per move"):
        lines.add_column(heading, justify="right" if heading else "left")
    for label, result in found.items():
        p50, p95, p99 = (result.at(share) for share in (0.5, 0.95, 0.99))
        missed = f" (MISSED: {AIM_MS:g})" if label in (mine, f"{mine}{REVIEWING}") and p95 > AIM_MS else ""
        lines.add_row(label, f"{p50:.1f}", f"{p95:.1f}{missed}", f"{p99:.1f}", f"{result.per_core:,.0f}",
                      f"{result.moves / result.seconds:,.0f}", f"{result.bytes:,.0f}")
    if mine in found and peer in found:
        ratio = found[mine].per_core / found[peer].per_core
        slower = [f"{found[mine].at(share) / found[peer].at(share):.1f}" for share in (0.5, 0.95, 0.99)]
        lines.add_row("ratio", *slower, f"{ratio:.2f}{f' (MISSED: {AIM_RATIO:g})' if ratio < AIM_RATIO else ''}", "", "")
    show_aims(lines, *(found.get(f"{mine}{more}") for more in ("", POSTGRES, TOGETHER, APART)))
    Console(width=150).print(lines)


if __name__ == "__main__":
    main()
