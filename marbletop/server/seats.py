"""Who sits where: a person, a bot or nobody, and what they are called."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from typing import Any

from ..core.game import Game
from ..core.state import OWNER
from ..words import present, say
from .people import Guest

EMPTY, PERSON, BOT = "empty", "person", "bot"


@dataclass(frozen=True)
class Holder:
    """Who holds a seat. A bot may keep it for a person who is away (`kept`: their id, `name`: their name)."""

    kind: str = EMPTY
    user: str = ""
    name: str = ""
    level: str = ""
    kept: str = ""
    added: str = ""                         # what the seat adds to the chance, before the deal
    resigned: bool = False                  # whoever sat here has given up: a bot plays to the end
    origin: str = ""                        # where the person came from when they sat down: see `Guests.origin`

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value}

    @property
    def belongs_to(self) -> str:
        """The person who plays here or may come back."""
        return self.user or self.kept


@dataclass(frozen=True)
class SeatRequest:
    """Somebody asks for a seat that they may take only with consent."""

    number: int
    guest: Guest
    seat: int
    origin: str


@dataclass
class SeatRequests:
    """The requests of a table that wait for an answer, in memory only: whoever asked can ask again."""

    waiting: dict[str, SeatRequest] = field(default_factory=dict)       # by user
    declined: set[str] = field(default_factory=set)                     # users
    changes: int = 0


def read_holder(values: dict[str, Any]) -> Holder:
    return Holder(**values)


def name_of(game: Game, seat: int, holder: Holder) -> str:
    """What sentences call a seat. No person can take a name with brackets."""
    name = holder.name or say(game.seat_names[seat])
    return say("{name} (bot)", name=name) if holder.kind == BOT else name


def plain_name(name: str) -> str:
    """A name without the word for a bot, where there is little room."""
    return _name_without_bot(name, present())


@lru_cache(maxsize=4096)
def _name_without_bot(name: str, _: object) -> str:
    before, after = say("{name} (bot)", name="\0").split("\0")
    return name[len(before):-len(after) or None] if name.startswith(before) and name.endswith(after) else name


@cache
def has_hands(game: Game) -> bool:
    """Whether seats of this game have secrets of their own."""
    return any(declared.known_to == OWNER for _, declared in game.state.secret_fields())


def people(holders: Sequence[Holder]) -> set[str]:
    """The ids of everybody who sits at the table now."""
    return {holder.user for holder in holders if holder.kind == PERSON}


def others_than(holders: Sequence[Holder], user: str) -> set[str]:
    """The ids of other people who play here or may come back."""
    return {holder.belongs_to for holder in holders if holder.belongs_to and not holder.resigned} - {user}


def seats_of(holders: Sequence[Holder], user: str) -> list[int]:
    """The seats that this user holds now."""
    return [seat for seat, holder in enumerate(holders) if holder.kind == PERSON and holder.user == user]


def seats_by_user(holders: Sequence[Holder]) -> dict[str, list[int]]:
    """The seats of everybody who holds one now."""
    return {user: seats_of(holders, user) for user in people(holders)}
