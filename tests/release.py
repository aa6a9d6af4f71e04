"""The wheel, alone, in a clean environment of every Python that can be had here, outside the repository.

    python -m tests.release [PYTHON ...]            (all from 3.11 to 3.15 that are found, if none is given)

Each environment installs the wheel with what it depends on, and runs tests/release_visit.py there: import, play, simulate,
serve, open old data folders. A browser plays a game at its server, and it builds the documentation. What was run is what
pyproject.toml may claim. Then `uvx` and `pipx run` play the wheel in one line, each with nothing but itself installed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.forecast import say_how_long

from .release_visit import Server
from .web.people import play_to_the_end

ROOT = Path(__file__).parents[1]
VISIT = ROOT / "tests" / "release_visit.py"
OLD_FOLDERS = (ROOT / "tests" / "server" / "data", ROOT / "tests" / "released")
MINORS = (11, 12, 13, 14, 15)
ONE_LINE = {"uv": ("uvx", "--from"), "pipx": ("pipx", "run", "--spec")}     # package: how it runs a wheel
SECONDS = 150.0                             # for one Python: to install, to compile a game, to visit everything
DOCUMENTATION = ("docs", "deploy", "examples", "scripts", "benchmarks", "SECURITY.md", "README.md", "zensical.toml")
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


def clean_environment(folder: Path) -> dict[str, str]:
    """The environment of this process without what could lead to the repository; what is compiled is kept in a folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MARBLETOP"))}
    return {**kept, "MARBLETOP_CACHE": str(folder / "cache"), "COLUMNS": "200"}


def programs_of(folder: Path) -> Path:
    """Where a virtual environment has its programs."""
    return folder / ("Scripts" if os.name == "nt" else "bin")


def visit(python: str, wheel: Path, folder: Path) -> str:
    """Install the wheel into a new environment and use it as everybody would; what was done there."""
    subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
    programs = programs_of(folder / "venv")
    install(programs, str(wheel), folder)
    shutil.copy(VISIT, folder / "visit.py")
    visited = run(programs, "visit.py", *map(str, OLD_FOLDERS), folder=folder).strip().splitlines()[-1]
    decisions = play_in_browser(programs, folder)
    pages = build_documentation(programs, wheel, folder)
    return f"{visited}, a game in a browser ({decisions} decisions), {pages} pages of documentation: all well."


def install(programs: Path, what: str, folder: Path) -> None:
    run(programs, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", what, folder=folder)


def run(programs: Path, *arguments: str, folder: Path) -> str:
    """What the Python of an environment prints, run in a folder."""
    done = subprocess.run([programs / "python", *arguments], cwd=folder, text=True, stdout=subprocess.PIPE,
                          env=clean_environment(folder))
    if done.returncode:
        raise SystemExit(f"{programs}: {' '.join(arguments)} failed.\n{done.stdout}")
    return done.stdout


def play_in_browser(programs: Path, folder: Path) -> int:
    """Play a game of Connect Four against a bot, from the home page to the end; how many decisions there were."""
    serving = Server(folder / "tables", str(programs / "marbletop"), clean_environment(folder))
    with serving as server, sync_playwright() as playwright:
        own = shutil.which("chromium")                                  # else the one of Playwright
        page = playwright.chromium.launch(executable_path=own, args=["--no-sandbox"]).new_page(reduced_motion="reduce")
        page.goto(server.address)
        page.locator("form[action='/now/connect_four'] button").first.click()
        page.wait_for_selector("#table.running")
        page.wait_for_load_state()
        return play_to_the_end(page)


def build_documentation(programs: Path, wheel: Path, folder: Path) -> int:
    """Build the site with the installed package, from a copy of the pages; how many there are."""
    install(programs, f"{wheel}[docs]", folder)
    copy = folder / "documentation"
    for name in DOCUMENTATION:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("peers", "__pycache__"))
        else:
            shutil.copy(ROOT / name, copy)
    run(programs, "-m", "scripts.site", folder=copy)
    return len(list((copy / "site").glob("*.html")))


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
                          capture_output=True, env={**clean_environment(folder), **homes})
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
