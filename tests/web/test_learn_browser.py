"""Lessons and the coach in a browser: by pressing on the board, by keyboard, on a phone."""

import random

import pytest

from marbletop.games import GAMES
from marbletop.learn import lesson_of
from marbletop.learn.puzzle import puzzles_of
from marbletop.learn.quick_rules import quick_rules_of
from marbletop.web.page.coach_page import explanation_of
from marbletop.words import say, use_language

from .conftest import Serving
from .people import READY, take_turn
from .pressing import AT, play_chapters, solve_puzzle
from .scenes import SetUp


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
    page.wait_for_load_state()                          # its script hears what is pressed
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


SIZES = """() => [...document.querySelectorAll("#table .boards .board-svg")].map((board) => {
  const {width, height} = board.getBoundingClientRect();
  return [width, height].map(Math.round);
})"""

# All that the coach says of a game, shown one after the other: what does not fit, or covers the board.
CUT = """(all) => all.filter((words) => {
  const shown = document.getElementById("coach-new");
  shown.textContent = words;
  const board = document.querySelector("#table .boards .board-svg").getBoundingClientRect();
  return shown.scrollHeight > shown.clientHeight + 1 || shown.getBoundingClientRect().top < board.bottom - 1;
})"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("name", [name for name in GAMES if name != "connect_four"])
def test_the_board_keeps_its_size_while_the_coach_explains_on_phones(serving, new_page, name, width, height):
    """What is new covers the dock, and gives way as soon as one has read it or has pressed something."""
    page, chance = new_page(width, height), random.Random(name)
    page.goto(serving.address)
    page.locator(f"form[action='/now/{name}'] button").click()
    page.locator("#coach-yes").click()
    come_to_what_is_new(page, chance)
    before, dock = page.evaluate(SIZES), page.locator(".dock").bounding_box()
    assert dock["y"] + dock["height"] <= height + 1
    assert not page.locator("#not-yet, #hint, #go").filter(visible=True).count()
    assert page.evaluate(CUT, explanations(name)) == []
    page.locator("#coach-got").click()
    page.wait_for_selector("#coach:not(:has(#coach-new))", state="attached")
    assert page.locator("#not-yet, #go").is_visible() and page.evaluate(SIZES) == before


def come_to_what_is_new(page, chance):
    """Play on while there is only one way, of which nothing is explained."""
    while True:
        page.wait_for_selector(f"{READY} #coach-new, {READY} #go")
        if page.locator("#coach-new").count():
            return
        take_turn(page, chance)


def explanations(name):
    rules, found = quick_rules_of(GAMES[name]), set()
    for language in ("en", "de"):
        with use_language(language):
            for decision in {one for block in (*rules.blocks, *rules.explanations) for one in block.decisions}:
                title, text = explanation_of(GAMES[name], decision)
                found.add(f"{say('New: {title}.', title=title)} {text}")
    return sorted(found)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_choices_on_phones_are_not_cut(serving, new_page, width, height):
    page = new_page(width, height)
    page.goto(serving.address)
    page.locator("form[action='/now/marbles_and_jokers'] button").click()
    page.wait_for_selector(".play > .ways .way", state="attached")
    assert page.evaluate("""[...document.querySelectorAll('.ways, .way, .way .small')].every(
        (one) => one.scrollHeight <= one.clientHeight + 1)""")


# Positions whose hints have much to say.
HINTED = {
    "split": ("marbles_and_jokers", "p0=h5,8,30 p2=50,19,22 hand=Joker,9,8,Q,7,7", 4),
    "joker": ("marbles_and_jokers", "p1=1,2,66,35,60 hand=Joker,3,2,4,5,6", 4),
    "pool": ("marabunta", "red=j6:2,k6:1 blue=l6:3,l7:1 anthills=1,1 starter=R player=R phase=select pool=PGY dice=2,0,3,0,0,3",
             2),
}


@pytest.fixture(scope="module")
def hinted(tmp_path_factory):
    server = Serving(tmp_path_factory.mktemp("hinted"))
    tables = SetUp(server)
    for name, (game, position, seats) in HINTED.items():
        tables.somebody_new()                           # everything is explained in a moment: for one person too fast
        tables.open(name, game, position, seats)
    tables.write()
    for name in HINTED:
        explain_everything(tables, name)
    yield tables
    server.stop()


def explain_everything(tables, name):
    """Let the coach of a table explain every kind of decision."""
    path, game = tables.tables[name][:2]
    rules, client = quick_rules_of(GAMES[game]), tables.clients[name]
    answers = [client.get(path), client.post(f"{path}/coach", data={"do": "on"})]
    for decision in sorted({one for block in (*rules.blocks, *rules.explanations) for one in block.decisions}):
        answers.append(client.post(f"{path}/coach", data={"do": "got", "decision": decision}))
    assert {answer.status_code for answer in answers} == {200}


def sit_down_coached(tables, page, name):
    """At a table at which the coach is on and has explained everything."""
    tables.visit(page, name)
    page.wait_for_selector("#coach[data-on='1']:not(:has(#coach-new))", state="attached")


# Whether words cover the board (on phones that are high enough: the cards), and whether one must scroll to read them.
COVERS = """(words) => {
  const shown = document.querySelector(words), top = shown.getBoundingClientRect().top;
  const boards = innerHeight < 800 || document.querySelector("#table.hinted.g-marabunta") ? ".boards" : "";
  const kept = [...document.querySelectorAll(`#table .play ${boards} .board-svg`)];
  return [kept.some((one) => one.getBoundingClientRect().bottom > top + 1), shown.scrollHeight > shown.clientHeight + 1];
}"""


# What a word of the coach makes of the page (coach/strip.html), about something that is chosen.
SPEAK_UP = """(words) => {
  const coach = document.getElementById("coach");
  coach.className = "coach word";
  coach.querySelector(".grow").insertAdjacentHTML("beforeend", "<p id='coach-word'></p>");
  document.getElementById("coach-word").textContent = words;
  coach.querySelector("form").innerHTML = "<a class='btn' id='coach-show'>?</a><button class='btn' id='coach-keep'>?</button>";
}"""
LONG_WORD = ("Bevor du bestätigst, schau mal: Teile die 9: 8 zurück, von Loch 8 auf Loch 72. Dann 1 vor "
             "von Loch 4 in deinem Ziel. Noch 3 Schritte bis zum Zieleingang. Das gewinnt 12 Partien von 100 mehr.")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("name", HINTED)
def test_the_board_keeps_its_size_while_the_coach_knows_better(hinted, new_page, name, width, height):
    page = new_page(width, height)
    sit_down_coached(hinted, page, name)
    before = page.evaluate(SIZES)
    page.locator("#table .target:not(.chosen, .other)").first.click()
    page.wait_for_selector("#back")
    assert height < 800 or (page.evaluate(SIZES), page.evaluate(COVERS, "#say")) == (before, [False, False])
    before = page.evaluate(SIZES)
    page.evaluate(SPEAK_UP, LONG_WORD)
    assert page.evaluate(SIZES) == before
    assert page.evaluate(COVERS, "#coach-word") == [False, False]
    assert page.locator("#coach-show").is_visible() and page.locator("#coach-keep").is_visible()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("name", HINTED)
def test_a_hint_is_read_as_a_whole_on_phones(hinted, new_page, name, width, height, language):
    """It has the room of the goal, too, and that of the ways of a card, and covers neither board nor cards. Marabunta has no
    such row: there a hint may lie over the regions."""
    page = new_page(width, height, locale=language)
    sit_down_coached(hinted, page, name)
    before = page.evaluate(SIZES)
    page.locator("#hint").click()
    page.wait_for_selector("#set-up")
    covers, cut = page.evaluate(COVERS, "#say")
    assert not covers and all(abs(one - other) <= 4 for pair in zip(page.evaluate(SIZES), before)       # a button of two lines
                              for one, other in zip(*pair))
    assert not cut or height < 800, page.locator("#say").inner_text()
