"""What learners ask of a batch: arrays to step with, masks, planes, threads, saving, copying, opponents, evaluation."""

import copy
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

from marbletop.bots.bot import Bot, never
from marbletop.core.batch import Batch
from marbletop.core.errors import MarbletopError
from marbletop.core.lanes import AUTORESETS, DISABLED, NEXT_STEP, SAME_STEP
from marbletop.core.match import Match
from marbletop.games import GAMES

from .toy import TOY

FOUR, JOKERS = GAMES["connect_four"], GAMES["marbles_and_jokers"]


def play_on(batch, steps):
    """Play random actions and return all that a learner gets."""
    return [tuple(array.copy() for array in batch.step(batch.random_actions())) for _ in range(steps)]


def same(one, two):
    return all(np.array_equal(a, b) for first, second in zip(one, two, strict=True) for a, b in zip(first, second, strict=True))


def test_a_step_gives_everything_in_the_same_arrays():
    batch = Batch(FOUR, 5, seeds=1, autoreset=SAME_STEP)
    first = batch.reset()
    second = batch.step([0, 1, 2, 3, 4])
    assert all(a is b for a, b in zip(first, second, strict=True))
    observations, masks, rewards, terminated, players = second
    assert np.array_equal(observations, batch.observe()) and observations.dtype == np.uint8
    assert masks.dtype == bool and masks.shape == (5, 7) and masks.all()
    assert rewards.shape == (5, 2) and not rewards.any() and not terminated.any() and (players == 1).all()


@pytest.mark.parametrize("game", [FOUR, TOY, JOKERS], ids=lambda game: game.name)
@pytest.mark.parametrize("autoreset", AUTORESETS)
def test_masks_are_the_legal_lists_in_both_forms(game, autoreset):
    flags, bits = (Batch(game, 6, seeds=2, autoreset=autoreset, mask=mask) for mask in ("bool", "bits"))
    for _ in range(60):
        lists, counts = flags.legal()
        for lane in range(6):
            legal = lists[lane, :counts[lane]].tolist() if counts[lane] else list(range(game.actions))
            assert np.flatnonzero(flags.masks[lane]).tolist() == legal
        assert np.array_equal(bits.masks, np.packbits(flags.masks, axis=1, bitorder="little"))
        actions = flags.random_actions()
        flags.step(actions)
        bits.step(actions)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES])
def test_floats_are_the_same_numbers_from_0_to_1(name):
    game = GAMES[name]
    whole, real = (Batch(game, 4, game.seats[-1], seeds=3, observation=kind, autoreset=SAME_STEP)
                   for kind in ("uint8", "float32"))
    most = np.concatenate([np.full(plane.size, plane.most) for plane in game.planes])
    for _ in range(40):
        actions = whole.random_actions()
        whole.step(actions)
        real.step(actions)
        assert np.allclose(real.observations, whole.observations / most) and real.observations.max() <= 1
        assert np.array_equal(real.observe(seat=1), whole.observe(out=np.zeros_like(real.observations), seat=1))


def test_a_plane_is_a_part_of_the_observations():
    batch = Batch(FOUR, 3)
    batch.step([3, 4, 5])
    marbles = batch.plane("marbles")
    assert marbles.shape == (3, 2, 7, 6) and np.shares_memory(marbles, batch.observations)
    assert [np.argwhere(lane).tolist() for lane in marbles] == [[[1, 3, 0]], [[1, 4, 0]], [[1, 5, 0]]]
    with pytest.raises(MarbletopError, match="name is 'marbles'"):
        batch.plane("discs")


def test_what_is_not_asked_for_is_not_there():
    batch = Batch(FOUR, 3, observation=None, mask=None)
    observations, masks, *_ = batch.step([0, 0, 0])
    assert observations.size == masks.size == 0 and batch.observe().shape == (3, 84)


