"""The log of a table in sentences, and the news since a visitor's last turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ...core.game import Game
from ...drawing.palette import SEAT_MARBLES
from ...drawing.scene import Scene
from ...server.entries import ACTION, CLOCK, DEAL, RESIGNATION, SEAT, UNDO, VERSION
from ...server.seats import BOT, PERSON
from ...server.table import Table
from ...server.table_view import Eyes, Look, VisibleEntry, log_for
from ...words import language, say

MOST_LINES = 60
MOST_NEWS = 12
MOST_LOGS = 24                              # kept of one table, for its seats, spectators and languages

# By table, then by seat, language and names: the lines so far, the latest first, and the number of the last entry.
log_cache: WeakKeyDictionary[Table, dict[tuple[Any, ...], tuple[int, list["LogLine"]]]] = WeakKeyDictionary()


@dataclass(frozen=True)
class LogLine:
    """An entry of the log as it is shown."""

    number: int
    seat: int
    marble: str
    words: str
    kind: str


async def log_lines(table: Table, seen: Look, scene: Scene | None, names: Sequence[str]) -> list[LogLine]:
    """The last entries, the latest first. Each line is made once, because entries never change."""
    kept, key = log_cache.setdefault(table, {}), (seen.seat, table.over, scene is None, language(), *names)
    first = max(-1, seen.last - MOST_LINES)
    last, lines = kept.get(key, (first, []))
    if last < seen.last:
        entries = await log_for(table, seen.seat, max(last, first), MOST_LINES)
        marbles = seat_marbles(scene)
        more = [log_line_of(table, names, marbles, entry) for entry in reversed(entries) if entry.number <= seen.last]
        lines = [line for line in [*more, *lines] if line.words and line.number > first]
        if len(kept) >= MOST_LOGS:
            kept.clear()
        kept[key] = seen.last, lines
    return lines


def log_line_of(table: Table, names: Sequence[str], marbles: dict[int, str], entry: VisibleEntry) -> LogLine:
    return LogLine(entry.number, entry.seat, marbles.get(entry.seat, "") if entry.kind == ACTION else "",
                   entry_text(table.game, table.box, names, entry), entry.kind)


def seat_marbles(scene: Scene | None) -> dict[int, str]:
    """The marble of every seat: the game's own, or one in the usual order."""
    return {seat.seat: seat.marble or SEAT_MARBLES[seat.seat % len(SEAT_MARBLES)] for seat in (scene.seats if scene else [])}


def notes_text(game: Game, box: Any, names: Sequence[str], entry: VisibleEntry) -> str:
    return " ".join(filter(None, (game.notation.sentence(note, box, names) for note in entry.notes)))


def entry_text(game: Game, box: Any, names: Sequence[str], entry: VisibleEntry) -> str:
    who = names[entry.seat] if entry.seat >= 0 else ""
    text = notes_text(game, box, names, entry)
    if entry.kind == ACTION:
        return text or (say("{who}: {action}.", who=who, action=entry.data["text"]) if "text" in entry.data
                        else say("{who} moves.", who=who))
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
