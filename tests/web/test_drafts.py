"""One gesture: choices that lead on are drawn ahead, step by step by links alone, and one form plays them all."""

import html
import random
import re
import time

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from marbletop.drawing.scene import Choice
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.language import LANGUAGE_COOKIE
from marbletop.web.page.draft import Draft
from marbletop.web.page.log_text import Told, with_room_for_hits
from marbletop.web.page.selection import Selection
from marbletop.web.page.table_page import forced_words
from marbletop.web.settings import Settings
from tests.games.marbles_and_jokers import positions as jokers

from .people import READY, sit_with_bots, take_turn
from .scenes import SetUp


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def begin(client):
    """The path of a table with a bot, without a trade-in."""
    return client.post("/new", data={"game": "marble_machine", "seats": "2", "seat0": "me", "seat1": "beginner",
                                     "option_trade_in": "none"}).url.path


def ways(text):
    """The links of the list of choices."""
    return [html.unescape(link) for link in re.findall(r'class="way[^"]*" id="[^"]*" data-choose(?:="")? href="([^"]*)"', text)]


def attribute(text, name, part="table"):
    """An attribute that the part of a page with this id, or something in it, has first."""
    return html.unescape(re.search(rf'{name}="([^"]*)"', text[text.index(f'id="{part}"'):])[1])


def form_in(text):
    """What the button of the dock would send."""
    return dict(re.findall(r'name="(position|action|draft)" value="([\d,]*)"', text[text.index('id="act"'):]))


def my_turn(client, path):
    """The page, when the visitor decides."""
    for _ in range(3000):
        text = client.get(path).text
        if attribute(text, "data-call"):
            return text
        time.sleep(0.02)
    raise AssertionError("the bot does not move")


def tile_to_place(client, path):
    """Play marbles until a Part can be played; the page and the link of that Part."""
    chance = random.Random(1)
    for _ in range(40):
        text = my_turn(client, path)
        found = [link for link in ways(text) if 1 <= int(re.search(r"action=(\d+)", link)[1]) <= 15]
        if found:
            return text, found[0]
        chosen = client.get(chance.choice(ways(text))).text
        client.post(f"{path}/play", data=form_in(chosen))       # a marble, or where it is aimed
    raise AssertionError("no Part in hand")


def test_a_tile_and_its_space_are_one_gesture_without_a_script(client):
    path = begin(client)
    text, link = tile_to_place(client, path)
    position = attribute(text, "data-position")
    text = client.get(link).text
    tile = re.search(r"action=(\d+)", link)[1]
    assert attribute(text, "data-draft") == tile and 'id="go"' not in text
    assert attribute(text, "data-position") == position, "nothing is played yet"
    spaces = ways(text)
    assert len(spaces) > 40 and all(f"draft={tile}" in one for one in spaces)
    while 'id="go"' not in text:                        # a Part may have to be turned
        text = client.get(ways(text)[3]).text
    sent = form_in(text)
    assert sent["draft"].split(",")[0] == tile and sent["position"] == position
    assert client.post(f"{path}/play", data=sent).status_code == 200
    assert int(attribute(client.get(path).text, "data-position")) >= int(position) + 2
    assert client.post(f"{path}/play", data=sent).status_code == 200, "the same once more is the same"


def test_change_steps_back_through_a_draft(client):
    path = begin(client)
    _, link = tile_to_place(client, path)
    text = client.get(link).text
    first = client.get(ways(text)[0]).text
    back = attribute(first, "href", "back")
    assert attribute(client.get(back).text, "data-draft") == attribute(text, "data-draft")
    text = client.get(back).text
    back = attribute(text, "href", "back")
    assert attribute(client.get(back).text, "data-draft") == ""


@pytest.mark.parametrize("query", ["draft=0", "draft=999", "draft=x,1", "draft=,,", "draft=" + "0," * 500, "draft=1&position=0",
                                   "draft=-1&action=3", "draft=0&action=20"])
def test_a_draft_that_is_not_possible_shows_the_table_as_it_is(client, query):
    """0 is a marble, which is drawn by chance."""
    path = begin(client)
    my_turn(client, path)
    answer = client.get(f"{path}?{query}")
    assert answer.status_code == 200 and attribute(answer.text, "data-draft") == ""


def test_chance_is_not_found_out_by_a_draft(client):
    """A marble is drawn, then aimed: sent together they are refused, and the marble is not drawn."""
    path = begin(client)
    position = attribute(my_turn(client, path), "data-position")
    answer = client.post(f"{path}/play", data={"position": position, "draft": "0", "action": "20"})
    assert answer.status_code == 409 and "at once" in answer.text
    assert attribute(client.get(path).text, "data-position") == position


