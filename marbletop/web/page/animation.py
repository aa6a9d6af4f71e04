"""Animation: an action as a row of frames, one for each note, with its sentence and what becomes of the pieces
(drawing/changes.py). Frames are made from the moments of the action as one seat knows them (server/moments.py)."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.game import Game
from ...core.notes import Note
from ...drawing.changes import Frame, SceneIndex, frame_between, index_scene
from ...drawing.plain import motion_of, scene_of
from ...drawing.scene import Motion
from ...drawing.svg import inside_svg, part_svg
from ...server.moments import Moment, RecentPlay, recent_play
from ...server.seats import plain_name
from ...server.table import Table
from ...server.table_view import Eyes, names_for
from ...words import language
from .latest_tables import LatestTables

MOST_ENTRIES = 10                           # actions animated in one message, if bots are faster than the stream
MOST_FRAMES = 30
STILL = "none"                              # the speed that a visitor chooses to have no motion
write_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

# By table, then by entry, seat and language: all who see a table as the same seat share its frames.
frame_cache: LatestTables[dict[tuple[int, int, str], str]] = LatestTables()
drawn_cache: LatestTables[dict[tuple[int, int, str], list[Frame]]] = LatestTables()       # the same before they are told


# By table, then by seat and language: where the last action has ended.
KnownScene = tuple[tuple[str, ...], Any, SceneIndex]                # names, view, pieces
last_scenes: LatestTables[dict[tuple[int, str], KnownScene | None]] = LatestTables()


class ToldNote(NamedTuple):
    """A note with its sentence, as it is told with some names."""

    note: Note
    names: tuple[str, ...]
    words: str


def plain_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names without the word for a bot, because a board has little room."""
    return tuple(map(plain_name, names))


async def frames_since(table: Table, eyes: Eyes, after: int | None) -> str:
    """The frames of the entries after a number as JSON; none if there are many entries, or not all of them are actions."""
    play = recent_play(table, eyes)
    if play is None or after is None:
        return ""
    actions = await play.actions_since(after, MOST_ENTRIES)
    frames = ",".join(filter(None, [await frames_of_action(table, play, number) for number in actions]))
    return f'{{"after":{after},"actions":{len(actions)},"frames":[{frames}]}}' if frames else ""


async def frames_of_action(table: Table, play: RecentPlay, number: int) -> str:
    """The frames of one action as the inside of a list in JSON, made once for each seat and language: its sentences speak to
    the player of the seat."""
    made, wanted = frame_cache.setdefault(table, {}), (number, play.seat, language())
    if wanted not in made:
        frames = await drawn_frames(table, play, number)
        made[wanted] = write_json(with_sentences(table.game, table.box, names_for(table, play.seat), frames))[1:-1]
    return made[wanted]


async def drawn_frames(table: Table, play: RecentPlay, number: int) -> list[Frame]:
    """The frames of one action, with notes instead of sentences. In some games all seats share them."""
    if getattr(table.game.board, "MOVES_ALIKE", False):
        play = play.as_spectator()
    drawn, wanted = drawn_cache.setdefault(table, {}), (number, play.seat, language())
    if wanted not in drawn:
        shown = last_scenes.setdefault(table, {}).get(wanted[1:])
        drawn[wanted], last_scenes[table][wanted[1:]] = frames_from(
            table.game, table.box, names_for(table, play.seat), await play.moments(number), shown)
        for cache in (drawn, frame_cache.setdefault(table, {})):
            for old in [key for key in cache if key[0] < number - 1]:
                del cache[old]
    return drawn[wanted]


def frames_of(game: Game, box: Any, names: Sequence[str], moments: Sequence[Moment]) -> list[Frame]:
    """The moments of an action as frames."""
    return with_sentences(game, box, names, frames_from(game, box, plain_names(names), moments)[0])


def with_sentences(game: Game, box: Any, names: Sequence[str], frames: Sequence[Frame]) -> list[Frame]:
    """The frames, with sentences that have these names in place of their notes."""
    return [{**frame, "say": " ".join([told.words if told.names is names else game.notation.sentence(told.note, box, names)
                                       for told in frame["say"]])} if "say" in frame else frame for frame in frames]


