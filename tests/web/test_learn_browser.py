"""Lessons and the coach in a browser: by pressing on the board, by keyboard, on a phone."""

import pytest

from marbletop.games import GAMES
from marbletop.learn import lesson_of
from marbletop.learn.puzzle import puzzles_of
from marbletop.words import use_language

from .pressing import AT, play_chapters, solve_puzzle


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_chapters_of_a_game_by_pressing(serving, new_page, language):
    page = new_page(locale=language)
    with use_language(language):
        play_chapters(page, serving.address, "connect_four", range(3))
    page.locator("#first-game").click()
    page.wait_for_selector("#coach[data-on='1'] #coach-new")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "connect_four"])
def test_every_chapter_by_pressing(serving, new_page, name):
    """On a phone, in both languages by turns; `make torture` plays all of them in each, and every puzzle."""
    for turn, language in enumerate(("en", "de")):
        page = new_page(390, 844, locale=language)
        with use_language(language):
            play_chapters(page, serving.address, name, range(turn, len(lesson_of(GAMES[name]).chapters), 2), wrong=False)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("name", "language"), list(zip([name for name in GAMES if puzzles_of(GAMES[name])], ["en", "de"] * 2)))
def test_a_puzzle_by_pressing(serving, new_page, name, language):
    with use_language(language):
        solve_puzzle(new_page(locale=language), serving.address, puzzles_of(GAMES[name])[1])


def test_a_lesson_by_keyboard_alone(serving, new_page):
    page = new_page()
    page.goto(f"{serving.address}/learn/connect_four/1")
    page.locator("#go-next").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(AT.format("0.1.0"))
    page.locator("#show-me").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#do-it")
    page.locator("#do-it").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table:not([data-position='0.1.0'])")
    assert "Chapter 1" in page.locator("#tell").inner_text()            # spoken


def test_board_and_words_are_both_in_sight(serving, new_page):
    page = new_page()
    for name in GAMES:
        page.goto(f"{serving.address}/learn/{name}/1")
        for width, height in ((1280, 800), (390, 844), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            board, said = (page.locator(one).bounding_box() for one in (".boards .board-svg >> nth=0", ".narrator .said"))
            dock = page.locator(".narrator").bounding_box()
            assert page.evaluate("say.scrollHeight <= say.clientHeight + 1"), (name, width)         # nothing is cut
            assert said["y"] + said["height"] <= height and said["y"] >= dock["y"], (name, width)
            buttons = page.locator(".narrator .to-do").bounding_box()
            assert 0 <= dock["y"] + dock["height"] - buttons["y"] - buttons["height"] < 40, (name, width)   # none cut, no gap
            assert board["y"] >= 0 and board["y"] + board["height"] <= dock["y"] + 1, (name, width)


def test_how_the_present_decision_works(serving, new_page):
    page = new_page()
    page.goto(serving.address)
    page.locator("form[action='/now/marbleous'] button").click()
    page.wait_for_selector("#coach-yes")
    page.locator("summary[aria-label='Menu']").click()
    page.locator("#how-link").click()
    page.wait_for_selector("#how[open]")
    assert "Take a card" in page.locator("#how").inner_text() and "The end" not in page.locator("#how").inner_text()
    page.keyboard.press("Escape")
    page.locator("#coach-yes").click()
    page.wait_for_selector("#coach-new")
    page.locator("#coach-got").click()
    page.wait_for_selector("#coach:not(:has(#coach-new))")
    page.locator("summary[aria-label='Menu']").click()
    page.locator(".coach-off button").click()
    page.wait_for_selector("#table:not(:has(#coach))")


@pytest.mark.parametrize("name", ["marbleous", "marble_machine"])
def test_nothing_is_cut_while_the_coach_explains_on_a_low_phone(serving, new_page, name):
    """The dock ends where the window does, and the board is no stamp; the buttons come back when one has read it."""
    page = new_page(360, 640, forced="on")
    page.goto(serving.address)
    page.locator(f"form[action='/now/{name}'] button").click()
    page.locator("#coach-yes").click()
    page.wait_for_selector("#coach-new")
    dock, board = (page.locator(one).bounding_box() for one in (".dock", ".boards .board-svg >> nth=0"))
    assert dock["y"] + dock["height"] <= 641 and board["height"] > 160
    assert page.evaluate("""[...document.querySelectorAll('.dock .btn')].every((one) => {
        const box = one.getBoundingClientRect(); return box.bottom <= innerHeight + 1; })""")
    page.locator("#coach-got").click()
    page.wait_for_selector("#coach:not(:has(#coach-new))")
    assert page.locator("#not-yet").is_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_choices_on_phones_are_not_cut(serving, new_page, width, height):
    page = new_page(width, height)
    page.goto(serving.address)
    page.locator("form[action='/now/marbles_and_jokers'] button").click()
    page.wait_for_selector(".play > .ways .way", state="attached")
    assert page.evaluate("""[...document.querySelectorAll('.ways, .way, .way .small')].every(
        (one) => one.scrollHeight <= one.clientHeight + 1)""")
