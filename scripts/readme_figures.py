"""Write the figures of the last `make bench` (benchmarks/speed.json, moves.json and training.json) into README.md,
docs/web.md and docs/researchers.md, between markers.

    python -m scripts.readme_figures

A row that was not measured is left out, and the script says so.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from benchmarks.__main__ import AEC, KEPT, LIMIT, PGX, SIMULATION, SPIEL
from benchmarks.moves import KEPT as MOVES
from benchmarks.moves import SPECTATORS
from benchmarks.training import WIN_SHARES, read_kept
from marbletop.games import GAMES

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- figures of the last make bench, written by scripts/readme_figures.py -->", "<!-- end of the figures -->"
SHOWN, SHOWN_END = "<!-- a simulation of the last make bench -->", "<!-- end of the simulation -->"
WEB = README.parent / "docs" / "web.md"
LIVE, LIVE_END = "<!-- live moves of the last make bench -->", "<!-- end of the live moves -->"
RESEARCH = README.parent / "docs" / "researchers.md"
LEARNED, LEARNED_END = "<!-- training of the last make bench -->", "<!-- end of the training -->"
MOVE_HEADINGS = ("| | moves per CPU second | ms for a further spectator | bytes per move, both screens | ms to open the page | "
                 "ms to the other screen, p95 |", "|---|---:|---:|---:|---:|---:|")
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


def lines_of_moves(kept: dict[str, Any]) -> list[str]:
    """The table of what live moves cost, and sentences about what stands in no row of it."""
    costs, rest = kept["costs"], kept["rest"]
    titles = [game.title for game in GAMES.values() if game.title in costs]
    floor, eight = costs.get("Connect Four, no streams"), costs.get("Marbles and Jokers, eight people")
    rows = [move_row(title, costs) for title in titles]
    told = [f"A move of Connect Four without streams takes {floor['move']:.2f} ms."] if floor else []
    if eight:
        ratio = eight["move"] / costs["Marbles and Jokers"]["move"]
        told.append(f"Eight people at a table of Marbles and Jokers cost {ratio:.1f} times as much as two.")
    if rest:
        told.append(f"{rest['streams']:,} streams at rest take {rest['kilobytes']:.0f} KB of memory each and "
                    f"{100 * rest['cpu']:.1f} % of a core; a thousand of them are opened in {rest['opening']:.1f} s.")
    return [*told_by_run(kept), "", *MOVE_HEADINGS, *rows, "", *told]


def move_row(title: str, costs: dict[str, Any]) -> str:
    """A game in the table of live moves."""
    two, more = costs[title], costs.get(f"{title}, {SPECTATORS} spectators")
    spectator = f"{(more['move'] - two['move']) / SPECTATORS:.2f}" if more else ""
    delay = f"{two['delay']:.0f}" if two["delay"] else ""
    return f"| {title} | {1000 / two['move']:,.0f} | {spectator} | {two['bytes']:,.0f} | {two['page']:.1f} | {delay} |"


def write_moves() -> None:
    """Renew the table of docs/web.md, if live moves have been measured."""
    if not MOVES.exists():
        print("Live moves were not measured, so docs/web.md stays as it is.", file=sys.stderr)
        return
    kept = json.loads(MOVES.read_text(encoding="utf-8"))
    WEB.write_text(between(WEB.read_text(encoding="utf-8"), LIVE, LIVE_END, lines_of_moves(kept)), encoding="utf-8")


def lines_of_training(kept: dict[str, Any]) -> list[str]:
    """What a network has learned of each game, and of those that were not learned that they were not."""
    lines = ["| game | CPU seconds | games won against greedy, of 1,000 | at least | measured |", "|---|---:|---:|---:|---|"]
    for game, wanted in WIN_SHARES.items():
        if game in kept:
            found, run = kept[game], kept[game]["measured"]
            lines.append(f"| {GAMES[game].title} | {found['cpu_seconds']:.0f} | {found['win_share']:.1%} | {wanted:.0%} | "
                         f"{run['on']}, load {run['load']} |")
        else:
            lines.append(f"| {GAMES[game].title} | | not measured | {wanted:.0%} | |")
    return lines


def with_training(text: str) -> str:
    """A page with what was learned between its markers."""
    return between(text, LEARNED, LEARNED_END, lines_of_training(read_kept()))


if __name__ == "__main__":
    write_moves()
    RESEARCH.write_text(with_training(RESEARCH.read_text(encoding="utf-8")), encoding="utf-8")
    for label in missing_rows(read_speed()):
        print(f"{label}: not measured, so README has no row of it.", file=sys.stderr)
    README.write_text(with_figures(README.read_text(encoding="utf-8"), read_speed()), encoding="utf-8")
