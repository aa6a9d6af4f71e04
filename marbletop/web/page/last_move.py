"""The last move of somebody else, marked on the board by rings around the pieces that came or moved."""

from dataclasses import replace

from ...drawing import kit
from ...drawing.plain import scene_of
from ...drawing.scene import Mark, Part, Scene
from ...drawing.svg import transform_of
from ...drawing.targets import bounds_of, circle_of
from ...server.moments import LOOK_BACK, RecentPlay, recent_play
from ...server.table import Table
from ...server.table_view import Eyes
from .latest_tables import LatestTables

PIECES = {"marble", "number", "part"}       # kinds of parts that are marked
Places = dict[str, str]                     # id of a piece -> where it lies, and how it looks

# By table, then by position and seat, for positions drawn lately.
place_cache: LatestTables[dict[tuple[int, int], Places]] = LatestTables()


async def pieces_of_last_move(table: Table, eyes: Eyes, scene: Scene) -> frozenset[str]:
    """The ids of the pieces that came or moved in the last turn of another seat and have not moved since."""
    play = recent_play(table, eyes)
    if play is None:
        return frozenset()
    kept = place_cache.setdefault(table, {})
    now = kept[table.position, play.seat] = places_in(scene)
    for old in [one for one in kept if one[0] < table.position - LOOK_BACK]:
        del kept[old]
    turn = await play.last_turn_of_others()
    if turn is None:
        return frozenset()
    before, after = [await places_at(table, play, position, now) for position in turn]
    return frozenset(id for id, place in after.items() - before.items() if now.get(id) == place)


def ring_pieces(scene: Scene, moved: frozenset[str]) -> Scene:
    """A copy of the scene with a ring around these pieces."""
    if not moved:
        return scene
    return replace(scene, panels=[replace(panel, root=_ring_part(panel.root, moved)) for panel in scene.panels])


def _ring_part(part: Part, moved: frozenset[str]) -> Part:
    if part.ids.isdisjoint(moved):
        return part
    parts = [_ring_part(one, moved) for one in part.parts]
    marked = part.id in moved and is_marked(part)
    return replace(part, parts=parts, marks=[*part.marks, last_move_ring(part)] if marked else part.marks)


async def places_at(table: Table, play: RecentPlay, position: int, now: Places) -> Places:
    """Where the pieces were in a position, as the seat saw it; where they are now if that is no longer kept."""
    kept = place_cache.setdefault(table, {})
    if (position, play.seat) not in kept:
        view = await play.view(position)
        if view is None:                    # then nothing counts as moved
            return now
        kept[position, play.seat] = places_in(scene_of(table.game, view, table.box, moving=True))
    return kept[position, play.seat]


def places_in(scene: Scene) -> Places:
    found: Places = {}
    for panel in scene.panels:
        found |= part_places(panel.root)
    return found


def part_places(part: Part) -> Places:
    """The places in a part; found once for all scenes that it is in."""
    if "places" not in part.__dict__:
        found = {part.id: f"{transform_of(part)} {appearance(part)}"} if part.id and is_marked(part) else {}
        for one in part.parts:
            found |= part_places(one)
        part.__dict__["places"] = found
    places: Places = part.__dict__["places"]
    return places


def is_marked(part: Part) -> bool:
    return bool(PIECES.intersection(part.kind.split()))


def appearance(part: Part) -> str:
    """What distinguishes a piece that stays in its place: how it is turned, and its sign."""
    return " ".join([*(str(mark.attributes.get("href", "")) for mark in part.marks), *(str(one.turned) for one in part.parts)])


def last_move_ring(part: Part) -> Mark:
    """The dotted ring around a piece."""
    if part.marks and part.marks[0].tag == "rect":
        x, y, width, height = bounds_of(part.marks[0])
        return kit.ring("last", (x + width / 2, y + height / 2), width / 2)
    return kit.ring("last", *circle_of(part))
