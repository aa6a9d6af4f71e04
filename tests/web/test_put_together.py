"""The page that a browser puts together from the messages of its stream is the page that is rendered afresh, element by
element: for every kind of visitor, whatever happens at the table, and after lost connections."""

import asyncio
import random
import zlib
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from unittest.mock import AsyncMock
from urllib.parse import urlencode

import pytest

from marbletop.games import GAMES
from marbletop.server.entries import OPEN
from marbletop.server.people import Guest
from marbletop.server.refusal import Refused
from marbletop.server.seating import leave, put_bot, sit
from marbletop.server.table_view import cover, uncover
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.helpers import SMALL_GAMES, Clockwork

from .streams import Screen

PATIENCE = 60                               # seconds for a message
STEPS = 18


class Elements(HTMLParser):
    """A page as a list of its tags, with their attributes, and texts. Frames are part of a message, not of the page."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, sorted(one for one in attributes if one[0] != "data-frames")))

    def handle_endtag(self, tag):
        self.found.append(f"/{tag}")

    def handle_data(self, text):
        text = text.replace("\n", "")
        if text and self.found and isinstance(self.found[-1], list):
            self.found[-1][0] += text
        elif text:
            self.found.append([text])


class Visitor:
    """A browser at a table, with its stream."""

    def __init__(self, app, table, guest, language="en", speed="", show="", gzip=False):
        self.app, self.table, self.guest, self.show, self.gzip = app, table, guest, show, gzip
        self.cookie = f"marbletop={app.state.house.guests.sign(guest)}; lang={language}; speed={speed}"
        self.version, self.shown, self.loses, self.taken = "", "", 0, asyncio.Event()
        self.connect()

    def scope(self, path, query, headers=()):
        query = {**query, **({"show": self.show} if self.show else {})}
        return {"type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
                "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "", "client": ("test", 1),
                "query_string": urlencode(query).encode(), "server": ("testserver", 80),
                "headers": [(b"host", b"testserver"), (b"cookie", self.cookie.encode()), *headers]}

    def connect(self):
        """Open the stream; what the browser has seen last is what it asks from."""
        self.screen, self.gone = Screen(), asyncio.Event()
        self.unzip = zlib.decompressobj(16 + zlib.MAX_WBITS) if self.gzip else None
        scope = self.scope(f"/table/{self.table.id}/live", {"after": self.version},
                           [(b"accept-encoding", b"gzip")] if self.gzip else [])
        self.stream = asyncio.ensure_future(self.app(scope, self.receive, self.send))

    async def disconnect(self):
        self.gone.set()
        await asyncio.wait_for(self.stream, PATIENCE)

    async def reconnect(self, older=""):
        """Come back after a while, perhaps with something that was seen long ago."""
        await self.disconnect()
        self.version = older or self.version
        self.connect()

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        sent = message.get("body", b"")
        for event in (self.unzip.decompress(sent) if self.gzip else sent).decode().split("\n\n"):
            if not event.startswith("event: table"):
                continue
            _, id, data = event.split("\n")
            if self.loses:                  # the connection is lost before the browser has shown it
                self.loses -= 1
                self.gone.set()
                return
            self.shown = "".join(self.screen.take(data.removeprefix("data: ")))
            self.version = id.removeprefix("id: ")
            self.taken.set()

    def forget(self):
        """Keep nothing of what was shown; the stream goes on."""
        self.screen, self.shown = Screen(), ""

    async def fresh(self):
        chunks = []

        async def send(message):
            chunks.append(message.get("body", b""))

        await self.app(self.scope(f"/table/{self.table.id}/part", {}), self.no_body, send)
        return b"".join(chunks).decode()

    async def no_body(self):
        return {"type": "http.request", "body": b"", "more_body": False}

    async def check(self):
        """What is shown in the end is the present."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.taken.clear()
                if f'data-stamp="{self.version}"' in (afresh := await self.fresh()):
                    break
                waiting = asyncio.ensure_future(self.taken.wait())
                await asyncio.wait({waiting, self.stream}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if self.stream.done():
                    await self.reconnect()
        assert Elements(self.shown).found == Elements(afresh).found


async def show(visitors):
    """Wait until every visitor has the next message."""
    async with asyncio.timeout(PATIENCE):
        for visitor in visitors:
            await visitor.taken.wait()
            visitor.taken.clear()


@asynccontextmanager
async def house_with(folder, now, games=GAMES):
    app = make_app(Settings(folder), run=False, now=now, games=games)
    async with app.router.lifespan_context(app):
        app.state.house.limits.check = AsyncMock()
        yield app


async def some_step(house, table, guests, choices):
    """Something that can happen at a table; mostly somebody moves."""
    person, chance = choices.choice(guests), choices.random()
    try:
        if table.now.stage == OPEN:
            free = [seat for seat, holder in enumerate(table.holders) if holder.kind == "empty"]
            await (sit(table, guests[free[0] % 2], [free[0]]) if free else table.deal(guests[0].id))
        elif chance < 0.06:
            await table.undo(person.id, table.position)
        elif chance < 0.1:
            await house.lobby.say(table, person.id, choices.choice(["hello", "thanks"]))
        elif chance < 0.16:
            uncover(table, person.id, choices.choice(table.seats_of(person.id) or [0]))
        elif chance < 0.18:
            cover(table, person.id)
        elif chance < 0.21:
            await leave(table, person.id)
        elif chance < 0.25:
            await sit(table, person, [choices.randrange(table.about.seats)])
        elif chance < 0.27:
            await put_bot(table, guests[0].id, choices.randrange(table.about.seats), "beginner")
        elif chance < 0.28 and table.now.last > 20:
            await table.resign(person.id)
        elif table.over:
            await house.lobby.rematch(table, guests[0].id)
            table.room.bus.publish(table.id)
        else:
            action = choices.choice(table.game.legal_list(table.state, table.box))
            if table.bot_decides:
                await table.play_for_bot(table.player, action, table.position, "beginner")
            else:
                await table.play(table.holders[table.player].user, action, table.position)
    except Refused:
        return


async def tell_story(folder, name, seats, seed, games=GAMES, steps=STEPS):
    choices, now = random.Random(seed), Clockwork()
    async with house_with(folder, now, games) as app:
        house, guests = app.state.house, [Guest(f"{one}-{seed}", one) for one in ("Ann", "Ben", "Cat", "Dan")]
        ann, ben, cat, dan = guests
        table = await house.lobby.create(ann, name, seats, listed=True)
        visitors = [Visitor(app, table, ann), Visitor(app, table, ben, "de"), Visitor(app, table, ann, speed="none"),
                    Visitor(app, table, cat, gzip=True), Visitor(app, table, dan, gzip=True), Visitor(app, table, cat, "de"),
                    Visitor(app, table, ben, show="board"), Visitor(app, table, ann, show="hand")]
        versions = [""]
        for _ in range(steps):
            now.pass_by(choices.random())      # phrases stay for two minutes
            for _ in range(choices.choice([1, 1, 1, 2, 3])):
                await some_step(house, table, guests[:3], choices)
                if choices.random() < 0.5:
                    await asyncio.sleep(0)
            for visitor in visitors:
                await visitor.check()
            versions.append(visitors[0].version)
            unlucky = choices.choice(visitors)
            if choices.random() < 0.15:
                await unlucky.reconnect(choices.choice(versions))
            elif choices.random() < 0.15:
                unlucky.loses = 1
        for visitor in visitors:
            await visitor.disconnect()
    return table


@pytest.mark.slow
@pytest.mark.slow_for("4", "marabunta", "marble_machine", "marbles_and_jokers")
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in GAMES
                                         for seats in sorted({max(2, min(GAMES[name].seats)), min(4, max(GAMES[name].seats))})])
def test_what_a_browser_puts_together_is_what_is_drawn(tmp_path, name, seats):
    table = asyncio.run(tell_story(tmp_path, name, seats, f"{name} {seats}"))
    assert table.now.last > STEPS // 2


def test_a_game_without_drawings_is_put_together_too(tmp_path):
    asyncio.run(tell_story(tmp_path, "toy", 2, "toy", SMALL_GAMES, 12))
