"""The difference between two scenes of one action: which pieces come, go, move or change their look. With it a page turns
the first scene into the second, piece by piece."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from .kept import made_once
from .scene import Motion, Part, Scene
from .svg import inside_svg, part_svg

Frame = dict[str, Any]
# A frame as a page gets it, without empty entries:
#   out    id -> where the piece goes
#   as     id -> its new id, where equal pieces are numbered
#   in     id -> [what it lies in, the piece above it, its drawing, where it comes from]; a piece that is already shown comes
#          from where it is
#   at     id -> transforms, one after the other
#   new    id -> what is now drawn in it
#   show   [panel, drawing] of what appears for a moment
# Drawings may be empty: then the piece looks as on the page that the frames lead to (web/page/animation.py).
# A place is '#id' of an element, a transform, or ''. Panels are '@name'.


class Piece(NamedTuple):
    """A part with an id, and the part or panel it lies in."""

    part: Part
    inside: str                             # id of a part, or '@' and the name of the panel
    panel: str

    @property
    def place(self) -> str:
        return self.part.transform or ""


Pieces = dict[str, Piece]                   # by id


class SceneIndex:
    """What a page shows: the roots of its panels by name, and pieces that still are as they were in an earlier scene."""

    def __init__(self, roots: dict[str, Part], late: Pieces | None = None):
        self.roots, self.late = roots, late or {}

    @property
    def panels(self) -> tuple[str, ...]:
        return tuple(self.roots)

    @made_once
    def pieces(self) -> Pieces:
        """All pieces, in the order in which they are drawn."""
        found = Pieces()
        for name, root in self.roots.items():
            found |= pieces_in(root, f"@{name}", name)
        return found | self.late

    def piece(self, id: str) -> Piece | None:
        """The piece with this id."""
        if id in self.late:
            return self.late[id]
        for name, root in self.roots.items():
            if id in root.ids:
                return piece_in(root, id, f"@{name}", name)
        return None


def panel_names(scene: Scene) -> tuple[str, ...]:
    """A name for every panel, the same in every position: 'board', 'hand-2', 'facts', 'facts.1'."""
    return names_by_role(*[(panel.role, panel.seat) for panel in scene.panels])


@lru_cache(maxsize=1024)
def names_by_role(*panels: tuple[str, int]) -> tuple[str, ...]:
    names: list[str] = []
    for role, seat in panels:
        name = role if seat < 0 else f"{role}-{seat}"
        earlier = sum(one.partition(".")[0] == name for one in names)
        names.append(f"{name}.{earlier}" if earlier else name)
    return tuple(names)


def index_scene(scene: Scene) -> SceneIndex:
    """The pieces of a scene by id."""
    return SceneIndex({name: panel.root for name, panel in zip(panel_names(scene), scene.panels)})


def piece_in(part: Part, id: str, inside: str, panel: str) -> Piece:
    """The piece with this id, which is in a part."""
    while part.id != id:
        inside, part = part.id or inside, next(one for one in part.parts if id in one.ids)
    return Piece(part, inside, panel)


def pieces_in(part: Part, inside: str, panel: str) -> Pieces:
    """The pieces of a part, itself included; found once for all scenes that it is in."""
    known: dict[tuple[str, str], Pieces] = part.__dict__.setdefault("pieces", {})
    if (inside, panel) not in known:
        found = {part.id: Piece(part, inside, panel)} if part.id else {}
        for one in part.parts:
            found |= pieces_in(one, part.id or inside, panel)
        known[inside, panel] = found
    return known[inside, panel]


def look_alike(one: Part, other: Part) -> bool:
    """Whether two parts look the same, wherever they lie and whatever their names."""
    return one is other or (one.kind == other.kind and one.marks == other.marks and len(one.parts) == len(other.parts) and all(
        look_alike(a, b) and a.transform == b.transform for a, b in zip(one.parts, other.parts)))


def is_leaf(part: Part) -> bool:
    """Whether no other piece lies in a part, so that it can be redrawn."""
    return part.ids <= {part.id}


def frame_between(before: SceneIndex, after: SceneIndex, motion: Motion) -> tuple[Frame, SceneIndex]:
    """What a page has to do, and what it shows afterwards: pieces that wait for a note of their own stay where they were, and
    so does a panel that has gone."""
    roots = {name: after.roots.get(name, root) for name, root in before.roots.items()}
    old, new = Pieces(), Pieces()
    for name, root in before.roots.items():
        add_differing(root, roots[name], f"@{name}", name, old, new)
    for id, piece in before.late.items():
        old[id] = piece
        if id not in new and (there := SceneIndex(roots).piece(id)):
            new[id] = there
    late = Pieces()
    if motion.alone:
        late = {id: old[id] for id in old.keys() & new.keys() if id != motion.alone and "marble" in new[id].part.kind.split()}
        old, new = ({id: piece for id, piece in some.items() if id not in late} for some in (old, new))
    for id in [id for id in old.keys() & new.keys() if is_unchanged(old[id], new[id])]:
        del old[id], new[id]
    names = find_new_ids(old, new) if old.keys() != new.keys() else {}
    frame: Frame = {"as": names, "at": {}, "new": {}, "in": {}, "out": {}}
    for id in [id for id in old if id not in new]:
        frame["out"][id] = place_text(motion.goes)
    for id, piece in new.items():
        add_change(frame, id, old.get(id), piece, motion)
    for id, coming in frame["in"].items():
        coming.insert(1, piece_above(new[id], after, before))
    frame["show"] = [[f"@{after.panels[0]}", part_svg(replace(part, kind=f"{part.kind} moment"))] for part in motion.shown]
    return {name: value for name, value in frame.items() if value}, SceneIndex(roots, late)


def add_differing(one: Part, other: Part, inside: str, panel: str, old: Pieces, new: Pieces) -> None:
    """Add the pieces of two parts, without those in parts that both have."""
    if one is other:
        return
    if one.id != other.id:
        old |= pieces_in(one, inside, panel)
        new |= pieces_in(other, inside, panel)
        return
    if one.id:
        old[one.id], new[one.id] = Piece(one, inside, panel), Piece(other, inside, panel)
    inside, same = one.id or inside, set(one.parts).intersection(other.parts)
    gone, come = [part for part in one.parts if part not in same], [part for part in other.parts if part not in same]
    if len(gone) == len(come):
        for was, now in zip(gone, come):
            add_differing(was, now, inside, panel, old, new)
        return
    for parts, found in ((gone, old), (come, new)):
        for part in parts:
            found |= pieces_in(part, inside, panel)


def is_unchanged(one: Piece, other: Piece) -> bool:
    """Whether two pieces look the same in the same place."""
    return one is other or (one.inside == other.inside and one.place == other.place and look_alike(one.part, other.part))


def find_new_ids(old: Pieces, new: Pieces) -> dict[str, str]:
    """New ids by old ones. Where pieces have come or gone, equal pieces may be renumbered: a piece that lies where an equal
    one lay is the same piece. Such pieces are removed from `old` and `new`."""
    names = {}
    for id, piece in list(new.items()):
        earlier = next((one for one, other in old.items() if is_unchanged(other, piece)), None)
        if earlier is not None:
            names[earlier] = id
            del old[earlier], new[id]
    return names


def add_change(frame: Frame, id: str, old: Piece | None, new: Piece, motion: Motion) -> None:
    """Add to a frame what has become of a piece."""
    if new.inside in frame["in"]:                   # it comes with the piece it lies in
        return
    if old is None or old.inside != new.inside:
        frame["in"][id] = [new.inside, part_svg(new.part), "" if old else place_text(motion.comes)]
        return
    if old.place != new.place and "space" not in new.part.kind.split():
        way = [replace(new.part, at=point).transform or "" for point in motion.way] if id == motion.alone else []
        frame["at"][id] = [*(step for step in way if step != new.place), new.place]
    if is_leaf(new.part) and is_leaf(old.part) and not look_alike(old.part, new.part):
        frame["new"][id] = inside_svg(new.part)


def piece_above(new: Piece, after: SceneIndex, before: SceneIndex) -> str:
    """The first piece above a new one that was there before; the new one is drawn below it."""
    around = after.piece(new.inside)
    above = pieces_above(around.part if around else after.roots[new.panel], new.part.id)
    return next((one for one in above if (old := before.piece(one)) and old.inside == new.inside), "")


def pieces_above(part: Part, id: str) -> Iterator[str]:
    """The ids of the pieces in a part that are drawn above one of them."""
    at = next(n for n, one in enumerate(part.parts) if id in one.ids)
    if not part.parts[at].id:
        yield from pieces_above(part.parts[at], id)
    yield from pieces_directly_in(part.parts[at + 1:])


def pieces_directly_in(parts: Sequence[Part]) -> Iterator[str]:
    """The ids of the first pieces in some parts: not of those that lie in another piece."""
    for one in parts:
        if one.id:
            yield one.id
        else:
            yield from pieces_directly_in(one.parts)


def place_text(where: str | tuple[float, float]) -> str:
    """A place as a frame writes it."""
    if isinstance(where, str):
        return f"#{where}" if where else ""
    return Part(at=where).transform or ""
