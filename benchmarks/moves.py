"""What a live move costs the server: CPU time by game, for a further spectator, for eight people, and without any stream;
how long it takes to the other screen; and what streams cost at which nothing happens.

    python -m benchmarks.moves [--tables N] [--only NAME] [--rest TABLES] [--json FILE]

A whole run is kept in benchmarks/moves.json, from which scripts/readme_figures.py writes the table of docs/web.md.

One `marbletop serve` with its storage on the disk; at every table people play at random, each with a browser's stream
open, and a move ends when every screen has it. Time is the server's CPU time, which the kernel counts, so that a busy machine
does not matter much; but the milliseconds to the other screen, at 100 moves a second, are those of a clock. `--rest` opens that
many tables with two streams each, at which two moves are made and then nothing happens.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table as Lines

from marbletop.games import GAMES

from .__main__ import conditions
from .forecast import say_how_long
from .load import AT_ONCE, Live, cpu_of, fast, many_files, open_streams, paced, prepared, serving

KEPT = Path(__file__).with_name("moves.json")
MOST = {"connect_four": 1 / 600, "marabunta": 1 / 300, "marbles_and_jokers": 1 / 300, "marbleous": 1 / 250,
        "marble_machine": 1 / 250}          # CPU seconds that a move with two screens may take
MOST_BYTES, MOST_PER_SPECTATOR, MOST_PER_PAGE, MOST_FOR_EIGHT = 8192, 0.3, 6.0, 3.0
MOST_DELAY = 30.0                           # milliseconds to the other screen, of 95 in 100 moves
MOST_KILOBYTES, MOST_CPU, MOST_SECONDS = 60.0, 0.02, 5.0    # of a stream at rest, of all of them, to open a thousand
SPECTATORS = 8
MANY = 1000                                 # streams that are opened at once
QUIET = 110.0                               # seconds of rest that are measured: everything that ticks comes by
RATE, SECONDS = 100.0, 10.0                 # moves a second, when delays are measured
FEWEST = 4                                  # tables: a quarter of them is played before anything is measured
START, PER_TABLE, PER_RESTING = 6.0, 0.4, 0.04          # seconds: of a server, of a table that plays, of one at rest


@dataclass
class Cost:
    """Of one kind of table: CPU milliseconds of a move and of opening its page, bytes of a move to all its screens, and the
    milliseconds that 95 in 100 moves take to the other screen."""

    move: float
    page: float
    bytes: float
    delay: float | None = None


@dataclass
class Rest:
    """Tables at which nothing happens."""

    streams: int
    kilobytes: float                        # of memory for each stream
    cpu: float                              # share of a core
    opening: float                          # seconds to open a thousand streams at once, with their pages
    again: float                            # the same for browsers that have the present page


def measure(game: str, tables: int, seats: int = 2, spectators: int = 0, streams: bool = True, timed: bool = False) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        lives = asyncio.run(prepared(Path(folder), game, tables, seats, spectators))
        with serving(Path(folder)) as (port, pid):
            for live in lives:
                live.port = port
            return asyncio.run(cost_of(lives, pid, streams, timed))


async def cost_of(lives: Sequence[Live], pid: int, streams: bool, timed: bool) -> Cost:
    if streams:
        await open_streams(lives)
    await fast(lives[:len(lives) // 4], time.perf_counter() + 60)       # what a server has drawn once is not counted
    rest = lives[len(lives) // 4:]
    delay = await delay_of(rest) if timed else None
    begun = cpu_of(pid)
    moves = await fast(rest, time.perf_counter() + 600)
    move = 1000 * (cpu_of(pid) - begun) / moves
    if any(live.failed for live in lives):
        raise AssertionError("moves were refused")
    sizes = [size for live in rest for size in live.sizes]
    await cost_of_pages(lives[:1], pid)                     # the first page of all reads the style sheets of every game
    return Cost(move, await cost_of_pages(rest, pid), statistics.median(sizes), delay)


async def delay_of(lives: Sequence[Live]) -> float:
    """Milliseconds to the other screen. It takes half of the moves at most: the others are needed for their cost."""
    moves = sum(len(live.script) - live.moves for live in lives)
    delays, _ = await paced(lives, RATE, min(SECONDS, moves / 2 / RATE), lambda: 0.0)
    return statistics.quantiles(delays, n=20)[-1]


async def cost_of_pages(lives: Sequence[Live], pid: int) -> float:
    """Every player opens the page of the table, which has not been drawn for anybody else meanwhile."""
    begun, pages = cpu_of(pid), 0
    for live in lives:
        for seat in range(2):
            asking = await live.connection(seat)
            assert await asking.ask(live.head("GET", "", seat).replace(b"/ HTTP", b" HTTP") + b"\r\n") == 200
            pages += 1
    return 1000 * (cpu_of(pid) - begun) / pages


def rest(tables: int) -> Rest:
    """Two streams at each of many tables of Connect Four, while nothing happens."""
    with tempfile.TemporaryDirectory() as folder:
        lives = asyncio.run(prepared(Path(folder), "connect_four", tables))
        with serving(Path(folder)) as (port, pid):
            for live in lives:
                live.port = port
            return asyncio.run(rest_of(lives, pid))


async def rest_of(lives: Sequence[Live], pid: int) -> Rest:
    await open_streams(lives[:AT_ONCE])                     # what the server needs anyway
    memory = memory_of(pid)
    await open_streams(lives[AT_ONCE:-MANY // 2])
    begun = time.perf_counter()
    await asyncio.gather(*(live.open() for live in lives[-MANY // 2:]))
    opening, begun = time.perf_counter() - begun, time.perf_counter()
    await asyncio.gather(*(live.open_again() for live in lives[-MANY // 2:]))
    again = time.perf_counter() - begun
    for _ in range(2):
        for start in range(0, len(lives), AT_ONCE):
            await asyncio.gather(*(live.play() for live in lives[start:start + AT_ONCE]))
    await asyncio.sleep(5)
    streams = 2 * (len(lives) - AT_ONCE)
    cpu, begun = cpu_of(pid), time.perf_counter()
    await asyncio.sleep(QUIET)
    busy = (cpu_of(pid) - cpu) / (time.perf_counter() - begun)
    return Rest(streams, (memory_of(pid) - memory) / streams, busy, opening, again)


def memory_of(pid: int) -> float:
    """Kilobytes of memory that a process has."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return float(next(line for line in lines if line.startswith("VmRSS:")).split()[1])


