"""Motion: an action as a row of frames, one for each thing that is told of it, with the sentence and where the pieces stand.

The action is played again from the position before it, and looked at through the eyes of one seat whenever a note is
taken, so a frame holds nothing that this seat may not know.
"""

import logging
from collections.abc import Sequence
from typing import Any

from ..core.chance import Script
from ..core.telling import Listener, Note
from ..drawing.plain import scene_of
from ..drawing.svg import transform_of
from ..server.entries import ACTION, Entry, read_snapshot
from ..server.look import eyes
from ..server.table import Table
from .telling import names_of

MOVING = {"marble", "card", "token", "die", "tile"}         # kinds of pieces that glide (drawing.css)
MOST_FRAMES = 10                            # three seconds at the usual speed
MOST_NOTES = 40                             # beyond it only some are looked at
log = logging.getLogger(__name__)

Frame = dict[str, Any]                      # say: a sentence; at: id of a piece -> its transform


class Watching(Listener):
    """Looks at the board whenever something is told."""

    def __init__(self, table: Table, seat: int):
        self.table, self.seat = table, seat
        self.seen: list[tuple[Any, Note]] = []

    def note(self, state: Any, note: Note) -> None:
        if len(self.seen) < MOST_NOTES:
            heard = note.heard_by(self.table.game.hears(state, self.table.box, self.seat))
            self.seen.append((self.table.game.view(state, self.table.box, self.seat), heard))


async def frames_of(table: Table, user: str) -> list[Frame]:
    """The frames of the last entry, if it is an action; else none."""
    seat, curtain = eyes(table, user)
    found = await table.room.storage.entries(table.id, table.now.last - 1, 1)
    if not found or found[0].kind != ACTION or curtain is not None:
        return []
    before = await table.room.storage.snapshot(table.id, found[0].position)
    return [] if before is None else played(table, seat, read_snapshot(table.game, before), found[0])


def played(table: Table, seat: int, state: Any, entry: Entry) -> list[Frame]:
    """Play an entry from the position before it, looking on."""
    watching = Watching(table, seat)
    start = table.game.view(state, table.box, seat)
    state.listener, state.script = watching, Script(list(entry.chance))
    table.game.play(state, table.box, entry.data["action"])
    frames: list[Frame] = []
    places = places_in(table, start)
    for view, note in watching.seen:
        now = places_in(table, view)
        moved = {id: place for id, place in now.items() if places.get(id, place) != place}
        said = table.game.notation.sentence(note, table.box, names_of(table))
        if moved or said:
            frames.append({"say": said, "at": moved})
        places = now or places
    return gathered(frames) if len(frames) > 1 else []


def places_in(table: Table, view: Any) -> dict[str, str]:
    """Where the pieces of a view stand. In the middle of an action a board may not be drawable: then nowhere."""
    if view.viewer == view.player and view.seats > 1:
        view.player = (view.viewer + 1) % view.seats        # without choices, which nobody can make now
    try:
        scene = scene_of(table.game, view, table.box, names_of(table))
    except (ArithmeticError, LookupError, ValueError, TypeError):
        log.debug("no drawing in the middle of an action of %s", table.about.game)
        return {}
    return {part.id: transform_of(part) or "" for panel in scene.panels for part in panel.root.walk()
            if part.id and MOVING & set(part.kind.split())}


def gathered(frames: Sequence[Frame]) -> list[Frame]:
    """At most so many frames: neighbours are put together."""
    size = -(-len(frames) // MOST_FRAMES)
    groups = [frames[start:start + size] for start in range(0, len(frames), size)]
    return [{"say": " ".join(frame["say"] for frame in group if frame["say"]),
             "at": {id: place for frame in group for id, place in frame["at"].items()}} for group in groups]


