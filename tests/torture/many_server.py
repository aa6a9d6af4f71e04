"""One of several servers that suffer together: all play the same tables, and each says what was acknowledged to it.

    python -m tests.torture.many_server FOLDER SEED CLOCK [deaf] [finish]

The database is $MARBLETOP_DATABASE. It says the same as tests.torture.server, and `old TABLE` if a table was shown older than
the database said before. With `deaf` its notices are lost.
"""

import asyncio
import os
import random
import sys
import threading
from pathlib import Path

from marbletop.core.errors import MarbletopError
from marbletop.server import lobby
from marbletop.server.house import House
from marbletop.server.refusal import Refused
from marbletop.server.steady_clock import SteadyClock
from marbletop.server.storage.shared import SharedStorage

from .server import (
    KINDS,
    LOOK,
    SMALL_GAMES,
    TABLES,
    Bots,
    Machine,
    act,
    open_table,
    play_to_the_end,
    print_line,
    running_tables,
)

PEOPLE = 5                                  # that act at the same time in each process
PAUSE = 0.05                                # seconds between two actions of one of them
LEASE = 2.0                                 # seconds: long beside the time that a busy process takes to come round


class ThreadBots(Bots):
    """Bots that think for some milliseconds in threads: processes enough are here."""

    def submit(self, job):
        return self.submit_to_thread(job)


async def say_nothing(storage, text):
    """In place of a notice."""


async def open_fresh(house, id):
    """A table as it is shown; it must not be older than what the database said before."""
    (stamp,), = await house.storage._read("SELECT stamp FROM tables WHERE id = ?", id)
    table = await house.lobby.open(id)
    if table.stamp < stamp:
        print_line(f"old {id}")
    return table


async def play_anywhere(house, choices):
    """Act at one table after the other, whoever has opened it."""
    while True:
        try:
            ids = await running_tables(house.storage)
            if len(ids) < TABLES:
                await open_table(house, choices.choice(KINDS))
            elif not (table := await open_fresh(house, choices.choice(ids))).over:      # somebody may have ended it meanwhile
                await act(table, choices)
        except Refused:
            pass
        except MarbletopError:
            print_line("failed")
        await asyncio.sleep(choices.random() * PAUSE)


async def serve(folder, seed, wrong_by, deaf, finish):
    machine, choices = Machine(wrong_by), random.Random(seed)
    lobby.MOST_TABLES = lobby.MOST_KEPT = 10 ** 6
    if deaf:
        SharedStorage.notify = say_nothing
    async with House(folder, games=SMALL_GAMES, bots=ThreadBots(), lease=LEASE, look=LOOK, now=SteadyClock(machine.wall),
                     database=os.environ["MARBLETOP_DATABASE"]) as house:
        threading.Thread(target=machine.listen, daemon=True).start()
        print_line("ready")
        if finish:
            tables = [await house.lobby.open(id) for id in await running_tables(house.storage)]
            await asyncio.gather(*(play_to_the_end(table, random.Random(choices.random())) for table in tables))
            return
        await asyncio.gather(*(play_anywhere(house, random.Random(choices.random())) for _ in range(PEOPLE)))


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), "deaf" in sys.argv, "finish" in sys.argv))
