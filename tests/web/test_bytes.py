"""No byte sent to a seat depends on what that seat may not know: everything is asked for twice, the second time with noise in
all that is hidden, and must be the same to the last byte."""

import asyncio
import copy
import dataclasses
import html
import json
import random
import re
from concurrent.futures import Future
from contextlib import contextmanager
from unittest.mock import AsyncMock

import pytest
from starlette.testclient import TestClient

from marbletop.bots.pool import BotFailed
from marbletop.core.notes import Note
from marbletop.games import GAMES
from marbletop.server import moments
from marbletop.server.bots import ThreadBots
from marbletop.server.history import Histories, TableHistory
from marbletop.server.moments import RecentPlay
from marbletop.server.seats import has_hands
from marbletop.web import render
from marbletop.web.app import make_app
from marbletop.web.page import animation, last_move, log_text, playback, stream_deltas, stream_gzip, table_page
from marbletop.web.routes import live
from marbletop.web.settings import Settings
from tests.games.test_every_game import noised
from tests.server.helpers import Clockwork
from tests.server.test_leaks import Noisy

from .streams import first_messages

SECRET = [name for name in GAMES if has_hands(GAMES[name])]
DECISIONS = 20
HINTS = 6
PART = {"X-Part": "1"}


class Person:
    """Somebody with a cookie of their own, on one application."""

    def __init__(self, client, name):
        self.client, self.name, self.cookies = client, name, {}
        self.post("/name", name=name)

    def get(self, path, **more):
        return self._ask("GET", path, **more)

    def post(self, path, headers=None, **form):
        return self._ask("POST", path, data=form, headers=headers)

    def _ask(self, method, path, **more):
        self.client.cookies = self.cookies
        answer = self.client.request(method, path, **more)
        self.cookies = dict(self.client.cookies)
        assert answer.status_code == 200, answer.text[-600:]
        return answer

    def stream(self, path, after):
        """The first message of a table's stream, as bytes."""
        self.client.cookies = self.cookies
        return first_messages(self.client, f"{path}/live", {"after": after}).body


