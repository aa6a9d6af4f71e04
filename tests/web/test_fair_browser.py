"""Fair dealing in a browser, which notes the check code down when it first sees a table."""

import pytest
from playwright.sync_api import expect

from .screenshots import give_up

pytestmark = pytest.mark.xdist_group("browser")


def open_lobby(page, address):
    page.goto(f"{address}/new?game=marabunta")
    page.locator("#begin").select_option("later")
    page.locator(".nt .dock button").click()
    page.wait_for_selector("#fair-chance")
    page.wait_for_load_state()


def code_at(page):
    return page.locator("#fair").get_attribute("data-digest")


def test_the_browser_notes_the_code_down_and_compares_it(serving, new_page):
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_lobby(page, serving.address)
    code = code_at(page)
    page.locator("[data-copy='check-code-here']").click()
    expect(page.locator("[data-copy='check-code-here']")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == code
    page.locator("#words-0").fill("lucky horse")
    page.locator("#deal").focus()                           # words are added when the field is left
    expect(page.locator("#words-0 + button")).to_have_text("Change")
    page.locator("#deal").click()
    page.wait_for_selector("#table.running")
    give_up(page)
    page.locator("#fairness").click()
    expect(page.locator("#headline")).to_have_text("The dealing was fair.")
    expect(page.locator("#verdict")).to_contain_text("lucky horse")
    page.evaluate("""() => {
      const noted = JSON.parse(localStorage.getItem("marbletop codes"));
      for (const one of Object.values(noted)) one.digest = one.digest.replace(/^./, "x");
      localStorage.setItem("marbletop codes", JSON.stringify(noted));
    }""")
    page.reload()
    expect(page.locator("#headline")).to_have_text("Something is wrong: this device has seen another code.")
    expect(page.locator("#conclusion")).to_have_text("")
    page.get_by_role("link", name="Back to the table").click()
    page.locator("summary[aria-label='Menu']").click()
    page.locator("#fair summary").click()
    expect(page.locator("#other-code")).to_be_visible()


def test_play_now_is_noted_after_the_deal(serving, new_page):
    page = new_page()
    page.goto(serving.address)
    page.locator("form[action$='/now/marabunta'] button").first.click()
    page.wait_for_selector("#table.running")
    page.wait_for_load_state()
    give_up(page)
    page.locator("#fairness").click()
    expect(page.locator("#headline")).to_have_text("Nothing was changed since you came.")


def test_words_that_are_being_typed_stay_when_somebody_else_adds_some(serving, new_page):
    ann, ben = new_page(), new_page()
    ann.goto(f"{serving.address}/new?game=marabunta&with=friends")
    ann.locator(".nt .dock button").click()
    ben.goto(ann.locator("#join-link").input_value())
    ben.locator("#sit-down").click()
    expect(ben.locator("#words-1")).to_be_visible()
    ann.locator("#words-0").fill("half a wo")
    ben.locator("#words-1").fill("seven")
    ben.keyboard.press("Enter")
    expect(ann.locator(".words", has_text="seven")).to_be_visible()
    expect(ann.locator("#words-0")).to_have_value("half a wo")
