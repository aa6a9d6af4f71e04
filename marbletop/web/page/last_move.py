"""The last move of somebody else, marked on the board by rings around the pieces that came or moved."""

from collections.abc import Sequence
from dataclasses import replace

from ...drawing import kit
from ...drawing.plain import scene_of
from ...drawing.scene import Mark, Panel, Part, Scene
from ...drawing.targets import bounds_of, circle_of
from ...server.moments import LOOK_BACK, RecentPlay, recent_play
from ...server.table import Table
from ...server.table_view import Eyes
from .latest_tables import LatestTables

COUNTED = "tally"                           # the kind of parts that count something, such as the crates that are crossed out
PIECES = {"marble", "number", "part", COUNTED}          # kinds of parts that are marked
MOST_RINGED = 4                             # drawings of one part with rings that are kept
Places = dict[str, str]                     # id of a piece -> where it lies, and how it looks
Roots = tuple[Part, ...]                    # of the panels of a scene

# By table, then by position and seat, for positions drawn lately.
place_cache: LatestTables[dict[tuple[int, int], Roots]] = LatestTables()

# By table, then by seat: the last turn of others, and where it has put pieces.
turn_cache: LatestTables[dict[int, tuple[tuple[int, int], Places]]] = LatestTables()


async def pieces_of_last_move(table: Table, eyes: Eyes, scene: Scene) -> frozenset[str]:
    """The ids of the pieces that came or moved in the last turn of another seat and have not moved since."""
    play = recent_play(table, eyes)
    if play is None:
        return frozenset()
    kept, earliest = place_cache.setdefault(table, {}), table.position - LOOK_BACK
    now = kept[table.position, play.seat] = roots_of(scene)
    for old in [one for one in kept if one[0] < earliest]:
        del kept[old]
    turn = await play.last_turn_of_others()
    if turn is None:
        return frozenset()
    places = await places_after(table, play, turn)
    return frozenset([id for id, place in places.items() if place_of(now, id) == place])


async def places_after(table: Table, play: RecentPlay, turn: tuple[int, int]) -> Places:
    """Where a turn has put pieces; found once, because it stays the last turn of others while the visitor moves. Nothing if its
    positions are no longer kept."""
    known = turn_cache.setdefault(table, {})
    if known.get(play.seat, (None,))[0] != turn:
        before, after = [await roots_at(table, play, position) for position in turn]
        known[play.seat] = turn, new_places(before, after) if before and after else {}
    return known[play.seat][1]


def ring_pieces(panels: Sequence[Panel], moved: frozenset[str]) -> Sequence[Panel]:
    """The panels with a ring around these pieces."""
    if not moved:
        return panels
    ringed = [(panel, ring_part(panel.root, moved)) for panel in panels]
    return [panel if root is panel.root else replace(panel, root=root) for panel, root in ringed]


def ring_part(part: Part, moved: frozenset[str]) -> Part:
    """A part with a ring around these pieces; made once, for the rings stay until the next move."""
    if part.ids.isdisjoint(moved):
        return part
    made: dict[frozenset[str], Part] = part.__dict__.setdefault("ringed", {})
    inside = part.ids & moved
    if inside not in made:
        if len(made) >= MOST_RINGED:
            made.clear()
        ringed = made[inside] = replace(part, parts=[ring_part(one, inside) for one in part.parts])
        ringed.__dict__["ids"] = part.ids
        if part.id in moved and is_marked(part):
            ringed.marks = [*part.marks, last_move_ring(part)]
        else:
            ringed.__dict__["beginning"] = part.beginning
    return made[inside]


def roots_of(scene: Scene) -> Roots:
    return tuple([panel.root for panel in scene.panels])


async def roots_at(table: Table, play: RecentPlay, position: int) -> Roots | None:
    """The panels in a position, as the seat saw them; None if that is no longer kept."""
    kept = place_cache.setdefault(table, {})
    if (position, play.seat) not in kept:
        view = await play.view(position)
        if view is None:
            return None
        kept[position, play.seat] = roots_of(scene_of(table.game, view, table.box, moving=True))
    return kept[position, play.seat]


def new_places(before: Sequence[Part], after: Sequence[Part]) -> Places:
    """The pieces of some parts that are not in the same place in others, with their places. What is the same part in both is
    not looked into."""
    old, new = changed_places(before, after)
    return {id: place for id, place in new.items() if old.get(id) != place}


def changed_places(before: Sequence[Part], after: Sequence[Part]) -> tuple[Places, Places]:
    same, old, new = set(before).intersection(after), Places(), Places()
    gone, come = [part for part in before if part not in same], [part for part in after if part not in same]
    if len(gone) != len(come):
        for parts, places in ((gone, old), (come, new)):
            for part in parts:
                places |= part_places(part)
        return old, new
    for one, other in zip(gone, come):
        inside = changed_places(one.parts, other.parts)
        old |= own_place(one) | inside[0]
        new |= own_place(other) | inside[1]
    return old, new


def own_place(part: Part) -> Places:
    return {part.id: f"{part.transform} {appearance(part)}"} if part.id and is_marked(part) else {}


def part_places(part: Part) -> Places:
    """The places in a part; found once for all scenes that it is in."""
    if "places" not in part.__dict__:
        found = own_place(part)
        for one in part.parts:
            found |= part_places(one)
        part.__dict__["places"] = found
    places: Places = part.__dict__["places"]
    return places


def place_of(parts: Sequence[Part], id: str) -> str:
    """Where a piece lies; empty if it is not in these parts."""
    for part in parts:
        if id in part.ids:
            return own_place(part).get(id, "") if part.id == id else place_of(part.parts, id)
    return ""


def is_marked(part: Part) -> bool:
    return bool(PIECES.intersection(part.kind.split()))


def appearance(part: Part) -> str:
    """What distinguishes a piece that stays in its place: how it is turned, and its sign."""
    return " ".join([*(str(mark.attributes.get("href", "")) for mark in part.marks), *(str(one.turned) for one in part.parts)])


def last_move_ring(part: Part) -> Mark:
    """The dotted ring around a piece, or the dotted frame of what is counted: small marks would vanish in a ring."""
    if COUNTED in part.kind.split():
        x, y, width, height = bounds_of(part.marks[0])
        return kit.rect(x - 1, y - 1, width + 2, height + 2, 8, fill="none", stroke="var(--last)", stroke_width=3,
                        stroke_dasharray="0.1 5.5", stroke_linecap="round")
    if part.marks and part.marks[0].tag == "rect":
        x, y, width, height = bounds_of(part.marks[0])
        return kit.ring("last", (x + width / 2, y + height / 2), width / 2)
    return kit.ring("last", *circle_of(part))
