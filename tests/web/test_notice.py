"""Notifications and badges for who does not look at the tab: only where they are possible, and only if asked for."""

import pytest
from playwright.sync_api import expect

from .people import READY, wait_until
from .test_browser import two_at_a_table
from .test_tabs import HIDING, choose

pytestmark = pytest.mark.xdist_group("browser")

# A browser that grants or denies notifications, and tells which it was asked for and has shown.
NOTICES = """
window.notices = []; window.badges = []; window.questions = 0;
window.Notification = class {
  static permission = localStorage.getItem("permission") || "default";
  static async requestPermission() {
    window.questions++;
    localStorage.setItem("permission", Notification.permission = "ANSWER");
    return Notification.permission;
  }
  constructor(title, about) { window.notices.push([title, about.body]); }
};
navigator.setAppBadge = async (n) => { window.badges.push(n); };
navigator.clearAppBadge = async () => { window.badges.push(0); };
"""


def hidden_player(serving, new_page, answer):
    """Who moves, and who waits with a tab that nobody looks at."""
    ann, ben = two_at_a_table(serving, new_page)
    mover, waiting = (ann, ben) if ann.locator(READY).count() else (ben, ann)
    waiting.context.add_init_script(HIDING + NOTICES.replace("ANSWER", answer))
    waiting.reload()
    expect(waiting.locator("#table.running")).to_be_visible()
    return mover, waiting


def move(mover):
    choose(mover, 3)
    mover.locator("#go").click()


def test_who_asked_for_it_is_notified_and_the_badge_goes_when_they_look(serving, new_page):
    mover, waiting = hidden_player(serving, new_page, "granted")
    assert waiting.evaluate("questions") == 0, "nobody is asked before they want it"
    waiting.locator("details.menu > summary").first.click()
    waiting.locator("#notify").check()
    expect(waiting.locator("#notify")).to_be_checked()
    waiting.evaluate("hide(true)")
    move(mover)
    expect(waiting).to_have_title("Your turn - Connect Four - Marbletop")
    wait_until(waiting, "notices.length")
    (title, words), = waiting.evaluate("notices")
    assert title.startswith("Your turn") and words
    assert waiting.evaluate("badges.at(-1)") == 1
    waiting.evaluate("hide(false)")
    assert waiting.evaluate("badges.at(-1)") == 0


def test_who_did_not_ask_or_said_no_is_left_alone(serving, new_page):
    mover, waiting = hidden_player(serving, new_page, "denied")
    waiting.locator("details.menu > summary").first.click()
    waiting.locator("#notify").click()
    expect(waiting.locator("#notify")).not_to_be_checked()
    waiting.evaluate("hide(true)")
    move(mover)
    expect(waiting).to_have_title("Your turn - Connect Four - Marbletop")
    assert waiting.evaluate("notices") == []


def test_the_first_invitation_asks_once(serving, new_page):
    page = new_page()
    page.add_init_script(NOTICES.replace("ANSWER", "granted"))
    page.goto(f"{serving.address}/new?game=connect_four&with=friends")
    page.locator(".nt .dock button").click()
    for _ in range(2):
        page.locator("[data-copy='join-link']").click()
    wait_until(page, "questions == 1")
    assert "notify=on" in page.evaluate("document.cookie")


def test_where_it_is_not_possible_nothing_is_offered(serving, new_page):
    page = new_page()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{serving.address}/new?game=connect_four&with=friends")
    page.locator(".nt .dock button").click()
    page.locator("details.menu > summary").first.click()
    expect(page.locator("#sound")).to_be_visible()
    expect(page.locator("#notify")).to_be_hidden()
