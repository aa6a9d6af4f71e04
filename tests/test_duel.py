"""Duels: fair seatings, results that repeat, ratings, and a question that is decided."""

import json
import math
import subprocess
import sys
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from marbletop import Bot, IllegalAction, MarbletopError, bot, duel
from marbletop.analysis.contest import Contest, GameResult, seatings, share_of
from marbletop.analysis.duel import DuelResult, play_contest
from marbletop.analysis.ratings import elo, sure_interval
from marbletop.analysis.simulate import interval
from marbletop.analysis.sums import count_winners, shares_by_winners
from marbletop.bots.bot import Limit
from marbletop.core.match import shares
from marbletop.core.record import read_record
from marbletop.core.rewards import shares_of
from marbletop.core.verification import verify
from marbletop.games import GAMES
from tests.core.toy import TOY

from .test_cli import ROOT, marbletop, told


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
    one, two = (play_contest(contest("greedy", "uniform", keeps_records=True), 20, records=tmp_path) for _ in range(2))
    assert one.as_dict() == two.as_dict() and one.games == 20
    assert one.win_share[0] > 0.8
    paths = sorted(tmp_path.glob("*.json"))
    assert len(paths) == 20
    for path in paths[:4]:
        verify(read_record(path))
    assert json.loads(paths[0].read_text())["names"] == ["greedy", "uniform"]
    assert json.loads(paths[1].read_text())["names"] == ["uniform", "greedy"]


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_command():
    row = json.loads(told("duel", "connect_four", "greedy", "uniform", "-n", 10, "--json"))
    assert row["games"] == 10 and row["bots"][0]["bot"] == "greedy"
    assert "Elo" in told("duel", "connect_four", "greedy", "uniform", "uniform", "-n", 6)
    for wrong, expected in ((("greedy",), "two bots"), (("greedy", "deep"), "no bot 'deep'")):
        done = marbletop("duel", "connect_four", *wrong)
        assert done.returncode == 2 and expected in " ".join(done.stderr.split())


class Middle(Bot):
    """A bot of one's own, as docs/bots.md shows it."""

    def choose(self, view, box, limit, stop):
        return min(self.game.legal_list(view, box), key=lambda action: abs(action - 3))


def test_bots_of_ones_own_in_a_duel():
    one = duel("connect_four", Middle, "uniform", games=40)
    assert one.win_share[0] > 0.75 and "Middle: " in str(one) and one.as_dict()["bots"][0]["bot"] == "Middle"
    made = Middle(GAMES["connect_four"])
    for same in (made, lambda game, seed: made, bot(Middle)):
        assert duel("connect_four", same, "uniform", games=40).deals == one.deals
    assert duel(TOY, "uniform", "rollouts#20", games=6, seats=3).games == 6, "a game that only this process knows"


@pytest.mark.slow
def test_bots_of_ones_own_in_worker_processes():
    for which in (Middle, bot(Middle)):
        alone, together = (duel("connect_four", which, "uniform", games=4, workers=workers) for workers in (1, 2))
        assert alone.as_dict() == together.as_dict()


def test_a_bot_that_cannot_be_sent_to_worker_processes_is_named():
    class Local(Middle):
        pass

    for which, name in ((Local, "Local"), (lambda game, seed: Middle(game), "<lambda>")):
        with pytest.raises(MarbletopError, match=rf"{name} cannot be sent to worker processes .+ workers=1"):
            duel("connect_four", which, "uniform", workers=2)
    with pytest.raises(MarbletopError, match="toy cannot be sent"):
        duel(TOY, "uniform", "uniform", workers=2)


@pytest.mark.slow
def test_bots_of_a_prompt_cannot_play_in_worker_processes():
    script = ("from marbletop import Bot, duel\n"
              "class Mine(Bot):\n"
              "    def choose(self, view, box, limit, stop): return self.game.legal_list(view, box)[0]\n"
              "duel('connect_four', Mine, 'uniform', workers=2)\n")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, text=True, capture_output=True)
    assert "A worker process has ended" in done.stderr and "workers=1" in done.stderr


def test_a_bot_that_chooses_what_is_not_possible_is_named():
    class Wild(Bot):
        def choose(self, view, box, limit, stop):
            return 99

    with pytest.raises(IllegalAction, match="The bot wild"):
        duel("connect_four", Wild, "uniform")


def test_mistakes_in_a_duel_are_told():
    for wrong, expected in ((("connect_four", "greedy"), "two bots"), (("chess", "greedy", "greedy"), "no game"),
                            (("connect_four", "greedy", "deep"), "no bot")):
        with pytest.raises(MarbletopError, match=expected):
            duel(*wrong)
    with pytest.raises(MarbletopError, match="5"):
        duel("connect_four", "greedy", "uniform", seats=5)
    with pytest.raises(MarbletopError, match="colour"):
        duel("connect_four", "greedy", "uniform", colour="red")


# Ranks and sides of games, and every seat's share of the first place.
ENDINGS = [
    ((1, 2), (0, 1), (1, 0)), ((1, 1), (0, 1), (0.5, 0.5)), ((2, 2), (0, 1), (0.5, 0.5)),
    ((1, 1, 3), (0, 1, 2), (0.5, 0.5, 0)), ((2, 2, 2), (0, 1, 2), (1 / 3, 1 / 3, 1 / 3)),
    ((1, 2, 1, 2), (0, 1, 0, 1), (1, 0, 1, 0)), ((1, 1, 1, 1), (0, 1, 0, 1), (0.5,) * 4),
    ((3, 3, 3, 3), (0, 1, 0, 1), (0.5,) * 4),
    ((1, 1, 1), (0, 1, 1), (0.5, 0.5, 0.5)), ((2, 1, 1), (0, 1, 1), (0, 1, 1)), ((1,), (0,), (1,)), ((2,), (0,), (0,)),
    ((3,), (0,), (0,))]


@pytest.mark.parametrize(("rank", "side", "expected"), ENDINGS)
def test_duels_simulations_and_rewards_agree_on_shares(rank, side, expected):
    assert shares(rank, side) == pytest.approx(expected)
    assert shares_by_winners(count_winners(np.array([rank, rank, [1] * len(rank)])), side) == pytest.approx(
        2 * np.array(expected) + shares([1] * len(rank), side))
    played = GameResult(0, 0, side, side, (0.0,) * len(rank), rank, 9)                    # a bot for each side
    assert [share_of(played, bot) for bot in side] == pytest.approx(expected)
    assert sum(share_of(played, bot) for bot in set(side)) == pytest.approx(1 if any(expected) else 0)
    values = np.zeros(len(rank))
    shares_of(SimpleNamespace(seats=len(rank), side=side), rank, values)
    assert values == pytest.approx(expected)
