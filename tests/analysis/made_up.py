"""Reviews with figures that are made up from a match without playing anything out: for pages and storage, which must show any
review, of every game, at once."""

from itertools import accumulate

from marbletop.analysis.losses import Judged, Played
from marbletop.analysis.review import CHOICE, LUCK, Review, Step, Total, final_shares, result_in_record
from marbletop.analysis.review_values import review_values
from marbletop.analysis.turning_points import CHANCE, FIND, MISTAKE, TurningPoint
from marbletop.core.record import replay

ERROR = 0.01


def made_up_review(match, result=None, points=True):
    """Every decision is worth a little, something better is always known, and there is a turning point of every kind."""
    final = final_shares(match, result)
    legal = [(number, match.game.legal_list(match.state_after(number), match.box)) for number in range(len(match.moves))]
    judged = tuple(judge(match, number, actions) for number, actions in legal if len(actions) > 1)
    start = tuple([1 / match.seats] * match.seats)
    parts = [(kind, one.number) for one in judged for kind in (CHOICE, LUCK)]
    values = list(accumulate(parts, lambda value, part: shift(value, part[1], match.seats), initial=start))
    values[1:] = [*values[1:-1], tuple(final.tolist())] if parts else []
    steps = tuple(Step(kind, number, match.moves[number].seat if kind == CHOICE else -1, before, after, ERROR)
                  for (kind, number), before, after in zip(parts, values, values[1:]))
    totals = tuple(total_of(match, seat, start, steps, judged, final) for seat in range(match.seats))
    return Review(match, start, steps, judged, totals, 8, 1.0, points=turning_points(judged) if points else ())


def judge(match, number, actions):
    move = match.moves[number]
    other = next(action for action in actions if action != move.action)
    worse, better = [[min(1.0, value + gain) for value in [0.4] * match.seats] for gain in (0.0, 0.1)]
    return Judged(number, move.seat, move.action, other, 0.1, ERROR,
                  (Played(other, tuple(better), ERROR), Played(move.action, tuple(worse), ERROR)))


def shift(value, number, seats):
    changed = [one * 0.9 + (0.1 if seat == number % seats else 0.0) for seat, one in enumerate(value)]
    return tuple(changed)


def total_of(match, seat, start, steps, judged, final):
    def summed(wanted):
        return sum(step.change(seat) for step in steps if wanted(step))
    mine = sum(one.seat == seat for one in judged)
    return Total(seat, start[seat], summed(lambda step: step.seat == seat), summed(lambda step: step.seat not in (seat, -1)),
                 summed(lambda step: step.seat == -1), float(final[seat]),
                 dict.fromkeys(("start", "own", "others", "luck"), ERROR), mine, 0.1 if mine else 0.0, ERROR)


def turning_points(judged):
    """A mistake, a find and a stroke of luck, at the first decisions that there are."""
    kinds = (MISTAKE, -0.1, lambda one: one.best), (FIND, 0.07, lambda one: -1), (CHANCE, 0.2, lambda one: -1)
    return tuple(TurningPoint(kind, one.number, one.seat, change, ERROR, better(one), -0.07 if kind == FIND else 0.0)
                 for one, (kind, change, better) in zip(judged, kinds))


class MadeUpReviewer:
    """Makes reviews up: at once, or as far as a test says (`hold`, then `go`)."""

    def __init__(self, seconds=0.0):
        self.made, self.held = 0, None

    async def run(self, record, tell):
        self.made += 1
        match = replay(record, any_start=True)
        result = result_in_record(record, match)
        tell(0.25, review_values(made_up_review(match, result, points=False)))
        if self.held is not None:
            await self.held.wait()
        tell(1.0, review_values(made_up_review(match, result)))

    async def close(self):
        pass
