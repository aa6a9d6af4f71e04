"""The wheel, alone, in a clean environment of every Python that can be had here, outside the repository.

    python -m tests.release [PYTHON ...]            (all from 3.11 to 3.14 that are found, if none is given)

Each environment installs the wheel with what it depends on, and runs tests/release_visit.py there: import, play, simulate,
serve, open old data folders. What was run is what pyproject.toml may claim. Then `uvx` and `pipx run` play the wheel in one
line, each with nothing but itself installed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.forecast import say_how_long

ROOT = Path(__file__).parents[1]
VISIT = ROOT / "tests" / "release_visit.py"
OLD_FOLDERS = ROOT / "tests" / "server" / "data"
MINORS = (11, 12, 13, 14)
ONE_LINE = {"uv": ("uvx", "--from"), "pipx": ("pipx", "run", "--spec")}     # package: how it runs a wheel
SECONDS = 120.0                             # for one Python: to install, to compile a game, to visit everything
ONE_LINE_SECONDS = 40.0                     # for uvx or pipx: to be installed, and to install the wheel


def version_of(python: str) -> str:
    """Its version, such as 3.12.1; "" if it does not run."""
    try:
        done = subprocess.run([python, "-c", "import platform, venv; print(platform.python_version())"], capture_output=True,
                              text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def pythons() -> dict[str, str]:
    """The Pythons of this machine, one for each minor version: version -> program."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = {}
    for minor in MINORS:
        named = [shutil.which(f"python3.{minor}"), *map(str, sorted(pyenv.glob(f"3.{minor}.*/bin/python")))]
        program = next((python for python in named if python and version_of(python)), None)
        if program:
            found[version_of(program)] = program
    return found


def build_wheel(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)],
                   check=True)
    return next(folder.glob("marbletop-*.whl"))


def clean_environment() -> dict[str, str]:
    """The environment of this process without what could lead to the repository."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MARBLETOP"))}


def programs_of(folder: Path) -> Path:
    """Where a virtual environment has its programs."""
    return folder / ("Scripts" if os.name == "nt" else "bin")


def visit(python: str, wheel: Path, folder: Path) -> str:
    """Install the wheel into a new environment and visit it; the last line of what the visit said."""
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    own, clean = programs_of(folder / "venv") / "python", clean_environment()
    subprocess.run([own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)], check=True, env=clean,
                   cwd=folder)
    shutil.copy(VISIT, folder / "visit.py")
    done = subprocess.run([own, "visit.py", str(OLD_FOLDERS)], cwd=folder, text=True, stdout=subprocess.PIPE,
                          env={**clean, "MARBLETOP_CACHE": str(folder / "cache"), "COLUMNS": "200"})
    if done.returncode:
        raise SystemExit(f"{python}: the visit failed.\n{done.stdout}")
    return done.stdout.strip().splitlines()[-1]


def play_in_one_line(tool: str, wheel: Path, folder: Path) -> str:
    """What `marbletop --version` says when uvx or pipx run it from the wheel; why not, if the tool cannot be had here."""
    subprocess.run([sys.executable, "-m", "venv", str(folder / tool)], check=True)
    programs = programs_of(folder / tool)
    had = subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", tool],
                         capture_output=True, text=True)
    if had.returncode:
        return f"{tool} could not be installed here, so this was not tried."
    program, *arguments = ONE_LINE[tool]
    homes = {"UV_CACHE_DIR": str(folder / "uv"), "PIPX_HOME": str(folder / "pipx-home"), "UV_PYTHON": sys.executable}
    done = subprocess.run([programs / program, *arguments, str(wheel), "marbletop", "--version"], cwd=folder, text=True,
                          capture_output=True, env={**clean_environment(), **homes})
    if done.returncode or not done.stdout.startswith("marbletop "):
        raise SystemExit(f"{program} does not run the wheel.\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def main() -> None:
    wanted = {version_of(python): python for python in sys.argv[1:]} or pythons()
    say_how_long(f"The wheel on Python {', '.join(wanted)}", len(wanted) * SECONDS + len(ONE_LINE) * ONE_LINE_SECONDS)
    for minor in MINORS:
        if not any(version.startswith(f"3.{minor}.") for version in wanted):
            print(f"Python 3.{minor}: {'not asked for' if sys.argv[1:] else 'not to be had here'}, not tested.", flush=True)
    with tempfile.TemporaryDirectory() as place:
        wheel = build_wheel(Path(place))
        print(f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
        for version, python in wanted.items():
            folder, begun = Path(place) / version, time.monotonic()
            folder.mkdir()
            print(f"Python {version}: {visit(python, wheel, folder)} ({time.monotonic() - begun:.0f} s)", flush=True)
            shutil.rmtree(folder)
        for tool, words in ONE_LINE.items():
            begun, told = time.monotonic(), play_in_one_line(tool, wheel, Path(place))
            print(f"{' '.join(words)} {wheel.name} marbletop: {told} ({time.monotonic() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