def all_bytes(person, path, after, last):
    """Everything that can be asked for: the page and its parts, with something chosen, why not, the stream, the game so far
    with the motion of its steps, the counts."""
    asked = ["", "?show=board", "?show=hand", "/part", "/why?part=sp-3", "/why?part=m-1-0&part=sp-8", "/why?part=hand-0-3",
             "/why?part=hand-1-2", "/why?part=tile-16-1", "/replay", f"/replay?step={last // 2}", f"/replay?step={last}&seat=1",
             f"/replay?entry={last}"]
    page = person.get(path).text
    asked += [way.replace("&amp;", "&")[len(path):] for way in re.findall(r'data-choose(?:="")? href="([^"]*)"', page)[:3]]
    found = [person.get(path + one).content for one in asked]
    found += [person.get(f"{path}/replay?step={step}", headers={**PART, "X-After": str(step - 1)}).content
              for step in {max(1, last // 2), last} if step]
    counted = re.sub(r" [\d.]+\n", "\n", person.get("/metrics").text)
    return [*found, person.stream(path, after), counted.encode()]


@contextmanager
def noise(app, table, viewer, choices):
    """All that this viewer may not know is noise: in the position, in the stored log and snapshots, and wherever motion looks.
    To show an action it is played once more, so that alone sees the true log."""
    state, room, look = table.state, table.room, moments.moment_for
    recent, stepped = RecentPlay.moments, TableHistory.moments

    def looked(game, box, seat, now, note):
        if note is not None and note.whispered_to is not None and not game.hears(now, box, viewer)(note.whispered_to):
            note = Note(note.event, (choices.randrange(100), choices.randrange(100)), note.whispered_to)
        return look(game, box, seat, noised(game, now, box, viewer, choices), note)

    async def truly_recent(play, number):
        with truth(table, room):
            return await recent(play, number)

    async def truly_stepped(history, step, seat):
        with truth(table, room):
            true = TableHistory(table)
            await true.read_on()
            return await stepped(true, step, seat)

    table.state = noised(table.game, state, table.box, viewer, choices)
    table.room = dataclasses.replace(room, storage=Noisy(room.storage, table, viewer, choices))
    moments.moment_for, RecentPlay.moments, TableHistory.moments = looked, truly_recent, truly_stepped
    forget(app, table)
    try:
        yield
    finally:
        table.state, table.room = state, room
        moments.moment_for, RecentPlay.moments, TableHistory.moments = look, recent, stepped
        forget(app, table)


@contextmanager
def truth(table, room):
    noisy = table.room, table.tail, table.before
    table.room, table.tail, table.before = room, [], None
    try:
        yield
    finally:
        table.room, table.tail, table.before = noisy


def forget(app, table):
    """What was told before is not told again."""
    table.forget()
    app.state.house.histories = Histories()
    animation.frame_cache.clear()
    animation.drawn_cache.clear()
    log_text.log_cache.clear()
    last_move.place_cache.clear()
    last_move.turn_cache.clear()
    animation.last_scenes.clear()
    live.page_cache.clear()
    moments.snapshot_cache.clear()


def opened(app, client, name):
    """A table of people who each see one hand, and somebody who looks on."""
    game = GAMES[name]
    seats = 3 if 3 in game.seats else 2
    ann, ben, cat, dan = (Person(client, one) for one in ("Ann", "Ben", "Cat", "Dan"))
    people = (ann, ben, cat)[:seats]
    path = ann.post("/new", game=name, seats=str(seats), seat0="me", listed="yes",
                    **{f"seat{seat}": "friend" for seat in range(1, seats)}).url.path
    for seat, person in enumerate(people[1:], 1):
        person.post(f"{path}/sit", seat=str(seat))
    ann.post(f"{path}/deal")
    return people, dan, path, app.state.house.lobby._tables[path.rpartition("/")[2]]


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_no_byte_depends_on_what_a_seat_may_not_know(tmp_path, name):
    choices, game = random.Random(name), GAMES[name]
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES), now=Clockwork())
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        people, dan, path, table = opened(app, client, name)
        client.get("/metrics")                              # from now on it counts itself, too
        framed = 0
        for step in range(DECISIONS):
            if table.over:
                break
            mover, after = people[table.player], f"{table.now.last}-0--"
            action = choices.choice(game.legal_list(table.state, table.box))
            answer = mover.post(f"{path}/play", PART, action=str(action), position=str(table.position)).text
            assert frames_in(answer) == frames_in(mover.stream(path, after).decode()), "by both ways the same"
            framed += bool(frames_in(answer))
            if step < 3 or step % 6 == 0:
                for viewer, person in [*enumerate(people), (-1, dan)]:
                    ours = all_bytes(person, path, after, step + 1)
                    with noise(app, table, viewer, choices):
                        theirs = all_bytes(person, path, after, step + 1)
                    assert ours == theirs
        assert framed > 5


@pytest.mark.slow_for("marabunta", "marble_machine", "marbles_and_jokers")
@pytest.mark.parametrize("name", [*SECRET, "marabunta"])
def test_what_is_kept_is_never_served_to_anybody_else(tmp_path, name):
    """In whatever order people ask, each gets what they would get if nothing were kept."""
    choices, game = random.Random(name), GAMES[name]
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES), now=Clockwork())
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        people, dan, path, table = opened(app, client, name)
        everybody = [*people, dan]
        for _ in range(DECISIONS // 2):
            if table.over:
                break
            after = f"{table.now.last}-0--"
            action = choices.choice(game.legal_list(table.state, table.box))
            people[table.player].post(f"{path}/play", PART, action=str(action), position=str(table.position))
            alone = {}
            for person in everybody:
                forget_everything(app, table)
                alone[person.name] = person.get(f"{path}/part?words=1").content, person.stream(path, after)
            forget_everything(app, table)
            for person in choices.sample(everybody, len(everybody)) + choices.sample(everybody, len(everybody)):
                assert (person.get(f"{path}/part?words=1").content, person.stream(path, after)) == alone[person.name]


def forget_everything(app, table):
    """The drawings and pieces of pages, too."""
    forget(app, table)
    table_page.drawings._kept.clear()
    stream_deltas._rows_kept.clear()
    stream_gzip.compress_block.cache_clear()
    render.table_blocks.keep.kept.clear()


def frames_in(text):
    """The frames of a part, or of the first message of a stream."""
    if "\ndata: " in text:
        *_, last = json.loads(text.partition("\ndata: ")[2].partition("\n")[0])
        return last["frames"] if isinstance(last, dict) else []
    found = re.search(r'data-frames="([^"]*)"', text)
    return json.loads(html.unescape(found[1]))["frames"] if found else []


@pytest.mark.slow
@pytest.mark.parametrize("leak", ["hands in the motion", "texts of others' actions in the replay"])
@pytest.mark.parametrize("name", SECRET)
def test_the_test_would_notice(tmp_path, name, leak, monkeypatch):
    choices, look = random.Random(1), moments.moment_for
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES), now=Clockwork())

    def leaky(game, box, seat, state, note):
        seen = look(game, box, seat, state, note)
        seen.view.hand = copy.deepcopy(state.hand)
        return seen

    if leak.startswith("hands"):
        monkeypatch.setattr(moments, "moment_for", leaky)
    else:
        monkeypatch.setattr(playback, "step_text", lambda seen, step: seen._history.steps[step].data.get("text", ""))
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        people, dan, path, table = opened(app, client, name)
        client.get("/metrics")
        after = f"{table.now.last}-0--"
        action = choices.choice(GAMES[name].legal_list(table.state, table.box))
        people[table.player].post(f"{path}/play", action=str(action), position=str(table.position))
        ours = all_bytes(dan, path, after, 1)
        with noise(app, table, -1, choices):
            theirs = all_bytes(dan, path, after, 1)
        assert ours != theirs


@pytest.mark.parametrize("name", SECRET)
def test_a_hint_is_asked_for_with_what_the_seat_may_know(tmp_path, name):
    choices, game = random.Random(name), GAMES[name]
    app = make_app(Settings(tmp_path), bots=ThreadBots(GAMES), now=Clockwork())
    with TestClient(app) as client:
        app.state.house.limits.check = AsyncMock()
        ann = Person(client, "Ann")
        path = ann.post("/new", game=name, seats="2", seat0="me", seat1="beginner", listed="yes").url.path
        table = app.state.house.lobby._tables[path.rpartition("/")[2]]
        for _ in range(HINTS):
            while table.player != 0 and not table.over:
                client.portal.call(asyncio.sleep, 0.02)
            ours = jobs_of(app, ann, path)
            with noise(app, table, 0, choices):
                theirs = jobs_of(app, ann, path)
            assert ours == theirs and len(ours) == 1
            legal = game.legal_list(table.state, table.box)
            ann.post(f"{path}/play", action=str(choices.choice(legal)), position=str(table.position))


def jobs_of(app, person, path):
    """What a bot is given to give a hint."""
    jobs, bots = [], app.state.house.bots

    def submit(job):
        jobs.append(job)
        answer = Future()
        answer.set_exception(BotFailed("not now"))
        return answer

    usual, bots.submit = bots.submit, submit
    try:
        person.client.cookies = person.cookies
        assert person.client.post(f"{path}/hint").status_code == 409
    finally:
        bots.submit = usual
    return jobs
