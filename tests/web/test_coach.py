"""The coach on the page of a table, without script: offered, explaining, a word before a choice is final, asking the others."""

import html
import re
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.bots.explain import Explanation, Option
from marbletop.core.match import Match
from marbletop.drawing.scene import Scene
from marbletop.games import GAMES
from marbletop.server.coach import Word
from marbletop.web.app import make_app
from marbletop.web.page.coach_page import explanation_of, words_about
from marbletop.web.page.selection import Selection
from marbletop.web.settings import Settings
from tests.server.helpers import SMALL_GAMES
from tests.server.test_coach import WiseBots

FOUR = "/now/connect_four"


@pytest.fixture
def client(tmp_path):
    app = make_app(Settings(tmp_path), bots=WiseBots(), games=SMALL_GAMES, run=False)
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        yield client


def begin(client, path=FOUR):
    answer = client.post(path)
    assert answer.status_code == 200
    return answer.url.path, html.unescape(answer.text)


def choose(client, path, action):
    return html.unescape(client.get(f"{path}?action={action}").text)


def test_it_is_offered_and_explains_what_is_new(client):
    path, text = begin(client)
    assert "New to Connect Four?" in text and 'id="coach-new"' not in text
    text = html.unescape(client.post(f"{path}/coach", data={"do": "on"}).text)
    assert "New: Drop a marble." in text and "four of your marbles in a line" in text
    text = client.post(f"{path}/coach", data={"do": "got", "decision": "drop"}).text
    assert 'id="coach"' in text and 'id="coach-new"' not in text
    assert 'id="coach"' not in client.post(f"{path}/coach", data={"do": "off"}).text
    assert 'id="coach"' not in begin(client)[1]                          # not offered again
    assert client.get("/privacy/kept.json").json()["values"]["coach connect_four"] == {"on": False, "met": ["drop"]}


def test_what_the_page_plays_by_itself_is_no_answer_to_the_offer(client):
    """One column is open, so the script presses the button: the offer stays, and nothing counts as explained."""
    full = "xoxoxo/oxoxox/xxoxoo/ooxxoo/xxooxx/ooxoxx/ x"
    answer = client.post("/positions/connect_four/play", data={"position": full, "seats": 2})
    path, forced = answer.url.path, {"action": "6", "position": position_in(answer.text)}
    assert 'id="coach-yes"' in answer.text and 'data-forced="Played for you' in answer.text
    assert 'id="coach-yes"' in client.post(f"{path}/play", data=forced).text
    path, text = begin(client)
    assert 'id="coach-yes"' in text
    assert 'id="coach-yes"' not in client.post(f"{path}/play", data={"action": "3", "position": position_in(text)}).text


def test_what_the_coach_has_not_explained_is_not_played_for_its_player(client):
    full = "xoxoxo/oxoxox/xxoxoo/ooxxoo/xxooxx/ooxoxx/ x"
    answer = client.post("/positions/connect_four/play", data={"position": full, "seats": 2})
    text = client.post(f"{answer.url.path}/coach", data={"do": "on"}).text
    assert 'data-forced=""' in text and 'id="coach-new"' not in text     # there is nothing to choose, so nothing to explain
    text = client.post(f"{answer.url.path}/coach", data={"do": "got", "decision": "drop"}).text
    assert 'data-forced="Played for you' in text


def test_kinds_of_decision_that_belong_together_are_explained_once():
    machine = GAMES["marble_machine"]
    title, text = explanation_of(machine, "move_from", ())
    assert title == "Move" and "free space" in text
    assert explanation_of(machine, "move_from", {"move_to"}) == ("", "") == explanation_of(machine, "move_from", {"move_from"})
    assert explanation_of(machine, "move_from", {"first", "second"}) == (title, text)


