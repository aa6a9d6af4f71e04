"""The form for a new table in a browser: filled by keyboard, changed, refused, and nothing is lost."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")


def test_the_form_is_filled_by_keyboard_and_keeps_its_fields(serving, new_page):
    page = new_page()
    page.goto(f"{serving.address}/new?game=marbleous")
    expect(page.locator("#change")).to_be_hidden()
    page.locator("#seat1").focus()
    page.keyboard.type("Bot (strong)")
    page.locator("#option_open_points").focus()
    page.keyboard.press("Space")
    page.locator("#clock").focus()
    page.keyboard.type("3 days")
    page.locator("#seats-3").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#seat3")).to_be_visible()
    expect(page.locator("#seats-4")).to_be_focused()
    assert page.locator("#seat1").input_value() == "strong" and page.locator("#option_open_points").is_checked()
    page.locator("#game-marbleous").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#option_territory")).to_be_visible()
    expect(page.locator("#game-marabunta")).to_be_focused()
    assert page.locator("#clock").input_value() == "days3" and "game=marabunta" in page.url
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#option_open_points")).to_be_checked()
    assert page.locator("#seat3").is_visible() and page.locator("#seat1").input_value() == "strong"
    page.locator("#set-up").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table.running")


def test_a_wrong_box_is_told_to_a_screen_reader_and_kept(serving, new_page, complaints):
    page = new_page()
    page.goto(f"{serving.address}/new?game=marabunta")
    page.locator("#box").select_option("own")
    page.locator("#box_text").fill("[meta]\nname = 'x'\nprinted = 3\n")
    page.locator("#set-up").click()
    expect(page.locator("#errors")).to_be_focused()
    complaints.clear()                                          # of the status 400
    page.locator("#errors a").click()
    expect(page.locator("#box_text")).to_be_focused()
    assert "printed = 3" in page.locator("#box_text").input_value()
    assert page.locator("#box_text").get_attribute("aria-invalid") == "true"


def test_without_script_a_button_does_the_same(serving, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(f"{serving.address}/new?game=connect_four")
    page.locator("#seat1").select_option("master")
    page.locator("#game-marbleous").check(force=True)
    page.locator("#change").click()
    expect(page.locator("#option_advanced")).to_be_visible()
    assert page.locator("#seat1").input_value() == "master"