def frames_from(game: Game, box: Any, called: tuple[str, ...], moments: Sequence[Moment],
                known: KnownScene | None = None) -> tuple[list[Frame], KnownScene | None]:
    """The moments of an action as frames with their notes (`say`), and the scene of the last one. The first may be `known`,
    because an action begins as the one before it has ended; a note at which nothing changes is not drawn again either.
    Drawings call the seats as the page does, so that both are made of the same parts."""
    frames: list[Frame] = []
    shown: SceneIndex | None = None
    for moment in moments:
        if known is None or known[:2] != (called, moment.view):
            known = called, moment.view, index_scene(scene_of(game, moment.view, box, called, moving=True))
        now = known[2]
        if shown is None or moment.note is None:
            shown = now
            continue
        frame, shown = frame_between(shown, now, note_motion(game, box, moment.view, moment.note))
        words = game.notation.sentence(moment.note, box, called)
        frames.append({"say": [ToldNote(moment.note, called, words)], **frame} if words else frame)
    return without_final_drawings(merge_frames(frames), now) if frames else [], known


def without_final_drawings(frames: list[Frame], end: SceneIndex) -> list[Frame]:
    """The frames, with nothing in place of the drawings of pieces that look the same in the end: the page has them."""
    changed = {id for frame in frames for name in ("in", "new") for id in frame.get(name, ())}
    drawn = {id: piece.part for id in changed if (piece := end.piece(id))}
    for frame in frames:
        for id, coming in frame.get("in", {}).items():
            if id in drawn and coming[2] == part_svg(drawn[id]):
                coming[2] = ""
        for id, inside in frame.get("new", {}).items():
            if id in drawn and inside == inside_svg(drawn[id]):
                frame["new"][id] = ""
    return frames


def note_motion(game: Game, box: Any, view: Any, note: Note) -> Motion:
    """The motion of a note; none for a whisper to somebody else."""
    return motion_of(game, view, box, note) if note.whispered_to is None or note.details else Motion()


def merge_frames(frames: Sequence[Frame]) -> list[Frame]:
    """Frames as they are shown: steps of one piece become one path, quiet frames join the next, and there are not too many.
    An action in which nothing moves has no frames."""
    found: list[Frame] = []
    for frame in frames:
        if found and (continues(found[-1], frame) or is_quiet(found[-1])):
            found[-1] = join_frames(found[-1], frame)
        else:
            found.append(frame)
    if len(found) > 1 and is_quiet(found[-1]):
        found[-2:] = [join_frames(*found[-2:])]
    while len(found) > MOST_FRAMES:
        found = [join_frames(*found[n:n + 2]) for n in range(0, len(found), 2)]
    for frame in found:
        if (beats := beats_of(frame)) != 1:
            frame["beats"] = beats
    return found if any(set(frame) - {"say", "beats"} for frame in found) else []


def is_quiet(frame: Frame) -> bool:
    """Whether a frame has nothing but a sentence, or only redraws something such as a number."""
    return set(frame) <= {"say"} or set(frame) == {"new"}


def continues(frame: Frame, after: Frame) -> bool:
    """Whether two frames do nothing but move the same pieces."""
    return set(frame) - {"say"} == set(after) - {"say"} == {"at"} and frame["at"].keys() == after["at"].keys()


def join_frames(one: Frame, other: Frame | None = None) -> Frame:
    """Two frames as one."""
    if other is None:
        return one
    both: Frame = {**one, **other}
    for name in ("out", "as", "in", "new"):
        if name in one and name in other:
            both[name] = {**one[name], **other[name]}
    if "at" in one and "at" in other:
        both["at"] = {**one["at"], **{id: one["at"].get(id, []) + path for id, path in other["at"].items()}}
    if "say" in one and "say" in other:
        both["say"] = one["say"] + other["say"]
    return both


def beats_of(frame: Frame) -> float:
    """How long a frame is shown, in beats (milliseconds of a beat: static/motion.js): dice and long paths take more."""
    longest = max((len(path) for path in frame.get("at", {}).values()), default=1)
    return 2 if frame.get("show") else 1 + min(longest - 1, 12) * 0.25
