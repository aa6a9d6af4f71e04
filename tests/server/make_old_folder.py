"""Makes a data folder with tables of every game at every stage, to be opened by later versions.

    python -m tests.server.make_old_folder FOLDER

`data/first_schema` was made by the last version whose tables kept only the name and the digest of the game's own box. It is
never made again: what later versions write is another folder. `tables.json` says what must be found in it.
"""

import asyncio
import gzip
import json
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from marbletop.core.match import check_of
from marbletop.games import GAMES
from marbletop.server.clock import Clock
from marbletop.server.entries import OPEN
from marbletop.server.house import House
from marbletop.server.seating import leave, put_bot, sit
from marbletop.server.table import FOLDED_AFTER
from tests.server.helpers import ANN, BEN, CAT, QuickBots, work

SEATS = {"connect_four": 2, "marbleous": 2, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 2}
SOME_MOVES = 5


async def open_table(house, game, holders, **settings):
    table = await house.lobby.create(ANN, game, SEATS[game], **settings)
    await house.lobby.admit(table, BEN, table.about.join_token)
    for seat in range(SEATS[game]):
        holder = holders[seat % len(holders)]
        if isinstance(holder, str):
            await put_bot(table, ANN.id, seat, holder)
        elif holder:
            await sit(table, holder, [*table.seats_of(holder.id), seat])
    return table


async def play(house, table, choices, most=10_000):
    """Play at random, bots included, until somebody has made so many moves or the game is over."""
    for _ in range(most):
        await work(house)
        if table.over:
            return
        user = table.holders[table.player].user
        await table.play(user, choices.choice(table.game.legal_list(table.state, table.box)), table.position)
    await work(house)


def own_box(game):
    """The game's component file with another name."""
    text = GAMES[game].components().text
    return text.replace('name = "', 'name = "Kitchen table: ', 1) if text else None


async def make_folded(house, game):
    """A table that is over, and whose log is folded when an hour has passed."""
    table = await open_table(house, game, [ANN, "beginner"], listed=True)
    await table.deal(ANN.id)
    await play(house, table, random.Random(game))
    return table


async def make_tables(house, game):
    """What each table shows, and the table."""
    choices = random.Random(game)
    yield "open, listed", await open_table(house, game, [ANN, None], listed=True)
    yield "open, private, own box", await open_table(house, game, [ANN, "casual"], components=own_box(game))
    listed = await open_table(house, game, [ANN, "beginner"], listed=True, clock=Clock("move", 180))
    await listed.deal(ANN.id)
    await play(house, listed, choices, SOME_MOVES)
    yield "running, listed, with a bot and a clock", listed
    private = await open_table(house, game, [ANN, BEN], clock=Clock("bank", 600, 10))
    await private.deal(BEN.id)
    await play(house, private, choices, SOME_MOVES)
    await house.lobby.say(private, BEN.id, "hello")
    await house.lobby.admit(private, CAT, private.about.watch_token)
    yield "running, private, two people and a bank of time", private
    own = await open_table(house, game, [ANN, "steady"], components=own_box(game))
    await own.deal(ANN.id)
    await play(house, own, choices, SOME_MOVES)
    await own.undo(ANN.id, own.position)
    yield "running, private, own box, something taken back", own
    away = await open_table(house, game, [ANN, BEN], listed=True)
    await away.deal(ANN.id)
    await play(house, away, choices, 3)
    await leave(away, BEN.id)
    await work(house)
    yield "running, listed, a bot keeps a seat", away
    resigned = await open_table(house, game, [ANN, BEN])
    await resigned.deal(ANN.id)
    await play(house, resigned, choices, 4)
    await resigned.resign(BEN.id)
    yield "over by resignation, private", resigned
    rematch = await house.lobby.rematch(resigned, ANN.id)
    await rematch.deal(BEN.id)
    yield "running, a rematch", rematch


class SlowClock:
    """Time that passes a little with every look."""

    time = 1_790_000_000.0

    def __call__(self):
        self.time += 0.01
        return self.time


async def description(house, table, what):
    """What must be found by whoever opens the folder."""
    log = await house.storage.entries(table.id, most=10_000)
    return {"game": table.about.game, "what": what, "stage": table.now.stage, "entries": len(log), "names": table.names,
            "check": None if table.now.stage == OPEN else check_of(table.game, table.state)}


async def make_folder(folder: Path) -> None:
    clock, made = SlowClock(), []
    async with House(folder, bots=QuickBots(GAMES), run=False, now=clock) as house:
        made += [("over, listed, folded", await make_folded(house, game)) for game in GAMES]
        clock.time += FOLDED_AFTER
        await work(house)
        for game in GAMES:
            made += [pair async for pair in make_tables(house, game)]
        told = {table.id: await description(house, table, what) for what, table in made}
    database = folder / "marbletop.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=delete")
        connection.execute("VACUUM")
    (folder / "marbletop.sqlite.gz").write_bytes(gzip.compress(database.read_bytes(), mtime=0))
    database.unlink()
    (folder / "lock").unlink()
    (folder / "tables.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    asyncio.run(make_folder(Path(sys.argv[1])))
