"""Several servers on one PostgreSQL database, which suffer together: `python -m tests.torture.many FAULTS`.

Processes are killed, connections cut, the database stopped as in an upgrade and as in a crash, notices lost, and clocks are
minutes apart. No acknowledged entry may be lost or doubled, no table stuck, no table shown older than the database said.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmarks import scale
from benchmarks.forecast import say_how_long
from tests.server.postgres_server import PostgresServer

from .books import Books
from .many_server import LEASE
from .process import PATIENCE, ServerProcess, Stuck
from .run import COUNTED, SEED, Row, is_well, table_of_faults

PROCESSES = 3
APART = 300.0                               # seconds by which a clock may be wrong
SECONDS_PER_FAULT = 5.0
WHOLE = 300                                 # faults of a run that docs/scale.md tells of
DUE = "SELECT table_id, kind, position FROM due WHERE at <= extract(epoch FROM clock_timestamp())"
ANSWER = ("SELECT coalesce(max(b.at - a.at), 0) FROM entries a JOIN entries b USING (table_id) WHERE b.entry = a.entry + 1 AND "
          "a.kind = 'action' AND a.data NOT LIKE '%\"bot\"%' AND b.kind = 'action' AND b.data LIKE '%\"bot\"%'")
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'marbletop' AND random() < 0.6"


class ManyRun:
    """A database, the servers that work on it, and the books."""

    def __init__(self, folder, postgres, seed=SEED):
        self.folder, self.postgres, self.choices = folder, postgres, random.Random(seed)
        self.database = postgres.new_database()
        self.books, self.rows, self.old, self.longest_wait = Books(folder, self.database), {}, [], 0.0
        self.servers = []
        for _ in range(PROCESSES):
            self.servers.append(self.new_server())
        for server in self.servers:
            server.wait_until_ready()

    def new_server(self, *more):
        return ServerProcess(self.folder, self.choices.randrange(10 ** 6), self.choices.uniform(-APART, APART), *more,
                             module="tests.torture.many_server", MARBLETOP_DATABASE=self.database)

    def hear(self, lines):
        self.books.add(lines)
        self.old += [line for line in lines if line.startswith("old")]

    def replace(self, number, *more):
        """Kill a server and start another in its place."""
        self.hear(self.servers[number].kill())
        self.servers[number] = self.new_server(*more).wait_until_ready()

    def suffer(self, kind):
        row = self.rows.setdefault(kind, Row())
        row.tried += 1
        before = {name: len(getattr(self.books, name)) for name in COUNTED}
        try:
            for server in self.servers:
                server.wait_for_play(2)
            FAULTS[kind](self)
            self.longest_wait = max(self.longest_wait, self.wait_for_work())
            row.slowest = max(row.slowest, *(server.wait_for_play(3) for server in self.servers))
        except Stuck as stuck:
            print(stuck, file=sys.stderr)
            row.stuck += 1
            for number in range(PROCESSES):
                self.replace(number)
        for server in self.servers:
            self.hear(server.news())
        self.books.check()
        for name in COUNTED:
            setattr(row, name, getattr(row, name) + len(getattr(self.books, name)) - before[name])

    def wait_for_work(self):
        """Wait until all is done that is due at this moment, whoever had begun with it; the seconds that it took. What a killed
        process had begun with is free again after a lease."""
        begun, due = time.monotonic(), self.due_work()
        while due := due & self.due_work():
            if time.monotonic() > begun + PATIENCE:
                raise Stuck(f"nobody does what is due: {sorted(due)}")
            time.sleep(LEASE / 40)
        return time.monotonic() - begun

    def due_work(self):
        return set(self.postgres.do(DUE, self.database))

    def note_answers(self):
        """How many seconds have passed at most between a person's move and the bot's that followed."""
        self.longest_answer = float(self.postgres.do(ANSWER, self.database)[0][0])

    def finish(self):
        """Let all tables come to their end; those that are stuck, or were shown old."""
        self.note_answers()                                 # until now there was somebody to answer
        for server in self.servers:
            self.hear(server.kill())
        running = self.books.running_tables()
        last = self.new_server("finish")
        with suppress(subprocess.TimeoutExpired):
            last.process.wait(2 * PATIENCE)
        said = last.kill()
        self.hear(said)
        self.books.check(everything=True)
        return sorted(set(running) - {line.split()[1] for line in said if line.startswith("over")}) + self.old


def kill_process(run):
    run.replace(run.choices.randrange(PROCESSES))


def lose_notices(run):
    run.replace(run.choices.randrange(PROCESSES), "deaf")


def cut_connections(run):
    run.postgres.do(CUT)


def restart_database(run, how=signal.SIGINT):
    run.postgres.stop(how)
    run.postgres.start()


def crash_database(run):
    restart_database(run, signal.SIGQUIT)


FAULTS = {"killed": kill_process, "cut": cut_connections, "notices lost": lose_notices, "restarted": restart_database,
          "crashed": crash_database}
SHARES = {"killed": 3, "cut": 3}            # of the faults; 1 for the others


def schedule(faults, seed=SEED):
    """Each kind of fault once, then as its share says."""
    kinds, choices = [kind for kind in FAULTS for _ in range(SHARES.get(kind, 1))], random.Random(seed)
    return [*FAULTS, *(choices.choice(kinds) for _ in range(faults))][:faults]


def torture_many(kinds, folder, postgres, seed=SEED, say=lambda text: None):
    """Let servers suffer these faults; the run, and the tables that are stuck or were shown old."""
    run = ManyRun(folder, postgres, seed)
    try:
        for number, kind in enumerate(kinds, 1):
            run.suffer(kind)
            say(f"{number}: {kind}, {len(run.books.acknowledged)} entries acknowledged")
        return run, run.finish()
    finally:
        for server in run.servers:
            server.kill()


def found_by(run, wrong):
    """What docs/scale.md tells of a run."""
    return {"tried": {kind: row.tried for kind, row in run.rows.items()}, "acknowledged": len(run.books.acknowledged),
            "lost": len(run.books.lost), "doubled": len(run.books.doubled),
            "stuck": len([table for table in wrong if table not in run.old]) + sum(row.stuck for row in run.rows.values()),
            "old": len(run.old), "back_in": max(row.slowest for row in run.rows.values()), "answer": run.longest_answer,
            "waited": run.longest_wait, "lease": LEASE, "processes": PROCESSES, "apart": APART}


def main():
    faults, load = int(sys.argv[1]), os.getloadavg()[0]
    say_how_long(f"{PROCESSES} servers on one database", SECONDS_PER_FAULT * faults)
    postgres = PostgresServer()
    try:
        with tempfile.TemporaryDirectory() as folder:
            run, wrong = torture_many(schedule(faults), Path(folder), postgres, say=lambda text: print(text, flush=True))
    finally:
        postgres.remove()
    print(f"\n{table_of_faults(run, wrong)}\nBots have answered within {run.longest_answer:.1f} s. What was due after a fault "
          f"was done within {run.longest_wait:.1f} s; a lease is {LEASE:g} s.", flush=True)
    if faults >= WHOLE:
        scale.keep("faults", found_by(run, wrong), load)
    for problem in [*run.books.lost[:20], *run.books.doubled[:20], *wrong]:
        print(problem)
    sys.exit(not is_well(run, wrong))


if __name__ == "__main__":
    main()
