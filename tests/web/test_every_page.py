"""Every route that serves a page is looked at by axe-core, by day and by night, here or where it says."""

import json
import re

import httpx2
import pytest

from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.server.mail import CONFIRM, PLAIN
from marbletop.web.app import ROUTES
from tests.server.post_office import post_office

from .conftest import Serving
from .people import READY, sit_with_bots, wait_until
from .test_everybody import is_for_everybody

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
NO_PAGES = {"/privacy/kept.json", "/me/profile.json", "/rules/{game}/components.toml", "/table/{table}/part", "/metrics",
            "/table/{table}/live", "/table/{table}/why", "/table/{table}/box.toml", "/table/{table}/record", "/healthz",
            "/table/{table}/replay/picture.svg", "/records/{record}/picture.svg", "/manifest.webmanifest", "/service-worker.js",
            "/learn/{game}/{chapter}/why", "/static/drawing.css", "/static/layouts.css"}
ELSEWHERE = {"/": "test_everybody", "/new": "test_everybody", "/rules/{game}": "test_everybody", "/records": "test_everybody",
             "/table/{table}": "test_everybody", "/table/{table}/fairness": "test_everybody",
             "/table/{table}/replay": "test_everybody", "/table/{table}/join": "test_everybody",
             "/join/{table}/{token}": "test_everybody", "/me": "test_profile", "/offline": "test_profile",
             "/table/{table}/review": "test_review_browser", "/records/{record}/review": "test_review_browser"}
HERE = {"/privacy": "/privacy", "/learn": "/learn", "/learn/{game}": "/learn/marbleous",
        "/learn/{game}/{chapter}": "/learn/marbleous/1", "/positions/{game}": "/positions/marbleous", "/puzzles": "/puzzles",
        "/puzzles/{game}": "/puzzles/marbleous", "/puzzles/{game}/{number}": "/puzzles/marbleous/1",
        "/puzzles/{game}/{number}/{step}": "/puzzles/marbleous/1/2",
        "/puzzles/{game}/{number}/answer": "/puzzles/marbleous/1/answer"}
HEAVIEST = 60_000
LATEST_PAINT = 600                          # milliseconds, on a quiet machine
MOST_LOADS = 30                             # of which one must be so fast: other tests run beside this one
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
MADE = {"/phone/{link}", "/table/{table}/how", "/records/{record}", "/mail/{mail_link}"}       # need something to be made first


def test_every_page_is_looked_at():
    found = {route.path for route in ROUTES if "GET" in (getattr(route, "methods", None) or ())}
    assert found == NO_PAGES | set(ELSEWHERE) | set(HERE) | MADE


@pytest.fixture(scope="module")
def mailing(tmp_path_factory):
    """A server that offers mail, and its post office."""
    with post_office() as office:
        server = Serving(tmp_path_factory.mktemp("pages"), "--lan", "--mail-server", office.name,
                         "--mail-from", "games@example.org", "--mail-security", PLAIN)
        yield server, office
        server.stop()


@pytest.mark.parametrize("game", ["marbleous", "marabunta", "marbles_and_jokers", "marble_machine"])
def test_a_first_visit_to_a_table_loads_little_and_is_painted_soon(game, serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, game)
    page.wait_for_selector(READY)
    network, loaded = page.context.new_cdp_session(page), []
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.on("Network.dataReceived", lambda event: loaded.append(event["encodedDataLength"]))
    page.reload()
    page.wait_for_selector(READY)
    page.wait_for_load_state("load")
    assert 20_000 < sum(loaded) < HEAVIEST, "bytes of the page, its styles and its scripts, compressed"
    paints = [paint_of(page)]
    while min(paints) >= LATEST_PAINT and len(paints) < MOST_LOADS:
        page.reload()
        paints.append(paint_of(page))
    assert 0 < min(paints) < LATEST_PAINT, paints


def paint_of(page):
    """When the page was first painted, in milliseconds after it was asked for."""
    wait_until(page, f"({PAINT}) > 0")
    return page.evaluate(PAINT)


def test_pages_that_need_nothing(mailing, new_page):
    page = new_page(bypass_csp=True)
    for path in HERE.values():
        page.goto(f"{mailing[0].address}{path}")
        is_for_everybody(page, where=path)


def test_pages_that_need_something_first(mailing, new_page):
    serving, office = mailing
    client = httpx2.Client(base_url=serving.address, follow_redirects=True, timeout=30)
    table = client.post("/new", data={"game": "marbleous", "seats": "2", "seat0": "me", "seat1": "beginner"}).url.path
    client.post("/me/mail", data={"address": "ruth@example.org"})
    confirm = re.search(r"http://[^/]+(/mail/\S+)", office.mails[-1].get_content())[1]
    carry = re.search(r'value="http://[^/]+(/phone/[^"]+)"', client.post("/me/carry").text)[1]
    match = Match("connect_four")
    for column in (0, 1) * 3 + (0,):
        match.play(column)
    record = client.post("/records", files={"record": ("x.json", json.dumps(record_of(match)).encode())}).url.path
    page = new_page(bypass_csp=True)
    page.context.add_cookies([{"name": name, "value": value, "url": serving.address} for name, value in client.cookies.items()])
    for path in (f"{table}/how", carry, record, confirm, "/me"):
        page.goto(f"{serving.address}{path}")
        is_for_everybody(page, where=path)
    page.goto(f"{serving.address}{confirm}")
    page.locator("#mail-yes").click()
    page.wait_for_selector("[role=status]")
    is_for_everybody(page, where=CONFIRM)
    page.goto(f"{serving.address}{table}")
    page.wait_for_selector("#table[data-call='1']")
    page.locator("#hint").click()
    page.wait_for_selector("#set-up")
    is_for_everybody(page, where="hint")
