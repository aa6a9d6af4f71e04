"""Ours against the peers and against the limit, one after the other in one run, pinned to one core.

    python -m benchmarks [--seconds S] [--runs N] [--only TEXT ...] [--no-peers] [--json FILE]

Rates are per second of process CPU time, the median of the runs. Where another figure is named (`of`), the ratio to
it is printed, and beside it what we want to reach at least. A whole run is kept in benchmarks/speed.json, from which the
figures of README and site are written; a run of some rows only is kept where --json says.
"""

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from marbletop.analysis.speed import start_up
from marbletop.games import GAMES

from .forecast import say_how_long
from .peers import Missing, c_program, python_of

HERE = Path(__file__).parent
KEPT = HERE / "speed.json"                  # the last whole run
LIMIT = "C, scalar bitboards (the limit)"
SPIEL = "OpenSpiel, C++ rollouts: connect_four"
MAEDN = "OpenSpiel, C++ rollouts: maedn(players={})"
ONE_THREAD = "Marbletop, one thread: connect_four"
PGX, AEC = "Pgx on the CPU, batch 4096, step", "PettingZoo, AEC loop"
SIMULATION = "simulate connect_four --games 1000000 --threads 2"         # what README shows
START_SECONDS = 15.0                        # to start a row, and to compile a game three times for the table of starts


@dataclass(frozen=True)
class Row:
    """One line of the table: how to run it, and what it is compared with."""

    label: str
    command: Callable[[], list[str]]
    unit: str = "moves"                     # what is compared: "moves" (decisions) or "games"
    of: tuple[tuple[str, float], ...] = ()          # labels it is compared with, and the ratio to reach (0: none)
    at_least: float = 0.0                   # rate to reach
    cores: int = 1


def ours(what: str, game: str, seats: int) -> Callable[[], list[str]]:
    return lambda: [sys.executable, "-m", "benchmarks.ours", what, game, str(seats)]


def peer(name: str, *arguments: str) -> Callable[[], list[str]]:
    return lambda: [python_of(name), str(HERE / f"peer_{name}.py"), *arguments]


# For each game: seats, peer with so many players, ratio to reach, interpreted decisions per second to reach.
TARGETS = {
    "marbleous": ((2, 2, 1.0), 20_000),
    "marbles_and_jokers": ((2, 2, 2.0), 20_000),
    "marble_machine": ((2, 2, 0.35), 10_000),
    "marabunta": ((2, 2, 1.0), 20_000),
}
MORE_SEATS = {"marbles_and_jokers": (4, 4, 1.6)}


def rows() -> list[Row]:
    """Everything that is measured, in order."""
    found: list[Row] = [
        Row(LIMIT, lambda: [c_program("connect_four")], "games"),
        Row("Marbletop, compiled: connect_four", ours("compiled", "connect_four", 2), "games", ((LIMIT, 0.45), (SPIEL, 25))),
        Row(ONE_THREAD, ours("compiled", "connect_four", 2), "games"),
        Row("Marbletop, two threads (wall): connect_four", ours("threads2", "connect_four", 2), "games", ((ONE_THREAD, 1.8),),
            cores=2),
        Row("Marbletop, interpreted: connect_four", ours("interpreted", "connect_four", 2), at_least=200_000),
        Row(SPIEL, peer("openspiel", "rollout", "connect_four"), "games", ((LIMIT, 0),)),
        Row(PGX, peer("pgx", "connect_four", "4096", "step"), "games", ((LIMIT, 0),)),
        Row(AEC, peer("pettingzoo", "aec"), "games", ((LIMIT, 0),)),
    ]
    found += [Row(MAEDN.format(players), peer("openspiel", "rollout", f"maedn(players={players})")) for players in (2, 4)]
    for name, ((seats, players, ratio), interpreted) in TARGETS.items():
        if name in GAMES:
            for s, p, r in ((seats, players, ratio), *((MORE_SEATS[name],) if name in MORE_SEATS else ())):
                found.append(Row(f"Marbletop, compiled: {name}, {s} seats", ours("compiled", name, s),
                                 of=((MAEDN.format(p), r),)))
            found.append(Row(f"Marbletop, interpreted: {name}", ours("interpreted", name, seats), at_least=interpreted))
    return found + [beside_openspiel(row) for row in lane_rows()] + openspiel_rows() + search_rows()


