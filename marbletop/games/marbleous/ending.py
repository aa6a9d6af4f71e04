"""How a game ended: the score of every seat as the rules count it, and in words what decided."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...drawing.scene import Ending, ScoreRow
from ...words import You, capital, join_and, plural, say, tell
from . import rules
from .names import NAMES, colour_name
from .state import MAIN, POINT_KINDS, POINTS, SMALLEST_SET, SOLO_LINE, SOLO_POINTS, SOLO_WON
from .supplies import tokens_of


def ending(view: Any, box: Any, names: Sequence[str], notes: Sequence[Note] = ()) -> Ending:
    """The final score: point cards, a third of what is left over, stars; then what decided between equals [MB-48 to MB-51]."""
    points, rank = [0.0] * 4, [0] * 4
    result = rules.outcome(view, box, points, rank)
    if view.seats == 1:
        rows = colour_rows(box, [0], notes) + score_rows(view, box, [0])
        return Ending(solo_words(box, result, int(points[0])), ((0,),), rows)
    seats = sorted(range(view.seats), key=lambda seat: rank[seat])
    return Ending(why_words(view, names, seats, points, rank), tuple((seat,) for seat in seats),
                  colour_rows(box, seats, notes) + score_rows(view, box, seats) + tie_rows(view, seats, points),
                  counts=points[seats[0]] > points[seats[1]])


def colour_rows(box: Any, seats: Sequence[int], notes: Sequence[Note]) -> tuple[ScoreRow, ...]:
    """The point cards of every seat, by the colour of the column that they were taken from [MB-39]."""
    taken: list[dict[int, list[tuple[int, str]]]] = [{seat: [] for seat in seats} for _ in range(MAIN)]
    for seat, column, row, kind in (note.details for note in notes if note.event == POINTS):
        stack = "blue" if kind < POINT_KINDS else "orange"
        taken[column][seat].append((int(box.value[kind]), f"{stack}-{SMALLEST_SET + row}"))
    return tuple(ScoreRow(capital(colour_name(colour)),
                          tuple(" ".join(str(value) for value, _ in sorted(cards[seat])) for seat in seats), "cards",
                          NAMES[colour], tuple(tuple(look for _, look in sorted(cards[seat])) for seat in seats))
                 for colour, cards in enumerate(taken) if any(cards.values()))


def score_rows(view: Any, box: Any, seats: Sequence[int]) -> tuple[ScoreRow, ...]:
    """What the score of each seat is made of, and the sum."""
    rows = [row_of(say("Point cards"), seats, lambda seat: worth(sum(view.won[seat]), view.points[seat])),
            row_of(say("Marbles and tokens left, 3 for a point"), seats,
                   lambda seat: worth(left_over(view, seat), left_over(view, seat) // 3))]
    if box.advanced:
        rows.append(row_of(say("Stars"), seats, lambda seat: worth(
            view.stars[seat], box.star_points[view.star_card[seat]][view.stars[seat]])))
    if view.seats == 1:
        rows.append(row_of(say("Line of colours"), seats, lambda seat: say("{some} of {all}", some=view.line_done, all=MAIN)))
    return *rows, row_of(say("Points"), seats, lambda seat: str(rules.score_of(view, box, seat)), "total")


def tie_rows(view: Any, seats: Sequence[int], points: Sequence[float]) -> tuple[ScoreRow, ...]:
    """What decided between seats with as many points: marbles, then tokens."""
    tied = [seat for seat in seats if points[seat] == points[seats[0]]]
    if len(tied) == 1:
        return ()

    def among(value: Callable[[int], int]) -> Callable[[int], str]:
        return lambda seat: str(value(seat)) if seat in tied else ""
    marbles = row_of(say("Tie-break: marbles in the tray"), seats, among(lambda seat: rules.marbles_of(view, seat)), "tie")
    first = rules.marbles_of(view, seats[0])
    if sum(rules.marbles_of(view, seat) == first for seat in tied) == 1:
        return (marbles,)
    return marbles, row_of(say("Then: bonus tokens"), seats, among(lambda seat: tokens_of(view, seat)), "tie")


def row_of(label: str, seats: Sequence[int], value: Callable[[int], str], kind: str = "") -> ScoreRow:
    return ScoreRow(label, tuple(value(seat) for seat in seats), kind)


def worth(many: int, points: int) -> str:
    """How many things bring how many points: '8 make 30'."""
    return say("{n} make {points}", n=many, points=points)


def left_over(view: Any, seat: int) -> int:
    """How many marbles and tokens a seat has left."""
    return int(rules.marbles_of(view, seat) + tokens_of(view, seat))


def why_words(view: Any, names: Sequence[str], seats: Sequence[int], points: Sequence[float], rank: Sequence[int]) -> str:
    """Who won and why, in a sentence or two."""
    first = [seat for seat in seats if rank[seat] == 1]
    best = int(points[first[0]])
    if len(first) > 1:
        return shared_words(names, first, best)
    who, second = names[first[0]], seats[1]
    if points[second] < best:
        return won_words(who, best, names[second], int(points[second]))
    if rules.marbles_of(view, second) < rules.marbles_of(view, first[0]):
        return tell(who, "{points} each, but you have more marbles left in your tray ({mine} to {theirs}).",
                    "{points} each, but {who} has more marbles left in the tray ({mine} to {theirs}).",
                    points=plural(best, "{n} point", "{n} points"), mine=rules.marbles_of(view, first[0]),
                    theirs=rules.marbles_of(view, second))
    return tell(who, "As many points and as many marbles, but you have more bonus tokens left ({mine} to {theirs}).",
                "As many points and as many marbles, but {who} has more bonus tokens left ({mine} to {theirs}).",
                mine=tokens_of(view, first[0]), theirs=tokens_of(view, second))


def shared_words(names: Sequence[str], first: Sequence[int], points: int) -> str:
    """Several seats are equal in everything."""
    others = [names[seat] for seat in first if not isinstance(names[seat], You)]
    who = join_and(others)
    if len(others) < len(first):
        return plural(points, "You share the victory with {who}: {n} point each, and as many marbles and tokens.",
                      "You share the victory with {who}: {n} points each, and as many marbles and tokens.", who=who)
    return plural(points, "{who} share the victory: {n} point each, and as many marbles and tokens.",
                  "{who} share the victory: {n} points each, and as many marbles and tokens.", who=who)


def won_words(who: str, points: int, other: str, fewer: int) -> str:
    """A plain victory by points."""
    if isinstance(who, You):
        return say("You win {points} to {fewer} against {other}.", points=points, fewer=fewer, other=other)
    return tell(other, "{winner} wins {points} to {fewer} against you.", "{winner} wins {points} to {fewer} against {who}.",
                winner=who, points=points, fewer=fewer)


def solo_words(box: Any, result: int, points: int) -> str:
    """How a solo game ended."""
    told = plural(points, "{n} point", "{n} points")
    if result == SOLO_WON:
        return say("You have {points} of the {goal} you needed, and the line is complete.", points=told,
                   goal=box.solo_goal)
    if result == SOLO_LINE:
        return say("The line is complete, but you have only {points} of the {goal} you needed.", points=told,
                   goal=box.solo_goal)
    if result == SOLO_POINTS:
        return say("You have {points} of the {goal} you needed, but the line is not complete.", points=told,
                   goal=box.solo_goal)
    return say("You have {points} of the {goal} you needed, and the line is not complete.", points=told,
               goal=box.solo_goal)
