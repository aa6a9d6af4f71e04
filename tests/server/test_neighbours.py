"""Several processes on one database: each house here stands for a process. What one has written the others show, whether or not
they hear of it."""

import asyncio
import random
import time

import pytest

from marbletop.server import presence
from marbletop.server.consent import answer_request, ask_for_seat, waiting_requests
from marbletop.server.phone_links import PhoneLink
from marbletop.server.refusal import NotHere, Refused
from marbletop.server.seating import sit
from marbletop.server.steady_clock import SteadyClock
from marbletop.server.storage.buckets import Buckets
from marbletop.server.storage.databases import open_storage
from marbletop.server.storage.shared import SharedStorage
from marbletop.server.table_view import uncover
from marbletop.server.take_back import answer_take_back, ask_take_back

from .helpers import ANN, BEN, CAT, Clockwork, house_in, run, table_of, work

pytestmark = pytest.mark.slow
NEVER = 3600.0                              # seconds between looks: only a notice can tell anything in time


@pytest.fixture
def two_houses(tmp_path, postgres):
    """What opens two houses on one database."""
    database = postgres.new_database()

    def open_both(story, **settings):
        async def with_houses():
            async with house_in(tmp_path, database=database, **settings) as one, \
                    house_in(tmp_path, database=database, **settings) as two:
                await story(one, two)
        run(with_houses())
    return open_both


@pytest.fixture
def no_notices(monkeypatch):
    """Two processes that cannot hear each other."""
    async def say_nothing(storage, text):
        pass
    monkeypatch.setattr(SharedStorage, "notify", say_nothing)


async def until(question):
    """Wait until something is so."""
    async with asyncio.timeout(30):
        while not await question():
            await asyncio.sleep(0.02)


def test_a_reader_is_never_older_than_the_database(two_houses, no_notices):
    """Every change of one process is there when the other opens the table next, with nobody to tell it."""
    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        twin = await two.lobby.open(table.id)
        for number, column in enumerate([0, 1, 0, 1, 0, 1]):
            mover, other = ((one, two), (two, one))[number % 2]
            here = await mover.lobby.open(table.id)
            await here.play([ANN, BEN][number % 2].id, column, here.position)
            there = await other.lobby.open(table.id)
            assert there.now == here.now and there.state == here.state
        await one.lobby.admit(table, CAT, table.about.join_token)
        assert (await two.lobby.open(table.id)).rights == {CAT.id: True}
        await one.lobby.say(table, ANN.id, "hello")
        assert [said.phrase for said in await two.lobby.phrases_said(await two.lobby.open(table.id))] == ["hello"]
        await (await one.lobby.open(table.id)).play(ANN.id, 0, twin.position)
        following = await one.lobby.rematch(await one.lobby.open(table.id), ANN.id)
        assert (await two.lobby.open(table.id)).next == following.id
        assert (await two.lobby.rematch(twin, BEN.id)).id == following.id
    two_houses(story, look=NEVER)


def test_a_notice_wakes_who_watches_elsewhere(two_houses):
    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        twin = await two.lobby.open(table.id)
        await until(lambda: listens(two))
        async with two.lobby.connection(twin, BEN) as waiter:
            await table.play(ANN.id, 3, table.position)
            async with asyncio.timeout(30):
                while twin.position != table.position:
                    await waiter.wait(30)
    two_houses(story, look=NEVER)


async def listens(house):
    return house.storage.engine._listening is not None


def test_two_that_cannot_hear_each_other_look_by_themselves(two_houses, no_notices):
    """A split brain: who watches sees the move after a look, and of two moves for one position one counts."""
    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        twin = await two.lobby.open(table.id)
        async with two.lobby.connection(twin, BEN) as waiter:
            await table.play(ANN.id, 3, table.position)
            async with asyncio.timeout(30):
                while twin.position != table.position:
                    await waiter.wait(30)
        position = table.position
        results = await asyncio.gather(table.play(BEN.id, 1, position), twin.play(BEN.id, 2, position), return_exceptions=True)
        assert sum(isinstance(result, Refused) for result in results) == 1
        assert (await one.lobby.open(table.id)).now == (await two.lobby.open(table.id)).now
    two_houses(story, look=0.1)


def test_who_is_here_is_here_for_everybody(two_houses):
    clock = Clockwork()

    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        clock.pass_by(presence.STAYS + 1)
        assert one.lobby.presence.seats_away(table, ANN.id) == (1,)

        async def is_here():
            return one.lobby.presence.seats_away(await one.lobby.open(table.id), ANN.id) == ()
        async with two.lobby.connection(await two.lobby.open(table.id), BEN):
            await until(is_here)
            with pytest.raises(Refused, match="is back"):
                await one.lobby.let_bot_stand_in(table, ANN.id, 1)
            clock.pass_by(presence.CONNECTED_FOR + 1)           # as if the other process were killed
            assert not await is_here()
    two_houses(story, now=clock, look=NEVER)


def test_nobody_loses_a_seat_who_is_connected_elsewhere(two_houses):
    clock = Clockwork()

    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        async with one.lobby.connection(table, BEN):
            pass                            # he goes away here, and comes back there
        clock.pass_by(table.about.away_after - 1)
        async with two.lobby.connection(await two.lobby.open(table.id), BEN):
            await two.lobby.open(table.id)
            await until(lambda: is_connected(one, table))
            clock.pass_by(2)
            await work(one)
            assert (await one.lobby.open(table.id)).holders[1].user == BEN.id
    two_houses(story, now=clock, look=NEVER)


