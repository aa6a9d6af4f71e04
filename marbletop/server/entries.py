"""Entries of a table's log, and what is stored with them: notes with those who hear them, and a snapshot of the state."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.game import Game
from ..core.notes import Note
from .clock import Times
from .refusal import Refused
from .seats import Holder

DEAL, ACTION, UNDO, SEAT, RESIGNATION, CLOCK, VERSION = "deal", "action", "undo", "seat", "resignation", "clock", "version"
CHANGES = (DEAL, ACTION, UNDO, VERSION)     # kinds that make a new position
OPEN, RUNNING, OVER = "open", "running", "over"         # stages of a table
NOWHERE = -1                                # the position before the deal; the last entry of an empty log
KEY = "chance_key"


@dataclass(frozen=True, slots=True)
class StoredNote:
    """A note with the seats (-1: spectators) that hear its details; None if everybody does."""

    note: Note
    hearers: tuple[int, ...] | None = None

    def as_heard_by(self, seat: int) -> Note:
        """The note as a seat heard it."""
        return self.note if self.hearers is None or seat in self.hearers else Note(self.note.event, (), self.note.whispered_to)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a table's log; never changed once it is written."""

    number: int
    kind: str
    at: float                               # seconds since 1970
    position: int                           # the position it was made for
    user: str = ""                          # who did it; '' if the table did it by itself
    seat: int = -1                          # for which seat; -1 for none in particular
    data: dict[str, Any] = field(default_factory=dict)
    chance: tuple[int, ...] = ()
    notes: tuple[StoredNote, ...] = ()

    @property
    def makes_position(self) -> bool:
        return self.kind in CHANGES


@dataclass(frozen=True)
class Due:
    """Something that a table must do by itself, at some time, if it is still at that position."""

    kind: str
    seat: int
    position: int
    at: float


@dataclass(frozen=True)
class TableStatus:
    """The part of a table that changes, stored with every entry."""

    last: int = NOWHERE                     # number of the last entry
    position: int = NOWHERE
    stage: str = OPEN
    version: int = 0                        # of the rules that made the position
    times: Times = field(default_factory=Times)
    result: dict[str, Any] | None = None    # ending, points, rank, reward


@dataclass(frozen=True)
class Change:
    """An entry and everything that is stored with it in one transaction."""

    entry: Entry
    status: TableStatus
    holders: tuple[Holder, ...]
    due: tuple[Due, ...] = ()               # replaces what the table had to do before
    state: Any = None                       # the new state, where the entry makes a position
    snapshot: bytes | None = None           # the same as it is stored
    saw: tuple[tuple[str, int], ...] = ()   # users and the hands they have seen
    added: tuple[str, ...] | None = None    # with the deal: what the seats added
    led_up: tuple["Change", ...] = ()       # changes that are saved together with this one, before it


def notes_with_hearers(game: Game, state: Any, box: Any, notes: Sequence[Note]) -> tuple[StoredNote, ...]:
    """The notes of a move that led to this state, each with those who hear it."""
    def hearers_of(owner: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(-1, state.seats) if game.hears(state, box, seat)(owner))
    return tuple(StoredNote(note, None if note.whispered_to is None else hearers_of(note.whispered_to)) for note in notes)


def write_notes(notes: Sequence[StoredNote]) -> str:
    rows = [[one.note.event, one.note.details] if one.hearers is None
            else [one.note.event, one.note.details, one.note.whispered_to, one.hearers] for one in notes]
    return json.dumps(rows, separators=(",", ":"))


def read_notes(text: str) -> tuple[StoredNote, ...]:
    found = []
    for event, details, *secret in json.loads(text):
        to, heard = secret if secret else (None, None)
        found.append(StoredNote(Note(event, tuple(details), to), None if heard is None else tuple(heard)))
    return tuple(found)


def write_snapshot(game: Game, state: Any) -> bytes:
    """A state as named fields, without its key."""
    fields = {name: getattr(state, name) for name in game.state.fields if name != KEY}
    return json.dumps({"version": game.version, "fields": fields}, separators=(",", ":")).encode()


def read_snapshot(game: Game, data: bytes, key: Sequence[int] = (0, 0)) -> Any:
    """The state of a snapshot; one that older rules made is carried over."""
    kept = json.loads(data)
    fields = {**kept["fields"], KEY: list(key)}
    if kept["version"] != game.version and game.upgrade is not None:
        fields = game.upgrade(fields, kept["version"])
    try:
        return game.state.from_fields(fields)
    except ValueError as error:
        raise Refused("This game was started with version {old} of the {game} rules, and version {new} can't continue it: "
                      "{error}.", old=kept["version"], game=game.title, new=game.version, error=error) from None
