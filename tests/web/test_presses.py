"""Fewer, clearer presses: one way is no decision, a finger may miss, list and board light each other, the menu opens."""

import pytest
from playwright.sync_api import expect

from .conftest import Serving
from .people import sit_with_bots, wait_until
from .scenes import SetUp

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

ONE_COLUMN = "oxoxxx/oxooox/oxoxox/xo/xxxoxx/oooxoo/xoxxoo x"                   # every other column is full
A_KING = "55,32,31,o,o/68,h5,h4,44,o A336T/7788J 2,2,1,5,1,2,5,1,2,3,5,2,3,1 KQ 0,0 -/- p0,1,34,73 move:K"
# Only the Jack can be played, and only to bring a marble out.
ONE_CARD = "o,o,o,o,o/o,o,o,o,o 267TTJ/AA6TJ 0,0,0,0,0,0,0,0,0,0,0,0,0,0 -- 0,0 -/- p0,1,0,0 card"
# Two sets that have nothing to do with each other.
ANY_ORDER = ("seats=2 step=1 turn=0 player=0 phase=pop trays=BBB|P|YYYY||,||W|| tokens=R,- discard=- display=2b.3b.4b,2b.3b.4b,"
             "2b.3b.4b,2b.3b.4b blue=2bx2.3bx2.4bx2 orange=4ox8.5ox8.6ox8 won=-,- pool=-,BW,YRP stack=27 used=- card=PPB@1")
BESIDE = 15                                 # pixels that a finger misses by, on a phone where holes are smaller than that

