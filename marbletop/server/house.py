"""House: one running server, with storage, lobby, people, limits, histories and due work."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..bots.registry import LEVELS_OFFERED, Offer
from ..core.game import Game
from ..games import GAMES
from .bots import BotService, ProcessBots
from .due import LEASE, LOOK, DueWork
from .history import Histories
from .inspection import Inspector, ProcessInspector, ThreadInspector
from .limits import Limits
from .lobby import AWAY_WORK, Lobby
from .people import Guests
from .steady_clock import SteadyClock
from .storage.files import Lock
from .storage.sqlite import open_storage
from .table import Room

CHECKED_FOR = 1.0                           # seconds that the answer of a database is good for
PATIENCE = 5.0                              # seconds for an answer


class House:
    """Use it as `async with House(folder) as house`. With `run=False` it does no due work. `workers` is the number of
    processes in which bots think; they start with the first job. `offers` are the bots that can
    be called to tables."""

    def __init__(self, folder: Path, *, games: Mapping[str, Game] = GAMES, bots: BotService | None = None,
                 now: Callable[[], float] | None = None, lease: float = LEASE, look: float = LOOK, run: bool = True,
                 workers: int = 1, offers: tuple[Offer, ...] = LEVELS_OFFERED):
        self._checked = -CHECKED_FOR
        self.folder, self.games, self.offers, self._now = folder, games, offers, now or SteadyClock()
        self.bots, self._lease, self._look, self._run = bots or ProcessBots(workers), lease, look, run

    async def __aenter__(self) -> "House":
        self._lock = Lock(self.folder)
        self._lock.share()
        self.storage = open_storage(self.folder)
        if isinstance(self._now, SteadyClock):
            self._now.start_after(await self.storage.latest_change())
        self.room = Room(self.storage, self.games, self._now, offers=self.offers)
        self.inspector: Inspector = ProcessInspector() if self.games is GAMES else ThreadInspector()
        self.lobby, self.histories = Lobby(self.room, self.inspector), Histories()
        self.limits = Limits(self.storage, self._now)
        self.guests = Guests(await self.storage.setting("signing key", secrets.token_bytes(32)))
        self.due = DueWork(self.lobby, self.bots, self._lease, self._look)
        if self._run:
            await self.storage.expect_people(AWAY_WORK, self._now())
            self.due.start()
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.due.stop()
        await asyncio.to_thread(self.bots.close)
        await self.storage.close()
        self._lock.release()

    def now(self) -> float:
        """Seconds since 1970."""
        return self.room.now()

    @property
    def moves(self) -> int:
        """Actions played since the start, by people and bots."""
        return self.room.moves

    async def check(self) -> None:
        """Raise if the database cannot be written to and read from. It is asked once a second at most."""
        if time.monotonic() - self._checked > CHECKED_FOR:
            async with asyncio.timeout(PATIENCE):
                await self.storage.check()
            self._checked = time.monotonic()
