"""What a move costs the server does not grow with the length of the game, and no faster than the number of those who look on.
Calls and bytes are counted, because they are the same on a busy machine."""

import asyncio
import random
import statistics
import sys
from contextlib import contextmanager

import pytest

from marbletop.server.people import Guest
from marbletop.server.seating import sit
from tests.server.helpers import Clockwork

from .test_put_together import Visitor, house_with, show

FEW, SOME, MANY = 2, 6, 10                  # spectators
EARLY, LATE, MOVES = 70, 190, 24            # the first of the moves that are counted: from 60 entries on the log is full
PEOPLE = Guest("ann", "Ann"), Guest("ben", "Ben")


class Counted(Visitor):
    """A browser that counts what it gets, and puts nothing together."""

    bytes = 0

    async def send(self, message):
        self.bytes += len(message.get("body", b""))
        if b"event: table" in message.get("body", b""):
            self.taken.set()


class Calls:
    """How many functions were called."""

    def __init__(self):
        self.number = 0

    @contextmanager
    def counted(self):
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame, event, argument):
        self.number += event == "call"


async def table_for_two(app, game):
    table = await app.state.house.lobby.create(PEOPLE[0], game, 2, listed=True)
    for seat, guest in enumerate(PEOPLE):
        await sit(table, guest, [seat])
    await table.deal(PEOPLE[0].id)
    return table


async def cost_of_move(table, visitors, action):
    """Calls and bytes until every visitor has the move."""
    calls, bytes_before = Calls(), sum(visitor.bytes for visitor in visitors)
    with calls.counted():
        await table.play(PEOPLE[table.player].id, action, table.position)
        await show(visitors)
    return calls.number, sum(visitor.bytes for visitor in visitors) - bytes_before


def test_every_further_spectator_costs_the_same(tmp_path):
    async def story(app, spectators):
        table = await table_for_two(app, "connect_four")
        guests = [*PEOPLE, *(Guest(f"spectator-{one}", f"Spectator {one}") for one in range(spectators))]
        visitors = [Counted(app, table, guest) for guest in guests]
        await show(visitors)
        costs = [await cost_of_move(table, visitors, column) for column in (3, 4, 3, 4, 2, 2)]
        for visitor in visitors:
            await visitor.disconnect()
        return [statistics.median(some) for some in zip(*costs)]

    async def all_stories():
        async with house_with(tmp_path, Clockwork()) as app:
            await story(app, FEW)           # what is made once in the life of a server is not counted
            return [await story(app, spectators) for spectators in (FEW, SOME, MANY)]
    few, some, many = asyncio.run(all_stories())
    for fewest, middle, most in zip(few, some, many):           # of calls, then of bytes
        assert most - middle <= 1.2 * (middle - fewest)
        assert middle - fewest < fewest, "four more spectators cost less than all that two players and two spectators do"


@pytest.mark.slow
def test_a_move_costs_the_same_however_long_the_game_has_lasted(tmp_path):
    async def story():
        async with house_with(tmp_path, Clockwork()) as app:
            table, choices = await table_for_two(app, "marbles_and_jokers"), random.Random(5)
            visitors, costs = [], []
            for move in range(LATE + MOVES):
                assert not table.over, "choose a longer game"
                action = choices.choice(table.game.legal_list(table.state, table.box))
                if move in (EARLY - 4, LATE - 4):
                    visitors = [Counted(app, table, guest) for guest in PEOPLE]
                    await show(visitors)
                cost = await cost_of_move(table, visitors, action)
                if move in range(EARLY, EARLY + MOVES) or move >= LATE:
                    costs.append(cost)
                if move == EARLY + MOVES:
                    for visitor in visitors:
                        await visitor.disconnect()
                    visitors = []
            for visitor in visitors:
                await visitor.disconnect()
            return costs[:MOVES], costs[MOVES:]
    early, late = asyncio.run(story())
    for before, after in zip(zip(*early), zip(*late)):
        assert statistics.median(after) < 1.5 * statistics.median(before)
