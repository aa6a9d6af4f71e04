"""The page that says what is kept, and the button that erases."""

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.guest_values import KEPT_FOR
from marbletop.web.app import make_app
from marbletop.web.language import A_YEAR
from marbletop.web.settings import Settings

from .test_pages import begin


@pytest.fixture
def app(tmp_path):
    return make_app(Settings(tmp_path, lan="http://192.168.1.2:8000/"), bots=ThreadBots(GAMES))


def test_the_page_tells_what_the_settings_say(app):
    with TestClient(app) as client:
        text = client.get("/privacy").text
        assert f"for {A_YEAR // 86_400} days" in text and "home network" in text
        assert f"nothing has changed for {KEPT_FOR / 86_400:.0f} days" in text and "lessons and puzzles" in text
        assert "knows nothing about you" in text and "/privacy/erase" not in text
        assert 'href="/privacy"' in client.get("/").text


def test_the_button_erases_name_seat_and_cookie(app):
    with TestClient(app) as client:
        client.post("/name", data={"name": "Ruth Erasable"})
        path = begin(client, listed="yes")
        assert "Yes, forget me, Ruth Erasable." in client.get("/privacy").text
        assert "Ruth Erasable" in client.get(path).text
        answer = client.post("/privacy/erase", data={"sure": "on"})
        assert "has forgotten you" in answer.text and not client.cookies
        assert "Ruth Erasable" not in client.get("/").text + client.get(path).text


def test_nobody_is_erased_by_mistake_or_by_another_page(app):
    with TestClient(app) as ruth:
        ruth.post("/name", data={"name": "Ruth"})
        assert "Yes, forget me, Ruth." in ruth.post("/privacy/erase").text
        assert ruth.post("/privacy/erase", data={"sure": "on"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert "Yes, forget me, Ruth." in ruth.get("/privacy").text


def test_what_is_kept_can_be_downloaded(app):
    with TestClient(app) as ruth:
        assert ruth.get("/privacy/kept.json").json() == {}
        ruth.post("/name", data={"name": "Ruth"})
        path = begin(ruth)
        kept = ruth.get("/privacy/kept.json")
        assert kept.json()["name"] == "Ruth" and kept.json()["tables"] == [path.rsplit("/", 1)[1]]
        assert "attachment" in kept.headers["content-disposition"]
        assert "/privacy/kept.json" in ruth.get("/privacy").text
