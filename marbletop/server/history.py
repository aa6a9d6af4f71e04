"""The line of play of tables and records, from the deal to the end, as one seat may know it: positions, entries, and the
moments of each action (moments.py).

Whole states stay in here: what leaves is a `SeatHistory`.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Protocol

from ..core.game import Game
from ..core.match import Match, outcome_of
from ..core.notes import Note
from ..core.record import DAMAGE, check_record, record_of, replay
from ..core.state import SPECTATOR
from ..words import phrase, say
from .background import in_background
from .entries import ACTION, DEAL, SEAT, UNDO, VERSION, Entry, read_snapshot
from .inspection import damaged
from .moments import Moment, moments_of, snapshots_of
from .records import EVERYTHING, table_record
from .refusal import NotHere, Refused
from .seats import plain_name
from .table import NOT_DEALT, Table
from .table_view import VisibleEntry, display_names, viewing_seat, visible_entry

MOST_HISTORIES = 40                         # histories in memory
TABLE, RECORD = "table", "record"           # what a history was made from
NO_LONGER_OPEN = phrase("This game is no longer open. Open its file again.")
LONGEST_SEAT_NAME = 40                      # characters of a name in a record


class History(Protocol):
    """Positions in their order: 0 is the deal, and every action leads to the next."""

    game: Game
    box: Any
    last: int                               # number of actions
    running: bool
    result: dict[str, Any] | None           # points and ranks at the end
    texts: dict[Any, str]

    @property
    def names(self) -> list[str]: ...

    @property
    def own_box(self) -> bool: ...

    def number(self, step: int) -> int: ...

    def mover(self, step: int) -> int: ...

    def entry(self, step: int, seat: int) -> VisibleEntry: ...

    async def state(self, step: int) -> Any:
        """The whole state, not to be changed."""

    async def moments(self, step: int, seat: int) -> list[Moment]: ...


class SeatHistory:
    """A history as one seat may know it: the only form in which it leaves the server. `texts` is for those who put its
    entries into words: it lasts as long as the history and is shared by all seats."""

    def __init__(self, history: History, seat: int):
        self._history, self.seat = history, seat
        self.game, self.box, self.texts = history.game, history.box, history.texts

    @property
    def last(self) -> int:
        """The number of actions."""
        return self._history.last

    @property
    def running(self) -> bool:
        """Whether it is the history of a game that goes on: then only one's own seat can be looked through."""
        return self._history.running

    @property
    def result(self) -> dict[str, Any] | None:
        """Points and ranks at the end."""
        return self._history.result

    @property
    def names(self) -> list[str]:
        return self._history.names

    @property
    def own_box(self) -> bool:
        """Whether it was played with another box than that of the game."""
        return self._history.own_box

    def number(self, step: int) -> int:
        """The number of the entry that led to a position."""
        return self._history.number(step)

    def mover(self, step: int) -> int:
        """The seat whose action led to a position."""
        return self._history.mover(step)

    def entry(self, step: int) -> VisibleEntry:
        """The deal or the action that led to a position."""
        return self._history.entry(step, self.seat)

    async def view(self, step: int) -> Any:
        return self.game.view(await self._history.state(step), self.box, self.seat)

    async def moments(self, step: int) -> list[Moment]:
        """The moments of the action that led to a position."""
        return await self._history.moments(step, self.seat)


