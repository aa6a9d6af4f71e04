"""PostgreSQL in place of the file: its own ways to fail, and the way from one database to the other."""

import asyncio
import logging
import os
import re
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from marbletop.cli import app
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.house import House
from marbletop.server.records import whole_record
from marbletop.server.refusal import DatabaseFailed, Refused
from marbletop.server.storage import migrate
from marbletop.server.storage.databases import backup, open_storage, restore
from marbletop.server.storage.dialect import schema_to_postgres, to_postgres
from marbletop.server.storage.engine import CONNECTIONS
from marbletop.server.storage.migrate import latest_version, migrations, statements
from marbletop.server.storage.opening import FILE
from marbletop.web.app import make_app
from marbletop.web.settings import Settings

from .helpers import ANN, BEN, Clockwork, house_in, run, table_of, work

NEEDS_SERVER = pytest.mark.slow
AWAY = float(os.environ.get("MARBLETOP_AWAY", "0"))         # seconds that the database is away; 60 for a longer proof


def test_statements_are_translated():
    assert to_postgres("SELECT user FROM a WHERE x = ? AND y IN (?, ?)") == (
        'SELECT "user" FROM a WHERE x = $1 AND y IN ($2, $3)')
    assert to_postgres("a ?2 b ?1 c ?2") == "a $2 b $1 c $2"
    assert to_postgres("s.user = ? AND users = ?") == 's."user" = $1 AND users = $2'
    assert schema_to_postgres("CREATE TABLE t (a INTEGER, b REAL, c BLOB, user TEXT) WITHOUT ROWID;") == (
        'CREATE TABLE t (a BIGINT, b DOUBLE PRECISION, c BYTEA, "user" TEXT);')


def test_some_statements_of_migrations_are_for_sqlite_only():
    text = "SELECT 1;\n-- SQLite only\nSELECT\n 2;\nSELECT 3;\n"
    assert [one.split()[1] for one in statements(text)] == ["1;", "2;", "3;"]
    assert [one.split()[1] for one in statements(text, postgres=True)] == ["1;", "3;"]


async def all_records(house):
    """The records of all tables that were dealt, as bytes."""
    rows = await house.storage._read("SELECT id FROM tables WHERE stage <> 'open' ORDER BY created, id")
    return [repr(await whole_record(await house.lobby.open(row[0]))).encode() for row in rows]


async def play_many(house, clock):
    """Tables at every stage: open, running with a clock, over, folded; with bots, hands, an undo and phrases."""
    await house.lobby.create(ANN, "toy", 2, listed=True, request="once")
    for game in ("connect_four", "toy", "stepping"):
        table = await table_of(house, game, [ANN, BEN])
        for _ in range(6):
            if not table.over:
                legal = table.game.legal_list(table.state, table.box)
                await table.play([ANN, BEN][table.player].id, legal[-1], table.position)
        await house.lobby.say(table, ANN.id, "hello")
    table = await table_of(house, "toy", [ANN, "beginner"])
    while not table.over:
        if table.player == 0:
            await table.play(ANN.id, table.game.legal_list(table.state, table.box)[0], table.position)
        await work(house)
    clock.pass_by(4000.0)
    await work(house)
    await house.guest_values.put(ANN.id, "lesson toy", {"chapter": "zwölf ✓"})


@NEEDS_SERVER
def test_tables_go_to_postgresql_and_back_byte_for_byte(tmp_path, postgres):
    clock, database = Clockwork(), postgres.new_database()

    async def begin():
        async with house_in(tmp_path / "one", now=clock) as house:
            await play_many(house, clock)
            return await all_records(house)

    async def look(folder, database):
        async with house_in(folder, now=clock, database=database) as house:
            assert (await house.guest_values.get(ANN.id, "lesson toy")) == {"chapter": "zwölf ✓"}
            return await all_records(house), house.lobby.key
    records = run(begin())
    _, key = run(look(tmp_path / "one", ""))
    assert backup(tmp_path / "one", tmp_path / "first") == len(records) + 1 == 5
    assert restore(tmp_path / "two", tmp_path / "first", database) == 5
    assert run(look(tmp_path / "two", database)) == (records, key)
    assert backup(tmp_path / "two", tmp_path / "second", database) == 5
    assert rows_in(tmp_path / "second") == rows_in(tmp_path / "first")
    assert restore(tmp_path / "three", tmp_path / "second") == 5
    assert run(look(tmp_path / "three", "")) == (records, key)


