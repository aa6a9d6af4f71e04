"""Hostile and malformed requests on every route: never an error of ours, never a change of a table."""

from unittest.mock import AsyncMock
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Mount
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import ROUTES, make_app
from marbletop.web.routes.table import VERBS
from marbletop.web.settings import Settings

from .streams import first_messages

LIVE = "/table/{table}/live"                # a stream has no end: only its beginning is read
PATHS = [*sorted({route.path for route in ROUTES if not isinstance(route, Mount)} - {LIVE}), "/static/{file}"]
WORDS = st.one_of(st.text(max_size=30), st.integers().map(str),
                  st.sampled_from(["-1", "0", "2", "9" * 30, "../..", "<b>", "%00", "é", "\u0663"]))
NAMES = st.sampled_from(["action", "position", "seat", "seats", "game", "name", "code", "level", "phrase", "subset", "item0",
                         "taken", "among", "group", "show", "step", "part", "clock", "listed", "request", "option_cap",
                         "back", "after", "then", "shown", "with", "box", "box_text", "sitting", "seat1", "of.marbleous.seats",
                         "of.connect_four.option_misere", "option_first_player"])


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    app = make_app(Settings(tmp_path_factory.mktemp("tables")), bots=ThreadBots(GAMES))
    with TestClient(app, raise_server_exceptions=True) as client:
        app.state.house.limits.check = AsyncMock()
        made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"})
        yield client, app, made.url.path.rpartition("/")[2]


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD"]), path=st.sampled_from(PATHS), data=st.data(),
       fields=st.dictionaries(NAMES, WORDS, max_size=5), stranger=st.booleans())
@pytest.mark.slow
def test_no_request_makes_an_error_or_a_change(opened, method, path, data, fields, stranger):
    client, app, id = opened
    parts = {"table": st.sampled_from([id, "XXXX", "a b"]), "verb": st.sampled_from([*VERBS, "fly"]), "game": st.sampled_from(
        [*GAMES, "chess"]), "token": WORDS, "record": WORDS, "file": WORDS}
    for name, values in parts.items():
        if f"{{{name}}}" in path:
            path = path.replace(f"{{{name}}}", quote(data.draw(values), safe="") or "x")
    table = app.state.house.lobby._tables[id]
    before = table.now.position
    cookies = dict(client.cookies)
    if stranger or path.endswith(("/undo", "/hint")):
        client.cookies.clear()
    try:
        answer = client.request(method, path, params=fields, follow_redirects=False,
                                **({"data": fields} if method == "POST" else {}))
    finally:
        client.cookies.clear()
        client.cookies.update(cookies)
    assert answer.status_code < 500
    if answer.status_code >= 400 or stranger or method != "POST":
        assert table.now.position == before


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(method=st.sampled_from(["GET", "GET", "POST", "PUT", "HEAD"]), table=st.sampled_from(["the table", "XXXX", "a b"]),
       query=st.dictionaries(st.sampled_from(["after", "show", "position", "action", "among"]), WORDS, max_size=3),
       last=st.one_of(st.none(), WORDS, st.binary(max_size=40)), stranger=st.booleans())
def test_no_stream_makes_an_error_or_a_change(opened, method, table, query, last, stranger):
    client, app, id = opened
    before = app.state.house.lobby._tables[id].now.position
    headers = {} if last is None else {"Last-Event-ID": last}
    path = quote(LIVE.replace("{table}", id if table == "the table" else table))
    answer = first_messages(client, path, query, headers, method, stranger=stranger)
    assert answer.status < 500
    assert answer.status != 200 or method == "HEAD" or answer.body.startswith(b"retry: ")
    assert app.state.house.lobby._tables[id].now.position == before
    assert app.state.counts.streams == 0


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data",
                                                           "multipart/form-data; boundary=x", "application/json", ""]))
@pytest.mark.slow
def test_no_body_makes_an_error(opened, body, kind):
    client, _, id = opened
    for path in (f"/table/{id}/play", "/new", "/records", "/name", "/code"):
        assert client.post(path, content=body, headers={"Content-Type": kind}).status_code < 500
