"""Turning points: the greatest losses, finds and pieces of luck of a game, each measured again before it is told.

The largest of many noisy figures is mostly noise. So what looks like a turning point is played out again in deals that nobody
has seen, and only what stays is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .decisions import Decision
from .questions import PlayoutKit, Question, answers, playouts_of
from .simulate import SURE
from .thinking import ERROR, LONGER, Thinker, thinker_of
from .trust import spread_of

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
    usual: float = 0.0                      # what the usual choice gives away against the better one; below zero
    usual_error: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether it is still what it seemed to be: a mistake lost something, a find or luck brought it."""
        return (-self.change if self.kind == MISTAKE else self.change) - SURE * self.error >= WORTH_TELLING

    @property
    def is_tricky(self) -> bool:
        """Whether most players would have gone wrong: the usual player's choice surely gives something away."""
        return -self.usual - SURE * self.usual_error >= WORTH_TELLING


@dataclass
class Suspect:
    """What may be a turning point: which positions measure it, and what has been measured."""

    point: TurningPoint
    ask: Callable[[int, int], list[Question]]                   # (first, deals)
    compare: Callable[[list[np.ndarray]], tuple[np.ndarray, np.ndarray]]        # answers -> change and `usual` of each deal
    found: list[tuple[np.ndarray, np.ndarray]]

    @property
    def deals(self) -> int:
        return sum(len(changes) for changes, _ in self.found)

    @property
    def result(self) -> TurningPoint:
        values, usual = (np.concatenate(part) for part in zip(*self.found))
        return replace(self.point, change=float(values.mean()), error=spread_of(values), usual=float(usual.mean()),
                       usual_error=spread_of(usual))


