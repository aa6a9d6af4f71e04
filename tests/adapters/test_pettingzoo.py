"""PettingZoo: its own tests pass for every game, seat count and mode, and the games are ours."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from marbletop.adapters import pettingzoo
from marbletop.core.errors import IllegalAction, MarbletopError
from marbletop.core.match import Match
from marbletop.games import GAMES

from .modes import ALL, cases, kinds_of, sample_of


@pytest.mark.slow_for("marbleous", "marabunta", "marbles_and_jokers", "marble_machine", "misere")
@pytest.mark.parametrize(("name", "seats", "options"), cases())
def test_the_tests_of_pettingzoo_pass(name, seats, options, capsys):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*(Observation|Action mask).*")       # a dict, and masks of those who wait
        api_test(pettingzoo.env(name, seats, **options), num_cycles=60)
    seed_test(lambda: pettingzoo.env(name, seats, **options), num_cycles=20)
    if ALL or seats == GAMES[name].seats[-1]:
        render_test(lambda render_mode: pettingzoo.env(name, seats, render_mode=render_mode, **options))
        assert GAMES[name].title in capsys.readouterr().out


def test_all_kinds_of_games_are_tried():
    kinds = {name: kinds_of(GAMES[name]) for name in GAMES}
    assert (1, {"solo_level": "hard"}) in kinds["marbleous"] and (4, {"advanced": True}) in kinds["marbleous"]
    assert (6, {"teams": True}) in kinds["marble_machine"] and (8, {"teams": "pairs"}) in kinds["marbles_and_jokers"]
    assert (2, {"territory": "plain", "player_boards": "plain"}) in kinds["marabunta"]
    for name, all_of_them in kinds.items():
        sample = sample_of(all_of_them)
        assert {seats for seats, _ in sample} == set(GAMES[name].seats)
        assert {pair for _, options in sample for pair in options.items()} == {
            pair for _, options in all_of_them for pair in options.items()}


def play_out(env, choose):
    """Play a game as PettingZoo documents it: the sum of every agent's rewards, and who decided."""
    total, order = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        action = None if terminated or truncated else choose(observation, info)
        if action is not None:
            order.append((agent, action))
        env.step(action)
    return total, order


def test_the_game_is_that_of_a_match():
    env = pettingzoo.env("marbles_and_jokers", 4)
    env.reset(seed=3)
    match = Match("marbles_and_jokers", 4, seed=int(env.batch.seeds[0]))
    total, order = play_out(env, lambda observation, info: int(np.flatnonzero(observation["action_mask"])[-1]))
    for agent, action in order:
        assert agent == f"seat_{match.player}" and action == match.legal[-1]
        match.play(action)
    assert match.over and np.allclose(list(total.values()), match.outcome.reward) and env.agents == []


def test_masks_are_in_observation_and_info_and_nobody_else_may_act():
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    env.step(3)
    observation, _, _, _, info = env.last()
    assert env.agent_selection == "seat_1" and observation["action_mask"] is info["action_mask"]
    assert info["action_mask"].tolist() == [1] * 7 and env.observe("seat_0")["action_mask"].tolist() == [0] * 7
    assert observation["observation"].tolist() == np.roll(env.observe("seat_0")["observation"], 42).tolist()


def test_what_was_observed_does_not_change():
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    before = env.observe("seat_0")
    kept = before["observation"].copy(), before["action_mask"].copy()
    for _ in range(6):
        env.step(0)
    assert np.array_equal(before["observation"], kept[0]) and np.array_equal(before["action_mask"], kept[1])


@pytest.mark.parametrize("action", [7, -1, 0.5, "0", None, True])
def test_an_illegal_action_ends_the_game_as_pettingzoo_does(action, caplog):
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="seat_0 has lost by an illegal action"):
        env.step(action)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0} and all(env.terminations.values())
    assert play_out(env, None)[0] == {"seat_0": -1.0, "seat_1": 0.0}


def test_an_illegal_action_of_a_raw_environment_names_the_rule():
    env = pettingzoo.raw_env("connect_four")
    env.reset(seed=1)
    for _ in range(6):
        env.step(2)
    with pytest.raises(IllegalAction, match="C4-3"):
        env.step(2)
    env.step(3)
    assert env.agent_selection == "seat_1"


def test_a_game_is_cut_short():
    env = pettingzoo.env("connect_four", most_steps=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_nobody_acts_after_the_end():
    env = pettingzoo.env("connect_four")
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        env.step(column)
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(1)
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_wrong_use_is_told():
    env = pettingzoo.env("connect_four")
    with pytest.raises(MarbletopError, match=r"call reset\(\) first"):
        env.step(0)
    env.reset()
    with pytest.raises(MarbletopError, match="render_mode="):
        env.render()
    with pytest.raises(MarbletopError, match="render_mode is"):
        pettingzoo.env("connect_four", render_mode="print")
