"""Judgements make reviews surer as far as they are right, and never surer than they are."""

from dataclasses import replace

import numpy as np
import pytest

from marbletop.analysis import decisions
from marbletop.analysis.review import mean_and_covariance, review
from marbletop.analysis.trust import LEAST_DOUBT, USUAL_TRUST, estimate_from, spread_of, trust_in
from marbletop.analysis.value_chain import within_bounds
from marbletop.core.kernel import rule
from marbletop.core.weighing import weigh

from .dice_game import DICE
from .test_review import SURELY, assert_adds_up, random_match

DECISIONS, NOISE = 300, 0.02                # of a judgement, from deal to deal


def made_up(deals, slope, doubt, generator):
    """A decision with two actions (the second is the usual player's): what it is really worth to take the first, shares and
    judgements by deal, action and seat."""
    said = generator.normal(0, 0.03)
    truth = slope * said + generator.normal(0, np.sqrt(doubt))
    shares = (generator.random((deals, 2)) < [0.5 + truth, 0.5]).astype(float)
    judged = 0.5 + np.column_stack([said + generator.normal(0, NOISE, deals), np.zeros(deals)])
    return truth, np.stack([shares, 1 - shares], axis=-1), np.stack([judged, 1 - judged], axis=-1)


def measured(deals, slope, doubt):
    """How far estimates are from the truth, the standard errors stated for them, and those of whole games alone."""
    generator = np.random.default_rng(1)
    found = [made_up(deals, slope, doubt, generator) for _ in range(DECISIONS)]
    trust = trust_in([[tuple((values[:, 0] - values[:, 1])[:, 0] for values in one[1:])] for one in found])
    rows = []
    for truth, shares, judged in found:
        estimate = estimate_from(shares, judged, 0, trust)
        ahead, alone = ((values[:, 0] - values[:, 1])[:, 0] for values in (estimate.values, shares))
        rows.append((ahead.mean() - truth, np.hypot(spread_of(ahead), estimate.doubts[0]), spread_of(alone)))
    return trust, *np.array(rows).T


@pytest.mark.parametrize("deals", [8, 32, 256])
@pytest.mark.parametrize(("slope", "doubt"), [(1.0, 0.0005), (1.0, 0.01), (0.5, 0.002), (-1.0, 0.002)])
def test_intervals_hold_what_they_promise(deals, slope, doubt):
    _, off, errors, alone = measured(deals, slope, doubt)
    assert 0.4 < np.sqrt(np.mean(np.square(off / errors))) < 1.15
    assert errors.mean() < alone.mean()


def test_a_good_judgement_is_worth_many_whole_games():
    _, off, errors, alone = measured(32, 1.0, 0.0005)
    assert errors.mean() < 0.4 * alone.mean() and np.sqrt(np.square(off).mean()) < 0.4 * alone.mean()


def test_what_a_judgement_misses_of_a_choice_is_not_taken_for_luck():
    """The parts of a result are measured by whole games: a judgement that sees no difference takes nothing from a choice."""
    won = np.repeat([[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]], [4, 8, 8], axis=0)             # the action taken, the usual player's
    shares = np.stack([won, 1 - won], axis=-1)
    decision = decisions.Decision(0, 0, None, np.zeros(0), [1, 2], [1], chunks=[shares], judged=[np.full_like(shares, 0.5)])
    assert decision.estimate.values[:, 0, 0].mean() < 0.5, "the loss is judged with its help"
    mean, covariance = mean_and_covariance(decision)
    assert mean[:, 0].tolist() == [0.4, 0.6] and covariance[1, 1] > 0


def test_whole_games_find_out_how_wrong_a_judgement_is():
    right, wrong, half = (measured(256, *truth)[0] for truth in ((1.0, 0.0), (1.0, 0.02), (0.5, 0.001)))
    assert LEAST_DOUBT <= right.doubt < 0.001 < 0.01 < wrong.doubt and half.slope == pytest.approx(0.5, abs=0.15)
    assert trust_in([]) == USUAL_TRUST


def test_many_deals_leave_judgements_behind():
    _, shares, judged = made_up(100_000, 0.0, 0.01, np.random.default_rng(2))
    together, alone = (estimate_from(shares, one, 0, USUAL_TRUST) for one in (judged, None))
    assert np.allclose(together.values.mean(axis=0), alone.values.mean(axis=0), atol=0.002) and together.doubts.max() < 0.001
    assert np.allclose(together.values.sum(axis=2), 1), "the chances of both sides still add up"


@pytest.mark.parametrize("side", [(0,), (0, 1), (0, 1, 2), (0, 1, 0, 1), (0, 0, 1)])
def test_no_chance_is_below_nothing_or_above_a_win(side):
    sides = len(set(side))
    by_side = np.random.default_rng(1).normal(1 / sides, 0.5, (50, sides))
    by_side[:, -1] += 1 - by_side.sum(axis=1) if sides > 1 else 0.0
    found = within_bounds(by_side[:, side], sides)
    assert found.min() >= -1e-12 and found.max() <= 1 + 1e-12
    inside = ((by_side >= 0) & (by_side <= 1)).all(axis=1)
    assert 0 < inside.sum() < 50 and np.allclose(found[inside], by_side[:, side][inside])
    if sides > 1:
        assert np.allclose(found[:, [side.index(one) for one in range(sides)]].sum(axis=1), 1)


@rule
def judge_the_wrong_way(state, box, values):
    """Whoever is behind seems to be ahead."""
    for seat in range(state.seats):
        values[seat] = -1.0 * state.points[seat]
    weigh(state, values, 4.0)


@pytest.mark.slow
def test_a_wrong_judgement_does_not_make_a_review_wrong(monkeypatch):
    match = random_match(replace(DICE, name="dice_judged", judge=judge_the_wrong_way), 2, seed=2)
    found = review(match, deals=2000)
    monkeypatch.setattr(decisions, "turns_ahead", lambda match: 0)
    alone = review(match, deals=2000)
    assert_adds_up(found)
    assert any(one.judged for one in found.measured) and not any(one.judged for one in alone.measured)
    for one, other in zip(found.judged, alone.judged):
        assert abs(one.loss - other.loss) < SURELY * np.hypot(one.error, other.error)
    for one, other in zip(found.totals, alone.totals):
        assert abs(one.own - other.own) < SURELY * np.hypot(one.errors["own"], other.errors["own"])
