"""The log of a table in sentences, and the news since a visitor's last turn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.game import Game
from ...core.notes import Note
from ...drawing.palette import SEAT_MARBLES
from ...drawing.scene import Scene
from ...server.entries import ACTION, CLOCK, DEAL, RESIGNATION, SEAT, UNDO, VERSION
from ...server.seats import BOT, PERSON
from ...server.table import Table
from ...server.table_view import Eyes, Look, VisibleEntry, log_for
from ...words import language, say
from .latest_tables import LatestTables

MOST_LINES = 60                             # entries of the log that are told
MOST_NEWS = 12
MOST_LOGS = 24                              # kept of one table, for its seats, spectators and languages

# By table, then by seat, language and names: the turns so far, the latest last, and the number of the last entry.
log_cache: LatestTables[dict[tuple[Any, ...], tuple[int, list["Turn"]]]] = LatestTables()


@dataclass(frozen=True)
class LogLine:
    """An entry of the log as it is shown: a turn, or something else that happened."""

    number: int                             # of its first entry: it stays the same while the turn goes on
    last: int                               # of its last entry
    seat: int
    marble: str
    words: str
    kind: str


@dataclass(frozen=True)
class Turn:
    """What is told in one line: the notes of a turn, which may be several entries, or one entry of another kind."""

    entry: VisibleEntry
    last: int
    seat: int                               # whose turn it is; -1 until somebody has acted in it
    notes: tuple[Note, ...]
    line: LogLine


async def log_lines(table: Table, seen: Look, scene: Scene | None, names: Sequence[str]) -> list[LogLine]:
    """What happened lately, the latest first. A line is made again only while its turn goes on, for entries never change."""
    kept, key = log_cache.setdefault(table, {}), (seen.seat, table.over, scene is None, language(), *names)
    first = max(-1, seen.last - MOST_LINES)
    last, turns = kept.get(key, (first, []))
    if last < seen.last:
        marbles, turns = seat_marbles(scene), [turn for turn in turns if turn.last > first]
        for entry in await log_for(table, seen.seat, max(last, first), MOST_LINES):
            if entry.number <= seen.last:
                add_entry(turns, table, names, marbles, entry)
        if len(kept) >= MOST_LOGS:
            kept.clear()
        kept[key] = seen.last, turns
    return [turn.line for turn in reversed(turns) if turn.line.words]


def add_entry(turns: list[Turn], table: Table, names: Sequence[str], marbles: dict[int, str], entry: VisibleEntry) -> None:
    """Tell an entry: in the line of the turn that goes on, in a new one, or in both if the next turn begins within it."""
    before, *later = notes_by_turn(table.game, entry.notes)
    goes_on = turns and entry.kind == ACTION == turns[-1].entry.kind and turns[-1].seat in (entry.seat, -1)
    begun = turns.pop() if goes_on else None
    if begun or before or entry.kind != ACTION or not later:
        notes = (*begun.notes, *before) if begun else before
        turns.append(turn_of(table, names, marbles, begun.entry if begun else entry, entry, entry.seat, notes))
    turns.extend(turn_of(table, names, marbles, entry, entry, -1, notes) for notes in later)


def turn_of(table: Table, names: Sequence[str], marbles: dict[int, str], first: VisibleEntry, last: VisibleEntry, seat: int,
            notes: tuple[Note, ...]) -> Turn:
    words = entry_text(table.game, table.box, names, replace(last, notes=notes))
    marble = marbles.get(seat, "") if last.kind == ACTION else ""
    return Turn(first, last.number, seat, notes, LogLine(first.number, last.number, seat, marble, words, last.kind))


def notes_by_turn(game: Game, notes: Sequence[Note]) -> list[tuple[Note, ...]]:
    """The notes up to the first one that begins a turn, and those of every turn that begins after it."""
    found: list[tuple[Note, ...]] = [()]
    for note in notes:
        if note.event in getattr(game.notation, "TURN_BEGINS", ()):
            found.append(())
        found[-1] = (*found[-1], note)
    return found


def seat_marbles(scene: Scene | None) -> dict[int, str]:
    """The marble of every seat: the game's own, or one in the usual order."""
    return {seat.seat: seat.marble or SEAT_MARBLES[seat.seat % len(SEAT_MARBLES)] for seat in (scene.seats if scene else [])}


def notes_text(game: Game, box: Any, names: Sequence[str], entry: VisibleEntry) -> str:
    """What happened, as the game tells it: the notes of a turn together if it has a `story`, else one after the other."""
    if story := getattr(game.notation, "story", None):
        return str(story(entry.notes, box, names))
    return " ".join(filter(None, (game.notation.sentence(note, box, names) for note in entry.notes)))


def entry_text(game: Game, box: Any, names: Sequence[str], entry: VisibleEntry) -> str:
    who = names[entry.seat] if entry.seat >= 0 else ""
    text = notes_text(game, box, names, entry)
    if entry.kind == ACTION:
        return text or (say("{who}: {action}.", who=who, action=entry.data["text"])
                        if "text" in entry.data and not entry.notes else "")
    if entry.kind == SEAT:
        return " ".join(seat_sentence(game, int(seat), about) for seat, about in entry.data.get("seats", {}).items())
    return {DEAL: f"{say('The game begins.')} {text}".strip(), UNDO: say("{who} takes back.", who=who),
            RESIGNATION: say("{who} resigns.", who=who), CLOCK: say("The time of {who} is over.", who=who),
            VERSION: say("The game goes on with newer rules.")}.get(entry.kind, text)


def seat_sentence(game: Game, seat: int, about: dict[str, Any]) -> str:
    place = say(game.seat_names[seat])
    if about["kind"] == PERSON:
        return say("{who} sits down ({seat}).", who=about["name"], seat=place)
    if about["kind"] == BOT:
        return say("A bot plays {seat}.", seat=place)
    return say("{seat} is free.", seat=place)


def news(eyes: Eyes, seen: Look, lines: list[LogLine]) -> str:
    """What has happened since the visitor's last action, as one message; for those who only watch, the last event."""
    mine, since = eyes.mine, []
    for line in lines[:MOST_NEWS if mine else 1]:
        if line.kind == ACTION and line.seat in mine:
            break
        since.append(line.words)
    return " ".join([*reversed(since), *([say("It is your turn.")] if since and seen.legal else [])])
