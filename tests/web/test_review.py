"""The page of a review, without a browser: for every game, every moment and every visitor."""

import asyncio
import html
import json
import re
import time
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.drawing.plain import scene_of
from marbletop.drawing.svg import panel_svg
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.page.review_board import mark_actions
from marbletop.web.settings import Settings
from tests.analysis.levels import known, known_game
from tests.analysis.made_up import MadeUpReviewer

from .test_bytes import Person
from .test_replay import begun, play

__all__ = ["known", "known_game"]
SENTENCES = ("gives away 10 % (± 2)", "finds a move that is 7 % better", "worth 20 %")
LINK = re.compile(r'<a[^>]*data-step[^>]*href="([^"]*)"')
SLOW = {"marble_machine": 30}               # moves; the others are played to the end


@pytest.fixture
def app(tmp_path):
    return make_app(Settings(tmp_path), bots=ThreadBots(GAMES), reviewer=MadeUpReviewer())


def finish(client, people, path, table, most=2000):
    """Play a game to its end; a long one is given up."""
    play(client, table, most)
    if not table.over:
        people[0].post(f"{path}/resign")
    assert table.over


def wait_for_review(person, address):
    """The page of a review that is finished."""
    for _ in range(500):
        text = html.unescape(person.get(address).text)
        if 'data-working=""' in text:
            return text
    raise AssertionError(text)


def wait_for(person, address, words):
    """The page at an address, once it holds these words."""
    for _ in range(2000):
        text = html.unescape(person.get(address).text)
        if words in text:
            return text
        time.sleep(0.01)
    raise AssertionError(text)


