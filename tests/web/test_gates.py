"""What one visitor may hold, guess and pretend: limits that a new cookie does not lift, and that nobody else feels."""

import json
import re
import time
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.core.errors import MarbletopError
from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.inspection import ThreadInspector, inspect_box
from marbletop.server.limits import PER_ADDRESS, PER_GUEST, PLACES
from marbletop.web.app import make_app
from marbletop.web.networks import read_proxies
from marbletop.web.settings import Settings

from .streams import first_messages

NEW = {"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "beginner"}


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server without limits, which looks at files in a thread, because that takes less time."""
    with TestClient(make_app(Settings(tmp_path_factory.mktemp("tables")), bots=ThreadBots(GAMES))) as client:
        house_of(client).limits.check, house_of(client).inspector = AsyncMock(), ThreadInspector()
        yield client


@pytest.fixture
def patient(shared):
    """A new visitor of the server without limits."""
    shared.cookies.clear()
    return shared


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
    tries, began, (most, seconds) = 0, time.monotonic(), PER_ADDRESS["guess"]
    for number in range(40):
        client.cookies.clear()
        client.post("/name", data={"name": f"Eve {number}"})
        for _ in range(5):
            tries += 1
            if client.get("/table/XXXX").status_code == 429:
                assert tries <= most + 1 + most / seconds * (time.monotonic() - began), "more come back as time goes by"
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


ODD_HEADERS = [{"Origin": "http://["}, {"Referer": "http://["}, {"Origin": "http://[::zz]"}, {"Referer": "//[x"}, {"Host": "["},
               {"Host": "[:::]"}, {"Host": "a" * 10_000}, {"Cookie": "marbletop=\udcff"}, {"Cookie": "lang=\udcff; ="},
               {"Accept-Language": "de;q=nan, en;q=1e400"}, {"Last-Event-ID": "9" * 400}, {"X-After": "--5"}]


@pytest.mark.slow
@pytest.mark.parametrize("headers", ODD_HEADERS, ids=str)
def test_odd_headers_are_no_error_of_ours(patient, headers):
    given = {name: value.encode("latin-1", "surrogateescape") for name, value in headers.items()}
    path = patient.post("/new", data=NEW).url.path
    for method, asked in (("GET", path), ("POST", "/language"), ("POST", f"{path}/sit"), ("GET", "/new")):
        form = {"lang": "de"} if method == "POST" else None
        assert patient.request(method, asked, headers=given, data=form).status_code < 500


def test_a_request_from_a_broken_origin_is_refused(patient):
    assert patient.post("/new", data=NEW, headers={"Origin": "http://["}).status_code == 403
    assert patient.post("/language", data={"lang": "de"}, headers={"Referer": "http://["}, follow_redirects=False
                       ).headers["location"] == "/"


@pytest.mark.parametrize("number", ["--5", "-", "5-", "+5", "\u0665", "1" + "0" * 400, "1e3", "", " 5", "5\n", "0x5"])
def test_what_is_no_number_is_refused(patient, number):
    path = patient.post("/new", data=NEW).url.path
    for verb, field in (("play", "action"), ("play", "position"), ("sit", "seat"), ("undo", "position"), ("uncover", "seat")):
        answer = patient.post(f"{path}/{verb}", data={"action": "0", field: number})
        assert answer.status_code == 400, (verb, field)
        assert "whole number" in answer.text
    assert patient.get(path, params={"position": number, "action": number}).status_code == 200


ENCODINGS = {"idna": b"x" * 70 + b"..", "unicode_escape": rb"\ud800", "utf-7": b"+2AA-", "undefined": b"x",
             "punycode": b"\xff-", "utf-16": b"\x00\xd8", "no such": b"x", "utf-8": b"\xed\xa0\x80", "zlib": b"x"}


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_texts_in_odd_encodings_are_no_error_of_ours(patient, encoding):
    path = patient.post("/new", data=NEW).url.path
    for asked in ("/name", "/new", "/code", "/records", "/language", f"{path}/say"):
        for name in ("name", "game", "code", "record", "phrase", "lang"):
            body = (b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n\r\n' + ENCODINGS[encoding]
                    + b"\r\n--x--\r\n")
            kind = f"multipart/form-data; boundary=x; charset={encoding}"
            assert patient.post(asked, content=body, headers={"Content-Type": kind}).status_code < 500


@pytest.mark.parametrize("path", ["/?x=\xff", "/table/X?show=\xff", "/new?game=\xff", "/table/%ED%A0%80", "/records/%ED%A0%80",
                                  "/join/%ED%A0%80/%ED%A0%80", "/rules/%ED%A0%80", "/static/%ED%A0%80", "/phone/%ED%A0%80"])
def test_odd_paths_are_no_error_of_ours(patient, path):
    path, _, query = path.partition("?")
    answer = first_messages(patient, path, query.encode("latin-1"))
    assert 400 <= answer.status < 500


MATCH = Match("connect_four", seed=3)
for column in (0, 1) * 3 + (0,):
    MATCH.play(column)
RECORD = record_of(MATCH)
ODD_VALUES = (10 ** 400, 1e308 * 10, "\ud800", [10 ** 400], ["\ud800"], {"points": [10 ** 400]}, {"x": "\ud800"}, None,
              True, -1, ["\ud800", "Ann"], [{"action": 0, "text": "\ud800"}], [{"action": 10 ** 400}])


@pytest.mark.slow
@pytest.mark.parametrize("value", ODD_VALUES, ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("field", ["names", "entries", "options", "seats", "version", "chance", "deal", "outcome",
                                   "components"])
def test_records_with_odd_values_are_no_error_of_ours(patient, field, value):
    answer = patient.post("/records", files={"record": ("game.json", json.dumps({**RECORD, field: value}).encode())})
    assert answer.status_code < 500
    assert answer.status_code == 200 or "record" in answer.text.lower()


HUGE = "1" + "0" * 400
NUMBER = re.compile(r"(?<=[=\[,] )-?\d+(?=\s*[,\]\n])|(?<=\[)-?\d+(?=,)")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["marbleous", "marabunta", "marbles_and_jokers", "marble_machine"])
def test_component_files_with_numbers_beyond_measure_are_refused(patient, name):
    game = GAMES[name]
    text = "\n".join(line.partition("#")[0].rstrip() for line in game.components().text.splitlines()) + "\n"
    numbers, refused = list(NUMBER.finditer(text)), []
    for found in numbers[::max(1, len(numbers) // 12)]:
        changed = text[:found.start()] + HUGE + text[found.end():]
        try:
            inspect_box(game, game.seats[-1], {}, changed)                  # some are for other numbers of seats
        except MarbletopError:
            refused.append(changed)
    form = {**NEW, "game": name, "seats": str(game.seats[-1]), "box": "own", "box_text": refused[0]}
    assert patient.post("/new", data=form).status_code == 400


@pytest.mark.parametrize("value", [HUGE, "9" * 5000, "--5", "nan", "\u0665", ""], ids=lambda value: ascii(value)[:12])
def test_options_that_are_no_numbers_are_refused(patient, value):
    form = {**NEW, "game": "marbleous"}
    assert patient.post("/new", data={**form, "option_first_player": value}).status_code == 400
    assert patient.post("/new", data={**form, "seats": value}).status_code == (400 if value else 200)


def test_a_proxy_that_is_not_named_is_told_of_once(patient, caplog):
    for _ in range(3):
        patient.get("/healthz", headers=FORWARDED)
    assert sum("--proxies" in record.message for record in caplog.records) == 1


def address_seen(tmp_path, proxies, peer, **headers):
    """The address that the server counts, and whether its cookies are for safe connections only."""
    app = make_app(Settings(tmp_path, proxies=read_proxies(proxies)), bots=ThreadBots(GAMES))
    counted = []
    with TestClient(app, client=(peer, 1)) as client:
        async def check(what, guest="", address="", drops=1):
            counted.append(address)
        app.state.house.limits.check = check
        answer = client.post("/name", data={"name": "Ann"}, headers=headers, follow_redirects=False)
    return counted[0], "Secure" in answer.headers["set-cookie"]


FORWARDED = {"X-Forwarded-For": "6.6.6.6, 7.7.7.7, 10.1.1.1", "X-Forwarded-Proto": "https"}


@pytest.mark.parametrize(("proxies", "peer", "seen"), [
    ("", "127.0.0.1", ("127.0.0.1", False)), ("127.0.0.1", "127.0.0.2", ("127.0.0.2", False)),
    ("127.0.0.1,10.0.0.0/8", "127.0.0.1", ("7.7.7.7", True)), ("127.0.0.1", "127.0.0.1", ("10.1.1.1", True)),
    ("127.0.0.1,10.0.0.0/8", "::ffff:127.0.0.1", ("7.7.7.7", True))])
def test_only_proxies_that_are_named_are_believed(tmp_path, proxies, peer, seen):
    assert address_seen(tmp_path, proxies, peer, **FORWARDED) == seen


def test_a_home_has_one_address(tmp_path):
    assert address_seen(tmp_path, "", "2001:db8:1:2:3:4:5:6")[0] == "2001:db8:1:2::/64"
    assert address_seen(tmp_path, "", "::ffff:1.2.3.4")[0] == "1.2.3.4"


def test_a_proxy_that_cannot_be_is_refused():
    with pytest.raises(MarbletopError, match="'here' is no proxy"):
        read_proxies("127.0.0.1, here")
