"""What a turn changed in the score and on the way to the end, in sentences of the log. Who adds them up comes to the score that
is shown, and to the cupcakes that are left."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...core.notes import Note
from ...words import You, capital, join_and, plural, say, tell
from .names import region_name, special_kind
from .state import CUPCAKES, E_CIRCLE, E_CROSSED, E_CUPCAKE, E_POINTS, E_WROTE


class Standing(NamedTuple):
    """How a region stands: sums and filled circles, by seat."""

    totals: tuple[int, int]
    circles: tuple[int, int]

    def points(self, box: Any) -> tuple[int, int]:
        """What it brings each seat if the game ended now [MA-55, MA-56]."""
        red, blue = (int(box.printed[seat]) + self.circles[seat] if self.totals[seat] > self.totals[1 - seat] else 0
                     for seat in (0, 1))
        return red, blue


def gains_of(notes: Sequence[Note], box: Any, names: Sequence[str]) -> list[str]:
    """All that a turn brought and took, in sentences: regions, cupcakes and points, and how many cupcakes are left."""
    return list(filter(None, [region_changes(notes, box, names), points_of(notes), cupcakes_left_after(notes, box)]))


def points_scored(notes: Sequence[Note]) -> int:
    """The points for cupcakes and powers."""
    return sum(note.details[-1] for note in notes if note.event in (E_CUPCAKE, E_POINTS))


def points_of(notes: Sequence[Note]) -> str:
    """The points for cupcakes and powers, as a sentence."""
    points = points_scored(notes)
    cakes = sum(note.event == E_CUPCAKE for note in notes)
    scored, eaten = plural(points, "{n} point", "{n} points"), plural(cakes, "{n} cupcake", "{n} cupcakes")
    if cakes:
        return (say("That brings {cupcakes} and {points}.", cupcakes=eaten, points=scored) if points
                else say("That brings {cupcakes}, but no points yet.", cupcakes=eaten))
    return say("That brings {points}.", points=scored) if points else ""


# Regions


class Change(NamedTuple):
    """The points of a region before and after a turn, by seat."""

    region: int
    before: tuple[int, int]
    after: tuple[int, int]


def region_changes(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """The regions whose points were won or lost, as a sentence: 'Green goes to you (+2).'"""
    return change_sentence(changes_of(notes, box), names)


def changes_of(notes: Sequence[Note], box: Any) -> list[Change]:
    """The regions whose points were won or lost."""
    before: dict[int, Standing] = {}
    after: dict[int, Standing] = {}
    for note in notes:
        if (found := standings_of(note, box)) is not None:
            region, old, new = found
            before.setdefault(region, old)
            after[region] = new
    changes = [Change(region, before[region].points(box), after[region].points(box)) for region in after]
    return [change for change in changes if change.before != change.after]


def change_sentence(changes: Sequence[Change], names: Sequence[str]) -> str:
    return capital(f"{join_and([change_words(*change, names) for change in changes])}.") if changes else ""


def standings_of(note: Note, box: Any) -> tuple[int, Standing, Standing] | None:
    """The region of a note, and how it stood before and after it; None if no region changes, or in a note of an older table,
    which does not say it."""
    if note.event == E_WROTE and len(note.details) > 4:
        seat, hex, value, _, mine, theirs, own, other, *_ = note.details
        return (int(box.region_of[hex]), standing(seat, mine - value, theirs, own, other),
                standing(seat, mine, theirs, own, other))
    if note.event == E_CIRCLE and len(note.details) > 3:
        seat, region, own, other, mine, theirs = note.details
        return region, standing(seat, mine, theirs, own - 1, other), standing(seat, mine, theirs, own, other)
    return None


def standing(seat: int, mine: int, theirs: int, own: int, other: int) -> Standing:
    """How a region stands, by what one seat and the other have there."""
    return Standing((theirs, mine), (other, own)) if seat else Standing((mine, theirs), (own, other))


def change_words(region: int, before: tuple[int, int], after: tuple[int, int], names: Sequence[str]) -> str:
    """What changed for a region, as a part of a sentence."""
    name, lost, won = region_name(region), max(before), max(after)
    if not won:
        loser = names[before.index(lost)]
        return tell(loser, "{region} is tied (you -{lost})", "{region} is tied ({who} -{lost})", region=name, lost=lost)
    winner = names[after.index(won)]
    if not lost:
        return tell(winner, "{region} goes to you (+{won})", "{region} goes to {who} (+{won})", region=name, won=won)
    if before.index(lost) == after.index(won):
        return tell(winner, "{region} is worth more to you (+{more})", "{region} is worth more to {who} (+{more})", region=name,
                    more=won - lost)
    loser = names[before.index(lost)]
    if isinstance(loser, You):
        return say("{region} goes from you (-{lost}) to {who} (+{won})", region=name, lost=lost, won=won, who=winner)
    return tell(winner, "{region} goes from {loser} (-{lost}) to you (+{won})",
                "{region} goes from {loser} (-{lost}) to {who} (+{won})", region=name, lost=lost, won=won, loser=loser)


# Cupcakes on the territory


def cupcakes_left_after(notes: Sequence[Note], box: Any) -> str:
    """How many cupcakes are left, if a turn took one from the territory: the game ends with them [MA-53]."""
    taken = [note for note in notes if note.event in (E_WROTE, E_CROSSED) and special_kind(box, note.details[1]) == CUPCAKES
             and len(note.details) > 3 + (note.event == E_WROTE)]
    if not taken:
        return ""
    left = sum(word.bit_count() for word in taken[-1].details[-2:])
    return cupcakes_until_end(left) if left else ""


def cupcakes_until_end(left: int) -> str:
    """How many cupcakes are left, and what for [MA-53]."""
    return plural(left, "{n} cupcake left until the game ends.", "{n} cupcakes left until the game ends.")
