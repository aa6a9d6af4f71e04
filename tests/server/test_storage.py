"""The database: what is written stays, what is half written is not there, backups are whole."""

import asyncio
import random
import sqlite3
from contextlib import closing

import pytest

from marbletop.core.state import KEY_BYTES
from marbletop.server.refusal import DatabaseFailed, Refused
from marbletop.server.storage import EntryConflict
from marbletop.server.storage.databases import backup, restore
from marbletop.server.storage.files import Lock, data_folder
from marbletop.server.storage.migrate import APPLICATION, migrate, migrations, statements, version_of
from marbletop.server.storage.sqlite import FILE, connect

from ..commands import run_command
from . import helpers
from .helpers import ANN, BEN, SMALL_GAMES, copy_of, house_in, run, table_of, work


def test_every_commit_reaches_the_disk(tmp_path):
    with closing(connect(tmp_path / FILE)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_migrations_are_numbered_and_carried_out_once(tmp_path):
    assert [number for number, _ in migrations()] == list(range(1, len(migrations()) + 1))
    with closing(connect(tmp_path / FILE)) as connection:
        migrate(connection, tmp_path / FILE)
        connection.execute("INSERT INTO settings VALUES ('kept', 'yes')")
        migrate(connection, tmp_path / FILE)
        assert version_of(connection) == migrations()[-1][0]
        assert connection.execute("SELECT value FROM settings").fetchall() == [("yes",)]
        connection.execute("PRAGMA user_version = 999")
        with pytest.raises(Refused, match="later Marbletop"):
            migrate(connection, tmp_path / FILE)
    with closing(connect(tmp_path / "other")) as other:
        other.execute("PRAGMA user_version = 1")
        with pytest.raises(Refused, match="not a Marbletop"):
            migrate(other, tmp_path / "other")
    assert statements("-- x\nSELECT 1; -- y\nSELECT\n 2;\n") == ["\nSELECT 1;\n", "SELECT\n 2;\n"]
    assert int.from_bytes(b"MRBL", "big") == APPLICATION


def test_the_key_lies_in_a_row_of_its_own(tmp_path, engine):
    """Neither the secret nor the key made from it is anywhere else in the database, however it is written."""
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, "beginner"])
            while not table.over:
                if table.player == 0:
                    await table.play(ANN.id, table.game.legal_list(table.state, table.box)[0], table.position)
                await work(house)
            await house.storage.fold(table.id)
            return table.secret, table.game.state.pack(table.state)[:KEY_BYTES]
    secret, key = run(story())
    with closing(connect(copy_of(tmp_path))) as connection:
        connection.execute("DELETE FROM secrets")
        text = "\n".join(connection.iterdump())
    for hidden in (secret.secret, key):
        for written in (hidden.hex(), hidden.hex().upper(), repr(hidden)[2:-1], str(int.from_bytes(hidden[:8], "little")),
                        str(int.from_bytes(hidden[8:16], "little"))):
            assert written not in text


def test_long_snapshots_are_compressed_and_come_back(tmp_path):
    from marbletop.server.storage.sql import _compress, _decompress
    for snapshot in (b'{"a":1}', b'{"a":[' + b"1," * 2000 + b"1]}"):
        assert _decompress(_compress(snapshot)) == snapshot
    assert len(_compress(b'{"a":[' + b"1," * 2000 + b"1]}")) < 200 and _compress(None) is None


def test_an_entry_is_written_with_all_that_belongs_to_it_or_not_at_all(tmp_path, engine):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            change = table._action_change(ANN.id, 0, table.game.legal_list(table.state, table.box)[0], {})
            before = dump(tmp_path)
            broken = change.__class__(**{**change.__dict__, "saw": (("ann", object()),)})
            with pytest.raises(Exception, match="object"):
                await house.storage.append(table.id, broken)
            assert dump(tmp_path) == before
            results = await asyncio.gather(*(house.storage.append(table.id, one) for one in (broken, change, change)),
                                           return_exceptions=True)
            assert {type(result) for result in results[1:]} == {int, EntryConflict}, "one of two that are the same"
    run(story())


def dump(folder):
    with closing(connect(copy_of(folder))) as connection:
        return list(connection.iterdump())


def test_a_backup_of_a_running_server_restores(tmp_path, engine):
    """Copies are made while tables are played; each is a whole database whose tables open and replay."""
    database = helpers.database_of(tmp_path / "data")

    async def play(house, table, choices):
        while not table.over:
            legal = table.game.legal_list(table.state, table.box)
            await table.play([ANN, BEN][table.player].id, choices.choice(legal), table.position)

    async def story():
        async with house_in(tmp_path / "data") as house:
            tables = [await table_of(house, "connect_four", [ANN, BEN]) for _ in range(6)]
            playing = asyncio.gather(*(play(house, table, random.Random(n)) for n, table in enumerate(tables)))
            for copy in range(3):
                await asyncio.sleep(0.02)
                assert await asyncio.to_thread(backup, tmp_path / "data", tmp_path / f"copy{copy}", database) == 6
            await playing
            with pytest.raises(Refused, match=r"server.* Stop"):
                restore(tmp_path / "data", tmp_path / "copy0", database)
            return [table.id for table in tables], [table.now for table in tables]
    ids, ended = run(story())

    async def check(folder):
        async with house_in(folder) as house:
            for id, end in zip(ids, ended):
                table = await house.lobby.open(id)
                log = await house.storage.entries(id)
                assert table.now.last == log[-1].number == len(log) - 1 <= end.last
                state = replayed(table, log)
                assert state == table.state
    for copy in range(3):
        other = tmp_path / f"other{copy}"
        assert restore(other, tmp_path / f"copy{copy}", helpers.database_of(other)) == 6
        run(check(other))
    restore(tmp_path / "data", tmp_path / "copy0", database)
    run(check(tmp_path / "data"))
    restore(tmp_path / "data", tmp_path / "data" / f"{FILE}.before-restore", database)
    run(check(tmp_path / "data"))