def test_the_number_of_threads_changes_nothing():
    for game, steps in ((FOUR, 30), (JOKERS, 12)):
        one, three = (Batch(game, 800, seeds=4, autoreset=SAME_STEP, threads=threads) for threads in (1, 3))
        assert len(three._parts) == 3 and same(play_on(one, steps), play_on(three, steps))
        assert one.states.tobytes() == three.states.tobytes()


def test_an_illegal_action_moves_no_thread():
    batch = Batch(FOUR, 600, threads=2)
    before = batch.states.tobytes()
    with pytest.raises(MarbletopError, match="Lane 599"):
        batch.step([0] * 599 + [7])
    assert batch.states.tobytes() == before


WAYS = {"pickle": lambda batch: pickle.loads(pickle.dumps(batch)), "deepcopy": copy.deepcopy, "copy": copy.copy}


@pytest.mark.parametrize("way", sorted(WAYS))
@pytest.mark.parametrize("settings", [{}, {"opponents": "uniform", "own_seats": 1}, {"observation": "float32", "threads": 2}])
def test_a_copy_goes_its_own_way(way, settings):
    batch = Batch("marabunta", 520, seeds=5, autoreset=SAME_STEP, **settings)
    play_on(batch, 5)
    twin = WAYS[way](batch)
    assert same([batch._step], [twin._step]) and not any(np.shares_memory(a, b) for a, b in zip(batch._step, twin._step))
    before = batch.states.tobytes()
    later = play_on(twin, 5)
    assert batch.states.tobytes() == before and same(play_on(batch, 5), later)


@pytest.mark.slow
def test_a_worker_goes_on_with_a_batch():
    batch = Batch(FOUR, 3, seeds=5, autoreset=SAME_STEP)
    play_on(batch, 5)
    program = ("import pickle, sys; batch = pickle.load(sys.stdin.buffer); "
               "[batch.step(batch.random_actions()) for _ in range(30)]; pickle.dump(batch, sys.stdout.buffer)")
    done = subprocess.run([sys.executable, "-c", program], input=pickle.dumps(batch), capture_output=True, check=False)
    twin = pickle.loads(done.stdout)
    play_on(batch, 30)
    assert twin.states.tobytes() == batch.states.tobytes() and same([batch._step], [twin._step])


def test_masks_cost_little():
    def cpu_of(batch):
        begun = time.process_time()
        for _ in range(100):
            batch.step(batch.random_actions())
        return time.process_time() - begun

    batches = [Batch(FOUR, 2048, seeds=1, autoreset=SAME_STEP, mask=mask) for mask in (None, "bool")]
    without, with_masks = (min(spent) for spent in zip(*([cpu_of(batch) for batch in batches] for _ in range(7))))
    assert with_masks < 1.5 * without                   # made by NumPy, they took as long as all the rest


def test_a_batch_of_a_game_that_is_not_registered_can_be_copied():
    batch = Batch(TOY, 2, seats=2)
    assert copy.deepcopy(batch).game is TOY and copy.copy(batch.setting.layout) is TOY.state


def test_saved_lanes_go_on_alike():
    batch = Batch("marabunta", 6, seeds=6, autoreset=SAME_STEP)
    play_on(batch, 30)
    saved, choices = batch.save(), batch._choices.copy()
    later = play_on(batch, 200)
    batch.states = saved
    batch._choices[:] = choices
    assert same(play_on(batch, 200), later)


def test_a_lane_is_restored_with_its_legal_list_mask_and_observation():
    batch = Batch(FOUR, 3, autoreset=DISABLED)
    for _ in range(6):
        batch.step([2, 3, 4])
    saved = batch.save([1])
    batch.restore(Batch(FOUR, 1).save(), lanes=[1])
    assert batch.masks[1].all() and not batch.observations[1].any() and batch.legal()[1].tolist() == [6, 7, 6]
    batch.restore(saved, lanes=[2])
    assert np.flatnonzero(~batch.masks[2]).tolist() == [3] and np.array_equal(batch.observations[2], batch.observe()[2])


