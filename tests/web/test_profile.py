"""A guest's own page: what it shows to whom, the file, and the ways to another device."""

import re

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .people import sit_with_bots
from .test_everybody import is_for_everybody
from .test_pages import begin

pytestmark = pytest.mark.xdist_group("browser")
NOBODY = "Nothing here yet"


@pytest.fixture
def app(tmp_path):
    return make_app(Settings(tmp_path, lan="http://192.168.1.2:8000/"), bots=ThreadBots(GAMES), run=False)


def test_a_stranger_has_nothing_and_the_head_of_the_home_page_leads_a_guest_there(app):
    with TestClient(app) as client:
        assert NOBODY in client.get("/me").text and client.get("/me/profile.json").json() == {}
        client.post("/name", data={"name": "Ruth"})
        assert 'id="my-games" href="/me"' in client.get("/").text
        assert NOBODY not in client.get("/me").text


@pytest.mark.parametrize(("language", "over"), [("en", "You lost"), ("de", "Verloren")])
def test_games_that_go_on_come_first_then_those_that_are_over(app, language, over):
    with TestClient(app, headers={"Accept-Language": language}) as client:
        lost, running = begin(client, seat1="steady"), begin(client, seat1="steady")
        client.post(f"{lost}/resign")
        text = client.get("/me").text
        assert text.index(f'href="{running}"') < text.index('id="wins"') < text.index(f'href="{lost}"')
        assert over in text and re.search(r'<time datetime="\d{4}-\d\d-\d\d">', text)
        assert [one["table"] for one in client.get("/me/profile.json").json()["finished"]] == [lost.rpartition("/")[2]]
        client.cookies.clear()
        assert lost not in client.get("/me").text, "nobody sees the profile of somebody else"


def test_the_link_brings_the_profile_to_another_device_once(app):
    with TestClient(app) as client:
        client.post("/name", data={"name": "Ruth"})
        link = re.search(r'id="carry-link" readonly value="http://[^/]*(/phone/[^"]+)"', client.post("/me/carry").text)[1]
        client.cookies.clear()
        assert "Ruth&#39;s games" in client.get(link).text and not client.cookies, "looking at it uses nothing"
        assert client.post(link).url.path == "/me" and "Ruth" in client.get("/me").text
        client.cookies.clear()
        assert client.post(link).status_code == 404


def test_recovery_words_bring_games_and_name(app):
    with TestClient(app) as client:
        client.post("/name", data={"name": "Ruth"})
        table = begin(client, seat1="steady")
        shown = re.search(r'id="recovery">(.*?)</p>', client.post("/me/carry").text, re.DOTALL)[1]
        words = " ".join(re.findall(r"<span>(\w+)</span>", shown))
        client.cookies.clear()
        assert client.post("/me/words", data={"words": words[:-1] + "q"}).status_code == 404 and not client.cookies
        page = client.post("/me/words", data={"words": words})
        assert table in page.text and "Ruth" in page.text


def test_ways_to_another_device_are_for_guests_and_for_presses_only(app):
    with TestClient(app) as client:
        assert client.post("/me/carry").url.path == "/me"
        client.post("/name", data={"name": "Ruth"})
        assert 'id="recovery"' not in client.get("/me").text and client.get("/me/carry").status_code == 405


def test_a_server_that_only_this_computer_can_reach_offers_no_code(tmp_path):
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES), run=False)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        client.post("/name", data={"name": "Ruth"})
        text = client.post("/me/carry").text
        assert 'class="qr"' not in text and "--lan" in text and 'id="recovery"' in text


def test_these_pages_are_for_everybody(serving, new_page):
    page = new_page(bypass_csp=True)
    page.goto(f"{serving.address}/me")
    is_for_everybody(page, where="nobody's")
    page.goto(f"{serving.address}/offline")
    is_for_everybody(page, where="offline")
    for _ in range(2):
        sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.request.post(f"{page.url.partition('?')[0]}/resign", headers={"Origin": serving.address})
    page.goto(f"{page.url.partition('?')[0]}/replay")
    is_for_everybody(page, where="replay")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{serving.address}/me")
        expect(page.locator("#finished li")).to_have_count(1)
        is_for_everybody(page, where=f"/me at {width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#carry").click()
    is_for_everybody(page, where="carry")
