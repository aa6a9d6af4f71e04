"""OpenSpiel's own algorithms run on our games, and on a tiny game they find what they find on OpenSpiel's own."""

import unittest
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, ismcts, mcts
from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

from marbletop.adapters import openspiel
from marbletop.games import GAMES

from .liars_dice import LIARS_DICE
from .spiel_cases import game_string
from .test_openspiel import decision

THEIRS = "liars_dice(dice_sides=2)"


@pytest.fixture(scope="module")
def ours():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES._all, "liars_dice", SimpleNamespace(load=lambda: LIARS_DICE))
        openspiel.register(LIARS_DICE)
        yield pyspiel.load_game("python_marbletop_liars_dice(sides=2)")


def states_of(game):
    """All states by kind: chance, decision, end."""
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True).values()
    found, kinds = [state.get_type() for state in states], pyspiel.StateType
    return tuple(found.count(kind) for kind in (kinds.CHANCE, kinds.DECISION, kinds.TERMINAL))


def test_exploitability_is_that_of_the_same_game_in_openspiel(ours):
    theirs = pyspiel.load_game(THEIRS)
    of_uniform = [exploitability.exploitability(game, UniformRandomPolicy(game)) for game in (ours, theirs)]
    assert of_uniform[0] == pytest.approx(of_uniform[1]) and of_uniform[0] > 0.5
    solvers = [cfr.CFRSolver(game) for game in (ours, theirs)]
    for solver in solvers:
        for _ in range(6):
            solver.evaluate_and_update_policy()
    after = [exploitability.exploitability(game, solver.average_policy()) for game, solver in zip((ours, theirs), solvers)]
    assert after[0] == pytest.approx(after[1]) and after[0] < 0.2


def test_the_tests_of_the_whole_tree_pass(ours, monkeypatch):
    theirs = pyspiel.load_game(THEIRS)
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "ours", states_of(theirs))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "ours", len(TabularPolicy(theirs).states))

    class Case(api_test.EnforceAPIOnFullTreeBase):
        game, game_name = ours, "ours"

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun >= 8 and not result.failures + result.errors, result


def test_mcts_finds_the_win_and_the_block():
    game = pyspiel.load_game("python_marbletop_connect_four")
    for moves, best in (((3, 0, 3, 0, 3, 1), 3), ((3, 0, 3, 0, 6, 0), 0)):
        state = game.new_initial_state()
        for move in moves:
            state.apply_action(move)
        chooser = np.random.RandomState(1)
        bot = mcts.MCTSBot(game, 2, 80, mcts.RandomRolloutEvaluator(1, chooser), random_state=chooser, solve=True)
        assert bot.step(state) == best


@pytest.mark.parametrize("case", [game_string("marbleous", 2), game_string("marabunta", 2)])
def test_mcts_plays_through_chance(case):
    state = decision(case)
    chooser = np.random.RandomState(2)
    bot = mcts.MCTSBot(state.get_game(), 2, 3, mcts.RandomRolloutEvaluator(1, chooser), random_state=chooser)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("case", [game_string("marbles_and_jokers", 4), game_string("marble_machine", 3)])
def test_ismcts_plays_with_hidden_hands(case):
    state = decision(case, seed=4)
    chooser = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, chooser), 2.0, 6, random_state=chooser)
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions()) and sum(policy.values()) == pytest.approx(1.0)


def test_ismcts_doubts_a_bid_that_cannot_be_true(ours):
    state = ours.new_initial_state()
    for choice in (0, 0, 3):                            # both show 1; a bid of two of the highest face
        state.apply_action(choice)
    chooser = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(ours, mcts.RandomRolloutEvaluator(1, chooser), 1.0, 60, random_state=chooser)
    assert state.action_to_string(bot.step(state)) == "doubt"