def test_chance_goes_on_otherwise_with_seeds():
    batch = Batch("marabunta", 2, seeds=7)
    play_on(batch, 10)
    both = batch.save([0, 0])
    batch.restore(both, seeds=[1, 2])
    assert batch.seeds.tolist() == [1, 2] and (batch.states["marks"][0] == batch.states["marks"][1]).all()


@pytest.mark.parametrize(("states", "told"), [
    (lambda: np.zeros(3), "records of Toy"), (lambda: [1, 2, 3], "not list"),
    (lambda: Batch(TOY, 2, 3).save(), "array of 3 records"),
    (lambda: Batch(TOY, 3, 4).save(), "the same number of seats: these have 3, and a position has 4"),
    (lambda: np.zeros(3, FOUR.state.dtype), "records of Toy")])
def test_positions_that_do_not_fit_are_refused(states, told):
    batch = Batch(TOY, 3, 3)
    before = batch.states.tobytes()
    with pytest.raises(MarbletopError, match=told):
        batch.restore(states())
    with pytest.raises(ValueError, match="read-only"):
        batch.states["player"] = 7
    assert batch.states.tobytes() == before


def test_views_are_no_positions():
    view = JOKERS.state.to_record(Match(JOKERS, 2).view(0))
    with pytest.raises(MarbletopError, match="hidden"):
        Batch(JOKERS, 1, 2).restore(view)


@pytest.mark.parametrize("seats", [[2, 3], (2, 2), np.array([2, 3]), 2.0, "2"])
def test_lanes_of_different_seat_counts_are_refused(seats):
    with pytest.raises(MarbletopError, match="same number of seats"):
        Batch(TOY, 2, seats=seats)


@pytest.mark.parametrize(("setting", "told"), [
    ({"observation": "int8"}, "observation is 'uint8', 'float32' or None"), ({"mask": bool}, "mask is 'bool', 'bits' or None"),
    ({"autoreset": None}, "autoreset is"), ({"opponents": "strong"}, "uniform or greedy"), ({"threads": 0}, "threads"),
    ({"most_steps": 0}, "most_steps"), ({"opponents": "uniform", "own_seats": 2}, "own_seats"),
    ({"opponents": "uniform", "own_seats": [0, 1, 0]}, "own_seats")])
def test_settings_that_cannot_be(setting, told):
    with pytest.raises(MarbletopError, match=told):
        Batch(FOUR, 2, **setting)


def test_a_long_game_is_cut_short():
    batch = Batch(FOUR, 2, most_steps=5, autoreset=NEXT_STEP)
    for _ in range(5):
        assert not batch.truncated.any()
        batch.step([0, 1])
    assert batch.truncated.all() and not batch.terminated.any() and batch.over.all() and not batch.rewards.any()
    batch.step([0, 0])
    assert not batch.truncated.any() and (batch.states["step"] == 0).all() and not batch.over.any()


def test_a_game_that_opponents_begin_can_be_cut_short():
    batch = Batch(FOUR, 2, most_steps=1, opponents="uniform", own_seats=1, autoreset=NEXT_STEP)
    assert not batch.truncated.any() and (batch.states["step"] == 1).all()
    batch.step(batch.random_actions())
    assert batch.truncated.all()


@pytest.mark.slow
def test_opponents_may_end_a_game_that_is_restored():
    lone = Batch(FOUR, 1, autoreset=DISABLED)
    for column in (0, 1, 0, 1, 0, 1):
        lone.step([column])
    batch = Batch(FOUR, 1, autoreset=DISABLED, opponents="greedy", own_seats=1)
    batch.restore(lone.save())
    assert batch.over.all() and batch.masks.all() and batch.legal()[1].tolist() == [0] and batch.players.tolist() == [1]


def test_the_last_observation_is_kept_where_a_new_game_is_dealt_at_once():
    batch = Batch(FOUR, 1, autoreset=SAME_STEP)
    for column in (0, 1, 0, 1, 0, 1, 0):
        batch.step([column])
    assert batch.terminated.all() and not batch.observations.any()
    assert batch.plane("marbles", batch.final_observations)[0, 0, 0].tolist() == [1, 1, 1, 1, 0, 0]


