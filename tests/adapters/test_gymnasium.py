"""Gymnasium: check_env finds nothing, games are registered, and the vector environment resets as its mode says."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from marbletop.adapters.gymnasium import id_of
from marbletop.core.errors import IllegalAction, MarbletopError
from marbletop.games import GAMES

NAMES = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in GAMES]
FOUR = "marbletop/ConnectFour-v1"


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_registered_and_check_env_finds_nothing(name, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(id_of(GAMES[name]), seats=max(GAMES[name].seats), opponents="uniform")
        check_env(env.unwrapped)
    assert GAMES[name].title in capsys.readouterr().out                         # render_mode="human"


@pytest.mark.slow
def test_gymnasium_imports_the_adapter_that_an_id_names():
    program = ("import gymnasium, sys; assert 'marbletop' not in sys.modules; name = 'marbletop.adapters.gymnasium:{0}';"
               "print(gymnasium.make(name, opponents='uniform').reset(seed=1)[0].shape, gymnasium.make_vec(name, num_envs=3))")
    done = subprocess.run([sys.executable, "-c", program.format(FOUR)], capture_output=True, text=True, check=False)
    assert done.stdout == f"(84,) LaneEnvironments({FOUR}, num_envs=3)\n", done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["casual", "greedy", "uniform"])
def test_a_seat_plays_against_bots(opponents):
    env = gymnasium.make(FOUR, opponents=opponents, seat=1)
    found = []
    for seed in (5, 5, 6):
        observation, info = env.reset(seed=seed)
        assert observation.sum() == 1 and info["seat"] == 1                     # somebody else began
        told = [observation]
        while True:
            observation, reward, terminated, truncated, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
            told.append(observation)
            if terminated or truncated:
                break
        assert reward in (-1, 0, 1) and env.observation_space.contains(observation)
        found.append(np.concatenate(told).tobytes())
    assert found[0] == found[1]
    with pytest.raises(MarbletopError, match=r"reset\(\)"):
        env.unwrapped.step(0)


def test_a_bot_of_ones_own_and_a_random_seat():
    from marbletop.bots.uniform import Uniform
    env = gymnasium.make(FOUR, opponents=Uniform, seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}


def test_an_illegal_action_ends_the_game_and_says_why():
    env = gymnasium.make(FOUR, opponents="uniform").unwrapped
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(9)
    assert reward == -1 and terminated and "Actions are whole numbers from 0 to 6" in info["illegal_action"]
    with pytest.raises(MarbletopError, match=r"reset\(\)"):
        env.step(0)
    env.reset()
    env.step(0)
    assert env.step(0.5)[1:3] == (-1, True)


def test_actions_of_lanes_are_whole_numbers():
    envs = gymnasium.make_vec(FOUR, num_envs=3)
    envs.reset(seed=1)
    with pytest.raises(MarbletopError, match="whole numbers of 64 bits, not float64"):
        envs.step(np.zeros(3))


def test_learners_find_the_masks():
    env = gymnasium.make("marbletop/MarblesAndJokers-v1", seats=4, opponents="uniform")
    _, info = env.reset(seed=1)
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"]) and 0 < info["action_mask"].sum() < 405


def test_pictures():
    env = gymnasium.make(FOUR, render_mode="rgb_array", opponents="uniform")
    env.reset(seed=1)
    assert env.render().shape[1:] == (640, 3)


def play_lanes(envs, steps):
    """Play random actions; where the mode deals no new games, ended ones are dealt again by a mask."""
    rng = np.random.default_rng(0)
    _, info = envs.reset(seed=3)
    for _ in range(steps):
        masks = info["action_mask"]
        observations, rewards, terminated, truncated, info = envs.step(np.argmax(masks * rng.random(masks.shape), axis=1))
        yield observations, rewards, terminated, truncated, info
        if envs.metadata["autoreset_mode"] == AutoresetMode.DISABLED and (ended := terminated | truncated).any():
            _, info = envs.reset(options={"reset_mask": ended})


@pytest.mark.slow
@pytest.mark.parametrize("opponents", ["uniform", "greedy"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_lanes_are_reset_as_the_mode_says(mode, opponents):
    envs = gymnasium.make_vec(FOUR, num_envs=30, opponents=opponents, autoreset_mode=mode)
    assert envs.metadata["autoreset_mode"] == mode
    ended, before = 0, np.zeros(30, bool)
    for observations, rewards, terminated, truncated, info in play_lanes(envs, 40):
        assert envs.observation_space.contains(observations) and rewards.shape == (30,) and not truncated.any()
        assert not rewards[~terminated].any()
        marbles = observations.sum(axis=1)
        if mode == AutoresetMode.NEXT_STEP:
            assert (marbles[before] <= 1).all() and not terminated[before].any()
        elif mode == AutoresetMode.SAME_STEP:
            assert (marbles[terminated] <= 1).all() and ("final_obs" in info) == terminated.any()
            if terminated.any():
                assert (info["final_obs"][info["_final_obs"]].sum(axis=1) > 6).all()
        else:
            assert (marbles[before] <= 3).all() and (marbles[terminated] > 6).all()
        ended, before = ended + terminated.sum(), terminated
    assert ended > 40


def test_lanes_that_have_ended_are_dealt_before_the_next_step():
    envs = gymnasium.make_vec(FOUR, num_envs=2, max_episode_steps=4, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    envs.step(np.array([0, 0]))
    assert envs.step(np.array([1, 1]))[3].all()
    for again in (np.array([False, True]), np.array([True, True])):
        with pytest.raises(MarbletopError, match="lane 0 has ended: deal again"):
            envs.step(np.array([2, 2]))
        envs.reset(options={"reset_mask": again})
    envs.step(np.array([2, 2]))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_wrappers_of_gymnasium_count_the_games(mode):
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(FOUR, num_envs=8, autoreset_mode=mode))
    wins = []
    for _, rewards, terminated, _, info in play_lanes(envs, 60):
        if terminated.any():
            assert np.array_equal(info["episode"]["r"][terminated], rewards[terminated])
            wins += info["episode"]["l"][terminated].tolist()
    assert envs.episode_count == len(wins) > 8 and min(wins) >= 4 and max(wins) <= 21


def test_some_lanes_are_dealt_again():
    envs = gymnasium.make_vec(FOUR, num_envs=4, autoreset_mode=AutoresetMode.DISABLED)
    list(play_lanes(envs, 3))
    observations, _ = envs.reset(options={"reset_mask": np.array([True, False, False, True])})
    assert observations.sum(axis=1).tolist() == [0, 6, 6, 0]


@pytest.mark.parametrize("mask", [[True, False], [1, 0, 1], np.ones((3, 1), bool), None])
def test_lanes_to_deal_are_a_mask(mask):
    envs = gymnasium.make_vec(FOUR, num_envs=3, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    with pytest.raises(MarbletopError, match="reset_mask is an array of 3 bools"):
        envs.reset(options={"reset_mask": mask})


def test_lanes_that_were_cut_short_stay_over_while_others_are_dealt():
    envs = gymnasium.make_vec(FOUR, num_envs=2, max_episode_steps=2, autoreset_mode=AutoresetMode.DISABLED)
    next(play_lanes(envs, 1))
    observations, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert observations.sum(axis=1).tolist() == [0, 2] and envs.batch.over.tolist() == [False, True]


def test_lanes_are_cut_short():
    envs = gymnasium.make_vec(FOUR, num_envs=3, max_episode_steps=4)
    truncated = [truncated.all() for *_, truncated, _ in play_lanes(envs, 2)]
    assert truncated == [False, True]


def test_an_illegal_action_of_a_lane_names_it():
    envs = gymnasium.make_vec(FOUR, num_envs=3)
    envs.reset(seed=1)
    with pytest.raises(IllegalAction, match="Lane 2"):
        envs.step(np.array([0, 0, 7]))
