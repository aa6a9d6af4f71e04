"""The log of a table in sentences, and the news since a visitor's last turn."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ...core.game import Game
from ...core.notes import Note
from ...core.telling import story_of
from ...drawing.element import Markup, Rope
from ...drawing.palette import SEAT_MARBLES
from ...drawing.scene import Scene
from ...server.entries import ACTION, CLOCK, DEAL, RESIGNATION, SEAT, UNDO, VERSION
from ...server.seats import BOT, PERSON
from ...server.table import Table
from ...server.table_view import Eyes, Look, VisibleEntry, log_for
from ...words import join_and, language, say, tell
from .latest_tables import LatestTables
from .lines import LogLine, log_line

MOST_LINES = 60                             # entries of the log that are told
MOST_NEWS = 12
MOST_SINCE = 3                              # turns of others that the dock tells of
LETTERS = 46                                # in a line of the dock on the narrowest phones
MOST_LOGS = 24                              # kept of one table, for its seats, spectators and languages


class Turn(NamedTuple):
    """What is told in one line: the notes of a turn, which may be several entries, or one entry of another kind."""

    entry: VisibleEntry                     # the first
    seat: int                               # whose turn it is; -1 until somebody has acted in it
    notes: tuple[Note, ...]
    line: LogLine
    written: Markup


class Log(NamedTuple):
    """What happened lately, turn by turn, the latest last."""

    last: int                               # number of the last entry
    turns: list[Turn]
    rope: Rope                              # as HTML, the latest first: a piece for each line

    def latest(self, most: int) -> list[LogLine]:
        """So many of the lines that are shown, the latest first."""
        return [*islice((turn.line for turn in reversed(self.turns) if turn.line.words), most)]


# By table, then by seat, language, names and address.
log_cache: LatestTables[dict[tuple[Any, ...], Log]] = LatestTables()


async def log_of(table: Table, seen: Look, scene: Scene | None, names: Sequence[str], address: str) -> Log:
    """What happened lately. A line is made again only while its turn goes on, for entries never change."""
    kept, key = log_cache.setdefault(table, {}), (seen.seat, table.over, scene is None, language(), address, *names)
    first = max(-1, seen.last - MOST_LINES)
    log = kept.get(key) or Log(first, [], Rope((), "log"))
    if log.last < seen.last:
        teller = Teller(table, names, seat_marbles(scene), address)
        turns = log.turns[next((n for n, turn in enumerate(log.turns) if turn.line.last > first), len(log.turns)):]
        for entry in await log_for(table, seen.seat, max(log.last, first), MOST_LINES):
            if entry.number <= seen.last:
                add_entry(turns, teller, entry)
        log = Log(seen.last, turns, Rope([turn.written for turn in reversed(turns) if turn.line.words], "log"))
        if len(kept) >= MOST_LOGS:
            kept.clear()
        kept[key] = log
    return log


class Teller(NamedTuple):
    """What a line is told with."""

    table: Table
    names: Sequence[str]
    marbles: dict[int, str]
    address: str

    def turn(self, id: str, first: VisibleEntry, last: VisibleEntry, seat: int, notes: tuple[Note, ...]) -> Turn:
        words = entry_text(self.table.game, self.table.box, self.names, last._replace(notes=notes))
        marble = self.marbles.get(seat, "") if last.kind == ACTION else ""
        line = LogLine(id, last.number, seat, marble, words, last.kind)
        return Turn(first, seat, notes, line, log_line(line, self.address))


def add_entry(turns: list[Turn], teller: Teller, entry: VisibleEntry) -> None:
    """Tell an entry: in the line of the turn that goes on, in a new one, or in both if the next turn begins within it."""
    if entry.kind == UNDO:
        entry = entry._replace(data={**entry.data, "seats": seats_taken_back(turns, entry)})
    before, *later = notes_by_turn(teller.table.game, entry.notes)
    goes_on = turns and entry.kind == ACTION == turns[-1].entry.kind and turns[-1].seat in (entry.seat, -1)
    begun = turns.pop() if goes_on else None
    if begun or before or entry.kind != ACTION or not later:
        notes = (*begun.notes, *before) if begun else before
        id = begun.line.id if begun else f"log-{entry.number}"
        turns.append(teller.turn(id, begun.entry if begun else entry, entry, entry.seat, notes))
    begins = entry._replace(kind=ACTION)    # a turn, even if the deal begins it
    turns.extend(teller.turn(f"log-{entry.number}-{n}", begins, begins, -1, notes) for n, notes in enumerate(later, 1))


def seats_taken_back(turns: Sequence[Turn], entry: VisibleEntry) -> list[int]:
    """The other seats whose actions an entry takes back, too, in the order in which they played."""
    undone = entry.data.get("undone", ())
    return [*dict.fromkeys(turn.seat for turn in turns if turn.line.last in undone and turn.seat not in (entry.seat, -1))]


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


def entry_text(game: Game, box: Any, names: Sequence[str], entry: VisibleEntry) -> str:
    who = names[entry.seat] if entry.seat >= 0 else ""
    text = story_of(game, entry.notes, box, names)
    if entry.kind == ACTION:
        return text or (say("{who}: {action}.", who=who, action=entry.data["text"])
                        if "text" in entry.data and not entry.notes else "")
    if entry.kind == SEAT:
        return " ".join(seat_sentence(game, int(seat), about) for seat, about in entry.data.get("seats", {}).items())
    return {DEAL: f"{say('The game begins.')} {text}".strip(), UNDO: undo_sentence(names, entry),
            RESIGNATION: say("{who} resigns.", who=who),
            CLOCK: say("{who} has run out of time: a bot plays this move.", who=who),
            VERSION: say("The game continues with updated rules.")}.get(entry.kind, text)


def undo_sentence(names: Sequence[str], entry: VisibleEntry) -> str:
    """What was taken back: a move, and what others have played since."""
    who, others = names[entry.seat], entry.data.get("seats", ())
    if not others:
        return tell(who, "You take your move back.", "{who} takes a move back.")
    return tell(who, "Taken back: your move and what {others} played after it.",
                "{who} takes a move back and what {others} played after it.", others=join_and([names[seat] for seat in others]))


def seat_sentence(game: Game, seat: int, about: dict[str, Any]) -> str:
    place = say(game.seat_names[seat])
    if about["kind"] == PERSON:
        return say("{who} joins as {seat}.", who=about["name"], seat=place)
    if about["kind"] == BOT:
        return say("A bot now plays {seat}.", seat=place)
    return say("{seat}'s seat is free.", seat=place)


class Told(NamedTuple):
    """A sentence of what happened since the reader's last turn."""

    words: str
    label: str = ""
    hit: bool = False                       # it befell the reader
    good: bool = False                      # and is good news


