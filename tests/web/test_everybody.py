"""Pages for everybody: axe-core finds nothing on any of them, by day and by night; what can be heard; motion can be left on."""

import itertools
import random
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .people import OVER, READY, can_go, choose_something, sit_with_bots, take_turn

pytestmark = pytest.mark.xdist_group("browser")
AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
HEADINGS = "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(h => h.checkVisibility()).map(h => +h.tagName[1])"
GAMES = ("connect_four", "marbleous", "marabunta", "marbles_and_jokers", "marble_machine")


def violations(page, *rules):
    """What axe-core finds, of all impacts; of some rules only, if told so."""
    page.evaluate(AXE)
    asked = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = page.evaluate("asked => axe.run(document, asked)", asked)["violations"]
    return [(one["id"], one["impact"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found]


def is_for_everybody(page, *, where, dark=True):
    """Nothing for axe to find by day, no contrast too weak by night, headings in order, one main part, names for all."""
    page.emulate_media(color_scheme="light")
    assert violations(page) == [], where
    if dark:
        page.emulate_media(color_scheme="dark")
        assert violations(page, "color-contrast") == [], f"{where}, dark"
    levels = page.evaluate(HEADINGS)
    assert levels[0] == 1 and levels.count(1) == 1, where
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), (where, levels)
    assert page.locator("main").count() == page.locator("header").count() == 1
    assert page.evaluate("document.querySelector(document.querySelector('.skip').getAttribute('href')).tagName") == "MAIN"


def test_pages_are_for_everybody(serving, new_page, complaints):
    page = new_page(bypass_csp=True)
    for path in ("/", "/records", "/nothing", *(f"/{what}{game}" for game in GAMES for what in ("new?game=", "rules/"))):
        page.goto(serving.address + path)
        is_for_everybody(page, where=path, dark=not path.endswith(GAMES[1:]))       # by night one game is enough
    page.goto(f"{serving.address}/records")
    page.locator("#record").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"nonsense"})
    page.locator("main button").click()
    expect(page.locator("h1")).to_have_text("Something is wrong with that request")
    is_for_everybody(page, where="400")
    page.goto(serving.address)
    page.locator("details.menu summary").click()
    page.locator("#my-name").fill("<b>")
    page.locator("details.menu button").click()
    expect(page.locator("h1")).to_have_text("Not right now")
    is_for_everybody(page, where="409")
    complaints[:] = [one for one in complaints if not one.startswith("Failed to load resource")]       # the errors meant above


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_for_everybody(game, serving, new_page):
    """Open, another's turn, one's own turn with something chosen, parts of a table, over, replayed."""
    ann, ben = new_page(bypass_csp=True), new_page(bypass_csp=True)
    ann.goto(f"{serving.address}/new?game={game}&with=friends&seats=2")
    ann.locator(".nt .dock button").click()
    ben.goto(ann.locator("#join-link").input_value())
    is_for_everybody(ann, where="open")
    is_for_everybody(ben, where="joining")
    ben.locator("#sit-down").click()
    expect(ann.locator("#seat-1.person")).to_be_visible()
    ann.locator("#deal").click()
    for page in (ann, ben):
        expect(page.locator("#table.running")).to_be_visible()
    mover, other = (ann, ben) if ann.locator(READY).count() else (ben, ann)
    mover.wait_for_selector(READY)
    is_for_everybody(other, where="another's turn")
    if not can_go(mover):
        choose_something(mover, random.Random(4))
    mover.locator(".words summary").click()
    mover.locator("summary[aria-label='Menu']").click()
    is_for_everybody(mover, where="own turn, with menu and words")
    table = mover.url.partition("?")[0]
    for show in ("board", "hand"):
        mover.goto(f"{table}?show={show}")
        is_for_everybody(mover, where=show)
    mover.goto(table)
    mover.locator("summary[aria-label='Menu']").click()
    mover.locator("summary", has_text="Resign").click()
    mover.get_by_role("button", name="Yes, resign").click()
    expect(other.locator(OVER)).to_be_visible()
    is_for_everybody(other, where="over")
    for page in ("fairness", "replay"):
        other.goto(f"{table}/{page}")
        is_for_everybody(other, where=page)