def seconds_for(rows: int, tables: int, resting: int) -> float:
    """How long all of it takes: rows of tables that play, and tables that rest."""
    return rows * (START + PER_TABLE * tables) + (START + PER_RESTING * resting + QUIET if resting else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60, help=f"tables of each game, at least {FEWEST}")
    parser.add_argument("--only", default="", help="only rows whose label contains this text")
    parser.add_argument("--rest", type=int, default=5000)
    parser.add_argument("--json", type=Path)
    chosen, load = parser.parse_args(), os.getloadavg()[0]
    if chosen.tables < FEWEST:
        parser.error(f"--tables must be {FEWEST} at least: some of them only warm the server up.")
    many_files()
    rows: dict[str, Callable[[], Cost]] = {}
    for game in GAMES:
        title = GAMES[game].title
        rows[title] = lambda game=game: measure(game, chosen.tables, timed=True)
        rows[f"{title}, no streams"] = lambda game=game: measure(game, chosen.tables, streams=False)
        rows[f"{title}, {SPECTATORS} spectators"] = lambda game=game: measure(game, chosen.tables // 2, spectators=SPECTATORS)
        if 8 in GAMES[game].seats:
            rows[f"{title}, eight people"] = lambda game=game: measure(game, chosen.tables // 2, 8)
    rows = {label: cost for label, cost in rows.items() if chosen.only in label}
    resting_tables = 0 if chosen.only else chosen.rest
    say_how_long("Live moves", seconds_for(len(rows), chosen.tables, resting_tables))
    found = {label: cost() for label, cost in rows.items()}
    resting = rest(resting_tables) if resting_tables else None
    show(found, resting)
    if target := chosen.json or (None if chosen.only else KEPT):
        kept = {"measured": conditions(load), "costs": {label: asdict(cost) for label, cost in found.items()},
                "rest": asdict(resting) if resting else None}
        target.write_text(json.dumps(kept, indent=1) + "\n")


def show(found: dict[str, Cost], resting: Rest | None) -> None:
    lines = Lines(title="A live move, CPU time of the server", box=None, padding=(0, 2), header_style="bold")
    for heading in ("", "moves per CPU second", "ms per move", "bytes per move", "ms to open the page",
                    "ms to the other screen, p95", ""):
        lines.add_column(heading, justify="right" if heading else "left")
    for label, cost in found.items():
        game = next((name for name in GAMES if GAMES[name].title == label), "")
        two = found.get(label.partition(",")[0])
        remark = ""
        if two and label.endswith("spectators"):
            more = (cost.move - two.move) / SPECTATORS
            remark = f"{more:.2f} ms for each{missed(more, MOST_PER_SPECTATOR)}"
        if two and label.endswith("eight people"):
            remark = f"{cost.move / two.move:.1f} times two people{missed(cost.move / two.move, MOST_FOR_EIGHT)}"
        lines.add_row(label, f"{1000 / cost.move:,.0f}{missed(cost.move / 1000, MOST[game], 1 / MOST[game]) if game else ''}",
                      f"{cost.move:.2f}", f"{cost.bytes:,.0f}{missed(cost.bytes, MOST_BYTES) if game else ''}",
                      f"{cost.page:.1f}{missed(cost.page, MOST_PER_PAGE) if game else ''}",
                      f"{cost.delay:.1f}{missed(cost.delay, MOST_DELAY)}" if cost.delay else "", remark)
    Console(width=180).print(lines)
    if resting:
        print(f"At rest: {resting.streams:,} streams, {resting.kilobytes:.1f} KB each"
              f"{missed(resting.kilobytes, MOST_KILOBYTES)}, {100 * resting.cpu:.2f} % of a core"
              f"{missed(resting.cpu, MOST_CPU, 100 * MOST_CPU)}; {MANY} streams opened at once in {resting.opening:.1f} s"
              f"{missed(resting.opening, MOST_SECONDS)}, and again, with the page that is shown, in {resting.again:.1f} s")


def missed(figure: float, most: float, shown: float | None = None) -> str:
    return f" (MISSED: {most if shown is None else shown:g})" if figure > most else ""


if __name__ == "__main__":
    main()
