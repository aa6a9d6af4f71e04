"""One player in several tabs and on several devices, and a tab that nobody looks at."""

import socket

import pytest
from playwright.sync_api import expect

from marbletop.server.limits import PLACES

from .people import READY, sit_with_bots
from .test_browser import marbles, two_at_a_table

pytestmark = pytest.mark.xdist_group("browser")

# A page that thinks it is hidden when told so, and counts the sounds it makes.
HIDING = """
window.tones = 0;
window.AudioContext = class {
  currentTime = 0;
  createOscillator() { return {frequency: {}, connect: (next) => next, start: () => { window.tones++; }, stop() {}}; }
  createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (next) => next}; }
};
window.hide = (is) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => is});
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => is ? "hidden" : "visible"});
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


# A page to which the answers of what it submits come late: the stream has long shown what was done.
LATE = """
const fetched = window.fetch;
window.fetch = async (url, options) => {
  const answer = await fetched(url, options);
  if (options?.method) await new Promise((done) => setTimeout(done, 4000));
  return answer;
};
"""


def choose(page, number):
    way = page.locator("a.way").nth(number)
    way.focus()                             # on phones the list is shown to those who reach it by keyboard
    way.click()
    expect(page.locator("#go")).to_be_visible()


@pytest.mark.parametrize("where", ["another tab", "another device"])
def test_one_player_twice_at_a_table(where, serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    if where == "another tab":
        second = page.context.new_page()
    else:
        second = new_page(390, 844)
        second.context.add_cookies(page.context.cookies())
    second.goto(page.url)
    second.wait_for_selector(READY)
    choose(page, 2)
    choose(second, 3)                                   # both have something in mind, which is nobody's business but theirs
    assert "Column c" in page.locator("#say").inner_text() and "Column d" in second.locator("#say").inner_text()

    page.locator("#go").click()
    for shown in (page, second):
        expect(shown.locator("#table .boards .marble[id]")).to_have_count(2)
        expect(shown.locator(READY)).to_be_visible()
    assert marbles(page) == marbles(second)

    choose(second, 0)                                   # and the other one moves
    second.locator("#go").click()
    for shown in (page, second):
        expect(shown.locator("#table .boards .marble[id]")).to_have_count(4)
        expect(shown.locator(READY)).to_be_visible()
    assert marbles(page) == marbles(second)


def test_a_stale_press_changes_nothing_and_says_why(serving, new_page, complaints):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    stale = new_page()
    stale.context.add_cookies(page.context.cookies())
    stale.route("**/live*", lambda route: route.abort())           # this one hears of nothing
    stale.goto(page.url)
    choose(stale, 5)
    choose(page, 1)
    page.locator("#go").click()
    expect(page.locator("#table .boards .marble[id]")).to_have_count(2)
    stale.locator("#go").click()
    expect(stale.locator(".sorry")).to_contain_text("The game has moved on")
    expect(stale.locator("#table .boards .marble[id]")).to_have_count(2)
    page.wait_for_selector(READY)
    assert marbles(page) == marbles(stale)
    complaints[:] = [one for one in complaints if "ERR_FAILED" not in one and "409" not in one]


@pytest.mark.parametrize("sound", [True, False])
def test_a_hidden_tab_calls_its_player(sound, serving, new_page):
    ann, ben = two_at_a_table(serving, new_page)
    mover, hidden = (ann, ben) if ann.locator(READY).count() else (ben, ann)
    hidden.context.add_init_script(HIDING)
    if sound:
        hidden.context.add_cookies([{"name": "sound", "value": "on", "url": serving.address}])
    hidden.reload()
    expect(hidden.locator("#table.running")).to_be_visible()
    usual = hidden.locator("#icon").get_attribute("href")
    hidden.evaluate("hide(true)")
    assert not hidden.title().startswith("Your turn")
    choose(mover, 3)
    mover.locator("#go").click()
    expect(hidden).to_have_title("Your turn - Connect Four - Marbletop")
    expect(hidden.locator("#icon")).not_to_have_attribute("href", usual)
    assert "icon-call" in hidden.locator("#icon").get_attribute("href")
    assert hidden.evaluate("tones") == (1 if sound else 0)
    hidden.evaluate("hide(false)")
    assert "icon-call" not in hidden.locator("#icon").get_attribute("href")


def test_a_press_counts_while_the_answer_to_the_one_before_is_still_on_its_way(serving, new_page):
    page = new_page()
    page.add_init_script(LATE)
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    for marbles_there in (2, 4):
        page.wait_for_selector(READY)
        choose(page, 3)
        page.locator("#go").click()
        expect(page.locator("#table .boards .marble[id]")).to_have_count(marbles_there, timeout=3500)


def test_a_tab_too_many_says_so_and_still_plays(serving, new_page):
    """Its stream is refused: it asks again after a while only, and moves are shown by their answers."""
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="me")
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "marbletop")
    path, asked = page.url.removeprefix(serving.address), []
    page.goto(f"{serving.address}/rules/connect_four")
    others = [socket.create_connection(("127.0.0.1", serving.port)) for _ in range(PLACES["stream"][0])]
    try:
        for one in others:
            one.sendall(f"GET {path}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: marbletop={cookie}\r\n\r\n".encode())
            assert b" 200 " in one.recv(1 << 16)
        page.on("request", lambda request: asked.append(request.url) if "/live" in request.url else None)
        page.goto(serving.address + path)
        expect(page.locator("#why")).to_contain_text("too many tabs")
        expect(page.locator("#lost")).to_be_hidden()
        for number in (2, 3):
            choose(page, number)
            page.locator("#go").click()
            expect(page.locator("#go")).to_be_hidden()
        assert len(asked) == 1, "it does not ask again and again"
    finally:
        for one in others:
            one.close()
