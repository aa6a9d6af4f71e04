"""The log of a table: positions, refusals, repetitions, races, versions, records."""

import asyncio
import dataclasses

import pytest

from marbletop.core.errors import BadComponents
from marbletop.core.verification import verify
from marbletop.games import GAMES
from marbletop.server.entries import ACTION, DEAL, UNDO, VERSION, read_snapshot
from marbletop.server.limits import LONGEST_BOX
from marbletop.server.records import table_record
from marbletop.server.refusal import NotHere, Refused, Stale
from marbletop.server.seating import put_bot, sit
from marbletop.server.table import Table
from marbletop.server.table_view import log_since, look

from .helpers import ANN, BEN, CAT, SMALL_GAMES, QuickBots, house_in, run, table_of, work
from .stepping import END, PASS, ROLL, STEP

pytestmark = pytest.mark.usefixtures("engine")


def test_a_game_from_the_deal_to_the_end(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            for number, column in enumerate([0, 1, 0, 1, 0, 1, 0]):
                entry = await table.play([ANN, BEN][number % 2].id, column, table.position)
                assert entry.number == table.position == table.now.last
            assert table.over and table.now.result["rank"] == [1, 2]
            with pytest.raises(Refused, match="The game is over"):
                await table.play(BEN.id, 1, table.position)
            again = await house.storage.load(table.id)
            assert again.status == table.now and read_snapshot(table.game, again.snapshot, table.secret.key) == table.state
            kinds = [entry.kind for entry in await house.storage.entries(table.id)]
            assert kinds == ["seat", "seat", DEAL] + [ACTION] * 7
    run(story())


def test_refusals_name_the_rule_and_change_nothing(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            for number in range(6):
                await table.play([ANN, BEN][number % 2].id, 3, table.position)
            before = table.now
            for user, action, position, words in [
                    (ANN, 3, table.position, r"room left.*\(C4-3\) You can play: a, b"),
                    (BEN, 2, table.position, "isn't your turn"), (CAT, 2, table.position, "don't have a seat"),
                    (ANN, 2, table.position - 1, "moved on"), (ANN, 2, table.position + 5, "moved on"),
                    (ANN, True, table.position, "isn't an action"), (ANN, "a", table.position, "isn't an action"),
                    (ANN, 99, table.position, "isn't an action")]:
                with pytest.raises(Refused, match=words):
                    await table.play(user.id, action, position)
            assert table.now == before and (await house.storage.load(table.id)).status == before
    run(story())


def test_identical_repetition_is_answered_with_success(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            position = table.position
            first = await table.play(ANN.id, STEP, position)
            await table.play(ANN.id, STEP, table.position)
            assert (await table.play(ANN.id, STEP, position)).number == first.number
            with pytest.raises(Stale):
                await table.play(ANN.id, ROLL, position)
            with pytest.raises(Stale):
                await table.play(BEN.id, STEP, position)
            position = table.position
            undone = await table.undo(ANN.id, position)
            assert (await table.undo(ANN.id, position)).number == undone.number
            last = table.now.last
            assert (await table.deal(ANN.id)).kind == DEAL
            await sit(table, ANN, [0])
            assert table.now.last == last
            one, two = [await house.lobby.create(ANN, "toy", 2, request="once") for _ in range(2)]
            assert one is two
            assert (await house.lobby.create(BEN, "toy", 2, request="once")) is not one
    run(story())


def test_of_fifty_writers_one_gets_the_entry(tmp_path):
    async def story():
        async with house_in(tmp_path) as house, house_in(tmp_path) as other:
            table = await table_of(house, "connect_four", [ANN, BEN])
            position = table.position
            tables = [table, await other.lobby.open(table.id)]
            tables += [Table(house.room, await house.storage.load(table.id)) for _ in range(3)]
            tried = [tables[n % 5].play(ANN.id, n % 7, position) for n in range(50)]
            results = await asyncio.gather(*tried, return_exceptions=True)
            log = await house.storage.entries(table.id)
            assert sum(entry.kind == ACTION for entry in log) == 1
            winner = log[-1].data["action"]
            for n, result in enumerate(results):
                if n % 7 == winner:
                    assert result.number == log[-1].number, "the same request is answered with the same entry"
                else:
                    assert isinstance(result, Stale)
            for one in tables:
                await one.refresh()
                assert one.state == tables[0].state and one.now == tables[0].now
    run(story())


def test_different_requests_of_many_writers_are_all_written_once(tmp_path):
    """Changes of seats do not make a new position: they and a move can all succeed, in some order."""
    async def story():
        async with house_in(tmp_path) as house, house_in(tmp_path) as other:
            table = await table_of(house, "toy", [ANN, BEN, "beginner", "beginner"])
            twin = await other.lobby.open(table.id)
            await asyncio.gather(put_bot(table, ANN.id, 2, "strong"), put_bot(twin, ANN.id, 3, "strong"),
                                 table.play(ANN.id, table.game.legal_list(table.state, table.box)[0], table.position))
            log = await house.storage.entries(table.id)
            assert [entry.number for entry in log] == list(range(len(log)))
            await table.refresh()
            await twin.refresh()
            for one in (table, twin):
                assert [holder.level for holder in one.holders] == ["", "", "strong", "strong"]
            assert table.state == twin.state
    run(story())


def test_stale_buttons_after_an_undo_are_refused(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            before = table.position
            await table.play(ANN.id, STEP, before)
            seen = table.position
            await table.undo(ANN.id, seen)
            for stale in (before, seen):
                with pytest.raises(Stale):
                    await table.play(ANN.id, PASS, stale)
            assert table.position > seen
            await table.play(ANN.id, PASS, table.position)
    run(story())


def test_a_late_answer_of_a_bot_is_refused(tmp_path):
    async def story():
        bots = QuickBots(held=True)
        async with house_in(tmp_path, bots=bots) as house:
            table = await table_of(house, "connect_four", [ANN, "beginner"])
            await table.play(ANN.id, 3, table.position)
            await house.due.take()
            while not bots.jobs:
                await asyncio.sleep(0.001)
            await table.undo(ANN.id, table.position)
            bots.answer(*bots.jobs[0])
            await house.due.settle()
            assert [e.kind for e in await house.storage.entries(table.id)][-2:] == [ACTION, UNDO]
            assert table.player == 0 and table.state.step == 0
            await work(house)
            assert table.now.last == 4
    run(story())


def test_somebody_who_gives_up_waiting_has_still_moved(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            position = table.position
            asked = asyncio.create_task(table.play(ANN.id, 3, position))
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert (await table.play(ANN.id, 3, position)).number == position + 1
            assert (await house.storage.load(table.id)).status == table.now
    run(story())


def test_a_running_table_is_carried_over_to_new_rules(tmp_path):
    async def story():
        old = SMALL_GAMES["stepping"]
        new = dataclasses.replace(old, version=2, upgrade=lambda fields, version: {**fields, "rolled": 100 + version})
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            await table.play(ANN.id, STEP, table.position)
            id, position = table.id, table.position
        async with house_in(tmp_path, games={"stepping": new}) as house:
            table = await house.lobby.open(id)
            assert table.state.rolled == 101 and table.now.version == 2
            assert [e.kind for e in await house.storage.entries(id)][-1] == VERSION
            with pytest.raises(Stale):
                await table.play(ANN.id, STEP, position)
            await table.undo(ANN.id, table.position)
            assert table.state.steps[0] == 0 and table.state.rolled == 101
        async with house_in(tmp_path, games={"stepping": new}) as house:
            assert [e.kind for e in await house.storage.entries(id)].count(VERSION) == 1
    run(story())


def test_records_tell_everything_when_the_game_is_over(tmp_path, monkeypatch):
    from marbletop.games import GAMES
    monkeypatch.setitem(GAMES._all, "stepping", "tests.server.stepping")

    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, "beginner"])
            with pytest.raises(Refused, match="when the game is over"):
                await table_record(table)
            for action in (STEP, ROLL, STEP):
                await table.play(ANN.id, action, table.position)
            await table.undo(ANN.id, table.position)
            await table.undo(ANN.id, table.position)
            await table.play(ANN.id, ROLL, table.position)
            await table.play(ANN.id, END, table.position)
            record = await table_record(table)
            assert verify(record, digest=table.about.commitment).proved
            assert sum("undo" in entry for entry in record["entries"]) == 2
            assert record["chance"]["commitment"] == table.about.commitment
            log = await log_since(table, BEN.id)
            await house.storage.fold(table.id)
            assert await table_record(table) == record and await log_since(table, BEN.id) == log
            id = table.id
        async with house_in(tmp_path) as house:
            table = await house.lobby.open(id)
            assert table.over and await table_record(table) == record
            assert (await look(table, ANN.id)).chance["secret"] == record["chance"]["secret"]
    run(story())


def test_resigning(tmp_path, monkeypatch):
    from marbletop.games import GAMES
    monkeypatch.setitem(GAMES._all, "stepping", "tests.server.stepping")

    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN, "beginner"])
            await table.resign(BEN.id)
            last = table.now.last
            await table.resign(BEN.id)
            assert table.now.last == last and not table.over
            with pytest.raises(Refused, match="resigned"):
                await sit(table, CAT, [1])
            with pytest.raises(Refused, match="don't have a seat"):
                await table.resign(CAT.id)
            await table.resign(ANN.id)
            assert table.over and table.now.result["rank"] == [2, 2, 1] and table.now.result["ending"] == "resigned"
            record = await table_record(table)
            assert "outcome" not in record and record["resigned"]["rank"] == [2, 2, 1]
            verdict = verify(record, digest=table.about.commitment)
            assert verdict.ending == "resigned" and not verdict.complete
            assert [holder.kind for holder in (await house.lobby.rematch(table, BEN.id)).holders] == ["person", "bot", "person"]
    run(story())


def test_what_is_not_there_is_not_here(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            for id in ("ABCD", "x" * 500, ""):
                with pytest.raises(NotHere):
                    await house.lobby.open(id)
    run(story())


def test_a_box_of_ones_own_is_kept_with_the_table(tmp_path):
    marabunta = GAMES["marabunta"]
    text = marabunta.components().text.replace('"reconstruction"', '"mine"')

    async def opened():
        async with house_in(tmp_path, games={"marabunta": marabunta}) as house:
            with pytest.raises(Refused, match="at most"):
                await house.lobby.create(ANN, "marabunta", 2, components=text + " " * LONGEST_BOX)
            with pytest.raises(BadComponents, match="line"):
                await house.lobby.create(ANN, "marabunta", 2, components=text.replace("blank", "blink"))
            return (await house.lobby.create(ANN, "marabunta", 2, listed=True, components=text)).id

    async def played(id):
        async with house_in(tmp_path, games={"marabunta": marabunta}) as house:
            table = await house.lobby.open(id)
            assert table.components.text == text and table.about.box["name"] == "mine"
            await sit(table, ANN, [0])
            await sit(table, BEN, [1])
            await table.deal(ANN.id)
            await table.resign(ANN.id)
            assert (await table_record(table))["components"]["text"] == text
    run(played(run(opened())))
