"""Where tables are stored. All SQL is in this folder; the rest of the server knows only `Storage`."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from ..clock import Clock
from ..entries import Change, Due, Entry, TableStatus
from ..fairness import Secret
from ..seats import Holder


class EntryConflict(Exception):
    """Somebody else has written this entry first: read what is there, and decide again."""


class IdConflict(Exception):
    """There is a table of this id already."""


@dataclass(frozen=True)
class About:
    """What is fixed when a table is opened."""

    id: str
    game: str
    seats: int
    options: dict[str, Any]
    host: str
    created: float
    commitment: str
    join_token: str
    watch_token: str
    box: dict[str, Any] = field(default_factory=dict)       # name and digest of the components
    own_box: bool = False                   # not the game's own, but one that the host has chosen
    clock: Clock = field(default_factory=Clock)
    listed: bool = False
    away_after: float | None = None         # seconds until a seat whose person has gone is handed to a bot
    series: str = ""
    number: int = 0                         # of the table in its series
    origin: str = ""                        # where and on what day it was opened, as a digest that tells neither
    start: str = ""                         # the position that it begins at, if not with a deal

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def read_about(values: dict[str, Any]) -> About:
    return About(**{**values, "clock": Clock(**values["clock"])})


@dataclass(frozen=True)
class StoredTable:
    """Everything that is needed to open a table."""

    about: About
    status: TableStatus
    holders: tuple[Holder, ...]
    secret: Secret
    box: str | None                         # text of the components; None if it is lost
    snapshot: bytes | None                  # of the present position
    saw: dict[str, set[int]]
    rights: dict[str, bool]                 # users let in by a link -> whether they may join
    next: str | None                        # the table of the rematch
    stamp: int                              # grows with every change of all this
    talk: str                               # JSON of what is asked and shown at the table, if several processes share it


@dataclass(frozen=True)
class Step:
    """What is needed of an action to follow a game backwards."""

    number: int
    seat: int
    position: int
    led_up: int = 0                         # actions before it that were played by the same press


@dataclass(frozen=True)
class Task:
    """Due work that was taken by lease."""

    table: str
    due: Due
    tries: int


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    about: About
    status: TableStatus
    holders: tuple[Holder, ...]
    changed: float


@dataclass(frozen=True)
class Pulse:
    """What tells a process whether its memory of a table is up to date."""

    stamp: int
    here: dict[str, float]                  # users whom other processes see there -> until when that counts


@dataclass(frozen=True)
class SpokenPhrase:
    """A phrase that somebody said."""

    number: int
    at: float
    seat: int
    phrase: str


class Storage(Protocol):
    """What every database must do. When a call returns, what it has written is on the disk."""

    shared: bool                            # whether other processes may change the same tables

    async def create(self, about: About, box: str, holders: Sequence[Holder], secret: Secret, request: str = "",
                     after: str | None = None) -> str:
        """Store a new table with the text of its box; its id. A request that was made before, or a rematch that exists,
        gives the id of that table. IdConflict if the id is in use."""

    async def add_box(self, digest: str, text: str) -> None:
        """Store the text of a box for all tables that play with it."""

    async def lost_boxes(self) -> list[tuple[str, str]]:
        """Games and digests of boxes whose text is not stored, but with which tables play."""
        ...

    async def load(self, table: str) -> StoredTable | None: ...

    async def append(self, table: str, change: Change) -> int:
        """Write an entry and everything that goes with it, the changes that led up to it included, or EntryConflict; the
        stamp of the table since then."""
        ...

    async def entries(self, table: str, after: int = -1, most: int = 1000) -> list[Entry]:
        """The log after an entry, of folded tables too."""

    async def entry_for(self, table: str, position: int) -> Entry | None:
        """The action or undo that was made for this position, if there was one."""

    async def actions_back_to(self, table: str, position: int, seats: Collection[int]) -> list[Step]:
        """The actions that led to a position, the last first, up to the first one of these seats and those that were played by
        the same press. What was undone is not among them."""

    async def snapshot(self, table: str, entry: int) -> bytes | None: ...

    async def listed_tables(self, stage: str, most: int = 50) -> list[TableSummary]:
        """Listed tables at this stage, the latest first."""

    async def tables_of(self, user: str, most: int = 50) -> list[TableSummary]: ...

    async def count_unfinished(self, host: str) -> int:
        """How many tables of this host are not over."""

    async def count_tables(self, host: str) -> int:
        """How many tables of this host are kept, over or not."""

    async def count_opened(self, origin: str) -> tuple[int, int]:
        """How many tables are kept that come from there, and how many boxes that their hosts brought."""
        ...

    async def series(self, first: str) -> list[TableSummary]:
        """The tables of a series in their order."""

    async def let_in(self, table: str, user: str, may_join: bool) -> None: ...

    async def keep_awake(self, tables: Sequence[str], until: float) -> bool:
        """Somebody watches these tables until then: wake bots that are asleep; whether there were any."""
        ...

    async def say(self, table: str, seat: int, phrase: str, at: float, most: int) -> SpokenPhrase:
        """Store a phrase; only the last `most` of a table are kept."""

    async def phrases_said(self, table: str, after: int = -1) -> list[SpokenPhrase]: ...

    async def take(self, owner: str, now: float, until: float, most: int) -> list[Task]:
        """Take due work by a lease until then. The work of bots at a table that no person plays and nobody watches falls
        asleep instead."""

    async def renew(self, owner: str, task: Task, until: float) -> bool:
        """Extend the lease of work; False if it is no longer ours."""

    async def put_off(self, owner: str, task: Task, at: float) -> None:
        """Give work back, to be tried again at that time."""

    async def finish(self, owner: str, task: Task) -> None:
        """Delete work, if it is still ours and for this position."""

    async def next_due(self, now: float) -> float | None:
        """When the next work becomes due, after now."""

    async def add_due(self, table: str, due: Due) -> None:
        """Add work that no entry caused; if it is there already, it stays as it is."""

    async def drop_due(self, table: str, kind: str, seats: Sequence[int]) -> None: ...

    async def expect_people(self, kind: str, now: float) -> None:
        """After a start nobody is there yet: give people at running tables their time to come back."""

    async def fold(self, table: str) -> None:
        """Compress the log of a table that is over into one row."""

    async def unvisited(self, before: float) -> list[str]:
        """The tables that nobody has changed or watched since then, the oldest first."""

    async def remove(self, table: str, last: int, before: float) -> bool:
        """Delete a table with all that belongs to it, if that entry is still its last and nobody has visited it since then;
        whether it was so."""
        ...

    async def tables_with(self, user: str) -> list[str]:
        """The ids of all tables that know of a person."""
        ...

    async def erase(self, table: str, user: str) -> None:
        """Take a person's id and names out of a table where they hold no seat of a running game."""

    async def guest_values(self, guest: str) -> dict[str, str]:
        """What is kept for a guest, by name."""
        ...

    async def change_guest_value(self, guest: str, name: str, change: Callable[[str | None], str], now: float, most: int
                                 ) -> str:
        """Keep what a function makes of the value that there is, and return it; of new names there may be `most`. Refused if
        there are more."""
        ...

    async def erase_guest_values(self, guest: str) -> None: ...

    async def drop_guest_values(self, before: float) -> None:
        """Delete the values that have not changed since then."""

    async def has_finished(self, user: str, game: str) -> bool:
        """Whether a person holds a seat at a table of this game that is over."""
        ...

    async def keep_review(self, table: str, review: dict[str, Any]) -> None:
        """Keep the review of a table that is over, in place of the one that there was."""

    async def review(self, table: str) -> dict[str, Any] | None:
        """The review that is kept of a table."""
        ...

    async def review_totals(self, user: str, most: int) -> list[tuple[str, list[int], str]]:
        """The game of each reviewed table where a person sits, the latest first, their seats there, and JSON of what the
        review adds up to for every seat."""
        ...

    async def latest_change(self) -> float:
        """When a table changed last; 0 if there is none."""
        ...

    async def take_drop(self, bucket: str, most: int, seconds: float, now: float, drops: int = 1) -> float:
        """Take drops from a bucket that holds `most` of them and fills up within so many seconds; 0, or the seconds to wait
        if not even one is left. With no drops it only looks. Buckets need not survive the process."""
        ...

    async def hold(self, place: str, holder: str, most: int, now: float, until: float) -> bool:
        """Hold a place that `most` holders may have, by a lease until then, or renew the lease; False if it is full."""
        ...

    async def let_go(self, place: str, holder: str) -> None: ...

    async def keep_passing(self, name: str, owner: str, value: str, until: float) -> None:
        """Keep a value for a while, in place of all others of this owner."""

    async def passing(self, name: str, now: float) -> str | None:
        """A value that is kept for a while; None when that is over."""
        ...

    async def take_passing(self, name: str, now: float) -> str | None:
        """The same, for the last time: of several who ask, one gets it."""
        ...

    async def check(self) -> None:
        """Write and read something; raises if the database cannot do both."""
        ...

    async def setting(self, name: str, otherwise: bytes) -> bytes:
        """A setting of this server; `otherwise` is stored if there is none."""

    async def close(self) -> None: ...
