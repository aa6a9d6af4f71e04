"""The difference between two scenes of one action: which pieces come, go, move or change their look. With it a page turns
the first scene into the second, piece by piece."""

from dataclasses import dataclass, replace
from typing import Any

from .scene import Motion, Part, Scene
from .svg import inside_svg, part_svg, transform_of

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


@dataclass(frozen=True)
class Piece:
    """A part with an id, and the part or panel it lies in."""

    part: Part
    inside: str                             # id of a part, or '@' and the name of the panel
    panel: str

    @property
    def place(self) -> str:
        return transform_of(self.part) or ""


@dataclass(frozen=True)
class SceneIndex:
    """The pieces of a scene by id, and the names of its panels."""

    pieces: dict[str, Piece]
    panels: tuple[str, ...]


def panel_names(scene: Scene) -> list[str]:
    """A name for every panel, the same in every position: 'board', 'hand-2', 'facts', 'facts.1'."""
    names: list[str] = []
    for panel in scene.panels:
        name = panel.role if panel.seat < 0 else f"{panel.role}-{panel.seat}"
        earlier = sum(one.partition(".")[0] == name for one in names)
        names.append(f"{name}.{earlier}" if earlier else name)
    return names


def index_scene(scene: Scene) -> SceneIndex:
    """The pieces of a scene by id."""
    names, found = panel_names(scene), dict[str, Piece]()
    for name, panel in zip(names, scene.panels):
        found |= pieces_in(panel.root, f"@{name}", name)
    return SceneIndex(found, tuple(names))


def pieces_in(part: Part, inside: str, panel: str) -> dict[str, Piece]:
    """The pieces of a part by id, itself included. They are found once, so that a piece of two scenes that share its part is
    the same object."""
    known: dict[tuple[str, str], dict[str, Piece]] = part.__dict__.setdefault("pieces", {})
    if (inside, panel) not in known:
        found = {part.id: Piece(part, inside, panel)} if part.id else {}
        for one in part.parts:
            found |= pieces_in(one, part.id or inside, panel)
        known[inside, panel] = found
    return known[inside, panel]


def look_alike(one: Part, other: Part) -> bool:
    """Whether two parts look the same, wherever they lie and whatever their names."""
    return one is other or (one.kind == other.kind and one.marks == other.marks and len(one.parts) == len(other.parts) and all(
        look_alike(a, b) and transform_of(a) == transform_of(b) for a, b in zip(one.parts, other.parts)))


def is_leaf(part: Part) -> bool:
    """Whether no other piece lies in a part, so that it can be redrawn."""
    return not any(one.id for one in part.walk() if one is not part)


def frame_between(before: SceneIndex, after: SceneIndex, motion: Motion) -> tuple[Frame, SceneIndex]:
    """What a page has to do, and what it shows afterwards: pieces that wait for a note of their own stay where they were, and
    so does a panel that has gone."""
    gone = {id: piece for id, piece in before.pieces.items() if piece.panel not in after.panels} if (
        before.panels != after.panels) else {}
    shown = gone | {id: piece for id, piece in after.pieces.items() if piece.panel in before.panels}
    old = {id: piece for id, piece in before.pieces.items() if id not in gone and shown.get(id) is not piece}
    new = {id: piece for id, piece in shown.items() if id not in gone and before.pieces.get(id) is not piece}
    if motion.alone:
        waiting = {id for id in old.keys() & new.keys() if id != motion.alone and "marble" in new[id].part.kind.split()}
        shown |= {id: old[id] for id in waiting}
        old, new = ({id: piece for id, piece in some.items() if id not in waiting} for some in (old, new))
    for id in [id for id in old.keys() & new.keys() if is_unchanged(old[id], new[id])]:
        del old[id], new[id]
    names = find_new_ids(old, new) if old.keys() != new.keys() else {}
    frame: Frame = {"as": names, "at": {}, "new": {}, "in": {}, "out": {}}
    for id in [id for id in old if id not in new]:
        frame["out"][id] = place_text(motion.goes)
    for id, piece in new.items():
        add_change(frame, id, old.get(id), piece, motion)
    for id, coming in frame["in"].items():
        coming.insert(1, piece_above(id, after, before))
    frame["show"] = [[f"@{after.panels[0]}", part_svg(replace(part, kind=f"{part.kind} moment"))] for part in motion.shown]
    return {name: value for name, value in frame.items() if value}, SceneIndex(shown, before.panels)


def is_unchanged(one: Piece, other: Piece) -> bool:
    """Whether two pieces look the same in the same place."""
    return one is other or (one.inside == other.inside and one.place == other.place and look_alike(one.part, other.part))


def find_new_ids(old: dict[str, Piece], new: dict[str, Piece]) -> dict[str, str]:
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
        way = [transform_of(replace(new.part, at=point)) or "" for point in motion.way] if id == motion.alone else []
        frame["at"][id] = [*(step for step in way if step != new.place), new.place]
    if is_leaf(new.part) and is_leaf(old.part) and not look_alike(old.part, new.part):
        frame["new"][id] = inside_svg(new.part)


def piece_above(id: str, after: SceneIndex, before: SceneIndex) -> str:
    """The first piece above a new one that was there before; the new one is drawn below it."""
    order, inside = list(after.pieces), after.pieces[id].inside
    later = order[order.index(id) + 1:]
    return next((one for one in later if after.pieces[one].inside == inside
                 and one in before.pieces and before.pieces[one].inside == inside), "")


def place_text(where: str | tuple[float, float]) -> str:
    """A place as a frame writes it."""
    if isinstance(where, str):
        return f"#{where}" if where else ""
    return transform_of(Part(at=where)) or ""
