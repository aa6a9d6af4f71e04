"""Work in pieces: whoever does them, and however they are cut, the same comes out."""

import itertools
import random
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from marbletop import MarbletopError, bot, duel
from marbletop.analysis.crew import Alone, Cutting, in_order, in_pieces
from marbletop.analysis.simulate import Simulation, Summary, play_piece, setting_of, simulate
from marbletop.analysis.sums import Sums, exact_sums
from marbletop.bots.bot import Limit
from marbletop.bots.levels import searching
from marbletop.cli.common import complete_ray
from marbletop.core.match import Match
from marbletop.core.whole_games import Results, uniform
from marbletop.games import GAMES


class Crowd(Alone):
    """Threads that come back in any order."""

    hands, ahead, piece_seconds = 4, 8, 0.001

    def __init__(self):
        self.pool, self.pending = ThreadPoolExecutor(4), []

    def submit(self, work, kit, *piece):
        def late():
            time.sleep(random.random() * 0.005)
            return work(kit, *piece)
        self.pending.append(self.pool.submit(late))
        return self.pending[-1]

    def __exit__(self, *error):
        self.pool.shutdown()


def name_piece(kit, first, count):
    return kit, first, count


@pytest.mark.parametrize("deals", [1, 7, 1000])
def test_pieces_come_in_order_and_make_up_the_whole(deals):
    for make in (Alone, Crowd):
        with make() as crew:
            found = list(in_pieces(crew, name_piece, "kit", deals))
        assert [number for _, first, count in found for number in range(first, first + count)] == list(range(deals))


def test_pieces_grow_until_they_are_worth_sending_and_shrink_towards_the_end():
    crew = Crowd()
    crew.piece_seconds = 1.0
    cutting, sizes = Cutting(10_000, crew), []
    for _, count in cutting:
        sizes.append(count)
        cutting.took(count, count * 0.01)
    assert sizes[0] == 1 and 100 <= max(sizes) <= 200 and sizes[-1] < 10 and sum(sizes) == 10_000
    crew.pool.shutdown()


def test_who_stops_asking_cancels_the_rest():
    class Slow(Alone):
        ahead = 5

        def __init__(self):
            self.pending = []

        def submit(self, work, kit, *piece):
            self.pending.append(Future())
            if len(self.pending) == 1:
                self.pending[0].set_result("first")
            return self.pending[-1]

    crew = Slow()
    for found in in_order(crew, name_piece, None, ((number, 1) for number in range(100))):
        assert found == "first"
        break
    assert len(crew.pending) == 6 and all(pending.cancelled() for pending in crew.pending[1:])


def test_sums_are_exact():
    values = np.random.default_rng(1).normal(0, 1e6, 999)
    for some in (values, np.round(values), np.round(values * 2) / 512, values[:0], np.array([1e300, 1.0, -1e300])):
        total, squares = exact_sums(some)
        assert total == sum(map(Fraction, some.tolist())) and squares == sum(Fraction(value) ** 2 for value in some.tolist())


def test_sums_do_not_depend_on_the_cut():
    """Tenths of points, and a first place that three share: sums of floating-point numbers would differ."""
    choose = np.random.default_rng(2)
    points, ranks = choose.integers(0, 99, (600, 3)) / 10, choose.integers(1, 3, (600, 3))

    def sums_of(cuts):
        total = Sums()
        for first, last in zip([0, *cuts], [*cuts, 600]):
            part = Sums()
            part.add(Results(first, np.arange(first, last) % 50, points[first:last], ranks[first:last],
                             np.arange(first, last) % 3, None))
            total.merge(part)
        return total

    one = sums_of([])
    for cuts in ([300], [1, 2, 599], sorted(set(choose.integers(1, 600, 40).tolist()))):
        assert all(np.array_equal(one.__dict__[name], sums_of(cuts).__dict__[name]) for name in one.__dict__)
    assert sum(points[:, 0].tolist()) != sum(points[::-1, 0].tolist()), "floating-point numbers would not do"


