"""What decided a game: its result split into where it started, what the players chose, and luck.

    review(match).totals[0].luck

The value of a moment is the chance to win of every seat if the usual player (bots/playouts.py) played on for everybody, as far
as the seat that decides can know. A choice changes it from what the usual player would have made of the position to what
the action taken makes of it. Everything between two decisions is luck: dice, cards, and how hidden hands happened to lie. Each
part begins where the one before it ends, so they add up to the result without a remainder, and luck is zero on average
whoever plays.

`reviews` yields better and better reviews of the same match, so that a first curve can be shown soon.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ..core.errors import MarbletopError
from ..core.match import Match, outcome_of, shares
from .crew import Alone, Crew, in_order
from .decisions import Decision, decisions_of, look_closer
from .losses import Judged, judge_choice, leave_out_recovered
from .questions import PlayoutKit, Question, answers, playouts_of
from .thinking import is_open, thinker_of
from .trust import NARROW, trust_in
from .value_chain import change_error, fit_chain, within_bounds

CHOICE, LUCK, DEAL, GIVEN_UP = "choice", "luck", "deal", "given up"
USUAL_SECONDS = 12.0                        # of the processor, for the rounds; turning points are measured after them
POINTS_SHARE = 0.5                          # of that time, for measuring turning points
ROUGH_DEALS = 4                             # of the first rough curve, in which no other actions are tried
FIRST_DEALS = 8                             # of each decision in the first full round; every round doubles them
WELL_KNOWN = 0.6                            # of the mean error: decisions that are known better wait for the others
START_DEALS = 4                             # of the start for every deal of a decision: one measurement for the whole game
WIDE = 0.25                                 # added to the squares of a chance to win: few deals are never sure


class CannotReview(MarbletopError):
    """A match that cannot be reviewed."""


@dataclass(frozen=True)
class Step:
    """A part of the result: the chances to win before and after a choice or an event of chance."""

    kind: str                               # CHOICE, LUCK, DEAL or GIVEN_UP
    number: int                             # of the move that chose, or after which chance spoke; -1 the deal
    seat: int                               # who chose; -1 nobody
    before: tuple[float, ...]               # by seat
    after: tuple[float, ...]
    error: float                            # standard error of the change

    def change(self, seat: int) -> float:
        return self.after[seat] - self.before[seat]


@dataclass(frozen=True)
class Total:
    """What the parts add up to for one seat: start + own + others + luck = result, each with its standard error."""

    seat: int
    start: float
    own: float
    others: float
    luck: float
    result: float
    errors: dict[str, float]
    decisions: int
    loss: float                             # lost per decision against the best action that was found, on average
    loss_error: float


@dataclass(frozen=True)
class Review:
    """A match, its decisions as far as they were measured, and its result in parts."""

    match: Match
    start: tuple[float, ...]
    steps: tuple[Step, ...]
    judged: tuple[Judged, ...]              # every decision: what the action taken lost against the best
    totals: tuple[Total, ...]
    deals: int                              # of the decision that was measured least
    seconds: float                          # of the processor
    measured: tuple[Decision, ...] = field(repr=False, default=())
    points: tuple[Any, ...] = ()            # turning points, once they have been measured again

    @property
    def result(self) -> tuple[float, ...]:
        return self.steps[-1].after if self.steps else self.start

    @property
    def curve(self) -> list[tuple[int, tuple[float, ...]]]:
        """Moves played so far, and every seat's chance to win then."""
        return [(0, self.start), *((step.number + 1, step.after) for step in self.steps)]

    def _repr_html_(self) -> str:
        """For notebooks: the curve, and the figures below it."""
        from .review_file import review_part
        return str(review_part(self))

    def __str__(self) -> str:
        from .review_words import summary
        return "\n".join(summary(self))


def review(match: Match, seconds: float | None = None, deals: int | None = None, seed: int = 0,
           result: Sequence[float] | None = None, ray: bool | str | None = None) -> Review:
    """The review of a finished match after so many seconds of the processor, or with so many deals of every decision."""
    *_, last = reviews(match, seconds, deals, seed, result, ray=ray)
    return last


