"""Pages and forms over HTTP, without script: what works, what is refused, and how."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import ANY_HOST, Settings, own_names

from .streams import first_messages

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
        ways = re.findall(r'class="way[^"]*" data-choose href="([^"]*)"', text)
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


def metrics(client):
    """What /metrics tells, by name and labels."""
    lines = client.get("/metrics").text.splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))}


def test_the_metrics_name_no_table(client):
    path = begin(client)
    client.get(path)
    told = client.get("/metrics").text
    assert 'route="/table/{table}"' in told and path.rpartition("/")[2] not in told


def test_the_metrics_count_moves_messages_streams_and_times(client):
    path = begin(client)
    assert metrics(client)["marbletop_moves_total"] == 0
    assert client.post(f"{path}/play", data={"action": "3", "position": "1"}).status_code == 200
    begun = first_messages(client, f"{path}/live")
    assert begun.status == 200
    told = metrics(client)
    assert told["marbletop_moves_total"] == 1 and told["marbletop_messages_total"] == 1 and told["marbletop_streams"] == 0
    route = 'route="/table/{table}/{verb}"'
    assert told[f"marbletop_request_seconds_count{{{route}}}"] == 1
    assert told[f'marbletop_request_seconds_bucket{{{route},le="+Inf"}}'] == 1
    within = [value for name, value in told.items() if name.startswith(f"marbletop_request_seconds_bucket{{{route}")]
    assert within == sorted(within) and len(within) == 11
    assert not any("/live" in name for name in told if "seconds" in name)


@pytest.mark.parametrize(("host", "status"), [
    ("localhost", 200), ("localhost:8000", 200), ("127.0.0.1:8000", 200), ("[::1]:8000", 200), ("192.168.1.20:8000", 200),
    ("tables.example", 200), ("TABLES.example:443", 200), ("evil.example", 421), ("localhost.evil.example", 421),
    ("127.0.0.1.evil.example", 421), ("evil.example:8000", 421), ("[::1].evil.example", 421), ("a@localhost", 421),
    ("localhost/x", 421), (b"\xc3\xa9.example", 421)])
def test_only_names_of_ours_are_answered_to(tmp_path, host, status):
    names = own_names("127.0.0.1", lan=False, more="tables.example")
    with TestClient(make_app(Settings(tmp_path, hosts=names), bots=ThreadBots(GAMES))) as client:
        for path in ("/", "/static/table.js", "/nothing"):
            answer = client.get(path, headers={"Host": host})
            assert (answer.status_code == 421) == (status == 421), path
            if status == 421:
                assert "--allow-host" in answer.text and "set-cookie" not in answer.headers


def test_the_names_of_a_server(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Kitchen")
    assert own_names("0.0.0.0", True, "") == ("localhost", "0.0.0.0", "kitchen", "kitchen.local")
    assert "kitchen" not in own_names("127.0.0.1", False, "a.example, *")
    assert ANY_HOST in own_names("127.0.0.1", False, "a.example, *")


def test_a_family_can_begin_many_games(client):
    """At one machine, by one click each; only who never stops is told to wait."""
    for _ in range(25):
        assert client.post("/now/connect_four", follow_redirects=False).status_code == 303
    answers = {client.post("/now/connect_four", follow_redirects=False).status_code for _ in range(10)}
    assert answers == {303, 429}


def test_a_hint_is_explained(client):
    path = client.post("/now/connect_four").url.path
    said = re.findall(r'<p class="hint">(.*?)</p>', client.post(f"{path}/hint").text, re.DOTALL)
    assert len(said) > 1 and "to win" in " ".join(said)