LANES = (1, 64, 4096)
PGX_LANES = {lanes: PGX.replace("4096", str(lanes)) for lanes in LANES}
TIMES_PGX = {1: 0.0, 64: 0.0, 4096: 5.0}    # steps of ours for each of Pgx's, at least
LANE, WIDE, ZOO, MATCH = "Marbletop, {} lanes: {}", "Marbletop, 4,096 lanes, {}: {}", "Marbletop, PettingZoo environment: {}", \
    "Marbletop, Match: {}"
WRAPPED = ("connect_four", "marbleous")     # games in which the cost of every wrapper is measured


def lane_rows() -> list[Row]:
    """Steps of a Batch with everything that a learner gets, of our PettingZoo environments, and what each wrapper costs."""
    found = [Row(PGX_LANES[lanes], peer("pgx", "connect_four", str(lanes), "step")) for lanes in LANES[:-1]]
    for name in ("connect_four", *TARGETS):
        found += [Row(LANE.format(f"{lanes:,}", name), ours(f"lanes{lanes}", name, 2),
                      of=((PGX_LANES[lanes], TIMES_PGX[lanes]), (AEC, 0)) if name == "connect_four" else ()) for lanes in LANES]
        found.append(Row(WIDE.format("two threads (wall)", name), ours("threads2lanes4096", name, 2),
                         of=((LANE.format("4,096", name), 1.3),), cores=2))
        found.append(Row(ZOO.format(name), ours("pettingzoo", name, 2), at_least=40_000,
                         of=((LANE.format("1", name), 0), *(((AEC, 0),) if name == "connect_four" else ()))))
    for name in WRAPPED:
        found += wrapper_rows(name)
    return found


def wrapper_rows(name: str) -> list[Row]:
    """What a game costs through Match and through Gymnasium, beside the Batch that could be used instead."""
    alone, many = LANE.format("1", name), WIDE.format("opponents", name)
    return [
        Row(MATCH.format(name), ours("match", name, 2), of=((alone, 0),)),
        Row(f"Marbletop, Gymnasium environment: {name}", ours("gymnasium", name, 2), of=((MATCH.format(name), 0), (alone, 0))),
        Row(many, ours("opponents4096", name, 2)),
        Row(WIDE.format("Gymnasium's vector environment", name), ours("vector4096", name, 2), of=((many, 0),)),
    ]


VECTOR = "OpenSpiel, vector environment, {:,} lanes: connect_four"
TIMES_VECTOR = {1: 0.0, 64: 0.0, 4096: 300.0}       # steps of ours for each of theirs, at least


def openspiel_rows() -> list[Row]:
    """Steps of OpenSpiel's vector environment, and what our games of OpenSpiel cost beside Match."""
    found = [Row(VECTOR.format(lanes), peer("openspiel", f"vector{lanes}", "connect_four")) for lanes in LANES]
    return found + [Row(f"Marbletop, OpenSpiel game: {name}", ours("openspiel", name, 2), of=((MATCH.format(name), 0),))
                    for name in WRAPPED]


def beside_openspiel(row: Row) -> Row:
    """A row of our lanes, compared with as many lanes of OpenSpiel's vector environment."""
    lanes = {LANE.format(f"{lanes:,}", "connect_four"): lanes for lanes in LANES}.get(row.label)
    return replace(row, of=(*row.of, (VECTOR.format(lanes), TIMES_VECTOR[lanes]))) if lanes else row


SPIEL_MCTS = "OpenSpiel, C++ MCTS, simulations: connect_four"
ONE_SEARCH = "Marbletop, search, iterations: connect_four"
SEARCHES = {                                # seats, iterations per second to reach
    "marbles_and_jokers": (4, 200_000), "marbleous": (2, 150_000), "marabunta": (2, 150_000), "marble_machine": (2, 60_000)}


def search_rows() -> list[Row]:
    """Iterations per second of the searching bots, each as it is tuned."""
    found = [
        Row(SPIEL_MCTS, peer("openspiel", "mcts", "connect_four"), "games"),
        Row(ONE_SEARCH, ours("search", "connect_four", 2), "games", ((SPIEL_MCTS, 3),)),
        Row("Marbletop, search, two threads (wall): connect_four", ours("search2", "connect_four", 2), "games",
            ((ONE_SEARCH, 1.7),), cores=2),
    ]
    return found + [Row(f"Marbletop, search, iterations: {name}, {seats} seats", ours("search", name, seats), "games",
                        at_least=wanted) for name, (seats, wanted) in SEARCHES.items() if name in GAMES]


