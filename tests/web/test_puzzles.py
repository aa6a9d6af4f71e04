"""Puzzles and positions as pages: without a script by links and forms, with one by pressing on the board."""

import re
from html import unescape

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.learn.puzzle import puzzles_of
from marbletop.learn.puzzle_run import PuzzleRun
from marbletop.learn.puzzle_words import explain_all, seat_names
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

pytestmark = pytest.mark.xdist_group("browser")
WITH_PUZZLES = [name for name in GAMES if puzzles_of(GAMES[name])]


@pytest.fixture
def client(tmp_path):
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES))
    with TestClient(app, headers={"Origin": "http://testserver"}) as client:
        yield client


def actions_of(puzzle):
    """The right action of every press, and the worst one of the first."""
    runs = [PuzzleRun(puzzle, number) for number in range(len(puzzle.steps))]
    worst = min(puzzle.steps[0].tries, key=lambda text: puzzle.steps[0].tries[text].value)
    return [run.match.action_of(run.step.press) for run in runs], runs[0].match.action_of(worst)


def choose_by_link(client, address, action):
    """Follow the link of the list, and return the form that plays what is chosen."""
    page = client.get(address)
    link = unescape(re.search(rf'id="way-{action}"[^>]* href="([^"]+)"', page.text)[1])
    chosen = client.get(link).text
    form = re.search(r'<form[^>]*id="act".*?</form>', chosen, re.DOTALL)[0]
    fields = dict(re.findall(r'name="(\w+)" value="(\d+)"', form))
    assert fields["action"] == str(action)
    return client.post(re.search(r'action="([^"]+)"', form)[1], data=fields)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_solved_without_a_script(client, name, code):
    client.cookies.set("lang", code)
    puzzle = puzzles_of(GAMES[name])[0]
    right, wrong = actions_of(puzzle)
    address = f"/puzzles/{name}/1"
    assert 'id="answer"' not in client.get(f"{address}/answer").text, "nobody gets the answer by its address"
    refused = choose_by_link(client, address, wrong)
    assert f"tried={wrong}" in str(refused.url) and 'class="dock wrong"' in refused.text
    page = None
    for number, action in enumerate(right):
        page = choose_by_link(client, f"{address}/{number + 1}", action)
    assert str(page.url).endswith("/answer") and 'id="answer"' in page.text
    assert 'class="btn done"' in client.get(f"/puzzles/{name}").text


def test_home_leads_to_the_puzzle_of_the_day(client):
    assert 'href="/puzzles"' in client.get("/").text
    page = client.get("/puzzles").text
    daily = re.search(r'id="daily" href="([^"]+)"', page)[1]
    assert "Puzzle of the day" in client.get(daily).text


def test_what_is_as_good_does_not_stand_among_what_loses(client):
    for equal in (True, False):
        puzzle = next(puzzle for game in GAMES.values() for puzzle in puzzles_of(game) if has_equals(puzzle) == equal)
        page = unescape(client.post(f"/puzzles/{puzzle.game.name}/{puzzle.number}/show").text)
        before, worse = page.split("What the other tries lose, in 100 games")
        losses = re.findall(r'class="loss">([^<]+)<', before)
        assert losses == ["="] * len(losses) and bool(losses) == ("Just as good" in before) == equal
        assert re.search(r'class="loss">\N{MINUS SIGN}\d', worse) and 'class="loss">=' not in worse


def has_equals(puzzle):
    """Whether its answer lists a try that is as good as the best."""
    return any(not one.lost for step in explain_all(puzzle, seat_names(puzzle)) for one in step.others)


def test_the_sentence_names_the_button_that_is_there(client):
    """A move of a card says which button plays it; the page of a puzzle must have that one."""
    puzzle = next(one for one in puzzles_of(GAMES["marbles_and_jokers"]) if len(one.steps) > 1)
    right, _ = actions_of(puzzle)
    address = f"/puzzles/marbles_and_jokers/{puzzle.number}/2"
    link = unescape(re.search(rf'id="way-{right[1]}"[^>]* href="([^"]+)"', client.get(address).text)[1])
    chosen = unescape(client.get(link).text)
    named = re.search(r"Not played yet: press “([^”]+)”", chosen)[1]
    assert named == re.search(r'id="go">([^<]+)<', chosen)[1].strip()


