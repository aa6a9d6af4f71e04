"""Lessons and the coach in a browser: by pressing on the board, by keyboard, on a phone."""

import pytest

from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.learn import LessonRun, lesson_of
from marbletop.words import use_language

AT = "#table[data-position='{}']"


def place_of(run):
    return f"{run.chapter_number}.{run.step_number}.{run.pressed}"


def press_on_board(page, run, action):
    """Press what leads to an action: a thing to choose first, then a place; what has no place is pressed in the list."""
    match = run.match
    scene = scene_of(match.game, match.view(0), match.box, match.names)
    if scene.subset:
        return divide(page, scene.subset, action)
    choice = next(one for one in scene.choices if one.action == action)
    if choice.group and not page.locator(f"[id='gr-{choice.group}'][aria-pressed='true']").count():
        page.locator(f"[id='gr-{choice.group}']").dispatch_event("click")
        page.wait_for_selector(f"[id='gr-{choice.group}'][aria-pressed='true'], [id='tg-{action}']")
    target = page.locator(f"[id='tg-{action}']:not([data-actions])")
    if target.count():
        return target.dispatch_event("click")
    if page.locator("details.all-ways:not([open])").count():
        page.locator("details.all-ways summary").click()
    page.locator(f"#way-{action}").click()


def divide(page, subset, action):
    """Tick what belongs to the first heap, and press the button."""
    mask = next(mask for mask, one in subset.action_of.items() if one == action)
    for number in range(len(subset.items)):
        if mask >> number & 1:
            page.locator(f"#it-{number}").first.dispatch_event("click")
            page.wait_for_selector(f"#pile-{number} input:checked")
    page.locator("#go").click()


def play_chapters(page, address, name, chapters, wrong=True):
    """Play chapters by the board; before every right press, one that is answered."""
    run = LessonRun(lesson_of(GAMES[name]))
    for chapter in chapters:
        run.go_to(chapter)
        page.goto(f"{address}/learn/{name}/{chapter + 1}")
        while not run.over and run.chapter_number == chapter:
            page.wait_for_selector(AT.format(place_of(run)))
            assert page.locator(".narrator .said").inner_text() == str(run.step.say)
            if not run.presses_left:
                run.next()
                page.locator("#go-next").click()
            else:
                press_both(page, run, wrong)
            if page.locator("a#go-next[data-choose]").count():
                page.locator("a#go-next").click()
        page.wait_for_selector("#table[data-position$='-end']")
    return run


def press_both(page, run, wrong):
    """A press that is answered, if there is one, and the right one; goes on from how a step has ended."""
    for action in run.match.legal[::-1] if wrong else ():
        response = run.copy().press(action)
        if not response.right:
            press_on_board(page, run, action)
            page.wait_for_selector(".narrator .answer")
            assert str(response.text) in page.locator(".narrator .answer").inner_text(), run.step.place
            break
    before = place_of(run)
    press_on_board(page, run, run.right_press())
    run.press(run.right_press())
    page.wait_for_selector(f"#table:not([data-position='{before}'])")


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_chapters_of_a_game_by_pressing(serving, new_page, language):
    page = new_page(locale=language)
    with use_language(language):
        play_chapters(page, serving.address, "connect_four", range(3))
    page.locator("#first-game").click()
    page.wait_for_selector("#coach[data-on='1'] #coach-new")


@pytest.mark.parametrize(("name", "chapter", "language"), [("marbleous", 3, "de"), ("marbles_and_jokers", 1, "en"),
                                                           ("marble_machine", 0, "de"), ("marabunta", 0, "en")])
def test_a_chapter_of_every_game_on_a_phone(serving, new_page, name, chapter, language):
    page = new_page(390, 844, locale=language)
    with use_language(language):
        play_chapters(page, serving.address, name, [chapter], wrong=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


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
