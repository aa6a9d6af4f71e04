"""Pages and forms over HTTP, without script: what works, what is refused, and how."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

POLICY = "default-src 'self'"


@pytest.fixture
def client(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        yield client


def begin(client, game="connect_four", **fields):
    """Open a table by the form; its address."""
    answer = client.post("/new", data={"game": game, "seats": "2", "seat0": "me", "seat1": "me", **fields})
    assert answer.status_code == 200, answer.text[-2000:]
    return answer.url.path


def test_every_page_is_there_with_its_headers(client):
    pages = ["/", "/new", "/records", "/healthz", "/metrics", *(f"/rules/{name}" for name in GAMES),
             *(f"/new?game={name}&seats={GAMES[name].seats[-1]}" for name in GAMES)]
    for path in pages:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-security-policy"].startswith(POLICY)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert " style=" not in answer.text and "<script>" not in answer.text


def test_a_game_goes_to_its_end_by_forms_alone(client):
    path = begin(client)
    for turn in range(42):
        text = client.get(path).text
        if 'id="rematch"' in text:
            break
        ways = re.findall(r'class="way[^"]*" id="[^"]*" data-choose href="([^"]*)"', text)
        chosen = client.get(ways[turn % len(ways)].replace("&amp;", "&")).text
        form = dict(re.findall(r'name="(position|action)" value="(\d+)"', chosen[chosen.index('id="act"'):]))
        assert client.post(f"{path}/play", data=form).status_code == 200
    assert "won" in text or "Nobody" in text
    assert "Step" in client.get(f"{path}/replay").text
    record = client.get(f"{path}/record")
    assert record.json()["game"] == "connect_four"
    opened = client.post("/records", files={"record": ("game.json", record.content)})
    assert "/records/" in opened.url.path and "Step" in opened.text


@pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
                                     {"Origin": "https://evil.example"}, {"Origin": "null"}])
def test_requests_from_other_sites_are_refused(client, headers):
    answer = client.post("/now/connect_four", headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_requests_from_our_own_pages_are_taken(client):
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://testserver"}, {}):
        assert client.post("/now/connect_four", headers=headers).status_code == 200


@pytest.mark.parametrize(("method", "path", "status"), [
    ("GET", "/nothing", 404), ("GET", "/table/XXXX", 404), ("GET", "/rules/chess", 404), ("GET", "/new?game=chess", 404),
    ("POST", "/", 405), ("POST", "/table/XXXX/play", 404), ("GET", "/join/XXXX/abc", 404), ("POST", "/code", 404),
    ("POST", "/now/chess", 404), ("GET", "/records/abc", 404), ("POST", "/name", 409), ("PUT", "/", 405)])
def test_what_is_wrong_is_said_on_a_page(client, method, path, status):
    answer = client.request(method, path)
    assert answer.status_code == status
    assert 'class="said"' in answer.text


@pytest.mark.parametrize("form", [
    {}, {"action": "x", "position": "1"}, {"action": "3"}, {"action": "3", "position": "-5"},
    {"action": "99999", "position": "2"}, {"action": "9" * 40, "position": "2"}, {"subset": "1", "position": "2"},
    {"action": "\u0663", "position": "2"}])
def test_moves_that_make_no_sense_change_nothing(client, form):
    path = begin(client)
    before = re.search(r'data-stamp="([^"]*)"', client.get(path).text)[1]
    assert client.post(f"{path}/play", data=form).status_code in (400, 409)
    assert re.search(r'data-stamp="([^"]*)"', client.get(path).text)[1] == before


@pytest.mark.parametrize("query", ["?position=2&action=zz", "?position=x", "?position=2&group=%3Cscript%3E",
                                   "?taken=999999999999", "?position=2&among=1+2+3+zz", "?show=evil", "?position=2&action=-1"])
def test_odd_addresses_show_the_table(client, query):
    path = begin(client)
    answer = client.get(path + query)
    assert answer.status_code == 200 and "<script>" not in answer.text


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"nonsense", b'{"format": "marbletop-record-1"}', b"[" * 100_000])
def test_files_that_are_no_records_are_refused(client, data):
    assert client.post("/records", files={"record": ("x.json", data)}).status_code in (400, 409)


def test_a_private_table_is_shown_to_nobody_without_its_link(client, tmp_path):
    path = begin(client)
    link = re.search(r'value="http://testserver(/join/[^"]*)"', client.get(path).text)[1]
    client.cookies.clear()
    for part in ("", "/part", "/live", "/replay", "/record", "/why"):
        assert client.get(path + part).status_code == 404
    assert client.post(f"{path}/play", data={"action": "1", "position": "2"}).status_code == 404
    assert client.get(link).url.path == path


def test_names_are_escaped_and_checked(client):
    assert client.post("/name", data={"name": "<b>Eve</b>"}).status_code == 409
    assert client.post("/name", data={"name": "O'Neill"}).status_code == 200
    assert "O&#39;Neill" in client.get("/").text


def test_going_back_stays_within_the_site(client):
    for back in ("https://evil.example", "//evil.example", "/\\evil.example"):
        answer = client.post("/name", data={"name": "Ann", "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"


def test_everything_lies_under_a_base_path(tmp_path):
    with TestClient(make_app(Settings(tmp_path, base="/games"), bots=ThreadBots(GAMES))) as client:
        text = client.get("/games/").text
        assert client.get("/").status_code == 404
        assert set(re.findall(r'(?:href|action|src)="(/[^"/]*)', text)) == {"/games"}
        assert client.post("/games/now/connect_four").url.path.startswith("/games/table/")


def test_the_metrics_name_no_table(client):
    path = begin(client)
    client.get(path)
    told = client.get("/metrics").text
    assert 'route="/table/{table}"' in told and path.rpartition("/")[2] not in told
