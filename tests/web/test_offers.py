"""Bots that the settings offer stand in the form and at the table; a form can name no other."""

import sys

import pytest
from starlette.testclient import TestClient

from marbletop.bots.levels import UnknownBot
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.helpers import SMALL_GAMES


@pytest.fixture
def client(tmp_path):
    settings = Settings(tmp_path, bots=("greedy", f"Deep=program:{sys.executable} -V"))
    with TestClient(make_app(settings, bots=ThreadBots(SMALL_GAMES))) as client:
        client.post("/name", data={"name": "Ann"})
        yield client


def table_by_form(client, **fields):
    form = {"game": "connect_four", "seats": "2", "seat0": "me", "listed": "yes", **fields}
    path = client.post("/new", data=form).url.path
    return client.app.state.house.lobby._tables[path.rpartition("/")[2]]


def test_offered_bots_stand_in_the_form_and_at_an_open_table(client):
    page = client.get("/new?game=connect_four").text
    assert '<option value="Deep"' in page and "Bot (Deep)" in page and "Bot (greedy)" in page and "Bot (master)" in page
    assert sys.executable not in page, "the command is the server's own affair"
    table = table_by_form(client, seat1="friend")
    assert "Bot (Deep)" in client.get(f"/table/{table.id}").text


def test_an_offered_bot_is_called_by_the_form(client):
    assert table_by_form(client, seat1="greedy").holders[1].level == "greedy"


def test_a_form_names_no_other_bot(client):
    for wrong in ("program:true", f"Deep=program:{sys.executable}", "uniform", "search@9"):
        table = table_by_form(client, seat1=wrong)
        assert table.holders[1].level == "", "an empty seat"
        client.post(f"/table/{table.id}/bot", data={"seat": "1", "level": wrong})
        assert table.holders[1].level == ""


def test_a_mistake_in_the_settings_is_told_at_the_start(tmp_path):
    with pytest.raises(UnknownBot, match="no bot 'deep'"):
        make_app(Settings(tmp_path, bots=("deep",)))
