"""A server under load is killed again and again: what it has acknowledged is there, nothing happens twice, nothing sticks.

    python -m tests.server.torture [KILLS]          (100 if not given; a few in the test suite)

The child plays many tables with people, bots and clocks, and says on its standard output what was acknowledged. The
parent kills it with SIGKILL at random moments, looks at what is on the disk, and starts it again.
"""

import asyncio
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from benchmarks.forecast import say_how_long
from marbletop.server import lobby
from marbletop.server.clock import Clock
from marbletop.server.entries import ACTION, UNDO
from marbletop.server.house import House
from marbletop.server.refusal import Refused
from marbletop.server.seating import come_back, leave
from marbletop.server.table import Table

from .helpers import ANN, BEN, SMALL_GAMES, QuickBots, table_of

TABLES = 12
KINDS = [("connect_four", (ANN, "beginner"), None), ("toy", (ANN, "strong", BEN, "beginner"), None),
         ("stepping", (ANN, "beginner", "beginner"), None), ("connect_four", (ANN, BEN), Clock("move", 1))]
LEASE = 0.4
KILL_SECONDS = 2.0                          # to start it, to let it play, to kill it and to look at what is there
ROOT = Path(__file__).parents[2]


class SlowBots(QuickBots):
    """Bots that think for some milliseconds, so that kills meet them at it."""

    def __init__(self):
        super().__init__(seed=None)
        self.threads = ThreadPoolExecutor(4)

    def submit(self, job):
        future: Future = Future()
        self.threads.submit(self.think, job, future)
        return future

    def think(self, job, future):
        time.sleep(random.random() * 0.03)
        if future.set_running_or_notify_cancel():
            self.answer(job, future)


def house_of(folder, **settings):
    return House(folder, games=SMALL_GAMES, bots=SlowBots(), lease=LEASE, look=0.1, **settings)


def acknowledge(table, entry):
    """Say that an entry was acknowledged; one write, so that a kill leaves whole lines."""
    said = [table, entry.number, entry.kind, entry.position, entry.user, entry.seat, entry.data]
    os.write(1, (json.dumps(said) + "\n").encode())


async def act(table: Table, choices: random.Random) -> None:
    """Somebody does something, mostly a move."""
    user = choices.choice((ANN, BEN))
    whim = choices.random()
    if whim < 0.06:
        acknowledge(table.id, await table.undo(user.id, table.position))
    elif whim < 0.09:
        acknowledge(table.id, await leave(table, user.id))
    elif whim < 0.2:
        acknowledge(table.id, await come_back(table, user))
    elif table.about.clock.kind == "none" or whim < 0.3:        # with a clock, mostly too late
        legal = table.game.legal_list(table.state, table.box)
        acknowledge(table.id, await table.play(user.id, choices.choice(legal), table.position))


async def play_forever(house: House, table: Table | None, kind, finish: bool) -> None:
    choices = random.Random()
    while True:
        if table is None or table.over:
            if finish and table is not None:
                return
            game, holders, clock = kind
            table = await table_of(house, game, holders, clock=clock)
            acknowledge(table.id, (await house.storage.entries(table.id))[-1])
        try:
            async with asyncio.timeout(10):
                await act(table, choices)
        except Refused:
            pass
        if finish and not table.seats_of(ANN.id) + table.seats_of(BEN.id):
            await come_back(table, choices.choice((ANN, BEN)))
        await asyncio.sleep(choices.random() * 0.01)


async def serve(folder: Path, finish: bool) -> None:
    lobby.MOST_TABLES = 10 ** 6             # tables that a kill left half opened stay so
    async with house_of(folder) as house:
        rows = await house.storage._read("SELECT id FROM tables WHERE stage = 'running' ORDER BY created")
        tables = [await house.lobby.open(row[0]) for row in rows]
        os.write(1, b"ready\n")
        if finish:
            await asyncio.gather(*(play_forever(house, table, None, True) for table in tables))
            return
        wanted = [*tables, *[None] * (TABLES - len(tables))]
        await asyncio.gather(*(play_forever(house, table, KINDS[n % len(KINDS)], False) for n, table in enumerate(wanted)))


