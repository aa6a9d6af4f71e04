"""House: one running server. Storage, lobby, people, limits and due work, put together."""

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..bots.registry import LEVELS_OFFERED, Offer
from ..core.game import Game
from ..games import GAMES
from .bots import ProcessBots, Thinking
from .due import LEASE, LOOK, DueWork
from .limits import Limits
from .lobby import AWAY_WORK, Lobby
from .people import Guests
from .storage.files import Lock
from .storage.sqlite import open_storage
from .table import Room


class House:
    """Use it as `async with House(folder) as house`. `run=False` does no due work: somebody else does. Bots think in so
    many worker processes, which start with the first job; `offers` are those that can be called to tables."""

    def __init__(self, folder: Path, *, games: Mapping[str, Game] = GAMES, bots: Thinking | None = None,
                 now: Callable[[], float] = time.time, lease: float = LEASE, look: float = LOOK, run: bool = True,
                 workers: int = 1, offers: tuple[Offer, ...] = LEVELS_OFFERED):
        self.offers = offers
        self.folder, self._games, self._now = folder, games, now
        self.bots, self._lease, self._look, self._run = bots or ProcessBots(workers), lease, look, run

    async def __aenter__(self) -> "House":
        self._lock = Lock(self.folder)
        self._lock.share()
        self.storage = open_storage(self.folder)
        self.room = Room(self.storage, self._games, self._now, offers=self.offers)
        self.lobby, self.limits = Lobby(self.room), Limits(self._now)
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
