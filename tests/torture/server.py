"""The server that suffers: it plays many tables with people, bots and clocks, and says what was acknowledged.

    python -m tests.torture.server FOLDER SEED CLOCK [finish]

It says `ready`, then one line of JSON for each acknowledged entry, and `failed` if the disk has let it down. CLOCK is by how
many seconds the system's clock is wrong. Lines on its standard input change its disk or its clock, or ask for its workers; each
is answered by `done`. With `finish` it opens no new tables, says `over TABLE` for each that comes to its end, and ends with the
last one.
"""

import asyncio
import json
import multiprocessing
import os
import random
import sqlite3
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from marbletop.core.errors import MarbletopError
from marbletop.games import GAMES
from marbletop.server import lobby
from marbletop.server.bots import ProcessBots
from marbletop.server.clock import Clock
from marbletop.server.house import House
from marbletop.server.refusal import Refused
from marbletop.server.seating import come_back, leave
from marbletop.server.steady_clock import SteadyClock
from tests.server.helpers import ANN, BEN, SMALL_GAMES, QuickBots, table_of

from .disk import Disk

TABLES = 12
KINDS = [("connect_four", (ANN, "beginner"), None), ("toy", (ANN, "strong", BEN, "beginner"), None),
         ("stepping", (ANN, "beginner", "beginner"), None), ("connect_four", (ANN, BEN), Clock("move", 1))]
LEASE, LOOK = 0.4, 0.1
REFUSED = 3                                 # the exit code of a second server


class Bots(QuickBots):
    """Bots of real games think in a process of their own, the others for some milliseconds in a thread, so that faults meet
    them at it."""

    def __init__(self):
        super().__init__(seed=None)
        self.threads, self.processes = ThreadPoolExecutor(4), ProcessBots()

    def submit(self, job):
        if job.game in GAMES:
            return self.processes.submit(job)
        return self.submit_to_thread(job)

    def submit_to_thread(self, job):
        future: Future = Future()
        self.threads.submit(self.think, job, future)
        return future

    def think(self, job, future):
        time.sleep(random.random() * 0.03)
        if future.set_running_or_notify_cancel():
            self.answer(job, future)

    def close(self):
        self.processes.close()


class Machine:
    """The disk and the clock, which obey lines on the standard input."""

    def __init__(self, wrong_by):
        self.disk, self.wrong_by = Disk(), wrong_by
        self.disk.install()

    def wall(self):
        return time.time() + self.wrong_by

    def listen(self):
        for line in sys.stdin:
            self.obey(*line.split())
            print_line("done")

    def obey(self, command, value=""):
        if command == "mend":
            self.disk.mend()
        elif command == "slow":
            self.disk.delay = float(value)
        elif command == "full":
            self.disk.full = True
        elif command == "break":
            self.disk.broken = True
        elif command == "confuse":
            self.disk.unclear = True
        elif command == "clock":
            self.wrong_by += float(value)
        elif command == "workers":
            print_line("workers " + " ".join(str(process.pid) for process in multiprocessing.active_children()))


def print_line(words):
    """One write, so that a kill leaves whole lines."""
    os.write(1, f"{words}\n".encode())


def acknowledge(table, entry):
    print_line(json.dumps([table, entry.number, entry.kind, entry.position, entry.user, entry.seat, entry.data]))


async def act(table, choices):
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


async def open_table(house, kind):
    game, holders, clock = kind
    table = await table_of(house, game, holders, clock=clock)
    acknowledge(table.id, (await house.storage.entries(table.id))[-1])
    return table


async def play_forever(house, table, kind, choices):
    """One table after the other; what is refused, or could not be saved, was not acknowledged."""
    while True:
        try:
            if table is None or table.over:
                table = await open_table(house, kind)
            await act(table, choices)
        except Refused:
            pass
        except (MarbletopError, sqlite3.Error):
            print_line("failed")
            await asyncio.sleep(0.02)
        await asyncio.sleep(choices.random() * 0.01)


async def play_to_the_end(table, choices):
    while not table.over:
        try:
            await act(table, choices)
            if not table.seats_of(ANN.id) + table.seats_of(BEN.id):
                await come_back(table, choices.choice((ANN, BEN)))
        except MarbletopError:
            pass
        await asyncio.sleep(choices.random() * 0.01)
    print_line(f"over {table.id}")


async def serve(folder, seed, wrong_by, finish):
    machine, choices = Machine(wrong_by), random.Random(seed)
    lobby.MOST_TABLES = lobby.MOST_KEPT = 10 ** 6         # one host opens all of them; some stay half opened by a kill
    async with House(folder, games=SMALL_GAMES, bots=Bots(), lease=LEASE, look=LOOK, now=SteadyClock(machine.wall),
                     alone=True) as house:
        threading.Thread(target=machine.listen, daemon=True).start()
        tables = [await house.lobby.open(id) for id in await running_tables(house.storage)]
        print_line("ready")
        if finish:
            await asyncio.gather(*(play_to_the_end(table, random.Random(choices.random())) for table in tables))
            return
        wanted = [*tables, *[None] * (TABLES - len(tables))]
        await asyncio.gather(*(play_forever(house, table, KINDS[n % len(KINDS)], random.Random(choices.random()))
                               for n, table in enumerate(wanted)))


async def running_tables(storage):
    return [row[0] for row in await storage._read("SELECT id FROM tables WHERE stage = 'running' ORDER BY created")]


if __name__ == "__main__":
    try:
        asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), "finish" in sys.argv))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(REFUSED)
