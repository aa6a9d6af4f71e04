"""Where tables are kept. All SQL lies in this folder; the rest of the server knows `Storage` only."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from ..clock import Clock
from ..entries import Change, Due, Entry, Standing
from ..fairness import Secret
from ..seats import Holder


class Taken(Exception):
    """Somebody else has written this entry first: read what is there, and decide anew."""


class NameTaken(Exception):
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
    components: str | None = None           # text of a component file, None for the game's own
    box: dict[str, Any] = field(default_factory=dict)       # name and digest of the components
    clock: Clock = field(default_factory=Clock)
    listed: bool = False
    away_after: float | None = None         # seconds until a seat whose person has gone is handed to a bot
    series: str = ""
    number: int = 0                         # of the table in its series

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def about_of(values: dict[str, Any]) -> About:
    return About(**{**values, "clock": Clock(**values["clock"])})


@dataclass(frozen=True)
class Loaded:
    """All that is needed to open a table."""

    about: About
    standing: Standing
    holders: tuple[Holder, ...]
    secret: Secret
    snapshot: bytes | None                  # of the present position
    saw: dict[str, set[int]]
    rights: dict[str, bool]                 # users let in by a link -> whether they may join
    next: str | None                        # the table of the rematch


@dataclass(frozen=True)
class Step:
    """The skeleton of an action: enough to follow a game backwards."""

    number: int
    seat: int
    position: int


@dataclass(frozen=True)
class Task:
    """Due work that was taken by lease."""

    table: str
    due: Due
    tries: int


@dataclass(frozen=True)
class Summary:
    """A table in a list."""

    about: About
    standing: Standing
    holders: tuple[Holder, ...]
    changed: float


@dataclass(frozen=True)
class Said:
    """A phrase that somebody said."""

    number: int
    at: float
    seat: int
    phrase: str


class Storage(Protocol):
    """What every database must do. What a call has written is on the disk when it returns."""

    async def create(self, about: About, holders: Sequence[Holder], secret: Secret, request: str = "",
                     after: str | None = None) -> str:
        """Keep a new table; its id. A request that was made before, or a rematch that exists, gives the id of that
        table. NameTaken if the id is in use."""

    async def load(self, table: str) -> Loaded | None: ...

    async def append(self, table: str, change: Change) -> None:
        """Write an entry and all that goes with it, or Taken."""

    async def entries(self, table: str, after: int = -1, most: int = 1000) -> list[Entry]:
        """The log behind an entry, of folded tables too."""

    async def entry_for(self, table: str, position: int) -> Entry | None:
        """The action or undo that was made for this position, if there was one."""

    async def back(self, table: str, position: int, seats: Collection[int]) -> list[Step]:
        """The actions that led to a position, the last first, up to the first one of these seats. What was undone is not
        among them."""

    async def snapshot(self, table: str, entry: int) -> bytes | None: ...

    async def listed(self, stage: str, most: int = 50) -> list[Summary]:
        """Listed tables at this stage, the latest first."""

    async def tables_of(self, user: str, most: int = 50) -> list[Summary]: ...

    async def opened_by(self, host: str) -> int:
        """How many tables of this host are not over."""

    async def series(self, first: str) -> list[Summary]:
        """The tables of a series in their order."""

    async def let_in(self, table: str, user: str, may_join: bool) -> None: ...

    async def watched(self, table: str, until: float) -> None:
        """Somebody looks on until then: bots that sleep are woken."""

    async def say(self, table: str, seat: int, phrase: str, at: float, most: int) -> Said:
        """Keep a phrase; only the last `most` of a table are kept."""

    async def said(self, table: str, after: int = -1) -> list[Said]: ...

    async def take(self, owner: str, now: float, until: float, most: int) -> list[Task]:
        """Take due work until then. Bots of a table that no person plays and nobody watches fall asleep instead."""

    async def renew(self, owner: str, task: Task, until: float) -> bool:
        """Keep work longer; False if it is no longer ours."""

    async def put_off(self, owner: str, task: Task, at: float) -> None:
        """Give work back, to be tried again at that time."""

    async def finish(self, owner: str, task: Task) -> None:
        """Strike work off, if it is still ours and for this position."""

    async def next_due(self, now: float) -> float | None:
        """When something will become due, after now."""

    async def add_due(self, table: str, due: Due) -> None:
        """Due work that no entry caused; what is there already stays."""

    async def drop_due(self, table: str, kind: str, seats: Sequence[int]) -> None: ...

    async def expect_people(self, kind: str, now: float) -> None:
        """After a start nobody is there yet: people at running tables have their time to come back."""

    async def fold(self, table: str) -> None:
        """Put the log of a table that is over into one compressed piece."""

    async def setting(self, name: str, otherwise: bytes) -> bytes:
        """A setting of this server, made if it is not there."""

    async def close(self) -> None: ...
