"""Lessons by their pages: every game is played through without script in English and as the script does in German, every press
that is not right is answered, and what was reached is kept."""

import html
import re
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.learn import LessonRun, lesson_of
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from marbletop.words import use_language

NEXT = re.compile(r'action="/learn/\w+/\d+/next"')
SCRIPT = {"X-Part": "1"}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return make_app(Settings(tmp_path_factory.mktemp("lessons")), bots=ThreadBots(GAMES))


@pytest.fixture
def client(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        yield client


def text_of(answer):
    assert answer.status_code == 200, answer.text
    return html.unescape(answer.text)


def key_in(text):
    return re.search(r'data-key="([\d.]+)"', text)[1]


def is_end_of_chapter(text):
    return 'id="first-game"' in text or re.search(r'id="go-next"\s+href=', text) is not None


def go_on_without_script(client, path, text):
    """Press the button that a page offers; where something has to be pressed, be shown what, and let it be done."""
    if NEXT.search(text):
        return text_of(client.post(f"{path}/next", data={"key": key_in(text)}))
    if "data-choose" in text and 'id="go-next"' in text:                   # how a step has ended
        return text_of(client.get(path))
    text = text_of(client.get(f"{path}?shown=1"))
    action = re.search(r'name="action" value="(\d+)">\s*<button class="btn go" id="do-it"', text)[1]
    return text_of(client.post(f"{path}/press", data={"key": key_in(text), "action": action}))


@pytest.mark.slow_for("marabunta", "marble_machine", "marbles_and_jokers", "marbleous")
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_played_by_its_buttons_without_script(client, name):
    chapters = len(lesson_of(GAMES[name]).chapters)
    for chapter in range(1, chapters + 1):
        path = f"/learn/{name}/{chapter}"
        text = text_of(client.get(path))
        for _ in range(40):
            if is_end_of_chapter(text):
                break
            text = go_on_without_script(client, path, text)
        assert is_end_of_chapter(text), path
        assert ('id="first-game"' in text) == (chapter == chapters)
    overview = text_of(client.get(f"/learn/{name}"))
    assert overview.count("(done)") == chapters and "You have done all chapters." in overview
    assert f"/now/{name}?coach=on" in overview and "all chapters done" in text_of(client.get("/learn"))


@pytest.mark.slow_for("marabunta", "marble_machine", "marbles_and_jokers", "marbleous")
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_played_in_german_and_every_decision_answers_a_wrong_press(client, name):
    """As the script asks, with a wrong press before every right one."""
    client.cookies.set("lang", "de")
    with use_language("de"):
        run = LessonRun(lesson_of(GAMES[name]))
        while not run.over:
            path, step = f"/learn/{name}/{run.chapter_number + 1}", run.step
            key = f"{run.chapter_number}.{run.step_number}.{run.pressed}"
            if not run.presses_left:
                run.next()
                text_of(client.post(f"{path}/next", data={"key": key}, headers=SCRIPT))
                continue
            press_wrong(client, path, key, run)
            right = run.right_press()
            run.press(right)
            text = text_of(client.post(f"{path}/press", data={"key": key, "action": right}, headers=SCRIPT))
            assert 'class="said answer"' not in text, step.place
    assert "Du hast alle Kapitel geschafft." in text_of(client.get(f"/learn/{name}"))


def press_wrong(client, path, key, run):
    """Press something that the lesson answers, if there is anything; it must be answered, and nothing be played."""
    for action in run.match.legal[::-1]:
        response = run.copy().press(action)
        if not response.right:
            text = text_of(client.post(f"{path}/press", data={"key": key, "action": action}, headers=SCRIPT))
            assert "Nicht ganz." in text and str(response.text) in text and key_in(text) == key, run.step.place
            return


def test_what_was_reached_is_kept_and_shown(client):
    path = "/learn/marbleous/1"
    assert "chapters done" not in text_of(client.get("/learn/marbleous"))
    client.post(f"{path}/next", data={"key": "0.0.0"})
    assert key_in(text_of(client.get(path))) == "0.1.0"
    assert "0 of 8 chapters done" in text_of(client.get("/learn/marbleous"))
    assert key_in(text_of(client.get("/learn/marbleous/3"))) == "2.0.0"          # looking into another chapter loses nothing
    assert key_in(text_of(client.get(path))) == "0.1.0"
    client.post(f"{path}/back", data={"key": "0.1.0"})
    assert key_in(text_of(client.get(path))) == "0.0.0"
    client.cookies.clear()
    assert key_in(text_of(client.get(path))) == "0.0.0"
    assert client.get("/privacy/kept.json").json() == {}


def test_a_button_of_an_earlier_page_changes_nothing(client):
    path = "/learn/connect_four/1"
    client.post(f"{path}/next", data={"key": "0.0.0"})
    assert key_in(text_of(client.post(f"{path}/next", data={"key": "0.0.0"}))) == "0.1.0"
    assert key_in(text_of(client.post(f"{path}/press", data={"key": "9.9.9", "action": "3"}))) == "0.1.0"


def test_three_wrong_presses_offer_help(client):
    path, run = "/learn/connect_four/2", LessonRun(lesson_of(GAMES["connect_four"]))
    run.go_to(1)
    wrong = next(action for action in run.match.legal if not run.copy().press(action).right)
    texts = [text_of(client.post(f"{path}/press", data={"key": "1.0.0", "action": wrong})) for _ in range(3)]
    assert ["Shall I show you?" in text for text in texts] == [False, False, True]


def test_what_is_not_possible_is_said_and_changes_nothing(client):
    path = "/learn/connect_four/2"
    for form in ({"action": "99"}, {"action": "-1"}, {"subset": "1", "item0": "1"}):
        answer = client.post(f"{path}/press", data={"key": "1.0.0", **form})
        assert answer.status_code == 409 and "This isn't possible here." in html.unescape(answer.text)
    assert client.post("/learn/connect_four/1/next", data={"key": "1.0.0"}).status_code == 200
    assert client.post(f"{path}/next", data={"key": "1.0.0"}).status_code == 409            # a press is asked for
    assert key_in(text_of(client.get(path))) == "1.0.0"
    for missing in ("/learn/chess", "/learn/connect_four/0", "/learn/connect_four/99", "/learn/connect_four/x"):
        assert client.get(missing).status_code == 404


def test_what_is_pressed_is_confirmed_by_the_button_as_at_a_table(client):
    """In chapter 3 of Marble Machine a tile leads on to the space for it, and only the space is confirmed, as a marble is."""
    path, right, place = "/learn/marble_machine/3", "3", "44"
    text = text_of(client.get(path))
    assert right in re.search(r'data-leads-on="([\d ]*)"', text)[1].split()
    assert "without-script" in text_of(client.get(f"{path}?action={right}"))
    marble = text_of(client.get(f"{path}?action=0"))
    assert "Play it" in marble and "without-script" not in marble and key_in(marble) == "2.0.0"
    text = text_of(client.post(f"{path}/press", data={"key": "2.0.0", "action": right}))
    assert key_in(text) == "2.0.1" and 'data-leads-on=""' in text and 'id="go"' not in text
    chosen = text_of(client.get(f"{path}?action={place}"))
    assert "Place it on E2" in chosen and "without-script" not in chosen and key_in(chosen) == "2.0.1"


def test_a_place_that_cannot_be_pressed_says_why(client):
    client.post("/learn/marbleous/1/next", data={"key": "0.0.0"})
    why = client.get("/learn/marbleous/1/why?part=col-3").json()["why"]
    assert why and "{" not in why
    assert client.get("/learn/connect_four/3/why?part=x").status_code == 200


def test_lessons_are_found_from_everywhere(client):
    assert 'href="/learn"' in text_of(client.get("/")) and 'href="/learn/marbleous"' in text_of(client.get("/"))
    assert 'href="/learn/marabunta"' in text_of(client.get("/rules/marabunta"))
    assert 'href="/learn/marble_machine"' in text_of(client.get("/new?game=marble_machine"))


@pytest.mark.parametrize("name", ["marble_machine", "marbleous"])
def test_the_first_game_has_as_many_players_as_its_lesson(client, name):
    path = f"/learn/{name}/{len(lesson_of(GAMES[name]).chapters)}"
    text = text_of(client.get(path))
    while not is_end_of_chapter(text):
        text = go_on_without_script(client, path, text)
    seats = re.search(r'name="seats" value="(\d)"', text)[1]
    assert int(seats) == lesson_of(GAMES[name]).seats == 2
    table = client.post(f"/now/{name}?coach=on", data={"seats": seats}).text
    assert set(re.findall(r'id="seat-(\d)"', table)) == {"0", "1"}