class RecordHistory:
    """The history of a record: everything, as any seat saw it."""

    running = False

    def __init__(self, record: dict[str, Any], any_start: bool = False):
        self._match = replay_record(record, any_start)
        self.game, self.box, self.last = self._match.game, self._match.box, len(self._match.moves)
        self.result = record_result(self._match, record)
        self.texts: dict[Any, str] = {}

    @property
    def names(self) -> list[str]:
        return [translated_name(name, self.game.seat_names[seat]) for seat, name in enumerate(self._match.names)]

    @property
    def own_box(self) -> bool:
        return bool(self._match.components.digest != self.game.components().digest)

    def number(self, step: int) -> int:
        return step

    def mover(self, step: int) -> int:
        return self._match.moves[step - 1].seat

    def entry(self, step: int, seat: int) -> VisibleEntry:
        move = self._match.moves[step - 1] if step else self._match.setup_move
        notes = move.heard_by(self.game.hears(self._match.state, self.box, seat))
        data = {"action": move.action, "text": move.text} if step else {}
        return VisibleEntry(step, ACTION if step else DEAL, 0.0, move.seat, "", notes, data)

    def plain_record(self) -> dict[str, Any]:
        """The record of the game and its result, without names: only for the server itself."""
        given_up = {} if self._match.over or not self.result else {"resigned": {"ending": "", **self.result}}
        return {**record_of(self._match), **given_up}

    def named_match(self) -> Match:
        """The whole match, with the names of its seats in the present language: only for the server itself."""
        match = copy(self._match)
        match.names = [plain_name(name) for name in self.names]
        return match

    async def state(self, step: int) -> Any:
        return self._match.state_after(step)

    async def moments(self, step: int, seat: int) -> list[Moment]:
        move, before = self._match.moves[step - 1], self.game.state.copy(self._match.state_after(step - 1))
        return moments_of(self.game, self.box, seat, snapshots_of(self.game, self.box, before, move.action, move.chance,
                                                                  len(move.notes)))


def replay_record(record: dict[str, Any], any_start: bool = False) -> Match:
    """The match of a record, or BadRecord for whatever is wrong with it."""
    try:
        match = replay(check_record(record), any_start=any_start)
    except DAMAGE as error:
        raise damaged(error) from None
    names = record.get("names")
    if isinstance(names, list) and len(names) == match.seats and all(isinstance(name, str) for name in names):
        match.names = [name[:LONGEST_SEAT_NAME] for name in names]
    return match


def record_result(match: Match, record: dict[str, Any]) -> dict[str, Any] | None:
    """Points and ranks at the end; of a game that was given up, those that the record tells."""
    if match.over:
        outcome = outcome_of(match.game, match.state, match.box)
        return {"points": outcome.points, "rank": outcome.rank}
    result = record.get("resigned")
    if isinstance(result, dict) and all(isinstance(result.get(name), list) and len(result[name]) == match.seats
                                        and all(isinstance(value, (int, float)) for value in result[name])
                                        for name in ("points", "rank")):
        return result
    return None


def translated_name(name: str, seat: str) -> str:
    """A name of a record, where everything is English: names that no person chose are said in the present language."""
    plain = name.removesuffix(" (bot)")
    called = say(seat) if plain == seat else plain
    return called if plain == name else say("{name} (bot)", name=called)


class TableHistory:
    """The history of a running table so far, without the actions that were taken back."""

    running = True
    result: dict[str, Any] | None = None

    def __init__(self, table: Table):
        self.table, self.game, self.box = table, table.game, table.box
        self.log: list[Entry] = []
        self.steps: list[Entry] = []
        self.last = 0
        self.texts: dict[Any, str] = {}

    @property
    def own_box(self) -> bool:
        return self.table.about.own_box

    async def read_on(self) -> None:
        """Read what was written meanwhile."""
        found = await self.table.room.storage.entries(self.table.id, len(self.log) - 1, EVERYTHING)
        if any(entry.kind == SEAT for entry in found):
            self.texts.clear()              # somebody has another name now
        self.log += found[max(0, len(self.log) - found[0].number):] if found else []        # two may have read at once
        self.steps = line_of_play(self.log)
        if not self.steps:
            raise Refused(NOT_DEALT)
        self.last = len(self.steps) - 1

    @property
    def names(self) -> list[str]:
        return display_names(self.table)

    def number(self, step: int) -> int:
        return self.steps[step].number

    def mover(self, step: int) -> int:
        return self.steps[step].seat

    def entry(self, step: int, seat: int) -> VisibleEntry:
        return visible_entry(self.steps[step], seat, self.table.over)

    async def state(self, step: int) -> Any:
        kept = await self.table.room.storage.snapshot(self.table.id, self.steps[step].number)
        if kept is None:
            raise Refused("That position is no longer saved.")
        return read_snapshot(self.game, kept)

    async def moments(self, step: int, seat: int) -> list[Moment]:
        entry = self.steps[step]
        snapshots = snapshots_of(self.game, self.box, await self.state(step - 1), entry.data["action"], entry.chance,
                                 len(entry.notes))
        return moments_of(self.game, self.box, seat, snapshots)


