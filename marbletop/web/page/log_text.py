"""The log of a table in sentences, and the news since a visitor's last turn."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ...core.game import Game
from ...drawing.element import Rope
from ...drawing.palette import SEAT_MARBLES
from ...drawing.scene import Scene
from ...server.entries import ACTION, CLOCK, DEAL, RESIGNATION, SEAT, UNDO, VERSION
from ...server.seats import BOT, PERSON
from ...server.table import Table
from ...server.table_view import Eyes, Look, VisibleEntry, log_for
from ...words import language, say
from .lines import LogLine, log_line

MOST_LINES = 60
MOST_NEWS = 12
MOST_LOGS = 24                              # kept of one table, for its seats, spectators and languages



class Log(NamedTuple):
    """The last entries as they are shown, the latest first."""

    last: int                               # number of the last entry
    lines: list[LogLine]
    rope: Rope                              # the same as HTML, a piece for each line


# By table, then by seat, language, names and address.
log_cache: WeakKeyDictionary[Table, dict[tuple[Any, ...], Log]] = WeakKeyDictionary()


async def log_of(table: Table, seen: Look, scene: Scene | None, names: Sequence[str], address: str) -> Log:
    """The last entries. Each line is made once, because entries never change."""
    kept, key = log_cache.setdefault(table, {}), (seen.seat, table.over, scene is None, language(), address, *names)
    first = max(-1, seen.last - MOST_LINES)
    log = kept.get(key) or Log(first, [], Rope((), "log"))
    if log.last < seen.last:
        entries = await log_for(table, seen.seat, max(log.last, first), MOST_LINES)
        marbles = seat_marbles(scene)
        made = (log_line_of(table, names, marbles, entry) for entry in reversed(entries) if entry.number <= seen.last)
        more = [line for line in made if line.words]
        old = next((n for n, line in enumerate(reversed(log.lines)) if line.number > first), len(log.lines))
        stay = len(log.lines) - old
        log = Log(seen.last, [*more, *log.lines[:stay]],
                  Rope([*[log_line(line, address) for line in more], *log.rope.pieces[:stay]], "log"))
        if len(kept) >= MOST_LOGS:
            kept.clear()
        kept[key] = log
    return log


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