@pytest.mark.slow
def test_a_simulation_in_pieces_is_the_same_as_in_one():
    game = GAMES["connect_four"]
    asked = Simulation(game, None, None, True, {"misere": True}, 3, uniform)
    whole = simulate(game, 3000, seed=3, tally=True, misere=True)
    with Crowd() as crew:
        parts = Summary(setting_of(asked))
        for sums, _ in in_pieces(crew, play_piece, asked, 3000):
            parts.sums.merge(sums)
    told, expected = parts.as_dict(), whole.as_dict()
    assert {key: value for key, value in told.items() if "second" not in key} \
        == {key: value for key, value in expected.items() if "second" not in key}


@pytest.mark.slow
def test_a_search_by_iterations_is_the_same_on_a_slow_machine():
    """Where nothing is left to chance a search stops as soon as its answer is certain. Slow machines look more often."""
    slow = itertools.count(step=1.0).__next__
    game, choose = GAMES["connect_four"], random.Random(1)
    search = searching(game)
    for seed in range(100):
        match, moves = Match(game, seed=seed), choose.randrange(8, 34)
        while not match.over and len(match.moves) < moves:
            match.play(choose.choice(match.legal))
        if not match.over:
            view, box = match.view(match.player), match.box
            quick, late = (search.choose(view, box, Limit(iterations=200, clock=clock)) for clock in (lambda: 0.0, slow))
            assert quick == late


@pytest.mark.parametrize(("bots", "name", "better"), [
    (("search@0.1", "greedy"), "search@0.1", "search#1000"), (("greedy", "master"), "master", "search#1000"),
    (("steady", "uniform"), "steady", "search#1000"), (("search", "uniform"), "search", "--iterations 1000 "),
    (("rollouts@1", "uniform"), "rollouts@1", "rollouts#1000")])
def test_bots_that_think_in_seconds_are_refused_by_name(bots, name, better):
    with pytest.raises(MarbletopError, match=rf"^{name} thinks in seconds, .* give it iterations: {better}"):
        duel("connect_four", *bots, ray=True)


def test_bots_that_never_look_at_a_clock_are_not_refused():
    from marbletop.analysis.contest import Contest
    from marbletop.analysis.duel import refuse_seconds
    for bots in (("greedy", "uniform"), ("beginner", "casual"), ("search#100", bot("greedy"))):
        refuse_seconds(Contest("connect_four", bots, 2, {}))
    refuse_seconds(Contest("connect_four", ("search", "rollouts"), 2, {}, Limit(iterations=10)))


def test_an_address_is_optional():
    for given, expected in (("duel x a b --ray", "duel x a b --ray=local"), ("duel x --ray a b", "duel x --ray=local a b"),
                            ("simulate x --ray -n 5", "simulate x --ray=local -n 5"),
                            ("simulate x --ray 10.0.0.1:6379 -n 5", "simulate x --ray 10.0.0.1:6379 -n 5"),
                            ("simulate --ray auto x", "simulate --ray auto x"), ("--ray=auto", "--ray=auto"),
                            ("duel --ray search:playout=4 b", "duel --ray=local search:playout=4 b")):
        assert complete_ray(given.split()) == expected.split()


@pytest.mark.parametrize(("address", "told"), [
    ("nowhere", "'nowhere' is no address of a Ray cluster: write HOST:PORT"),
    ("127.0.0.1:1", "No Ray cluster answers at 127.0.0.1:1"), ("127.0.0.1:99999", "No Ray cluster answers"),
    ("ray://127.0.0.1:1", "No Ray cluster answers")])
def test_a_wrong_address_is_told(address, told):
    with pytest.raises(MarbletopError, match=told):
        simulate(GAMES["connect_four"], 10, ray=address)


def test_a_missing_extra_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MarbletopError, match=r"^Ray is not installed: run pip install 'marbletop\[ray\]'.$"):
        simulate(GAMES["connect_four"], 10, ray=True)


def test_a_policy_must_be_one_that_others_can_import():
    def last(state, box, actions, n, luck):
        return actions[n - 1]

    with pytest.raises(MarbletopError, match="The policy last cannot be sent"):
        simulate(GAMES["connect_four"], 10, policy=last, ray=True)
