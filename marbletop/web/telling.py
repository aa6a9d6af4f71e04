"""The log of a table in sentences, and what has happened since a user's last turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ..drawing.palette import SEAT_MARBLES
from ..drawing.scene import Scene
from ..server.entries import ACTION, CLOCK, DEAL, RESIGNATION, SEAT, UNDO, VERSION
from ..server.look import Look, Shown, log_since
from ..server.seats import BOT, PERSON
from ..server.table import Table
from ..words import language, say

MOST_LINES = 60
MOST_NEWS = 12
MOST_KEPT = 8 * MOST_LINES                  # lines of a table, as its seats and spectators are told them
kept: WeakKeyDictionary[Table, dict[tuple[Any, ...], str]] = WeakKeyDictionary()


@dataclass(frozen=True)
class Line:
    """An entry of the log as it is shown."""

    number: int
    seat: int
    marble: str
    words: str
    kind: str


def names_of(table: Table) -> list[str]:
    """What the seats are called on a page: who holds several of them is called by the seat."""
    held = [holder.user for holder in table.holders]
    return [say(table.game.seat_names[seat]) if holder.user and held.count(holder.user) > 1 else name
            for seat, (holder, name) in enumerate(zip(table.holders, table.names))]


async def log_lines(table: Table, user: str, seen: Look, scene: Scene | None) -> list[Line]:
    """The last entries, the latest first."""
    entries = await log_since(table, user, max(-1, seen.last - MOST_LINES), MOST_LINES)
    marbles = marbles_of(scene)
    said = words_told(table, seen.seat, entries)
    lines = (Line(entry.number, entry.seat, marbles.get(entry.seat, "") if entry.kind == ACTION else "", words, entry.kind)
             for entry, words in zip(reversed(entries), reversed(said)))
    return [line for line in lines if line.words]


def words_told(table: Table, seat: int, entries: Sequence[Shown]) -> list[str]:
    """Entries in words, as they are told to a seat: made once, because entries never change."""
    made, names = kept.setdefault(table, {}), tuple(names_of(table))
    if len(made) > MOST_KEPT:
        made.clear()
    told = seat, table.over, language(), names
    for entry in entries:
        if (entry.number, *told) not in made:
            made[entry.number, *told] = words_of(table, entry)
    return [made[entry.number, *told] for entry in entries]


def marbles_of(scene: Scene | None) -> dict[int, str]:
    """The marble of every seat, as the game gives them or in the usual order."""
    return {seat.seat: seat.marble or SEAT_MARBLES[seat.seat % len(SEAT_MARBLES)] for seat in (scene.seats if scene else [])}


def words_of(table: Table, entry: Shown) -> str:
    names = names_of(table)
    who = names[entry.seat] if entry.seat >= 0 else ""
    told = " ".join(filter(None, (table.game.notation.sentence(note, table.box, names) for note in entry.notes)))
    if entry.kind == ACTION:
        return told or (say("{who}: {action}.", who=who, action=entry.data["text"]) if "text" in entry.data
                        else say("{who} moves.", who=who))
    if entry.kind == SEAT:
        return " ".join(seated(table, int(seat), about) for seat, about in entry.data.get("seats", {}).items())
    return {DEAL: f"{say('The game begins.')} {told}".strip(), UNDO: say("{who} takes back.", who=who),
            RESIGNATION: say("{who} resigns.", who=who), CLOCK: say("The time of {who} is over.", who=who),
            VERSION: say("The game goes on with newer rules.")}.get(entry.kind, told)


def seated(table: Table, seat: int, about: dict[str, Any]) -> str:
    place = say(table.game.seat_names[seat])
    if about["kind"] == PERSON:
        return say("{who} sits down ({seat}).", who=about["name"], seat=place)
    if about["kind"] == BOT:
        return say("A bot plays {seat}.", seat=place)
    return say("{seat} is free.", seat=place)


def news(table: Table, user: str, seen: Look, lines: list[Line]) -> str:
    """What has happened since the user's last action, as one message; to those who only watch, what happened last."""
    mine = table.seats_of(user)
    since = []
    for line in lines[:MOST_NEWS if mine else 1]:
        if line.kind == ACTION and line.seat in mine:
            break
        since.append(line.words)
    told = [*reversed(since), *([say("It is your turn.")] if since and seen.legal else [])]
    return " ".join(told)
