"""Firefox and WebKit: pages load without complaint, tables are played and live, replays step, a phone does not scroll
sideways. The scripts and styles are the same for all browsers; Chromium has the whole suite."""

import random

import pytest

from .people import OVER, READY
from .webdriver import Firefox, WebKit, soon

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PLACES = "#table .target:not(.chosen)"
PAGES = ("/", "/new?game=marbleous", "/rules/marabunta", "/records", "/nothing")


@pytest.fixture(scope="module", params=[Firefox, WebKit])
def driver(request):
    driver = request.param()
    yield driver
    driver.close()


def play_now(driver, serving, game):
    driver.go(serving.address)
    driver.press(f"form[action='/now/{game}'] button")
    driver.wait("#table.running")


def take_turn(driver, chance):
    """One decision: press what is marked, or what the list offers, then the button. A board that is still moving does not
    hear a press: then again."""
    driver.wait(f"{READY}, {OVER}")
    position = driver.run("return table.dataset.position")
    moved = f"#table:not([data-position='{position}'])"
    while not driver.count(f"{OVER}, {moved}"):
        chosen = driver.run("return table.dataset.chosen")
        in_list = "among=" in chosen or not driver.count(PLACES)
        driver.press("#go" if driver.count("#go") else "a.way:not(.on)" if in_list else PLACES, chance.randrange(100))
        soon(lambda changed=f"{moved}, #table:not([data-chosen='{chosen}'])": driver.count(changed), patience=5)


def test_pages_load_without_complaint(driver, serving):
    for path in PAGES:
        assert driver.said_while_loading(serving.address + path) == [], path


@pytest.mark.parametrize("game", ["connect_four", "marbleous"])
def test_a_table_is_played_and_live(driver, serving, game):
    play_now(driver, serving, game)
    chance = random.Random(3)
    for _ in range(4):
        take_turn(driver, chance)
    driver.wait(f"{READY}, {OVER}")                     # the bots have answered, and the stream has brought it
    assert driver.count("#log li") >= 6
    assert driver.count("#table .boards .marble[id]") >= 1
    assert driver.run("return document.title").startswith(("Your turn", "Finished"))


def test_a_replay_steps(driver, serving):
    play_now(driver, serving, "connect_four")
    take_turn(driver, random.Random(1))
    driver.wait(READY)
    driver.press("summary[aria-label='Menu']")
    driver.press("#resigning summary")
    driver.press("#resigning button")
    driver.wait("#rematch")
    driver.press(".dock a[href$='/replay']")
    driver.wait("#run:not([hidden])")
    driver.press("[data-key='Home']")
    driver.wait("#table .boards:not(:has(.marble[id]))")
    assert "Step 0" in driver.text("#say")
    driver.key("\ue014")                                # the right arrow
    driver.wait("#table[data-step='1'] .boards .marble[id]")
    assert "Step 1 " in driver.text("#say")


def test_a_phone_does_not_scroll_sideways(driver, serving):
    driver.resize(360, 740)
    for path in PAGES:
        driver.go(serving.address + path)
        assert driver.run("return document.documentElement.scrollWidth") <= 360, path
    for game in ("connect_four", "marbleous", "marabunta", "marbles_and_jokers", "marble_machine"):
        play_now(driver, serving, game)
        driver.wait(READY)
        assert driver.run("return document.documentElement.scrollWidth") <= 360, game
    driver.resize(1280, 800)
