"""Duels: fair seatings, results that repeat, ratings, and a question that is decided."""

import json
import math
from collections import Counter

import numpy as np
import pytest

from marbletop.analysis.contest import Contest, GameResult, seatings, share_of
from marbletop.analysis.duel import DuelResult, play_contest
from marbletop.analysis.ratings import elo, sure_interval
from marbletop.analysis.simulate import interval
from marbletop.bots.bot import Limit
from marbletop.core.record import read_record, verify

from .test_cli import marbletop, told


def contest(*bots, **changes):
    return Contest(**{"game": "connect_four", "bots": bots, "seats": 2, "options": {}, "limit": Limit(iterations=50),
                      **changes})


@pytest.mark.parametrize("bots", [2, 3, 4])
def test_every_bot_has_every_place_equally_often(bots):
    found = seatings(contest(*["uniform"] * bots))
    for side in range(2):
        assert len(set(Counter(seating[side] for seating in found).values())) == 1
    assert len(found) == bots * (bots - 1)


def test_a_duel_repeats_and_its_records_replay(tmp_path):
    one, two = (play_contest(contest("greedy", "uniform", records=str(tmp_path)), 20) for _ in range(2))
    assert one.as_dict() == two.as_dict() and one.games == 20
    assert one.win_share[0] > 0.8
    paths = sorted(tmp_path.glob("*.json"))
    assert len(paths) == 20
    for path in paths[:4]:
        verify(read_record(path))
    assert json.loads(paths[0].read_text())["names"] == ["greedy", "uniform"]
    assert json.loads(paths[1].read_text())["names"] == ["uniform", "greedy"]


def test_workers_give_the_same_result():
    asked = contest("greedy", "uniform")
    assert play_contest(asked, 8, workers=2).as_dict() == play_contest(asked, 8).as_dict()


def test_a_clear_question_is_decided_early():
    standing = play_contest(contest("greedy", "uniform"), 1000, until_decided=True)
    assert standing.decided and standing.games < 200
    assert not play_contest(contest("uniform", "uniform"), 40, until_decided=True).decided


def test_team_mates_share_a_victory_once():
    played = GameResult(0, 0, (0, 1, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 2, 1, 2), 9)
    assert share_of(played, 0) == 1.0 and share_of(played, 1) == 0.0
    standing = DuelResult(contest("uniform", "uniform"))
    standing.add([played])
    assert standing.win_share == [1.0, 0.0]


def test_elo_finds_known_strengths():
    strength = 10 ** (np.array([200, 0, -200]) / 400)
    wins = 1000 * strength[:, None] / (strength[:, None] + strength[None, :])
    np.fill_diagonal(wins, 0)
    assert elo(wins) == pytest.approx([200, 0, -200], abs=2)
    assert all(math.isfinite(rating) for rating in elo(np.array([[0, 10], [0, 0]])))


def test_an_interval_for_every_moment_holds_at_every_moment():
    numbers = np.random.default_rng(1)
    wrong = 0
    for _ in range(300):
        values = numbers.normal(0, 1, 400)
        means = np.cumsum(values) / np.arange(1, 401)
        wrong += any(not low < 0 < high for low, high in (sure_interval(m, 1.0, n + 1) for n, m in enumerate(means)))
    assert wrong <= 20                                  # 5 % of 300 are 15
    low, high = interval(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-3) and interval(0.0, 0) == (0.0, 1.0)


def test_the_command():
    row = json.loads(told("duel", "connect_four", "greedy", "uniform", "-n", 10, "--json"))
    assert row["games"] == 10 and row["bots"][0]["bot"] == "greedy"
    assert "Elo" in told("duel", "connect_four", "greedy", "uniform", "uniform", "-n", 6)
    for wrong, expected in ((("greedy",), "two bots"), (("greedy", "deep"), "no bot 'deep'")):
        done = marbletop("duel", "connect_four", *wrong)
        assert done.returncode == 2 and expected in " ".join(done.stderr.split())
