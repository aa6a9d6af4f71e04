"""Losses that are measured in few deals are neither hidden nor surer than they are."""

import numpy as np
import pytest

from marbletop.analysis.losses import loss_of

DECISIONS = 400


def measured(deals, chances, usual):
    """Mean loss of the first action, and the standard error that is stated for it: actions win with these chances."""
    generator = np.random.default_rng(1)
    found = []
    for _ in range(DECISIONS):
        shares = (generator.random((deals, len(chances))) < chances).astype(float)
        shares = np.column_stack([shares, shares[:, usual]])
        found.append(loss_of(shares, list(range(len(chances))), np.zeros(len(chances) + 1)))
    losses, errors = np.array(found).T
    return losses.mean(), np.sqrt(np.square(errors).sum()) / DECISIONS


@pytest.mark.parametrize("deals", [4, 6, 16, 64])
def test_a_bad_action_looks_bad_in_few_deals(deals):
    loss, error = measured(deals, [0.3, 0.6, 0.3, 0.3, 0.3], usual=1)
    assert error < 0.03 and abs(loss - 0.3) < 0.05


@pytest.mark.parametrize("deals", [4, 6, 16, 64])
def test_the_usual_choice_loses_nothing_where_all_are_alike(deals):
    loss, error = measured(deals, [0.5] * 5, usual=0)
    assert abs(loss) < 3 * error + 0.01


def test_more_deals_find_what_is_better_than_usual():
    few, many = (measured(deals, [0.3, 0.7, 0.3, 0.3], usual=0)[0] for deals in (4, 128))
    assert 0 < few < many and many == pytest.approx(0.4, abs=0.03)


def test_a_judgement_finds_what_is_a_little_better_in_few_deals():
    """Eight equal results may be chance; eight judgements that say nearly the same are not."""
    generator = np.random.default_rng(1)
    shares = (generator.random((8, 1)) < 0.5) + np.array([0.0, 0.02, 0.01])
    judged = shares + generator.normal(0, 0.001, shares.shape)
    alone, together = (loss_of(values, [0, 1], np.array([doubt, doubt, 0.0]))
                       for values, doubt in ((shares, 0.0), (judged, 0.01)))
    assert alone[0] == pytest.approx(0.01) and together[0] == pytest.approx(0.02, abs=0.002) and together[1] > 0.01