def replayed(table, log):
    """The state that the log leads to, played by the rules alone."""
    state = table.game.blank(table.about.seats, table.game.read_options(table.about.options), table.secret.key)
    table.game.setup(state, table.box)
    for entry in log:
        if entry.kind == "action":
            table.game.play(state, table.box, entry.data["action"])
    return state


def test_what_is_no_backup_is_refused(tmp_path):
    (tmp_path / "text").write_text("this is no database, and long enough to be read as one" * 100)
    with closing(sqlite3.connect(tmp_path / "foreign")) as foreign:
        foreign.execute("CREATE TABLE t (x)")
    for name, words in (("text", "not a Marbletop backup"), ("foreign", "not a Marbletop database"), ("none", "no file")):
        with pytest.raises(Refused, match=words):
            restore(tmp_path / "data", tmp_path / name)
    with pytest.raises(Refused, match="nothing to back up"):
        backup(tmp_path / "data", tmp_path / "copy")
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["lock"]


def test_a_damaged_database_can_be_replaced(tmp_path):
    async def story():
        async with house_in(tmp_path / "data") as house:
            return (await table_of(house, "toy", [ANN, BEN])).id
    id = run(story())
    backup(tmp_path / "data", tmp_path / "copy")
    (tmp_path / "data" / FILE).write_bytes(b"\0" * 8192)
    assert restore(tmp_path / "data", tmp_path / "copy") == 1

    async def check():
        async with house_in(tmp_path / "data") as house:
            assert (await house.lobby.open(id)).names == ["Ann", "Ben"]
    run(check())


def test_restoring_and_serving_exclude_each_other(tmp_path):
    one, two = Lock(tmp_path), Lock(tmp_path)
    one.share()
    two.share()
    with pytest.raises(Refused, match="Stop it first"):
        two.restore()
    one.release()
    two.restore()
    with pytest.raises(Refused, match="being restored"):
        Lock(tmp_path).share()
    two.release()


@pytest.mark.slow
def test_backup_and_restore_on_the_command_line(tmp_path, monkeypatch):
    async def story():
        async with house_in(tmp_path / "data") as house:
            await house.lobby.create(ANN, "toy", 2)
    run(story())

    def told(*arguments, **environment):
        done = run_command(*arguments, environment=environment)
        assert done.returncode == 0, done.stderr
        return " ".join(done.stdout.split())
    assert "1 tables are in" in told("backup", tmp_path / "copy", MARBLETOP_DATA=str(tmp_path / "data"))
    assert "1 tables are back in" in told("restore", tmp_path / "copy", "--data", tmp_path / "new")
    monkeypatch.setenv("MARBLETOP_DATA", str(tmp_path))
    assert data_folder() == tmp_path and data_folder(tmp_path / "x") == tmp_path / "x"
    monkeypatch.delenv("MARBLETOP_DATA")
    assert data_folder().name == "marbletop"
    assert set(SMALL_GAMES) == {"connect_four", "toy", "stepping"}


class Broken(sqlite3.Connection):
    """A connection whose disk is gone for a while."""

    gone = False

    def execute(self, sql, *values):
        if Broken.gone and sql in ("COMMIT", "ROLLBACK"):
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)


def test_the_writer_outlives_a_connection_that_can_neither_commit_nor_roll_back(tmp_path, monkeypatch):
    connect_to = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect_to(*given, **more, factory=Broken))

    async def scenario():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", (ANN, BEN))
            before = await house.storage.entries(table.id)
            monkeypatch.setattr(Broken, "gone", True)
            house._checked = -10
            with pytest.raises(DatabaseFailed):
                await house.check()
            with pytest.raises(DatabaseFailed):
                await house.storage.let_in(table.id, "x", True)
            monkeypatch.setattr(Broken, "gone", False)
            await house.check()
            await house.storage.let_in(table.id, "x", True)
            assert await house.storage.entries(table.id) == before
            assert (await house.storage.load(table.id)).rights["x"]
    run(scenario())


def test_whoever_comes_after_the_end_is_refused(tmp_path, engine, caplog):
    """What waits is done, what comes later fails at once, and people who are still connected can go."""
    async def story():
        async with asyncio.timeout(60), house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", (ANN, BEN))
            connection = house.lobby.connection(table, BEN)
            await connection.__aenter__()
            waiting = [asyncio.ensure_future(house.storage.entries(table.id)) for _ in range(5)]
            await asyncio.sleep(0)
            await house.storage.close()
            assert {len(entries) for entries in await asyncio.gather(*waiting)} == {table.now.last + 1}
            for late in (house.storage.entries(table.id), house.storage.phrases_said(table.id), house.storage.check(),
                         house.storage.let_in(table.id, "x", True), table.play(ANN.id, 3, table.position)):
                with pytest.raises(DatabaseFailed, match="The server is stopping"):
                    await late
            await connection.__aexit__(None, None, None)
            await house.storage.close()                     # again, as the house does
    run(story())
    assert not [record for record in caplog.records if record.exc_info]
