"""What one visitor may hold, guess and pretend: limits that a new cookie does not lift, and that nobody else feels."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.limits import PER_ADDRESS, PER_GUEST, PLACES
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .streams import first_messages

NEW = {"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "beginner"}


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def house_of(client):
    return client.app.state.house


def guest_of(client):
    return house_of(client).guests.guest_of(client.cookies["marbletop"])


def test_a_guest_with_too_many_streams_is_told_so_and_when_to_come_again(client):
    path = client.post("/new", data=NEW).url.path
    assert b"event: table" in first_messages(client, f"{path}/live").body

    async def hold_all():
        places = [house_of(client).limits.place("stream", guest_of(client).id, "") for _ in range(PLACES["stream"][0])]
        for place in places:
            await place.__aenter__()
        return places
    held = client.portal.call(hold_all)
    refused = first_messages(client, f"{path}/live").body.decode()
    assert re.fullmatch(r"retry: 30000\nevent: refused\ndata: .*too many tabs.*\n\n", refused)
    client.portal.call(held[0].__aexit__, None, None, None)
    assert b"event: table" in first_messages(client, f"{path}/live").body
    assert client.app.state.counts.streams == 0


def test_a_guest_has_one_hint_on_its_way(client):
    path = client.post("/new", data=NEW).url.path
    place = house_of(client).limits.place("hint", guest_of(client).id, "testclient")
    client.portal.call(place.__aenter__)
    answer = client.post(f"{path}/hint")
    assert answer.status_code == 429 and "on its way" in answer.text
    client.portal.call(place.__aexit__, None, None, None)
    assert client.post(f"{path}/hint").status_code == 200


def guess_until_refused(client, ask, most):
    for number in range(most + 1):
        answer = ask(number)
        if answer.status_code == 429:
            return number
        assert answer.status_code == 404
    raise AssertionError("guessing was never refused")


WAYS = {"address": lambda client, n: client.get(f"/table/X{n}"), "part": lambda client, n: client.get(f"/table/X{n}/part"),
        "verb": lambda client, n: client.post(f"/table/X{n}/sit", data={"seat": "0"}),
        "code": lambda client, n: client.post("/code", data={"code": "BC" + "DFGHJK"[n % 6] * 2}),
        "link": lambda client, n: client.get(f"/join/X{n}/token")}


@pytest.mark.parametrize("way", WAYS)
def test_guessing_tables_is_limited_for_a_guest(client, way):
    client.post("/name", data={"name": "Eve"})
    assert guess_until_refused(client, lambda n: WAYS[way](client, n), 40) <= PER_GUEST["guess"][0]


def test_a_new_cookie_does_not_help_to_guess(client):
    tries = 0
    for number in range(40):
        client.cookies.clear()
        client.post("/name", data={"name": f"Eve {number}"})
        for _ in range(5):
            tries += 1
            if client.get("/table/XXXX").status_code == 429:
                assert tries <= PER_ADDRESS["guess"][0] + 1
                return
    raise AssertionError(f"{tries} guesses were answered")


def test_whoever_has_guessed_too_often_does_not_learn_of_right_guesses_either(client):
    mine = client.post("/new", data=NEW).url.path
    host = dict(client.cookies)
    client.cookies.clear()
    listed = client.post("/new", data={**NEW, "seat1": "friend", "listed": "yes"}).url.path
    client.cookies.clear()
    client.cookies.update(host)
    assert client.get(listed).status_code == 200
    guess_until_refused(client, lambda n: client.get(f"/table/X{n}"), 40)
    assert client.get(listed).status_code == 429
    assert client.post("/code", data={"code": listed[-4:]}).status_code == 429
    assert client.get(mine).status_code == 200, "somebody's own table stays open to them"
