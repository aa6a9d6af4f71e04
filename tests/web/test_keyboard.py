"""Nothing but keys, from the home page to the replay: what has the focus is always seen, and the focus is never lost."""

import pytest
from playwright.sync_api import TimeoutError, expect

from .people import OVER, READY, sit_with_bots

pytestmark = pytest.mark.xdist_group("browser")

# What has the focus: its name, and whether it is drawn so that one sees it.
FOCUS = """() => {
  const one = document.activeElement, shown = one.matches(".sw input") ? one.nextElementSibling : one;
  const style = getComputedStyle(shown), box = shown.getBoundingClientRect();
  return {body: one === document.body, name: one.id || one.textContent.trim(),
          ring: style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2,
          inside: box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth};
}"""
MOST_STOPS = 45


def focus(page):
    found = page.evaluate(FOCUS)
    assert not found["body"], "the focus is lost"
    assert found["ring"] and found["inside"], f"the focus is not seen: {found}"
    return found


def tab_to(page, selector, key="Tab"):
    """Press Tab until something has the focus; every stop on the way is seen."""
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement === document.body"):
            continue                                    # past the end of the page, which is the browser's own
        focus(page)
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"Tab does not come to {selector}")


def set_up_a_table(page, address):
    """From the home page to a running table of Marbleous against two bots."""
    page.goto(address)
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    tab_to(page, "a[href='/new?game=marbleous&with=friends']")
    page.keyboard.press("Enter")
    page.wait_for_selector(".nt")
    for seat in ("#seat1", "#seat2"):
        tab_to(page, seat)
        page.keyboard.type("Bot (b")
        assert page.locator(seat).input_value() == "beginner"
    tab_to(page, ".nt .dock button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table.running")


def decide(page, turn):
    """One decision, and the button: by Enter on what is chosen already, or there."""
    position = page.locator("#table").get_attribute("data-position")
    for attempt in range(6):
        if page.locator("#go").count():
            break
        choose(page, turn + attempt)
    if turn % 2 or not page.evaluate("document.activeElement.matches('.way.on, .target[data-action][aria-pressed=true]')"):
        tab_to(page, "#go")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#table:not([data-position='{position}'])")
    focus(page)


def choose(page, turn):
    """By a number, by the arrows in the list, or by the arrows on a drawing, in turn."""
    before = page.locator("#table").get_attribute("data-chosen")
    places = "[data-action]" if page.locator("#table .target[data-action]").count() else "[data-group]"
    if turn % 3 == 0 or "among=" in before or not page.locator(f"#table .target{places}:not(.chosen)").count():
        page.keyboard.press(str(1 + turn % min(9, page.locator("a.way").count())))
    elif turn % 3 == 1:
        tab_to(page, "a.way", "Shift+Tab")
        page.keyboard.press("ArrowDown")
        focus(page)
        page.keyboard.press("Enter")
    else:
        tab_to(page, f"#table svg:has(.target{places}:not(.chosen)) .target", "Shift+Tab")
        for key in ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"):
            page.keyboard.press(key)
            focus(page)
            if page.evaluate(f"document.activeElement.matches('{places}:not(.chosen)')"):
                break
        page.keyboard.press("Space")
    try:
        page.wait_for_selector(f"#go, #table:not([data-chosen='{before}'])", timeout=5000)
    except TimeoutError:
        return                                          # the page was still settling after a bot's move


def test_a_whole_game_by_keys_alone(serving, new_page):
    page = new_page()
    set_up_a_table(page, serving.address)
    for turn in range(200):
        page.wait_for_selector(f"{READY}, {OVER}")
        if page.locator(OVER).count():
            break
        decide(page, turn)
    tab_to(page, ".dock a[href$='/replay']")
    page.keyboard.press("Enter")
    expect(page.locator("#run")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("#say")).to_contain_text("Step 0")
    tab_to(page, "[data-key='ArrowRight']")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("Step 1 ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text("Step 2 ")
    focus(page)
    tab_to(page, ".moves a", "Shift+Tab")


def test_some_decisions_by_keys_alone_in_the_dark(serving, new_page):
    page = new_page(color_scheme="dark")
    sit_with_bots(page, serving.address, "marbles_and_jokers", seats=2, seat1="beginner")
    for turn in range(6):
        page.wait_for_selector(READY)
        decide(page, turn)


def test_a_drawing_is_one_stop_and_arrows_go_on_from_there(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    tab_to(page, "#table .target")
    assert page.locator("#table .boards .target[tabindex='0']").count() == 1
    page.keyboard.press("Home")
    names = [page.evaluate("document.activeElement.getAttribute('aria-label')")]
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        names.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert [name[:8] for name in names] == [f"Column {letter}" for letter in "abcdefg"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('a.way')")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('a.way')")


def test_escape_closes_the_menu_and_letters_can_be_switched_off(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    tab_to(page, "summary[aria-label='Menu']")
    page.keyboard.press("Enter")
    tab_to(page, "#keys")
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    expect(page.locator("details.menu[open]")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('summary')")
    page.keyboard.press("1")
    tab_to(page, ".target")
    page.keyboard.press("Enter")
    expect(page.locator("#go")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#go")).to_have_count(0)
    focus(page)
