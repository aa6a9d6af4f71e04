"""A week of 200 tables in minutes: people come, play, leave, come back and abandon tables, bots play, clocks run out.

    python -m tests.torture.week [DAYS] [TABLES]

The clock is simulated. What the server needs (memory, descriptors, due work) must stay within bounds, and so must what a table
needs of the database.
"""

import asyncio
import gc
import os
import random
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from marbletop.server import lobby
from marbletop.server.archive import archive_tables
from marbletop.server.clock import DAYS, PER_MOVE, Clock
from marbletop.server.house import House
from marbletop.server.people import Guest
from marbletop.server.refusal import Refused
from marbletop.server.seating import leave, put_bot, sit
from tests.server.helpers import SMALL_GAMES, Clockwork, QuickBots, work

DAY, STEP = 86_400.0, 900.0                 # seconds
VISITS = 0.12                               # of a table, in one step
ABANDONED = 0.0004                          # tables that everybody forgets, in one step
KEPT_FOR = 1.0                              # days until a table that nobody visits is archived
LOADED = 100                                # tables that stay in memory; a real server has more, and fills them up more slowly

# The bounds: what the server may need more at the end than after the first day, and what a table may need.
MORE_MEMORY = 20.0                          # megabytes
MORE_FILES = 4
DUE_PER_TABLE = 2.0                         # a bot or a clock, and somebody who is away
FOLDED_LATER = 0.1                          # of all tables: those whose game was over in the last hour
BYTES_PER_TABLE, BYTES = 12_000, 2 ** 23    # of the largest number of tables; and what SQLite needs besides


@dataclass
class Day:
    """What was measured at the end of a day."""

    day: int
    playing: int                            # tables that are not over
    tables: int                             # all tables of the database
    moves: int
    memory: float                           # megabytes
    files: int                              # open descriptors
    database: int                           # bytes
    due: int                                # rows of work to be done

    def __str__(self):
        return (f"{self.day:4}{self.playing:9}{self.tables:8}{self.moves:9,}{self.memory:9.1f}{self.files:13}"
                f"{self.database:12,}{self.due:6}")


HEADINGS = f"{'day':>4}{'playing':>9}{'tables':>8}{'moves':>9}{'memory':>9}{'descriptors':>13}{'database':>12}{'due':>6}"


class Week:
    def __init__(self, house, clock, tables, seed=14):
        self.house, self.clock, self.choices = house, clock, random.Random(seed)
        self.people = [Guest(f"guest{number:03}", name_of(number)) for number in range(max(4, tables // 3))]
        self.wanted, self.playing = tables, []          # ids of tables that somebody still plays

    async def step(self):
        """A quarter of an hour."""
        while len(self.playing) < self.wanted:
            self.playing.append(await self.open_table())
        self.playing = [id for id in self.playing if self.choices.random() >= ABANDONED]
        visited = [id for id in self.playing if self.choices.random() < VISITS]
        over = await asyncio.gather(*(self.visit(id, random.Random(self.choices.random())) for id in visited))
        gone = {id for id, ended in zip(visited, over) if ended}
        self.playing = [id for id in self.playing if id not in gone]
        self.clock.pass_by(STEP)
        await work(self.house, most=10_000)

    async def open_table(self):
        """A table alone with bots, or of two people: without a clock, by the minute, or by the day."""
        host, other = self.choices.sample(self.people, 2)
        alone = self.choices.random() < 0.6
        clock = None if alone else self.choices.choice((None, Clock(PER_MOVE, 300), Clock(DAYS, 1)))
        game = self.choices.choice(list(SMALL_GAMES))
        table = await self.house.lobby.create(host, game, 3 if game == "stepping" else 2, listed=self.choices.random() < 0.5,
                                              clock=clock)
        await self.house.lobby.admit(table, other, table.about.join_token)
        for seat in range(table.about.seats):
            if seat < (1 if alone else 2):
                await sit(table, (host, other)[seat], [seat])
            else:
                await put_bot(table, host.id, seat, "casual")
        await table.deal(host.id)
        return table.id

    async def visit(self, id, choices):
        """Somebody comes, plays some moves, perhaps takes one back or gets up, and goes; whether the game is over."""
        table = await self.house.lobby.open(id)
        guests = [guest for guest in self.people if any(holder.belongs_to == guest.id for holder in table.holders)]
        guest = choices.choice(guests)
        async with self.house.lobby.connection(table, guest):
            for _ in range(choices.randrange(1, 6)):
                with suppress(Refused):
                    await self.act(table, guest, choices)
                await self.house.due.take()             # bots answer while somebody is there
                await self.house.due.settle()
        return table.over

    async def act(self, table, guest, choices):
        whim = choices.random()
        if whim < 0.02:
            await leave(table, guest.id)
        elif whim < 0.06:
            await table.undo(guest.id, table.position)
        elif not table.over:
            await table.play(guest.id, choices.choice(table.game.legal_list(table.state, table.box)), table.position)

    async def tidy_up(self):
        """Archive what nobody visits, as the server does once an hour."""
        await archive_tables(self.house.lobby, self.house.archive, self.house.histories, self.house.now() - KEPT_FOR * DAY)

    async def measure(self, day):
        gc.collect()
        count = self.house.storage._read
        (playing,), = await count("SELECT count(*) FROM tables WHERE stage <> 'over'")
        (tables,), = await count("SELECT count(*) FROM tables")
        (due,), = await count("SELECT count(*) FROM due")
        size = sum(path.stat().st_size for path in self.house.folder.glob("marbletop.sqlite*"))
        return Day(day, playing, tables, self.house.moves, memory_in_use(), len(os.listdir("/proc/self/fd")), size, due)


def name_of(number):
    """A name without digits."""
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:03}").capitalize()


def memory_in_use():
    """Megabytes of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2 ** 20


async def live_through(folder, days, tables, say=lambda text: None, step=STEP):
    """Let so many days pass; what was measured at the end of each."""
    clock, measured = Clockwork(), []
    lobby.KEPT_OPEN = LOADED
    bots = QuickBots()
    bots.jobs = Forgetful()
    async with House(folder, games=SMALL_GAMES, bots=bots, now=clock, run=False) as house:
        week = Week(house, clock, tables)
        say(HEADINGS)
        for day in range(1, days + 1):
            for _ in range(24):
                for _ in range(int(3600 / step)):
                    await week.step()
                await week.tidy_up()
            measured.append(await week.measure(day))
            say(str(measured[-1]))
    return measured


class Forgetful(list):
    """A list that keeps nothing: test bots remember their jobs, and that is not the server's memory."""

    def append(self, item):
        pass


def broken_bounds(measured):
    """What the server needs too much of."""
    first, last, most = measured[0], measured[-1], max(day.tables for day in measured)
    bounds = {"memory": last.memory <= first.memory + MORE_MEMORY, "descriptors": last.files <= first.files + MORE_FILES,
              "due rows": all(day.due <= DUE_PER_TABLE * day.playing + FOLDED_LATER * day.tables for day in measured),
              "database": last.database <= BYTES_PER_TABLE * most + BYTES}
    return [name for name, kept in bounds.items() if not kept]


def main():
    days, tables = (int(sys.argv[number]) if len(sys.argv) > number else usual for number, usual in ((1, 7), (2, 200)))
    with tempfile.TemporaryDirectory() as place:
        measured = asyncio.run(live_through(Path(place), days, tables, say=lambda text: print(text, flush=True)))
    broken = broken_bounds(measured)
    print(f"Out of bounds: {', '.join(broken)}." if broken else "All within bounds.")
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
