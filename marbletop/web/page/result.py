"""How a game ended, for the page: who has won, why, and the score of every side as the rules count it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...core.game import Game
from ...core.notes import Note
from ...drawing.plain import marks_of
from ...drawing.scene import Ending, ScoreRow
from ...server.history import notes_of_game
from ...server.profile import Comparison
from ...server.table import Table
from ...server.table_view import Look
from ...words import capital, join_and, phrases, readable_name, say, tell
from .latest_tables import LatestTables

PLACES = phrases("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")

# By table, then by seat: what happened in games that are over.
notes_cache: LatestTables[dict[int, tuple[Note, ...]]] = LatestTables()


@dataclass(frozen=True)
class Column:
    """A side of the final score."""

    place: str                              # '1st'; nothing where nobody competes
    first: bool
    members: tuple[tuple[str, str], ...]    # marble and name of each


@dataclass(frozen=True)
class Result:
    headline: str
    why: str                                # what the headline does not tell
    columns: tuple[Column, ...]
    rows: tuple[ScoreRow, ...]
    story: str
    card: str                               # the symbol of a card beside it
    compared: str                           # how it compares with the reader's former games


async def result_of(table: Table, seen: Look, names: Sequence[str], compared: Comparison | None) -> Result:
    """The result of a game that is over, as somebody at the table reads it."""
    assert seen.result is not None
    rank = seen.result["rank"]
    told = told_ending(table.game, seen, names, await notes_heard(table, seen.seat))
    ending = told or plain_ending(seen, rank, names)
    marks, alone = marks_of(table.game), len(rank) == 1
    columns = tuple(Column("" if alone else say(PLACES[rank[side[0]] - 1]), rank[side[0]] == 1,
                           tuple((marks[seat], say("You") if seen.seats[seat].yours and only_one(seen) else names[seat])
                                 for seat in side)) for side in ending.sides)
    words = comparison_words(compared, points_of_reader(seen) if told else None) if compared else ""
    how = how_won(ending, rank) if told else ""
    return Result(headline_of(seen, names, how), why_beside(ending, how), columns, ending.rows, ending.story, ending.card,
                  words)


async def notes_heard(table: Table, seat: int) -> tuple[Note, ...]:
    """What happened in a game that is over, as a seat heard it; read once."""
    kept = notes_cache.setdefault(table, {})
    if seat not in kept:
        kept[seat] = await notes_of_game(table, seat)
    return kept[seat]


def points_of_reader(seen: Look) -> float | None:
    """The points of whoever plays one side."""
    assert seen.result is not None
    points = {points for points, seat in zip(seen.result["points"], seen.seats) if seat.yours}
    return points.pop() if len(points) == 1 else None


def comparison_words(compared: Comparison, points: float | None) -> str:
    """Whether this is the reader's best result, and how often they won. Nothing is said of a best that was reached again: where
    all can be reached, that is every victory."""
    if compared.games == 1:
        return ""
    won, best = say("You've won {won} of {all} games like this.", won=compared.won, all=compared.games), compared.best_before
    if points is None or best is None or points == best:
        return won
    told = (say("{n} is your best result so far.", n=f"{points:g}") if points > best
            else say("Your best result so far is {n}.", n=f"{best:g}"))
    return f"{told} {won}"


def told_ending(game: Game, seen: Look, names: Sequence[str], notes: Sequence[Note]) -> Ending | None:
    """The ending as the game tells it. Where somebody resigned or ran out of time, its own count decided nothing."""
    tell = getattr(game.board, "ending", None)
    if tell is None or seen.view is None or not seen.view.over:
        return None
    found: Ending = tell(seen.view, seen.box, names, notes)
    return found


def plain_ending(seen: Look, rank: Sequence[int], names: Sequence[str]) -> Ending:
    """The points of the result, for games that tell no more, and for games that did not end by their rules."""
    result: dict[str, Any] = seen.result or {}
    sides = tuple((seat,) for seat in sorted(range(len(rank)), key=lambda seat: rank[seat]))
    points = tuple(f"{result['points'][seat]:g}" for seat, in sides)
    rows = (ScoreRow(say("Points"), points, "total"),) if any(result["points"]) else ()
    return Ending(" ".join(who_resigned(seen, names)) or f"{capital(say(readable_name(str(result['ending']))))}.", sides, rows)


def who_resigned(seen: Look, names: Sequence[str]) -> list[str]:
    return [tell(name, "You resigned.", "{who} resigned.") for name, seat in zip(names, seen.seats) if seat.resigned]


def only_one(seen: Look) -> bool:
    return sum(seat.yours for seat in seen.seats) == 1


def how_won(ending: Ending, rank: Sequence[int]) -> str:
    """By how much the first side has won, or what decided between equals; '' if several share the victory or nothing counts."""
    total = next((row.values for row in ending.rows if row.kind == "total"), ())
    places = [rank[side[0]] for side in ending.sides]
    if len(total) < 2 or places.count(1) != 1:
        return ""
    lead = int(total[places.index(1)]) - max(int(value) for value, place in zip(total, places) if place > 1)
    return ending.lead(lead) if lead > 0 else ending.tie_break or say("on the tie-break") if not lead else ""


def why_beside(ending: Ending, how: str) -> str:
    """Why somebody has won, under a headline that tells how; '' if both would tell the same."""
    return "" if how and ending.counts else ending.why


def headline_of(seen: Look, names: Sequence[str], how: str = "") -> str:
    """Who has won, in words, and how if that is known."""
    assert seen.result is not None
    rank = seen.result["rank"]
    first = [name for name, place in zip(names, rank) if place == 1]
    mine = [place for seat, place in zip(seen.seats, rank) if seat.yours]
    if len(rank) == 1 and len(first) == 1:
        return say("You've done it!") if mine else say("{who} has done it!", who=first[0])
    if len(mine) == 1 and mine[0] == 1:
        others = [name for name, place, seat in zip(names, rank, seen.seats) if place == 1 and not seat.yours]
        return you_won(others, how)
    if how and first:
        return say("{who} wins {how}", who=first[0], how=how) if len(first) == 1 else say("{names} win {how}",
                                                                                          names=join_and(first), how=how)
    if len(first) == 1:
        return say("{who} has won.", who=first[0])
    return say("{names} have won.", names=join_and(first)) if first else say("Nobody won.")


def you_won(others: Sequence[str], how: str) -> str:
    """That the reader has won, perhaps together with others."""
    if others:
        return (say("You and {names} win {how}", names=join_and(others), how=how) if how
                else say("You and {names} have won!", names=join_and(others)))
    return say("You win {how}", how=how) if how else say("You won!")
