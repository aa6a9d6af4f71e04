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
        found.append(loss_of(np.column_stack([shares, shares[:, usual]]), list(range(len(chances)))))
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
