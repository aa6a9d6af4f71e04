"""Requests of every kind to every route, right and wrong in every part: none is an error of ours, none takes long, and none
changes a table that its sender has no right to change.

    python -m tests.web.fuzz [REQUESTS] [SEED]

The routes come from the application itself, so a new one must be described here (`ROUTES_KNOWN`, `VERBS_KNOWN`).
"""

import asyncio
import gc
import json
import logging
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from unittest.mock import AsyncMock
from urllib.parse import quote, unquote, urlencode

from starlette.routing import Mount

from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.games import GAMES
from marbletop.server.inspection import ThreadInspector
from marbletop.server.mail import MailServer
from marbletop.server.people import PHRASES
from marbletop.server.seating import sit
from marbletop.server.storage.sqlite import FILE
from marbletop.server.table_view import look
from marbletop.web.app import ROUTES, make_app
from marbletop.web.routes.table import VERBS
from marbletop.web.settings import Settings
from tests.analysis.made_up import MadeUpReviewer
from tests.server.helpers import QuickBots

SEED = 14
SLOWEST = 2.0                               # seconds of processor time: others may use the machine, too
RIGHT = 0.8                                 # how often a part of a request is as it should be
STREAM = "/live"                            # the end of routes that have no end
PATIENCE = 60.0                             # seconds for an answer, whatever else the machine does
MOST_OWN = 6                                # tables that the fuzzing guest opens and remembers
ASKED_FOR = "reviews"                       # made for whoever asks, and the same for everybody who may see the table
VISITS = ("watched_until",)                 # columns that say who looks at a table: everybody who may see it changes them

# What a visitor sends with each route: fields of the address, and of the form. Their kinds are methods of `Fuzzer`.
SELECTION = {"position": "position", "action": "action", "among": "action", "group": "words", "taken": "number", "show": "show",
             "draft": "action"}
STEPS = {"step": "number", "seat": "seat", "entry": "number"}
MOMENTS = {"move": "number", "point": "number", "show": "filter"}
NEW_TABLE = {"game": "game", "seats": "number", "seat0": "plan", "seat1": "plan", "with": "words", "listed": "listed",
             "clock": "clock", "box": "box", "box_text": "box text", "then": "then", "shown": "game", "request": "words",
             "sitting": "words", "option_misere": "number", "option_first_player": "words", "of.marbleous.seats": "number"}
