"""Batches: the same games as matches, masks, rewards, declared resets, no Python and no leak per game."""

import gc
import resource
import threading

import numpy as np
import pytest

from marbletop.core.batch import Batch
from marbletop.core.chance import luck, pick
from marbletop.core.errors import IllegalAction, MarbletopError, WrongSeats
from marbletop.core.lanes import DISABLED, NEXT_STEP, SAME_STEP
from marbletop.core.match import Match
from marbletop.core.setting import Setting
from marbletop.core.whole_games import games_in_chunks, play_games
from marbletop.games import GAMES

from .toy import TOY

FOUR = GAMES["connect_four"]


def first_legal(batch):
    return batch.legal()[0][:, 0].copy()


@pytest.mark.slow
def test_a_lane_plays_the_game_of_its_seed():
    batch = Batch(TOY, 3, seats=3, seeds=[5, 6, 7], die=4)
    matches = [Match(TOY, 3, seed=seed, die=4) for seed in (5, 6, 7)]
    while not matches[0].over:
        actions = []
        for lane, match in enumerate(matches):
            lists, counts = batch.legal()
            assert lists[lane, :counts[lane]].tolist() == match.legal
            assert np.flatnonzero(batch.masks[lane]).tolist() == match.legal and batch.players[lane] == match.player
            actions.append(match.legal[-1])
            match.play(match.legal[-1])
        batch.step(actions)
        for lane, match in enumerate(matches):
            assert batch.states[lane].tobytes() == TOY.state.pack(match.state)
    assert batch.ended.all() and np.allclose(batch.rewards, [match.outcome.reward for match in matches])
    assert batch.points.tolist() == [list(match.outcome.points) for match in matches]
    assert batch.ranks.tolist() == [list(match.outcome.rank) for match in matches]
    assert [TOY.endings[ending] for ending in batch.endings] == [match.outcome.ending for match in matches]


def test_a_whole_game_is_that_of_a_match():
    results = play_games(TOY, seats=2, games=20, seed=9)
    for deal in range(20):
        match, choices = Match(TOY, 2, seed=9, deal=deal), luck(9, deal)
        while not match.over:
            match.play(match.legal[pick(choices, len(match.legal))])
        assert results.points[deal].tolist() == list(match.outcome.points)
        assert results.ranks[deal].tolist() == list(match.outcome.rank)


def test_resets_in_the_next_step():
    batch = Batch(TOY, 2, seats=2, seeds=[0, 1], autoreset=NEXT_STEP)
    for _ in range(4):
        batch.step(first_legal(batch))
    assert batch.ended.all() and batch.over.all() and not batch.legal()[1].any()
    assert batch.masks.all()                            # so that a softmax over them is finite
    batch.step([99, 99])                                # ignored: the new games are dealt
    assert not batch.ended.any() and (batch.rewards == 0).all() and (batch.states["step"] == 0).all()
    assert batch.states[0].tobytes() == TOY.state.pack(Match(TOY, 2, seed=0, deal=1).state)


def test_resets_in_the_same_step():
    batch = Batch(TOY, 2, seats=2, seeds=[3, 4], autoreset=SAME_STEP)
    for _ in range(4):
        batch.step(first_legal(batch))
    assert batch.ended.all() and not batch.over.any() and batch.rewards.any()
    assert batch.final["over"].all() and (batch.states["step"] == 0).all()
    assert batch.states[1].tobytes() == TOY.state.pack(Match(TOY, 2, seed=4, deal=1).state)


def test_no_reset():
    batch = Batch(TOY, 2, seats=2, seeds=[0, 1], autoreset=DISABLED)
    for _ in range(6):
        batch.step(first_legal(batch))
    assert batch.over.all() and not batch.ended.any()
    batch.reset()
    assert not batch.over.any() and batch.states[0].tobytes() == TOY.state.pack(Match(TOY, 2, seed=0).state)


def test_an_illegal_action_names_lane_and_rule_and_moves_nobody():
    batch = Batch(TOY, 3, seats=2)
    actions = first_legal(batch)
    actions[1] = next(kind for kind in range(4) if not batch.masks[1, kind])
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=r"Lane 1: Rule TOY-2 doesn't allow \d"):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(("arguments", "error", "told"), [
    ({"lanes": 0}, MarbletopError, "at least one"), ({"lanes": 2, "seeds": [1]}, MarbletopError, "2 seeds"),
    ({"lanes": 1, "seats": 9}, WrongSeats, "2, 3 or 4"), ({"lanes": 1, "autoreset": "now"}, MarbletopError, "next_step"),
])
def test_a_batch_that_cannot_be(arguments, error, told):
    with pytest.raises(error, match=told):
        Batch(TOY, **arguments)
    with pytest.raises(MarbletopError, match="2 actions"):
        Batch(TOY, 2).step([0])


def test_observations_are_those_of_the_player_or_of_a_seat():
    batch = Batch(TOY, 2, seats=2)
    assert np.array_equal(batch.observe(), batch.states["hand"][:, 0])
    assert np.array_equal(batch.observe(seat=1), batch.states["hand"][:, 1])