def measured(row: Row, seconds: float, runs: int) -> dict[str, float]:
    """Games and moves per second of a row."""
    cores = sorted(os.sched_getaffinity(0))[-row.cores:]
    done = subprocess.run([*row.command(), str(seconds), str(runs)], capture_output=True, text=True, timeout=900,
                          cwd=HERE.parent, preexec_fn=lambda: os.sched_setaffinity(0, cores),
                          env={**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": f"{HERE.parent}:{HERE}"})
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise Missing((done.stderr.strip().splitlines() or ["it printed nothing"])[-1])
    return {unit: statistics.median(line[unit] / line["cpu"] for line in lines) for unit in ("games", "moves")}


def compared(row: Row, results: dict[str, dict[str, float]]) -> list[str]:
    """The ratios of a row in words; 'missed' where it falls short."""
    said = []
    for label, wanted in row.of:
        if label in results:
            ratio = results[row.label][row.unit] / results[label][row.unit]
            shown = f"{ratio:.2f}" if ratio >= 0.1 else f"1/{1 / ratio:.0f}"
            verdict = "" if not wanted else f" (at least {wanted:g}{'' if ratio >= wanted else ': MISSED'})"
            said.append(f"{shown} of {label}{verdict}")
    if row.at_least:
        reached = results[row.label][row.unit] >= row.at_least
        said.append(f"at least {row.at_least:,.0f}{'' if reached else ': MISSED'}")
    return said


def start_rows(console: Console) -> dict[str, dict[str, float]]:
    """Seconds to import, to the first compiled game cold and cached, and to a second runner."""
    table = Table(title="Start, in seconds", box=None, padding=(0, 2), header_style="bold")
    for heading in ("game", "first game, nothing cached", "second runner", "first game, cached", "bytes of a position"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    found = {}
    for name in GAMES:
        found[name] = start_up(GAMES[name], GAMES[name].seats[-1])
        table.add_row(name, *(f"{found[name][key]:.2f}" for key in ("cold", "second_runner", "cached")),
                      str(GAMES[name].state.dtype.itemsize))
    console.print(table)
    return found


def printed_simulation() -> str:
    """What the command that README shows prints, when everything is compiled."""
    command = [sys.executable, "-m", "marbletop", *SIMULATION.split()]
    for _ in range(2):
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=HERE.parent,
                              env={**os.environ, "COLUMNS": "120", "LANGUAGE": "en"})
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def conditions(load: float) -> dict[str, str | float]:
    """When and on what it was measured; the load is that of other programs before the run."""
    return {"on": datetime.date.today().isoformat(), "machine": f"{platform.machine()}, {os.cpu_count()} cores",
            "python": platform.python_version(), "load": round(load, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT",
                        help="only rows whose label contains one of these texts, and what they are compared with")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--json", type=Path, help="where to keep the figures; the file is replaced")
    chosen, load = parser.parse_args(), os.getloadavg()[0]
    console, results = Console(width=150), {}
    table = Table(title="Random play, one core, per second of CPU time", box=None, padding=(0, 2), header_style="bold")
    for heading in ("", "games/s", "decisions/s", "compared"):
        table.add_column(heading, justify="right" if "/s" in heading else "left")
    wanted = {row.label for row in rows() if not chosen.only or any(text in row.label for text in chosen.only)}
    needed = {label for row in rows() if row.label in wanted for label, _ in row.of}
    order = [row for row in rows() if row.label in wanted | needed]
    if chosen.no_peers:
        order = [row for row in order if row.label.startswith(("Marbletop", LIMIT))]
    starts_of = 0 if chosen.only else len(GAMES)
    say_how_long("Random play and searches", len(order) * (START_SECONDS / 5 + chosen.seconds * chosen.runs)
                 + starts_of * START_SECONDS)
    for row in order:
        try:
            results[row.label] = measured(row, chosen.seconds, chosen.runs)
            print(f"{row.label}: {results[row.label][row.unit]:,.0f} {row.unit}/s", file=sys.stderr, flush=True)
        except Missing as error:
            print(f"{row.label}: left out, {error}", file=sys.stderr, flush=True)
    for row in order:
        if row.label in results:
            rate = results[row.label]
            table.add_row(row.label, f"{rate['games']:,.0f}", f"{rate['moves']:,.0f}", "; ".join(compared(row, results)))
    console.print(table)
    starts = start_rows(console) if not chosen.only else {}
    if target := chosen.json or (KEPT if not chosen.only and not chosen.no_peers else None):
        kept = {"measured": conditions(load), "rates": results, "start": starts, "simulation": printed_simulation()}
        target.write_text(json.dumps(kept, indent=1) + "\n")
        print(f"Written to {target}", file=sys.stderr)


if __name__ == "__main__":
    main()
