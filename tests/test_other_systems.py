"""Systems like Windows: without POSIX-only modules and functions and /dev/shm, with their paths and their default encoding.

Nobody has run Marbletop on Windows or macOS yet. This test runs it where what Windows lacks is taken away, in this process's
children and in theirs: other_system/sitecustomize.py is imported before anything else.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent
WINDOWS_FOLDER = "C:\\Users\\Jörg Müller (Ärger & Co)\\AppData\\Local"
VISITS = ("import_every_module", "play_every_game", "keep_records", "compile_and_search", "ask_a_program", "serve_tables")


@pytest.fixture
def folder(tmp_path):
    found = tmp_path / WINDOWS_FOLDER
    found.mkdir()
    return found


def run(*arguments, **more):
    """Run Python as on Windows. Text that is read or written in the system's own encoding is an error there."""
    return subprocess.run([sys.executable, *arguments], text=True, capture_output=True, encoding="utf-8", env={
        **os.environ, "PYTHONPATH": os.pathsep.join((str(HERE / "other_system"), str(ROOT))), "PYTHONIOENCODING": "utf-8",
        "PYTHONWARNDEFAULTENCODING": "1", "COLUMNS": "200"}, **more)


@pytest.mark.slow
@pytest.mark.parametrize("visit", VISITS)
def test_it_runs_without_what_windows_lacks(visit, folder):
    done = run("-m", "tests.other_system.visits", visit, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("code", "error"), [
    ("import fcntl", "Windows has no fcntl"),
    ("open('/dev/shm/marbles', 'w')", "No such file"),
    ("import os; os.getuid()", "no attribute 'getuid'"),
    ("__name__ = 'marbletop.core'; import os; open(os.devnull)", "EncodingWarning"),
])
def test_what_is_taken_away_is_away(code, error):
    assert error in run("-c", code).stderr