def test_what_happened_since_the_last_turn_is_told_once(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    page.evaluate("""() => {
      window.heard = [];
      new MutationObserver(() => heard.push(document.getElementById("tell").textContent))
        .observe(document.getElementById("tell"), {childList: true, characterData: true, subtree: true});
    }""")
    for turn in range(3):
        page.locator("a.way").nth(turn).click()
        page.locator("a.way").nth(turn + 1).click()             # looking at choices tells nothing
        expect(page.locator(".way.on")).to_have_count(1)
        before = page.locator("#table").get_attribute("data-position")
        page.locator("#go").click()
        page.wait_for_selector(f"#table[data-call='1']:not([data-position='{before}'])")
        page.locator("#hint").click()
        expect(page.locator("#set-up")).to_be_visible(timeout=40_000)
    heard = [words for words in page.evaluate("heard") if words and "hint" not in words]
    assert len(heard) == 3, heard
    assert all(one.startswith("Red drops") and one.endswith("Your turn!") for one in heard)


def test_with_motion_on_a_game_goes_its_way(serving, new_page):
    page = new_page(reduced_motion="no-preference")
    sit_with_bots(page, serving.address, "marbleous", seats=2, seat1="beginner")
    chance = random.Random(7)
    for _ in range(4):
        page.wait_for_selector(READY)
        take_turn(page, chance)
    expect(page.locator(READY)).to_be_visible(timeout=15_000)


def test_a_rematch_and_a_resignation(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    page.locator("summary[aria-label='Menu']").click()
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(OVER)).to_be_visible()
    page.locator("summary[aria-label='Menu']").click()
    expect(page.get_by_text("Show everything")).to_be_visible()
    for gone in ("Resign", "Leave (a bot plays until I'm back)"):
        expect(page.get_by_text(gone, exact=True)).to_be_hidden()
    page.locator("summary[aria-label='Menu']").click()
    page.locator("#rematch").click()
    expect(page.locator("#table.running")).to_be_visible()


def test_passing_the_device_shows_one_hand_at_a_time(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marbles_and_jokers", seats=2, seat1="me")
    expect(page.locator("#uncover")).to_be_visible()
    assert page.locator("section.hand").count() == 0
    page.locator("#uncover").click()
    expect(page.locator("section.hand")).to_be_visible()


def test_a_spectator_watches_a_listed_table(serving, new_page):
    ann, dan = new_page(), new_page()
    sit_with_bots(ann, serving.address, "connect_four", seat1="beginner", listed="yes")
    dan.goto(serving.address)
    dan.locator("#code").fill(ann.url.rpartition("/")[2].lower())
    dan.get_by_role("button", name="Go", exact=True).click()
    dan.get_by_role("link", name="Only watch").click()
    expect(dan.locator("#table.running")).to_be_visible()
    assert dan.locator("#act").count() == 0
    ann.wait_for_selector(READY)
    take_turn(ann, random.Random(1))
    expect(dan.locator("#log li").first).not_to_have_text("")
    expect(dan.locator("#table .boards .marble[id]")).not_to_have_count(0)


def test_a_split_is_made_by_pressing_what_goes_into_the_first_tray(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marabunta", seat1="beginner", option_first_player="red")
    page.wait_for_selector(READY)
    expect(page.locator("#say b")).to_have_text("Make two trays: Blue colony picks first.")
    expect(page.locator("#go[aria-disabled]")).to_have_text("Tap dice for the first tray")
    page.locator("#go").click(force=True)
    expect(page.locator("#why")).to_have_text("Put at least one die or the tile into each tray.")
    page.locator("#it-2").click()
    expect(page.locator("#it-2")).to_be_checked()
    green, grey = (page.locator(f"#die-{die}").bounding_box() for die in (2, 3))
    assert green["y"] + green["height"] < grey["y"]                     # in the tray above
    page.locator("#it-4").press("Enter")
    expect(page.locator("#go:not([aria-disabled])")).to_have_text("Offer these trays")
    first = page.locator("#split .pile").first.locator("li")
    expect(first).to_have_count(2)
    page.locator("#it-2").click()
    expect(first).to_have_count(1)
    page.locator("#back").click()
    expect(page.locator("#go[aria-disabled]")).to_have_text("Tap dice for the first tray")
    expect(page.locator("#split")).to_be_hidden()


@pytest.mark.parametrize("game", ["marbleous", "marabunta", "marbles_and_jokers", "marble_machine", "connect_four"])
def test_on_a_phone_without_script_the_list_is_pressed(game, serving, new_page):
    page = new_page(390, 844, java_script_enabled=False)
    sit_with_bots(page, serving.address, game)
    while not page.locator(READY).count():
        page.reload()                       # nothing else brings what the others do
    page.locator("a.way, #split label").first.click()
    expect(page.locator("#go")).to_be_visible()


def test_a_split_is_made_without_script_by_check_boxes(serving, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(f"{serving.address}/new?game=marabunta")
    page.locator("[name=seat1]").select_option("me")
    page.locator(".nt .dock button").click()
    page.locator("#pile-2 input").check()
    page.locator("#pile-6 input").check()
    page.locator("#go").click(force=True)
    expect(page.locator("#say b")).to_contain_text("is choosing a tray.")
