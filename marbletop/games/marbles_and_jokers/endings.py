"""How a game ended: the marbles that every side has home, and what became of the others."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...drawing.scene import Ending, ScoreRow, by_marbles
from ...words import capital, say, tell
from .names import card_with_article, people, team_of
from .pictures import COLOURS
from .state import BOPPED, JOKER, MARBLES, PLAYED, RANK_NAMES, RING

Sides = tuple[tuple[int, ...], ...]


def ending(view: Any, box: Any, names: Sequence[str], notes: Sequence[Note] = ()) -> Ending:
    """The ending for those who read it with these names."""
    sides = sides_in_order(view, box)
    rows = tuple(row for row in (*played_rows(sides, notes), *score_rows(view, box, sides, names))
                 if row.kind or set(row.values) != {"0"})
    rows = tuple(sorted(rows, key=lambda row: row.kind != "hollows"))               # what is drawn comes first
    if view.winner < 0:
        return Ending(say("The turn limit is reached, so nobody has won."), sides, rows)
    card = view.last_discard[view.player] - 1
    last = tell(names[view.player], "You played {card} and brought the last marble home.",
                "{who} played {card} and brought the last marble home.", card=card_with_article(card))
    return Ending(why_won(view, sides, names), sides, rows, last, f"card-{RANK_NAMES[card]}", by_marbles, counts=True)


def played_rows(sides: Sides, notes: Sequence[Note]) -> tuple[ScoreRow, ...]:
    """How many marbles every side sent back, and how many Jokers it played."""
    if not notes:
        return ()
    bops = [note.details[4] for note in notes if note.event == BOPPED]
    jokers = [note.details[0] for note in notes if note.event == PLAYED and note.details[1] == JOKER]
    return (ScoreRow(say("Marbles sent back"), tuple(str(sum(bops.count(seat) for seat in side)) for side in sides)),
            ScoreRow(say("Jokers played"), tuple(str(sum(jokers.count(seat) for seat in side)) for side in sides)))


def sides_in_order(view: Any, box: Any) -> Sides:
    """The teams, or the players if they play alone: the winner first, then by marbles home."""
    sides = {box.team[seat]: tuple(sorted(team_of(box, seat))) for seat in range(view.seats)}
    return tuple(sorted(sides.values(), key=lambda side: (box.team[side[0]] != view.winner, -home_of(view, side), side)))


def home_of(view: Any, side: Sequence[int]) -> int:
    """How many marbles of a side are home: its points [MJ-52]."""
    return sum(view.home[seat] for seat in side)


def why_won(view: Any, sides: Sides, names: Sequence[str]) -> str:
    """How many marbles the winners and the others have home, in words."""
    winners, *others = sides
    first = say("{names}: {n} of {all} marbles home.", names=called(winners, names), n=home_of(view, winners),
                all=MARBLES * len(winners))
    return " ".join([first, *(say("{names}: {n}.", names=called(side, names), n=home_of(view, side)) for side in others)])


def called(side: Sequence[int], names: Sequence[str]) -> str:
    return capital(people([names[seat] for seat in side]))


def score_rows(view: Any, box: Any, sides: Sides, names: Sequence[str]) -> tuple[ScoreRow, ...]:
    """Where the marbles are in the end. The last row has those at home, by which the rules count."""
    def row(label: str, kind: str, count: Any) -> ScoreRow:
        return ScoreRow(label, tuple(str(sum(count(view.place[seat]) for seat in side)) for side in sides), kind)

    each = tuple(" ".join(f"{COLOURS[seat]}:{view.home[seat]}:{MARBLES}" for seat in side) for side in sides)
    return (row(say("In the start ring"), "", lambda places: places.count(RING)),
            row(say("On the track"), "", lambda places: sum(RING < place <= box.length for place in places)),
            ScoreRow(say("Home, each player"), each, "hollows"),
            row(say("Marbles home"), "total", lambda places: sum(place > box.length for place in places)))