def test_by_keyboard_and_by_pressing_another_place(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marble_machine", option_trade_in="none")
    chance = random.Random(4)
    hand = page.locator(".hand .target:not([aria-hidden])")
    while page.wait_for_selector(READY) and not hand.count():
        take_turn(page, chance)
    table = page.locator("#table")
    position = table.get_attribute("data-position")
    hand.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table:not([data-draft=''])")
    page.locator("#board-0 .target:not(.other)").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-chosen*='action='], #table[data-draft*=',']")
    page.keyboard.press("Escape")
    expect(page.locator("#table[data-chosen*='action='], #table[data-draft*=',']")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(table).to_have_attribute("data-draft", "")
    hand.first.click()
    page.wait_for_selector("#table:not([data-draft=''])")
    draft = table.get_attribute("data-draft")
    others = page.locator(".hand .target.other")
    if others.count():
        others.first.click()
        expect(table).not_to_have_attribute("data-draft", draft)
    while not page.locator("#go").count():
        chosen = table.get_attribute("data-chosen")
        page.locator("#board-0 .target:not(.other, .chosen)").first.focus()
        page.keyboard.press("Enter")
        expect(table).not_to_have_attribute("data-chosen", chosen)
    page.locator("#go").click()
    expect(table).not_to_have_attribute("data-position", position)


def jokers_table(own_server, name, marbles, hand):
    """A table of four at a position, with the position to find actions in."""
    game, set_up = GAMES["marbles_and_jokers"], SetUp(own_server)
    state, box = jokers.position(marbles, hand)
    set_up.open(name, game.name, game.notation.write_position(state, box), 4)
    set_up.write()
    return set_up, state, box


@pytest.mark.slow
def test_both_parts_of_a_split_are_told_with_whom_they_hit(own_server):
    set_up, state, box = jokers_table(own_server, "split", "p0: 20 30; p1: 24; p2: 33", "7 2 2 2 2 2")
    jokers.act(state, box, "7")
    first = jokers.legal(state, box)[jokers.texts(state, box).index("a 4")]
    client, path = set_up.clients["split"], set_up.tables["split"][0]
    said = {"en": ("4 forward, from hole 20 to hole 24, send Red back",
                   "Then 3 forward, from hole 30 to hole 33, push Yellow ahead"),
            "de": ("4 vor, von Loch 20 auf Loch 24, Rot zurückschicken",
                   "Dann 3 vor, von Loch 30 auf Loch 33, Gelb vorschubsen")}
    for language, (one, two) in said.items():
        client.cookies.set(LANGUAGE_COOKIE, language)
        assert f"<b>{one}. {two}</b>" in client.get(f"{path}?draft={jokers.rank_of('7')},{first}").text


@pytest.mark.slow
def test_a_card_that_cannot_be_played_says_why_while_another_is_drawn_ahead(own_server):
    set_up, _, _ = jokers_table(own_server, "blocked", "p0: h5 1 3", "10 10 A A 2 2")
    client, path = set_up.clients["blocked"], set_up.tables["blocked"][0]
    asked = {"draft": str(jokers.rank_of("A")), "part": f"hand-0-{jokers.rank_of('10')}"}
    found = client.get(f"{path}/why", params=asked).json()
    assert found["why"] == "You can't pass your own marble." and [number for number, _ in found["rules"]] == ["MJ-18"]


# The labels in the list of ways that are not seen as a whole.
CUT_LABELS = """() => [...document.querySelectorAll("#table .play > .ways .way")].filter((one) => one.checkVisibility()).filter(
  (one) => {
    const [way, label] = [one, one.firstElementChild].map((each) => each.getBoundingClientRect());
    return label.top < way.top || label.bottom > way.bottom || label.right > way.right;
  }).map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_the_list_says_who_is_hit_on_phones(own_server, new_page, width, height, language):
    set_up, _, _ = jokers_table(own_server, "hits", "p0: 20 30; p1: 24 27; p2: 37", "7 2 2 2 2 2")
    page = new_page(width, height)
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": own_server.address}])
    set_up.visit(page, "hits")
    for chosen in ("", "&group=m-0-0"):
        page.goto(f"{own_server.address}{set_up.tables['hits'][0]}?draft={jokers.rank_of('7')}{chosen}")
        page.wait_for_selector("#table[data-call='1']")
        said = " ".join(page.locator("#ways .way:visible").all_inner_texts())
        assert {"en": "send Red back", "de": "Rot zurückschicken"}[language] in said
        assert page.evaluate(CUT_LABELS) == []


def test_what_befell_somebody_is_told_with_what_is_played_for_them():
    since = Told("Bo sends your marble back.", hit=True), Told("Milo plays a 2.")
    draft = Draft(None, None, Selection())
    assert forced_words(Choice(0, "Drop it", ""), draft, since) == (
        "Bo sends your marble back. Played for you, the only way: Drop it")
    assert forced_words(Choice(0, "", "", alone="The Jack was played."), draft, ()) == "The Jack was played."


def test_what_others_did_is_told_in_the_order_of_play():
    red, yellow, purple = Told("Red plays a 2."), Told("Yellow pushes your marble.", hit=True), Told("Purple plays a 3.")
    assert with_room_for_hits([purple, yellow, red], 3) == [purple, yellow, red]
    long = Told("Purple plays a 3. " * 9)
    assert with_room_for_hits([long, yellow, red], 3) == [yellow, red], "what there is no room for is left out"
    assert with_room_for_hits([purple, yellow, red], 0) == [yellow, purple, red]
