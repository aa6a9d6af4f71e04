"""Batches: the same games as matches, masks, rewards, declared resets, no Python and no leak per game."""

import gc
import resource
import threading

import numpy as np
import pytest

from marbletop.core.batch import DISABLED, NEXT_STEP, SAME_STEP, Batch, Setting, games_in_chunks, play_games
from marbletop.core.chance import luck, pick
from marbletop.core.errors import IllegalAction, MarbletopError, WrongSeats
from marbletop.core.match import Match
from marbletop.games import GAMES

from .toy import TOY

FOUR = GAMES["connect_four"]


def first_legal(batch):
    return batch.legal()[0][:, 0].copy()


def test_a_lane_plays_the_game_of_its_seed():
    batch = Batch(TOY, 3, seats=3, seeds=[5, 6, 7], die=4)
    matches = [Match(TOY, 3, seed=seed, die=4) for seed in (5, 6, 7)]
    while not matches[0].over:
        actions = []
        for lane, match in enumerate(matches):
            lists, counts = batch.legal()
            assert lists[lane, :counts[lane]].tolist() == match.legal
            assert np.flatnonzero(batch.masks[lane]).tolist() == match.legal
            actions.append(match.legal[-1])
            match.play(match.legal[-1])
        batch.step(actions)
        for lane, match in enumerate(matches):
            assert batch.states[lane].tobytes() == TOY.state.pack(match.state)
    assert batch.ended.all() and batch.rewards.tolist() == [list(match.outcome.reward) for match in matches]


def test_a_whole_game_is_that_of_a_match():
    results = play_games(TOY, seats=2, games=20, seed=9)
    for deal in range(20):
        match, choices = Match(TOY, 2, seed=9, deal=deal), luck(9, deal)
        while not match.over:
            match.play(match.legal[pick(choices, len(match.legal))])
        assert results.points[deal].tolist() == list(match.outcome.points)
        assert results.ranks[deal].tolist() == list(match.outcome.rank)


def test_resets_in_the_next_step():
    batch = Batch(TOY, 2, seats=2, autoreset=NEXT_STEP)
    for _ in range(4):
        batch.step(first_legal(batch))
    assert batch.ended.all() and batch.over.all() and not batch.masks.any()
    batch.step([99, 99])                                # ignored: the new games are dealt
    assert not batch.ended.any() and (batch.rewards == 0).all() and (batch.states["step"] == 0).all()
    assert batch.states[0].tobytes() == TOY.state.pack(Match(TOY, 2, seed=0, deal=1).state)


def test_resets_in_the_same_step():
    batch = Batch(TOY, 2, seats=2, seeds=3, autoreset=SAME_STEP)
    for _ in range(4):
        batch.step(first_legal(batch))
    assert batch.ended.all() and not batch.over.any() and batch.rewards.any()
    assert batch.final["over"].all() and (batch.states["step"] == 0).all()
    assert batch.states[1].tobytes() == TOY.state.pack(Match(TOY, 2, seed=4, deal=1).state)


def test_no_reset():
    batch = Batch(TOY, 2, seats=2, autoreset=DISABLED)
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
    with pytest.raises(IllegalAction, match=r"Lane 1: Action \d is not possible by TOY-2"):
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


def test_ten_million_games_need_no_more_memory_than_one_million():
    setting = Setting.of(FOUR)

    def memory_after(games):
        for _ in games_in_chunks(setting, games):
            pass
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = memory_after(1_000_000)
    assert memory_after(10_000_000) - before < 20_000                       # kilobytes