def test_giving_up_shows_the_answer(client):
    name = WITH_PUZZLES[0]
    page = client.post(f"/puzzles/{name}/2/show")
    assert 'id="answer"' in page.text and "Next time!" in page.text
    assert client.get(f"/puzzles/{name}/9999").status_code == 404
    assert client.get(f"/puzzles/{name}/x").status_code == 404
    assert client.post(f"/puzzles/{name}/1/press", data={"step": 1, "action": 99999}).status_code == 409


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_a_puzzle_is_solved_by_pressing_on_the_board(name, serving, new_page):
    page = new_page(*((390, 844) if name == "marbles_and_jokers" else ()))
    puzzle = puzzles_of(GAMES[name])[0]
    page.goto(f"{serving.address}/puzzles/{name}/1")
    for number, action in enumerate(actions_of(puzzle)[0]):
        expect(page.locator(f"#table[data-step='{number + 1}']")).to_be_visible()
        press_target(page, action)
        expect(page.locator(f"#act input[name='action'][value='{action}']")).to_be_attached()
        page.locator("#go").click()
    expect(page.locator("#answer")).to_be_visible()
    assert page.url.endswith("/answer")


def press_target(page, action):
    """Press where the action is drawn: first its group, if it has one; or in the list, if it is drawn nowhere."""
    target = page.locator(f"#tg-{action}")
    if target.count() == 0 and page.locator(f"#act input[name='action'][value='{action}']").count() == 0:
        way = page.locator(f"#way-{action}").get_attribute("href")
        group = re.search(r"group=([^&]+)", way)
        if group:
            page.locator(f"#gr-{group[1]}").first.dispatch_event("click")
            page.wait_for_function("action => document.querySelector(`#tg-${action}, #act`)", arg=action)
    if page.locator(f"#act input[name='action'][value='{action}']").count():
        return
    if target.count():
        target.first.dispatch_event("click")
    else:
        page.locator(f"#way-{action}").click()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_set_up_without_a_script(client, name):
    page = client.get(f"/positions/{name}").text
    text = unescape(re.search(r'<textarea[^>]*>(.*?)</textarea>', page, re.DOTALL)[1]).strip()
    place = re.search(r'<button class="chip" name="at" value="([^"]+)"', re.sub(r"\s+", " ", page))[1]
    piece = re.search(r'type="radio" name="put" value="([^"]+)"', re.sub(r"\s+", " ", page))[1]
    seats = re.search(r'name="seats_were" value="(\d)"', page)[1]
    sent = {"was": text, "position": text, "seats": seats, "seats_were": seats, "put": piece, "at": place}
    after = client.get(f"/positions/{name}", params=sent)
    now = unescape(re.search(r'<textarea[^>]*>(.*?)</textarea>', after.text, re.DOTALL)[1]).strip()
    assert after.status_code == 200 and now != text and "was=" not in str(after.url)
    assert client.get(f"/positions/{name}", params={"seats": seats, "position": now}).text.count(now[:20].replace("&", "&amp;"))


def test_a_broken_rule_is_told_and_nothing_can_be_played(client):
    page = client.get("/positions/connect_four", params={"position": "xxx////// o"}).text
    assert "C4-2" in page and 'id="play"' not in page
    refused = client.post("/positions/connect_four/play", data={"position": "xxx////// o", "seats": 2})
    assert refused.status_code == 409 and "C4-2" in refused.text


def test_what_cannot_be_put_down_leaves_the_board_as_it_was(client):
    text = "first player=0 starter=0 step=0; board random@1,0; hands left+swap fork+fork"
    page = client.get("/positions/marble_machine", params={
        "was": text, "position": text, "seats": 2, "seats_were": 2, "put": "random", "at": "sp-1"})
    assert page.status_code == 409 and "MM-2" in page.text and "This isn&#39;t possible here." in page.text
    assert "random@1,0" in page.text and 'id="play"' in page.text and "cannot be drawn" not in page.text


def test_a_game_is_played_from_a_position_and_says_so(client):
    page = client.post("/positions/connect_four/play", data={"position": "xo/xo//x/o// x", "seats": 2})
    assert "/table/" in str(page.url) and "not with a deal" in page.text


def test_a_press_on_the_board_changes_the_position(serving, new_page):
    page = new_page()
    page.goto(f"{serving.address}/positions/connect_four")
    page.locator("#tg-3").dispatch_event("click")
    expect(page.locator("#text")).to_have_value("///x/// o")
    page.wait_for_load_state()
    page.locator("#tg-3").dispatch_event("click")
    expect(page.locator(".dock.wrong")).to_contain_text("C4-2")
