"""OpenSpiel.  usage: peer_openspiel.py WHAT GAME SECONDS RUNS
WHAT: rollout   the C++ RandomRolloutEvaluator, reached through MCTSBot(max_simulations=1), which evaluates just the
                given root by n complete random games: no Python in between
      mcts      C++ MCTSBot, one rollout per simulation: "games" are simulations
      vectorN   N environments in OpenSpiel's vector environment, random legal actions, reset when they end
"moves" counts decisions of players (chance nodes left out), from the mean length of games played in Python."""
import random
import sys

import pyspiel
from timing import timed

what, name, seconds, runs = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
game = pyspiel.load_game(name)


def after_chance(state):
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(random.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0])
    return state


def root():
    """A first state with a real choice: the searches stop at once when there is one action."""
    state = after_chance(game.new_initial_state())
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
        after_chance(state)
    return state


def length():
    """Decisions of one random game."""
    state, moves = after_chance(game.new_initial_state()), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        after_chance(state)
        moves += 1
    return moves


def rollouts():
    """Random games by the evaluator of the C++ search, or its simulations."""
    mean = sum(length() for _ in range(400)) / 400
    n = {"rollout": 20000, "mcts": 5000}[what] if name == "connect_four" else 300
    if what == "rollout":
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(n, 1), 2.0, 1, 100, False, 1, False)
    else:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, n, 2000, False, 1, False)

    def chunk():
        bot.mcts_search(after_chance(game.new_initial_state()) if what == "rollout" else root())
        return n, n * mean

    return chunk


def vector():
    """Steps of the vector environment, with the loop of OpenSpiel's PPO example."""
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv
    lanes = int(what.removeprefix("vector"))
    environments = SyncVectorEnv([Environment(game) for _ in range(lanes)])
    steps = environments.reset()
    rounds = max(3, 2000 // lanes)

    def chunk():
        nonlocal steps
        ended = 0
        for _ in range(rounds):
            chosen = [random.choice(step.observations["legal_actions"][step.observations["current_player"]]) for step in steps]
            outputs = [StepOutput(action=action, probs=[]) for action in chosen]
            steps, _, done, _ = environments.step(outputs, reset_if_done=True)
            ended += sum(done)
        return ended, rounds * lanes

    return chunk


timed((vector if what.startswith("vector") else rollouts)(), seconds, runs)
