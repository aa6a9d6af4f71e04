"""The last move of somebody else, marked on the board: the pieces that it brought or moved."""

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from ..drawing import kit
from ..drawing.plain import scene_of
from ..drawing.scene import Part, Scene
from ..drawing.svg import transform_of
from ..drawing.targets import box_of, round_of
from ..server.entries import ACTION, SEAT, Entry, read_snapshot
from ..server.look import eyes
from ..server.table import Table

PIECES = {"marble", "number", "part"}       # kinds of parts that are marked
MOST_ENTRIES = 16                           # looked back

# By table, the number of the move's last entry and the seat that looks on.
found: WeakKeyDictionary[Table, dict[tuple[int, int], frozenset[str]]] = WeakKeyDictionary()


async def mark_last(table: Table, user: str, scene: Scene) -> None:
    """Mark what was brought or moved in the last turn of another seat, where it still stands."""
    seat, curtain = eyes(table, user)
    entries = await table.room.storage.entries(table.id, max(-1, table.now.last - MOST_ENTRIES), MOST_ENTRIES)
    turn = last_turn(entries, table.seats_of(user))
    if not turn or curtain is not None:
        return
    key, kept = (turn[-1].number, seat), found.setdefault(table, {})
    if key not in kept:
        for old in [one for one in kept if one[0] != key[0]]:
            del kept[old]
        kept[key] = await moved_in(table, seat, turn)
    for part in pieces(scene):
        if part.id in kept[key]:
            part.marks = [*part.marks, ring_round(part)]


def last_turn(entries: Iterable[Entry], mine: Iterable[int]) -> list[Entry]:
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


async def moved_in(table: Table, seat: int, turn: list[Entry]) -> frozenset[str]:
    """The ids of the pieces that stand elsewhere after a turn than before it."""
    before, after = [await places(table, seat, position) for position in (turn[0].position, turn[-1].number)]
    if before is None or after is None:
        return frozenset()
    return frozenset(id for id, place in after.items() if before.get(id) != place)


async def places(table: Table, seat: int, position: int) -> dict[str, str] | None:
    """Where the pieces stood in a position, as a seat saw it; None if that is no longer known."""
    data = await table.room.storage.snapshot(table.id, position)
    if data is None:
        return None
    view = table.game.view(read_snapshot(table.game, data), table.box, seat)
    return {part.id: f"{transform_of(part)} {worn(part)}" for part in pieces(without_choices(table, view))}


def without_choices(table: Table, view: Any) -> Scene:
    """The scene of a view in which nothing is to be chosen, which costs least."""
    if view.seats > 1:
        view.player = (max(view.viewer, 0) + 1) % view.seats
    return scene_of(table.game, view, table.box)


def pieces(scene: Scene) -> Iterable[Part]:
    return (part for panel in scene.panels for part in panel.root.walk() if part.id and PIECES & set(part.kind.split()))


def worn(part: Part) -> str:
    """How a piece lies: turned, or with which sign."""
    return " ".join([*(str(mark.attributes.get("href", "")) for mark in part.marks), *(str(one.turned) for one in part.parts)])


def ring_round(part: Part) -> Any:
    """The dotted ring of the last move, about the piece."""
    if part.marks and part.marks[0].tag == "rect":
        x, y, width, height = box_of(part.marks[0])
        return kit.ring("last", (x + width / 2, y + height / 2), width / 2)
    at, r = round_of(part)
    return kit.ring("last", at, r)
