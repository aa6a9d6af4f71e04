"""A guest who wants to be forgotten is: nothing in the database names them, and the games of the others stay whole."""

import sqlite3
import zlib
from contextlib import suppress

import pytest

from marbletop.core.verification import verify
from marbletop.server.erasure import erase_guest
from marbletop.server.people import Guest
from marbletop.server.records import table_record
from marbletop.server.seating import leave, sit
from marbletop.server.seats import BOT, EMPTY

from .helpers import ANN, BEN, Clockwork, copy_of, house_in, run, table_of, work

pytestmark = pytest.mark.usefixtures("engine")
RUTH = Guest("ruth-ruth-ruth-ruth", "Ruth Erasable")


def everything_in(folder):
    """All that is stored, as text; what is compressed is opened."""
    with sqlite3.connect(copy_of(folder)) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        cells = [cell for table in tables for row in database.execute(f"SELECT * FROM {table}") for cell in row]
    return " ".join(text_of(cell) for cell in cells)


def text_of(cell):
    if isinstance(cell, bytes):
        with suppress(zlib.error):
            cell = zlib.decompress(cell)
        return cell.decode("latin-1")
    return str(cell)


async def play_out(table):
    while not table.over:
        await table.play(table.holders[table.player].user, table.game.legal_list(table.state, table.box)[0], table.position)


async def hosted_by_ruth(house):
    table = await house.lobby.create(RUTH, "connect_four", 2, listed=True, request="once")
    await house.lobby.admit(table, BEN, table.about.join_token)
    await sit(table, RUTH, [0])
    await sit(table, BEN, [1])
    await table.deal(RUTH.id)
    return table


@pytest.mark.parametrize("folded", [False, True])
def test_a_finished_game_loses_the_name_and_nothing_else(tmp_path, folded):
    async def story():
        clock = Clockwork()
        async with house_in(tmp_path, now=clock) as house:
            table = await hosted_by_ruth(house)
            await play_out(table)
            before = await table_record(table)
            assert "Ruth Erasable" in before["names"]
            await house.histories.of_table(table, BEN.id, 1)
            if folded:
                clock.pass_by(4000)
                await work(house)
            assert RUTH.id in everything_in(tmp_path)
            assert await erase_guest(house, RUTH) == 1
            after = await table_record(table)
            assert after["names"] == ["Blue", "Ben"] and after["entries"] == before["entries"]
            assert verify(after)
            assert (await house.histories.of_table(table, BEN.id, 1)).names == ["Blue", "Ben"]
            assert table.holders[0].kind == EMPTY and table.about.host == ""
            assert [holder.belongs_to for holder in (await house.lobby.rematch(table, BEN.id)).holders] == [BEN.id, ""]
        stored = everything_in(tmp_path)
        assert RUTH.id not in stored and "Erasable" not in stored and "Ben" in stored
    run(story())


@pytest.mark.parametrize("left_before", [False, True])
def test_a_running_game_goes_on_with_a_bot(tmp_path, left_before):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", (RUTH, BEN))
            if left_before:
                await leave(table, RUTH.id)
            await erase_guest(house, RUTH)
            assert table.holders[0].kind == BOT and table.holders[0].belongs_to == ""
            await work(house)                               # the bot moves
            assert table.player == 1
            await table.resign(BEN.id)
            assert table.over
        stored = everything_in(tmp_path)
        assert RUTH.id not in stored and "Erasable" not in stored
    run(story())


def test_others_stay_as_they_are(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            theirs = await table_of(house, "connect_four", (ANN, BEN))
            await house.lobby.admit(theirs, RUTH, theirs.about.watch_token)
            before = theirs.holders
            assert await erase_guest(house, RUTH) == 1
            assert theirs.holders == before and RUTH.id not in theirs.rights
            assert await erase_guest(house, RUTH) == 0
    run(story())