def test_two_threads_run_at_the_same_time():
    """Without the GIL: another thread gets on while a long compiled call is running."""
    setting = Setting.of(FOUR)
    next(games_in_chunks(setting, 1))
    beats, done = [], threading.Event()

    def beat():
        while not done.wait(0.001):
            beats.append(1)

    thread = threading.Thread(target=beat)
    thread.start()
    for _ in games_in_chunks(setting, 300_000):
        pass
    done.set()
    thread.join()
    assert len(beats) > 10


@pytest.mark.slow
def test_ten_million_games_need_no_more_memory_than_one_million():
    setting = Setting.of(FOUR)

    def memory_after(games):
        for _ in games_in_chunks(setting, games):
            pass
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = memory_after(1_000_000)
    assert memory_after(10_000_000) - before < 20_000                       # kilobytes


SIZE = FOUR.observation_size


@pytest.mark.parametrize("out", [
    np.zeros((3, SIZE), np.float64), np.zeros((3, SIZE), np.int8),
    np.zeros((2, SIZE), np.float32), np.zeros((3, SIZE - 1), np.float32),
    np.zeros(3 * SIZE, np.float32), np.zeros((SIZE, 3), np.float32).T, np.zeros((3, 2 * SIZE), np.float32)[:, ::2],
    np.zeros((3, SIZE), ">f4"), np.broadcast_to(np.zeros(SIZE, np.float32), (3, SIZE)), [[0.0] * SIZE] * 3,
    np.frombuffer(bytearray(4 * 3 * SIZE + 1), np.float32, 3 * SIZE, 1).reshape(3, SIZE), "out"])
def test_observations_are_written_only_where_there_is_room(out):
    with pytest.raises(MarbletopError, match="out must be"):
        Batch(FOUR, 3).observe(out=out)


@pytest.mark.parametrize("seat", [-1, 2, 7, 2 ** 40, 0.0, "0", True, np.float32(1)])
def test_only_seats_of_the_game_observe(seat):
    with pytest.raises(MarbletopError, match="seat is"):
        Batch(FOUR, 3).observe(seat=seat)


def test_observations_go_where_they_are_asked_to():
    batch, out = Batch(FOUR, 3), np.ones((3, SIZE), np.float32)
    batch.step([1, 2, 3])
    assert batch.observe(out=out, seat=np.int64(1)) is out
    assert (out == batch.observe(seat=1)).all() and (out == batch.observe()).all()


@pytest.mark.parametrize("actions", [[0.5, 0, 0], ["0", "0", "0"], [0j, 0j, 0j], [True, True, True], [0.0, 0.0, 0.0], 3, "012",
                                     None, [None] * 3, [[0], [0, 1], [0]], [[0, 0, 0]], [0, 0], [2 ** 63, 0, 0],
                                     [2 ** 70, 0, 0], np.zeros(3, np.float32), {0, 1, 2}, np.array(["a"] * 3, object)])
def test_actions_are_whole_numbers(actions):
    batch = Batch(FOUR, 3)
    before = batch.states.tobytes()
    with pytest.raises(MarbletopError):
        batch.step(actions)
    assert batch.states.tobytes() == before


def test_actions_may_come_in_any_array_of_whole_numbers():
    for kind in (np.int8, np.uint8, np.int32, np.uint64, ">i8"):
        batch = Batch(FOUR, 3)
        batch.step(np.array([6, 0, 5, 0, 4, 0], kind)[::2])
        assert batch.states["step"].tolist() == [1, 1, 1]


def test_what_compiled_code_trusts_cannot_be_written():
    batch = Batch(FOUR, 3)
    lists, counts = batch.legal()
    for array in (lists, counts, batch.states, batch.seeds, batch.own_seats):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 5


@pytest.mark.parametrize("lanes", [0, -1, 1.0, "3", True, None, 10 ** 30, 2 ** 60])
def test_lanes_that_cannot_be_are_refused_at_once(lanes):
    with pytest.raises(MarbletopError, match="need"):
        Batch(FOUR, lanes)


def test_a_batch_that_is_too_large_says_what_it_would_need():
    with pytest.raises(MarbletopError, match=r"10,000,000,000 lanes of Connect Four need [\d,.]+ GiB"):
        Batch(FOUR, 10 ** 10)


@pytest.mark.parametrize("seeds", [1.5, "12", [1, 2], [1, 2, "3"], [1, 2, 3.0], None, [True, 1, 2], b"abc"])
def test_seeds_are_whole_numbers(seeds):
    with pytest.raises(MarbletopError, match=r"(?i)seeds"):
        Batch(FOUR, 3, seeds=seeds)


def test_seeds_may_come_in_an_array():
    assert Batch(FOUR, 3, seeds=np.array([5, 6, 7])).states.tobytes() == Batch(FOUR, 3, seeds=[5, 6, 7]).states.tobytes()
    assert Batch(FOUR, 3, seeds=[5, -1, 7]).seeds.tolist() == [5, 2 ** 64 - 1, 7]


def test_two_seeds_have_no_lane_in_common():
    found = [Batch(FOUR, 1000, seeds=seed).seeds.tolist() for seed in (0, 1, 2, -1, 2 ** 40)]
    assert len({seed for seeds in found for seed in seeds}) == 5000
    assert Batch(FOUR, 10, seeds=1).seeds.tolist() == found[1][:10]        # a lane's games do not depend on the others
    assert Match(FOUR, seed=found[1][3], deal=0).state == FOUR.state.from_record(Batch(FOUR, 4, seeds=1).states[3])
