"""The course of a game, to be walked through: of a record, all of it; of a running table, what one seat has seen so far."""

from collections.abc import Sequence
from typing import Any, Protocol

from ..core.errors import BadRecord
from ..core.game import Game
from ..core.match import Match, outcome_of
from ..core.record import check_record, replay
from ..drawing.changes import Frame
from ..server.entries import SEAT, UNDO, VERSION, Entry, read_snapshot
from ..server.look import shown
from ..server.records import EVERYTHING
from ..server.refusal import Refused
from ..server.table import NOT_DEALT, Table
from ..words import language, phrase, say
from .motion import played
from .telling import names_of, words_of

LONGEST_NAME = 40
BEGINS = phrase("The deal.")


class Course(Protocol):
    """Positions in their order: 0 is the deal, every action makes another one."""

    game: Game
    box: Any
    last: int                               # the number of actions

    @property
    def names(self) -> Sequence[str]: ...

    def mover(self, step: int) -> int:
        """The seat whose action led to a position."""

    def words(self, step: int, seat: int) -> str:
        """What a seat has heard of that action."""

    async def state(self, step: int) -> Any:
        """The position, not to be changed."""

    async def frames(self, step: int, seat: int) -> list[Frame]:
        """How a seat has seen the action that led to a position."""


class Recorded:
    """The course of a record."""

    def __init__(self, record: dict[str, Any]):
        self.record, self.match = record, replayed(record)
        self.game, self.box, self.last = self.match.game, self.match.box, len(self.match.moves)
        self._written = list(self.match.names)
        self._lines: dict[tuple[int, int, str], str] = {}

    @property
    def names(self) -> Sequence[str]:
        return [spoken(name, self.game.seat_names[seat]) for seat, name in enumerate(self._written)]

    def mover(self, step: int) -> int:
        return self.match.moves[step - 1].seat

    def words(self, step: int, seat: int) -> str:
        wanted = (step, seat, language())
        if wanted not in self._lines:
            self.match.names = names = self.names
            move = self.match.moves[step - 1] if step else self.match.setup_move
            told = " ".join(self.match.sentences(seat, move))
            self._lines[wanted] = told or (say("{who}: {action}.", who=names[move.seat], action=move.text) if step
                                           else say(BEGINS))
        return self._lines[wanted]

    async def state(self, step: int) -> Any:
        return self.match.state_after(step)

    async def frames(self, step: int, seat: int) -> list[Frame]:
        move, before = self.match.moves[step - 1], self.game.state.copy(self.match.state_after(step - 1))
        return played(self.game, self.box, seat, self.names, before, move.action, move.chance, len(move.notes))

    def result(self) -> dict[str, Any] | None:
        """Points and ranks at the end; of a game that was given up, those that the record tells."""
        if self.match.over:
            outcome = outcome_of(self.game, self.match.state, self.box)
            return {"points": outcome.points, "rank": outcome.rank}
        told = self.record.get("resigned")
        if isinstance(told, dict) and all(isinstance(told.get(name), list) and len(told[name]) == self.match.seats
                                          and all(isinstance(value, (int, float)) for value in told[name])
                                          for name in ("points", "rank")):
            return told
        return None


def spoken(name: str, seat: str) -> str:
    """A name of a record, where everything is English: what is no person's name is said in the present language."""
    plain = name.removesuffix(" (bot)")
    called = say(seat) if plain == seat else plain
    return called if plain == name else say("{name} (bot)", name=called)


def replayed(record: dict[str, Any]) -> Match:
    """The match of a record, or BadRecord for whatever is wrong with it."""
    try:
        match = replay(check_record(record))
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        raise BadRecord("The record is damaged: {error}", error=error) from None
    names = record.get("names")
    if isinstance(names, list) and len(names) == match.seats and all(isinstance(name, str) for name in names):
        match.names = [name[:LONGEST_NAME] for name in names]
    return match


class Running:
    """The course of a table so far. Actions that were taken back are no part of it."""

    def __init__(self, table: Table):
        self.table, self.game, self.box = table, table.game, table.box
        self.log: list[Entry] = []
        self.steps: list[Entry] = []
        self.last = 0
        self._lines: dict[tuple[int, int, str], str] = {}

    async def read_on(self) -> None:
        """Read what was written meanwhile."""
        found = await self.table.room.storage.entries(self.table.id, len(self.log) - 1, EVERYTHING)
        if any(entry.kind == SEAT for entry in found):
            self._lines.clear()             # somebody is called by another name now
        self.log += found[max(0, len(self.log) - found[0].number):] if found else []        # two may have read at once
        self.steps = line_of(self.log)
        if not self.steps:
            raise Refused(NOT_DEALT)
        self.last = len(self.steps) - 1

    @property
    def names(self) -> Sequence[str]:
        return names_of(self.table)

    def mover(self, step: int) -> int:
        return self.steps[step].seat

    def words(self, step: int, seat: int) -> str:
        entry = self.steps[step]
        wanted = (entry.number, seat, language())
        if wanted not in self._lines:
            self._lines[wanted] = words_of(self.table, shown(entry, seat, self.table.over))
        return self._lines[wanted]

    async def state(self, step: int) -> Any:
        kept = await self.table.room.storage.snapshot(self.table.id, self.steps[step].number)
        if kept is None:
            raise Refused("That position is no longer kept.")
        return read_snapshot(self.game, kept)

    async def frames(self, step: int, seat: int) -> list[Frame]:
        entry = self.steps[step]
        return played(self.game, self.box, seat, self.names, await self.state(step - 1), entry.data["action"], entry.chance,
                      len(entry.notes))


def line_of(log: Sequence[Entry]) -> list[Entry]:
    """The deal and the actions that led to the present position."""
    position = max((entry.number for entry in log if entry.makes_position), default=-1)
    found: list[Entry] = []
    while position >= 0:
        entry = log[position]
        if entry.kind not in (UNDO, VERSION):
            found.append(entry)
        position = entry.data["back"] if entry.kind == UNDO else entry.position
    return found[::-1]


def step_at(steps: Sequence[Entry], number: int) -> int:
    """The step that was reached when an entry was written; an action that was taken back leads to the one before it."""
    return max((step for step, entry in enumerate(steps) if entry.number <= number), default=0)
