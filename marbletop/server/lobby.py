"""Opening, finding, joining and watching tables; rematches and the score of a series."""

import asyncio
import hmac
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ..core.errors import MarbletopError
from ..core.match import shares
from ..words import say
from .clock import DAYS, Clock
from .entries import OPEN, OVER, RUNNING, Due, Entry
from .events import Waiter
from .fairness import new_secret
from .inspection import Inspector, inspect_box, inspect_position
from .limits import MOST_BROUGHT, MOST_KEPT, MOST_OPENED, MOST_TABLES, check_box, check_options, check_request
from .people import PHRASES, Guest, digest_of_address
from .presence import Presence
from .refusal import DatabaseFailed, NotHere, Refused, TooMuch
from .seating import check_seat, come_back, hand_over, may_watch, sides_of
from .seats import BOT, EMPTY, PERSON, Holder, people
from .storage import About, IdConflict, SpokenPhrase, TableSummary
from .table import NO_SEAT, Room, Table

if TYPE_CHECKING:
    from .neighbours import Neighbours

log = logging.getLogger(__name__)
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"       # no vowels, so that four letters make no word
CODE_LENGTH, LONGEST_CODE = 4, 8            # a code becomes longer when the shorter ones are taken
ID_ATTEMPTS = 60                            # to find an id that no table has
KEPT_OPEN = 2000                            # tables kept in memory although nobody uses them
AWAY_AFTER = 180.0                          # seconds until a seat whose person has gone is handed to a bot
WATCHED_FOR, RENEWED = 150.0, 100.0         # seconds that a table counts as watched, and after which that is written again
AT_A_TIME = 100                             # tables
DAY = 24 * 3600.0                           # seconds; one visit of a table is noted each day
PHRASES_KEPT = 50
SAID_FOR = 120.0                            # seconds that a phrase is shown
AWAY_WORK = "away"


@dataclass(frozen=True)
class Score:
    """One participant of a series: the name now, games, wins (shared ones in parts) and points."""

    name: str
    games: int
    wins: float
    points: float


