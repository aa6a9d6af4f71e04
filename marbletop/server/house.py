"""House: one running server, with storage, lobby, people, limits, histories and due work."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..analysis.review import USUAL_SECONDS
from ..bots.registry import LEVELS_OFFERED, Offer
from ..core.game import Game
from ..games import GAMES
from .archive import Archive, archive_forever
from .bots import BotService, ProcessBots
from .due import LEASE, LOOK, DueWork
from .guest_values import GuestValues
from .history import Histories
from .inspection import Inspector, ProcessInspector, ThreadInspector
from .limits import Limits
from .lobby import AWAY_WORK, Lobby
from .mail import MailDesk, MailServer
from .neighbours import Neighbours
from .people import Guests
from .phone_links import PhoneLinks
from .refusal import DatabaseFailed
from .reviewers import ProcessReviewer, Reviewer
from .reviews import Reviews
from .steady_clock import SteadyClock
from .storage.databases import open_storage
from .storage.files import Lock
from .storage.shared import SharedStorage
from .table import Room

log = logging.getLogger(__name__)
CHECKED_FOR = 1.0                           # seconds that the answer of a database is good for
PATIENCE = 5.0                              # seconds for an answer


class House:
    """Use it as `async with House(folder) as house`. With `run=False` it does no due work. `workers` is the number of
    processes in which bots think; they start with the first job. `offers` are the bots that can be called to tables. With
    `alone` no other server may use the folder. A table that nobody visits for `archive_after` days is archived;
    0 for never. `database` is the address of a PostgreSQL database that keeps the tables, in place of the folder.
    `mail` is where mails of tables with days per move are handed in; None for no mails. Reviews are measured by the `reviewer`,
    a process that starts with the first one, in so many seconds each; with `review_games` every game, when it is over."""

    def __init__(self, folder: Path, *, games: Mapping[str, Game] = GAMES, bots: BotService | None = None,
                 now: Callable[[], float] | None = None, lease: float = LEASE, look: float = LOOK, run: bool = True,
                 workers: int = 1, offers: tuple[Offer, ...] = LEVELS_OFFERED, alone: bool = False,
                 archive_after: float = 0.0, mail: MailServer | None = None, database: str = "",
                 reviewer: Reviewer | None = None, review_games: bool = False, review_seconds: float = USUAL_SECONDS):
        self._mail_server = mail
        self._checked, self._alone, self._database = -CHECKED_FOR, alone and not database, database
        self._archive_after = archive_after
        self._archiving: asyncio.Task[None] | None = None
        self._lock: Lock | None = None
        self._reviewer, self._review_games = reviewer or ProcessReviewer(review_seconds), review_games
        self.folder, self.games, self.offers, self._now = folder, games, offers, now or SteadyClock()
        self.bots, self._lease, self._look, self._run = bots or ProcessBots(workers), lease, look, run

    def open_folder(self) -> None:
        """Take the data folder and open its database, or Refused. This happens with `async with` if it has not before."""
        lock = Lock(self.folder)
        try:
            lock.serve_alone() if self._alone else lock.share()
            self.storage = open_storage(self.folder, self._database)
        except BaseException:
            lock.release()
            raise
        self._lock = lock

    async def __aenter__(self) -> "House":
        if self._lock is None:
            self.open_folder()
        await self._keep_own_boxes()
        if isinstance(self._now, SteadyClock) and isinstance(self.storage, SharedStorage):
            self._now.go_by(await self.storage.time())
        elif isinstance(self._now, SteadyClock):
            self._now.start_after(await self.storage.latest_change())
        self.room = Room(self.storage, self.games, self._now, offers=self.offers)
        self.inspector: Inspector = ProcessInspector() if self.games is GAMES else ThreadInspector()
        self.lobby, self.histories = Lobby(self.room, self.inspector), Histories()
        self.limits, self.archive = Limits(self.storage, self._now), Archive(self.folder)
        self.reviews = Reviews(self.storage, self.histories, self._reviewer, self.room.bus, self._now,
                               self._review_games)
        self.histories.on_forget = self.reviews.forget
        self.guest_values = GuestValues(self.storage, self._now)
        self.phone_links = PhoneLinks(self.storage, self._now)
        self.lobby.is_archived = self.archive.has
        self.lobby.key = await self.storage.setting("signing key", secrets.token_bytes(32))
        self.guests = Guests(self.lobby.key)
        self.mail = MailDesk(self.guest_values, self.lobby.key, self._mail_server)
        self.due = DueWork(self.lobby, self.bots, self.mail, self.guest_values, self._lease, self._look)
        self.neighbours = Neighbours(self.lobby, self.storage, self._look) if isinstance(self.storage, SharedStorage) else None
        if self.neighbours:
            self.neighbours.start()
        if self._run:
            with suppress(DatabaseFailed):  # a disk that is full now may have room later
                await self.storage.expect_people(AWAY_WORK, self._now())
                await self.guest_values.drop_old()
            self.due.start()
        if self._run and self._archive_after:
            self._archiving = asyncio.create_task(
                archive_forever(self.lobby, self.archive, self.histories, self._archive_after))
        return self

    async def _keep_own_boxes(self) -> None:
        """Store the games' own boxes for tables that were opened when only their digests were stored."""
        for name, digest in await self.storage.lost_boxes():
            try:
                box = self.games[name].own_components(digest)
            except Exception as error:      # a game that is not installed, or does not work, is missed by its own tables only
                log.warning("the box of the game %s cannot be read: %s", name, error)
            else:
                if box is not None:
                    await self.storage.add_box(digest, box.text)

    async def __aexit__(self, *error: Any) -> None:
        if self._archiving is not None:
            self._archiving.cancel()
            await asyncio.gather(self._archiving, return_exceptions=True)
        await self.reviews.close()
        await self.due.stop()
        if self.neighbours:
            await self.neighbours.stop()
        await asyncio.to_thread(self.bots.close)
        await self.storage.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

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