def rows_in(path):
    """All rows of all tables, but for what a server writes to see whether it can."""
    with closing(sqlite3.connect(path)) as database:
        names = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(map(repr, database.execute(f"SELECT * FROM {name}"))) for name in names}


@NEEDS_SERVER
def test_a_restore_that_fails_changes_nothing(tmp_path, postgres):
    database = postgres.new_database()

    async def begin(folder, database):
        async with house_in(folder, database=database) as house:
            return (await table_of(house, "toy", [ANN, BEN])).id
    ids = [run(begin(tmp_path / "there", database)), run(begin(tmp_path / "here", ""))]
    backup(tmp_path / "here", tmp_path / "broken")
    with closing(sqlite3.connect(tmp_path / "broken", isolation_level=None)) as copy:
        copy.execute("UPDATE tables SET created = 'yesterday'")
    with pytest.raises(Refused, match="yesterday"):
        restore(tmp_path / "there", tmp_path / "broken", database)
    assert postgres.do("SELECT id FROM tables", database) == [(ids[0],)]


@NEEDS_SERVER
def test_commands_take_the_address_and_never_print_its_password(tmp_path, postgres, monkeypatch):
    database = postgres.new_database()

    async def begin():
        async with house_in(tmp_path, database=database) as house:
            await house.lobby.create(ANN, "toy", 2)
    run(begin())

    monkeypatch.setenv("MARBLETOP_DATA", str(tmp_path))
    monkeypatch.setenv("MARBLETOP_DATABASE", database)
    said = CliRunner().invoke(app, ["backup", str(tmp_path / "copy")])
    assert said.exit_code == 0 and "1 tables are in" in " ".join(said.output.split())
    said = CliRunner().invoke(app, ["restore", str(tmp_path / "copy"), "--database", database])
    assert said.exit_code == 0 and "1 tables are back in the database" in said.output
    secret = "postgresql://ann:quite-secret@127.0.0.1:1/tables"
    said = CliRunner().invoke(app, ["backup", str(tmp_path / "copy"), "--database", secret])
    assert said.exit_code and "postgresql://ann@127.0.0.1:1/tables cannot be used" in str(said.exception)
    assert "quite-secret" not in str(said.exception) + said.output


@NEEDS_SERVER
@pytest.mark.parametrize(("change", "words"), [
    ("UPDATE marbletop SET version = 999", "later Marbletop"),
    ("DROP TABLE marbletop", "belongs to another program"),
    ("UPDATE marbletop SET version = -1", "belongs to another program")])
def test_what_is_not_ours_is_refused(tmp_path, postgres, change, words):
    database = postgres.new_database()
    run(open_storage(tmp_path, database).close())
    postgres.do(change, database)
    before = postgres.do("SELECT count(*) FROM information_schema.tables")
    with pytest.raises(Refused, match=words):
        open_storage(tmp_path, database)
    assert postgres.do("SELECT count(*) FROM information_schema.tables") == before


def test_a_password_is_not_shown():
    shown = pytest.importorskip("marbletop.server.storage.postgres_opening").shown
    for url, told in (("postgresql://ann:se@cr:et@host/x?password=more", "postgresql://ann@host/x"),
                      ("postgresql:///x?host=/run", "postgresql:///x"), ("postgresql://[", "postgresql://[")):
        assert shown(url) == told


def test_an_address_that_leads_nowhere_is_refused(tmp_path):
    pytest.importorskip("asyncpg")
    for database, words in (("mysql://x", "begins with postgresql"), ("postgresql://127.0.0.1:1/x", "cannot be used"),
                            (f"postgresql:///x?host={tmp_path}", "cannot be used"), ("postgresql://[", "cannot be used")):
        with pytest.raises(Refused, match=words):
            open_storage(tmp_path, database)


@NEEDS_SERVER
def test_two_servers_may_begin_a_database_at_once(tmp_path, postgres):
    database = postgres.new_database()

    async def begin(folder):
        return await asyncio.to_thread(open_storage, folder, database)

    async def story():
        storages = await asyncio.gather(*(begin(tmp_path / str(n)) for n in range(4)))
        keys = await asyncio.gather(*(storage.setting("signing key", os.urandom(32)) for storage in storages))
        for storage in storages:
            await storage.close()
        assert len(set(keys)) == 1
    run(story())


