"""A server that cannot save says so on every page that wanted something saved, shows everything else, and is not healthy."""

import os
import sqlite3

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.storage.sqlite import FILE
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.test_folders import FullDisk


@pytest.fixture
def opened(tmp_path, monkeypatch):
    connect_to = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect_to(*given, **more, factory=FullDisk))
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"})
        yield client, made.url.path
        FullDisk.full = False


def fill_disk(folder):
    FullDisk.full = True


def make_room(folder):
    FullDisk.full = False


def take_away(folder):
    os.rename(folder / FILE, folder / "elsewhere")


def put_back(folder):
    os.rename(folder / "elsewhere", folder / FILE)


@pytest.mark.parametrize(("spoil", "mend", "sentence"), [(fill_disk, make_room, "disk is full"),
                                                         (take_away, put_back, "database is gone")])
def test_what_cannot_be_saved_is_said_on_a_page(tmp_path, opened, spoil, mend, sentence):
    client, path = opened
    house = client.app.state.house
    move = {"action": "3", "position": str(house.lobby._tables[path.rpartition("/")[2]].position)}
    spoil(tmp_path)
    house._checked = -10
    assert client.get("/healthz").status_code == 503
    for asked in (("/now/connect_four", {}), (f"{path}/play", move), (f"{path}/say", {"phrase": "hello"})):
        answer = client.post(asked[0], data=asked[1])
        assert answer.status_code == 503 and 'class="said"' in answer.text and sentence in answer.text.replace("&#39;", "'")
    form = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me", "option_cap": "1"})
    assert form.status_code == 503 and sentence in form.text
    for shown in ("/", path, "/new"):
        assert client.get(shown).status_code == 200
    mend(tmp_path)
    assert client.post(f"{path}/play", data=move).status_code == 200
    assert client.get("/healthz").status_code == 200
