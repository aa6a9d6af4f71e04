"""The page of a review in a browser: by pointer, by keyboard, on a phone, without script, and for everybody."""

import json

import httpx2
import pytest
from playwright.sync_api import expect

from marbletop.core.match import Match
from marbletop.core.record import record_of

from .conftest import Serving
from .test_everybody import is_for_everybody

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
GAMES = ("connect_four", "marabunta", "marbles_and_jokers")
WIDTHS = {360: 740, 720: 1000, 900: 1000, 901: 700, 1001: 700, 1280: 800}


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory):
    """A server whose reviews are made up, and the address of a record of each game."""
    server = Serving(tmp_path_factory.mktemp("reviews"), "--proxies", "127.0.0.1", program="tests.web.made_up_server")
    server.client = httpx2.Client(base_url=server.address, follow_redirects=True, timeout=60)
    server.records = {game: open_record(server.client, game) for game in GAMES}
    yield server
    server.stop()
    assert "Traceback" not in server.said


def open_record(client, game):
    """The address of a record of some moves that was given up."""
    match = Match(game, seed=5)
    for _ in range(14):
        match.play(match.legal[len(match.legal) // 2])
    record = {**record_of(match), "resigned": {"ending": "resigned", "points": [0.0] * match.seats,
                                               "rank": [1] + [2] * (match.seats - 1)}}
    if match.over:
        del record["resigned"]
    return client.post("/records", files={"record": ("x.json", json.dumps(record).encode())}).url.path


def finished(page, address):
    """Go to a review, and wait until it is whole."""
    page.goto(address)
    page.wait_for_selector("#table[data-working='']")
    expect(page.locator("#point-3")).to_be_visible()


def test_from_the_result_of_a_table_to_its_turning_point(reviewing, new_page):
    page = new_page()
    page.goto(f"{reviewing.address}/new?game=connect_four")
    page.locator("[name=seat1]").select_option("me")
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#table.running")
    page.wait_for_load_state()
    for column in (0, 1) * 3 + (0,):
        page.wait_for_selector("#table[data-call='1']")
        before = page.locator("#table").get_attribute("data-position")
        page.locator(f"#tg-{column}").click()
        page.locator("#go").click()
        page.wait_for_selector(f"#table:not([data-position='{before}'])")
    page.wait_for_selector("#table.over")
    page.locator("#review").click()
    page.wait_for_selector("#table[data-working='']")
    expect(page.locator("#point-3")).to_have_attribute("aria-current", "step")          # the greatest
    page.locator("#to-table").click()
    expect(page.locator("#decided")).to_contain_text("Luck was worth 20 %")


def test_by_pointer_and_by_keyboard(reviewing, new_page):
    page = new_page()
    finished(page, f"{reviewing.address}{reviewing.records['connect_four']}/review")
    page.locator("#point-1").click()
    expect(page.locator("#moment-title")).to_have_text("Move 1: Blue")
    expect(page.locator("#moment")).to_contain_text("gives away 10 %")
    expect(page.locator(".boards .tag")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#point-2")).to_have_attribute("aria-current", "step")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".along .chip")).to_contain_text("move 4 of")
    page.keyboard.press("Home")
    expect(page.locator("#moment-title")).to_have_text("The beginning")
    page.keyboard.press("End")
    expect(page.locator("[data-key='ArrowRight']")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#point-3")).to_have_attribute("aria-current", "step")
    page.locator("#filter-mistakes").click()
    expect(page.locator(".points li")).to_have_count(1)
    page.locator("#slider").focus()
    page.keyboard.press("Home")
    expect(page.locator("#moment-title")).to_have_text("The beginning")
    assert page.url.endswith("?move=0&show=mistakes")
    page.reload()
    expect(page.locator("#moment-title")).to_have_text("The beginning")


def test_playing_on_from_here_by_keyboard(reviewing, new_page):
    page = new_page()
    finished(page, f"{reviewing.address}{reviewing.records['connect_four']}/review?point=2")
    page.locator("#play-on").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table.running")
    assert "/table/" in page.url


def test_it_works_without_script(reviewing, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(f"{reviewing.address}{reviewing.records['marabunta']}/review")
    expect(page.locator("#point-1")).to_be_visible()            # the page comes again by itself until the review is whole
    page.locator("#point-1").click()
    expect(page.locator("#point-1")).to_have_attribute("aria-current", "step")
    page.locator("[data-key='ArrowRight']").click()
    expect(page.locator("#point-2")).to_have_attribute("aria-current", "step")
    page.locator("#slide-there").click()
    expect(page.locator("#moment-title")).to_be_visible()


READ_ALOUD = """
- 'heading "Review: Marabunta" [level=1]'
- region "Chance to win":
  - navigation "Along the game":
    - link "To the beginning"
    - text: move 1 of 14
    - link "The next turning point"
  - 'img /Red colony: 50 % at the start, 100 % at the end. .* Red colony gives away 10 %/'
  - img /What every move was worth to Red colony/
  - slider "Go to a move"
- 'region "Move 1: Red colony"':
  - status:
    - 'heading "Move 1: Red colony" [level=2]'
    - paragraph: Red colony gives away 10 % (± 2).
    - paragraph: '/Better: .* wins 10 more of 100/'
  - table "How often each choice wins":
    - rowgroup:
      - row /better 50 %/
      - row /played 40 %/
  - button "Play on from here"
- region "Turning points":
  - navigation "Which ones"
  - list:
    - listitem:
      - link /Red colony gives away 10 %/
- region "Players":
  - text: Red colony accuracy 37
  - paragraph: /Surely between 30 and 45/
"""


def test_a_screen_reader_is_told_the_curve_the_moment_and_what_was_better(reviewing, new_page):
    page = new_page()
    finished(page, f"{reviewing.address}{reviewing.records['marabunta']}/review")
    page.locator("#point-1").press("Enter")
    expect(page.locator("main")).to_match_aria_snapshot(READ_ALOUD)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_fits_and_is_for_everybody(game, reviewing, new_page):
    page = new_page(bypass_csp=True)
    where = f"{reviewing.address}{reviewing.records[game]}/review"
    finished(page, where)
    page.goto(f"{where}?point=1")
    page.locator(".figures summary").click()
    is_for_everybody(page, where=game, dark=game == GAMES[0])
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (game, width)
        curves = page.locator(".chart").evaluate_all("all => all.filter(one => one.checkVisibility()).length")
        assert curves == 1, (game, width)
        letters = page.locator(".chart text, .bars text").evaluate_all(
            "all => Math.min(...all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height))")
        assert letters >= 11, (game, width, letters)