def test_the_first_words_about_the_machine_are_about_the_game():
    machine = GAMES["marble_machine"]
    for decision, said in (("trade", "you catch them in your goals"), ("first", "Catch the most in your goals."),
                           ("aim", "Then all the others run, and yours waits on Home"),
                           ("second", "playing stops. All run to the edge, then most wins.")):
        assert said in explanation_of(machine, decision)[1]
    assert len(" ".join(explanation_of(machine, "first"))) <= 130, "on small phones the tiles stay in reach above it"
    assert "two arrows" not in explanation_of(machine, "orient")[1], "most tiles have one"


@pytest.mark.parametrize(("marbles", "card", "said"), [
    ("14,40", "9", "New: Split the card, or not."), ("14,40", "5", "New: Choose a marble."), ("14", "5", "")])
def test_it_explains_the_way_of_a_card_before_a_part_is_chosen(tmp_path, marbles, card, said):
    """Splitting is explained before its first part; where one way is left, there is nothing to explain."""
    game = GAMES["marbles_and_jokers"]
    start = f"p0={marbles} hand=9,5,3,4,2,10"
    app = make_app(Settings(tmp_path), bots=WiseBots(games={game.name: game}), games={game.name: game}, run=False)
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        path = client.post(f"/positions/{game.name}/play", data={"position": start, "seats": 4}).url.path
        assert "New: Risk on the track." in html.unescape(client.post(f"{path}/coach", data={"do": "on"}).text)
        client.post(f"{path}/coach", data={"do": "got", "decision": "track"})
        page = choose(client, path, Match.at(game, start, 4).action_of(card))
        assert re.findall(r"New: [^<]*", page) == ([said] if said else [])


def test_a_word_comes_before_a_choice_is_final(client):
    path, _ = begin(client, f"{FOUR}?coach=on")
    assert 'id="coach-word"' not in choose(client, path, 6)              # the best
    text = choose(client, path, 0)
    assert "Before you confirm, look at this:" in text and "That choice wins 60 more games of 100 than yours." in text
    assert 'id="go"' in text                                             # nobody is kept from playing it
    better = re.search(r'id="coach-show"\s+href="[^"]*action=(\d+)', text)[1]
    assert better == "6"
    assert re.search(r'id="coach-keep"\s+form="act"', text), "what is kept is played by the same press"
    assert 'id="coach-word"' not in choose(client, path, 1)              # something was said in this turn


@pytest.mark.parametrize(("does", "told"), [("It takes a crate.", "Play B. It takes a cupcake."),
                                            ("It takes a cupcake. It costs an anthill.", "Play B.")])
def test_what_the_chosen_action_does_too_is_no_reason_for_another(does, told):
    chosen = Option(1, "Play A", does, 0.3, (1,), "Play A", does)
    best = Option(2, "Play B", "It takes a cupcake.", 0.6, (2,), "Play B", "It takes a cupcake.")
    word = Word(7, (1,), (), Explanation(chosen, best, (), "", False))
    assert words_about(word, Scene("", []), Selection(action=1), "")[0] == told


@pytest.fixture
def splitting(tmp_path):
    """A client, the address of a table at which they divide the dice, and the position."""
    games = {"marabunta": GAMES["marabunta"]}
    app = make_app(Settings(tmp_path), bots=WiseBots(games=games), games=games, run=False)
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        texts = (begin(client, "/now/marabunta?coach=on") for _ in range(60))            # chance says who begins
        yield client, *next((path, position_in(text)) for path, text in texts if 'name="subset"' in text)


def position_in(text):
    return re.search(r'name="position" value="(\d+)"', text)[1]


def test_a_word_about_a_split_comes_with_the_first_press(splitting):
    """A heap is divided by ticks and one button: the button is held back once, and the ticks stay."""
    client, path, position = splitting
    split = {"subset": "1", "position": position, "item0": "1"}
    answer = client.post(f"{path}/play?position={position}&taken=1", data=split, headers={"X-Part": "stream"})
    assert 'id="coach-word"' in answer.text and "First tray:" in answer.text and position_in(answer.text) == position
    assert re.search(r'id="coach-show"\s+href="[^"]*taken=(\d+)', html.unescape(answer.text))[1] != "1"
    assert client.post(f"{path}/play", data=split, headers={"X-Part": "stream"}).status_code == 204          # played
    assert 'name="subset"' not in client.get(path).text