def since_last_turn(table: Table, eyes: Eyes, log: Log, names: Sequence[str]) -> tuple[Told, ...]:
    """What others did since the visitor's last turn, turn by turn back from the latest, for there may be no room for the rest.
    What was done to the visitor must be in sight (`with_room_for_hits`). A game's `notation.befell(notes, seat, box)` picks the
    notes of a turn that tell what was done to a seat, those of one sentence together, and `notation.is_welcome(notes, seat)`
    says whether that is good news. Then follows the visitor's own turn if it brought something that `notation.is_news(note)`
    picks; it is told while others decide, too. Of what was taken back only that is told, until somebody plays on."""
    goes_on = table.player in eyes.mine
    if goes_on and log.turns and log.turns[-1].entry.kind == UNDO:
        return (Told(log.turns[-1].line.words),)
    is_news: Callable[[Note], bool] | None = getattr(table.game.notation, "is_news", None)
    if not goes_on and not is_news:
        return ()
    others, own = turns_since(log, eyes)
    brought = own.line.words if own and is_news and any(map(is_news, own.notes)) else ""
    mine = (Told(brought, say("This turn") if goes_on and own is log.turns[-1] else say("Your last turn")),) if brought else ()
    if not goes_on:
        return mine
    told = what_others_did(table, eyes, others, names)
    return (*with_room_for_hits(told, getattr(table.game.notation, "LINES_FOR_OTHERS", 0)), *mine,
            *what_is_new(table, others, log))


