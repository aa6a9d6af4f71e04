"""The name and the credit of a game stand in its `Game(...)` alone: changed there, the old ones are read nowhere."""

import html
from dataclasses import replace
from importlib import import_module

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from marbletop.cli import app
from marbletop.core.match import Match
from marbletop.drawing.outline import outline_text
from marbletop.drawing.plain import scene_of
from marbletop.drawing.terminal import scene_text
from marbletop.games import GAMES
from marbletop.learn.puzzle import puzzles_of
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from marbletop.words import say, use_language

NEW, CREDIT = "Grandmother's Game", "Grandmother thought of it."
NAMES = list(GAMES)
PAGES = ("/rules/{}", "/rules/{}/components.toml", "/new?game={}", "/learn/{}", "/learn/{}/1", "/positions/{}")
SHELVES = [f"/puzzles/{name}{page}" for name in NAMES if puzzles_of(GAMES[name]) for page in ("", "/1", "/1/answer")]


@pytest.fixture
def old_names(monkeypatch):
    """All games get another name and another credit; what they were called in any language, and credited with."""
    found = set()
    for name in NAMES:
        game = GAMES[name]
        for code in ("en", "de"):
            with use_language(code):
                found |= {say(game.title), say(game.credit)}
        monkeypatch.setattr(import_module(f"marbletop.games.{name}"), "GAME", replace(game, title=NEW, credit=CREDIT))
    return found


def check(text, old_names, where):
    assert not [name for name in old_names if name in text], where


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "de"])
def test_pages_have_the_new_name(tmp_path, old_names, code):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES), run=False)) as client:
        client.headers["Accept-Language"] = code
        for path in ["/", "/learn", "/puzzles", "/privacy", *SHELVES, *(page.format(name) for name in NAMES for page in PAGES)]:
            answer = client.get(path)
            assert answer.status_code == 200, path
            check(html.unescape(answer.text), old_names, path)
            assert path.endswith(".toml") or path == "/privacy" or NEW in html.unescape(answer.text), path
        assert CREDIT in client.get(f"/rules/{NAMES[0]}").text


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("name", NAMES)
def test_tables_have_the_new_name(tmp_path, old_names, name):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES), run=False)) as client:
        path = client.post(f"/now/{name}").url.path
        for page in (path, f"{path}/part", f"{path}/how", "/"):
            text = html.unescape(client.get(page).text)
            check(text, old_names, page)
            assert NEW in text, page


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("name", NAMES)
def test_pictures_and_terminals_have_the_new_name(old_names, name):
    match = Match(GAMES[name], seed=1)
    scene = scene_of(match.game, match.view(match.player), match.box)
    for text in (html.unescape(match._repr_svg_()), outline_text(scene), scene_text(scene), match.game.rules_page):
        check(text, old_names, name)
        assert NEW in text
    typed = "\n".join(["rules", "moves", "why zz", "quit"])
    for command in (["games"], ["games", name], ["play", name]):
        told = CliRunner().invoke(app, command, input=typed, env={"COLUMNS": "300"}).output
        check(told, old_names, command)
        assert NEW in told