def line_of_play(log: Sequence[Entry]) -> list[Entry]:
    """The deal and the actions that led to the present position."""
    position = max((entry.number for entry in log if entry.makes_position), default=-1)
    found: list[Entry] = []
    while position >= 0:
        entry = log[position]
        if entry.kind not in (UNDO, VERSION):
            found.append(entry)
        position = entry.data["back"] if entry.kind == UNDO else entry.position
    return found[::-1]


async def notes_of_game(table: Table, seat: int) -> tuple[Note, ...]:
    """What happened from the deal on, without what was taken back, as a seat heard it."""
    log = await table.room.storage.entries(table.id, most=EVERYTHING)
    return tuple(note.as_heard_by(seat) for entry in line_of_play(log) for note in entry.notes)


def step_at(steps: Sequence[Entry], number: int) -> int:
    """The step that was reached when an entry was written; an action that was taken back leads to the one before it."""
    return max((step for step, entry in enumerate(steps) if entry.number <= number), default=0)


class Histories:
    """The histories that were asked for last: of tables by their id, of record files by a name."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], RecordHistory | TableHistory] = OrderedDict()
        self.on_forget: Callable[[str], None] = lambda table: None          # called with the id of a table

    def _keep(self, kind: str, name: str, history: RecordHistory | TableHistory) -> None:
        self._kept[kind, name] = history
        self._kept.move_to_end((kind, name))
        while len(self._kept) > MOST_HISTORIES:
            self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Drop the history of a table: it has changed, or another may get its id."""
        self._kept.pop((TABLE, table), None)
        self.on_forget(table)

    async def of_table(self, table: Table, user: str, seat: int | None = None) -> SeatHistory:
        """A game that is over as the given seat saw it, a running one as the user's own seat has seen it."""
        found = self._kept.get((TABLE, table.id))
        if table.over:
            history = await self.record_history(table)
            return SeatHistory(history, seat_or_spectator(history, seat))
        if not isinstance(found, TableHistory) or found.table is not table:
            found = TableHistory(table)
        self._keep(TABLE, table.id, found)
        await found.read_on()
        return SeatHistory(found, viewing_seat(table, user)[0])

    async def record_history(self, table: Table | str) -> RecordHistory:
        """All of a table that is over, or of a record file by its name: only for the server itself."""
        if isinstance(table, str):
            found = self._kept.get((RECORD, table))
            if not isinstance(found, RecordHistory):
                raise NotHere(NO_LONGER_OPEN)
            return found
        kept = self._kept.get((TABLE, table.id))
        return await self._keep_record(TABLE, table.id, kept if isinstance(kept, RecordHistory) else await table_record(table))

    async def add_record(self, name: str, record: Any) -> None:
        """Keep the history of a record file, or BadRecord."""
        found = self._kept.get((RECORD, name))
        await self._keep_record(RECORD, name, found if isinstance(found, RecordHistory) else check_record(record))

    def of_record(self, name: str, seat: int | None = None) -> SeatHistory:
        """The history of a record file, as the given seat saw it."""
        history = self._kept.get((RECORD, name))
        if history is None:
            raise NotHere(NO_LONGER_OPEN)
        return SeatHistory(history, seat_or_spectator(history, seat))

    async def _keep_record(self, kind: str, name: str, record: RecordHistory | dict[str, Any]) -> RecordHistory:
        history = record if isinstance(record, RecordHistory) else await in_background(RecordHistory, record, kind == TABLE)
        self._keep(kind, name, history)
        return history

    async def step_of_entry(self, table: Table, number: int) -> int:
        """The step of a table's history that was reached when an entry was written."""
        found = self._kept.get((TABLE, table.id))
        log = found.log if isinstance(found, TableHistory) else await table.room.storage.entries(table.id, most=EVERYTHING)
        return step_at(line_of_play(log), number)


def seat_or_spectator(history: History, seat: int | None) -> int:
    return seat if seat is not None and 0 <= seat < len(history.names) else SPECTATOR
