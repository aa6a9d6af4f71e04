"""Tables at every width: nothing scrolls sideways, nothing lies over anything else, and what is pressed is big enough."""

import re

import pytest

from .people import READY, sit_with_bots
from .test_browser import GAMES

pytestmark = pytest.mark.xdist_group("browser")
WIDTHS = {360: 740, 390: 844, 720: 1000, 721: 1000, 768: 1024, 900: 700, 1000: 700, 1001: 700, 1280: 800, 1920: 1080}
FINGER = 44                                 # pixels: the height of a line that a finger can press

# Blocks that lie over each other: only a dock may, which stays while the page goes by under it, and what a column has scrolled
# out of sight.
OVERLAPS = """() => {
  const names = ".seats, .seat, .board, .tray, .needed > .panel, .more > .panel, .extras > .panel, .dock";
  const blocks = [...document.querySelectorAll(names)];
  const boxes = blocks.filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
  const floats = (one) => ["sticky", "fixed"].includes(getComputedStyle(one).position)
    || [one.parentNode, one.parentNode.parentNode].some(around => getComputedStyle(around).overflowY === "auto");
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.flatMap(([one, a]) => boxes.filter(([other, b]) => one !== other && !one.contains(other) && !other.contains(one)
    && !floats(one) && !floats(other) && meet(a, b)).map(([other]) => `${one.className} over ${other.className}`));
}"""
# The smallest line of the list, the board, and how far the page is wider than the screen.
SIZES = """() => {
  const lines = [...document.querySelectorAll("a.way, .pile label")].filter(one => one.checkVisibility());
  const heights = lines.map(one => one.getBoundingClientRect().height);
  const board = document.querySelector(".board .board-svg")?.getBoundingClientRect();
  return {line: Math.min(...heights), board: board ? Math.min(board.width, board.height) : 0,
          wide: document.documentElement.scrollWidth - innerWidth};
}"""
# What reaches beyond the right edge.
BEYOND = """() => [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
  .map(one => `${one.tagName} ${one.id} ${one.getAttribute("class")}`).slice(0, 12)"""


def is_right(page, width, where):
    sizes = page.evaluate(SIZES)
    assert sizes["wide"] <= 0, (where, width, page.evaluate(BEYOND))
    assert page.evaluate(OVERLAPS) == [], (where, width)
    return sizes


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_at_every_width(game, serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, game, seat1="beginner")
    page.wait_for_selector(READY)
    table = re.sub(r"[?].*", "", page.url)
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        sizes = is_right(page, width, game)
        assert sizes["board"] >= min(250, 0.5 * width), (game, width, sizes)
        assert width > 1000 or sizes["line"] >= FINGER, (game, width, sizes)
    for show in ("board", "hand"):
        page.goto(f"{table}?show={show}")
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            is_right(page, width, show)


def test_pages_fit_at_every_width(serving, new_page):
    page = new_page()
    for path in ("/", "/records", *(f"/new?game={game}" for game in GAMES), "/rules/marbles_and_jokers"):
        page.goto(serving.address + path)
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)


def test_a_finger_has_bigger_lines_on_a_wide_screen_too(serving, new_page):
    page = new_page(1280, 800, has_touch=True, is_mobile=True)
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    assert page.evaluate(SIZES)["line"] >= FINGER