ROUTES_KNOWN = {
    "/": ({}, {}), "/name": ({}, {"name": "name", "back": "path"}), "/language": ({}, {"lang": "lang"}),
    "/new": ({"game": "game", "seats": "number", "with": "words"}, NEW_TABLE),
    "/now/{game}": ({}, {"seats": "number", "level": "plan"}),
    "/code": ({}, {"code": "table"}), "/rules/{game}": ({"q": "words"}, {}), "/rules/{game}/components.toml": ({}, {}),
    "/join/{table}/{token}": ({}, {}), "/table/{table}": (SELECTION, {}), "/table/{table}/part": (SELECTION, {}),
    "/table/{table}/live": ({**SELECTION, "after": "version"}, {}), "/table/{table}/why": ({**SELECTION, "part": "part"}, {}),
    "/table/{table}/how": (SELECTION, {}), "/table/{table}/join": ({}, {"name": "name", "seat": "seat"}),
    "/table/{table}/box.toml": ({}, {}), "/table/{table}/phone": ({}, {}), "/phone/{link}": ({}, {}),
    "/table/{table}/{verb}": (SELECTION, {}), "/table/{table}/replay": (STEPS, {}), "/table/{table}/record": ({}, {}),
    "/table/{table}/review": (MOMENTS, {}), "/records/{record}/review": (MOMENTS, {}),
    "/table/{table}/review/play": ({}, {"step": "number"}), "/records/{record}/review/play": ({}, {"step": "number"}),
    "/table/{table}/fairness": ({"code": "words"}, {}),
    "/records": ({}, {"record": "record"}), "/records/{record}": (STEPS, {}), "/records/{record}/picture.svg": (STEPS, {}),
    "/table/{table}/replay/picture.svg": (STEPS, {}), "/healthz": ({}, {}), "/metrics": ({}, {}),
    "/privacy/kept.json": ({}, {}), "/learn": ({}, {}), "/learn/{game}": ({}, {}),
    "/learn/{game}/{chapter}": ({**SELECTION, "shown": "words"}, {}),
    "/learn/{game}/{chapter}/why": ({**SELECTION, "part": "part"}, {}),
    "/learn/{game}/{chapter}/{lesson_verb}": ({}, {"key": "lesson key", "action": "action", "subset": "number"}),
    "/puzzles": ({}, {}), "/puzzles/{game}": ({}, {}),
    "/puzzles/{game}/{number}": ({**SELECTION, "tried": "action"}, {}), "/puzzles/{game}/{number}/answer": ({}, {}),
    "/puzzles/{game}/{number}/{step}": ({**SELECTION, "tried": "action"}, {}),
    "/puzzles/{game}/{number}/{puzzle_verb}": ({}, {"step": "number", "action": "action"}),
    "/positions/{game}": ({"seats": "number", "position": "text", "put": "piece", "was": "text", "at": "part",
                           "seats_were": "number", "word.player": "number", "word.hands": "words"}, {}),
    "/positions/{game}/{position_verb}": ({}, {"seats": "number", "position": "text"}),
    "/manifest.webmanifest": ({}, {}), "/service-worker.js": ({"v": "words"}, {}), "/offline": ({}, {}),
    "/me": ({}, {}), "/me/profile.json": ({}, {}), "/me/carry": ({}, {}), "/me/words": ({}, {"words": "words"}),
    "/me/averages": ({}, {"averages": "switch"}),
    "/me/rating": ({}, {"rating": "switch"}),
    "/me/mail": ({}, {"address": "address"}), "/mail/{mail_link}": ({}, {}),
    "/privacy": ({"erased": "words"}, {}), "/privacy/erase": ({}, {"unsure": "words"}),     # else nobody has a seat any more
    "/static/drawing.css": ({"v": "words"}, {}), "/static/layouts.css": ({"v": "words"}, {}),
    "/static/{file}": ({"v": "words"}, {}),
}
# What stands in the place of a name in a route.
PARTS = {"game": "game", "table": "table", "token": "token", "verb": "verb", "link": "link", "mail_link": "mail link",
         "record": "record name", "file": "file", "chapter": "chapter", "lesson_verb": "lesson verb", "number": "number",
         "step": "chapter", "puzzle_verb": "puzzle verb", "position_verb": "position verb"}
