"""Nothing that leaves the server for a seat depends on what that seat may not know.

At positions of random games everything hidden from a viewer is replaced by noise, in the state, in the stored snapshots
and in the stored log, and everything that the server answers to that viewer must stay the same.
"""

import dataclasses
import json
import random

import pytest

from marbletop.core.notes import Note
from marbletop.games import GAMES
from marbletop.server.entries import KEY, StoredNote
from marbletop.server.refusal import Refused
from marbletop.server.seats import has_hands
from marbletop.server.table import Table
from marbletop.server.table_view import log_since, look, preview_of, sentences
from tests.games.test_every_game import noised

from .helpers import ANN, BEN, CAT, DAN, SMALL_GAMES, QuickBots, house_in, run, table_of, work

pytestmark = pytest.mark.usefixtures("engine")
EVERY = {**{name: GAMES[name] for name in GAMES}, **SMALL_GAMES}
SECRET = [name for name in EVERY if has_hands(EVERY[name])]
PEOPLE = (ANN, BEN, CAT, DAN)
LOOKS, EVERY_NTH = 12, 5                    # positions at which it is looked at: the first ones, then some later ones


class Noisy:
    """A storage whose answers about the game are noise where the viewer may not know them."""

    def __init__(self, storage, table, seat, choices):
        self.storage, self.table, self.seat, self.choices = storage, table, seat, choices

    def __getattr__(self, name):
        return getattr(self.storage, name)

    async def snapshot(self, table, entry):
        kept = json.loads(await self.storage.snapshot(table, entry))
        state = self.table.game.state.from_fields({**kept["fields"], KEY: [1, 2]})
        other = noised(self.table.game, state, self.table.box, self.seat, self.choices)
        kept["fields"] = {name: value for name, value in self.table.game.state.to_fields(other).items() if name != KEY}
        return json.dumps(kept).encode()

    async def entries(self, table, after=-1, most=1000):
        return [self.noisy(entry) for entry in await self.storage.entries(table, after, most)]

    def noisy(self, entry):
        """Whispers to others, other seats' actions, and all that a record alone may tell."""
        def number():
            return self.choices.randrange(100)
        notes = tuple(one if one.hearers is None or self.seat in one.hearers
                      else StoredNote(Note(one.note.event, (number(), number()), one.note.whispered_to), one.hearers)
                      for one in entry.notes)
        data = dict(entry.data)
        if "check" in data:
            data["check"] = str(number())
        if entry.kind == "action" and entry.seat != self.seat:
            data.update(action=number(), text=str(number()))
        chance = entry.chance if entry.seat == self.seat else tuple(number() for _ in entry.chance)
        return dataclasses.replace(entry, notes=notes, data=data, chance=chance)


async def everything(table, user):
    """All that the server tells a user, and what a bot in their place would be given."""
    seen = await look(table, user)
    log = await log_since(table, user)
    told = [seen, log, [sentences(table, entry) for entry in log]]
    for action in (*seen.legal, *range(min(40, table.game.actions))):
        try:
            told.append(preview_of(table, user, action, table.position))
        except Refused as refused:
            told.append(str(refused))
    if seen.seat >= 0:
        told.append(table.game.state.pack(table.view(seen.seat)))
    return told


@pytest.mark.parametrize("name", SECRET)
def test_nothing_hidden_reaches_a_seat(tmp_path, name):
    async def story():
        async with house_in(tmp_path, games=EVERY, bots=QuickBots(EVERY)) as house:
            choices, game = random.Random(name), EVERY[name]
            seats = 3 if 3 in game.seats else max(2, game.seats[0])
            table = await table_of(house, name, (*PEOPLE[:seats - 1], "beginner"))
            looked, step = 0, 0
            while looked < LOOKS:
                await work(house)
                if table.over:
                    table = await table_of(house, name, (*PEOPLE[:seats - 1], "beginner"))
                    continue
                if step < LOOKS // 2 or step % EVERY_NTH == 0:
                    await compare(house, table, seats, choices)
                    looked += 1
                step += 1
                legal = game.legal_list(table.state, table.box)
                await table.play(PEOPLE[table.player].id, choices.choice(legal), table.position)
    run(story())


async def compare(house, table, seats, choices):
    for viewer, user in [*enumerate(PEOPLE[:seats - 1]), (-1, DAN)]:
        twin = Table(dataclasses.replace(house.room), await house.storage.load(table.id))
        twin.room.storage = Noisy(house.storage, table, viewer, choices)
        twin.state = noised(table.game, table.state, table.box, viewer, choices)
        ours, theirs = [await everything(one, user.id) for one in (table, twin)]
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs):
            assert one == other


@pytest.mark.parametrize("name", SECRET)
def test_the_test_would_notice(tmp_path, name):
    """The noise is there: in the whole state, in the stored log, and in what the owner of a hand would see."""
    async def story():
        async with house_in(tmp_path, games=EVERY) as house:
            choices, game = random.Random(1), EVERY[name]
            table = await table_of(house, name, PEOPLE[:max(2, game.seats[0])])
            other = noised(game, table.state, table.box, -1, choices)
            assert other != table.state and game.view(other, table.box, 0) != table.view(0)
            assert (await look(table, ANN.id)).view != (await look(table, DAN.id)).view
            noisy = Noisy(house.storage, table, -1, choices)
            assert await noisy.entries(table.id) != await house.storage.entries(table.id)
            assert await noisy.snapshot(table.id, table.position) != await house.storage.snapshot(table.id, table.position)
    run(story())
