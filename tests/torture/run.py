"""One fault after the other, and the table of what was tried and what was lost."""

import random
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from .books import Books
from .faults import FAULTS
from .process import PATIENCE, ServerProcess, Stuck

SEED = 14
COUNTED = ("acknowledged", "failed", "lost", "doubled")
SHARES = {"killed": 4}                      # of the faults; 1 for those that are not named


@dataclass
class Row:
    """What a kind of fault has led to."""

    tried: int = 0
    happened: Counter = field(default_factory=Counter)
    acknowledged: int = 0
    failed: int = 0                         # attempts that were told to have failed
    lost: int = 0
    doubled: int = 0
    stuck: int = 0
    slowest: float = 0.0                    # seconds until play went on


class Run:
    """A folder, the server that works on it, and the books."""

    def __init__(self, folder, seed=SEED):
        self.folder, self.choices, self.wrong_by = folder, random.Random(seed), 0.0
        self.books, self.rows = Books(folder), {}
        self.server = self.new_server().wait_until_ready()

    def new_server(self, *more):
        return ServerProcess(self.folder, self.choices.randrange(10 ** 6), self.wrong_by, *more)

    def restart(self):
        self.books.add(self.server.kill())
        self.server = self.new_server().wait_until_ready()

    def suffer(self, kind):
        """One fault: play before it, play after it, and look at the books."""
        row = self.rows.setdefault(kind, Row())
        row.tried += 1
        before = self._totals()
        try:
            self.server.wait_for_play(3)
            row.happened[FAULTS[kind](self, random.Random(self.choices.random()))] += 1
            row.slowest = max(row.slowest, self.server.wait_for_play())
        except Stuck as stuck:
            print(stuck, file=sys.stderr)
            row.stuck += 1
            self.restart()
        self.books.add(self.server.news())
        self.books.check()
        after = self._totals()
        for name in COUNTED:
            setattr(row, name, getattr(row, name) + after[name] - before[name])

    def _totals(self):
        return {name: len(getattr(self.books, name)) for name in COUNTED}

    def finish(self):
        """Let all tables come to their end, and look at everything once more; the tables that are stuck."""
        self.books.add(self.server.kill())
        running = self.books.running_tables()
        self.server = self.new_server("finish")
        with suppress(subprocess.TimeoutExpired):
            self.server.process.wait(2 * PATIENCE)
        said = self.server.kill()
        self.books.add(said)
        self.books.check(everything=True)
        return sorted(set(running) - {line.split()[1] for line in said if line.startswith("over")})


def schedule(faults, seed=SEED):
    """The kinds of faults in random order: as many of each as its share says, and one of each before the second of any."""
    choices = random.Random(seed)
    kinds = [kind for kind in FAULTS for _ in range(SHARES.get(kind, 1))]
    first = list(FAULTS)
    more = [kinds[number % len(kinds)] for number in range(max(0, faults - len(first)))]
    choices.shuffle(first)
    choices.shuffle(more)
    return [*first, *more][:faults]


def torture(kinds, folder, seed=SEED, say=lambda text: None):
    """Let a server suffer these faults, then let everything come to its end; the run, and the tables that are stuck."""
    run = Run(folder, seed)
    try:
        for number, kind in enumerate(kinds, 1):
            run.suffer(kind)
            say(f"{number}: {kind}, {len(run.books.acknowledged)} entries acknowledged")
        return run, run.finish()
    finally:
        run.server.kill()


def table_of_faults(run, stuck):
    """The table that `make torture` prints."""
    every = Row(sum(row.tried for row in run.rows.values()), Counter({"tables not finished": len(stuck)}),
                *(len(getattr(run.books, name)) for name in COUNTED), sum(row.stuck for row in run.rows.values()),
                max((row.slowest for row in run.rows.values()), default=0.0))
    headings = f"{'fault':14}{'tried':>7}{'acknowledged':>14}{'failed':>8}{'lost':>6}{'doubled':>9}{'stuck':>7}{'back in':>12}"
    return "\n".join([headings, *(line_of(kind, row) for kind, row in [*sorted(run.rows.items()), ("all", every)])])


def line_of(kind, row):
    happened = ", ".join(f"{words}: {count}" for words, count in sorted(row.happened.items()))
    return (f"{kind:14}{row.tried:7}{row.acknowledged:14,}{row.failed:8}{row.lost:6}{row.doubled:9}{row.stuck:7}"
            f"{row.slowest:10.1f} s  {happened}")


def is_well(run, stuck):
    return not (run.books.lost or run.books.doubled or stuck or any(row.stuck for row in run.rows.values()))
