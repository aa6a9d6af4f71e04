"""Hostile and malformed requests on every route: never an error of ours, never a change of a table."""

from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Mount
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import ROUTES, make_app
from marbletop.web.settings import Settings
from marbletop.web.tables import VERBS

PATHS = sorted({route.path for route in ROUTES if not isinstance(route, Mount)} - {"/table/{table}/live"})
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
        app.state.house.limits.check = lambda *_, **__: None
        made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"})
        yield client, app, made.url.path.rpartition("/")[2]


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD"]), path=st.sampled_from(PATHS), data=st.data(),
       fields=st.dictionaries(NAMES, WORDS, max_size=5), stranger=st.booleans())
def test_no_request_makes_an_error_or_a_change(opened, method, path, data, fields, stranger):
    client, app, id = opened
    parts = {"table": st.sampled_from([id, "XXXX", "a b"]), "verb": st.sampled_from([*VERBS, "fly"]), "game": st.sampled_from(
        [*GAMES, "chess"]), "token": WORDS, "record": WORDS}
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


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data",
                                                           "multipart/form-data; boundary=x", "application/json", ""]))
def test_no_body_makes_an_error(opened, body, kind):
    client, _, id = opened
    for path in (f"/table/{id}/play", "/new", "/records", "/name", "/code"):
        assert client.post(path, content=body, headers={"Content-Type": kind}).status_code < 500
