"""What a stranger does with an installed Marbletop; run by tests/release.py in a folder outside the repository.

    python visit.py OLD_FOLDERS ...

It uses the standard library and `marbletop` only.
"""

import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("marbletop"))
PAGES = ("/", "/new?game=marbleous", "/rules/marabunta", "/records", "/privacy", "/learn/marble_machine/1", "/puzzles",
         "/puzzles/marbleous/1", "/positions/marbles_and_jokers")
NOT_ALL_PROVED = 1                          # exit code of `verify`: nothing is wrong, but a game by seed proves no fair dealing


def import_everything() -> int:
    import marbletop
    assert "site-packages" in marbletop.__file__, f"this is not the installed package: {marbletop.__file__}"
    for name in marbletop.__all__:
        getattr(marbletop, name)
    return len(marbletop.__all__)


def play_matches() -> int:
    """A whole match of each game at random; its record is saved, loaded and verified by the command."""
    from marbletop import GAMES, Match, load
    for name in GAMES:
        choices, match = random.Random(1), Match(name, seed=1)
        while not match.over:
            match.play(choices.choice(match.legal))
        match.save("game.json")
        assert load("game.json").position == match.position
        assert "Proved:" in run("verify", "game.json", code=NOT_ALL_PROVED)
    return len(GAMES)


def run(*arguments: str, code: int = 0) -> str:
    done = subprocess.run([COMMAND, *arguments], text=True, stdout=subprocess.PIPE)
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def simulate() -> int:
    told = json.loads(run("simulate", "connect_four", "--games", "20000", "--json"))
    assert told["games"] == 20000
    return int(told["games"])


class Server:
    """`marbletop serve` on a data folder, and a browser without scripts."""

    def __init__(self, folder: Path, command: str = COMMAND, environment: dict[str, str] | None = None):
        self.process = subprocess.Popen([command, "serve", "--no-browser", "--port", "0", "--data", str(folder)], text=True,
                                        stdout=subprocess.PIPE, env=environment)
        assert self.process.stdout
        found = re.search(r"ready: (http://\S+)/", self.process.stdout.readline())
        assert found, "the server does not start"
        self.address = found[1]
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        assert self.process.wait(20) in (0, -15, 1)

    def get(self, path: str) -> str:
        with self.browser.open(self.address + path) as answer:
            return str(answer.read().decode(errors="replace"))         # icons are no text

    def post(self, path: str, **form: str) -> tuple[str, str]:
        """The address that it leads to, and the page there."""
        request = urllib.request.Request(self.address + path, urllib.parse.urlencode(form).encode(),
                                         {"Sec-Fetch-Site": "same-origin", "Origin": self.address})
        with self.browser.open(request) as answer:
            return answer.geturl(), answer.read().decode()


def serve_pages(folder: Path) -> int:
    """Every kind of page with what it links to, and a game against a bot to the first move."""
    with Server(folder) as server:
        pages = [server.get(path) for path in PAGES]
        assets = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', "".join(pages)))
        assert assets, "the pages have no styles"
        for asset in assets:
            server.get(asset)
        address, page = server.post("/now/connect_four")
        assert "/table/" in address and "<svg" in page
        return len(pages) + len(assets) + 1


def open_old_folders(kept: list[Path]) -> int:
    """Each data folder of an earlier version: its tables are there and open."""
    folders = sorted(path.parent for place in kept for path in place.glob("*/marbletop.sqlite.gz"))
    assert folders, f"no data folder of an earlier version is in {kept}"
    for old in folders:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "marbletop.sqlite").write_bytes(gzip.decompress((old / "marbletop.sqlite.gz").read_bytes()))
            count = int(re.match(r"\d+", run("backup", str(folder / "copy.sqlite"), "--data", place))[0])
            assert count == len(json.loads((old / "tables.json").read_text()))
            with Server(folder) as server:
                server.get("/")
    return len(folders)


if __name__ == "__main__":
    names, games = import_everything(), play_matches()
    simulated = simulate()
    assert run("--version").startswith("marbletop ")
    with tempfile.TemporaryDirectory() as new:
        pages = serve_pages(Path(new))
    old = open_old_folders([Path(place) for place in sys.argv[1:]])
    print(f"{names} names, {games} games, {simulated} simulated, {pages} pages and files, {old} old data folders")
