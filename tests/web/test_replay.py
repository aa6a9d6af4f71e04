"""Replays: of a running game through one's own eyes, of one that is over through all."""

import random
import re
import time
from unittest.mock import AsyncMock

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .people import READY, sit_with_bots, take_turn
from .test_bytes import Person

pytestmark = pytest.mark.xdist_group("browser")
LONG = 150                                  # actions of a long game
QUICK = 0.5                                 # seconds that a step may take, on a busy machine


@pytest.fixture
def app(tmp_path):
    return make_app(Settings(tmp_path), bots=ThreadBots(GAMES))


def begun(app, client, game, alone=False):
    """A listed table of Ann and Ben, or of Ann alone; the people, its address and the table itself."""
    app.state.house.limits.check = AsyncMock()
    ann, ben, cat = (Person(client, name) for name in ("Ann", "Ben", "Cat"))
    path = ann.post("/new", game=game, seats="2", seat0="me", seat1="me" if alone else "friend", listed="yes").url.path
    if not alone:
        ben.post(f"{path}/sit", seat="1")
        ann.post(f"{path}/deal")
    return (ann, ben, cat), path, app.state.house.lobby._tables[path.rpartition("/")[2]]


def play(client, table, count, seed=1):
    """Random actions of whoever is to move."""
    chance = random.Random(seed)
    for _ in range(count):
        if not table.over:
            action = chance.choice(table.game.legal_list(table.state, table.box))
            client.portal.call(table.play, table.holders[table.player].user, action, table.position)


def test_moves_are_told_in_sentences(app):
    with TestClient(app) as client:
        (ann, *_), path, table = begun(app, client, "marabunta")
        play(client, table, 12)
        running, over = (re.search(r'<section class="seats".*?</section>', text, re.DOTALL)[0]
                         for text in (ann.get(path).text, ann.post(f"{path}/resign").text))
        assert "if it ended now" in running and "if it ended now" not in over, "it has ended"
        moves = re.findall(r'<span class="no">(\d+)</span>.*?<span>(.*?)</span></a>', ann.get(f"{path}/replay").text, re.DOTALL)
        assert 3 < len(moves) < 12 and all(words for _, words in moves), "a die that is only chosen is no move of its own"


def test_a_running_game_is_seen_through_ones_own_eyes(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "marbles_and_jokers")
        play(client, table, 9)
        for seat, person in enumerate(people):
            for asked in ("?step=4", "?step=4&seat=0", "?step=4&seat=1"):
                text = person.get(f"{path}/replay{asked}").text
                assert "Step 4 of 9" in text and 'id="to-table"' in text
                assert ('id="hand-0-' in text) == (seat == 0) and ('id="hand-1-' in text) == (seat == 1)
                assert "Whose view" not in text and "/record" not in text


