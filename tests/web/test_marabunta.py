"""Marabunta at a table: the split as two trays, buttons that ask, and what must be in sight on every screen."""

import random
import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .people import OVER, READY, can_go, choose_something, sit_with_bots, take_turn
from .test_bytes import Person

SIZES = {"phone": (390, 844), "small": (360, 640), "low": (844, 390), "tablet": (768, 1024), "laptop": (1280, 800)}
NEEDED = {"territory": "#board-0 svg", "both trays": ".panel-trays svg", "cupcakes of Red": "#cupcakes-0",
          "cupcakes of Blue": "#cupcakes-1", "anthills of Red": "#anthills-0", "anthills of Blue": "#anthills-1",
          "first region": "#leaf-0", "last region": "#leaf-5", "score of Red": "#score-0", "score of Blue": "#score-1",
          "sentence": "#say b"}
SMALLEST_HEX = 15                           # pixels: the nearest hex within a finger's width takes a tap
# Elements whose middle is outside the window, or covered by something else.
OUT_OF_SIGHT = """wanted => Object.entries(wanted).filter(([, selector]) => {
    const element = document.querySelector(selector);
    const box = element?.getBoundingClientRect();
    if (!box || box.width < 8 || box.left < 0 || box.top < 0) return true;
    if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return true;
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !top || !(element.contains(top) || top.closest("svg, .seat, .dock") === element.closest("svg, .seat, .dock"));
}).map(([name]) => name)"""


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def rows_of_dice(text):
    """The dice and the tile by the tray that they lie in, from the drawing."""
    places = re.findall(r'<g id="(die-\d|tile)" class="\w+" transform="translate\([\d.]+,([\d.]+)\)', text)
    heights = sorted({float(y) for _, y in places})
    return {id: heights.index(float(y)) for id, y in places}


def test_the_trays_are_drawn_as_they_are_split(client):
    ann = Person(client, "Ann")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1="beginner", option_first_player="red").url.path
    assert set(rows_of_dice(ann.get(path).text).values()) == {0}            # all in one tray
    split = ann.get(f"{path}?taken=66").text
    assert [id for id, row in rows_of_dice(split).items() if row == 0] == ["die-1", "tile"]
    assert "Offer 2 and 5" in split and "aria-disabled" not in split
    for mask in ("", "?taken=0", "?taken=127", "?taken=128", "?taken=-1"):
        page = ann.get(f"{path}{mask}").text
        assert 'aria-disabled="true"' in page and "Put at least one die or the tile into each tray." in page


def position_on(text):
    return re.search(r'data-position="(\d+)"', text)[1]


@pytest.mark.parametrize(("other", "asks"), [("friend", True), ("me", False)])
def test_a_button_that_cannot_be_taken_back_asks_first(client, other, asks):
    ann, ben = Person(client, "Ann"), Person(client, "Ben")
    path = ann.post("/new", game="marabunta", seats="2", seat0="me", seat1=other, option_first_player="red", begin="later",
                    listed="yes").url.path
    if other == "friend":
        ben.post(f"{path}/sit", seat="1")
    else:
        ben = ann
    ann.post(f"{path}/deal")
    ann.post(f"{path}/play", position=position_on(ann.get(path).text), subset="1", item0="1", item1="1", item2="1")
    ben.post(f"{path}/play", position=position_on(ben.get(path).text), action="64")
    page = ben.get(path).text
    assert bool(re.search(r'<a class="btn" data-choose href="[^"]*action=72">Leave the rest', page)) == asks
    assert bool(re.search(r'<button class="btn" name="action" value="72">Leave the rest', page)) != asks
    assert "Then " in ben.get(f"{path}?action=72").text


def test_what_is_needed_is_in_sight(serving, new_page):
    """In every kind of decision that comes up in the first rounds, on every screen, without scrolling."""
    page, chance, seen = new_page(), random.Random(4), set()
    sit_with_bots(page, serving.address, "marabunta", seat1="beginner", option_first_player="red")
    for _ in range(7):
        page.wait_for_selector(f"{READY}, {OVER}")
        if page.locator(OVER).count():
            break
        check_sizes(page, seen)
        if not can_go(page):
            choose_something(page, chance)
            check_sizes(page, seen)
        take_turn(page, chance)
    assert len(seen) >= 4


def check_sizes(page, seen):
    """Look at a decision that was not seen before on every screen."""
    kind = page.locator("#say b").inner_text().split()[0], page.locator("#go").count()
    if kind in seen:
        return
    seen.add(kind)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        buttons = {"button": "#go"} if kind[1] else {}
        assert page.evaluate(OUT_OF_SIGHT, {**NEEDED, **buttons}) == [], f"{kind} at {name}"
        assert page.locator("#hex-f4").bounding_box()["width"] >= SMALLEST_HEX, f"{kind} at {name}"
    page.set_viewport_size({"width": 1280, "height": 800})
