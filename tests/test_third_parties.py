"""Nobody else is ever contacted: neither by a page nor by a command."""

import gzip
import os
import re
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.main import get_command

from marbletop import Match
from marbletop.cli import app
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .web.test_pages import begin

ROOT = Path(__file__).parents[1]
SOURCES = [path for folder in ("web/templates", "web/static", "drawing") for path in (ROOT / "marbletop" / folder).rglob("*")
           if path.suffix in (".html", ".css", ".js", ".svg")]
NAMESPACES = r"https?://www\.w3\.org/\S*"               # names, not addresses
LOADS = (r'''(?:src|href|action|srcset|poster|data)="((?:https?:)?//[^"]*)|url\(["']?((?:https?:)?//[^)]*)'''
         r'''|@import ["']?(http[^"';]*)''')


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "marbletop")))
def test_no_source_names_another_server(path):
    text = re.sub(NAMESPACES, "", path.read_text(encoding="utf-8"))
    assert not re.findall(r"""["'(]((?:https?|wss?)://[^"')\s]+)""", text)
    assert not re.search(r"""["'(]//[\w-]+\.\w""", text), "an address without its scheme"


def loaded_by(text):
    return [one for found in re.findall(LOADS, text) for one in found if one and not re.match(NAMESPACES, one)]


@pytest.mark.slow
def test_pages_load_nothing_from_elsewhere(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        table = begin(client)
        pages = ["/", "/new?game=marbleous", "/records", "/privacy", "/nothing", "/learn", "/learn/connect_four/1", "/puzzles",
                 "/puzzles/marbleous/1", table,
                 *(f"/{kind}/{name}" for kind in ("rules", "learn", "positions") for name in GAMES)]
        for path in pages:
            answer = client.get(path)
            assert loaded_by(answer.text) == [], path
            policy = answer.headers["content-security-policy"]
            assert policy.startswith("default-src 'self'") and "http" not in policy and "*" not in policy


def test_what_would_be_loaded_is_found():
    assert loaded_by('<img src="https://example.org/a.png"><p>//</p>') == ["https://example.org/a.png"]
    assert loaded_by("p { background: url(//example.org/b.png) }") == ["//example.org/b.png"]
    assert loaded_by('<svg xmlns="http://www.w3.org/2000/svg"><a href="/rules">') == []


@pytest.fixture
def watched(tmp_path):
    """Arguments for a subprocess whose contacts are written down, and what was written."""
    log = tmp_path / "contacts"
    paths = os.pathsep.join((str(ROOT / "tests" / "network_watch"), str(ROOT)))
    return {"cwd": tmp_path, "text": True, "encoding": "utf-8",
            "env": {**os.environ, "PYTHONPATH": paths, "NETWORK_LOG": str(log), "COLUMNS": "200"}}, \
        lambda: log.read_text() if log.exists() else ""


COMMANDS = ["--version", "--help", "games --json", "simulate connect_four --games 20", "verify game.json", "replay game.json",
            "review game.json --deals 4", "words de", "play connect_four --people 0 --level casual --seed 1",
            "duel connect_four greedy uniform --games 2", "bot-program greedy", "prepare connect_four",
            "bench connect_four --seconds 0.1", "restore kept.sqlite --data tables", "backup copy.sqlite --data tables",
            "train marbles_and_jokers --games 100 --held-out 100 --rounds 1 --folder learned"]
SERVERS = {"serve", "workers"}              # serve has a test of its own; workers contact the database that they are given
ONE_AFTER_ANOTHER = """
import sys
from marbletop.cli import main
for command in {commands}:
    sys.argv = ["marbletop", *command.split()]
    try:
        main()
    except SystemExit as stopped:
        assert stopped.code in (None, 0, 1), (command, stopped.code)
"""


def test_every_command_is_watched():
    assert {command.split()[0] for command in COMMANDS if command[0] != "-"} == set(get_command(app).commands) - SERVERS


@pytest.mark.slow
def test_commands_contact_nobody(watched, tmp_path):
    settings, contacts = watched
    match = Match("connect_four")
    for action in "abababa":
        match.play(action)
    match.save(tmp_path / "game.json")
    (tmp_path / "kept.sqlite").write_bytes(gzip.decompress((ROOT / "tests/released/0.1.0/marbletop.sqlite.gz").read_bytes()))
    done = subprocess.run([sys.executable, "-c", ONE_AFTER_ANOTHER.format(commands=COMMANDS)], input="", capture_output=True,
                          **settings)
    assert done.returncode == 0, done.stderr
    assert contacts() == ""


@pytest.mark.slow
def test_a_server_contacts_nobody(watched):
    settings, contacts = watched
    command = [sys.executable, "-m", "marbletop", "serve", "--no-browser", "--lan", "--port", "0", "--data", "tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, **settings) as server:
        try:
            address = re.search(r"ready: (http://\S+)/", server.stdout.readline())[1]
            request = urllib.request.Request(f"{address}/now/connect_four", b"", {"Sec-Fetch-Site": "same-origin"})
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            assert b"<svg" in browser.open(request).read()
        finally:
            server.terminate()
    assert contacts() == ""


def test_a_contact_is_noticed(watched):
    settings, contacts = watched
    subprocess.run([sys.executable, "-c", "import socket; socket.create_connection(('192.0.2.1', 9), timeout=0.01)"],
                   stderr=subprocess.PIPE, **settings)
    assert "socket.connect 192.0.2.1" in contacts()
