"""What is done on a system without POSIX: `python -m tests.other_system.visits NAME`, in a folder with a name as on Windows."""

import asyncio
import importlib
import pkgutil
import random
import re
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import marbletop
from marbletop import GAMES, Batch, Limit, Match, bot, load
from marbletop.core.record import read_record
from marbletop.core.verification import verify

HERE = Path.cwd()


def import_every_module():
    names = [module.name for module in pkgutil.walk_packages(marbletop.__path__, "marbletop.") if "__main__" not in module.name]
    for name in names:
        importlib.import_module(name)
    assert len(names) > 100


def play_every_game():
    for name in GAMES:
        for seats in (GAMES[name].seats[0], GAMES[name].seats[-1]):
            choices, match = random.Random(1), Match(name, seats, seed=1)
            while not match.over:
                match.play(choices.choice(match.legal))
            assert match.outcome and match._repr_svg_()


def keep_records():
    match = Match("marbleous", seed=2)
    match.play(match.legal[0])
    match.save(HERE / "Größe ü.json")
    assert load(HERE / "Größe ü.json").position == match.position
    assert verify(read_record(HERE / "Größe ü.json"))
    box = HERE / "meine Schachtel.toml"
    box.write_bytes(GAMES["marbleous"].components().text.replace("\n", "\r\n").encode())
    Match("marbleous", components=box)


def compile_and_search():
    batch = Batch("connect_four", lanes=8)
    lists, _ = batch.legal()
    batch.step(lists[:, 0])
    match = Match("connect_four")
    assert bot("search", limit=Limit(iterations=50)).choose(match) in match.legal


def ask_a_program():
    """A bot as a program; ending it needs no process groups."""
    from marbletop.bots.program import ProgramBot
    program = ProgramBot(GAMES["connect_four"], 5, command=f'"{sys.executable}" -m marbletop bot-program greedy')
    match = Match("connect_four")
    assert program.choose(match.view(0), match.box, Limit(seconds=60)) in match.legal
    program.close()


def serve_tables():
    """A server with its data here: pages, a table with a bot, a component file that is inspected in a process of its own."""
    command = [sys.executable, "-m", "marbletop", "serve", "--no-browser", "--port", "0", "--data", str(HERE / "Tische")]
    with subprocess.Popen(command, text=True, encoding="utf-8", stdout=subprocess.PIPE) as server:
        address = re.search(r"ready: (http://\S+)/", server.stdout.readline())[1]
        try:
            visit(address)
        finally:
            server.terminate()
    assert (HERE / "Tische" / "marbletop.sqlite").exists()
    asyncio.run(inspect())


def visit(address):
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    for path in ("/", "/new?game=marbleous", "/rules/marabunta", "/records"):
        assert browser.open(address + path).status == 200
    request = urllib.request.Request(address + "/now/connect_four", b"", {"Sec-Fetch-Site": "same-origin", "Origin": address})
    page = browser.open(request)
    assert "/table/" in page.url and b"<svg" in page.read()


async def inspect():
    from marbletop.server.inspection import ProcessInspector, inspect_box
    game = GAMES["marbleous"]
    await ProcessInspector().run(inspect_box, game, 2, {}, game.components().text)


if __name__ == "__main__":
    globals()[sys.argv[1]]()