def with_points(review: "Review", work: "Measuring", seconds: float | None, effort: float) -> "Review":
    """The review with its turning points in the order of the game, measured for so long, or in twice as many deals; `effort` is
    that of a search in games without chance."""
    fresh = PlayoutKit.of(work.match, ~work.seed)
    suspects = [*mistakes(review), *finds(review), *strokes_of_luck(review, work)]
    begun = work.seconds
    if seconds is None:
        measure_again(suspects, work, fresh, max(AGAIN, 2 * review.deals // AGAIN * AGAIN))
    else:
        measure_again(suspects, work, fresh, AGAIN)
        while suspects and work.seconds - begun <= seconds and suspects[0].deals < MOST_AGAIN:
            measure_again(suspects, work, fresh, AGAIN)
    found = [*mistakes_thought_over(review, work, fresh, LONGER * effort), *(suspect.result for suspect in suspects)]
    points = sorted(found, key=lambda point: (point.number, point.kind == CHANCE))
    return replace(review, points=tuple(point for point in points if point.is_sure), seconds=work.seconds)


def measure_again(suspects: list[Suspect], work: "Measuring", fresh: PlayoutKit, deals: int) -> None:
    """Measure every suspect in so many more deals."""
    asked = [suspect.ask(suspect.deals, deals) for suspect in suspects]
    found = answers(work.crew, fresh, (question for questions in asked for question in questions))
    for suspect, questions in zip(suspects, asked):
        suspect.found.append(suspect.compare([next(found) for _ in questions]))
        work.report()


def greatest(points: list[TurningPoint]) -> list[TurningPoint]:
    """Those that were surely greatest."""
    return sorted((point for point in points if abs(point.change) > WORTH_TELLING),
                  key=lambda point: point.error - abs(point.change))[:MOST]


def mistakes(review: "Review") -> Iterator[Suspect]:
    """The greatest losses: the best action against the one taken."""
    for point, decision in greatest_losses(review):
        if not decision.thought:
            yield suspected_mistake(point, decision)


def greatest_losses(review: "Review") -> Iterator[tuple[TurningPoint, Decision]]:
    by_number = {decision.number: decision for decision in review.measured}
    found = [TurningPoint(MISTAKE, one.number, one.seat, -one.loss, one.error, one.best)
             for one in review.judged if one.best != one.taken and one.loss > 0 and not one.recovered]
    return ((point, by_number[point.number]) for point in greatest(found))


def suspected_mistake(point: TurningPoint, decision: Decision) -> Suspect:
    compared = [decision.taken, point.better]

    def compare(found: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        shares = found[0][:, :, point.seat]
        usual = shares[:, -1] - shares[:, 1]
        for place, action in enumerate(compared):
            if action in decision.proven:
                shares[:, place] = decision.proven[action][point.seat]
        return shares[:, 0] - shares[:, 1], usual

    return Suspect(point, lambda first, deals: [Question(decision.position, compared, first, deals)], compare, [])


def mistakes_thought_over(review: "Review", work: "Measuring", kit: PlayoutKit, effort: float) -> Iterator[TurningPoint]:
    """The same in a game without chance: a search thinks again, longer and with other luck."""
    for point, decision in greatest_losses(review):
        if decision.thought and (thinker := thinker_of(kit)):
            usual = playouts_of(kit).usual_choices(decision.view, decision.number << 32, 1)
            lost, error = lost_by(thinker, decision, decision.taken, point.better, effort)
            usually, usual_error = lost_by(thinker, decision, int(usual[0]), point.better, effort)
            yield replace(point, change=-lost, error=error, usual=-usually, usual_error=usual_error)
            work.report()


def lost_by(thinker: Thinker, decision: Decision, action: int, better: int, effort: float) -> tuple[float, float]:
    """What an action gives away against another one, and the standard error of that."""
    one, other = (thinker.after(decision.view, each, effort) for each in (action, better))
    return other.values[decision.seat] - one.values[decision.seat], 0.0 if one.certain and other.certain else ERROR


def finds(review: "Review") -> Iterator[Suspect]:
    """The best moves: what the usual player would not have found."""
    from .review import CHOICE
    by_number = {decision.number: decision for decision in review.measured}
    lost = {one.number: one.loss for one in review.judged}
    found = [TurningPoint(FIND, step.number, step.seat, step.change(step.seat), step.error) for step in review.steps
             if step.kind == CHOICE and step.change(step.seat) > 0 and lost[step.number] < WORTH_TELLING
             and not by_number[step.number].thought]
    for point in greatest(found):
        yield suspected_find(point, by_number[point.number])


def suspected_find(point: TurningPoint, decision: Decision) -> Suspect:
    def compare(found: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        gain = found[0][:, 0, point.seat] - found[0][:, 1, point.seat]
        return gain, -gain

    return Suspect(point, lambda first, deals: [Question(decision.position, [decision.taken], first, deals)], compare, [])


def strokes_of_luck(review: "Review", work: "Measuring") -> Iterator[Suspect]:
    """The greatest luck: the next decision (or the result) against the one before."""
    from .review import DEAL, LUCK
    steps = {step.number: step for step in review.steps if step.kind in (LUCK, DEAL)}
    found = [TurningPoint(CHANCE, number, luckiest(step), step.change(luckiest(step)), step.error)
             for number, step in steps.items()]
    for point in greatest(found):
        yield suspected_luck(point, work)


def luckiest(step: "Step") -> int:
    """Whom chance favoured most."""
    return max(range(len(step.after)), key=step.change)


def suspected_luck(point: TurningPoint, work: "Measuring") -> Suspect:
    """What chance made of a position."""
    before = next((decision for decision in work.decisions if decision.number == point.number), None)
    after = next((decision for decision in work.decisions if decision.number > point.number), None)

    def ask(first: int, deals: int) -> list[Question]:
        expected = Question(work.kit.blank(), [], first, deals, is_dealt=False) if before is None \
            else Question(before.position, [before.taken], first, deals)
        return [expected] if after is None else [expected, Question(after.position, [], first, deals)]

    def compare(found: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
        expected = found[0][:, point.seat] if before is None else found[0][:, 0, point.seat]
        became = work.final[point.seat] if after is None else found[1][:, -1, point.seat]
        return became - expected, np.zeros(len(expected))

    return Suspect(point, ask, compare, [])
