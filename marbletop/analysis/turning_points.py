"""Turning points: the greatest losses, finds and pieces of luck of a game, each measured again before it is told.

The largest of many noisy figures is mostly noise. So what looks like a turning point is played out again in deals that nobody
has seen, and only what stays is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..bots.playouts import Playouts
from .decisions import Decision, spread_of
from .simulate import SURE

if TYPE_CHECKING:
    from .review import Measuring, Review, Step

MISTAKE, FIND, CHANCE = "mistake", "find", "chance"
MOST = 6                                    # of each kind that are measured again
WORTH_TELLING = 0.02                        # of the chance to win: what a turning point surely was worth
AGAIN = 32                                  # deals at a time
MOST_AGAIN = 4096


@dataclass(frozen=True)
class TurningPoint:
    """A moment that was worth something, measured twice."""

    kind: str                               # MISTAKE, FIND or CHANCE
    number: int                             # of the move; -1 the deal
    seat: int                               # whose mistake or find; for chance, who was luckiest
    change: float                           # of that seat's chance to win; below zero for a mistake
    error: float
    better: int = -1                        # the better action of a mistake

    @property
    def is_sure(self) -> bool:
        return abs(self.change) - SURE * self.error >= WORTH_TELLING


@dataclass
class Suspect:
    """What may be a turning point: how it is measured, and what has been measured."""

    point: TurningPoint
    differences: Callable[[int, int], np.ndarray]          # (first, deals) -> one difference for each deal
    found: list[np.ndarray]

    def measure(self) -> None:
        self.found.append(self.differences(sum(map(len, self.found)), AGAIN))

    @property
    def result(self) -> TurningPoint:
        values = np.concatenate(self.found)
        return replace(self.point, change=float(values.mean()), error=spread_of(values))


def with_points(review: "Review", work: "Measuring", seconds: float | None) -> "Review":
    """The review with its turning points in the order of the game, measured for so long, or in twice as many deals."""
    fresh = Playouts(work.match.game, work.match.box, ~work.seed)
    suspects = [*mistakes(review, fresh), *finds(review, fresh), *strokes_of_luck(review, work, fresh)]
    begun = work.seconds
    most = MOST_AGAIN if seconds is not None else max(AGAIN, 2 * review.deals)
    for round_number in range(most // AGAIN):
        if round_number and seconds is not None and work.seconds - begun > seconds:
            break
        for suspect in suspects:
            suspect.measure()
        work.report()
    points = sorted((suspect.result for suspect in suspects), key=lambda point: (point.number, point.kind == CHANCE))
    return replace(review, points=tuple(point for point in points if point.is_sure), seconds=work.seconds)


def greatest(points: list[TurningPoint]) -> list[TurningPoint]:
    """Those that were surely greatest."""
    return sorted((point for point in points if abs(point.change) > WORTH_TELLING),
                  key=lambda point: point.error - abs(point.change))[:MOST]


def mistakes(review: "Review", fresh: Playouts) -> Iterator[Suspect]:
    """The greatest losses: the best action against the one taken."""
    by_number = {decision.number: decision for decision in review.measured}
    found = [TurningPoint(MISTAKE, one.number, one.seat, -one.loss, one.error, one.best)
             for one in review.judged if one.best != one.taken and one.loss > 0 and not one.recovered]
    for point in greatest(found):
        decision = by_number[point.number]

        def differences(first: int, deals: int, decision: Decision = decision, point: TurningPoint = point) -> np.ndarray:
            shares = fresh.of_view(decision.view, [decision.taken, point.better], first, deals)[:, :, point.seat]
            for place, action in enumerate((decision.taken, point.better)):
                if action in decision.proven:
                    shares[:, place] = decision.proven[action][point.seat]
            return np.asarray(shares[:, 0] - shares[:, 1])

        yield Suspect(point, differences, [])


def finds(review: "Review", fresh: Playouts) -> Iterator[Suspect]:
    """The best moves: what the usual player would not have found."""
    from .review import CHOICE
    by_number = {decision.number: decision for decision in review.measured}
    lost = {one.number: one.loss for one in review.judged}
    found = [TurningPoint(FIND, step.number, step.seat, step.change(step.seat), step.error) for step in review.steps
             if step.kind == CHOICE and step.change(step.seat) > 0 and lost[step.number] < WORTH_TELLING]
    for point in greatest(found):
        decision = by_number[point.number]

        def differences(first: int, deals: int, decision: Decision = decision, point: TurningPoint = point) -> np.ndarray:
            shares = fresh.of_view(decision.view, [decision.taken], first, deals)[:, :, point.seat]
            return np.asarray(shares[:, 0] - shares[:, 1])

        yield Suspect(point, differences, [])


def strokes_of_luck(review: "Review", work: "Measuring", fresh: Playouts) -> Iterator[Suspect]:
    """The greatest luck: the next decision (or the result) against the one before."""
    from .review import DEAL, LUCK
    steps = {step.number: step for step in review.steps if step.kind in (LUCK, DEAL)}
    found = [TurningPoint(CHANCE, number, luckiest(step), step.change(luckiest(step)), step.error)
             for number, step in steps.items()]
    for point in greatest(found):
        yield Suspect(point, luck_differences(point, work, fresh), [])


def luckiest(step: "Step") -> int:
    """Whom chance favoured most."""
    return max(range(len(step.after)), key=step.change)


def luck_differences(point: TurningPoint, work: "Measuring", fresh: Playouts) -> Callable[[int, int], np.ndarray]:
    """What chance made of a position, in fresh deals."""
    before = next((decision for decision in work.decisions if decision.number == point.number), None)
    after = next((decision for decision in work.decisions if decision.number > point.number), None)

    def differences(first: int, deals: int) -> np.ndarray:
        if before is not None:
            expected = fresh.of_view(before.view, [before.taken], first, deals)[:, 0, point.seat]
        else:
            blank = work.match.game.blank(work.match.seats, work.match.options, [0, 0])
            expected = fresh.of_start(blank, first, deals)[:, point.seat]
        became = work.final[point.seat] if after is None else fresh.of_view(after.view, [], first, deals)[:, -1, point.seat]
        return np.asarray(became - expected)

    return differences
