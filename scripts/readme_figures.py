"""Write the figures of the last `make bench` (benchmarks/speed.json) into README.md, between markers.

    python -m scripts.readme_figures

A row that was not measured is left out, and the script says so.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from benchmarks.__main__ import AEC, KEPT, LIMIT, PGX, SIMULATION, SPIEL

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- figures of the last make bench, written by scripts/readme_figures.py -->", "<!-- end of the figures -->"
SHOWN, SHOWN_END = "<!-- a simulation of the last make bench -->", "<!-- end of the simulation -->"
OURS, INTERPRETED = "Marbletop, compiled: connect_four", "Marbletop, interpreted: connect_four"
ROWS = {LIMIT: "C, scalar bitboards", OURS: "**Marbletop**", PGX: "Pgx, CPU, batch 4096", SPIEL: "OpenSpiel, C++ rollouts",
        AEC: "PettingZoo, AEC loop"}


def read_speed() -> dict[str, Any]:
    """The last whole run of the benchmarks."""
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return kept


def lines_of(kept: dict[str, Any]) -> list[str]:
    """The table of random Connect Four, and how fast the rules are without a compiler."""
    rates = kept["rates"]
    games = {label: rates[label]["games"] for label in ROWS if label in rates}
    rows = [f"| {ROWS[label]} | {shorten(rate)} | {ratio_of(rate, games[OURS])} |" for label, rate in games.items()]
    lines = [*told_by_run(kept), "", "| one core, per second of CPU time | games/s | against us |", "|---|---:|---:|", *rows]
    if INTERPRETED in rates:
        decisions = shorten(rates[INTERPRETED]["moves"])
        lines += ["", f"Interpreted, without compiling anything, the same rules make {decisions} decisions a second."]
    return lines


def told_by_run(kept: dict[str, Any]) -> list[str]:
    """Where and when it was measured, and whether other programs disturbed it."""
    run = kept["measured"]
    told = f"Measured on {run['on']} with Python {run['python']} on {run['machine']}."
    busy = f"Other programs kept the machine busy (load {run['load']}), which slows some rows down more than others."
    return [told, busy] if run["load"] > 1 else [told]


def missing_rows(kept: dict[str, Any]) -> list[str]:
    return [label for label in (*ROWS, INTERPRETED) if label not in kept["rates"]]


def shorten(rate: float) -> str:
    """Three digits are known: 4,410,000."""
    return f"{float(f'{rate:.3g}'):,.0f}"


def ratio_of(rate: float, ours: float) -> str:
    """How often ours goes into a rate: 1.9, or 1/31."""
    if rate == ours:
        return "1"
    return f"{rate / ours:.1f}" if rate > ours else f"1/{float(f'{ours / rate:.2g}'):.0f}"


def with_figures(text: str, kept: dict[str, Any]) -> str:
    """A page with the figures and the simulation between their markers."""
    shown = ["```", f"$ marbletop {SIMULATION}", kept["simulation"], "```"]
    return between(between(text, BEGIN, END, lines_of(kept)), SHOWN, SHOWN_END, shown)


def between(text: str, begin: str, end: str, lines: list[str]) -> str:
    """A page with other lines between two markers."""
    middle = "\n".join([begin, *lines, end])
    return re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: middle, text, flags=re.S)


if __name__ == "__main__":
    for label in missing_rows(read_speed()):
        print(f"{label}: not measured, so README has no row of it.", file=sys.stderr)
    README.write_text(with_figures(README.read_text(encoding="utf-8"), read_speed()), encoding="utf-8")
