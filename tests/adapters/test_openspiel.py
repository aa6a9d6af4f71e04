"""OpenSpiel: its own tests pass for every game, seat count and mode, and the games are ours."""

import contextlib
import io
import pickle
import random
import unittest
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.observation import make_observation

from marbletop import Batch
from marbletop.adapters import openspiel
from marbletop.core.chance import Script
from marbletop.core.match import Match
from marbletop.games import GAMES
from tests.core.toy import TOY

from .spiel_cases import every_case, game_string

CASES = [pytest.param(case, id=case.removeprefix("python_marbletop_")) for _, case in every_case()]
LARGEST = [pytest.param(game_string(name, GAMES[name].seats[-1]), id=name, marks=pytest.mark.xdist_group(name))
           for name in GAMES]


def choose(state, chooser):
    """Choose at random, chance by its weights."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(chooser.choices(outcomes, weights)[0])
    else:
        state.apply_action(chooser.choice(state.legal_actions()))


def play_out(state, seed=0):
    """Play a random game to its end."""
    chooser = random.Random(seed)
    while not state.is_terminal():
        choose(state, chooser)
    return state


def decision(case, seed=0, decisions=15):
    """A state in which somebody decides between two actions at least, after so many decisions of a random game."""
    state, chooser = pyspiel.load_game(case).new_initial_state(), random.Random(seed)
    while decisions or state.is_chance_node() or len(state.legal_actions()) < 2:
        decisions -= bool(decisions and not state.is_chance_node())
        choose(state, chooser)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_random_games_pass_the_test_of_openspiel(case):
    pyspiel.random_sim_test(pyspiel.load_game(case), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow_for("marbleous", "marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("case", LARGEST)
def test_the_simulation_of_openspiel_in_python_passes(case):
    from open_spiel.python.tests import games_sim_test  # here, because it imports all of SciPy's statistics
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(case))


@pytest.mark.slow_for("marbleous", "marabunta", "marbles_and_jokers", "marble_machine")
@pytest.mark.parametrize("case", LARGEST)
def test_the_api_tests_of_openspiel_pass(case):
    from open_spiel.integration_tests import api_test

    class Case(api_test.EnforceAPIOnPartialTreeBase):
        game, game_name = pyspiel.load_game(case), case

        @classmethod
        def setUpClass(cls):
            cls.some_states = [*sample_some_states(cls.game, max_states=30), decision(case), play_out(decision(case))]
            cls.game_type = cls.game.get_type()

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun >= 5 and not result.failures + result.errors, result


@pytest.mark.parametrize("case", LARGEST)
def test_the_game_is_that_of_a_match(case):
    """The outcomes of chance are a script, with which a match makes the same game."""
    state = play_out(pyspiel.load_game(case).new_initial_state(), seed=5)
    tree = state.node.tree
    played = [(item.player, item.action) for item in state.full_history()]
    script = Script(action for player, action in played if player == pyspiel.PlayerId.CHANCE)
    match = Match(tree.game, tree.seats, script=script,
                  **{name: getattr(tree.options, name) for name in tree.game.option_list})
    for player, action in played:
        if player != pyspiel.PlayerId.CHANCE:
            assert match.player == player
            match.play(action)
    assert match.over and state.returns() == list(match.outcome.reward) and str(state) == match.position


def test_chance_has_the_weights_of_the_script():
    """A dealt card makes the next one of its rank less likely."""
    state = pyspiel.load_game("python_marbletop_marbles_and_jokers(players=2)").new_initial_state()
    deck = state.node.tree.box.deck
    before = dict(state.chance_outcomes())
    assert before == {rank: pytest.approx(count / sum(deck)) for rank, count in enumerate(deck) if count}
    state.apply_action(3)
    assert dict(state.chance_outcomes())[3] == pytest.approx((deck[3] - 1) / (sum(deck) - 1))
    assert state.action_to_string(3) == "cards 3" and str(state).startswith("deal [3]")


@pytest.mark.xdist_group("marbles_and_jokers")
def test_sampled_chance_deals_as_batch_does():
    """How often each rank is in a hand that keys have dealt, and how likely the first node of chance says it is."""
    hands = np.array(Batch("marbles_and_jokers", 4000, 2, seeds=1).states["hand"][:, 1], float)
    state = pyspiel.load_game("python_marbletop_marbles_and_jokers(players=2)").new_initial_state()
    chances = dict(state.chance_outcomes())
    assert np.abs(hands.sum(axis=0) / hands.sum() - [chances[rank] for rank in range(14)]).max() < 0.01


@pytest.mark.parametrize("case", LARGEST)
def test_observations_are_those_of_batch(case):
    state = decision(case)
    tree, game = state.node.tree, state.get_game()
    batch = Batch(tree.game, 1, tree.seats, observation="float32",
                  **{name: getattr(tree.options, name) for name in tree.game.option_list})
    batch.restore(tree.game.state.to_record(state.node.state))
    observer = make_observation(game)
    for player in range(tree.seats):
        wanted = batch.observe(seat=player)[0]
        assert np.allclose(state.observation_tensor(player), wanted)
        observer.set_from(state, player)
        assert np.allclose(observer.tensor, wanted) and list(observer.dict) == [plane.name for plane in tree.game.planes]
        recalled = state.information_state_tensor(player)
        assert recalled[player] == 1.0 and np.allclose(recalled[-len(wanted):], wanted)


@pytest.mark.parametrize("name", ["marbles_and_jokers", "marble_machine"])
def test_a_resampled_state_looks_the_same_to_the_player_only(name):
    state = decision(game_string(name, 4), seed=3)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0., 1.)
    twins = [state.resample_from_infostate(player, sampler) for _ in range(12)]
    others = [seat for seat in range(4) if seat != player]
    assert {twin.information_state_string(player) for twin in twins} == {state.information_state_string(player)}
    assert {tuple(twin.legal_actions()) for twin in twins} == {tuple(state.legal_actions())}
    assert len({twin.observation_string(others[0]) for twin in twins}) > 1
    assert play_out(twins[0]).is_terminal() and not state.is_terminal()
    restored = pickle.loads(pickle.dumps(twins[1]))
    assert [restored.information_state_string(seat) for seat in range(4)] == [
        twins[1].information_state_string(seat) for seat in range(4)]


def test_information_states_recall_what_observations_forget():
    """Two orders of moves lead to the same board, but not to the same information state."""
    game = pyspiel.load_game("python_marbletop_connect_four")
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, moves in ((first, (0, 1, 2)), (second, (2, 1, 0))):
        for move in moves:
            state.apply_action(move)
    for player in range(2):
        assert first.observation_string(player) == second.observation_string(player)
        assert first.information_state_string(player) != second.information_state_string(player)
        assert first.information_state_tensor(player) != second.information_state_tensor(player)


@pytest.mark.parametrize(("name", "known_to"), [
    ("marbles_and_jokers", [[0]] * 5 + [[1]] * 5 + [[0]]),              # five cards each, and the first one drawn
    ("marble_machine", [[0, 1], [0], [0], [1], [1]]),                   # who begins, and two tiles each
])
def test_a_dealt_card_changes_the_information_state_of_its_owner_only(name, known_to):
    game = pyspiel.load_game(game_string(name, 2))

    def dealt(outcomes):
        state = game.new_initial_state()
        for outcome in outcomes:
            state.apply_action(outcome)
        return state

    usual, chooser = game.new_initial_state(), random.Random(1)
    while usual.is_chance_node():
        choose(usual, chooser)
    events, changed = usual.history(), []
    for number, outcome in enumerate(events):
        possible = dealt(events[:number]).legal_actions()
        instead = next(other for other in possible if other not in events) if len(possible) > 2 else 1 - outcome
        other = dealt([*events[:number], instead, *events[number + 1:]])
        changed.append([seat for seat in range(2)
                        if other.information_state_string(seat) != usual.information_state_string(seat)])
    assert changed == known_to


def test_hands_are_private_and_the_board_is_public():
    state = decision(game_string("marbles_and_jokers", 4))
    kinds = pyspiel.PrivateInfoType

    def told(public, private, player):
        kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        return make_observation(state.get_game(), kind).string_from(state, player)

    hands = [told(False, kinds.SINGLE_PLAYER, player) for player in range(4)]
    assert len(set(hands)) == 4 and all(f"hand[{player}]" in hand for player, hand in enumerate(hands))
    assert told(True, kinds.NONE, 0) == told(True, kinds.NONE, 3) != told(True, kinds.SINGLE_PLAYER, 0)
    assert told(True, kinds.ALL_PLAYERS, 0) == str(state) and told(False, kinds.ALL_PLAYERS, 0) == " ".join(hands)
    assert told(False, kinds.NONE, 0) == ""


def test_a_state_in_the_middle_of_chance_is_kept():
    state = pyspiel.load_game(game_string("marbles_and_jokers", 3)).new_initial_state()
    state.apply_action(2)
    game, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert str(game) == str(state.get_game()) and str(restored) == str(state)
    twin = state.clone()
    twin.apply_action(4)
    assert state.history() == [2] and twin.history() == [2, 4]
    assert restored.chance_outcomes() == state.chance_outcomes() != twin.chance_outcomes()


def test_a_game_begins_at_a_position():
    match = Match("connect_four")
    for action in (0, 1, 0, 1, 0, 1):
        match.play(action)
    state = pyspiel.load_game("python_marbletop_connect_four").new_initial_state(match.position)
    assert str(state) == match.position
    state.apply_action(0)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]


def test_teams_share_a_reward_and_seats_are_players():
    pairs = pyspiel.load_game("python_marbletop_marbles_and_jokers(seats=4,teams=pairs,cap=10)")
    assert pairs.num_players() == 4 and pairs.utility_sum() == 0.0 and pairs.min_utility() == -1.0
    four = pyspiel.load_game("python_marbletop_marbles_and_jokers(players=4,teams=none)")
    assert four.min_utility() == pytest.approx(-1 / 3)
    solo = pyspiel.load_game("python_marbletop_marbleous").get_type()
    assert solo.utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_options_are_parameters_and_words_like_numbers_are_quoted():
    word = pyspiel.load_game("python_marbletop_marbles_and_jokers", {"face_value": "10", "hand": 6})
    assert (word.tree.options.face_value, word.tree.options.hand) == ("10", 6)
    assert str(word) == "python_marbletop_marbles_and_jokers(face_value='10',hand=6)"
    assert pyspiel.load_game(str(word)).tree.options == pickle.loads(pickle.dumps(word)).tree.options == word.tree.options


def test_the_environment_of_openspiel_runs():
    env = rl_environment.Environment("python_marbletop_marbleous", players=2,
                                     observation_type=rl_environment.ObservationType.OBSERVATION)
    env.seed(1)
    step, moves = env.reset(), 0
    while not step.last():
        step = env.step([step.observations["legal_actions"][step.current_player()][0]])
        moves += 1
    assert moves > 20 and sum(step.rewards) == 0 and env.observation_spec()["info_state"] == (888,)


@pytest.mark.parametrize(("case", "told"), [
    ("python_marbletop_marbleous(players=5)", "Marbleous is for 1, 2, 3 or 4 players, not 5."),
    ("python_marbletop_marbleous(players=3,seats=2)", "players and seats mean the same: give one of them."),
    ("python_marbletop_marabunta(territory=round)", "territory can't be 'round'. Choose symbol, plain."),
    ("python_marbletop_marabunta(colour=red)", "Unknown parameter 'colour'"),
    ("python_marbletop_marbles_and_jokers(hand=7)", "hand can't be 7. Choose 5 to 6."),
    ("python_marbletop_connect_four(misere=7)", "Wrong type for parameter misere."),
])
def test_wrong_parameters_are_told(case, told):
    with pytest.raises(pyspiel.SpielError) as raised:
        pyspiel.load_game(case)
    assert told in str(raised.value)


def test_wrong_use_is_told_and_changes_nothing():
    game = pyspiel.load_game("python_marbletop_connect_four")
    state = game.new_initial_state()
    for _ in range(6):
        state.apply_action(2)
    before = str(state), state.history()
    for action, told in ((2, "C4-3"), (7, "Actions are whole numbers from 0 to 6"), (-3, "Actions are whole numbers")):
        with pytest.raises(pyspiel.SpielError, match=told):
            state.apply_action(action)
    with pytest.raises(pyspiel.SpielError, match="legal_actions"):
        state.chance_outcomes()
    assert (str(state), state.history()) == before
    with pytest.raises(pyspiel.SpielError, match="nothing left to play"):
        play_out(state).apply_action(0)
    with pytest.raises(pyspiel.SpielError, match="take no parameters: leave out blur"):
        make_observation(game, params={"blur": 1})
    with pytest.raises(pyspiel.SpielError):
        game.new_initial_state("no board")


def test_an_impossible_outcome_is_told():
    state = pyspiel.load_game("python_marbletop_marabunta").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match=r"2 can't happen here. Choose one of these outcomes: 0, 1."):
        state.apply_action(2)
    with pytest.raises(pyspiel.SpielError, match="Resample where a player decides"):
        state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0., 1.))


def test_a_game_of_another_package_is_registered(monkeypatch):
    monkeypatch.setitem(GAMES._all, "toy", SimpleNamespace(load=lambda: TOY))
    openspiel.register(TOY)
    pyspiel.random_sim_test(pyspiel.load_game("python_marbletop_toy(players=3)"), num_sims=2, serialize=True, verbose=False)


def test_no_event_has_more_outcomes_and_no_game_is_longer_than_declared():
    for name in GAMES:
        state, events = pyspiel.load_game(game_string(name, GAMES[name].seats[0])).new_initial_state(), [0]
        chooser, length = random.Random(1), 0
        while not state.is_terminal():
            if state.is_chance_node():
                events.append(len(state.node.event.weights))
            else:
                length += 1
            state.apply_action(chooser.choice(state.legal_actions()))
        assert max(events) <= GAMES[name].most_outcomes and length <= GAMES[name].longest
