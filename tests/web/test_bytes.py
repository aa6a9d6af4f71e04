"""No byte sent to a seat depends on what that seat may not know: pages are asked for twice, the second time with noise in
everything hidden, and must be the same to the last byte."""

import dataclasses
import random
import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.seats import has_hands
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.games.test_every_game import noised
from tests.server.test_leaks import Noisy

from .streams import first_messages

SECRET = [name for name in GAMES if has_hands(GAMES[name])]
DECISIONS = 24


class Person:
    """Somebody with a cookie of their own, on one application."""

    def __init__(self, client, name):
        self.client, self.name, self.cookies = client, name, {}
        self.post("/name", name=name)

    def get(self, path):
        return self._ask("GET", path)

    def post(self, path, **form):
        return self._ask("POST", path, data=form)

    def _ask(self, method, path, **more):
        self.client.cookies = self.cookies
        answer = self.client.request(method, path, **more)
        self.cookies = dict(self.client.cookies)
        assert answer.status_code == 200, answer.text[-600:]
        return answer


def all_bytes(person, path, position):
    """Everything that can be asked for: the page, the list with something chosen, the hand, why not."""
    asked = ["", "?show=board", "?show=hand", "/part", "/why?part=sp-3", "/why?part=hand-0-3"]
    page = person.get(path).text
    asked += [way.replace("&amp;", "&")[len(path):] for way in re.findall(r'data-choose href="([^"]*)"', page)[:3]]
    person.client.cookies = person.cookies
    return [*(person.get(path + one).content for one in asked), first_messages(person.client, f"{path}/live").body]


@pytest.mark.parametrize("name", SECRET)
def test_no_byte_depends_on_what_a_seat_may_not_know(tmp_path, name):
    choices, game = random.Random(name), GAMES[name]
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES))
    with TestClient(app) as client:
        app.state.house.limits.check = lambda *_, **__: None
        seats = 3 if 3 in game.seats else 2
        ann, ben, cat, dan = (Person(client, one) for one in ("Ann", "Ben", "Cat", "Dan"))
        people = (ann, ben, cat)[:seats]
        path = ann.post("/new", game=name, seats=str(seats), seat0="me", listed="yes").url.path
        for seat, person in enumerate(people[1:], 1):
            person.post(f"{path}/sit", seat=str(seat))
        ann.post(f"{path}/deal")
        table = app.state.house.lobby._tables[path.rpartition("/")[2]]
        for step in range(DECISIONS):
            if table.over:
                break
            if step < 6 or step % 5 == 0:
                for viewer, person in [*enumerate(people), (-1, dan)]:
                    compare(table, person, path, viewer, choices)
            legal = game.legal_list(table.state, table.box)
            people[table.player].post(f"{path}/play", action=str(choices.choice(legal)), position=str(table.position))


def compare(table, person, path, viewer, choices):
    ours = all_bytes(person, path, table.position)
    state, room = table.state, table.room
    table.state = noised(table.game, state, table.box, viewer, choices)
    table.room = dataclasses.replace(room, storage=Noisy(room.storage, table, viewer, choices))
    table.forget()
    try:
        theirs = all_bytes(person, path, table.position)
    finally:
        table.state, table.room = state, room
        table.forget()
    assert ours == theirs
