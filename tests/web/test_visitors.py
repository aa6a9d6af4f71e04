"""Every page and part of a table, for every kind of visitor, at every stage, in both languages."""

import re
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.analysis.made_up import MadeUpReviewer

from .streams import first_messages

PAGES = ("", "?show=board", "?show=hand", "/part", "/why?part=col-3", "/replay", "/replay/picture.svg", "/record", "/fairness",
         "/box.toml", "/join", "/review", "/review?move=0&show=mine")
REFUSED = {"play": {"action": "3", "position": "0"}, "undo": {"position": "0"}, "sit": {"seat": "77"}, "hint": {},
           "bot": {"seat": "0", "level": "nobody"}, "free": {"seat": "77"}, "uncover": {"seat": "77"}, "say": {"phrase": "?"},
           "words": {"seat": "77", "words": "x"}, "answer": {"request": "0", "answer": "yes"}, "withdraw": {}, "ask_back": {},
           "answer_back": {"request": "0", "answer": "yes"}, "stand_in": {"seat": "0"}, "join": {"name": "", "seat": "0"}}
STAGES = ("open", "running", "over")
VISITORS = ("host", "seated", "watcher", "removed", "stranger")


class Visitors:
    """A table in some stage, and everybody who may come to see it, each with cookies of their own."""

    def __init__(self, client, game, stage, listed):
        self.client, self.cookies, self.listed = client, {name: {} for name in VISITORS}, listed
        made = self.ask("host", "POST", "/new", data={"game": game, "seats": "2", "seat0": "me", "seat1": "friend",
                                                      "listed": "yes" if listed else "no"})
        self.path = made.url.path
        links = dict(re.findall(r'id="(join|watch)-link" readonly value="http://testserver([^"]*)"', made.text))
        self.ask("removed", "GET", links["join"])
        self.ask("removed", "POST", f"{self.path}/sit", data={"seat": "1"})
        self.ask("removed", "POST", f"{self.path}/leave")
        self.ask("seated", "GET", links["join"])
        self.ask("seated", "POST", f"{self.path}/sit", data={"seat": "1"})
        self.ask("watcher", "GET", links["watch"])
        if stage != "open":
            assert 'id="seat-0"' in self.ask("host", "POST", f"{self.path}/deal").text
        if stage == "over":
            self.ask("seated", "POST", f"{self.path}/resign")
        assert re.search(rf'<main[^>]*class="tb {stage}\b', self.ask("host", "GET", self.path).text)

    def ask(self, visitor, method, path, **more):
        self.client.cookies.clear()
        self.client.cookies.update(self.cookies[visitor])
        answer = self.client.request(method, path, **more)
        self.cookies[visitor] = dict(self.client.cookies)
        return answer


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = make_app(Settings(tmp_path_factory.mktemp("tables")), bots=ThreadBots(GAMES), reviewer=MadeUpReviewer())
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        yield client


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("listed", [False, True], ids=["private", "listed"])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", ["connect_four", "marbles_and_jokers"])
def test_every_page_is_shown_or_refused_to_every_visitor(client, game, stage, listed, language):
    visitors = Visitors(client, game, stage, listed)
    wish = {"Accept-Language": language}
    for visitor in VISITORS:
        hidden = visitor == "stranger" and not listed
        for page in PAGES:
            answer = visitors.ask(visitor, "GET", visitors.path + page, headers=wish)
            assert answer.status_code in ((404,) if hidden else (200, 404, 409)), (visitor, page)
            if page in PAGES[:4] and not hidden:
                assert answer.status_code == 200 and 'id="table"' in answer.text
            if page == "":
                assert f'<html lang="{language}"' in answer.text
        for verb, form in REFUSED.items():
            for part in ({}, {"X-Part": "1"}):
                answer = visitors.ask(visitor, "POST", f"{visitors.path}/{verb}", data=form, headers={**wish, **part})
                assert answer.status_code < 500, (visitor, verb)
                assert not hidden or answer.status_code == 404


@pytest.mark.parametrize("stage", STAGES)
def test_a_watcher_of_a_private_table_sees_the_stream_and_no_link_to_play(client, stage):
    visitors = Visitors(client, "connect_four", stage, listed=False)
    page = visitors.ask("watcher", "GET", visitors.path)
    assert page.status_code == 200 and "/join/" in page.text             # the link to watch, to be passed on
    tokens = set(re.findall(r"/join/[^\"/]+/([^\"]+)\"", page.text))
    host = set(re.findall(r"/join/[^\"/]+/([^\"]+)\"", visitors.ask("host", "GET", visitors.path).text))
    assert len(tokens) == 1 and tokens < host
    client.cookies.clear()
    client.cookies.update(visitors.cookies["watcher"])
    stream = first_messages(client, f"{visitors.path}/live")
    assert stream.status == 200 and b"event: table" in stream.body


def test_a_finished_private_table_is_no_record_that_everybody_can_open(client):
    visitors = Visitors(client, "connect_four", "over", listed=False)
    assert visitors.ask("host", "GET", f"{visitors.path}/replay").status_code == 200       # its replay is in memory now
    id = visitors.path.rpartition("/")[2]
    assert visitors.ask("stranger", "GET", f"/records/{id}").status_code == 404
