"""The final score as the rules count it: regions by their leaves, cupcakes, powers, and the tie-break [MA-54 to MA-57]."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import PICTURE, Ending, Part, ScoreRow
from ...words import You, capital, phrases, plural, say, tell
from .names import region_name, region_sign
from .rules import region_winner, score, winner
from .state import NONE, REGION_NAMES, REGIONS
from .tableau import leaf_marks

NOTHING = "-"
REASONS = phrases("A region was full, so round {n} was the last.", "A leaf was full, so round {n} was the last.",
                  "No cupcakes were left, so round {n} was the last.")


def ending(view: Any, box: Any, names: Sequence[str], notes: Sequence[Note] = ()) -> Ending:
    """How the game ended; the winner stands first in every row."""
    first = winner(view, box)
    seats = (first, 1 - first)
    total = [score(view, box, seat) for seat in seats]
    rows = [*(region_row(view, box, region, seats) for region in range(REGIONS)), *point_rows(view, box, seats),
            ScoreRow(say("Points"), tuple(map(str, total)), "total")]
    reason = say(REASONS[view.trigger_kind], n=view.round_number) if view.trigger_kind != NONE else ""
    if total[0] != total[1]:
        return Ending(reason, ((first,), (1 - first,)), tuple(rows))
    return Ending(tie_text(view, names, seats, total[0]), ((first,), (1 - first,)), (*rows, tie_row(view, seats)), reason,
                  tie_break=cupcakes_ahead(view, seats))


def row_values(points: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(one) if one else NOTHING for one in points)


def region_row(view: Any, box: Any, region: int, seats: tuple[int, int]) -> ScoreRow:
    """A region: both sums, and the circles that its winner scores."""
    sums, won = [view.totals[region][seat] for seat in seats], region_winner(view, region)
    name = capital(region_name(region))
    label = (say("{region}, tied at {sum}", region=name, sum=sums[0]) if won == NONE
             else say("{region}, {mine} to {theirs}", region=name, mine=sums[0], theirs=sums[1]))
    width, height = PICTURE
    leaf = Part().add(leaf_marks(box, tuple(view.circles[region]), (width / 2 + 16, height / 2)),
                      kit.hexagon_mark((13, height / 2), 12, fill=f"url(#rg-{REGION_NAMES[region]})", stroke="var(--ink)"),
                      kit.text((13, height / 2), region_sign(region), 11, weight=800))
    return ScoreRow(label, row_values([box.printed[seat] + view.circles[region][seat] if seat == won else 0 for seat in seats]),
                    picture=leaf)


def point_rows(view: Any, box: Any, seats: tuple[int, int]) -> list[ScoreRow]:
    """What was scored during the game: for cupcakes and by powers. A row without a point is left out."""
    cupcakes = [sum(box.space_points[:view.cupcakes[seat]]) for seat in seats]
    powers = [view.points[seat] - points for seat, points in zip(seats, cupcakes)]
    eaten = [view.cupcakes[seat] for seat in seats]
    rows = [(say("{mine} and {theirs} cupcakes", mine=eaten[0], theirs=eaten[1]), cupcakes), (say("Powers"), powers)]
    return [ScoreRow(label, row_values(points)) for label, points in rows if any(points)]


def tie_row(view: Any, seats: tuple[int, int]) -> ScoreRow:
    eaten = [view.cupcakes[seat] for seat in seats]
    if eaten[0] != eaten[1]:
        return ScoreRow(say("Tie: more cupcakes win"), tuple(map(str, eaten)), "tie")
    return ScoreRow(say("Tie: who triggered the end wins"), (say("triggered"), NOTHING), "tie")


def cupcakes_ahead(view: Any, seats: tuple[int, int]) -> str:
    """By how many cupcakes a tie was won; '' if who triggered the end has won."""
    ahead = view.cupcakes[seats[0]] - view.cupcakes[seats[1]]
    return plural(ahead, "by {n} cupcake", "by {n} cupcakes") if ahead else ""


def tie_text(view: Any, names: Sequence[str], seats: tuple[int, int], points: int) -> str:
    """What decided between equal points."""
    first, second = (names[seat] for seat in seats)
    high, low = (view.cupcakes[seat] for seat in seats)
    told, cupcakes = plural(points, "{n} point", "{n} points"), plural(high, "{n} cupcake", "{n} cupcakes")
    if high == low:
        return tell(first, "{points} and {cupcakes} each, but you triggered the end.",
                    "{points} and {cupcakes} each, but {who} triggered the end.", points=told, cupcakes=cupcakes)
    if isinstance(second, You):
        return say("{points} each, but {who} ate {cupcakes} and you ate {low}.", points=told, who=first,
                   cupcakes=cupcakes, low=low)
    return tell(first, "{points} each, but you ate {cupcakes} and {other} ate {low}.",
                "{points} each, but {who} ate {cupcakes} and {other} ate {low}.", points=told, other=second,
                cupcakes=cupcakes, low=low)
