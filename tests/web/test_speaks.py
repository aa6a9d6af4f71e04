"""The table speaks to whoever has just sat down: what a press does, what others did, and nothing that jumps."""

import random
import re

import pytest
from playwright.sync_api import expect

from marbletop.core.notes import Note
from marbletop.games.marbles_and_jokers import GAME as JOKERS
from marbletop.games.marbles_and_jokers.state import BOPPED, BUMPED, PLAYED
from marbletop.web.language import LANGUAGE_COOKIE

from .people import READY, can_go, choose_something, sit_with_bots, take_turn
from .scenes import SetUp
from .test_in_sight import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
WHERE = """() => [...document.querySelectorAll("#table .boards .board-svg")].map((board) => {
  const box = board.getBoundingClientRect();
  return [box.left, box.top + scrollY, box.width, box.height].map(Math.round);
})"""


def come_to_a_choice(page, chance, wanted, most=12):
    """Play on until something is chosen half-way that `wanted` finds."""
    for _ in range(most):
        page.wait_for_selector(READY)
        for _ in range(4):
            if page.locator(wanted).count():
                return
            if can_go(page):
                break
            choose_something(page, chance)
        if page.locator(wanted).count():
            return
        take_turn(page, chance)
    raise AssertionError(f"never met: {wanted}")


