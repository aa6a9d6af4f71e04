"""A house for tests: three small games, bots that answer at once, a clock that is set by hand."""

import asyncio
import random
import time
from concurrent.futures import Future
from contextlib import asynccontextmanager

from marbletop.bots.pool import Answer
from marbletop.games import GAMES
from marbletop.server.house import House
from marbletop.server.people import Guest
from marbletop.server.seating import put_bot, sit
from marbletop.server.storage.databases import backup
from tests.core.toy import TOY
from tests.server.stepping import GAME as STEPPING

SMALL_GAMES = {"connect_four": GAMES["connect_four"], "toy": TOY, "stepping": STEPPING}
ANN, BEN, CAT, DAN = (Guest(name.lower() * 4, name) for name in ("Ann", "Ben", "Cat", "Dan"))


class Clockwork:
    """Time that passes only when told to."""

    def __init__(self):
        self.time = 1_000_000.0

    def __call__(self):
        return self.time

    def pass_by(self, seconds):
        self.time += seconds


class QuickBots:
    """Bots that take any legal action, at once or when told to."""

    def __init__(self, games=SMALL_GAMES, held=False, seed=1):
        self.games, self.held, self.jobs, self.choices = games, held, [], random.Random(seed)

    def submit(self, job):
        future = Future()
        self.jobs.append((job, future))
        if not self.held:
            self.answer(job, future)
        return future

    def answer(self, job, future, action=None):
        game = self.games[job.game]
        view = game.state.unpack(job.view)
        box = game.make_box(game.read_options(job.options), job.seats, game.components_of(job.components))
        legal = game.legal_list(view, box)
        future.set_result(Answer(self.choices.choice(legal) if action is None else action, "any"))

    def close(self):
        pass


def run(coroutine):
    """Run a story; one that hangs fails, even if something in it swallows the cancellation."""
    async def timed():
        async with asyncio.timeout(60) as limit:
            told = await coroutine
        assert not limit.expired()
        return told
    begun = time.monotonic()
    told = asyncio.run(timed())
    assert time.monotonic() - begun < 60
    return told


def database_of(folder):
    """The address of the database that keeps the tables of a folder; see the fixture `engine`."""
    return ""


def copy_of(folder):
    """A copy of the database of a folder as a file of SQLite, whichever database it is."""
    target = folder / "copy of the database"
    backup(folder, target, database_of(folder))
    return target


@asynccontextmanager
async def house_in(folder, **settings):
    """A house whose due work is done when the test says so (`await work(house)`)."""
    settings = {"database": database_of(folder), "games": SMALL_GAMES, "bots": QuickBots(), "run": False, **settings}
    async with House(folder, **settings) as house:
        yield house


async def work(house, most=1000):
    """Do all that is due now."""
    for _ in range(most):
        if not await house.due.take():
            return
        await house.due.settle()
    raise AssertionError("there is always more to do")


async def table_of(house, game, holders, deal=True, **settings):
    """A table with these holders: guests, or the level of a bot."""
    table = await house.lobby.create(ANN, game, len(holders), listed=True, **settings)
    for seat, holder in enumerate(holders):
        if isinstance(holder, Guest):
            await sit(table, holder, [seat])
        else:
            await put_bot(table, ANN.id, seat, holder)
    if deal:
        await table.deal(ANN.id)
    return table