def reviews(match: Match, seconds: float | None = None, deals: int | None = None, seed: int = 0,
            result: Sequence[float] | None = None, stop: Callable[[], bool] = lambda: False,
            ray: bool | str | None = None, report: Callable[[float], None] = lambda share: None,
            points: bool = True) -> Iterator[Review]:
    """Better and better reviews of a match; the last one has its turning points, if `points` are wanted. `result` is that of a
    game that was given up: every seat's share of first place. `ray` measures on a cluster: True for one on this machine, or the
    address of another (docs/scale.md). `report` hears again and again what share of the time is over."""
    from .turning_points import with_points
    final = final_shares(match, result)
    with crew_for(match, deals, ray) as crew:
        work = Measuring(match, seed, final, crew)
        limit = float("inf") if deals is not None else USUAL_SECONDS if seconds is None else seconds
        work.report = lambda: report(min(1.0, work.seconds / (limit + POINTS_SHARE * limit)))
        most, wanted = deals or 1 << 20, min(FIRST_DEALS, deals or FIRST_DEALS)
        if deals is None:
            work.measure(ROUGH_DEALS, limit, stop)
            yield work.review()
        effort = 1.0 if deals is not None else limit / USUAL_SECONDS
        work.choose_actions(effort)
        while True:
            work.measure(wanted, limit, stop)
            done = wanted >= most or work.seconds >= limit or stop() or not work.played_out
            found = work.review()
            if done:
                break
            yield found
            wanted = min(2 * wanted, most)
        yield with_points(found, work, POINTS_SHARE * limit if deals is None else None, effort) if points else found


def crew_for(match: Match, deals: int | None, ray: bool | str | None) -> Crew:
    """Who measures a match."""
    if not ray:
        return Alone()
    if deals is None:
        raise CannotReview("No two machines of a cluster do the same in a second. With Ray say in how many deals every "
                           "decision is played out: --deals 100 (deals=100).")
    from .ray_crew import RayCrew
    return RayCrew(ray, match.game, [])


def final_shares(match: Match, result: Sequence[float] | None) -> np.ndarray:
    """Every seat's share of first place at the end."""
    if result is not None and not match.over:
        return np.array(result, float)
    if not match.over:
        raise CannotReview("This game is still running. It can be reviewed when it is over.")
    return np.array(shares(outcome_of(match.game, match.state, match.box).rank, match.state.side[:match.seats]))


def result_in_record(record: dict[str, Any], match: Match) -> list[float] | None:
    """Every seat's share of first place in a game that was given up; None if it was played to the end."""
    rank = record.get("resigned", {}).get("rank", [])
    if match.over or len(rank) != match.seats:
        return None
    return list(shares(rank, match.state.side[:match.seats]))


class Measuring:
    """The work on a review: the decisions of a match, and what has been measured of them."""

    def __init__(self, match: Match, seed: int, result: np.ndarray, crew: Crew):
        self.match, self.seed, self.final, self.crew = match, seed, result, crew
        self.kit = PlayoutKit.of(match, seed)
        self.decisions = decisions_of(match)
        self.starts: list[np.ndarray] = []          # shares by deal and seat, before anything was dealt
        if isinstance(crew, Alone):
            playouts_of(self.kit), thinker_of(self.kit)      # compiling counts as no time
        self.began = time.thread_time()
        self.report: Callable[[], None] = lambda: None

    @property
    def seconds(self) -> float:
        return time.thread_time() - self.began

    def choose_actions(self, effort: float) -> None:
        """Decide what is compared with the actions taken, with more effort or less than usual. What was measured without that
        is forgotten."""
        for decision in self.decisions:
            decision.forget()
        sent = ((replace(decision, view=None), effort) for decision in self.decisions)     # its class cannot be pickled
        found = in_order(self.crew, look_closer, self.kit, sent)
        for decision, (wanted, proven, thought) in zip(self.decisions, found):
            decision.wanted, decision.proven, decision.thought = wanted, proven, thought
            if thought:
                decision.take_thoughts()
            self.report()

    def measure(self, wanted: int, limit: float, stop: Callable[[], bool]) -> None:
        """Play every decision out in so many deals altogether, as far as the limit allows; each at least once."""
        asked: deque[Decision] = deque()
        chosen = self.played_out if limit == float("inf") else self.worth_measuring()

        def questions() -> Iterator[Question]:
            for decision in chosen:
                if decision.chunks and (self.seconds >= limit or stop()):
                    return
                asked.append(decision)
                yield decision.ask(max(2, wanted - decision.deals))
            if self.is_dealt:
                there = sum(map(len, self.starts))
                yield Question(self.kit.blank(), [], there, max(2, START_DEALS * wanted - there), is_dealt=False)

        for found in answers(self.crew, self.kit, questions()):
            if asked:
                asked.popleft().add(found)
            else:
                self.starts.append(found)
            self.report()
        self.trust_judgements()

    def trust_judgements(self) -> None:
        """Trust judgements as far as the whole games so far justify it."""
        trust = trust_in(decision.compared for decision in self.decisions)
        for decision in self.decisions:
            decision.trust = trust

    @property
    def played_out(self) -> list[Decision]:
        """Decisions that are measured by playing them out."""
        return [decision for decision in self.decisions if not decision.thought]

    def worth_measuring(self) -> list[Decision]:
        """Those of them that are not yet much better known than most."""
        decisions = self.played_out
        if not all(decision.chunks for decision in decisions):
            return decisions
        errors = [decision.uncertainty for decision in decisions]
        return [decision for decision, error in zip(decisions, errors) if error >= WELL_KNOWN * float(np.mean(errors))]

    @property
    def is_dealt(self) -> bool:
        """Whether the match began with chance."""
        return bool(self.match.setup_move.chance)

    def review(self) -> Review:
        return make_review(self)