def child(folder, *more):
    return subprocess.Popen([sys.executable, "-m", "tests.server.torture", "child", str(folder), *more],
                            stdout=subprocess.PIPE, start_new_session=True, cwd=ROOT)


def lines_until(process, end, until_ready=False):
    """What the child says until that time (or until it is ready)."""
    said, rest = [], b""
    while (left := end - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            break
        data = os.read(process.stdout.fileno(), 1 << 16)
        if not data:
            break
        rest += data
        *whole, rest = rest.split(b"\n")
        said += whole
        if until_ready and b"ready" in said:
            break
    return said


def killed_once(folder, choices):
    """Start the child, let it play for a moment, kill it; what it has acknowledged."""
    process = child(folder)
    said = lines_until(process, time.monotonic() + 60, until_ready=True)
    assert b"ready" in said, "the server does not start again"
    said += lines_until(process, time.monotonic() + choices.uniform(0.0, 0.7))
    assert process.poll() is None, "the server has ended by itself"
    process.send_signal(signal.SIGKILL)
    said += lines_until(process, time.monotonic() + 60)
    process.wait()
    return [json.loads(line) for line in said if line != b"ready"]


async def check(folder, acknowledged):
    """Everything acknowledged is there, and every log replays, each position answered once, by whom it was the turn."""
    async with house_of(folder, run=False) as house:
        ids = [row[0] for row in await house.storage._read("SELECT id FROM tables")]
        logs = {id: await house.storage.entries(id, most=10 ** 6) for id in ids}
        for table, number, kind, position, user, seat, data in acknowledged:
            entry = logs[table][number]
            assert [entry.number, entry.kind, entry.position, entry.user, entry.seat, entry.data] == [
                number, kind, position, user, seat, data], f"table {table} has lost entry {number}"
        for id in ids:
            check_log(Table(house.room, await house.storage.load(id)), logs[id])
        return ids


def check_log(table, log):
    assert [entry.number for entry in log] == list(range(len(log)))
    answered = [entry.position for entry in log if entry.kind in (ACTION, UNDO)]
    assert len(answered) == len(set(answered)), "something happened twice"
    if table.state is None:
        return
    state = table.game.blank(table.about.seats, table.game.read_options(table.about.options), table.secret.key)
    table.game.setup(state, table.box)
    line = [(next(e.number for e in log if e.kind == "deal"), state)]
    for entry in log:
        if entry.kind == ACTION:
            assert line[-1][1].player == entry.seat and entry.data["action"] in table.game.legal_list(line[-1][1], table.box)
            state = table.game.state.copy(line[-1][1])
            table.game.play(state, table.box, entry.data["action"])
            line.append((entry.number, state))
        elif entry.kind == UNDO:
            del line[-len(entry.data["undone"]):]
    assert line[-1][1] == table.state, f"the log of table {table.id} does not lead to its state"


def torture(kills, folder, say=lambda text: None):
    """Kill it so many times; then let everything come to its end. How many entries were acknowledged."""
    choices, acknowledged = random.Random(), []
    for kill in range(kills):
        acknowledged += killed_once(folder, choices)
        ids = asyncio.run(check(folder, acknowledged))
        say(f"kill {kill + 1}: {len(acknowledged)} acknowledged entries are there, {len(ids)} tables replay")
    last = child(folder, "finish")
    try:
        assert last.wait(120) == 0
    except subprocess.TimeoutExpired:
        raise AssertionError("a table is stuck") from None
    finally:
        last.kill()
        last.stdout.close()
    asyncio.run(check(folder, acknowledged))
    return len(acknowledged)


if __name__ == "__main__":
    if sys.argv[1:2] == ["child"]:
        asyncio.run(serve(Path(sys.argv[2]), "finish" in sys.argv))
    else:
        with tempfile.TemporaryDirectory() as place:
            times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
            say_how_long(f"{times} kills", times * KILL_SECONDS)
            entries = torture(times, Path(place), say=lambda text: print(text, flush=True))
        print(f"{entries} acknowledged entries, none lost, nothing twice, no table stuck.")
