"""The short form of `make torture`, and whether its books notice what is lost."""

import asyncio

import pytest

from tests.server.helpers import ANN, BEN, house_in, run, table_of
from tests.torture.books import Books
from tests.torture.run import FAULTS, is_well, schedule, table_of_faults, torture
from tests.torture.server import acknowledge
from tests.torture.week import broken_bounds, live_through


@pytest.mark.slow
def test_a_server_that_suffers_loses_nothing_and_does_nothing_twice(tmp_path):
    suffered, stuck = torture(["killed", "disk broken", "file limit", "bots killed"], tmp_path)
    assert is_well(suffered, stuck), table_of_faults(suffered, stuck)
    assert len(suffered.books.acknowledged) > 20 and suffered.books.failed


@pytest.mark.slow
def test_servers_that_suffer_together_lose_nothing_and_show_nothing_old(tmp_path, own_postgres):
    from tests.torture import many
    suffered, wrong = many.torture_many(["cut", "crashed"], tmp_path, own_postgres)
    assert is_well(suffered, wrong), (table_of_faults(suffered, wrong), wrong)
    assert len(suffered.books.acknowledged) > 20
    assert set(many.schedule(300)) == set(many.FAULTS) and len(many.schedule(300)) == 300


def test_every_kind_of_fault_is_tried():
    assert set(schedule(len(FAULTS))) == set(FAULTS) and len(schedule(500)) == 500
    assert schedule(60, 1) == schedule(60, 1) != schedule(60, 2)


def test_the_books_notice_what_is_lost_or_doubled(tmp_path, capfd):
    async def play():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", (ANN, BEN))
            acknowledge(table.id, await table.play(ANN.id, 3, table.position))
            return table.id
    id = run(play())
    said = capfd.readouterr().out.splitlines()
    books = Books(tmp_path)
    books.add(said)
    books.check()
    assert len(books.acknowledged) == 1 and not books.lost and not books.doubled
    books.add([said[0].replace('"action": 3', '"action": 4'), said[0].replace(id, "XXXX")])
    books.check()
    assert len(books.lost) == 2 and not books.doubled
    change(tmp_path, "UPDATE entries SET entry = entry + 1 WHERE kind = 'action'")
    books.check(everything=True)
    assert len(books.lost) == 3 and len(books.doubled) == 1


def change(folder, sql):
    """Damage the database."""
    from marbletop.server.storage.sqlite import open_storage

    async def do():
        storage = open_storage(folder)
        await storage._write(sql)
        await storage.close()
    asyncio.run(do())


@pytest.mark.slow
def test_a_day_stays_within_bounds(tmp_path, monkeypatch):
    monkeypatch.setattr("marbletop.server.lobby.KEPT_OPEN", 2000)       # the day changes it
    day, = run(live_through(tmp_path, 1, 6, step=3600.0))
    assert day.moves > 30 and day.playing >= 5 and not broken_bounds([day])
