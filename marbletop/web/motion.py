"""Motion: an action as a row of frames, one for each thing that is told of it, with the sentence and what becomes of the
pieces (drawing/changes.py).

The action is played again from the position before it, and looked at through the eyes of one seat whenever a note is
taken, so a frame holds nothing that this seat may not know.
"""

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from ..core.chance import Script
from ..core.notes import Listener, Note
from ..drawing.changes import Frame, SceneIndex, frame_between, index_scene
from ..drawing.plain import motion_of, scene_of
from ..drawing.scene import Motion
from ..server.entries import ACTION, Entry, read_snapshot
from ..server.look import eyes
from ..server.seats import plain_name
from ..server.table import Table
from ..words import language
from .telling import names_of

MOST_ENTRIES = 10                           # actions shown at once, where bots are faster than the stream
MOST_NOTES = 40                             # of an action that are looked at; of more, every second or third is
MOST_FRAMES = 30
STILL = "none"                              # the speed of who wants no motion

# Frames by table, entry, seat and language: everybody who looks on through the same eyes gets the same.
kept: WeakKeyDictionary[Table, dict[tuple[int, int, str], list[Frame]]] = WeakKeyDictionary()


class Watching(Listener):
    """Looks at the board through a seat's eyes, before an action and whenever something is told."""

    def __init__(self, game: Any, box: Any, seat: int, names: Sequence[str], every: int = 1):
        self.game, self.box, self.seat, self.names, self.every = game, box, seat, names, every
        self.told = 0
        self.frames: list[Frame] = []
        self.shown: SceneIndex | None = None

    def note(self, state: Any, note: Note) -> None:
        self.told += 1
        if self.told % self.every == 0:
            self.look(state, note)

    def look(self, state: Any, note: Note | None = None) -> None:
        view = self.game.view(state, self.box, self.seat)
        heard = note.heard_by(self.game.hears(state, self.box, self.seat)) if note else None
        now = index_scene(scene_of(self.game, view, self.box, plain(self.names), moving=True))
        if self.shown is None or heard is None:
            self.shown = now
            return
        motion = motion_of(self.game, view, self.box, heard) if heard.whispered_to is None or heard.details else Motion()
        frame, self.shown = frame_between(self.shown, now, motion)
        said = self.game.notation.sentence(heard, self.box, self.names)
        self.frames.append({"say": said, **frame} if said else frame)


def plain(names: Sequence[str]) -> list[str]:
    """Names as they stand on a board, where there is little room."""
    return [plain_name(name) for name in names]


async def frames_of(table: Table, user: str, after: int) -> dict[str, Any]:
    """The frames of the entries behind a number, with that number; nothing if they are many, or not all actions."""
    seat, curtain = eyes(table, user)
    if curtain is not None or not 0 < table.now.last - after <= MOST_ENTRIES:
        return {}
    entries = await table.entries(after, MOST_ENTRIES)
    if not entries or any(entry.kind != ACTION for entry in entries):
        return {}
    frames = [frame for entry in entries for frame in await frames_for(table, seat, entry)]
    return {"after": after, "actions": len(entries), "frames": frames} if frames else {}


async def frames_for(table: Table, seat: int, entry: Entry) -> list[Frame]:
    """The frames of one action, through the eyes of a seat."""
    made, wanted = kept.setdefault(table, {}), (entry.number, seat, language())
    if wanted not in made:
        before = await state_before(table, entry)
        frames = [] if before is None else played(table.game, table.box, seat, names_of(table), before, entry.data["action"],
                                                  entry.chance, len(entry.notes))
        for old in [key for key in made if key[0] <= entry.number - MOST_ENTRIES]:
            del made[old]
        made[wanted] = frames
    return made[wanted]


async def state_before(table: Table, entry: Entry) -> Any | None:
    """The state that an action was played in; the last one is still in memory."""
    if table.before and table.before[0].number == entry.number:
        return table.game.state.copy(table.before[1])
    data = await table.room.storage.snapshot(table.id, entry.position)
    return read_snapshot(table.game, data) if data else None


def played(game: Any, box: Any, seat: int, names: Sequence[str], state: Any, action: int, chance: Sequence[int],
           notes: int) -> list[Frame]:
    """Play an action from the position before it, which is changed by that, looking on. So many notes are to be expected."""
    watching = Watching(game, box, seat, names, every=1 + notes // MOST_NOTES)
    watching.look(state)
    state.listener, state.script = watching, Script(list(chance))
    game.play(state, box, action)
    return gathered(watching.frames)


def gathered(frames: Sequence[Frame]) -> list[Frame]:
    """Frames as they are shown: steps of one piece are one way, quiet ones go with the next, and there are not too many.
    Nothing is left of an action in which nothing moves."""
    found: list[Frame] = []
    for frame in frames:
        if found and (runs_on(found[-1], frame) or is_quiet(found[-1])):
            found[-1] = joined(found[-1], frame)
        else:
            found.append(frame)
    if len(found) > 1 and is_quiet(found[-1]):
        found[-2:] = [joined(*found[-2:])]
    while len(found) > MOST_FRAMES:
        found = [joined(*found[n:n + 2]) for n in range(0, len(found), 2)]
    for frame in found:
        if (beats := beats_of(frame)) != 1:
            frame["beats"] = beats
    return found if any(set(frame) - {"say", "beats"} for frame in found) else []


def is_quiet(frame: Frame) -> bool:
    """Whether a frame only says something, or silently changes a number somewhere."""
    return set(frame) <= {"say"} or set(frame) == {"new"}


def runs_on(frame: Frame, after: Frame) -> bool:
    """Whether two frames only move the same piece."""
    return set(frame) - {"say"} == set(after) - {"say"} == {"at"} and frame["at"].keys() == after["at"].keys()


def joined(one: Frame, other: Frame | None = None) -> Frame:
    """Two frames as one."""
    if other is None:
        return one
    both: Frame = {**one, **other}
    for name in ("out", "as", "in", "new"):
        if name in one and name in other:
            both[name] = {**one[name], **other[name]}
    if "at" in one and "at" in other:
        both["at"] = {**one["at"], **{id: one["at"].get(id, []) + way for id, way in other["at"].items()}}
    if "say" in one and "say" in other:
        both["say"] = f"{one['say']} {other['say']}"
    return both


def beats_of(frame: Frame) -> float:
    """How long a frame is shown, as a number of the usual steps: dice and long ways take more time."""
    longest = max((len(way) for way in frame.get("at", {}).values()), default=1)
    return 2 if frame.get("show") else 1 + min(longest - 1, 12) * 0.25
