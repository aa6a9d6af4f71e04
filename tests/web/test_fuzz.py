"""Two thousand requests of every kind, and that the fuzzer would notice what it looks for."""

import pytest
from starlette.responses import Response
from starlette.routing import Route

from marbletop.web.routes.table import VERBS

from . import fuzz as fuzzing
from .fuzz import SEED, fuzz, known_routes

REQUESTS = 2000


@pytest.mark.slow
def test_no_request_is_an_error_takes_long_or_changes_a_table_of_others():
    report = fuzz(REQUESTS)
    print(f"seed {SEED}, slowest {report.slowest:.2f} s: {report.slowest_request}")
    assert report.requests == REQUESTS
    answered = {route for route, status in report.statuses if status < 400}
    assert len(answered) >= len(known_routes()) - 2, "nearly every route was asked as it should be"
    assert {400, 403, 404, 405, 409} <= {status for _, status in report.statuses}


def test_a_new_route_or_verb_must_be_known(monkeypatch):
    async def show(request):
        return Response()
    monkeypatch.setattr(fuzzing, "ROUTES", [*fuzzing.ROUTES, Route("/brand/{new}", show)])
    with pytest.raises(AssertionError, match=r"does not know /brand/\{new\}"):
        known_routes()
    monkeypatch.undo()
    monkeypatch.setitem(VERBS, "dance", VERBS["cover"])
    with pytest.raises(AssertionError, match="every verb"):
        known_routes()


async def resign_for_the_host(request, table, guest, form):
    await table.resign(table.about.host)


async def fail(request, table, guest, form):
    raise KeyError("phrase")


@pytest.mark.parametrize(("act", "told"), [(resign_for_the_host, "a table of others has changed"),
                                           (fail, r"request \d+ of seed .* POST /table/")])
def test_the_fuzzer_notices(monkeypatch, act, told):
    monkeypatch.setattr(fuzzing, "known_routes", lambda: {"/table/{table}/{verb}": ["POST"]})
    for verb in VERBS:
        monkeypatch.setitem(VERBS, verb, (act, "look"))
    with pytest.raises(AssertionError, match=told):
        fuzz(400)