MAIL = "eve@example.org"
CHOICES = {
    "switch": ("on", "off"), "filter": ("mine", "mistakes", "luck", "tricky", ""),
    "address": (MAIL, "", "eve"),
    "words": ("bots", "friends", "lot", "chosen", "col-3", "true", "request 1"), "show": ("board", "hand", ""),
    "part": ("col-3", "board", "marble-1"), "game": tuple(GAMES), "verb": (*VERBS, "fly"), "name": ("Eve", "Zoë", "Eve 2"),
    "file": ("table.js", "style.css", "..", "x/../table.js"), "lang": ("en", "de"), "phrase": tuple(PHRASES),
    "plan": ("me", "friend", "beginner", "casual"), "listed": ("yes", "no"), "clock": ("none", "move1", "days1"),
    "then": ("change", "", "open"), "box": ("", "own"), "chapter": ("1", "2", "9"), "lesson key": ("0.0.0", "0.1.0", "1.0.0"),
    "puzzle verb": ("press", "show", "fly"),
    "position verb": ("play", "hint", "fly"), "piece": ("x", "nothing", "B", "R2", "0", "left"),
    "text": ("xo//x//// o", "/////// x", "p0=20,30 p1=24 hand=7,2,4,10,6,3", "marbles 2@home>1; hands right+push left+left",
             "trays=YR|BR|P||W,||W|| pool=RYP,BPB,YW display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b", "red=j6:2 blue=l6:3"),
    "coach": ("on", "off", "got", "ask", "yes", "no"), "lesson verb": ("press", "next", "back", "begin", "fly"),
}
VERBS_KNOWN = {
    "play": {"action": "action", "position": "position", "draft": "action", "subset": "number", "item0": "number"},
    "undo": {"position": "position"}, "resign": {}, "hint": {}, "sit": {"seat": "seat"}, "leave": {"home": "number"},
    "bot": {"seat": "seat", "level": "plan"}, "free": {"seat": "seat"}, "deal": {"bots": "plan"}, "rematch": {},
    "say": {"phrase": "phrase"},
    "uncover": {"seat": "seat"}, "cover": {}, "words": {"seat": "seat", "words": "words"},
    "answer": {"request": "number", "answer": "listed"}, "withdraw": {},
    "coach": {"do": "coach", "decision": "words", "question": "number"},
    "ask_back": {}, "answer_back": {"request": "number", "answer": "listed"}, "stand_in": {"seat": "seat"},
}
WEIGHTS = {"/table/{table}/{verb}": 10, "/new": 4, "/records": 3, "/positions/{game}/{position_verb}": 4,
           "/table/{table}/fairness": 3, "/records/{record}/review/play": 5}        # how often a route is asked; else 1
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")
NASTY = ("", " ", "-1", "--5", "0", "00", "9" * 30, "1" + "0" * 400, "1e400", "nan", "٣", "%00", "\0", "\n", "\r\nX: y",
         "../..", "//evil.example", "\\\\evil", "http://[", "http://[::1", "<b>&\"'", "{{7*7}}", "{n}", "' OR 1=1 --", "é",
         "\U0001f600", "\u202e", "\ufeff", "\ufffd", "a" * 5000, "true", "null", "[]", "{}", "=", "&", ";", "%",
         "%ED%A0%80", "-", "None")
