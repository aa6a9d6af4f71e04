"""A game that comes as a package of its own has bots, a card, a table and all commands, without an edit in marbletop/."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from marbletop.bots.levels import LEVELS
from marbletop.core.kernel import cache_home

ROOT = Path(__file__).parents[1]
SOURCE = Path(__file__).parent / "foreign_game"
POINTS = '[marbletop.games]\n{points}\n'

pytestmark = pytest.mark.xdist_group("foreign_game")


@pytest.fixture(scope="module")
def installed():
    """A folder with the package. It is always the same folder, so that what was compiled before is found again."""
    folder = cache_home() / "foreign_game"
    shutil.rmtree(folder, ignore_errors=True)
    return install(folder)


def install(folder):
    """Put into a folder what an installer leaves of the package: its modules, and its metadata with the entry points."""
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text())["project"]
    shutil.copytree(SOURCE / "marbletop_last_marble", folder / "marbletop_last_marble",
                    ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"]["marbletop.games"].items()
    (about / "entry_points.txt").write_text(POINTS.format(points="\n".join(f"{name} = {place}" for name, place in points)))
    return folder


def run(installed, module, *arguments):
    """What a command prints where the package is installed."""
    path = os.pathsep.join([str(installed), str(ROOT), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, text=True, capture_output=True,
                          env={**os.environ, "PYTHONPATH": path, "COLUMNS": "120"})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_is_there_only_where_it_is_installed(installed):
    from marbletop.games import GAMES
    assert "last_marble" not in GAMES
    assert "Last Marble (last_marble), 2 seats" in run(installed, "marbletop", "games")


@pytest.mark.slow
def test_it_is_simulated(installed):
    found = json.loads(run(installed, "marbletop", "simulate", "last_marble", "--games", "500", "--json"))
    assert found["games"] == 500 and 13 / 3 < found["length"]["mean"] < 13


@pytest.mark.slow
def test_its_bots_meet_in_a_duel(installed):
    found = json.loads(run(installed, "marbletop", "duel", "last_marble", "search#200", "uniform", "--games", "40", "--json"))
    assert found["bots"][0]["win_share"] > 0.7


@pytest.mark.slow
def test_bots_of_every_level_and_people_at_a_table_play_it(installed):
    said = run(installed, "tests.foreign_game.visit")
    assert all(f"{level.name}: seat" in said for level in LEVELS) and "The table says" in said
    assert "master: seat 0 won" in said, "thirteen marbles are won by the first player"
    assert "wins in 4 moves, whatever the other player does" in said, "its own solver proves it"