class Lobby:
    def __init__(self, room: Room, inspector: Inspector):
        self.room, self.inspector = room, inspector
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._latest: OrderedDict[str, Table] = OrderedDict()
        self.presence = Presence(room)
        self._watched: dict[str, int] = {}                  # table -> connections
        self._keeping: set[asyncio.Task[None]] = set()      # write that tables are watched
        self.key = secrets.token_bytes(32)  # makes digests that nobody else can make
        self.is_archived: Callable[[str], bool] = lambda id: False
        self.neighbours: Neighbours | None = None           # other processes, if the database has room for them

    async def create(self, guest: Guest, game: str, seats: int, options: Mapping[str, Any] | None = None, *,
                     clock: Clock | None = None, listed: bool = False, components: str | None = None,
                     away_after: float | None = AWAY_AFTER, request: str = "", address: str = "",
                     start: str = "") -> Table:
        """Open a table whose host is the guest. The same request from the same guest opens only one table. `components`
        is the text of a component file, which is stored with the table; `address` is where it came from. The game begins at
        the position `start`, if there is one."""
        chosen = self.room.games[game]
        check_options(dict(options or {}))
        origin = self.origin_of(address)
        await self._check_host(guest.id)
        await self._check_origin(origin, brings_box=components is not None)
        if check_box(components) is not None:
            await self.inspector.run(inspect_box, chosen, seats, dict(options or {}), components, address=address)
        box = await asyncio.to_thread(chosen.components_of, components)
        read, _ = await asyncio.to_thread(self.room.box, game, seats, options or {}, box)
        if start:
            await self.inspector.run(inspect_position, chosen, seats, dict(options or {}), start, address=address)
        secret, clock = new_secret(), clock or Clock()
        about = About(id="", game=game, seats=seats, options={name: getattr(read, name) for name in options or {}},
                      host=guest.id, created=self.room.now(), commitment=secret.commitment,
                      join_token=secrets.token_urlsafe(16), watch_token=secrets.token_urlsafe(16), box=box.about,
                      own_box=components is not None, clock=clock, listed=listed,
                      away_after=None if clock.kind == DAYS else away_after, origin=origin, start=start)
        made_by = f"{guest.id} {check_request(request)}" if request else ""
        return await self._create(about, box.text, [Holder()] * seats, secret, made_by)

    def origin_of(self, address: str) -> str:
        """What stands for an address today: a digest that tells neither the address nor whose tables it opens tomorrow."""
        day = int(self.room.now() // DAY)
        return digest_of_address(self.key, f"opened {day}", address)

    async def _check_host(self, host: str) -> None:
        """Refused if somebody has as many tables as are kept for one."""
        if await self.room.storage.count_unfinished(host) >= MOST_TABLES:
            raise Refused("You already have {n} games going. Please finish one of them first.", n=MOST_TABLES)
        if await self.room.storage.count_tables(host) >= MOST_KEPT:
            raise Refused("You have {n} tables here, and no more are kept. Old ones go when nobody visits them.", n=MOST_KEPT)

    async def _check_origin(self, origin: str, brings_box: bool = False) -> None:
        """TooMuch if as many tables, or boxes, came from there today as are kept for one address."""
        tables, boxes = await self.room.storage.count_opened(origin)
        if tables >= MOST_OPENED:
            raise TooMuch(say("Too many tables were opened from your network today. Try again tomorrow."), self._rest_of_day())
        if brings_box and boxes >= MOST_BROUGHT:
            raise TooMuch(say("Too many editions came from your network today. Choose ours, or try again tomorrow."),
                          self._rest_of_day())

    def _rest_of_day(self) -> float:
        return DAY - self.room.now() % DAY

    async def _create(self, about: About, box: str, holders: Sequence[Holder], secret: Any, request: str = "",
                      after: str | None = None) -> Table:
        for attempt in range(ID_ATTEMPTS):
            id = new_id(about.listed, CODE_LENGTH + attempt * (LONGEST_CODE - CODE_LENGTH + 1) // ID_ATTEMPTS)
            with suppress(IdConflict):
                kept = await self.room.storage.create(replace(about, id=id, series=about.series or id), box, holders, secret,
                                                      request, after)
                return await self.open(kept)
        raise Refused("There are too many tables here, so all codes are taken. Open a private table instead.")

    async def open(self, id: str) -> Table:
        """The table of this id; NotHere if there is none, Refused if it cannot be opened by this version."""
        table = self.known_table(id) or await self._load(id)
        if self.neighbours is not None:
            await self.neighbours.freshen(table)
        self._latest[id] = table
        self._latest.move_to_end(id)
        while len(self._latest) > KEPT_OPEN:
            self._latest.popitem(last=False)
        return table

    def known_table(self, id: str) -> Table | None:
        """A table that this process has in memory."""
        return self._tables.get(id)

    def watched_tables(self) -> list[str]:
        """The tables to which somebody has a connection here."""
        return list(self._watched)

    async def _load(self, id: str) -> Table:
        """Read a table, and carry it over to the present rules. Whatever a stored table makes go wrong is a refusal, so that
        it troubles nobody but those who ask for it."""
        try:
            loaded = await self.room.storage.load(id) if len(id) <= 40 else None
            if loaded is None and self.is_archived(id):
                raise NotHere("Nobody came to this table for a long time, so it was put away.")
            if loaded is None:
                raise NotHere("There is no such table. Check the code or the link.")
            if loaded.about.game not in self.room.games:
                raise NotHere("{game} isn't installed here.", game=loaded.about.game)
            table = self._tables.get(id) or Table(self.room, loaded)      # somebody else may have loaded it meanwhile
            self._tables[id] = table
            await table.renew_rules()
            return table
        except MarbletopError:
            self._tables.pop(id, None)
            raise
        except Exception as error:
            self._tables.pop(id, None)
            log.error("table %s cannot be opened: %r", id, error)
            raise Refused("This table is damaged, so it can't be opened.") from error

    async def visit(self, table: Table) -> None:
        """Note that somebody looks at a table, so that it is not archived. Once a day is enough."""
        now = self.room.now()
        if now > table.visited + DAY:
            table.visited = now
            with suppress(DatabaseFailed):
                await self.room.storage.keep_awake([table.id], now)

    async def remove(self, table: Table, last: int, before: float) -> bool:
        """Delete a table that nobody has visited since then and whose last entry is this one; whether it was so."""
        removed = await self.room.storage.remove(table.id, last, before)
        if removed:
            self._tables.pop(table.id, None)
            self._latest.pop(table.id, None)
        return removed

    async def admit(self, table: Table, guest: Guest, token: str) -> str:
        """Let in somebody who has a link; 'join' or 'watch'. NotHere for any other token."""
        join = hmac.compare_digest(token.encode(), table.about.join_token.encode())
        watch = hmac.compare_digest(token.encode(), table.about.watch_token.encode())
        if not (join or watch):
            raise NotHere("This link doesn't lead to a table. Ask for a new one.")
        if not table.rights.get(guest.id, False):
            await self.room.storage.let_in(table.id, guest.id, join)
            table.rights[guest.id] = join
        return "join" if join else "watch"

    async def listed_tables(self) -> list[TableSummary]:
        """Tables that everybody may join or watch; those that wait for people come first."""
        return [*await self.room.storage.listed_tables(OPEN), *await self.room.storage.listed_tables(RUNNING)]

    async def tables_of(self, guest: Guest) -> list[TableSummary]:
        """Tables where this guest sits or has sat, the latest first."""
        return await self.room.storage.tables_of(guest.id)

    @asynccontextmanager
    async def connection(self, table: Table, guest: Guest) -> AsyncIterator[Waiter]:
        """Be at a table, with a waiter that is called when something happens. A person who arrives takes back the seats
        that bots keep for them; one who departs has some time to come back."""
        if not may_watch(table, guest.id):
            raise NotHere("To watch this table you need its link. Ask somebody who plays there.")
        self.presence.connect(table, guest.id)
        self._watch(table.id)
        try:
            with suppress(DatabaseFailed):  # whoever only watches needs no room on the disk
                await self._arrive(table, guest)
            with self.room.bus.listen(table.id) as waiter:
                yield waiter
        finally:
            self._watch_no_more(table.id)
            if self.presence.disconnect(table, guest.id):
                table.forget()
                with suppress(DatabaseFailed):
                    await asyncio.shield(self._depart(table, guest.id))

    def _watch(self, id: str) -> None:
        """Count a connection; the first one wakes the table."""
        self._watched[id] = self._watched.get(id, 0) + 1
        if not self._keeping:
            self._keep(self._keep_watching())
        if self._watched[id] == 1:
            self._keep(self._keep_awake([id]))

    def _keep(self, writing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(writing)
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    def _watch_no_more(self, id: str) -> None:
        self._watched[id] -= 1
        if not self._watched[id]:
            del self._watched[id]
        if not self._watched:
            for task in self._keeping:
                task.cancel()
            self._keeping = set()

    async def _keep_watching(self) -> None:
        """One task for all tables; a few at a time, so that moves need not wait."""
        while True:
            await asyncio.sleep(RENEWED)
            watched = list(self._watched)
            for start in range(0, len(watched), AT_A_TIME):
                await self._keep_awake(watched[start:start + AT_A_TIME])

    async def _keep_awake(self, tables: Sequence[str]) -> None:
        with suppress(DatabaseFailed):
            if await self.room.storage.keep_awake(tables, self.room.now() + WATCHED_FOR):
                self.room.something_due()

    async def _arrive(self, table: Table, guest: Guest) -> None:
        if any(holder.kept == guest.id and not holder.resigned for holder in table.holders):
            await come_back(table, guest)
        if seats := table.seats_of(guest.id):
            await self.room.storage.drop_due(table.id, AWAY_WORK, seats)
            for other in people(table.holders):             # somebody is waiting for them again
                if not self.presence.is_connected(table.id, other):
                    await self._depart(table, other)

    async def _depart(self, table: Table, user: str) -> None:
        if table.about.away_after is not None and table.now.stage == RUNNING:
            for seat in table.seats_of(user):
                await self.room.storage.add_due(
                    table.id, Due(AWAY_WORK, seat, -1, self.room.now() + table.about.away_after))
            self.room.something_due()

    async def let_bot_stand_in(self, table: Table, user: str, seat: int) -> Entry:
        """Let a bot play for somebody who is away, because another player asks for it. The seat is kept for them."""
        check_seat(table, seat)
        holder = table.holders[seat]
        if not table.seats_of(user):
            raise Refused(NO_SEAT)
        if holder.kind != PERSON or holder.user == user or table.about.away_after is None:
            raise Refused("A bot can only play for somebody who is away.")
        if self.presence.is_here(table, holder.user):
            raise Refused("{who} is back, so no bot is needed.", who=holder.name)
        return await hand_over(table, seat, holder.user)

    async def say(self, table: Table, user: str, phrase: str) -> SpokenPhrase:
        """Say one of the preset phrases."""
        if not (seats := table.seats_of(user)):
            raise Refused(NO_SEAT)
        if phrase not in PHRASES:
            raise Refused("Please choose one of the phrases.")
        spoken = await self.room.storage.say(table.id, seats[0], phrase, self.room.now(), PHRASES_KEPT)
        table.phrases_said = await self.room.storage.phrases_said(table.id)
        self.room.bus.publish(table.id)
        return spoken

    async def phrases_said(self, table: Table, after: int = -1) -> list[SpokenPhrase]:
        if table.phrases_said is None:
            found = await self.room.storage.phrases_said(table.id)
            table.phrases_said = table.phrases_said or found                # something may have been said meanwhile
        return [one for one in table.phrases_said if one.number > after]

    async def latest_phrases(self, table: Table) -> dict[int, str]:
        """The phrase that each seat said last, by its name, if that was not long ago."""
        now = self.room.now()
        return {one.seat: one.phrase for one in await self.phrases_said(table) if one.at > now - SAID_FOR}

    async def rematch(self, table: Table, user: str) -> Table:
        """A new table for the same people, each one seat further, so that somebody else begins. Whoever asks later gets
        the same table. It has the same box if that was not the game's own; else the one that the game has now."""
        if not table.over:
            raise Refused("The game isn't over yet.")
        if user != table.about.host and not any(holder.belongs_to == user for holder in table.holders):
            raise Refused(NO_SEAT)
        secret, about = new_secret(), table.about
        if table.next is None:
            await self._check_origin(about.origin)
        box = table.components if about.own_box else table.game.components()
        self.room.box(about.game, about.seats, about.options, box)           # raises if the options no longer fit
        again = replace(about, id="", box=box.about, created=self.room.now(), commitment=secret.commitment,
                        number=about.number + 1, join_token=secrets.token_urlsafe(16), watch_token=secrets.token_urlsafe(16))
        holders = rotate_seats([holder_for_rematch(holder) for holder in table.holders])
        following = await self._create(again, box.text, holders, secret, after=table.id)
        await self._let_in_again(table, following)
        table.next = following.id
        self.room.bus.publish(table.id)
        return following

    async def _let_in_again(self, table: Table, following: Table) -> None:
        """Whoever could play or watch at a table may do so at its rematch, too."""
        seated = {holder.belongs_to: True for holder in table.holders if holder.belongs_to}
        for user, may_join in {**table.rights, **seated}.items():
            if not following.rights.get(user, False):
                await self.room.storage.let_in(following.id, user, may_join)
                following.rights[user] = may_join

    async def score(self, table: Table) -> list[Score]:
        """The running score of the table's series, by the seats of this table."""
        games = [one for one in await self.room.storage.series(table.about.series) if one.status.stage == OVER]
        return [series_score(name, games, seat, table) for seat, name in enumerate(table.names)]


def new_id(listed: bool, length: int = CODE_LENGTH) -> str:
    """A few letters that are easy to tell; for a private table an id that cannot be guessed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length)) if listed else secrets.token_urlsafe(16)


def rotate_seats(holders: Sequence[Holder]) -> list[Holder]:
    """Everybody moves to the seat before theirs: the second becomes the first."""
    return [*holders[1:], holders[0]]


def holder_for_rematch(holder: Holder) -> Holder:
    """The same holder at the next table; a person who had left or resigned gets their seat back."""
    if holder.kept:
        return Holder(kind=PERSON, user=holder.kept, name=holder.name, origin=holder.origin)
    if holder.kind == BOT:
        return Holder(kind=BOT, level=holder.level)
    return Holder() if holder.kind == EMPTY else Holder(kind=holder.kind, user=holder.user, name=holder.name,
                                                           origin=holder.origin)


def series_score(name: str, games: Sequence[TableSummary], seat: int, table: Table) -> Score:
    """The score of whoever holds a seat now. Everybody moves one seat per game, so their earlier seats are counted back."""
    wins = points = 0.0
    for game in games:
        then = (seat + table.about.number - game.about.number) % table.about.seats
        result = game.status.result or {}
        rank = result["rank"]
        first = shares(rank, sides_of(table))
        wins += first[then]
        points += result["points"][then]
    return Score(name, len(games), wins, points)
