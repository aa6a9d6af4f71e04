"""`make torture`."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.forecast import say_how_long

from .run import SEED, is_well, schedule, table_of_faults, torture

REQUESTS = 200                              # of the fuzzer for every fault
SHORT = 100                                 # faults below which only one day passes
SECONDS_PER_FAULT = 5.0                     # with its share of the week and of the requests


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.torture")
    parser.add_argument("faults", nargs="?", type=int, default=500)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args()
    say_how_long("Torture", SECONDS_PER_FAULT * given.faults)
    well = suffer(given.faults, given.seed)
    well &= call("tests.torture.many", str(max(5, given.faults * 3 // 5)))
    well &= call("tests.torture.week", "7" if given.faults >= SHORT else "1")
    well &= call("tests.web.fuzz", str(REQUESTS * given.faults))
    if given.faults >= SHORT:
        well &= call("tests.web.pressing")
    sys.exit(not well)


def suffer(faults, seed):
    with tempfile.TemporaryDirectory() as place:
        run, stuck = torture(schedule(faults, seed), Path(place), seed, say=lambda text: print(text, flush=True))
    print(f"\n{table_of_faults(run, stuck)}", flush=True)
    for problem in [*run.books.lost[:20], *run.books.doubled[:20], *stuck]:
        print(problem)
    return is_well(run, stuck)


def call(module, *arguments):
    print(f"\n{module} {' '.join(arguments)}", flush=True)
    return subprocess.run([sys.executable, "-m", module, *arguments]).returncode == 0


if __name__ == "__main__":
    main()
