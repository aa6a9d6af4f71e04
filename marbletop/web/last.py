"""The last move of somebody else, marked on the board: the pieces that it brought or moved."""

from collections.abc import Iterable
from dataclasses import replace
from weakref import WeakKeyDictionary

from ..drawing import kit
from ..drawing.plain import scene_of
from ..drawing.scene import Mark, Part, Scene
from ..drawing.svg import transform_of
from ..drawing.targets import bounds_of, circle_of
from ..server.entries import ACTION, SEAT, Entry, read_snapshot
from ..server.look import eyes
from ..server.table import Table

PIECES = {"marble", "number", "part"}       # kinds of parts that are marked
MOST_ENTRIES = 16                           # looked back
Places = dict[str, str]                     # id of a piece -> where and how it lies

# Of positions that were drawn lately, by table, position and the seat that looks on.
drawn: WeakKeyDictionary[Table, dict[tuple[int, int], Places]] = WeakKeyDictionary()


async def moved_last(table: Table, user: str, scene: Scene) -> frozenset[str]:
    """The ids of what was brought or moved in the last turn of another seat, where it still stands."""
    seat, curtain = eyes(table, user)
    if curtain is not None:
        return frozenset()
    kept = drawn.setdefault(table, {})
    now = kept[table.position, seat] = places_in(scene)
    for old in [one for one in kept if one[0] < table.position - MOST_ENTRIES]:
        del kept[old]
    entries = await table.entries(max(-1, table.now.last - MOST_ENTRIES), MOST_ENTRIES)
    turn = last_turn(entries, table.seats_of(user))
    if not turn:
        return frozenset()
    before, after = [await places(table, seat, position) for position in (turn[0].position, turn[-1].number)]
    return frozenset(id for id, place in after.items() if before.get(id) != place == now.get(id))


def ringed(scene: Scene, moved: frozenset[str]) -> Scene:
    """The scene with a ring about these pieces; the scene itself is left as it is."""
    if not moved:
        return scene
    return replace(scene, panels=[replace(panel, root=_ringed(panel.root, moved)) for panel in scene.panels])


def _ringed(part: Part, moved: frozenset[str]) -> Part:
    parts = [_ringed(one, moved) for one in part.parts]
    marked = part.id in moved and bool(PIECES & set(part.kind.split()))
    if not marked and all(new is old for new, old in zip(parts, part.parts)):
        return part
    return replace(part, parts=parts, marks=[*part.marks, ring_round(part)] if marked else part.marks)


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


async def places(table: Table, seat: int, position: int) -> Places:
    """Where the pieces stood in a position, as a seat saw it."""
    kept = drawn.setdefault(table, {})
    if (position, seat) not in kept:
        data = await table.room.storage.snapshot(table.id, position)
        if data is None:                    # it was folded away: nothing is known to have moved
            return kept[table.position, seat]
        view = table.game.view(read_snapshot(table.game, data), table.box, seat)
        kept[position, seat] = places_in(scene_of(table.game, view, table.box, moving=True))
    return kept[position, seat]


def places_in(scene: Scene) -> Places:
    return {part.id: f"{transform_of(part)} {worn(part)}" for part in pieces(scene)}


def pieces(scene: Scene) -> Iterable[Part]:
    return (part for panel in scene.panels for part in panel.root.walk() if part.id and PIECES & set(part.kind.split()))


def worn(part: Part) -> str:
    """How a piece lies: turned, or with which sign."""
    return " ".join([*(str(mark.attributes.get("href", "")) for mark in part.marks), *(str(one.turned) for one in part.parts)])


def ring_round(part: Part) -> Mark:
    """The dotted ring of the last move, about the piece."""
    if part.marks and part.marks[0].tag == "rect":
        x, y, width, height = bounds_of(part.marks[0])
        return kit.ring("last", (x + width / 2, y + height / 2), width / 2)
    return kit.ring("last", *circle_of(part))
