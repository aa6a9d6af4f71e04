"""Pages for everybody: axe-core finds nothing serious on any of them, by day and by night; motion can be left on."""

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .people import READY, sit_with_bots, take_turn

pytestmark = pytest.mark.xdist_group("browser")
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
GAMES = ("connect_four", "marbleous", "marabunta", "marbles_and_jokers", "marble_machine")


def violations(page):
    page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_have_no_serious_violation(theme, serving, new_page):
    page = new_page(bypass_csp=True, color_scheme=theme)
    for path in ("/", "/new?game=marbles_and_jokers", "/rules/marabunta", "/records"):
        page.goto(serving.address + path)
        assert violations(page) == [], path
    page.goto(f"{serving.address}/new?game=marbles_and_jokers&with=friends")
    page.locator(".nt .dock button").click()
    page.wait_for_selector(".opening")
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_serious_violation(game, serving, new_page):
    page = new_page(bypass_csp=True, color_scheme="dark" if game == "marabunta" else "light")
    sit_with_bots(page, serving.address, game, seat1="beginner")
    chance = random.Random(4)
    for _ in range(3):
        page.wait_for_selector(READY)
        take_turn(page, chance)
    page.wait_for_selector(READY)
    assert violations(page) == []
    headings = page.locator("h1, h2, h3").count()
    assert headings >= 4 and page.locator("#news").inner_text()


def test_with_motion_on_a_game_goes_its_way(serving, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, serving.address, "marbleous", seats=2, seat1="beginner")
    chance = random.Random(7)
    for _ in range(8):
        page.wait_for_selector(READY)
        take_turn(page, chance)
    expect(page.locator(READY)).to_be_visible(timeout=15_000)


def test_a_rematch_and_a_resignation(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    page.locator("summary[aria-label='Menu']").click()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.locator("#rematch").click()
    expect(page.locator("#table.running")).to_be_visible()


def test_passing_the_device_shows_one_hand_at_a_time(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marbles_and_jokers", seats=2, seat1="me")
    expect(page.locator("#uncover")).to_be_visible()
    assert page.locator("section.hand").count() == 0
    page.locator("#uncover").click()
    expect(page.locator("section.hand")).to_be_visible()


def test_a_spectator_watches_a_listed_table(serving, new_page):
    ann, dan = new_page(), new_page()
    sit_with_bots(ann, serving.address, "connect_four", seat1="beginner", listed="yes")
    dan.goto(serving.address)
    dan.locator("#code").fill(ann.url.rpartition("/")[2].lower())
    dan.get_by_role("button", name="Go there").click()
    expect(dan.locator("#table.running")).to_be_visible()
    assert dan.locator("#act").count() == 0
    ann.wait_for_selector(READY)
    take_turn(ann, random.Random(1))
    expect(dan.locator("#log li").first).not_to_have_text("")
    expect(dan.locator("#table .boards .marble[id]")).not_to_have_count(0)


def test_a_split_is_made_by_dragging_and_by_check_boxes(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marabunta", seat1="beginner", option_first_player="red")
    page.wait_for_selector(READY)
    first = page.locator(".pile").first
    page.locator("#pile-2").drag_to(first)
    expect(first.locator("#pile-2")).to_be_visible()
    page.locator("#pile-4 input").click()
    expect(first.locator("li")).to_have_count(2)
    expect(page.locator("#go")).to_have_text("Offer 2 and 5")
    page.locator("#it-2").dispatch_event("click")
    expect(first.locator("li")).to_have_count(1)
