"""What a table keeps in memory because pages ask for it again and again is what the storage has."""

import random

import pytest

from marbletop.server.refusal import Refused
from marbletop.server.table import KEPT_ENTRIES
from marbletop.server.table_view import look

from .helpers import ANN, BEN, SMALL_GAMES, house_in, run, table_of


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_the_latest_entries(tmp_path, game):
    async def story():
        async with house_in(tmp_path) as house:
            table, choices = await table_of(house, game, [ANN, BEN]), random.Random(game)
            for _ in range(2 * KEPT_ENTRIES):
                if table.over:
                    break
                kept = await table.entries(table.now.last - KEPT_ENTRIES, KEPT_ENTRIES)
                stored = await house.storage.entries(table.id, table.now.last - KEPT_ENTRIES, KEPT_ENTRIES)
                assert [(e.number, e.kind, e.seat, e.position) for e in kept] == [
                    (e.number, e.kind, e.seat, e.position) for e in stored]
                told = [[one.note.event for one in entry.notes] for entry in kept]
                assert told == [[one.note.event for one in entry.notes] for entry in stored]
                assert len(table.tail) <= KEPT_ENTRIES
                who = (ANN, BEN)[table.player]
                await table.play(who.id, choices.choice(table.game.legal_list(table.state, table.box)), table.position)
    run(story())


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_what_can_be_taken_back(tmp_path, game):
    """The answer from memory is the answer from the storage."""
    async def story():
        async with house_in(tmp_path) as house:
            table, choices = await table_of(house, game, [ANN, BEN]), random.Random(game)
            for _ in range(20):
                if table.over:
                    break
                who = (ANN, BEN)[table.player]
                await table.play(who.id, choices.choice(table.game.legal_list(table.state, table.box)), table.position)
                for person in (ANN, BEN):
                    told = (await look(table, person.id)).undo
                    table.forget()
                    assert told == (await look(table, person.id)).undo
                if told is None and choices.random() < 0.5:
                    try:
                        await table.undo(BEN.id, table.position)
                    except Refused:
                        raise AssertionError("it was said to be possible") from None
    run(story())


def test_what_was_said(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            assert await house.lobby.phrases_said(table) == []
            for phrase in ("hello", "thanks"):
                await house.lobby.say(table, ANN.id, phrase)
                assert await house.lobby.phrases_said(table) == await house.storage.phrases_said(table.id)
            assert [one.phrase for one in await house.lobby.phrases_said(table, 0)] == ["thanks"]
    run(story())
