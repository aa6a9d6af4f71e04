"""Write what was measured (benchmarks/scale.json), and what follows from it, into docs/scale.md, between markers.

    python -m scripts.scale_figures

What no command has measured yet is said to be so.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.load import AIM_POSTGRES, AIM_PROCESSES, APART, POSTGRES, TOGETHER
from benchmarks.scale import read_kept
from marbletop.bots.levels import LEVELS
from marbletop.games import GAMES
from marbletop.server.neighbours import PAUSE
from marbletop.server.storage.engine import CONNECTIONS

from .readme_figures import between, told_by_run

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
MACHINES = (1, 10, 100)
CORES = 8                                   # of a machine
FOR_PAGES = CORES // 2                      # of them; the others are for the database, for bots and for everything else
THINKING = 10.0                             # seconds in which a person makes a decision
AVERAGE = 1 / 4                             # of the busiest hour, over a month
MONTH = 30 * 24 * 3600                      # seconds
ROWS = {"": "SQLite, one process", POSTGRES: "PostgreSQL, one process", TOGETHER: "PostgreSQL, two processes",
        APART: "PostgreSQL, two processes, people apart"}
COMPARED = {POSTGRES: ("", "SQLite", f"{AIM_POSTGRES:g}"), TOGETHER: (POSTGRES, "one process", f"{AIM_PROCESSES:g}"),
            APART: (POSTGRES, "one process", "")}
SECTIONS: dict[str, str] = {"load": "python -m benchmarks.load", "bytes": "python -m benchmarks.scale",
                            "faults": "python -m tests.torture.many 300", "ray": "make ray"}
TIMES = ("load", "ray", "faults")
Lines = list[str]


def load_lines(found: dict[str, Any]) -> Lines:
    """Moves per CPU second, and how they compare."""
    rows = {label: found[label.strip(", ")] for label in ROWS}
    lines = ["| | moves per second of the servers' CPU time | ratio | wanted | CPU time of the database, of the servers' | "
             "commits per move |", "|---|---:|---:|---:|---:|---:|"]
    for label, row in rows.items():
        moves, compared, database = row["moves_per_cpu_second"], " | ", "in the process | "
        if label:
            other, name, aim = COMPARED[label]
            compared = f"{moves / rows[other]['moves_per_cpu_second']:.2f} of {name} | {aim}"
            database = f"{row['database_cpu']:.2f} | {row['commits']:.1f}"
        lines.append(f"| {ROWS[label]} | {moves:,.0f} | {compared} | {database} |")
    return lines


def byte_lines(found: dict[str, Any]) -> Lines:
    """What a table takes in PostgreSQL."""
    rows = {"decisions of a random game": "decisions", "bytes of a table with all its entries, indices included": "running",
            "bytes after folding (an hour after the end)": "folded"}
    return [f"| | {' | '.join(GAMES[game].title for game in found)} |", f"|---|{'---:|' * len(found)}",
            *(f"| {words} | {' | '.join(digits(found[game][name]) for game in found)} |" for words, name in rows.items())]


def fault_lines(found: dict[str, Any]) -> Lines:
    """What became of acknowledged moves."""
    tried = ", ".join(f"{kind} {number}" for kind, number in found["tried"].items())
    waited = (f" Once processes and database ran again, all that was due was done within {found['waited']:.1f} s."
              if "waited" in found else "")             # runs before it was measured
    return [f"{sum(found['tried'].values())} faults ({tried}) befell {found['processes']} processes on one database. "
            f"Their clocks were up to {2 * found['apart'] / 60:.0f} minutes apart. Of {found['acknowledged']:,} acknowledged "
            f"entries {found['lost']} were lost and {found['doubled']} doubled; {found['stuck']} tables were stuck, and "
            f"{found['old']} shown older than the database said. Play went on within {found['back_in']:.1f} s. A bot has "
            f"answered within {found['answer']:.1f} s, whatever befell it; a lease was {found['lease']:g} s.{waited}"]


def ray_lines(found: list[dict[str, Any]]) -> Lines:
    """How much faster two workers are."""
    lines = ["| | one thread | one worker | two workers | ratio | two, of which one is killed | the same bytes |",
             "|---|---:|---:|---:|---:|---:|---|"]
    for row in found:
        same = "yes" if row["same"] and row["same_with_loss"] else "**no**"
        times = " | ".join(f"{row[name]:.0f} s" for name in ("thread", "one", "two"))
        lines.append(f"| {row['games']:,} games: {row['work']} | {times} | {row['ratio']:.2f} | {row['with_loss']:.0f} s | "
                     f"{same} |")
    return lines


class Estimate:
    """What so many machines would hold, if processes behind the proxy do what was measured."""

    def __init__(self, machines: int, kept: dict[str, Any]):
        row = kept["load"]["found"][TOGETHER.strip(", ")]
        self.machines, self.processes, self.row = machines, machines * FOR_PAGES, row
        self.moves = round_down(self.processes * row["moves_per_cpu_second"])               # per second
        self.people = self.moves * THINKING
        self.database_cores = self.processes * row["database_cpu"]
        self.commits = self.moves * row["commits"]
        self.connections = self.processes * (CONNECTIONS + 1)
        self.notices = min(self.moves, self.processes / PAUSE) * self.processes             # that arrive, per second

    def gives_way(self) -> str:
        """What is too small first."""
        left = self.machines * (CORES - FOR_PAGES) - self.database_cores
        if self.database_cores > CORES:
            return f"the database: {self.database_cores:.0f} cores are more than a machine has"
        bots = self.moves * thinking_of("strong")
        if bots > left:
            return f"bots: a strong opponent for each person needs {digits(bots)} cores, and {left:.0f} are left"
        return "cores for pages"


def thinking_of(name: str) -> float:
    """Seconds that a level may think about a decision."""
    return next(level.limit.seconds or 0.0 for level in LEVELS if level.name == name)


def estimate_lines(kept: dict[str, Any]) -> Lines:
    """What 1, 10 and 100 machines would hold."""
    estimates = [Estimate(machines, kept) for machines in MACHINES]
    one, last = estimates[0], estimates[-1]
    per_core = round_down(one.row["moves_per_cpu_second"])
    lines = [f"A person makes a decision every {THINKING:.0f} s. A core makes {per_core:,.0f} moves per second, so it holds "
             f"{per_core * THINKING:,.0f} people who play with each other. Of a machine's {CORES} cores, {FOR_PAGES} draw.",
             "",
             "| machines | people who play | moves per second | cores for pages | cores of the database | commits per second | "
             "connections | notices that arrive, per second | what gives way first |",
             "|---:|---:|---:|---:|---:|---:|---:|---:|---|"]
    lines += [f"| {one.machines} | {one.people:,.0f} | {one.moves:,.0f} | {one.processes} | {one.database_cores:.0f} | "
              f"{digits(one.commits)} | {one.connections:,} | {digits(one.notices)} | {one.gives_way()} |" for one in estimates]
    levels = ", ".join(f"{level.name} {1000 / THINKING * thinking_of(level.name):.0f}" for level in LEVELS if level.searches)
    return [*lines, "",
            "Bots think on cores of their own (`marbletop workers`). Cores for 1,000 people who each play against one bot that "
            f"takes all the time it may: {levels}. Every process hears the notices of all, and sends {1 / PAUSE:.0f} a second "
            f"at most; that is {digits(last.notices / last.processes)} a second for each of {last.processes} processes."]


def month_lines(kept: dict[str, Any]) -> Lines:
    """A month of ten machines."""
    ten, weights = Estimate(10, kept), kept["bytes"]["found"]
    moves = ten.moves * AVERAGE * MONTH
    games = {game: moves / weight["decisions"] for game, weight in weights.items()}
    stays = [f"{games[game] * weight['folded'] / 1e9:,.0f} GB if all play {GAMES[game].title} ({digits(games[game])} games)"
             for game, weight in weights.items()]
    written = [weight["running"] / weight["decisions"] * moves / 1e12 for weight in weights.values()]
    cores = ten.machines * CORES + ten.database_cores
    sent = ten.row["bytes"]
    return [f"Ten machines, {ten.people:,.0f} people at the busiest hour, {AVERAGE:.0%} of that on average: "
            f"{ten.moves * AVERAGE:,.0f} moves per second, {moves / 1e9:.1f} billion in the month.", "", "| | |", "|---|---|",
            f"| cores | {ten.machines * CORES} for pages and bots, {ten.database_cores:.0f} for the database: "
            f"{digits(cores * MONTH / 3600)} hours of a core |",
            f"| bytes that are written, and go when the logs are folded | {min(written):.1f} to {max(written):.1f} TB |",
            f"| bytes that stay until they are archived | {'; '.join(stays)} |",
            f"| bytes to browsers | {sent:,.0f} for each move to both screens: {moves * sent / 1e12:.0f} TB |"]


def digits(number: float) -> str:
    """Two digits are known: 22,000."""
    return f"{float(f'{number:.2g}'):,.0f}" if number >= 10 else f"{number:.1f}"


def round_down(number: float) -> float:
    """To one digit, and not more than there is: 180 becomes 100."""
    size = 10 ** (len(str(int(number))) - 1)
    return float(number // size * size)


MEASURED: dict[str, Callable[[Any], Lines]] = {"load": load_lines, "bytes": byte_lines, "faults": fault_lines, "ray": ray_lines}
FOLLOWS: dict[str, Callable[[dict[str, Any]], Lines]] = {"machines": estimate_lines, "month": month_lines}


def markers(part: str) -> tuple[str, str]:
    return f"<!-- {part}, written by scripts/scale_figures.py -->", f"<!-- end of {part} -->"


def measured_lines(part: str, kept: dict[str, Any], lines_of: Callable[[Any], Lines]) -> Lines:
    """What was measured, and when. A busy machine changes times only."""
    told = told_by_run(kept)
    return [*(told if part in TIMES else told[:1]), "", *lines_of(kept["found"])]


def with_figures(text: str, kept: dict[str, Any]) -> str:
    """The page with all that is known."""
    for part, lines_of in MEASURED.items():
        text = between(text, *markers(part), measured_lines(part, kept[part], lines_of) if part in kept else [
            f"Not measured yet: `{SECTIONS[part]}`."])
    for part, follows in FOLLOWS.items():
        lines = follows(kept) if "load" in kept and "bytes" in kept else ["It takes `make bench` to tell."]
        text = between(text, *markers(part), lines)
    return text


if __name__ == "__main__":
    PAGE.write_text(with_figures(PAGE.read_text(encoding="utf-8"), read_kept()), encoding="utf-8")
