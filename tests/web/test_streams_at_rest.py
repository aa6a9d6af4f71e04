"""Streams at which nothing happens cost next to nothing, because there are thousands of them: `make bench` measures 10,000."""

import asyncio
import gc
import json
import tracemalloc

import pytest

from marbletop.server import lobby
from marbletop.server.people import Guest
from marbletop.server.seating import sit
from marbletop.web import event_stream
from marbletop.web.page import animation
from marbletop.web.routes import live
from tests.server.helpers import Clockwork

from .test_bytes import forget_everything
from .test_put_together import Visitor, house_with, show

TABLES = 60                                 # many, so that what else the process keeps weighs little
MOST_KILOBYTES = 48                         # of a stream, without the connection below it
PATIENCE = 60                               # seconds


async def tables_with_people(app, number):
    house, found = app.state.house, []
    for one in range(number):
        ann, ben = Guest(f"ann-{one}", "Ann"), Guest(f"ben-{one}", "Ben")
        table = await house.lobby.create(ann, "connect_four", 2, listed=True)
        await sit(table, ann, [0])
        await sit(table, ben, [1])
        await table.deal(ann.id)
        found.append((table, ann, ben))
    return found


async def open_streams(app, tables):
    visitors = [Visitor(app, table, guest) for table, *guests in tables for guest in guests]
    await show(visitors)
    return visitors


async def move(tables, visitors):
    for table, *guests in tables:
        await table.play(guests[table.player].id, 3, table.position)
    await show(visitors)


def timers(loop):
    return len([one for one in loop._scheduled if not one.cancelled()])


def kilobytes():
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


@pytest.fixture
def traced():
    tracemalloc.start()
    yield
    tracemalloc.stop()


def test_a_stream_at_rest_is_two_tasks_without_a_timer(tmp_path):
    async def story():
        loop = asyncio.get_running_loop()
        async with house_with(tmp_path, Clockwork()) as app:
            tables = await tables_with_people(app, 11)
            visitors = await open_streams(app, tables[:1])
            tasks, timed = len(asyncio.all_tasks()), timers(loop)
            visitors += await open_streams(app, tables[1:])
            await move(tables, visitors)
            assert len(asyncio.all_tasks()) == tasks + 2 * 20
            assert timers(loop) == timed
            for visitor in visitors:
                await visitor.disconnect()
    asyncio.run(story())


@pytest.mark.slow
def test_a_stream_at_rest_needs_little_memory(tmp_path, traced):
    async def story():
        async with house_with(tmp_path, Clockwork()) as app:
            tables = await tables_with_people(app, TABLES)
            some, others = tables[:2], tables[2:]
            first = await open_streams(app, some)           # what the server needs anyway
            await move(some, first)
            forget_everything(app, tables[0][0])
            before = kilobytes()
            visitors = await open_streams(app, others)
            await move(others, visitors)
            for visitor in visitors:
                visitor.forget()
            forget_everything(app, tables[0][0])
            needed = (kilobytes() - before) / len(visitors)
            for visitor in first + visitors:
                await visitor.disconnect()
        return needed
    assert asyncio.run(story()) < MOST_KILOBYTES


class Listener(Visitor):
    """A browser that remembers what it was sent."""

    def __init__(self, *given):
        self.heard = []
        super().__init__(*given)

    async def send(self, message):
        self.heard.append(message.get("body", b""))
        await super().send(message)

    def runs(self):
        """How often the last message refers to texts of earlier ones."""
        sent = json.loads(self.heard[-1].decode().partition("data: ")[2])
        return sum(isinstance(one, list) for one in sent)


@pytest.mark.slow
def test_a_table_at_rest_keeps_nothing_of_its_pages(tmp_path, monkeypatch):
    """Neither does its stream: the next page is sent whole."""
    monkeypatch.setattr(event_stream, "QUIET", 1)

    async def story():
        async with house_with(tmp_path, Clockwork()) as app:
            app.state.streams = event_stream.Streams()
            (table, ann, ben), = await tables_with_people(app, 1)
            visitor = Listener(app, table, ann)
            await show([visitor])
            await move([(table, ann, ben)], [visitor])
            assert visitor.runs(), "it has the page before"
            assert table in live.page_cache and table in animation.frame_cache
            async with asyncio.timeout(PATIENCE):
                while visitor.heard[-2:] != 2 * [event_stream.STILL_HERE.encode()]:
                    await asyncio.sleep(0.05)
            assert table not in live.page_cache and table not in animation.frame_cache
            await move([(table, ann, ben)], [visitor])
            assert not visitor.runs(), "the page is sent whole"
            await visitor.check()
            await visitor.disconnect()
    asyncio.run(story())


def test_one_write_keeps_many_tables_awake(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "RENEWED", 0.01)
    written = []

    async def story():
        async with house_with(tmp_path, Clockwork()) as app:
            tables = await tables_with_people(app, 5)
            storage, keep_awake, all_written = app.state.house.storage, app.state.house.storage.keep_awake, asyncio.Event()

            async def note(ids, until):
                written.append(set(ids))
                if len(ids) == len(tables):
                    all_written.set()
                return await keep_awake(ids, until)
            monkeypatch.setattr(storage, "keep_awake", note)
            visitors = await open_streams(app, tables)
            await asyncio.wait_for(all_written.wait(), PATIENCE)
            assert written[-1] == {table.id for table, *_ in tables}
            for visitor in visitors:
                await visitor.disconnect()
            assert not app.state.house.lobby._keeping and not app.state.house.lobby._watched
    asyncio.run(story())


@pytest.mark.slow
def test_a_browser_that_has_the_page_gets_none(tmp_path, monkeypatch):
    """Nothing is drawn for it, and a comment shows that the stream is alive. Whoever sends that does not ask how the table
    stands: nobody has said that something happened."""
    monkeypatch.setattr(event_stream, "QUIET", 1)

    async def story():
        async with house_with(tmp_path, Clockwork()) as app:
            app.state.streams = event_stream.Streams()
            (table, ann, _), = await tables_with_people(app, 1)
            (visitor, other) = await open_streams(app, [(table, ann, ann)])
            await other.disconnect()
            await visitor.disconnect()
            drawn, asked, heard, standing_of = [], [], asyncio.Event(), live.standing_of
            monkeypatch.setattr(live, "table_values", lambda *given, **more: drawn.append(given))
            monkeypatch.setattr(live, "standing_of", lambda *given: asked.append(given) or standing_of(*given))
            take = visitor.send

            async def listen(message):
                await take(message)
                if message.get("body") == event_stream.STILL_HERE.encode():
                    heard.set()
            visitor.send = listen
            visitor.connect()
            await asyncio.wait_for(heard.wait(), PATIENCE)
            await visitor.disconnect()
            assert not drawn and not visitor.taken.is_set() and len(asked) == 1
            assert app.state.streams._ticking is None
    asyncio.run(story())