def test_a_word_about_a_split_without_script(splitting):
    client, path, position = splitting
    answer = client.post(f"{path}/play", data={"subset": "1", "position": position, "item0": "1", "item1": "1"})
    assert answer.url.query == f"position={position}&taken=3".encode() and 'id="coach-word"' in answer.text


CRATES = ("/".join(["." * 24] * 7) + " round=1 starter=B player=R tile=leaves_2 stack=crates_2,one,zero_2,zero_free,cross_2,"
          "repeat dice=3,0,flag,crate,2,1 anthills=2,2 points=0,0 cupcakes=0,0 crates=00000,00000 circles=00,00,00,00,00,00 "
          "phase=crate left=1 pool=POGST used=S step=1")


@pytest.mark.parametrize("headers", [{"X-Part": "stream"}, {}], ids=["script", "no script"])
def test_what_is_pressed_to_be_read_is_not_covered_by_a_word(headers, tmp_path):
    """A crate is tapped to read its power: the word waits for the button, and keeps nobody from playing it then."""
    games = {"marabunta": GAMES["marabunta"]}
    app = make_app(Settings(tmp_path), bots=WiseBots(games=games), games=games, run=False)
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        answer = client.post("/positions/marabunta/play", data={"position": CRATES, "seats": 2})
        path, position = answer.url.path, position_in(answer.text)
        client.post(f"{path}/coach", data={"do": "on"})
        crate = Match.at(games["marabunta"], CRATES, 2).legal[0]
        assert 'id="coach-word"' not in choose(client, path, crate)
        chosen = {"action": str(crate), "position": position}
        held = client.post(f"{path}/play?position={position}&action={crate}", data=chosen, headers=headers).text
        assert 'id="coach-word"' in held and position_in(held) == position and 'id="go"' in held
        played = client.post(f"{path}/play", data=chosen, headers=headers)
        assert (played.status_code == 204 if headers else position_in(played.text) != position)


def test_without_the_coach_nobody_thinks(client):
    path, _ = begin(client)
    choose(client, path, 0)
    assert client.app.state.house.bots.asked == []


def test_others_are_asked_on_their_page(client):
    made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "friend", "listed": "no"})
    path, join = made.url.path, re.search(r'id="join-link" readonly value="http://testserver([^"]*)"', made.text)[1]
    ann = dict(client.cookies)
    client.cookies.clear()
    client.get(join)
    client.post(f"{path}/sit", data={"seat": "1"})
    ben = dict(client.cookies)

    def ask(who, **form):
        client.cookies.clear()
        client.cookies.update(who)
        return html.unescape((client.post(f"{path}/coach", data=form) if form else client.get(path)).text)

    client.cookies.clear()
    client.cookies.update(ann)
    client.post(f"{path}/deal")
    ask(ann, do="on")
    ask(ann, do="got", decision="drop")
    assert 'id="coach-ask"' in ask(ann) and "May the coach advise" not in ask(ben)
    ask(ann, do="ask")
    question = re.search(r'name="question" value="(\d+)"', ask(ben))[1]
    assert "It needs a yes from everybody." in ask(ben) and "May the coach advise" not in ask(ann)
    assert "May the coach advise" not in ask(ben, do="yes", question=question)
    assert 'id="coach-ask"' not in ask(ann)


def test_how_the_decision_works_is_a_page(client):
    path, _ = begin(client)
    text = html.unescape(client.get(f"{path}/how").text)
    assert "Drop a marble" in text and f'href="{path}"' in text and 'href="/rules/connect_four"' in text
    assert "<html" not in client.get(f"{path}/how", headers={"X-Part": "1"}).text