# A place this far from the middle of a target at which no target lies, and what is marked there.
MISSED = """([id, distance]) => {
  const box = document.getElementById(id).getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (let turn = 0; turn < 360; turn += 10) {
    const at = [x + distance * Math.cos((turn * Math.PI) / 180), y + distance * Math.sin((turn * Math.PI) / 180)];
    const under = document.elementFromPoint(...at);
    if (under?.closest(".board-svg") && !under.closest(".target")) return at;
  }
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("presses"))
    set_up = SetUp(serving)
    for name in ("by itself", "by hand"):
        set_up.open(name, "connect_four", ONE_COLUMN)
    for name in ("king", "hinted"):
        set_up.open(name, "marbles_and_jokers", A_KING)
    for name in ("any order", "asked for the order"):
        set_up.open(name, "marbleous", ANY_ORDER)
    for name in ("one card", *(f"one card at {width}" for width in (390, 360, 844))):
        set_up.open(name, "marbles_and_jokers", ONE_CARD)
    set_up.write()
    yield set_up
    serving.stop()


def test_what_is_forced_is_played_by_itself(tables, new_page):
    page = new_page(forced="on")
    tables.visit(page, "by itself", until="#table.over")


def test_a_gesture_with_one_way_is_played_by_itself_and_can_be_taken_back(tables, new_page):
    page = new_page(forced="on")
    tables.visit(page, "one card", until="#table[data-call='1'] #undo")          # the other has played meanwhile
    expect(page.locator("#for-you")).to_have_text(
        "Your only playable card, the Jack, was played: Bring a marble out, onto hole 8.")
    page.locator("#undo").click()
    page.wait_for_selector("#go")
    assert page.locator("#go").inner_text() == "Play the Jack", "who takes it back is asked"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_what_was_played_for_somebody_is_read_at_the_next_decision(width, height, tables, new_page):
    page = new_page(width, height, forced="on")
    tables.visit(page, f"one card at {width}", until="#table[data-call] #for-you:not(:empty)")
    page.wait_for_selector("#table .panel-cards .target")
    note, dock = page.locator("#for-you").bounding_box(), page.locator("#say").bounding_box()
    assert note["y"] >= dock["y"] - 1 and note["y"] + note["height"] <= dock["y"] + dock["height"] + 1


def test_who_wants_to_be_asked_plays_what_is_forced(tables, new_page):
    page = new_page(forced="off")
    tables.visit(page, "by hand")
    asked, pressed = [], 0
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    while not page.locator("#table.over").count():
        position = page.locator("#table").get_attribute("data-position")
        page.locator("#go").click()
        pressed += 1
        page.wait_for_selector(f"#table:not([data-position='{position}'])[data-forced]:not([data-forced='']), #table.over")
    assert len(asked) == pressed >= 2, "every move was pressed for"


def test_sets_pop_by_themselves_where_the_order_makes_no_difference(tables, new_page):
    page = new_page(forced="on")
    tables.visit(page, "any order", until="#table.running")
    expect(page.locator("#for-you")).to_have_text("Popped for you, as the order makes no difference: 3 blue and 4 yellow.")


def test_who_wants_to_be_asked_is_told_that_the_order_makes_no_difference(tables, new_page):
    page = new_page(forced="off")
    tables.visit(page, "asked for the order")
    expect(page.locator("#say b")).to_have_text("Pop 3 blue")
    expect(page.locator("#say .how")).to_have_text("Which set pops first makes no difference here.")
    expect(page.locator("#go")).to_have_text("Pop it")


def test_a_finger_may_miss(tables, new_page):
    page = new_page(390, 844, has_touch=True)
    tables.visit(page, "king")
    wanted = page.locator("#table .boards .target:not(.other)").first
    id, action = wanted.get_attribute("id"), wanted.get_attribute("data-action")
    at = page.evaluate(MISSED, [id, BESIDE])
    assert at, "there is a place beside it"
    page.touchscreen.tap(*at)
    page.wait_for_selector(f"#table[data-chosen*='action={action}']")


def test_the_list_and_the_board_light_each_other(tables, new_page):
    page = new_page()
    tables.visit(page, "king")
    way = page.locator("a.way").first
    action = way.get_attribute("id").removeprefix("way-")
    target = page.locator(f".target[data-action='{action}']").first
    way.hover()
    expect(target).to_contain_class("pointed")
    target.hover()
    expect(way).to_contain_class("pointed")
    expect(target).not_to_contain_class("pointed")
    way.focus()
    expect(target).to_contain_class("pointed")


def test_what_was_offered_earlier_does_not_light_up_with_the_list(own_server, new_page):
    """The whole card with a marble, and what is left of it with the same marble, have one number."""
    set_up = SetUp(own_server)
    set_up.open("nine", "marbles_and_jokers", "p0=8,19 hand=9,2,4,5,10,3", 4)
    set_up.write()
    page = new_page()
    set_up.visit(page, "nine")
    for press in (".panel-cards .target[aria-label^='Play the 9']", ".boards .target.group[data-group='m-0-0']",
                  ".boards .target[aria-label*='6 back']"):
        page.locator(f"#table {press}").first.click()
    page.locator("a.way", has_text="Then 3 forward").hover()
    expect(page.locator(".target.pointed")).not_to_have_count(0)
    expect(page.locator(".target.other.pointed")).to_have_count(0)


def test_a_hint_stays_when_something_is_chosen_and_gives_it_back(tables, new_page):
    page = new_page()
    tables.visit(page, "hinted")
    page.locator("a.way").last.click()
    page.wait_for_selector("#table[data-chosen*='action=']")
    chosen, asked = page.locator("#table").get_attribute("data-chosen"), []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#hint").click()
    page.wait_for_selector("#set-up")
    assert page.locator("#table").get_attribute("data-chosen") == chosen
    page.locator("#close-hint").click()
    expect(page.locator("#go")).to_be_visible()
    assert page.locator("#table").get_attribute("data-chosen") == chosen
    assert len(asked) == 2, "nothing else was asked for, which would have hidden the hint"


def test_the_menu_opens_while_something_moves(tables, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, tables.serving.address, "connect_four", seat1="me")
    page.locator("#speed").evaluate("one => { one.value = 'slow'; one.dispatchEvent(new Event('change')); }")
    page.locator("a.way").nth(3).click()
    page.locator("#go").click()
    page.wait_for_selector("#table.moving")
    page.locator("summary[aria-label='Menu']").click()
    expect(page.locator(".top details.menu")).to_have_attribute("open", "")
    wait_until(page, "!document.querySelector('#table.moving')", 2)