def test_the_record_is_told_after_the_end_only(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        play(client, table, 3)
        answer = client.get(f"{path}/record")
        assert answer.status_code == 409 and "when the game is over" in answer.text
        play(client, table, 42)
        text = people[2].get(f"{path}/replay?step=2&seat=1").text
        assert "Whose view" in text and f'href="{path}/record"' in text
        assert people[2].get(f"{path}/record").json()["game"] == "connect_four"


def test_log_lines_lead_to_their_positions(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four", alone=True)
        play(client, table, 4)
        people[0].post(f"{path}/undo", position=str(table.position))
        play(client, table, 2, seed=5)
        text = people[0].get(path).text
        links = re.findall(r'href="([^"]*/replay[?]entry=\d+)"', text)
        assert len(links) == len(set(links)) == table.now.last + 1
        steps = [int(re.search(r"Step (\d+) of 5", people[0].get(link).text)[1]) for link in reversed(links)]
        assert steps == [0, 0, 1, 2, 3, 3, 3, 4, 5], "what was taken back leads to the position before it"
        assert people[0].get(f"{path}/replay?step=999").text.count("Step 5 of 5") == 1


def test_a_game_that_has_not_begun_has_no_replay(app):
    with TestClient(app) as client:
        path = client.post("/new", data={"game": "marabunta", "seats": "2", "seat0": "me", "seat1": "friend"}).url.path
        answer = client.get(f"{path}/replay")
        assert answer.status_code == 409 and "hasn&#39;t started" in answer.text


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marble_machine", "marbleous"])
def test_steps_of_a_long_game_are_quick(app, name):
    with TestClient(app) as client:
        people, path, table = begun(app, client, name)
        play(client, table, LONG)
        headers = {"X-Part": "1", "X-After": "4"}
        client.cookies = people[0].cookies
        client.get(f"{path}/replay")
        seconds = []
        for step in range(5, 60, 6):
            begin = time.perf_counter()
            answer = client.get(f"{path}/replay?step={step}", headers={**headers, "X-After": str(step - 1)})
            seconds.append(time.perf_counter() - begin)
            assert answer.status_code == 200 and 'id="step-1"' not in answer.text
            assert "data-frames" in answer.text or name != "marbleous"
        assert sorted(seconds)[len(seconds) // 2] < QUICK, seconds


def test_walking_through_a_running_game(serving, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    for _ in range(2):
        page.wait_for_selector(READY)
        take_turn(page, random.Random(4))
    page.wait_for_selector(READY)
    table = page.url
    page.locator("#log a").nth(1).click()
    expect(page.locator("#say")).to_contain_text("Step 3 of 4")
    expect(page.locator("#run")).to_be_visible()                    # the script is there
    marbles = page.locator("#table .boards .marble[id]")
    expect(marbles).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text("Step 4 of 4")
    expect(marbles).to_have_count(4)
    for key, count in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", 4)):
        page.keyboard.press(key)
        expect(marbles).to_have_count(count)
        assert page.locator("#moves li").count() == 4
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves .cur .no")).to_have_text("2")
    assert page.url.endswith("step=2")
    page.reload()
    expect(page.locator("#say")).to_contain_text("Step 2 of 4")
    page.locator("#to-table").click()
    expect(page.locator(READY)).to_be_visible()
    assert page.url == table


def test_the_picture_shows_what_its_viewer_may_see(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "marbles_and_jokers")
        play(client, table, 9)
        drawn = [person.get(f"{path}/replay/picture.svg?step=4&seat=0") for person in people]
        assert all(one.headers["content-type"].startswith("image/svg+xml") for one in drawn)
        assert "attachment" in drawn[0].headers["content-disposition"]
        has_hand = [[f"-hand-{seat}-" in one.text for seat in range(2)] for one in drawn]
        assert has_hand == [[True, False], [False, True], [False, False]]
        client.cookies.clear()
        client.cookies.set("theme", "dark")
        assert client.get(f"{path}/replay/picture.svg?step=4").text != drawn[2].text


def test_a_link_leads_to_the_position_that_is_shown(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        play(client, table, 42)
        text = people[2].get(f"{path}/replay?step=3&seat=1").text
        link = re.search(r'id="position-link" readonly value="([^"]+)"', text)[1].replace("&amp;", "&")
        assert link.endswith(f"{path}/replay?step=3&seat=1") and "Step 3 of" in people[0].get(link).text
        record = client.post("/records", files={"record": ("game.json", people[2].get(f"{path}/record").content)})
        picture = re.search(r'id="picture" href="([^"]+)"', record.text)[1].replace("&amp;", "&")
        assert client.get(picture).text.startswith("<svg") and "remembers the file" in record.text


def test_the_slider_the_speed_and_the_picture(serving, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    for _ in range(2):
        page.wait_for_selector(READY)
        take_turn(page, random.Random(4))
    page.wait_for_selector(READY)
    page.goto(f"{page.url.partition('?')[0]}/replay")
    expect(page.locator("#run")).to_be_visible()
    expect(page.locator("#slide-there")).to_be_hidden()
    page.locator("#slider").fill("1")
    expect(page.locator("#say")).to_contain_text("Step 1 of 4")
    assert page.url.endswith("step=1")
    expect(page.locator("#position-link")).to_have_value(re.compile("step=1$"))
    page.locator("#speed").select_option("fast")
    page.locator("#run").click()
    expect(page.locator("#pause")).to_be_focused()
    expect(page.locator("#say")).to_contain_text("Step 4 of 4")
    expect(page.locator("#run")).to_be_visible()
    expect(page.locator("#slider")).to_have_js_property("value", "4")
    with page.expect_download() as saved:
        page.locator("#png").click()
    assert saved.value.suggested_filename == "connect_four-4.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