@NEEDS_SERVER
def test_a_migration_waits_for_no_old_server_and_surprises_none(tmp_path, postgres, monkeypatch):
    """While an old server runs, a new one is refused. An old one that comes back later is refused by its connections."""
    database, present = postgres.new_database(), migrations()

    def be_new():
        changed = [*present, (latest + 1, "ALTER TABLE settings ADD COLUMN more TEXT;")]
        monkeypatch.setattr(migrate, "migrations", lambda: changed)
        monkeypatch.setattr("marbletop.server.storage.postgres_opening.migrations", migrate.migrations)

    def be_old():
        monkeypatch.setattr(migrate, "migrations", lambda: present)
    latest = latest_version()

    async def story():
        async with house_in(tmp_path, database=database, look=3600.0) as old:
            table = await table_of(old, "connect_four", [ANN, BEN])
            be_new()
            with pytest.raises(Refused, match="Other Marbletop servers use"):
                open_storage(tmp_path, database)
            be_old()
            await table.play(ANN.id, 3, table.position)
            position = table.position
            pool = old.storage.engine._pool
            while pool._free._value < CONNECTIONS:      # somebody still uses one
                await asyncio.sleep(0.01)
            for connection in pool._idle:               # they are lost, and come back after the migration
                await connection.close()
            be_new()
            await open_storage(tmp_path, database).close()
            be_old()
            with pytest.raises(DatabaseFailed) as failed:
                await table.play(BEN.id, 3, position)
            assert "start it anew" in str(failed.value.__cause__) and table.position == position
        be_new()
        async with house_in(tmp_path, database=database) as new:
            table = await new.lobby.open(table.id)
            await table.play(BEN.id, 3, position)
    run(story())


@NEEDS_SERVER
def test_a_copy_is_kept_before_a_migration(tmp_path, postgres, monkeypatch):
    """It holds every row in the tables of its version, and can be restored by the version that it was made by."""
    database, present = postgres.new_database(), migrations()

    async def begin():
        async with house_in(tmp_path, database=database) as house:
            await table_of(house, "connect_four", [ANN, BEN])
            return await all_records(house)

    async def look(folder):
        async with house_in(folder) as house:
            return await all_records(house)
    records = run(begin())
    copy = tmp_path / f"{FILE}.version-{latest_version()}"
    assert not copy.exists()
    backup(tmp_path, tmp_path / "before", database)
    changed = [*present, (latest_version() + 1, "ALTER TABLE settings ADD COLUMN more TEXT;")]
    with monkeypatch.context() as later:
        later.setattr(migrate, "migrations", lambda: changed)
        later.setattr("marbletop.server.storage.postgres_opening.migrations", migrate.migrations)
        run(open_storage(tmp_path, database).close())
    assert rows_in(copy) == rows_in(tmp_path / "before")
    assert restore(tmp_path / "again", copy) == len(records) == 1
    assert run(look(tmp_path / "again")) == records


@NEEDS_SERVER
def test_what_two_processes_change_at_once_counts_twice(tmp_path, postgres):
    """Each reads the value that it adds to: whoever comes second is run again."""
    database = postgres.new_database()

    async def story():
        async with house_in(tmp_path, database=database) as one, house_in(tmp_path, database=database) as two:
            await asyncio.gather(*(house.guest_values.change(ANN.id, "count", lambda old: (old or 0) + 1)
                                   for _ in range(15) for house in (one, two)))
            assert await two.guest_values.get(ANN.id, "count") == 30
            table = await table_of(one, "toy", [ANN, BEN])
            twin = await two.lobby.open(table.id)
            await asyncio.gather(*(house.lobby.say(at, ANN.id, "hello")
                                   for _ in range(8) for house, at in ((one, table), (two, twin))))
            assert [said.number for said in await one.storage.phrases_said(table.id)] == list(range(16))
    run(story())


@NEEDS_SERVER
def test_a_box_is_not_removed_while_a_table_takes_it(tmp_path, postgres):
    """Archiving the last table with a box and opening another one with the same box, again and again."""
    clock, database = Clockwork(), postgres.new_database()

    async def story():
        async with house_in(tmp_path, database=database, now=clock) as one, \
                house_in(tmp_path, database=database, now=clock) as two:
            table = await one.lobby.create(ANN, "toy", 2)
            for _ in range(10):
                clock.pass_by(10.0)
                removed, following = await asyncio.gather(one.storage.remove(table.id, table.now.last, clock()),
                                                          two.lobby.create(ANN, "toy", 2))
                assert removed and (await one.storage.load(following.id)).box is not None
                table = following
    run(story())


