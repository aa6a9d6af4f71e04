"""Lessons and puzzles played by pressing on the board in a browser.

    python -m tests.web.pressing [GAME ...]         every chapter and every puzzle, in both languages; `make torture` runs it
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.forecast import say_how_long
from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.learn import LessonRun, lesson_of
from marbletop.learn.puzzle import puzzles_of
from marbletop.learn.puzzle_run import PuzzleRun
from marbletop.learn.puzzle_words import question
from marbletop.words import use_language

AT = "#table[data-position='{}']"


def place_of(run):
    return f"{run.chapter_number}.{run.step_number}.{run.pressed}"


def press_on_board(page, run, action, seat=0):
    """Press what leads to an action: a thing to choose first, then a place; what has no place is pressed in the list."""
    match = run.match
    scene = scene_of(match.game, match.view(seat), match.box, match.names)
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


def press_in_lesson(page, run, action):
    """Press what leads to an action; what does not lead on to another decision is confirmed by the button."""
    scene = scene_of(run.match.game, run.match.view(0), run.match.box, run.match.names)
    chosen = f"#act:has(#go:not(.without-script)) input[name='action'][value='{action}']"
    if not page.locator(chosen).count():
        press_on_board(page, run, action)
    if any(one.action == action and (one.turns or not one.leads_on) for one in scene.choices) and not scene.subset:
        page.wait_for_selector(chosen, state="attached")
        assert page.locator("#lost").is_hidden(), "the page says that nothing can be reached"
        page.locator("#go").click()


def divide(page, subset, action):
    """Tick what belongs to the first heap, and press the button."""
    mask = next(mask for mask, one in subset.action_of.items() if one == action)
    for number in range(len(subset.items)):
        if mask >> number & 1:
            page.locator(f"#it-{number}").first.dispatch_event("click")
            page.wait_for_selector(f"#pile-{number} input:checked", state="attached")
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
            press_in_lesson(page, run, action)
            page.wait_for_selector(".narrator .answer")
            assert str(response.text) in page.locator(".narrator .answer").inner_text(), run.step.place
            break
    before = place_of(run)
    press_in_lesson(page, run, run.right_press())
    run.press(run.right_press())
    page.wait_for_selector(f"#table:not([data-position='{before}'])")


def solve_puzzle(page, address, puzzle):
    """Solve a puzzle by the board; before the first press, one that is not right."""
    page.goto(f"{address}/puzzles/{puzzle.game.name}/{puzzle.number}")
    assert question(puzzle) in page.locator(".question h1").inner_text()
    worst = min(puzzle.steps[0].tries, key=lambda text: puzzle.steps[0].tries[text].value)
    play_in_puzzle(page, PuzzleRun(puzzle), worst)
    page.wait_for_selector(".dock.wrong [role='alert']")
    for number, step in enumerate(puzzle.steps):
        page.wait_for_selector(f"#table[data-step='{number + 1}']")
        play_in_puzzle(page, PuzzleRun(puzzle, number), step.press)
    page.wait_for_selector("#answer")


def play_in_puzzle(page, run, text):
    """Choose a press on the board, and play it."""
    action = run.match.action_of(text)
    chosen = f"#act input[name='action'][value='{action}']"
    if not page.locator(chosen).count():
        press_on_board(page, run, action, seat=run.seat)
        page.wait_for_selector(chosen, state="attached")
    page.locator("#go").click()


SECONDS = 4                                 # of a chapter or a puzzle


def main(names):
    from .conftest import ARGUMENTS, CHROMIUM, PATIENCE, Serving
    games = [GAMES[name] for name in names or GAMES]
    say_how_long("Pressing", 2 * SECONDS * sum(len(lesson_of(game).chapters) + len(puzzles_of(game)) for game in games))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Serving(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            for language in ("en", "de"):
                with use_language(language):
                    context = browser.new_context(locale=language, reduced_motion="reduce")
                    context.set_default_timeout(PATIENCE)
                    press_all(context, server.address, games, language)
                    context.close()
        finally:
            browser.close()
            server.stop()


def press_all(context, address, games, language):
    """Every chapter and every puzzle of games in one language; a new page for each game."""
    for game in games:
        page = context.new_page()
        play_chapters(page, address, game.name, range(len(lesson_of(game).chapters)))
        for puzzle in puzzles_of(game):
            solve_puzzle(page, address, puzzle)
        page.close()
        print(f"{game.name} {language}: {len(lesson_of(game).chapters)} chapters, {len(puzzles_of(game))} puzzles", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