async def is_connected(house, table):
    await house.lobby.open(table.id)
    return house.lobby.presence.is_connected(table.id, BEN.id)


def test_questions_are_asked_here_and_answered_there(two_houses):
    async def story(one, two):
        table = await table_of(one, "connect_four", [ANN, BEN])
        await table.play(ANN.id, 3, table.position)
        await table.play(BEN.id, 4, table.position)
        await ask_take_back(table, ANN.id)
        await until(lambda: has_question(two, table.id))
        twin = await two.lobby.open(table.id)
        assert twin.take_back.user == ANN.id
        await answer_take_back(twin, BEN.id, twin.take_back.number, True)
        await until(lambda: is_answered(one, table.id))
        assert (await one.lobby.open(table.id)).state == twin.state and twin.state.step == 0

        table = await table_of(one, "toy", [ANN, "beginner"])
        ask_for_seat(table, CAT, 1, "there")
        await until(lambda: has_request(two, table.id))
        twin = await two.lobby.open(table.id)
        await answer_request(twin, ANN.id, waiting_requests(twin)[0].number, True)
        assert (await one.lobby.open(table.id)).holders[1].user == CAT.id
        alone = await one.lobby.create(ANN, "toy", 2)
        await sit(alone, ANN, [0, 1])
        uncover(alone, ANN.id, 1)
        await until(lambda: is_uncovered(two, alone.id))
    two_houses(story, look=NEVER)


async def has_question(house, id):
    return (await house.lobby.open(id)).take_back is not None


async def is_answered(house, id):
    return (await house.lobby.open(id)).take_back is None


async def has_request(house, id):
    return bool(waiting_requests(await house.lobby.open(id)))


async def is_uncovered(house, id):
    return (await house.lobby.open(id)).uncovered == {ANN.id: 1}


def test_limits_count_in_all_processes_as_in_one(tmp_path, postgres):
    """The same requests at the same times, in the memory of one process and in the database by turns."""
    database = postgres.new_database()

    async def story():
        alone, shared = Buckets(), [open_storage(tmp_path, database) for _ in range(2)]
        choices, now = random.Random(7), 1000.0
        for number in range(150):
            now += choices.choice([0.0, 0.1, 1.0, 5.0])
            asked = (choices.choice("ab"), 5, 20.0, now, choices.choice([0, 1, 1, 1]))
            assert await shared[number % 2].take_drop(*asked) == pytest.approx(await alone.take_drop(*asked), abs=1e-6)
            held = (choices.choice("pq"), choices.choice("xyz"), 2, now, now + 4)
            assert await shared[number % 2].hold(*held) == await alone.hold(*held)
            if choices.random() < 0.2:
                gone = held[0], choices.choice("xyz")
                await shared[number % 2].let_go(*gone)
                await alone.let_go(*gone)
        for storage in shared:
            await storage.close()
    run(story())


def test_a_link_to_a_phone_works_once_in_any_process(two_houses):
    clock = Clockwork()

    async def story(one, two):
        name = await one.phone_links.make(PhoneLink(ANN, "ABCD"))
        assert await two.phone_links.find(name) == PhoneLink(ANN, "ABCD")
        used = await asyncio.gather(one.phone_links.use(name), two.phone_links.use(name), return_exceptions=True)
        assert {type(one) for one in used} == {NotHere, PhoneLink}
        first, second = await one.phone_links.make(PhoneLink(ANN, "")), await two.phone_links.make(PhoneLink(ANN, ""))
        with pytest.raises(NotHere):
            await one.phone_links.find(first)
        clock.pass_by(301)
        with pytest.raises(NotHere):
            await one.phone_links.use(second)
    two_houses(story, now=clock)


def test_all_processes_go_by_the_clock_of_the_database(tmp_path, postgres):
    """Two machines whose clocks are ten minutes apart hold leases that both understand."""
    database = postgres.new_database()

    async def story():
        clocks = [SteadyClock(wall=lambda wrong=wrong: time.time() + wrong) for wrong in (-300.0, 300.0)]
        async with house_in(tmp_path, database=database, now=clocks[0]) as one, \
                house_in(tmp_path, database=database, now=clocks[1]) as two:
            assert abs(one.now() - two.now()) < 30
    run(story())


def test_bots_move_once_whoever_takes_the_work(two_houses):
    async def story(one, two):
        tables = [await table_of(one, "connect_four", [ANN, "beginner"]) for _ in range(8)]
        for table in tables:
            await table.play(ANN.id, 3, table.position)
        await asyncio.gather(work(one), work(two), work(one), work(two))
        for table in tables:
            log = await one.storage.entries(table.id)
            assert [entry.data.get("bot", "") for entry in log if entry.kind == "action"] == ["", "any"]
    two_houses(story)


def test_a_table_that_was_removed_elsewhere_is_gone(two_houses):
    clock = Clockwork()

    async def story(one, two):
        table = await one.lobby.create(ANN, "toy", 2)
        await two.lobby.open(table.id)
        clock.pass_by(100)
        assert await one.lobby.remove(table, table.now.last, clock())
        with pytest.raises(NotHere):
            await two.lobby.open(table.id)
    two_houses(story, now=clock, look=NEVER)


def test_a_notice_tells_of_work_that_others_may_take(two_houses):
    """Workers elsewhere look at once, not after some seconds."""
    async def story(one, two):
        await until(lambda: listens(two))
        table = await table_of(one, "connect_four", [ANN, "beginner"])
        two.due._woken.clear()
        await table.play(ANN.id, 3, table.position)

        async def is_woken():
            return two.due._woken.is_set()
        await until(is_woken)
    two_houses(story, look=NEVER)
