"""A data folder of the first version is opened, looked at and played on by this one, whatever has become of the boxes."""

import random
import sqlite3
from contextlib import closing

import pytest

from marbletop.core.match import Match, check_of
from marbletop.core.record import record_of
from marbletop.core.verification import verify
from marbletop.games import GAMES
from marbletop.server.entries import OPEN, OVER, RUNNING
from marbletop.server.hints import hint_for
from marbletop.server.records import table_record
from marbletop.server.refusal import Refused
from marbletop.server.seating import come_back, put_bot
from marbletop.server.seats import BOT, EMPTY
from marbletop.server.storage.sqlite import FILE
from marbletop.server.table_view import look, uncover

from .helpers import ANN, BEN, Clockwork, QuickBots, house_in, run, work
from .make_old_folder import play
from .old_folder import TOLD, change_own_box, copy_old_folder, first_box, ids_of
from .test_coach import WiseBots

LONG = {"marbles_and_jokers"}               # games that take too long to be finished at random by a test
BOXED = [name for name in GAMES if GAMES[name].components().text]


def change_comment(text):
    return f"# A remark.\n{text}"


def change_value(text):
    return text.replace("printed = false", "printed = true").replace("\nstart_tokens = 2", "\nstart_tokens = 1")


def old_house(folder, **more):
    """A house on a folder of the old version, a while after that was left."""
    clock = Clockwork()
    clock.time = 1_790_010_000.0
    return house_in(folder, games=GAMES, bots=QuickBots(GAMES), now=clock, **more)


async def finish(house, table):
    """Play to the end, in long games a few moves before somebody resigns; the record verifies."""
    choices = random.Random(table.id)
    await play(house, table, choices, 4 if table.about.game in LONG else 1000)
    if not table.over:
        await table.resign(ANN.id)
    while not table.over:
        await table.resign(next(holder.user for holder in table.holders if holder.user))
    assert verify(await table_record(table))


def test_a_copy_is_kept_before_the_upgrade(tmp_path):
    async def story():
        async with old_house(copy_old_folder(tmp_path)):
            pass
    async def again():
        async with old_house(tmp_path):
            pass
    copy_old_folder(tmp_path / "untouched")
    run(story())
    copy = tmp_path / f"{FILE}.version-1"
    with closing(sqlite3.connect(copy)) as kept, closing(sqlite3.connect(tmp_path / "untouched" / FILE)) as old:
        assert list(kept.iterdump()) == list(old.iterdump())
        assert kept.execute("PRAGMA user_version").fetchone() == (1,)
    copy.unlink()
    run(again())
    assert not copy.exists(), "nothing was left to be brought up to date"


def test_every_table_is_there(tmp_path):
    async def story():
        async with old_house(copy_old_folder(tmp_path)) as house:
            for id, told in TOLD.items():
                table = await house.lobby.open(id)
                log = await house.storage.entries(id, most=10_000)
                assert (table.now.stage, len(log), table.names) == (told["stage"], told["entries"], told["names"])
                assert table.now.stage == OPEN or check_of(table.game, table.state) == told["check"]
                assert table.about.own_box == (table.components.name.startswith("Kitchen table"))
                for user in (ANN, BEN):
                    assert (await look(table, user.id)).stage == told["stage"]
            listed, mine = await house.lobby.listed_tables(), await house.lobby.tables_of(ANN)
            assert {one.about.id for one in listed} == {id for id in TOLD if len(id) == 4 and TOLD[id]["stage"] != OVER}
            assert {one.about.id for one in mine} == set(TOLD)
    run(story())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_running_tables_are_played_on_to_their_end(tmp_path, game):
    async def story():
        async with old_house(copy_old_folder(tmp_path)) as house:
            for id in ids_of(game=game, stage=RUNNING):
                table = await house.lobby.open(id)
                before = table.now.last
                await come_back(table, BEN)
                await play(house, table, random.Random(id), 2)
                assert table.now.last > before + 1
            for id in ids_of(game=game, stage=RUNNING, what="own box") + ids_of(game=game, stage=RUNNING, what="a bot"):
                await finish(house, await house.lobby.open(id))
    run(story())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_open_tables_begin_and_finished_ones_verify(tmp_path, game):
    async def story():
        async with old_house(copy_old_folder(tmp_path)) as house:
            for id in ids_of(game=game, stage=OPEN):
                table = await house.lobby.open(id)
                for seat, holder in enumerate(table.holders):
                    if holder.kind == EMPTY:
                        await put_bot(table, ANN.id, seat, "beginner")
                await table.deal(ANN.id)
                await play(house, table, random.Random(id), 2)
            for id in ids_of(game=game, stage=OVER):
                table = await house.lobby.open(id)
                assert (await house.histories.of_table(table, ANN.id)).last > 3
                assert verify(await table_record(table))
                assert (await house.lobby.rematch(table, ANN.id)).about.number == table.about.number + 1
    run(story())


