"""Frames of actions: pieces move step by step, and only what a seat may know is told."""

import asyncio
import random
import time

import pytest

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.house import House
from marbletop.server.seating import sit
from marbletop.web.motion import MOST_FRAMES, frames_of


@pytest.mark.parametrize("name", GAMES)
def test_actions_of_random_games_have_frames(tmp_path, name):
    async def story():
        async with House(tmp_path, bots=ThreadBots(GAMES), run=False) as house:
            guest, game = house.guests.welcome("Ann"), GAMES[name]
            seats, chance = max(2, game.seats[0]), random.Random(3)
            table = await house.lobby.create(guest, name, seats, listed=True)
            await sit(table, guest, list(range(seats)))
            await table.deal(guest.id)
            made, slowest = [], 0.0
            for _ in range(60):
                if table.over:
                    break
                await table.play(guest.id, chance.choice(game.legal_list(table.state, table.box)), table.position)
                begun = time.perf_counter()
                made.append(await frames_of(table, "somebody"))
                slowest = max(slowest, time.perf_counter() - begun)
            return made, slowest
    made, slowest = asyncio.run(story())
    assert all(len(frames) <= MOST_FRAMES for frames in made)
    assert all(set(frame) == {"say", "at"} for frames in made for frame in frames)
    assert slowest < 3
    if name in ("marbleous", "marble_machine"):
        assert any(frame["at"] for frames in made for frame in frames)
