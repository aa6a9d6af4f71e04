"""Data folders in which something is wrong: one sentence that says what to do, never a traceback, and nothing is replaced."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from marbletop.core.errors import MarbletopError
from marbletop.server.house import House
from marbletop.server.refusal import DatabaseFailed, Refused
from marbletop.server.storage.files import backup, restore
from marbletop.server.storage.sqlite import FILE, open_storage

from .helpers import ANN, BEN, SMALL_GAMES, QuickBots, house_in, run, table_of


def make_folder(folder):
    async def story():
        async with house_in(folder) as house:
            return (await table_of(house, "toy", [ANN, BEN])).id
    return run(story())


def change_number(name, number):
    def change(folder):
        with closing(sqlite3.connect(folder / FILE)) as database:
            database.execute(f"PRAGMA {name} = {number}")
    return change


def write_over(folder):
    (folder / FILE).write_bytes(b"nothing but text" * 500)


def cut_short(folder):
    (folder / FILE).write_bytes((folder / FILE).read_bytes()[:5000])


def empty(folder):
    (folder / FILE).write_bytes(b"")


def delete(folder):
    (folder / FILE).unlink()


def put_foreign(folder):
    delete(folder)
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.execute("CREATE TABLE recipes (name)")


def block(folder):
    delete(folder)
    (folder / FILE).mkdir()


WRONG = [
    pytest.param(write_over, "is damaged", id="text"), pytest.param(cut_short, "is damaged", id="cut short"),
    pytest.param(empty, "is empty", id="empty"), pytest.param(delete, "is gone", id="gone"),
    pytest.param(put_foreign, "not a Marbletop database", id="foreign"),
    pytest.param(change_number("application_id", 7), "not a Marbletop database", id="another application"),
    pytest.param(change_number("user_version", 999), "later Marbletop", id="newer"),
    pytest.param(block, "cannot be used", id="a folder in its place")]


def files_in(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir() if path.name != "lock"}


@pytest.mark.parametrize(("spoil", "sentence"), WRONG)
def test_a_spoilt_folder_is_not_served_and_not_changed(tmp_path, spoil, sentence):
    make_folder(tmp_path)
    spoil(tmp_path)
    before = files_in(tmp_path)
    for _ in range(2):
        with pytest.raises(Refused, match=sentence):
            run(house_in(tmp_path).__aenter__())
        after = files_in(tmp_path)
        assert {name: after[name] for name in before} == before
        assert set(after) - set(before) <= {f"{FILE}-wal", f"{FILE}-shm"}


@pytest.mark.parametrize(("spoil", "sentence"), WRONG)
def test_a_backup_of_it_is_refused_and_leaves_nothing(tmp_path, spoil, sentence):
    make_folder(tmp_path / "data")
    spoil(tmp_path / "data")
    with pytest.raises(Refused):
        backup(tmp_path / "data", tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("spoil", [write_over, cut_short, empty, delete])
def test_a_spoilt_folder_can_be_restored(tmp_path, spoil):
    id = make_folder(tmp_path / "data")
    backup(tmp_path / "data", tmp_path / "copy")
    spoil(tmp_path / "data")
    assert restore(tmp_path / "data", tmp_path / "copy") == 1

    async def story():
        async with house_in(tmp_path / "data") as house:
            assert (await house.lobby.open(id)).names == ["Ann", "Ben"]
    run(story())


def test_a_new_folder_begins_with_a_whole_database(tmp_path):
    """Whoever is killed while making one leaves none, or a whole one: an empty file is always a damaged one."""
    folder = tmp_path / "not" / "there"
    make_folder(folder)
    assert sorted(path.name for path in folder.iterdir() if not path.name.startswith(f"{FILE}-")) == ["lock", FILE]


@pytest.mark.slow
def test_two_processes_may_begin_a_folder_at_once(tmp_path):
    code = ("import sys; from pathlib import Path; from marbletop.server.storage.sqlite import open_storage; "
            "open_storage(Path(sys.argv[1])); print('ready')")
    begun = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
             for _ in range(4)]
    assert [one.communicate()[0] for one in begun] == ["ready\n"] * 4
    make_folder(tmp_path)


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(30, "Read-only file system")])
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch, error):
    def refuse(*_, **__):
        raise error
    with monkeypatch.context() as patch:
        patch.setattr("marbletop.server.storage.files.open", refuse, raising=False)
        with pytest.raises(Refused, match=f"cannot be used: {error.strerror}"):
            run(house_in(tmp_path).__aenter__())
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match=r"cannot be used: (File exists|Not a directory)"):
        run(house_in(tmp_path / "file").__aenter__())


def test_a_database_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch):
    make_folder(tmp_path)

    class ReadOnly(sqlite3.Connection):
        def execute(self, sql, *values):
            if sql.startswith("BEGIN IMMEDIATE"):
                raise sqlite3.OperationalError("attempt to write a readonly database")
            return super().execute(sql, *values)
    connect_to = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect_to(*given, **more, factory=ReadOnly))
    with pytest.raises(Refused, match="cannot be used: attempt to write a readonly database"):
        open_storage(tmp_path)


def test_a_server_that_wants_a_folder_for_itself_notices_another(tmp_path):
    async def story():
        async with house_in(tmp_path, alone=True):
            for alone in (True, False):
                with pytest.raises(Refused, match="another server"):
                    House(tmp_path, games=SMALL_GAMES, bots=QuickBots(), alone=alone).open_folder()
        async with house_in(tmp_path):
            with pytest.raises(Refused, match="another server"):
                House(tmp_path, games=SMALL_GAMES, bots=QuickBots(), alone=True).open_folder()
            async with house_in(tmp_path):
                pass
        async with house_in(tmp_path, alone=True):
            pass
    run(story())


@pytest.mark.parametrize("target", ["missing/copy", "folder", "file/copy"])
def test_a_backup_to_nowhere_is_one_sentence(tmp_path, target):
    make_folder(tmp_path / "data")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(Refused, match=f"{target}.* cannot be written"):
        backup(tmp_path / "data", tmp_path / target)
    assert sorted(tmp_path.iterdir()) == before and list((tmp_path / "folder").iterdir()) == []


def play_something(house, table):
    who = (ANN, BEN)[table.player]
    return table.play(who.id, table.game.legal_list(table.state, table.box)[0], table.position)


def test_a_database_that_is_deleted_while_it_is_used_is_noticed(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            before = table.now
            os.rename(tmp_path / FILE, tmp_path / "elsewhere")
            for _ in range(2):
                house._checked = -10
                with pytest.raises(DatabaseFailed, match="is gone"):
                    await house.check()
                with pytest.raises(DatabaseFailed, match="is gone"):
                    await play_something(house, table)
                with pytest.raises(DatabaseFailed, match="is gone"):
                    await house.lobby.create(ANN, "toy", 2)
            assert table.now == before and not (tmp_path / FILE).exists()
            (tmp_path / FILE).write_bytes(b"")
            with pytest.raises(DatabaseFailed, match="is gone"):
                await play_something(house, table)
            assert (tmp_path / FILE).read_bytes() == b""
            os.replace(tmp_path / "elsewhere", tmp_path / FILE)
            await house.check()
            await play_something(house, table)
            return table.id, table.now.last
    id, last = run(story())

    async def look_again():
        async with house_in(tmp_path) as house:
            assert (await house.lobby.open(id)).now.last == last
    run(look_again())


class FullDisk(sqlite3.Connection):
    """A connection on a disk that is full for a while: SQLite itself takes the whole transaction back."""

    full = False

    def execute(self, sql, *values):
        if FullDisk.full and sql.startswith(("INSERT", "UPDATE")):
            super().execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


@pytest.fixture
def disk(monkeypatch):
    connect_to = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect_to(*given, **more, factory=FullDisk))
    yield lambda full: monkeypatch.setattr(FullDisk, "full", full)
    FullDisk.full = False


def test_on_a_full_disk_nothing_is_saved_and_everything_is_shown(tmp_path, disk):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, "beginner"])
            before = table.now
            disk(True)
            house._checked = -10
            with pytest.raises(DatabaseFailed, match="disk is full"):
                await house.check()
            with pytest.raises(DatabaseFailed, match="disk is full"):
                await play_something(house, table)
            async with house.lobby.connection(table, ANN) as waiter:        # whoever watches goes on watching
                assert not await waiter.wait(0.01)
            assert table.now == before == (await house.storage.load(table.id)).status
            disk(False)
            await house.check()
            await play_something(house, table)
            assert table.now.last == before.last + 1
    run(story())


def told(*arguments):
    done = subprocess.run([sys.executable, "-m", "marbletop", *map(str, arguments)], capture_output=True, text=True,
                          env={**os.environ, "COLUMNS": "400"})
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_command_says_it_in_one_line(tmp_path):
    make_folder(tmp_path / "data")
    write_over(tmp_path / "data")
    for arguments, sentence in ((("serve", "--no-browser", "--port", 0), "is damaged"),
                                (("backup", tmp_path / "copy"), "is damaged"),
                                (("restore", tmp_path / "data" / FILE), "not a Marbletop backup")):
        code, said = told(*arguments, "--data", tmp_path / "data")
        assert code == 2 and sentence in said and len(said.strip().splitlines()) == 1, said


def test_errors_of_the_database_are_errors_of_ours():
    assert issubclass(DatabaseFailed, MarbletopError) and not issubclass(DatabaseFailed, Refused)
