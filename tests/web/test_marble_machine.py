"""Marble Machine as people see it: hints that can be read, a machine as large as the window allows, arrows that turn tiles."""

import pytest
from playwright.sync_api import expect

from marbletop.games.marble_machine.names import direction_name
from marbletop.web.language import LANGUAGE_COOKIE

from .conftest import Serving
from .scenes import SetUp

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
PARTS = ("board divert_slow5@0,-1 fork3@-1,0 solid_wall@2,-2 right@2,0 right_120@1,1 reverse@-2,2 left@3,-1 push3@3,0 "
         "push4@-3,3 jump@-3,2 sort4@1,-4 left@4,-3 random@4,-2 redirect2@4,0 right@2,2 fork4@1,3 left_120@-4,2 "
         "redirect1@-4,1; marbles 1=6 3=1 1=2 1=1 2=1 1@2,0>4 1@1,0>3 2@home>6")
POSITIONS = {
    "tile": f"first player=0; {PARTS}; hands random_push+move sort+go_home right_120+reverse",
    "place": f"place player=0; {PARTS}; hands move sort+go_home right_120+reverse; tile random_push - - -",
    "turn": f"orient player=0; {PARTS}; hands move go_home right_120+reverse; tile sort 0,1 - -",
    "aim": f"aim player=0; {PARTS} 1@next; hands random_push+move sort+go_home right_120+reverse"}
PHONE, SMALL = (390, 844), (360, 640)
HIDDEN = """() => { const say = document.getElementById("say"); return say.scrollHeight - say.clientHeight; }"""
MACHINE = "#table .boards .board-svg"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    serving = Serving(tmp_path_factory.mktemp("machine"))
    set_up = SetUp(serving)
    for name, position in POSITIONS.items():
        set_up.open(name, "marble_machine", position, 3)
    set_up.write()
    for name, (path, *_) in set_up.tables.items():
        set_up.clients[name].post(f"{path}/coach", data={"do": "off"})
    yield set_up
    serving.stop()


def visit(tables, page, name, language):
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": tables.serving.address}])
    tables.visit(page, name)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["tile", "place", "aim"])
def test_a_hint_can_be_read_as_a_whole_on_phones(name, language, tables, new_page):
    page = new_page(*PHONE)
    visit(tables, page, name, language)
    page.locator("#hint").click()
    page.wait_for_selector("#set-up")
    for width, height in (PHONE, SMALL):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(HIDDEN) <= 1, page.locator("#say").inner_text()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("screen", "least"), [(PHONE, 395), (SMALL, 300)], ids=["phone", "small phone"])
def test_the_machine_has_the_room_of_its_window(screen, least, language, tables, new_page):
    page, seen = new_page(*screen), []
    for name in POSITIONS:
        visit(tables, page, name, language)
        seen.append(page.locator(MACHINE).bounding_box())
    assert seen[0]["height"] >= least
    assert all(abs(one[side] - seen[0][side]) <= 1 for one in seen for side in one), seen


def test_the_button_of_a_hint_says_that_it_plays_nothing(tables, new_page):
    page = new_page(*PHONE)
    visit(tables, page, "place", "en")
    before = page.locator("#act input[name='position']").input_value()
    page.locator("#hint").click()
    assert page.locator("#set-up").inner_text().split("\n") == ["Set it up", "nothing is played yet"]
    page.locator("#set-up").click()
    page.wait_for_selector("#go")
    assert page.locator("#act input[name='position']").input_value() == before


def middle_of(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("direction", [2, 5])
def test_a_tile_is_turned_by_a_press_near_an_arrow_or_on_a_number(direction, tables, new_page):
    page = new_page(*PHONE)
    visit(tables, page, "turn", "en")
    x, y = middle_of(page, f"#dir-{direction}")
    middle_x, middle_y = middle_of(page, "#sp-4")
    page.mouse.click(x + 0.6 * (x - middle_x), y + 0.6 * (y - middle_y))           # a finger that is not exact
    expect(page.locator("#say b")).to_contain_text(f"towards {direction_name(direction)}")
    other = 7 - direction
    page.mouse.click(*middle_of(page, f"#sep-{other}"))
    expect(page.locator("#say b")).to_contain_text(f"towards {direction_name(other)}")
