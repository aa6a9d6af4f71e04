"""Friends in real browsers: joining, sharing, who is here, a bot for who is away, taking back, leaving."""

import socket
import threading
import time

import pytest
import uvicorn
from playwright.sync_api import expect

from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .conftest import Serving
from .people import READY

pytestmark = pytest.mark.xdist_group("browser")
SHORT = 1.5                                 # seconds of absence that are seen
PATIENCE = 60                               # seconds for a server to start and to stop


@pytest.fixture
def quick_address(tmp_path, monkeypatch):
    """A server in this process where people are called away sooner."""
    monkeypatch.setattr("marbletop.server.presence.STAYS", SHORT)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(make_app(Settings(tmp_path)), log_level="warning", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        late = time.monotonic() + PATIENCE
        while not server.started and time.monotonic() < late:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(PATIENCE)


def lobby_of(page, address, game="connect_four", seats=2):
    page.goto(f"{address}/new?game={game}&with=friends&seats={seats}")
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#table.open")
    return page.locator("#join-link").input_value()


def join(page, link, name):
    page.goto(link)
    page.locator("#name").fill(name)
    page.locator("#sit-down").click()
    page.wait_for_selector("#table.open")


def two_friends(address, new_page):
    """Ann and Ben at a table that has begun."""
    ann, ben = new_page(), new_page()
    link = lobby_of(ann, address)
    join(ben, link, "Ben")
    expect(ann.locator("#deal")).to_have_text("Begin")
    ann.locator("#deal").click()
    for page in (ann, ben):
        page.wait_for_selector("#table.running")
    return ann, ben


def play(page, way=0):
    page.wait_for_selector(READY)
    page.locator("a.way").nth(way).click()
    page.locator("#go").click()
    page.wait_for_selector("#table:not([data-call='1'])")


def test_a_name_is_selected_and_a_marble_says_who_one_plays_with(serving, new_page):
    ann, ben = new_page(), new_page()
    link = lobby_of(ann, serving.address, "marbles_and_jokers", 4)
    ben.goto(link)
    expect(ben.locator("#name")).to_be_focused()
    ben.wait_for_function("document.activeElement.selectionEnd === document.activeElement.value.length")
    ben.keyboard.type("Ben")
    assert ben.locator("#name").input_value() == "Ben"      # typing has replaced what was there
    expect(ben.locator("#marble-0")).to_have_count(0)       # Ann's
    ben.locator("#marble-1").focus()
    ben.keyboard.press("ArrowDown")
    expect(ben.locator(".dock .say b:visible")).to_contain_text("You play with")
    expect(ben.locator(".pairs b:visible")).to_have_count(1)
    ben.locator("#sit-down").click()
    expect(ann.locator("#seat-2 .who b")).to_have_text("Ben")
    expect(ann.locator("#seat-2 .tag")).to_contain_text("here")
    expect(ben.locator("#say")).to_contain_text("begins the game")


def test_a_marble_is_chosen_without_script(serving, new_page, browser):
    ann = new_page()
    link = lobby_of(ann, serving.address)
    ben = new_page(java_script_enabled=False)
    join(ben, link, "Ben")
    expect(ann.locator("#seat-1 .who b")).to_have_text("Ben")


def test_copy_says_copied_and_then_copy_again(serving, new_page):
    ann = new_page()
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    link = lobby_of(ann, serving.address)
    button = ann.locator("[data-copy='open-house']")
    button.click()
    expect(button).to_have_text("Copied")
    expect(ann.locator("#tell")).to_have_text("Copied")
    assert ann.evaluate("navigator.clipboard.readText()") == "marbletop serve --lan"
    expect(button).to_have_text("Copy")
    ann.locator("[data-copy='join-link']").click()
    ann.wait_for_function("link => navigator.clipboard.readText().then(text => text === link)", arg=link)


@pytest.fixture(scope="module")
def open_house(tmp_path_factory):
    """A server that the home network can reach."""
    server = Serving(tmp_path_factory.mktemp("tables"), "--lan")
    yield server
    server.stop()


@pytest.mark.parametrize("shares", [True, False])
def test_the_button_to_share_is_there_where_the_system_shares(shares, open_house, new_page):
    page = new_page()
    page.add_init_script("window.shared = []; navigator.share = async (what) => window.shared.push(what);" if shares
                         else "Object.defineProperty(Navigator.prototype, 'share', {value: undefined});")
    link = lobby_of(page, open_house.address)
    if "127.0.0.1" in link:                                 # a machine without a network: nothing to share
        expect(page.locator(".share")).to_have_count(0)
    elif shares:
        page.locator(".share").click()
        page.wait_for_function("link => window.shared.some(one => one.url === link)", arg=link)
    else:
        expect(page.locator(".share")).to_be_hidden()


def test_who_is_away_is_seen_and_a_bot_plays_until_they_are_back(quick_address, new_page):
    ann, ben = two_friends(quick_address, new_page)
    expect(ann.locator("#seat-1 .presence.here")).to_be_visible()
    table = ben.url
    play(ann)
    ben.goto("about:blank")
    expect(ann.locator("#seat-1 .presence:not(.here)")).to_be_visible()
    expect(ann.locator("#seat-1 .status")).to_contain_text("away")
    ann.get_by_role("button", name="Let a bot play").click()
    expect(ann.locator("#seat-1 .status")).to_contain_text("a bot is playing")
    expect(ann.locator(READY)).to_be_visible()              # the bot has played
    ben.goto(table)
    expect(ann.locator("#seat-1 .presence.here")).to_be_visible()
    expect(ben.locator("#seat-1 .chip.you, #seat-1 .called", has_text="You").first).to_be_visible()


def test_a_move_is_taken_back_when_the_other_agrees(serving, new_page):
    ann, ben = two_friends(serving.address, new_page)
    expect(ann.locator("#ask-back")).to_have_count(0)       # she has not played
    play(ann)
    expect(ann.locator("#ask-back")).to_be_visible()
    ann.locator("#ask-back").click()
    expect(ann.locator("#take-back")).to_contain_text("Waiting for Ben")
    expect(ben.locator("#take-back")).to_contain_text("take a move back?")
    ben.get_by_role("button", name="No, play on").click()
    expect(ann.locator("#take-back")).to_contain_text("Ben would rather play on.")
    expect(ben.locator("#take-back")).to_have_count(0)
    ann.get_by_role("button", name="All right").click()
    expect(ann.locator("#take-back")).to_have_count(0)
    play(ben, 1)
    ann.locator("#ask-back").click()
    ben.get_by_role("button", name="Yes, take it back").click()
    for page in (ann, ben):
        expect(page.locator("#table .boards .marble[id]")).to_have_count(0)
    expect(ann.locator(READY)).to_be_visible()


def test_leaving_asks_first(serving, new_page):
    ann, ben = two_friends(serving.address, new_page)
    ben.locator("summary[aria-label='Menu']").click()
    leave = ben.get_by_role("button", name="Yes, leave")
    expect(leave).to_be_hidden()
    ben.locator("#leaving summary").click()
    expect(ben.locator("#leaving")).to_contain_text("A bot plays for you")
    leave.click()
    ben.wait_for_selector(".home")
    expect(ann.locator("#seat-1 .status")).to_contain_text("a bot is playing")


def test_play_now_is_changed_in_its_place_and_remembered(serving, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(serving.address)
    form = "form[action='/now/marbleous']"
    page.locator(f"{form} [name='seats']").select_option("2")
    page.locator(f"{form} [name='level']").select_option("beginner")
    page.locator(f"{form} button").click()
    expect(page.locator(".seats > .seat")).to_have_count(2)
    page.goto(serving.address)
    assert [page.locator(f"{form} [name='{name}']").input_value() for name in ("seats", "level")] == ["2", "beginner"]
