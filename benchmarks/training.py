"""What a network learns in ten minutes of two cores: examples/training/ppo.py, both games one after the other.

    python -m benchmarks.training [--cpu-seconds S] [--only GAME]

A game that has learned for the usual time is kept in benchmarks/training.json, from where docs/researchers.md gets its figures.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from .__main__ import conditions
from .forecast import say_how_long
from .peers import Missing, python_of

ROOT = Path(__file__).parents[1]
KEPT = Path(__file__).parent / "training.json"
EXAMPLE = ROOT / "examples" / "training" / "ppo.py"
CPU_SECONDS = 600.0                         # of each game: two games, ten minutes of two cores
WIN_SHARES = {"marbleous": 0.08, "marbles_and_jokers": 0.5}     # against the greedy bot, at least


def learn(game: str, cpu_seconds: float) -> dict[str, float]:
    """Let the example learn a game; its progress goes to the screen, and what it found is returned."""
    command = [python_of("training"), "-u", str(EXAMPLE), game, "--cpu-seconds", str(cpu_seconds)]
    found: dict[str, float] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        for line in running.stdout or ():
            if line.startswith("{"):
                found = json.loads(line)
            else:
                print(f"  {line.rstrip()}", flush=True)
    if not found:
        raise Missing(f"{EXAMPLE.name} has ended without a result")
    return found


def check_sharing() -> None:
    """Print whether JAX takes the arrays of a batch without copying them."""
    done = subprocess.run([python_of("training"), "-m", "benchmarks.shared_arrays"], cwd=ROOT, text=True, capture_output=True)
    print(done.stdout.strip() or done.stderr.strip(), flush=True)


def verdict(game: str, win_share: float) -> str:
    wanted = WIN_SHARES[game]
    return f"won {win_share:.1%} (at least {wanted:.0%}{'' if win_share >= wanted else ': MISSED'})"


def report(game: str, cpu_seconds: float) -> None:
    load = os.getloadavg()[0]
    found = learn(game, cpu_seconds)
    if cpu_seconds == CPU_SECONDS:
        keep(game, {"measured": conditions(load), **found})
    result = verdict(game, found["win_share"])
    print(f"{game}, PPO against greedy, {found['cpu_seconds']:.0f} s of CPU: {result}", flush=True)


def keep(game: str, found: dict[str, Any]) -> None:
    """Keep the last result of a game."""
    KEPT.write_text(json.dumps({**read_kept(), game: found}, indent=1) + "\n", encoding="utf-8")


def read_kept() -> dict[str, Any]:
    """The last result of every game that has one."""
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return kept


def leave_out_if_missing(what: str, task: Callable[[], None]) -> None:
    try:
        task()
    except Missing as error:
        print(f"{what}: left out, {error}", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu-seconds", type=float, default=CPU_SECONDS)
    parser.add_argument("--only", choices=sorted(WIN_SHARES))
    chosen = parser.parse_args()
    games = [chosen.only] if chosen.only else list(WIN_SHARES)
    say_how_long("Training", len(games) * chosen.cpu_seconds / 2)
    leave_out_if_missing("JAX", check_sharing)
    for game in games:
        leave_out_if_missing(game, partial(report, game, chosen.cpu_seconds))


if __name__ == "__main__":
    main()
