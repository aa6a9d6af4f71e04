"""What Python users import: the names are there, a type checker knows them, and importing them takes no time."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import marbletop

ROOT = Path(__file__).parents[1]
RIGHT, WRONG = (Path(__file__).parent / "public_face" / name for name in ("right_calls.py", "wrong_calls.py"))


def test_every_public_name_is_there():
    assert sorted(marbletop.__all__) == sorted(name for names in marbletop._MODULES.values() for name in names)
    assert set(marbletop.__all__) < set(dir(marbletop))
    for name in marbletop.__all__:
        assert getattr(marbletop, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Mach'"):
        marbletop.Mach  # noqa: B018


@pytest.mark.parametrize("path", [RIGHT, WRONG], ids=lambda path: path.stem)
def test_the_examples_use_every_public_name(path):
    program = path.read_text().partition(")\n")[2]
    assert not [name for name in marbletop.__all__ if not re.search(rf"\b{name}\b", program)]


def test_importing_marbletop_imports_nothing_else():
    program = "import sys, marbletop; print([name for name in sys.modules if name.startswith(('marbletop.', 'numpy'))])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
def test_the_right_calls_run():
    subprocess.run([sys.executable, RIGHT], check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})


@pytest.mark.slow
def test_a_type_checker_knows_every_public_name():
    """As a user runs it: no settings of ours, and the package is only read."""
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", "--no-error-summary",
         "--cache-dir", ROOT / ".mypy_cache" / "public_face", RIGHT, WRONG],
        capture_output=True, text=True, cwd=ROOT, env={**os.environ, "MYPYPATH": str(ROOT)}, check=False)
    found = dict(re.findall(r"(\w+_calls\.py:\d+): error: .*\[([a-z-]+)\]$", run.stdout, re.M))
    expected = {f"{WRONG.name}:{number}": line.rpartition("# error: ")[2]
                for number, line in enumerate(WRONG.read_text().splitlines(), 1) if "# error: " in line}
    assert found == expected, run.stdout + run.stderr
