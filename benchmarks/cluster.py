"""Ray with two node processes on this machine: how much faster two workers are than one, and what a lost node costs.

    python -m benchmarks.cluster [--seconds S] [--json FILE]

A duel by iterations and a simulation are played on one thread, by one worker, by two workers on a node each, and by two of
which one node is killed in the middle. All four must give the same bytes. Nodes listen on the loopback interface alone, and
nobody is told anything. `make ray` installs Ray and runs this.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Lines

from marbletop import GAMES, duel
from marbletop.analysis.ray_crew import STORE_BYTES, load_ray, only_on_loopback
from marbletop.analysis.simulate import simulate

from . import scale
from .forecast import say_how_long

SECONDS = 15.0                              # that one thread needs
AIM = 1.7                                   # two workers against one
GAME, BOTS = "marbles_and_jokers", ("search#400", "greedy")
SIMULATED = "marbleous"
WARM_UP = 64                                # games
Work = Callable[[int, "str | None", Callable[[Any], None] | None], Any]      # (games, ray, progress) -> result


def play_duel(games: int, ray: str | None, progress: Callable[[Any], None] | None = None) -> Any:
    return duel(GAME, *BOTS, games=games, seats=2, seed=7, ray=ray, progress=progress)


def play_simulation(games: int, ray: str | None, progress: Callable[[Any], None] | None = None) -> Any:
    return simulate(GAMES[SIMULATED], games, 2, seed=7, tally=True, ray=ray, progress=progress)


WORKS: dict[str, Work] = {f"{GAME}, {' against '.join(BOTS)}": play_duel, f"{SIMULATED}, random games": play_simulation}


def bytes_of(result: Any) -> str:
    """What came out, without how long it took."""
    return json.dumps({key: value for key, value in result.as_dict().items() if "second" not in key})


class Nodes:
    """A cluster of so many node processes with one worker each, and one without any to which this program belongs."""

    def __init__(self, workers: int):
        self.ray = load_ray()
        from ray.cluster_utils import Cluster
        with only_on_loopback():
            self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False,
                                                                         "object_store_memory": STORE_BYTES})
            self.nodes = [self.cluster.add_node(num_cpus=1, object_store_memory=STORE_BYTES) for _ in range(workers)]
            self.address = str(self.cluster.address)
            self.ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")

    def kill_one(self) -> None:
        """A node dies with its worker and all that they had."""
        self.cluster.remove_node(self.nodes.pop(), allow_graceful=False)

    def warm_up(self, work: Work) -> None:
        """Let the worker of every node start, and load what is compiled. If they only played some games together, the first
        to be ready would play them all."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy
        play = self.ray.remote(lambda: bytes_of(work(WARM_UP, None, None)))
        places = [NodeAffinitySchedulingStrategy(node.node_id, soft=False) for node in self.nodes]
        self.ray.get([play.options(num_cpus=1, scheduling_strategy=place).remote() for place in places])
        work(WARM_UP, self.address, None)

    def close(self) -> None:
        self.ray.shutdown()
        self.cluster.shutdown()


@contextmanager
def nodes(workers: int) -> Iterator[Nodes]:
    made = Nodes(workers)
    try:
        yield made
    finally:
        made.close()


def size_for(work: Work, seconds: float) -> int:
    """Games that one thread plays in so many seconds, more or less."""
    work(2, None, None)
    games = 2
    while True:
        begun = time.perf_counter()
        work(games, None, None)
        spent = time.perf_counter() - begun
        if spent > seconds / 8:
            return max(16, int(games * seconds / spent) // 2 * 2)
        games *= 4


def timed(work: Work, games: int, ray: str, progress: Callable[[Any], None] | None = None) -> tuple[float, str]:
    begun = time.perf_counter()
    told = bytes_of(work(games, ray, progress))
    return time.perf_counter() - begun, told


def measure(name: str, work: Work, seconds: float) -> dict[str, Any]:
    """One row: seconds with one worker and with two, and whether everybody said the same."""
    games = size_for(work, seconds)
    begun = time.perf_counter()
    expected = bytes_of(work(games, None, None))
    alone, spent, same = time.perf_counter() - begun, {}, {}
    for workers in (1, 2):
        with nodes(workers) as cluster:
            cluster.warm_up(work)
            spent[workers], told = timed(work, games, cluster.address)
            same[workers] = told == expected
    killed: list[int] = []
    with nodes(2) as cluster:
        cluster.warm_up(work)

        def kill_in_the_middle(so_far: Any) -> None:
            if not killed and so_far.games >= games // 3:
                killed.append(so_far.games)
                cluster.kill_one()

        spent_with_loss, told = timed(work, games, cluster.address, kill_in_the_middle)
        same[0] = told == expected and bool(killed)
    return {"work": name, "games": games, "thread": alone, "one": spent[1], "two": spent[2], "ratio": spent[1] / spent[2],
            "killed_after": killed, "with_loss": spent_with_loss, "same": same[1] and same[2], "same_with_loss": same[0]}


def show(rows: list[dict[str, Any]]) -> None:
    table = Lines(box=None, padding=(0, 2), header_style="bold")
    for heading in ("work", "games", "one thread", "one worker", "two workers", "ratio", "one of two killed", "same bytes"):
        table.add_column(heading, justify="left" if heading == "work" else "right")
    for row in rows:
        same = row["same"] and row["same_with_loss"]
        table.add_row(row["work"], f"{row['games']:,}", *(f"{row[name]:.1f} s" for name in ("thread", "one", "two")),
                      f"{row['ratio']:.2f}", f"{row['with_loss']:.1f} s", "yes" if same else "NO")
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="that one thread should need")
    parser.add_argument("--json", type=Path)
    given, load = parser.parse_args(), os.getloadavg()[0]
    say_how_long("Ray with two nodes", len(WORKS) * (4 * given.seconds + 60))
    rows = [measure(name, work, given.seconds) for name, work in WORKS.items()]
    show(rows)
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))
    elif given.seconds >= SECONDS:
        scale.keep("ray", rows, load)
    missed = [row for row in rows if not (row["same"] and row["same_with_loss"]) or row["ratio"] < AIM]
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
