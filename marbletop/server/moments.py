"""The latest play at a table as one seat may know it: the moments of an action, for those who show how it happened, and
the last turn of somebody else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ..core.chance import Script
from ..core.game import Game
from ..core.notes import Listener, Note
from ..core.state import SPECTATOR
from .entries import ACTION, SEAT, Entry, read_snapshot
from .table import Table
from .table_view import Eyes

MOST_NOTES = 40                             # notes of an action at which we look; of more, every second or third
MOST_KEPT = 100                             # tables whose last action is ready to be shown
LOOK_BACK = 16                              # entries searched for the last move of somebody else


@dataclass(frozen=True)
class Moment:
    """What a seat sees at one moment of an action, and the note as it hears it: none at the beginning."""

    view: Any
    note: Note | None = None


Snapshot = tuple[Any, Note | None]          # a whole state in the middle of an action, and the note taken there


class SnapshotRecorder(Listener):
    """Keeps the position before an action and at its notes, to be looked at through anybody's eyes."""

    def __init__(self, game: Game, every: int = 1):
        self.game, self.every, self.notes = game, every, 0
        self.snapshots: list[Snapshot] = []

    def note(self, state: Any, note: Note) -> None:
        self.notes += 1
        if self.notes % self.every == 0:
            self.snapshots.append((self.game.state.copy(state), note))


def snapshots_of(game: Game, box: Any, state: Any, action: int, chance: Sequence[int], notes: int) -> list[Snapshot]:
    """Play an action once more from the state before it, which is changed by that. `notes` is the number of notes to
    expect."""
    recorder = SnapshotRecorder(game, every=1 + notes // MOST_NOTES)
    recorder.snapshots.append((game.state.copy(state), None))
    state.listener, state.script = recorder, Script(list(chance))
    game.play(state, box, action)
    return recorder.snapshots


def moment_for(game: Game, box: Any, seat: int, state: Any, note: Note | None) -> Moment:
    """What a seat sees of a snapshot."""
    return Moment(game.view(state, box, seat), note.heard_by(game.hears(state, box, seat)) if note else None)


def moments_of(game: Game, box: Any, seat: int, snapshots: Sequence[Snapshot]) -> list[Moment]:
    """What a seat sees of an action."""
    return [moment_for(game, box, seat, state, note) for state, note in snapshots]


# By table: the number of the action that was shown last, with its snapshots. All seats look at the same.
snapshot_cache: WeakKeyDictionary[Table, tuple[int, list[Snapshot]]] = WeakKeyDictionary()


class RecentPlay:
    """The latest play at a table, as one seat may know it."""

    def __init__(self, table: Table, seat: int, mine: Sequence[int]):
        self._table, self.seat, self._mine = table, seat, mine

    def as_spectator(self) -> "RecentPlay":
        """The same as somebody without a seat may know it."""
        return RecentPlay(self._table, SPECTATOR, self._mine)

    async def actions_since(self, after: int, most: int) -> list[int]:
        """The numbers of the entries after this one; none if they are many, or not all of them are actions."""
        if not 0 < self._table.now.last - after <= most:
            return []
        entries = await self._table.entries(after, most)
        return [] if any(entry.kind != ACTION for entry in entries) else [entry.number for entry in entries]

    async def moments(self, number: int) -> list[Moment]:
        """The moments of the action with this number; none if the position before it is no longer kept."""
        table = self._table
        return moments_of(table.game, table.box, self.seat, await self._snapshots(number))

    async def _snapshots(self, number: int) -> list[Snapshot]:
        table = self._table
        if snapshot_cache.get(table, (-1,))[0] != number:
            (entry, *_) = await table.entries(number - 1, 1)
            before = await self._state_before(entry)
            if len(snapshot_cache) >= MOST_KEPT:
                snapshot_cache.clear()
            snapshot_cache[table] = number, [] if before is None else snapshots_of(
                table.game, table.box, before, entry.data["action"], entry.chance, len(entry.notes))
        return snapshot_cache[table][1]

    async def _state_before(self, entry: Entry) -> Any | None:
        """The state in which an action was played; that of the last action is still in memory."""
        table = self._table
        if table.before and table.before[0].number == entry.number:
            return table.game.state.copy(table.before[1])
        return await self._state(entry.position)

    async def _state(self, position: int) -> Any | None:
        data = await self._table.room.storage.snapshot(self._table.id, position)
        return read_snapshot(self._table.game, data) if data else None

    async def view(self, position: int) -> Any | None:
        """The table as it stood; None if that position is no longer kept."""
        state = await self._state(position)
        return None if state is None else self._table.game.view(state, self._table.box, self.seat)

    async def last_turn_of_others(self) -> tuple[int, int] | None:
        """The positions before and after the last turn of a seat that is not the user's, if there is one."""
        entries = await self._table.entries(max(-1, self._table.now.last - LOOK_BACK), LOOK_BACK)
        turn = last_turn(entries, self._mine)
        return (turn[0].position, turn[-1].number) if turn else None


def recent_play(table: Table, eyes: Eyes) -> RecentPlay | None:
    """The latest play as those with these eyes may know it; None while a hand is covered."""
    return RecentPlay(table, eyes.seat, eyes.mine) if eyes.curtain is None else None


def last_turn(entries: Sequence[Entry], mine: Sequence[int]) -> list[Entry]:
    """The last actions that one other seat made in a row; none if something was taken back since."""
    actions: list[Entry] = []
    for entry in entries:
        if entry.kind == ACTION:
            actions.append(entry)
        elif entry.kind != SEAT:
            actions.clear()
    while actions and actions[-1].seat in mine:
        actions.pop()
    first = next((n for n in range(len(actions), 0, -1) if actions[n - 1].seat != actions[-1].seat), 0)
    return actions[first:]
