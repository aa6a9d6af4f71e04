"""What tables do by themselves: bots, clocks, hand-overs; by lease, exactly once."""

import asyncio
import multiprocessing

import pytest

from marbletop.bots.pool import Answer, Job
from marbletop.server.bots import ProcessBots, ThreadBots
from marbletop.server.clock import Clock
from marbletop.server.refusal import Refused, Stale
from marbletop.server.seating import leave, sit
from marbletop.server.table_view import look

from .helpers import ANN, BEN, CAT, SMALL_GAMES, Clockwork, QuickBots, house_in, run, table_of, work
from .stepping import PASS, STEP


def test_bots_play_a_whole_game_that_somebody_watches(tmp_path):
    async def story():
        async with house_in(tmp_path, run=True, look=0.05) as house:
            table = await table_of(house, "connect_four", ["beginner", "strong"])
            await asyncio.sleep(0.15)
            assert table.state.step == 0, "nobody plays and nobody watches"
            async with house.lobby.connection(table, CAT) as waiter:
                while not table.over:
                    assert await waiter.wait(10)
            log = await house.storage.entries(table.id)
            assert len({entry.position for entry in log if entry.kind == "action"}) == table.state.step
    run(story())


def test_sleeping_bots_are_woken_by_somebody_who_sits_down(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", ["beginner", "strong"])
            await work(house)
            assert table.state.step == 0
            await sit(table, ANN, [1])
            await work(house)
            assert table.state.step == 1 and table.player == 1
    run(story())


def test_work_of_a_killed_process_is_done_after_its_lease(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time, lease=6) as house, house_in(tmp_path, now=time, lease=6) as other:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            await table.play(ANN.id, 3, table.position)
            assert await house.storage.take("a process that was killed", time(), time() + 6, 9)
            await work(other)
            await table.refresh()
            assert table.state.step == 1, "it is taken"
            time.pass_by(6.1)
            await work(other)
            await table.refresh()
            assert table.state.step == 2
            await work(house)
            await table.refresh()
            assert table.state.step == 2, "and done once"
    run(story())


def test_a_lease_is_kept_while_a_bot_thinks(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots, lease=0.3) as house, house_in(tmp_path, lease=0.3) as other:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            await table.play(ANN.id, 3, table.position)
            await house.due.take()
            for _ in range(12):
                await asyncio.sleep(0.05)
                assert await other.due.take() == 0
            bots.answer(*bots.jobs[0])
            await house.due.settle()
            assert table.state.step == 2
    run(story())


def test_a_bot_that_thinks_when_the_server_stops_is_not_waited_for(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            await table.play(ANN.id, 3, table.position)
            await house.due.take()
            while not bots.jobs:
                await asyncio.sleep(0.001)
        assert bots.jobs[0][1].cancelled()
    run(story())


def test_a_bot_that_fails_is_asked_again_and_the_table_goes_on(tmp_path):
    async def story():
        time, bots = Clockwork(), QuickBots(held=True)
        async with house_in(tmp_path, bots=bots, now=time) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            await table.play(ANN.id, 3, table.position)
            for failure in (lambda job, future: future.set_exception(RuntimeError("the worker crashed")),
                            lambda job, future: bots.answer(job, future, action=99),
                            lambda job, future: future.set_exception(OSError("again"))):
                assert await house.due.take() == 1
                while not bots.jobs:
                    await asyncio.sleep(0.001)
                failure(*bots.jobs.pop())
                await house.due.settle()
                assert table.state.step == 1 and await house.due.take() == 0
                time.pass_by(5)
            assert await house.due.take() == 1
            await house.due.settle()
            assert table.state.step == 2 and not bots.jobs, "any legal action, in the end"
    run(story())


def test_a_seat_taken_back_while_its_bot_thinks_is_not_played_by_it(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            await leave(table, ANN.id)
            await house.due.take()
            while not bots.jobs:
                await asyncio.sleep(0.001)
            await sit(table, ANN, [0])
            bots.answer(*bots.jobs[0])
            await house.due.settle()
            assert table.state.step == 0 and table.names == ["Ann", "Ben"]
    run(story())


def test_work_that_another_process_caused_is_done_with_what_it_wrote(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house, house_in(tmp_path, now=time) as other:
            table = await table_of(house, "toy", [ANN, BEN], clock=Clock("move", 30))
            twin = await other.lobby.open(table.id)
            await leave(twin, ANN.id)
            await work(house)
            assert table.state.step == 1 and table.player == 1
            time.pass_by(100)
            await twin.refresh()
            await work(other)
            assert twin.state.step == 3, "the clock has run out, a bot has moved, and then Ann's bot"
    run(story())


def test_a_stand_in_is_told(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            for by, ready in (("greedy", False), ("search", True)):
                await table.play(ANN.id, 3, table.position)
                assert (await look(table, ANN.id)).waiting_for_bot
                await house.due.take()
                while not bots.jobs:
                    await asyncio.sleep(0.001)
                bots.jobs.pop()[1].set_result(Answer(0, by, ready))
                await house.due.settle()
                assert (await look(table, ANN.id)).bot_not_ready != ready
    run(story())


def test_bots_are_given_views(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots) as house:
            table = await table_of(house, "toy", ["beginner", ANN])
            await house.due.take()
            while not bots.jobs:
                await asyncio.sleep(0.001)
            job: Job = bots.jobs[0][0]
            view = table.game.state.unpack(job.view)
            assert view.viewer == 0 and sum(view.hand[0]) == 2 and sum(view.hand[1]) == 0 and view.chance_key == [0, 0]
            bots.answer(*bots.jobs[0])
            await house.due.settle()
    run(story())


def test_the_bot_in_a_thread_answers(tmp_path):
    async def story():
        async with house_in(tmp_path, bots=ThreadBots(SMALL_GAMES), run=True, look=0.05) as house:
            table = await table_of(house, "toy", [ANN, "beginner"])
            with house.room.bus.listen(table.id) as waiter:
                await table.play(ANN.id, table.game.legal_list(table.state, table.box)[0], table.position)
                while table.player == 1:
                    assert await waiter.wait(10)
            assert table.state.step == 2
    run(story())


@pytest.mark.parametrize(("clock", "after"), [
    (Clock("move", 30), 30), (Clock("bank", 60, 10), 60), (Clock("days", 2), 2 * 86400)])
def test_at_zero_a_bot_moves(tmp_path, clock, after):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house:
            table = await table_of(house, "toy", [ANN, BEN], clock=clock)
            shown = table.now.times.since - time()
            assert 0 < shown <= 3, "the time of showing the deal is not counted"
            end = time() + shown + after
            assert (await look(table, ANN.id)).deadline == pytest.approx(end)
            time.time = end - 0.1
            await work(house)
            assert table.state.step == 0
            with pytest.raises(Stale):
                await table.time_out(0, table.position)
            time.time = end + 0.1
            assert await house.due.take() == 1
            await house.due.settle()
            assert table.now.times.fallen
            with pytest.raises(Refused, match="time is up"):
                await table.play(ANN.id, 0, table.position)
            await work(house)
            assert table.state.step == 1 and table.player == 1 and table.names == ["Ann", "Ben"]
            assert [e.kind for e in await house.storage.entries(table.id)][-2:] == ["clock", "action"]
            assert table.now.times.left == ((10, 60) if clock.kind == "bank" else (pytest.approx(0), after))
    run(story())


def test_a_bank_is_used_up_and_filled_by_the_increment(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house:
            table = await table_of(house, "stepping", [ANN, BEN], clock=Clock("bank", 60, 5))
            for action, used, left in ((STEP, 10, 50), (STEP, 10, 40), (PASS, 10, 35)):
                time.time = table.now.times.since + used
                await table.play(ANN.id, action, table.position)
                assert table.now.times.left[0] == pytest.approx(left)
            assert table.now.times.left[1] == 60
            time.time = table.now.times.since + 20
            await leave(table, BEN.id)
            await work(house)
            assert table.now.times.left[1] >= 60, "a bot has no clock"
    run(story())


def test_a_clock_must_make_sense():
    for wrong in ({"kind": "sand"}, {"kind": "move", "time": 0}, {"kind": "bank", "time": 1e12},
                  {"kind": "bank", "time": 60, "increment": -1}):
        with pytest.raises(Refused):
            Clock(**wrong)


def test_a_worker_process_that_dies_costs_no_move(tmp_path):
    async def story():
        async with house_in(tmp_path, bots=ProcessBots(), run=True, look=0.1) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            with house.room.bus.listen(table.id) as waiter:
                for step in (2, 4):
                    await table.play(ANN.id, 3, table.position)
                    for worker in multiprocessing.active_children():
                        worker.kill()
                    while table.state.step < step:
                        await waiter.wait(30)
            log = await house.storage.entries(table.id)
            assert [entry.data["bot"] for entry in log if "bot" in entry.data] == ["greedy", "greedy"]
            assert not (await look(table, ANN.id)).bot_not_ready, "a beginner needs no more"
    run(story())