@pytest.mark.slow_for("marbleous", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_for_its_review(app, name):
    with TestClient(app) as client:
        people, path, table = begun(app, client, name)
        finish(client, people, path, table, SLOW.get(name, 60))
        text = wait_for_review(people[0], f"{path}/review")
        assert all(sentence in text for sentence in SENTENCES) and "All figures" in text
        assert text.count('class="chart"') == text.count('class="bars"') == 2 and text.count('id="point-') == 3
        for moment in ("point=1", "point=2", "point=3", "move=0", "move=1", "move=9999", "point=77&show=luck", "show=x"):
            shown = people[1].get(f"{path}/review?{moment}").text
            assert 'id="board-0"' in shown and 'id="moment-title"' in shown
        mistake = html.unescape(people[1].get(f"{path}/review?point=1").text)
        assert ">played</span>" in mistake and ">better</span>" in mistake and "50 %" in mistake and "40 %" in mistake
        assert "Most players would have missed it." in people[1].get(f"{path}/review?point=2").text
        assert 'class="target' not in mistake                                               # there is nothing to press


@pytest.mark.parametrize("name", GAMES)
def test_what_was_played_and_what_was_better_is_drawn(name):
    """At the first decisions of a game, as far as the two are pressed at places of their own."""
    match, drawn = Match(name, seed=5), 0
    for _ in range(12):
        scene = scene_of(match.game, match.view(match.player), match.box, match.names)
        pressed = {choice.target or choice.group: choice.action for choice in scene.choices}
        pressed.pop("", None)
        if len(pressed) > 1 or scene.subset:
            played, better = [*pressed.values(), *(scene.subset.action_of.values() if scene.subset else ())][:2]
            marked = mark_actions(scene, played, better)
            text = "".join([panel.title + panel_svg(panel) for panel in marked.panels])
            assert "played" in text and "better" in text and not marked.choices and marked.subset is None
            ids = re.findall(r' id="([^"]*)"', text)
            assert len(ids) == len(set(ids))
            assert 'class="tag"' not in "".join([panel_svg(panel) for panel in scene.panels])       # scenes share parts
            drawn += 1
        match.play(match.legal[0])
    assert drawn


def test_the_keys_lead_along_the_turning_points_and_the_moves(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        wait_for_review(people[0], f"{path}/review")

        def keys(query):
            text = html.unescape(people[0].get(f"{path}/review?{query}").text)
            return {key: address.partition("?")[2] for key, address in re.findall(r'data-key="([^"]*)"\s+href="([^"]*)"', text)}

        assert keys("point=2") == {"Home": "move=0", "ArrowLeft": "point=1", "Shift+ArrowLeft": "move=1",
                                   "Shift+ArrowRight": "move=3", "ArrowRight": "point=3", "End": f"move={table.state.step}"}
        assert "ArrowLeft" not in keys("point=1") and "ArrowRight" not in keys("point=3")
        assert keys("move=3")["ArrowRight"] == "point=3" and keys("move=9")["ArrowLeft"] == "point=3"
        assert keys("move=3&show=mistakes") == {**keys("move=3&show=mistakes"), "ArrowLeft": "point=1&show=mistakes"}


def test_filters(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        wait_for_review(people[0], f"{path}/review")

        def shown(person, wanted):
            return re.findall(r'id="(point-\d)"', person.get(f"{path}/review?show={wanted}").text)

        assert shown(people[0], "") == ["point-1", "point-2", "point-3"]
        assert shown(people[0], "mistakes") == ["point-1"] and shown(people[0], "luck") == ["point-3"]
        assert shown(people[0], "mine") == ["point-1", "point-3"] and shown(people[1], "mine") == ["point-2"]
        assert shown(people[0], "tricky") == ["point-2"]
        assert 'id="filter-mine"' in people[0].get(f"{path}/review").text
        assert 'id="filter-mine"' not in people[2].get(f"{path}/review").text           # who only watched has none


def test_nobody_reviews_a_running_game_or_one_that_they_may_not_see(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        ann, cat = Person(client, "Ann"), Person(client, "Cat")
        path = ann.post("/new", game="connect_four", seats="2", seat0="me", seat1="me", listed="no").url.path
        table = app.state.house.lobby._tables[path.rpartition("/")[2]]
        play(client, table, 3)
        client.cookies = ann.cookies
        answer = client.get(f"{path}/review")
        assert answer.status_code == 409 and "A game can be reviewed when it is over." in answer.text
        assert 'id="review"' not in ann.get(path).text and 'id="review"' not in ann.get(f"{path}/replay").text
        finish(client, [ann], path, table)
        client.cookies = cat.cookies
        assert client.get(f"{path}/review").status_code == 404
        assert app.state.house.reviews._reviewer.made == 0
        assert "gives away" in wait_for_review(ann, f"{path}/review")
        client.cookies = cat.cookies
        assert client.get(f"{path}/review").status_code == 404


def test_while_it_is_made_the_curve_is_shown_and_how_far_it_is(app):
    with TestClient(app) as client:
        reviewer = app.state.house.reviews._reviewer
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        reviewer.held = client.portal.call(asyncio.Event)
        text = people[0].get(f"{path}/review").text
        while 'class="chart"' not in text:
            text = people[0].get(f"{path}/review").text
        assert "Playing every decision out: 25 %" in text and '<progress id="share" max="100" value="25">' in text
        assert 'http-equiv="refresh"' in text and "measured twice" in text and 'id="point-' not in text
        client.portal.call(reviewer.held.set)
        text = wait_for_review(people[1], f"{path}/review")
        assert 'http-equiv="refresh"' not in text and 'id="working"' not in text and reviewer.made == 1


@pytest.mark.slow
def test_a_record_file_is_reviewed(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        eve = Person(client, "Eve")
        match = Match("marbles_and_jokers", 4, seed=3)
        while not match.over and len(match.moves) < 2000:
            match.play(match.legal[0])
        record = record_of(match, ["Ann", "Ben", "Cat", "Dan"])
        where = client.post("/records", files={"record": ("x.json", json.dumps(record).encode())}).url.path
        assert f'href="{where}/review"' in eve.get(where).text
        text = wait_for_review(eve, f"{where}/review")
        assert "gives away" in text and 'id="filter-mine"' not in text and f'href="{where}"' in text
        short = Match("connect_four")
        short.play(3)
        where = client.post("/records", files={"record": ("x.json", json.dumps(record_of(short)).encode())}).url.path
        assert client.get(f"{where}/review").status_code == 409 and f'href="{where}/review"' not in client.get(where).text
        assert client.get("/records/nothing/review").status_code == 404


def test_the_result_tells_the_turning_point(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        before = people[0].get(path).text
        assert f'href="{path}/review"' in before and 'id="decided"' not in before
        wait_for_review(people[0], f"{path}/review")
        after = html.unescape(people[2].get(path).text)
        assert "What decided it" in after and "Luck was worth 20 % to" in after


def test_every_game_is_reviewed_by_itself_if_the_server_is_told_so(tmp_path):
    app = make_app(Settings(tmp_path, review_games=True), bots=ThreadBots(GAMES), reviewer=MadeUpReviewer())
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        people[2].get(path)
        assert app.state.house.reviews._reviewer.made == 0          # who only looks on sets nothing going
        text = people[0].get(path).text
        assert "Looking for the turning point" in text or "What decided it" in text
        for _ in range(500):
            text = people[1].get(path).text
            if "What decided it" in text:
                break
        assert "What decided it" in text and app.state.house.reviews._reviewer.made == 1


def test_asking_for_too_many_reviews_is_slowed_down(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        asked = app.state.house.limits.check
        wait_for_review(people[0], f"{path}/review")
        wait_for_review(people[0], f"{path}/review")
        assert [call.args[0] for call in asked.call_args_list].count("review") == 1     # only what is not there yet counts


def test_the_page_speaks_german(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        wait_for_review(people[0], f"{path}/review")
        people[0].cookies["lang"] = "de"
        text = html.unescape(people[0].get(f"{path}/review?point=1").text)
        assert "verschenkt 10 % (± 2)" in text and "Wendepunkte" in text
        assert ">gespielt</span>" in text and "besser</text>" in text


def test_the_averages_of_a_guest_stand_on_their_page(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        ann, ben = Person(client, "Ann"), Person(client, "Ben")
        for _ in range(3):
            path = ann.post("/new", game="connect_four", seats="2", seat0="me", seat1="friend", listed="yes").url.path
            ben.post(f"{path}/sit", seat="1")
            ann.post(f"{path}/deal")
            finish(client, [ann], path, app.state.house.lobby._tables[path.rpartition("/")[2]])
            assert "Shown after 3 reviewed games" in ann.get("/me").text
            wait_for_review(ann, f"{path}/review")
        text = html.unescape(ann.get("/me").text)
        assert "37 (surely 37 to 37)" in text and "Luck per game" in text
        text = ann.post("/me/averages", averages="off").text
        assert "Switched off" in text and "Luck per game" not in text
        assert "Luck per game" in ann.post("/me/averages", averages="on").text


def test_playing_on_from_a_moment_opens_a_table_that_begins_there(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        last = wait_for_review(people[0], f"{path}/review?move=9999")
        text = people[1].get(f"{path}/review?move=3").text
        step, = re.findall(r'name="step" value="(\d+)"', text)
        assert step == "2" and 'id="play-on"' in text and 'name="step" value="9999"' not in last
        new = people[1].post(f"{path}/review/play", step=step)
        other = app.state.house.lobby._tables[new.url.path.rpartition("/")[2]]
        assert other.id != table.id and other.about.start and other.state.player == 0
        assert [holder.kind for holder in other.holders] == ["person", "bot"] and other.holders[1].level == "strong"
        assert other.about.start == Match.at("connect_four", other.about.start).position
        client.cookies = people[0].cookies
        for wrong in (str(table.state.step), "9999", "-1", "x", ""):
            assert client.post(f"{path}/review/play", data={"step": wrong}).status_code == 409
        client.cookies = people[1].cookies
        assert client.post(f"/table/{other.id}/review/play", data={"step": "1"}).status_code == 409     # it is running


@pytest.mark.slow
def test_playing_on_from_a_record_needs_no_table(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        eve = Person(client, "Eve")
        match = Match("marbles_and_jokers", 4, seed=3)
        for _ in range(12):
            match.play(match.legal[0])
        where = client.post("/records", files={"record": ("x.json", json.dumps(record_of(match)).encode())}).url.path
        new = eve.post(f"{where}/review/play", step="7")
        table = app.state.house.lobby._tables[new.url.path.rpartition("/")[2]]
        before = match.state_after(7)
        assert table.state.player == before.player and table.seats_of(table.about.host) == [before.player]
        assert [list(row) for row in table.state.hand] == [list(row) for row in before.hand]


@pytest.mark.usefixtures("known")
def test_the_page_says_like_which_level_everybody_played(app):
    with TestClient(app) as client:
        people, path, table = begun(app, client, "connect_four")
        finish(client, people, path, table)
        assert "Played like beginner." in wait_for_review(people[0], f"{path}/review")
        people[0].cookies["lang"] = "de"
        assert "Gespielt wie die Stufe „Anfänger“." in html.unescape(people[0].get(f"{path}/review").text)


@pytest.mark.slow
@pytest.mark.usefixtures("known")
def test_the_strength_of_a_guest_is_told_after_ten_games(app):
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        ann = Person(client, "Ann")
        for number in range(10):
            assert "surely" not in ann.get("/me").text
            path = ann.post("/new", game="connect_four", seats="2", seat0="me", seat1="steady", listed="no").url.path
            ann.post(f"{path}/resign")
            missing = f"Told after {9 - number} more games." if number < 8 else "Told after one more game."
            text = wait_for(ann, "/me", missing if number < 9 else "Like beginner:")        # it is worked out in the background
        assert re.search(r"Like beginner: \d+ \(surely -?\d+ to \d+\)", text)
        assert ann.get("/me/profile.json").json()["ratings"][0]["games"] == 10
        ann.cookies["lang"] = "de"
        assert "Wie „Anfänger“:" in html.unescape(ann.get("/me").text)
        ann.cookies["lang"] = "en"
        off = ann.post("/me/rating", rating="off").text
        assert "Switched off" in off and "Like beginner:" not in off
        assert "Nothing has counted yet" in ann.post("/me/rating", rating="on").text
        assert "how strong you are in each game" in ann.get("/privacy").text