def test_a_number_on_the_board_is_pressed_like_its_place(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marbles_and_jokers")
    numbers = ".ghosts[data-ghost] .choice-number"
    come_to_a_choice(page, random.Random(2), f"#table:not([data-chosen*='action=']) {numbers}", most=30)
    expect(page.locator("#say")).to_contain_text("Nothing is played yet")
    number = page.locator(numbers).last
    action = number.evaluate("one => one.closest('[data-ghost]').dataset.ghost")
    box, position = number.bounding_box(), page.locator("#table").get_attribute("data-position")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(f"#table[data-chosen*='action={action}']")
    expect(page.locator("#say")).to_contain_text("Not played yet: press")
    assert page.locator("#table").get_attribute("data-position") == position


@pytest.mark.parametrize("game", ["marble_machine", "marbleous"])
def test_only_the_button_places_what_is_turned_or_moved(game, serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, game)
    come_to_a_choice(page, random.Random(4), "#table .target.turned")
    position = page.locator("#table").get_attribute("data-position")
    box = page.locator(".target.turned >> nth=-1").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#go")).to_be_focused()
    assert page.locator("#table").get_attribute("data-position") == position
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#table:not([data-position='{position}'])")


@pytest.mark.parametrize("game", ["marbles_and_jokers", "marble_machine"])
def test_the_board_stays_where_it_is_while_one_decides(game, serving, new_page):
    for number, (screen, (width, height)) in enumerate(SCREENS.items()):
        page, chance = new_page(width, height), random.Random(number)
        page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": ("en", "de")[number % 2], "url": serving.address}])
        sit_with_bots(page, serving.address, game)
        page.wait_for_selector(READY)
        for _ in range(3):
            page.wait_for_selector(READY)
            before = page.evaluate(WHERE)
            for _ in range(6):
                if can_go(page):
                    break
                choose_something(page, chance)
                assert page.evaluate(WHERE) == before, f"{screen}: something was chosen"
            if page.locator("#back").count():
                chosen = page.locator("#table").get_attribute("data-chosen")
                page.locator("#back").click()
                page.wait_for_selector(f"#table:not([data-chosen='{chosen}'])")
                assert page.evaluate(WHERE) == before, f"{screen}: it was changed"
            take_turn(page, chance)
        page.close()


@pytest.mark.parametrize("screen", ["phone", "small phone", "phone on its side", "laptop"])
def test_the_board_stays_where_it_is_when_the_coach_has_offered_its_help(screen, serving, new_page):
    page = new_page(*SCREENS[screen])
    sit_with_bots(page, serving.address, "marbleous")
    page.wait_for_selector(READY)
    before = page.evaluate(WHERE)
    take_turn(page, random.Random(3))
    page.wait_for_selector(READY)
    assert not page.locator("#coach-no").count() and page.evaluate(WHERE) == before


@pytest.mark.parametrize("screen", ["phone", "small phone", "phone on its side", "laptop"])
def test_what_is_pressed_is_explained_in_sight(screen, serving, new_page):
    page = new_page(*SCREENS[screen])
    sit_with_bots(page, serving.address, "marbleous")
    page.wait_for_selector(READY)
    before = page.evaluate(WHERE)
    page.locator("#pt-1-1").click(force=True)
    expect(page.locator("#why")).to_contain_text("Pop 4 yellow marbles")
    why, say = page.locator("#why").bounding_box(), page.locator("#say").bounding_box()
    assert why["y"] + why["height"] <= say["y"] + say["height"] + 1 and page.evaluate(WHERE) == before


def test_a_hint_does_not_stand_beside_what_was_explained_before(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marbleous")
    page.wait_for_selector(READY)
    page.locator("#pt-1-1").click(force=True)
    expect(page.locator("#why")).to_contain_text("Pop 4 yellow marbles")
    page.locator("#hint").click()
    expect(page.locator("#set-up")).to_be_visible()
    expect(page.locator("#why")).to_be_empty()


WHERE_SAID = """() => ["say", "undo", "hint", "not-yet", "go", "set-up", "close-hint"].map((id) => document.getElementById(id))
  .filter(Boolean).map((one) => [one.id, Math.round(one.getBoundingClientRect().left), Math.round(scrollY +
  one.getBoundingClientRect().top), Math.round(one.getBoundingClientRect().width), one.getBoundingClientRect().height])"""


@pytest.mark.parametrize(("screen", "language", "words"), [
    ("phone", "en", "Thinking about a hint …"), ("small phone", "de", "Ich überlege mir einen Tipp …"),
    ("laptop", "de", "Ich überlege mir einen Tipp …")])
def test_while_a_hint_is_thought_of_the_table_says_so(screen, language, words, serving, new_page, complaints):
    page = new_page(*SCREENS[screen])
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": serving.address}])
    sit_with_bots(page, serving.address, "marbleous")
    page.wait_for_selector(READY)
    waiting = []
    page.route("**/hint*", lambda route: waiting.append(route))
    before, board = page.evaluate(WHERE_SAID), page.evaluate(WHERE)
    page.locator("#hint").click()
    expect(page.locator("#tell")).to_have_text(words)                   # for those who listen
    assert page.locator("#say").inner_text().strip() == words
    assert page.evaluate(WHERE_SAID) == before and page.evaluate(WHERE) == board
    waiting[0].continue_()
    expect(page.locator("#set-up")).to_be_visible()
    expect(page.locator("#wait")).to_be_empty()
    expect(page.locator("#tell")).to_be_empty()
    assert page.evaluate(WHERE) == board
    page.locator("#close-hint").click()
    expect(page.locator("#hint")).to_be_visible()
    page.unroute("**/hint*")
    page.route("**/hint*", lambda route: route.fulfill(status=422, body=""))
    page.locator("#hint").click()
    expect(page.locator("#why")).to_contain_text("That didn't work" if language == "en" else "hat nicht geklappt")
    expect(page.locator("#wait")).to_be_empty()
    assert "422" in complaints.pop()


@pytest.mark.parametrize(("screen", "game"), [("phone", "marbleous"), ("laptop", "marbleous"), ("laptop", "marble_machine")])
def test_no_button_of_the_dock_comes_to_stand_where_another_was(screen, game, serving, new_page):
    """From turn to turn, with a hint and without: pressed twice, none takes a move back by mistake."""
    page, chance = new_page(*SCREENS[screen]), random.Random(6)
    sit_with_bots(page, serving.address, game)
    places: dict[str, set[tuple[int, int]]] = {}

    def look():
        for id, left, _, width, _ in page.evaluate(WHERE_SAID):
            places.setdefault(id, set()).add((left, left + width))

    for turn in range(8):
        page.wait_for_selector(READY)
        look()
        if turn % 3 == 1:
            page.locator("#hint").click()
            page.wait_for_selector("#set-up")
            look()
            page.locator("#close-hint").click()
            page.wait_for_selector("#hint")
        while not can_go(page):
            choose_something(page, chance)
        look()
        take_turn(page, chance)
        look()
    assert len(places["hint"]) == len(places["undo"]) == len(places["go"]) == 1
    (hint, close), = zip(places["hint"], places["close-hint"])
    assert sum(hint) == sum(close)                          # its middle: pressed twice, it shows nothing and does no harm
    for id in set(places) - {"undo", "say"}:
        assert all(right <= left for _, right in places["undo"] for left, _ in places[id]) or all(
            right <= left for _, right in places[id] for left, _ in places["undo"]), f"{id} and what takes a move back"


def test_a_press_on_the_button_to_be_shows_what_comes_before_it(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marbleous")
    page.wait_for_selector(READY)
    page.locator("#not-yet").click(force=True)
    page.wait_for_selector("#table.look-here .target")
    expect(page.locator("#table")).not_to_have_class(re.compile("look-here"))


# The turns that are told while there is too much to tell: how many are seen as a whole, and how many only in part.
TOLD = """() => {
  const since = document.getElementById("since");
  for (let n = 0; n < 6; n++) since.append(since.lastElementChild.cloneNode(true));
  const box = since.getBoundingClientRect(), room = document.getElementById("say").getBoundingClientRect();
  const bottom = getComputedStyle(since).position === "absolute" ? box.bottom : Math.min(box.bottom, room.bottom);
  const turns = [...since.querySelectorAll(":scope > span")].map((turn) => turn.getBoundingClientRect());
  const seen = turns.filter((turn) => turn.left < box.right - 1 && turn.top < bottom - 1);
  const cut = seen.filter((turn) => turn.bottom > bottom + 1 || turn.top < box.top - 1);
  return [seen.length - cut.length, cut.length];
}"""


@pytest.mark.parametrize("screen", ["phone", "small phone", "phone on its side"])
@pytest.mark.parametrize("game", ["marbles_and_jokers", "marble_machine"])
def test_what_others_did_is_in_sight_on_phones(game, screen, serving, new_page):
    width, height = SCREENS[screen]
    page, chance = new_page(width, height), random.Random(1)
    sit_with_bots(page, serving.address, game)
    for _ in range(10):                     # while tiles are traded in, nobody has done anything yet
        page.wait_for_selector(READY)
        told = page.locator("#since:not(:has(em)) > .rest")     # beside what befell oneself, later turns may be left out
        if told.count() and told.first.bounding_box()["height"] > 12:
            break
        take_turn(page, chance)
    page.wait_for_selector(f"{READY} #since")
    box = page.locator("#since").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height and box["height"] > 12
    last = page.locator("#log li").first.inner_text().split("\n")[-1]
    told = page.locator("#since > .rest")
    first, turns = told.first.inner_text(), told.count()
    assert first.startswith(last.split()[0]), "the turn of who played last comes first, perhaps in short"
    whole, cut = page.evaluate(TOLD)
    assert whole and not cut, "what there is no room for is left out, not cut"
    assert (game, screen) != ("marbles_and_jokers", "phone") or whole >= turns, "all three others"
    choose_something(page, chance)
    expect(page.locator("#since")).to_have_count(0)


@pytest.mark.parametrize("screen", ["phone", "small phone"])
@pytest.mark.parametrize(("game", "beside"), [("marbles_and_jokers", 20), ("marble_machine", -20)])
def test_what_others_did_leads_to_the_log(game, beside, screen, serving, new_page):
    """By a finger that misses it, too: by so many pixels, where nothing else can be pressed."""
    page, chance = new_page(*SCREENS[screen]), random.Random(1)
    sit_with_bots(page, serving.address, game)
    page.wait_for_selector(READY)
    while not page.locator("#since").count() or page.locator("#since > span").first.bounding_box()["height"] < 12:
        take_turn(page, chance)                         # there may be something else to say, and no room for it
        page.wait_for_selector(READY)
    page.evaluate("scrollTo(0, 0)")
    log = page.locator("#log")
    expect(log).not_to_be_in_viewport()
    way = page.locator("#since a").bounding_box()
    page.mouse.click(way["x"] + 20, way["y"] + way["height"] / 2 + beside)
    expect(log).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#since a").press("Enter")
    expect(log).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.locator("summary[aria-label='Menu']").click()
    page.locator(".menu a[href='#happened']").click()
    expect(log).to_be_in_viewport()
    expect(page.locator("details.menu > .panel")).to_be_hidden()


# How much is seen of a long turn where there is room for one line, and whether dots say that it goes on.
CUT_TO_A_LINE = """() => {
  const since = document.getElementById("since"), turn = since.querySelector(":scope > span");
  turn.textContent = "Blue colony writes 4 numbers and crosses out 2 crates. ".repeat(2);
  since.style.maxHeight = "19px";
  const box = turn.getBoundingClientRect(), room = since.getBoundingClientRect();
  return [Math.round(box.height), box.left < room.right - 1, turn.scrollHeight > box.height];
}"""


def test_the_latest_turn_is_told_in_the_one_line_that_is_left(serving, new_page):
    page, chance = new_page(*SCREENS["phone"]), random.Random(1)
    sit_with_bots(page, serving.address, "marabunta")
    page.wait_for_selector(READY)
    while not page.locator("#since .rest").count() or not page.locator("#since").is_visible():
        take_turn(page, chance)
        page.wait_for_selector(READY)
    assert page.evaluate(CUT_TO_A_LINE) == [19, True, True]


def test_of_what_was_taken_back_only_that_is_told(serving, new_page):
    page, chance = new_page(*SCREENS["phone"]), random.Random(1)
    sit_with_bots(page, serving.address, "marbles_and_jokers")
    page.wait_for_selector(READY)
    take_turn(page, chance)
    page.wait_for_selector(f"{READY} #since")
    page.locator("#undo").click()
    latest = page.locator("#log li").first
    expect(latest).to_have_text(re.compile(r"^\s*Taken back: your move and what .+ played after it\.\s*$"))
    told = page.locator("#since > span").all_inner_texts()
    assert told in ([], [latest.inner_text().strip()]), "nothing at all if the only choice is chosen: that is told there"
    page.wait_for_selector(READY)


# Blue is to move. Red holds nothing but fives, the pile has nothing else, and five steps before Blue's second marble stands the
# only marble that Red can move.
HIT_NEXT = "30,20,o,o,o/15,o,o,o,o 223344/55555 8,6,6,6,0,8,8,8,8,8,8,8,8,2 -- 0,0 -/- p0,1,0,0 card"


@pytest.mark.parametrize("event", [BOPPED, BUMPED])
def test_a_hit_befalls_whose_marble_it_was(event):
    box = JOKERS.make_box(JOKERS.read_options({}), 2, JOKERS.components())
    turn = [Note(PLAYED, (1, 4)), Note(event, (0, 1, 20, 0))]
    assert [JOKERS.notation.befell(turn, seat, box) for seat in (0, 1)] == [[turn], []]


@pytest.mark.parametrize(("screen", "language", "said"), [
    ("phone", "en", "your marble back"), ("small phone", "de", "deine Murmel"), ("laptop", "en", "your marble back")])
def test_that_my_marble_was_hit_is_told_first_on_every_screen(screen, language, said, own_server, new_page):
    set_up = SetUp(own_server)
    set_up.open("hit", "marbles_and_jokers", HIT_NEXT)
    set_up.write()
    width, height = SCREENS[screen]
    page = new_page(width, height)
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": own_server.address}])
    set_up.visit(page, "hit")
    page.locator("#table .needed .target").first.click()
    page.locator("a.way").first.click()                 # with the first of the two marbles: the other stays where it is hit
    page.locator("#go").click()
    page.wait_for_selector(f"{READY} #since em")
    told = page.locator("#since em")
    assert said in told.inner_text()
    box = told.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= height and box["height"] > 12


def test_the_log_of_a_machine_can_be_read_while_one_chooses(serving, new_page):
    page, chance = new_page(*SCREENS["laptop"]), random.Random(2)
    sit_with_bots(page, serving.address, "marble_machine")
    for _ in range(4):                      # lists of few choices stand beside the board, those of many with the log
        page.wait_for_selector(f"{READY} #ways")
        log, ways, dock = (page.locator(what).bounding_box() for what in (".logp", "#ways", "#table .dock"))
        assert log["height"] >= 200 and log["width"] >= 200 and log["y"] + log["height"] <= dock["y"]
        assert ways["height"] >= 80 and ways["y"] + ways["height"] <= dock["y"]
        take_turn(page, chance)