def chains_of(match: Match, decisions: Sequence[Decision]) -> list[list[Decision]]:
    """Decisions in groups without chance and without anything new to know between them."""
    groups: list[list[Decision]] = []
    for decision in decisions:
        if groups and is_joined(match, groups[-1][-1], decision.number, decision.seat):
            groups[-1].append(decision)
        else:
            groups.append([decision])
    return groups


def is_joined(match: Match, decision: Decision, until: int, seat: int) -> bool:
    """Whether nobody learned anything between a decision and a later move (or the end) but what was chosen."""
    between = match.moves[decision.number:until]
    if any(move.chance for move in between):
        return False
    return is_open(match.game) or all(other == decision.seat for other in [seat, *(move.seat for move in between)])


def mean_and_covariance(decision: Decision) -> tuple[np.ndarray, np.ndarray]:
    """Before and after a decision, by seat; and the covariance of the two, the same for all seats so that their chances still
    add up. Only whole games count here, which are right on average: what a judgement misses of a choice would be taken for
    luck afterwards, and the better player for the luckier one."""
    both = decision.shares[:, [-1, 0]]
    n, mean = len(both), both.mean(axis=0)
    level = both[:, 0] - mean[0]
    difference = both[:, 1] - both[:, 0] - (mean[1] - mean[0])
    scale = 1 / (n * (n - 1))
    a = (np.square(level).sum(axis=0).mean() + WIDE) * scale
    b = (np.square(difference).sum(axis=0).mean() + NARROW) * scale
    c = (level * difference).sum(axis=0).mean() * scale
    return mean, np.array([[a, a + c], [a + c, a + b + 2 * c]])


def certain_values(work: Measuring, chain: Sequence[Decision]) -> dict[int, np.ndarray]:
    """What is certain along a chain, by place: proven ends, and the end of the game."""
    certain: dict[int, np.ndarray] = {}
    for place, decision in enumerate(chain):
        if decision.taken in decision.proven:
            certain[place + 1] = decision.proven[decision.taken]
        if (best := decision.best_possible) is not None:
            certain[place] = best
    last = chain[-1]
    if last is work.decisions[-1] and work.match.over and is_open(work.match.game) \
            and is_joined(work.match, last, len(work.match.moves), last.seat):
        certain[len(chain)] = work.final
    return certain