@NEEDS_SERVER
def test_statements_are_prepared_and_connections_pooled(tmp_path, postgres):
    database = postgres.new_database()

    async def story():
        async with house_in(tmp_path, database=database) as house:
            for _ in range(30):
                await house.storage.setting("x", b"1")
            kept, = await house.storage._read("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%settings%'")
            assert 1 <= kept[0] <= 4
            await asyncio.gather(*(house.storage.setting("x", b"1") for _ in range(100)))
            used, = await house.storage._read(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid IN (SELECT pid FROM pg_stat_activity "
                "WHERE application_name = 'marbletop') AND objid = (hashtext(current_schema())::bigint & 4294967295)")
            assert 2 <= used[0] <= 10
    run(story())


@NEEDS_SERVER
def test_what_no_text_can_hold_is_found_nowhere(tmp_path, postgres):
    async def story():
        async with house_in(tmp_path, database=postgres.new_database()) as house:
            assert await house.storage.load("a\0b") is None
            first = await house.lobby.create(ANN, "toy", 2, request="a\0b")
            assert await house.lobby.create(ANN, "toy", 2, request="a\0b") is first
    run(story())


@NEEDS_SERVER
def test_a_database_that_is_away_costs_a_clear_page_and_no_move(tmp_path, own_postgres):
    """Stopped and started twice, once as in a crash: pages say so in a sentence, and what was acknowledged is there."""
    served = make_app(Settings(tmp_path, database=own_postgres.new_database()), bots=ThreadBots(GAMES))
    with TestClient(served) as client:
        made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"})
        path, house = made.url.path, served.state.house
        table = house.lobby._tables[path.rpartition("/")[2]]
        for number, how in enumerate((signal.SIGINT, signal.SIGQUIT)):
            move = {"action": "3", "position": str(table.position)}
            assert client.post(f"{path}/play", data=move).status_code == 200
            assert len(actions_of(client, table)) == 2 * number + 1
            own_postgres.stop(how)
            move = {"action": "4", "position": str(table.position)}
            house._checked = -10
            assert client.get("/healthz").status_code == 503
            for asked in (f"{path}/play", "/now/connect_four"):
                answer = client.post(asked, data=move)
                assert answer.status_code == 503 and "database doesn" in answer.text
            assert client.get("/rules/connect_four").status_code == 200
            time.sleep(AWAY)
            own_postgres.start()
            assert client.post(f"{path}/play", data=move).status_code == 200
            assert client.get("/healthz").status_code == 200
            assert len(actions_of(client, table)) == 2 * number + 2
    rows = own_postgres.do(f"SELECT data FROM entries WHERE table_id = '{table.id}' AND kind = 'action' ORDER BY entry",
                         house._database)
    assert len(rows) == 4


@NEEDS_SERVER
def test_logs_have_no_secrets(tmp_path, own_postgres, caplog):
    """Whatever is logged while people play and the database crashes under them: no name, no cookie, no link, no key, no
    password and nobody's address."""
    caplog.set_level(logging.DEBUG)
    database = f"{own_postgres.new_database()}&password=hush-hush"
    served = make_app(Settings(tmp_path, database=database), bots=ThreadBots(GAMES))
    with TestClient(served, client=("203.0.113.7", 4000)) as client:
        made = client.post("/new", data={"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"})
        path, house = made.url.path, served.state.house
        table = house.lobby._tables[path.rpartition("/")[2]]
        assert client.post(f"{path}/play", data={"action": "3", "position": str(table.position)}).status_code == 200
        assert client.get(f"/join/{table.id}/{table.about.join_token}x").status_code == 404
        own_postgres.stop(signal.SIGQUIT)
        assert client.post(f"{path}/play", data={"action": "4", "position": str(table.position)}).status_code == 503
        own_postgres.start()
        assert client.post(f"{path}/play", data={"action": "4", "position": str(table.position)}).status_code == 200
        hidden = [client.cookies["marbletop"], table.holders[0].name, table.holders[0].user, table.about.join_token,
                  table.about.watch_token, table.secret.secret.hex(), house.lobby.key.hex(), repr(house.lobby.key)[2:-1],
                  "hush-hush", "203.0.113.7"]
    ours = [record for record in caplog.records if not record.name.startswith("httpx")]         # those are the visitor's
    logged = "\n".join(logging.Formatter().format(record) for record in ours)
    assert "could not do its work" in logged
    assert not [one for one in hidden if re.search(rf"\b{re.escape(one)}\b", logged)]


def actions_of(client, table):
    entries = client.portal.call(table.room.storage.entries, table.id)
    return [entry.data["action"] for entry in entries if entry.kind == "action"]


def test_the_house_takes_no_lock_of_the_folder_for_another_database(tmp_path):
    assert not House(tmp_path, database="postgresql://x", alone=True)._alone
    assert House(tmp_path, alone=True)._alone
