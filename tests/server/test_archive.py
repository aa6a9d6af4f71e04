"""Tables that nobody visits become records and go; nothing of them is left behind, and their codes are free again."""

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from marbletop.core.match import check_of
from marbletop.core.record import replay
from marbletop.core.verification import verify
from marbletop.games import GAMES
from marbletop.server import lobby
from marbletop.server.archive import FOLDER, Archive, archive_tables, is_file_name, read_archived
from marbletop.server.entries import OPEN, OVER
from marbletop.server.lobby import DAY
from marbletop.server.refusal import DatabaseFailed, NotHere, Refused, TooMuch
from marbletop.server.seating import put_bot, sit
from marbletop.server.storage.sqlite import FILE

from .helpers import ANN, BEN, CAT, Clockwork, QuickBots, house_in, run, table_of
from .old_folder import TOLD, copy_old_folder, ids_of


def counts(folder):
    """How many rows each table of the database has."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


async def archive(house, days=30):
    return await archive_tables(house.lobby, house.archive, house.histories, house.now() - days * DAY)


@pytest.mark.slow
def test_old_tables_of_every_game_become_records(tmp_path):
    clock = Clockwork()
    clock.time = 1_790_000_000.0 + 40 * DAY

    async def story():
        async with house_in(copy_old_folder(tmp_path), games=GAMES, bots=QuickBots(GAMES), now=clock) as house:
            assert await archive(house, 50) == 0
            assert await archive(house) == len(TOLD)
            for id, told in TOLD.items():
                with pytest.raises(NotHere, match="no such table" if told["stage"] == OPEN else "put away"):
                    await house.lobby.open(id)
    run(story())
    for id, told in TOLD.items():
        path = tmp_path / FOLDER / f"{id}.json.gz"
        assert path.exists() == (told["stage"] != OPEN)
        if told["stage"] == OPEN:
            continue
        record = read_archived(path)
        assert record["archived"]["stage"] == told["stage"] and record["names"] == told["names"]
        assert record["components"]["text"] == "" or record["components"]["name"] in record["components"]["text"]
        assert ("outcome" in record or "resigned" in record) == (told["stage"] == OVER)
        replayed = replay(record)
        assert check_of(replayed.game, replayed.state) == told["check"]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for id in (*ids_of(game="marbleous", stage=OVER), *ids_of(game="connect_four")[:4]):
        if TOLD[id]["stage"] != OPEN:
            assert verify(read_archived(tmp_path / FOLDER / f"{id}.json.gz"))
    assert {name for name, number in counts(tmp_path).items() if number} == {"settings"}


def test_whatever_somebody_looks_at_stays(tmp_path):
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            watched, seen, played, left = [await table_of(house, "connect_four", [ANN, BEN]) for _ in range(4)]
            clock.pass_by(40 * DAY)
            async with house.lobby.connection(watched, BEN) as waiter:
                await waiter.wait(0.1)
            await house.lobby.visit(seen)
            await played.play(ANN.id, 3, played.position)
            assert await archive(house) == 1
            for table in (watched, seen, played):
                assert await house.lobby.open(table.id) is table
            with pytest.raises(NotHere, match="put away"):
                await house.lobby.open(left.id)
            with pytest.raises(NotHere):
                await left.play(ANN.id, 3, left.position)
    run(story())


def test_a_visit_is_noted_once_a_day(tmp_path, monkeypatch):
    clock, noted = Clockwork(), []

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            keep_awake = house.storage.keep_awake

            async def note(tables, until):
                noted.append(until)
                await keep_awake(tables, until)
            monkeypatch.setattr(house.storage, "keep_awake", note)
            for _ in range(50):
                await house.lobby.visit(table)
                clock.pass_by(3600)
    run(story())
    assert len(noted) == 2


def test_a_table_that_somebody_comes_to_meanwhile_stays(tmp_path, monkeypatch):
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            clock.pass_by(40 * DAY)
            add = house.archive.add

            def add_late(id, record):
                made = add(id, record)
                with closing(sqlite3.connect(tmp_path / FILE)) as other:
                    other.execute("UPDATE tables SET watched_until = ?", (clock(),))
                    other.commit()
                return made
            monkeypatch.setattr(house.archive, "add", add_late)
            assert await archive(house) == 0
            assert list((tmp_path / FOLDER).iterdir()) == []
            await table.play(ANN.id, 3, table.position)
    run(story())


@pytest.mark.parametrize("broken", ["write", "remove"])
def test_what_cannot_be_archived_stays_as_it_is(tmp_path, monkeypatch, broken):
    """A disk without room for the file, or a database that fails: the table is still there, and no file."""
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            table = await table_of(house, "connect_four", [ANN, BEN])
            clock.pass_by(40 * DAY)
            with monkeypatch.context() as patch:
                if broken == "write":
                    patch.setattr(os, "fsync", fail(OSError(28, "No space left on device")))
                    assert await archive(house) == 0
                else:
                    patch.setattr(house.storage, "remove", fail(DatabaseFailed("full")))
                    with pytest.raises(DatabaseFailed):
                        await archive(house)
            assert list((tmp_path / FOLDER).iterdir()) == []
            await table.play(ANN.id, 3, table.position)
    run(story())


def fail(error):
    def failing(*_):
        raise error
    return failing


def test_codes_come_free_again_and_never_run_out_in_a_loop(tmp_path, monkeypatch):
    """With one letter there is one code of each length."""
    monkeypatch.setattr(lobby, "CODE_LETTERS", "B")
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            first = await table_of(house, "connect_four", [ANN, BEN])
            others = [await table_of(house, "connect_four", [ANN, BEN]) for _ in range(4)]
            assert [len(table.id) for table in (first, *others)] == [4, 5, 6, 7, 8]
            with pytest.raises(Refused, match="all codes are taken"):
                await house.lobby.create(ANN, "connect_four", 2, listed=True)
            assert len((await house.lobby.create(ANN, "connect_four", 2)).id) > 20
            for action in (0, 1, 0, 1, 0, 1, 0):
                await first.play((ANN, BEN)[first.player].id, action, first.position)
            assert first.over and (await house.histories.of_table(first, ANN.id)).last == 7
            clock.pass_by(40 * DAY)
            for table in others:
                await house.lobby.visit(table)
            assert await archive(house) == 2
            again = await table_of(house, "connect_four", [BEN, ANN])
            assert again.id == "BBBB" and again.names == ["Ben", "Ann"]
            assert (await house.histories.of_table(again, ANN.id)).last == 0
            clock.pass_by(40 * DAY)
            await archive(house)
            names = {path.name for path in (tmp_path / FOLDER).iterdir()}
            assert {"BBBB.json.gz", "BBBB.1.json.gz"} <= names
    run(story())


def test_a_rematch_that_was_archived_can_be_asked_for_again(tmp_path):
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            await table.resign(ANN.id)
            following = await house.lobby.rematch(table, ANN.id)
            clock.pass_by(40 * DAY)
            await house.lobby.visit(table)
            assert await archive(house) == 1
            await table.refresh()
            assert table.next is None and (await house.lobby.rematch(table, BEN.id)).id != following.id
    run(story())


def test_what_cannot_be_opened_is_left_alone(tmp_path):
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            bad, good = [await table_of(house, "toy", [ANN, BEN]) for _ in range(2)]
            return bad.id, good.id
    bad, _ = run(story())
    with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as database:
        database.execute("UPDATE tables SET about = '{' WHERE id = ?", (bad,))
    clock.pass_by(40 * DAY)

    async def again():
        async with house_in(tmp_path, now=clock) as house:
            assert await archive(house) == 1
            assert [one.about.id for one in await house.lobby.tables_of(ANN)] == [bad]
    run(again())


def test_a_server_archives_by_itself(tmp_path, monkeypatch):
    clock = Clockwork()
    monkeypatch.setattr("marbletop.server.archive.LOOK", 0.01)

    async def story(days):
        async with house_in(tmp_path, now=clock, run=True, archive_after=days) as house:
            if not days:
                await table_of(house, "connect_four", [ANN, BEN])
                clock.pass_by(40 * DAY)
                return
            while await house.storage.count_tables(ANN.id):
                await house.storage.next_due(0)
            assert len(list((tmp_path / FOLDER).iterdir())) == 1
    run(story(0))
    assert not (tmp_path / FOLDER).exists()
    run(story(30))


def test_no_address_leads_out_of_the_archive(tmp_path):
    (tmp_path / "secret.json.gz").write_text("")
    (tmp_path / FOLDER).mkdir()
    for id in ("../secret", "..", "/etc/passwd", "", "x" * 41, "ä", "a b"):
        assert not is_file_name(id) and not Archive(tmp_path).has(id)


def test_a_host_can_keep_only_so_many_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_KEPT", 3)

    async def story():
        async with house_in(tmp_path) as house:
            for _ in range(3):
                table = await table_of(house, "toy", [ANN, BEN])
                await table.resign(ANN.id)
            with pytest.raises(Refused, match="You have 3 tables here"):
                await house.lobby.create(ANN, "toy", 2)
            await house.lobby.create(BEN, "toy", 2)
    run(story())


def test_an_address_can_open_only_so_many_tables_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_OPENED", 4)
    clock = Clockwork()

    async def story():
        async with house_in(tmp_path, now=clock) as house:
            for guest in (ANN, BEN, CAT):                       # another cookie does not help
                table = await house.lobby.create(guest, "toy", 2, address="192.0.2.1")
            await put_bot(table, CAT.id, 1, "beginner")
            await sit(table, CAT, [0])
            await table.deal(CAT.id)
            await table.resign(CAT.id)
            following = await house.lobby.rematch(table, CAT.id)
            assert await house.lobby.rematch(table, CAT.id) is following
            await following.deal(CAT.id)
            await following.resign(CAT.id)
            for refused in (house.lobby.create(ANN, "toy", 2, address="192.0.2.1"), house.lobby.rematch(following, CAT.id)):
                with pytest.raises(TooMuch, match="tomorrow") as told:
                    await refused
                assert 0 < told.value.wait <= DAY
            await house.lobby.create(ANN, "toy", 2, address="192.0.2.2")
            clock.pass_by(DAY)
            await house.lobby.create(ANN, "toy", 2, address="192.0.2.1")
    run(story())
    assert "192.0.2" not in (tmp_path / FILE).read_bytes().decode("latin1")


def test_an_address_can_bring_only_so_many_boxes_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr(lobby, "MOST_BROUGHT", 2)
    marabunta = GAMES["marabunta"]
    texts = [marabunta.components().text.replace('"reconstruction"', f'"mine {n}"') for n in range(3)]

    async def story():
        async with house_in(tmp_path, games={"marabunta": marabunta}) as house:
            for text in (texts[0], texts[0], texts[1]):
                await house.lobby.create(ANN, "marabunta", 2, components=text, address="192.0.2.1")
            with pytest.raises(TooMuch, match="editions"):
                await house.lobby.create(BEN, "marabunta", 2, components=texts[2], address="192.0.2.1")
            await house.lobby.create(BEN, "marabunta", 2, address="192.0.2.1")
            await house.lobby.create(BEN, "marabunta", 2, components=texts[2], address="192.0.2.2")
    run(story())
