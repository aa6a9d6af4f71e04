"""From scores to chances."""

import math

import pytest

from marbletop.core.weighing import weigh
from tests.core.toy import TOY


def weighed(scores, side, scale=10.0):
    state = TOY.state.blank()
    state.seats, state.side = len(scores), side + [0] * (4 - len(side))
    values = [float(score) for score in scores]
    weigh(state, values, scale)
    return values


def test_chances_add_up_and_follow_the_scores():
    values = weighed([30, 20, 10], [0, 1, 2])
    assert sum(values) == pytest.approx(1)
    assert values[0] / values[1] == pytest.approx(math.e) == pytest.approx(values[1] / values[2])


def test_team_mates_share():
    values = weighed([30, 5, 0, 15], [0, 1, 0, 1])
    assert values[0] == values[2] and values[1] == values[3] and values[0] + values[1] == pytest.approx(1)
    assert values[0] / values[1] == pytest.approx(math.e)


def test_huge_scores_do_not_overflow():
    assert weighed([1e6, 0], [0, 1]) == pytest.approx([1, 0])