def turns_since(log: Log, eyes: Eyes) -> tuple[list[Turn], Turn | None]:
    """The turns of others since the visitor's last one, the latest first, and that one; nothing from before a move that was
    taken back."""
    others: list[Turn] = []
    for turn in reversed(log.turns):
        if turn.entry.kind == UNDO:
            break
        if turn.entry.kind == ACTION and turn.seat in eyes.mine:
            return others, turn
        if turn.entry.kind == ACTION and turn.seat >= 0 and turn.line.words:
            others.append(turn)
    return others, None


def what_others_did(table: Table, eyes: Eyes, turns: list[Turn], names: Sequence[str]) -> list[Told]:
    """What others did in these turns, the latest first: what befell the visitor, and the rest of each turn: in short, if the
    game has a `notation.in_short(notes, box, names)` for turns with much to tell."""
    notation = table.game.notation
    befell, in_short = (getattr(notation, name, None) for name in ("befell", "in_short"))
    is_welcome: Callable[[Sequence[Note], int], bool] = getattr(notation, "is_welcome", lambda notes, seat: False)
    found: list[Told] = []
    for turn in turns:
        hits = [(hit, is_welcome(hit, seat)) for seat in eyes.mine if befell for hit in befell(turn.notes, seat, table.box)]
        others = [note for note in turn.notes if not any(note in hit for hit, _ in hits)]
        rest = (story_of(table.game, others, table.box, names) if hits
                else in_short(turn.notes, table.box, names) if in_short else turn.line.words)
        found += [Told(rest)] * bool(rest)
        found += [Told(story_of(table.game, hit, table.box, names), hit=True, good=good) for hit, good in reversed(hits)]
    return found


def what_is_new(table: Table, turns: list[Turn], log: Log) -> list[Told]:
    """What a game's `notation.explain_new(notes, earlier)` says of things that were not seen before these turns, the latest
    first. It comes last, because the page leaves out the last for which there is no room, and must tell what everybody did."""
    explain_new: Callable[[Sequence[Note], Sequence[Note]], str] | None = getattr(table.game.notation, "explain_new", None)
    if not explain_new:
        return []
    said = [explain_new(turn.notes, [note for other in log.turns if other.line.last < turn.line.last for note in other.notes])
            for turn in turns]
    return [Told(words) for words in said if words]


def with_room_for_hits(told: Sequence[Told], lines: int) -> list[Told]:
    """What is told of others, the latest first, if a game keeps so many lines free for it and what befell the visitor fits into
    them with what came later; otherwise what befell the visitor comes first, or alone if such lines are kept."""
    hits, rest = [one for one in told if one.hit], [one for one in told if not one.hit][:MOST_SINCE]
    if not hits or not lines:
        return [*hits, *rest]
    last = max(number for number, one in enumerate(told) if one.hit)
    shown = [one for one in told if one.hit or one in rest]
    needed = sum(-(-len(one.words) // LETTERS) for one in told[:last + 1])
    return shown if needed <= lines else [one for number, one in enumerate(told) if one.hit or (number > last and one in rest)]


def news(eyes: Eyes, seen: Look, log: Log) -> str:
    """What has happened since the visitor's last action, as one message; for those who only watch, the last event."""
    mine, since = eyes.mine, []
    for line in log.latest(MOST_NEWS if mine else 1):
        if line.kind == ACTION and line.seat in mine:
            break
        since.append(line.words)
    return " ".join([*reversed(since), *([say("Your turn!")] if since and seen.legal else [])])
