"""The tables in a real browser: every game to its end, two people in step, a killed server."""

import random

import pytest
from playwright.sync_api import expect

from .people import OVER, READY, play_to_the_end, sit_with_bots, take_turn

pytestmark = pytest.mark.xdist_group("browser")

GAMES = ("connect_four", "marbleous", "marabunta", "marbles_and_jokers", "marble_machine")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_the_end_by_pressing_what_is_marked(game, serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, game, seats=2, seat1="beginner")
    assert play_to_the_end(page, asked=20) > 2
    assert page.locator("#rematch").count() == 1
    page.locator(".dock a", has_text="Replay").click()
    expect(page.locator("#run")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.locator("#say")).to_contain_text("Step 0")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#say")).to_contain_text("Step 1 ")
    assert "step=1" in page.url


def test_play_now_takes_one_press(serving, new_page):
    page = new_page()
    page.goto(serving.address)
    page.locator("form[action='/now/marbleous'] button").click()
    expect(page.locator("#table.running")).to_be_visible()


def test_a_request_to_another_machine_is_noticed(new_page, complaints):
    page = new_page()
    page.context.route("http://192.0.2.1/**", lambda route: route.abort())
    page.set_content("<img src='http://192.0.2.1/marble.png' onerror='document.title = 1'>")
    page.wait_for_function("document.title === '1'")
    page.close()                                                # nothing more can be heard of it
    assert "http://192.0.2.1/marble.png" in complaints
    complaints.clear()


def two_at_a_table(serving, new_page):
    ann, ben = new_page(), new_page()
    ann.goto(f"{serving.address}/new?game=connect_four&with=friends")
    ann.locator(".nt .dock button").click()
    link = ann.locator("#join-link").input_value()
    ben.goto(link)
    assert link.rpartition("/")[2] not in ben.url
    ben.locator("#sit-down").click()
    expect(ann.locator("#deal")).to_have_text("Begin")
    ann.locator("#deal").click()
    for page in (ann, ben):
        expect(page.locator("#table.running")).to_be_visible()
    return ann, ben


def marbles(page):
    drawn = page.locator("#table .boards .marble[id]")
    return sorted(drawn.evaluate_all("all => all.map(one => one.id + one.getAttribute('transform'))"))


def test_two_browsers_at_one_table_are_in_step(serving, new_page):
    ann, ben = two_at_a_table(serving, new_page)
    for turn in range(6):
        mover, other = (ann, ben) if turn % 2 == 0 else (ben, ann)
        mover.wait_for_selector(READY)
        mover.locator("a.way").nth(turn % 3).click()
        expect(mover.locator("#go")).to_be_visible()
        mover.locator("#go").click()
        expect(other.locator(READY)).to_be_visible()
        expect(mover.locator(READY)).to_have_count(0)
        assert marbles(ann) == marbles(ben)
    ben.locator("summary", has_text="Say something").click()
    ben.get_by_role("button", name="Well played!").click()
    expect(ann.locator(".bubble")).to_have_text("Well played!")
    assert ann.title().startswith("Your turn")


def test_no_press_is_lost_to_what_is_drawn_meanwhile(serving, new_page):
    ann, ben = two_at_a_table(serving, new_page)
    ann.wait_for_selector(READY)
    ann.locator("a.way").nth(0).click()
    expect(ann.locator("#go")).to_be_visible()
    held, answering = [], []
    ann.route("**/part*", lambda route: route.continue_() if answering else held.append(route))
    ann.locator("a.way").nth(2).click()
    ben.locator("summary", has_text="Say something").click()
    ben.get_by_role("button", name="Well played!").click()
    expect(ann.locator(".bubble")).to_have_text("Well played!")
    answering.append(True)
    for route in held:
        route.continue_()
    expect(ann.locator("a.way").nth(2)).to_have_class("way on")


def test_an_answer_to_something_else_keeps_what_is_chosen(serving, new_page):
    ann, _ = two_at_a_table(serving, new_page)
    ann.wait_for_selector(READY)
    held = []
    ann.route("**/say*", lambda route: held.append((route, route.fetch())))
    ann.locator("summary", has_text="Say something").click()
    ann.get_by_role("button", name="Well played!").click()
    expect(ann.locator(".bubble")).to_have_text("Well played!")
    ann.locator("a.way").nth(2).click()
    expect(ann.locator("a.way").nth(2)).to_have_class("way on")
    with ann.expect_response("**/say*"):
        for route, answer in held:
            route.fulfill(response=answer)
    expect(ann.locator("a.way").nth(2)).to_have_class("way on")
    ann.locator("#go").click()
    expect(ann.locator(READY)).to_have_count(0)


def test_a_killed_server_costs_nothing(own_server, new_page, complaints):
    serving = own_server
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    for _ in range(3):
        page.wait_for_selector(READY)
        take_turn(page, random.Random(2))
    page.wait_for_selector(READY)
    before = marbles(page)
    serving.kill()
    expect(page.locator("#lost")).to_be_visible()
    serving.start()
    expect(page.locator("#lost")).to_be_hidden(timeout=15_000)
    assert marbles(page) == before
    complaints[:] = [one for one in complaints if "ERR_" not in one]
    play_to_the_end(page)
    assert page.locator(OVER).count()
    page.close()
    assert serving.stop() in (0, -15)


def test_the_server_stops_at_once_with_open_streams(own_server, new_page, complaints):
    serving = own_server
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    assert serving.stop(5) in (0, -15)
    page.close()
    complaints[:] = [one for one in complaints if "ERR_" not in one]


def test_taking_back_and_the_hint(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    page.locator("a.way").first.click()
    page.locator("#go").click()
    expect(page.locator("#undo")).to_be_visible()
    page.wait_for_selector(READY)
    page.locator("#undo").click()
    expect(page.locator("#table .boards .marble[id]")).to_have_count(0)
    page.locator("#hint").click()
    expect(page.locator("#say")).to_contain_text("games of 100", timeout=40_000)


def test_a_place_that_cannot_be_chosen_says_why(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "marabunta", seat1="beginner", option_first_player="red")
    page.wait_for_selector(READY)
    page.locator("#hex-a1").first.click(force=True)
    expect(page.locator("#why")).to_contain_text("nothing to do there right now")


def test_why_not_stays_while_others_talk(serving, new_page):
    ann, ben = two_at_a_table(serving, new_page)
    ann.wait_for_selector(READY)
    ann.evaluate("document.getElementById('why').textContent = 'Because.'")
    ben.locator("summary", has_text="Say something").click()
    ben.get_by_role("button", name="Well played!").click()
    expect(ann.locator(".bubble")).to_have_text("Well played!")
    expect(ann.locator("#why")).to_have_text("Because.")
    ann.locator("a.way").first.click()                                  # what is chosen next is another matter
    expect(ann.locator("#why")).to_have_text("")


def test_a_refused_place_names_its_rule_and_leads_there(serving, new_page):
    page = new_page()
    sit_with_bots(page, serving.address, "connect_four", seat1="me")
    for _ in range(6):
        position = page.locator("#table").get_attribute("data-position")
        page.locator("a.way", has_text="Column a").click()
        page.locator("#go").click()
        page.wait_for_selector(f"#table:not([data-position='{position}'])")
    page.locator("#m-0-5").click(force=True)
    expect(page.locator("#why")).to_have_text("This column is full. Choose another one. (Rule)")
    with page.expect_popup() as opened:
        page.locator("#why a").click()
    expect(opened.value.locator("#C4-3")).to_be_in_viewport()