@pytest.mark.slow_for("change_comment", "marabunta", "marble_machine")
@pytest.mark.parametrize("game", BOXED)
@pytest.mark.parametrize("change", [change_comment, change_value])
def test_tables_keep_their_box_when_the_games_own_changes(tmp_path, monkeypatch, game, change):
    async def open_once():
        async with old_house(copy_old_folder(tmp_path)) as house:
            assert await house.storage.lost_boxes() == []
    run(open_once())
    before, bots = first_box(GAMES[game]), WiseBots(games=GAMES)
    new = change_own_box(monkeypatch, GAMES[game], tmp_path / "game", change)

    async def story():
        async with old_house(tmp_path) as house:
            house.due.bots = bots
            for id in ids_of(game=game, what="listed"):
                table = await house.lobby.open(id)
                assert table.components.text == before.text and table.about.box == before.about
            table = await house.lobby.open(ids_of(game=game, what="with a bot")[0])
            uncover(table, ANN.id, table.player)
            assert await hint_for(table, ANN.id, bots) and bots.jobs[-1][0].components == before.text
            await finish(house, table)
            asked = {job.components for job, _ in bots.jobs if job.game == game and "Kitchen" not in job.components}
            assert asked == {before.text}
            assert (await table_record(table))["components"]["text"] == before.text
            assert (await house.histories.of_table(table, ANN.id)).last > 3
            assert (await house.lobby.rematch(table, ANN.id)).components.text == new
            own = await house.lobby.open(ids_of(game=game, stage=RUNNING, what="own box")[0])
            await finish(house, own)
            assert (await house.lobby.rematch(own, ANN.id)).components.text == own.components.text != new
    run(story())


def test_a_folder_that_skips_a_version_finds_former_boxes(tmp_path, monkeypatch):
    """A version whose box has changed opens the folder first: it knows the text if it keeps the former file."""
    for keeps in (False, True):
        folder = copy_old_folder(tmp_path / f"data{keeps}")
        with monkeypatch.context() as patch:
            record = record_of(Match("marbleous"))
            change_own_box(patch, GAMES["marbleous"], tmp_path / f"game{keeps}", change_comment, keep_former=keeps)
            if keeps:
                assert "text" not in record["components"] and verify(record)

            async def story():
                async with old_house(folder) as house:
                    id = ids_of(game="marbleous", stage=RUNNING, what="listed")[0]
                    if keeps:
                        assert not (await house.lobby.open(id)).components.text.startswith("# A remark")
                    else:
                        with pytest.raises(Refused, match="no longer here"):
                            await house.lobby.open(id)
            run(story())


def test_each_box_is_stored_once(tmp_path):
    async def story():
        async with old_house(copy_old_folder(tmp_path)) as house:
            for _ in range(3):
                await house.lobby.create(ANN, "marbleous", 2)
    run(story())
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("SELECT count(*) FROM boxes").fetchone()[0] == 2 * len(BOXED) + 2, "with that of the new tables"
        assert database.execute("SELECT count(*) FROM tables WHERE about LIKE '%marble_card%'").fetchone()[0] == 0


def test_what_bots_do_at_old_tables_goes_on(tmp_path):
    """Due work of the old version is done: the logs of finished tables are folded, clocks run out."""
    async def story():
        async with old_house(copy_old_folder(tmp_path)) as house:
            house._now.pass_by(24 * 3600)
            await work(house)
            for id in ids_of(stage=OVER):
                assert await house.storage.snapshot(id, 1) is None
            table = await house.lobby.open(ids_of(game="connect_four", what="a clock")[0])
            assert table.holders[1].kind == BOT and table.now.last >= TOLD[table.id]["entries"]
    run(story())