@pytest.mark.parametrize("lanes", [1, 3, 4096])
def test_other_libraries_get_the_arrays_without_copying(lanes):
    batch = Batch(FOUR, lanes, observation="float32", autoreset=SAME_STEP)
    for each in (batch, *(way(batch) for way in WAYS.values())):
        for array in (*each.step([3] * lanes), each.truncated, each.points, each.final_observations):
            taken = np.from_dlpack(array)
            assert np.shares_memory(taken, array) and taken.flags.c_contiguous
            assert array.ctypes.data % 64 == 0          # JAX copies the others
            array.__dlpack__()                          # as libraries ask that know of no read-only arrays


def test_random_actions_are_legal_and_of_the_seed():
    one, two, other = Batch(JOKERS, 50, seeds=1), Batch(JOKERS, 50, seeds=1), Batch(JOKERS, 50, seeds=2)
    chosen = one.random_actions().copy()
    assert one.masks[np.arange(50), chosen].all()
    assert (chosen == two.random_actions()).all() and (chosen != other.random_actions()).any()


def test_opponents_play_until_the_own_seat_decides():
    batch = Batch(JOKERS, 40, 4, seeds=8, autoreset=SAME_STEP, opponents="uniform", own_seats=np.arange(40) % 4)
    ended = 0
    for _ in range(150):
        batch.step(batch.random_actions())
        assert (batch.players == np.arange(40) % 4).all() and (batch.states["player"] == batch.players).all()
        ended += int(batch.ended.sum())
    assert ended > 4 and np.array_equal(batch.observations, batch.observe())


@pytest.mark.slow
def test_a_policy_is_evaluated_by_its_win_share():
    batch = Batch(FOUR, 200)

    def leftmost(observations, masks):
        return np.argmax(masks, axis=1)

    before = batch.states.tobytes()
    found = batch.evaluate(leftmost, games=1000, opponents="uniform", seed=3)
    assert found.games == 1000 and found.even == 0.5 and found.interval[0] < found.win_share < found.interval[1]
    assert found.interval[0] > 0.6                      # nobody stops it
    assert batch.evaluate(leftmost, games=200, opponents="greedy").win_share < 0.3
    assert found == batch.evaluate(leftmost, games=1000, seed=3) and batch.states.tobytes() == before
    assert str(found).startswith("1,000 games: won ")


def test_a_policy_is_evaluated_against_any_bot_and_in_teams():
    batch, rng = Batch(JOKERS, 4, 4, cap=10), np.random.default_rng(1)

    def anything(observations, masks):
        return np.argmax(masks * rng.random(masks.shape), axis=1)

    found = batch.evaluate(anything, games=4, opponents="casual")
    assert found.games == 4 and found.even == 0.5 and 0 <= found.win_share <= 1


@pytest.mark.parametrize("games", [0, -1, 1.5, "10", None, True])
def test_an_evaluation_needs_a_number_of_games(games):
    with pytest.raises(MarbletopError, match="one game at least"):
        Batch(FOUR, 2).evaluate(lambda observations, masks: [0, 0], games=games)


def test_a_bot_is_closed_after_an_evaluation_and_a_policy_chooses_whole_numbers():
    closed = []

    class First(Bot):
        def choose(self, view, box, limit, stop=never):
            return self.game.legal_list(view, box)[0]

        def close(self):
            closed.append(self.name)

    batch = Batch(FOUR, 2)
    assert batch.evaluate(lambda observations, masks: masks.argmax(axis=1), games=2, opponents=First).games == 2
    assert closed == ["first"]
    with pytest.raises(MarbletopError, match="Actions are whole numbers of 64 bits, not float64"):
        batch.evaluate(lambda observations, masks: [0.5, 0.5], games=2, opponents=First)
    assert closed == ["first", "first"]