class PartsInProgress:
    """Steps one after the other, and how sure each sum is."""

    def __init__(self, start: np.ndarray, variance: float, seats: int, dealt: bool):
        self.value, self.variance = start, variance
        self.begins_here = not dealt                # the first decision is the start
        self.steps: list[Step] = []
        self.own, self.luck = np.zeros(seats), variance if dealt else 0.0       # variances of sums

    def go(self, kind: str, number: int, seat: int, after: np.ndarray, error: float) -> None:
        if kind in (CHOICE, GIVEN_UP) or error > 0 or not np.array_equal(self.value, after):
            self.steps.append(Step(kind, number, seat, tuple(self.value.tolist()), tuple(after.tolist()), error))
        self.value = after

    def add_chain(self, chain: Sequence[Decision], values: np.ndarray, spread: np.ndarray, came: tuple[str, int]) -> None:
        """Luck into a chain, and its choices."""
        if not self.begins_here:
            self.go(*came, -1, values[0], float(np.sqrt(self.variance + spread[0, 0])))
        for place, decision in enumerate(chain):
            self.go(CHOICE, decision.number, decision.seat, values[place + 1], change_error(spread, place))
        for seat in {decision.seat for decision in chain}:
            contrast = np.zeros(len(values))
            for place, decision in enumerate(chain):
                if decision.seat == seat:
                    contrast[place:place + 2] += -1, 1
            self.own[seat] += contrast @ spread @ contrast
        ends = np.zeros(len(values))
        ends[0], ends[-1] = 0 if self.begins_here else 1, -1
        self.begins_here = False
        self.luck += ends @ spread @ ends
        self.variance = spread[-1, -1]


def make_review(work: Measuring) -> Review:
    """Put the measurements together."""
    match, chains = work.match, chains_of(work.match, work.decisions)
    sides = len(set(match.state.side[:match.seats]))
    fits = [fit_chain([mean_and_covariance(decision) for decision in chain], certain_values(work, chain)) for chain in chains]
    fits = [(within_bounds(values, sides), spread) for values, spread in fits]
    start, variance = start_of(work, fits)
    parts = PartsInProgress(start, variance, match.seats, work.is_dealt)
    came = (DEAL, -1)
    for chain, (values, spread) in zip(chains, fits):
        parts.add_chain(chain, values, spread, came)
        came = (LUCK, chain[-1].number)
    if match.over:
        parts.go(*came, -1, work.final, float(np.sqrt(parts.variance)))
    else:
        loser = int(np.argmin(work.final))
        parts.go(GIVEN_UP, len(match.moves) - 1, loser, work.final, float(np.sqrt(parts.variance)))
    same_turn = {(one.number, other.number) for chain in chains for one, other in pairwise(chain) if one.seat == other.seat}
    judged = leave_out_recovered([judge_choice(decision) for decision in work.decisions],
                                 lambda one, other: (one.number, other.number) in same_turn)
    totals = tuple(total_of(seat, parts, judged, start, float(np.sqrt(variance))) for seat in range(match.seats))
    return Review(match, tuple(start.tolist()), tuple(parts.steps), judged, totals,
                  min((decision.deals for decision in work.decisions), default=0), work.seconds, tuple(work.decisions))


def start_of(work: Measuring, fits: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, float]:
    """The chances before anything happened, and their variance: those of the deal, or, without one, those of the first
    decision, which then has no luck before it."""
    if work.starts:
        found = np.concatenate(work.starts)
        n = len(found)
        scatter = np.square(found - found.mean(axis=0)).sum(axis=0).mean() + WIDE
        return found.mean(axis=0), float(scatter / (n * (n - 1)))
    return (fits[0][0][0], float(fits[0][1][0, 0])) if fits else (work.final, 0.0)


def total_of(seat: int, parts: PartsInProgress, judged: Sequence[Judged], start: np.ndarray, error: float) -> Total:
    def summed(*kinds: str, by: Callable[[int], bool] = lambda _: True) -> float:
        return sum(step.change(seat) for step in parts.steps if step.kind in kinds and by(step.seat))

    mine = [one for one in judged if one.seat == seat]
    own, others = parts.own[seat], parts.own.sum() - parts.own[seat]
    return Total(
        seat, float(start[seat]), summed(CHOICE, GIVEN_UP, by=lambda who: who == seat),
        summed(CHOICE, GIVEN_UP, by=lambda who: who != seat), summed(LUCK, DEAL), float(parts.value[seat]),
        {"start": error, "own": float(np.sqrt(own)), "others": float(np.sqrt(max(0.0, others))),
         "luck": float(np.sqrt(parts.luck))},
        len(mine), float(np.mean([one.loss for one in mine])) if mine else 0.0,
        float(np.sqrt(sum(one.error ** 2 for one in mine)) / max(1, len(mine))))