HEADERS = {
    "host": ("testserver", "127.0.0.1", "[::1]:80", "[", "[:::]", "evil.example", "a:99999", "", "\xff"),
    "origin": ("http://testserver", "null", "http://[", "https://evil.example", "", "\xff"),
    "referer": ("http://testserver/new?x=1", "http://[", "//", "http://testserver//evil", "\xff"),
    "sec-fetch-site": ("same-origin", "none", "cross-site", "", "\xff"),
    "accept-language": ("de", "de;q=nan", "de;q=1e400,en", "*", ",,;", "x" * 5000, "\xff"),
    "accept-encoding": ("gzip", "gzip;q=0", "br", "\xff"), "x-part": ("1", "stream", "", "\xff"),
    "x-after": ("0", "--5", "9" * 30, "x"), "last-event-id": ("3-0", "9" * 30 + "-", "-", "\xff", ""),
    "x-forwarded-for": ("6.6.6.6", "x" * 300), "x-forwarded-proto": ("https", "\xff"), "range": ("bytes=0-1", "bytes=-", "x=1"),
    "if-none-match": ("*", '"x"'), "if-modified-since": ("x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "content-length": ("1", "x", "-1", "9" * 30), "expect": ("100-continue",), "transfer-encoding": ("chunked",),
    "cookie": ("=", ";;", "marbletop=", "speed=still; lang=de"),
}
KINDS_OF_BODY = ("application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=", "\xff", "",
                 "application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data; boundary=x; charset=unicode_escape")


@dataclass
class Asked:
    """A request, and what came of it."""

    method: str
    path: str
    query: bytes = b""
    headers: list = field(default_factory=list)
    body: bytes = b""
    cut: bool = False                       # whether the visitor goes away before the end of the body
    status: int = 0
    location: str = ""

    def __str__(self):
        return f"{self.method} {self.path}?{self.query!r} {self.headers} {self.body[:300]!r}{' cut' if self.cut else ''}"


@dataclass
class Report:
    """What a run has found."""

    seed: int
    statuses: Counter = field(default_factory=Counter)      # (route, status) -> requests
    slowest: float = 0.0                    # seconds of processor time
    slowest_request: str = ""

    @property
    def requests(self):
        return sum(self.statuses.values())


class Fuzzer:
    """A guest with tables of their own, at a server where others play, too."""

    def __init__(self, app, folder, seed):
        self.app, self.folder, self.choices, self.report = app, folder, random.Random(seed), Report(seed)
        self.house = app.state.house
        self.routes, self.first, self.opened, self.uploaded = known_routes(), [], [], ["x" * 24]

    async def prepare(self):
        """Tables of others in every stage, which this guest may see or not, and must never change; and their own."""
        guests = self.house.guests
        self.me, self.watcher, one, two = (guests.welcome(name) for name in ("Eve", "Wim", "Ann", "Ben"))
        self.foreign = []
        for game in ("connect_four", "marbles_and_jokers"):
            for listed, stage in product((False, True), ("open", "running", "over")):
                self.foreign.append(await self._table(game, one, two, listed, stage))
                self.first.append(await self._table(game, self.me, self.me, listed, stage))
        for table in self.foreign:
            await self.house.lobby.admit(table, self.watcher, table.about.watch_token)
        self.records = await asyncio.to_thread(some_records)
        self.before = self._rows()

    @property
    def own(self):
        """The tables of the fuzzing guest."""
        return [*self.first, *self.opened]

    async def _table(self, game, one, two, listed, stage):
        table = await self.house.lobby.create(one, game, 2, listed=listed)
        await self.house.lobby.admit(table, two, table.about.join_token)
        for guest, seats in [(one, [0, 1])] if one is two else [(one, [0]), (two, [1])]:
            await sit(table, guest, seats)
        if stage != "open":
            await table.deal(one.id)
        if stage == "over":
            await table.resign(one.id)
        return table

    def _rows(self):
        """Everything that is stored of the others' tables, but who looks at them."""
        with closing(sqlite3.connect(self.folder / FILE)) as connection:
            found = {}
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
                key = "id" if name == "tables" else "table_id"
                if key in columns and name != ASKED_FOR:
                    kept = ", ".join(column for column in columns if column not in VISITS)
                    for table in self.foreign:
                        found[name, table.id] = connection.execute(f"SELECT {kept} FROM {name} WHERE {key} = ? ORDER BY {kept}",
                                                                   (table.id,)).fetchall()
            return found

    async def run(self, requests):
        for number in range(requests):
            route = self.choices.choices(list(self.routes), [WEIGHTS.get(route, 1) for route in self.routes])[0]
            if "mail" in route:             # a link may have deleted the address
                await self.house.mail.ask(self.watcher, MAIL, "http://testserver/")
            asked = await self._request(route)
            before, theirs = states_of(self.own), states_of(self.foreign)
            try:
                begun = time.process_time()
                await answer(self.app, asked)
                seconds = time.process_time() - begun
            except Exception as error:
                raise AssertionError(f"request {number} of seed {self.report.seed}: {asked}") from error
            told = f"request {number} of seed {self.report.seed}: {asked}"
            assert 0 < asked.status < 500 or (asked.cut and not asked.status), f"{asked.status} to {told}"
            assert seconds < SLOWEST, f"{seconds:.2f} s for {told}"
            assert asked.status < 400 or states_of(self.own) == before, f"refused, and yet changed: {told}"
            assert states_of(self.foreign) == theirs, f"a table of others has changed: {told}"
            self._note(route, asked, seconds)
        assert self._rows() == self.before, f"a table of others has changed in the storage; seed {self.report.seed}"
        return self.report

    def _note(self, route, asked, seconds):
        self.report.statuses[route, asked.status] += 1
        if seconds > self.report.slowest:
            self.report.slowest, self.report.slowest_request = seconds, str(asked)
        if asked.location.startswith("/records/"):
            self.uploaded.append(asked.location[9:])
        if asked.location.startswith("/table/"):
            table = self.house.lobby._tables.get(asked.location[7:].partition("?")[0])
            if table is not None and table.about.host == self.me.id and table not in self.own:
                self.opened = [*self.opened, table][-MOST_OWN:]

    async def _request(self, route):
        """A request to this route, in which every part may be wrong."""
        path = route
        self.table = self.choices.choice(self.own if self._is_right() else self.foreign)
        self.seen = await look(self.table, (self.me if self.table in self.own else self.watcher).id)
        query_fields, form_fields = ROUTES_KNOWN[route]
        for name, kind in PARTS.items():
            if f"{{{name}}}" in path:
                value = self._value(kind)
                path = path.replace(f"{{{name}}}", quote(value, safe="") or "x")
                form_fields = VERBS_KNOWN.get(value, {}) if name == "verb" else form_fields
        method = self.choices.choice(self.routes[route] if self._is_right() else METHODS)
        asked = Asked(method, path, self._query(query_fields))
        body_kind, asked.body = self._body(form_fields) if method == "POST" or not self._is_right() else ("", b"")
        asked.headers = self._headers(body_kind)
        asked.cut = bool(asked.body) and self.choices.random() < 0.02
        return asked

    def _is_right(self):
        return self.choices.random() < RIGHT

    def _value(self, kind):
        return str(self._right_value(kind)) if self._is_right() else self.choices.choice(NASTY)

    def _fields(self, kinds):
        """Most of the fields, some twice, some that nobody asked for."""
        names = [name for name in kinds if self.choices.random() < 0.8]
        if not self._is_right():
            names += self.choices.choices([*kinds, "x", *NASTY], k=2)
        return [(name, self._value(kinds.get(name, "words"))) for name in names]

    def _query(self, kinds):
        text = urlencode(self._fields(kinds)).encode()
        return text if self._is_right() else text + self.choices.choice((b"&", b"&&=", b"&x=\xff", b"&a=%ff", b"?", b"&%"))

    def _body(self, kinds):
        fields, sort = self._fields(kinds), self.choices.random()
        if sort < 0.6:
            return "application/x-www-form-urlencoded", urlencode(fields).encode()
        if sort < 0.9:
            return "multipart/form-data; boundary=edge", self._multipart(fields)
        kind = self.choices.choice(KINDS_OF_BODY)
        return kind, self.choices.choice((json.dumps(dict(fields)).encode(), self.choices.randbytes(300), b"{",
                                          self._multipart(fields), rb"name=\ud800&code=+2AA-"))

    def _multipart(self, fields):
        parts = []
        for name, value in fields:
            head = f'--edge\r\nContent-Disposition: form-data; name="{name if name.isprintable() else "x"}"'
            is_file = name in ("record", "box_text") and self.choices.random() < 0.7
            parts.append(head + ('; filename="f"\r\n\r\n' if is_file else "\r\n\r\n") + value)
        body = ("\r\n".join([*parts, "--edge--\r\n"])).encode("utf-8", "replace")
        return body if self._is_right() else body[:self.choices.randrange(len(body))]

    def _headers(self, body_kind):
        found = {"host": "testserver"}
        if body_kind:
            found["content-type"] = body_kind
        if cookie := self._cookie():
            found["cookie"] = cookie
        for name in self.choices.sample(sorted(HEADERS), 2) if not self._is_right() else ():
            found[name] = self.choices.choice(HEADERS[name])
        return [(name.encode(), value.encode("latin-1", "replace")) for name, value in found.items()]

    def _cookie(self):
        """Who asks: mostly this guest, else somebody who may only watch, nobody, or somebody who pretends to be a guest."""
        token = self.house.guests.sign
        tokens = [token(self.me)] * 5 + [token(self.watcher)] * 2 + ["", token(self.me)[:-1], self.choices.choice(NASTY)]
        return f"marbletop={self.choices.choice(tokens)}"

    def _right_value(self, kind):
        """A value of this kind that fits the table, as far as its sender can know."""
        if kind in CHOICES:
            return self.choices.choice(CHOICES[kind])
        return {"number": lambda: self.choices.randrange(-1, 6), "seat": lambda: self.choices.randrange(3),
                "position": lambda: self.seen.position, "version": lambda: f"{self.seen.position}-0",
                "action": lambda: self.choices.choice(self.seen.legal or (0,)), "table": lambda: self.table.id,
                "token": lambda: self.table.about.join_token if self.table in self.own else "wrong",
                "link": lambda: self.choices.choice([*self.app.state.house.storage._passing, "x"]),
                "mail link": lambda: self.house.mail.link(self.choices.choice(["confirm", "stop"]), self.watcher.id, MAIL),
                "record name": lambda: self.choices.choice(self.uploaded), "path": lambda: f"/table/{self.table.id}",
                "box text": self._box_text, "record": lambda: self.choices.choice(self.records)}[kind]()

    def _box_text(self):
        text = GAMES["marbleous"].components().text
        return text if self._is_right() else text.replace("= 1", f"= {self.choices.choice(NASTY)}")


def states_of(tables):
    """Where tables stand, and who sits there."""
    return [(table.now, table.holders) for table in tables]


def known_routes():
    """The patterns of all routes, with their methods; AssertionError for one that nobody has described here."""
    found = {}
    for route in ROUTES:
        path, methods = ("/static/{file}", {"GET"}) if isinstance(route, Mount) else (route.path, route.methods)
        assert path in ROUTES_KNOWN, f"tests/web/fuzz.py does not know {path}: say in ROUTES_KNOWN which fields it has."
        found[path] = found.get(path, set()) | methods
    assert set(VERBS) == set(VERBS_KNOWN), "tests/web/fuzz.py must know every verb of a table: say in VERBS_KNOWN which."
    return {path: sorted(methods) for path, methods in found.items()}


def some_records():
    """Texts of records: whole, and with something wrong."""
    match = Match("connect_four", seed=3)
    for column in (0, 1) * 3 + (0,):
        match.play(column)
    good = record_of(match)
    wrong = [{**good, name: value} for name in good for value in (10 ** 400, "\ud800", ["\ud800", "x"], -1, {}, [[]], None)]
    return [json.dumps(record) for record in [*[good] * len(wrong), *wrong]] + ["[" * 5000, "{", "9" * 5000]


async def answer(app, asked):
    """Ask the application, and take the beginning of its answer."""
    scope = {"type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": asked.method,
             "scheme": "http", "path": unquote(asked.path), "raw_path": asked.path.encode(), "root_path": "",
             "query_string": asked.query, "headers": asked.headers, "client": ("6.6.6.6", 1), "server": ("testserver", 80)}
    half, gone = len(asked.body) // 2, asyncio.Event()
    messages = [{"type": "http.request", "body": asked.body[:half], "more_body": True},
                {"type": "http.disconnect"} if asked.cut else {"type": "http.request", "body": asked.body[half:]}]

    async def receive():
        if messages:
            return messages.pop(0)
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            asked.status = message["status"]
            asked.location = dict(message["headers"]).get(b"location", b"").decode("latin-1")
        elif not message.get("more_body") or asked.path.endswith(STREAM):
            gone.set()

    async with asyncio.timeout(PATIENCE):
        await app(scope, receive, send)


async def fuzz_in(folder, requests, seed):
    app = make_app(Settings(folder, mail=MailServer("127.0.0.1:9", MAIL)), bots=QuickBots(GAMES), run=False,
                   reviewer=MadeUpReviewer())
    async with app.router.lifespan_context(app):
        app.state.house.limits.check, app.state.house.inspector = AsyncMock(), ThreadInspector()
        fuzzer = Fuzzer(app, folder, seed)
        await fuzzer.prepare()
        return await fuzzer.run(requests)


def fuzz(requests, seed=SEED):
    """Ask so often; a report, or AssertionError that names the request."""
    gc.freeze()                             # no request pays for clearing up after what this process did before
    try:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(fuzz_in(Path(folder), requests, seed))
    finally:
        gc.unfreeze()


if __name__ == "__main__":
    logging.disable(logging.WARNING)        # parsers tell of every malformed body
    wanted, chosen = (int(given) for given in (*sys.argv[1:], *("2000", str(SEED))[len(sys.argv) - 1:]))
    begun = time.monotonic()
    told = fuzz(wanted, chosen)
    print(f"{told.requests} requests in {time.monotonic() - begun:.0f} s, seed {chosen}: no error of ours, no change of "
          f"others' tables; the slowest took {told.slowest:.2f} s: {told.slowest_request[:200]}")
