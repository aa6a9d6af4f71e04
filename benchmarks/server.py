"""The table server: durable moves per second, opening a long table, memory of an idle one.

    python -m benchmarks.server [--seconds S] [--json FILE]

Everything runs in one process on one core, with SQLite on the disk of the temporary folder ($TMPDIR). A move is durable
when it is acknowledged: rules, log, snapshot and the next due work are on the disk. Moves that wait at the same time
share a commit, so many tables are faster than the disk alone; how many commits it takes is measured beside them. As in
the other benchmarks, rates are per second of CPU time too: on a busy machine that is what a core can do.
"""

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import statistics
import tempfile
import time
import tracemalloc
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.table import Table as Lines

from marbletop.games import GAMES
from marbletop.server import lobby
from marbletop.server.house import House
from marbletop.server.people import Guest
from marbletop.server.seating import sit
from marbletop.server.storage.sqlite import connect
from marbletop.server.table import Table

from .forecast import say_how_long

MOVES, OPENING, IDLE = 1500.0, 5.0, 50.0     # aims: moves per second, milliseconds, kilobytes
WRITERS = 100                               # tables that are played at the same time
LONG = 600                                  # entries
NOBODY_ELSE = Guest("benchmark", "Pat")


async def new_table(house: House, game: str) -> Table:
    """A running table of one person who plays all seats, so that everything can be taken back."""
    seats = GAMES[game].seats[0]
    table = await house.lobby.create(NOBODY_ELSE, game, seats)
    await sit(table, NOBODY_ELSE, range(seats))
    await table.deal(NOBODY_ELSE.id)
    return table


async def play_on(house: House, game: str, table: Table, until: float, choices: random.Random) -> int:
    """Play at random until that time; how many moves were acknowledged. A finished game gives way to a new table."""
    moves = 0
    while time.perf_counter() < until:
        if table.over:
            table = await new_table(house, game)
        await table.play(NOBODY_ELSE.id, choices.choice(table.game.legal_list(table.state, table.box)), table.position)
        moves += 1
    return moves


async def moves_per_second(house: House, game: str, tables: int, seconds: float) -> tuple[float, float]:
    """Per second of time, and per second of CPU time (threads included)."""
    opened = [await new_table(house, game) for _ in range(tables)]
    begun, cpu = time.perf_counter(), time.process_time()
    counts = await asyncio.gather(*(play_on(house, game, table, begun + seconds, random.Random(n))
                                    for n, table in enumerate(opened)))
    return sum(counts) / (time.perf_counter() - begun), sum(counts) / (time.process_time() - cpu)


def commits_per_second(folder: Path, seconds: float) -> float:
    """What the disk allows: one small row in each commit."""
    with closing(connect(folder / "empty.sqlite")) as connection:
        connection.execute("CREATE TABLE t (x)")
        begun = time.perf_counter()
        for n in itertools.count():
            if (spent := time.perf_counter() - begun) > seconds:
                return n / spent
            connection.execute("INSERT INTO t VALUES (1)")
    return 0.0


async def milliseconds_to_open(house: House, game: str) -> float:
    """A table of 600 entries: one that is played and taken back again and again."""
    table, choices = await new_table(house, game), random.Random(1)
    while table.now.last < LONG:
        back = table.state.step > 20
        if back:
            await table.undo(NOBODY_ELSE.id, table.position)
        else:
            legal = table.game.legal_list(table.state, table.box)
            await table.play(NOBODY_ELSE.id, choices.choice(legal), table.position)
            if table.over:
                return await milliseconds_to_open(house, game)
    id, took = table.id, []
    del table
    for _ in range(50):
        house.lobby._tables.clear()
        house.lobby._latest.clear()
        begun = time.perf_counter()
        await house.lobby.open(id)
        took.append(1000 * (time.perf_counter() - begun))
    return statistics.median(took)


async def kilobytes_idle(house: House, game: str, count: int = 300) -> float:
    """Memory of open tables at which nothing happens."""
    ids = [(await new_table(house, game)).id for _ in range(count)]
    house.lobby._tables.clear()
    house.lobby._latest.clear()
    gc.collect()
    tracemalloc.start()
    kept = [await house.lobby.open(id) for id in ids]
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept) == count
    return used / count / 1024


async def measured(game: str, seconds: float) -> dict[str, float]:
    lobby.MOST_TABLES = 10 ** 9
    with tempfile.TemporaryDirectory() as folder:
        async with House(Path(folder), run=False) as house:
            many, many_cpu = await moves_per_second(house, game, WRITERS, seconds)
            one, _ = await moves_per_second(house, game, 1, seconds)
            return {"moves_per_second": many, "moves_per_cpu_second": many_cpu, "moves_per_second_at_one_table": one,
                    "commits_per_second_of_the_disk": commits_per_second(Path(folder), seconds),
                    "milliseconds_to_open": await milliseconds_to_open(house, game),
                    "kilobytes_idle": await kilobytes_idle(house, game)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    say_how_long("The table server", len(GAMES) * (3 * chosen.seconds + 6))
    results = {name: asyncio.run(measured(name, chosen.seconds)) for name in GAMES}
    lines = Lines(title="Table server, one core, SQLite with full synchronisation", box=None, padding=(0, 2),
                  header_style="bold")
    headings = ("game", "moves per CPU second", f"moves/s, {WRITERS} tables", "moves/s, one table", "commits/s of the disk",
                f"ms to open {LONG} entries", "KB per idle table")
    for heading in headings:
        lines.add_column(heading, justify="left" if heading == "game" else "right")
    for name, row in results.items():
        lines.add_row(name, reached(row["moves_per_cpu_second"], MOVES, "{:,.0f}"), f"{row['moves_per_second']:,.0f}",
                      f"{row['moves_per_second_at_one_table']:,.0f}", f"{row['commits_per_second_of_the_disk']:,.0f}",
                      reached(row["milliseconds_to_open"], OPENING, "{:.2f}", most=True),
                      reached(row["kilobytes_idle"], IDLE, "{:.1f}", most=True))
    Console(width=150, stderr=True).print(lines)
    text = json.dumps(results, indent=1)
    print(text)
    if chosen.json:
        chosen.json.write_text(text)


def reached(figure: float, aim: float, form: str, most: bool = False) -> str:
    missed = figure > aim if most else figure < aim
    return form.format(figure) + (f" (MISSED: {aim:g})" if missed else "")


if __name__ == "__main__":
    main()
