"""Ours.  usage: ours.py WHAT GAME SEATS SECONDS RUNS
WHAT: compiled     random play, the product's own runner (games_in_chunks)
      interpreted  random play on the plain object
      threads2     the same runner in two threads ("cpu" is wall time here)
      search       the searching bot at the start position, one thread: "games" are iterations
      search2      the same in two threads ("cpu" is wall time here)
      lanesN       N lanes of a Batch, random legal actions: observation, mask, reward and autoreset included
      threads2lanesN   the same in two threads ("cpu" is wall time here)
      opponentsN   N lanes of a Batch, one seat of each: compiled opponents play the other at random
      vectorN      the same through Gymnasium's vector environment
      gymnasium    the same, one game, through Gymnasium's environment
      match        random play of a Match, which keeps notes and what can be taken back
      pettingzoo   our PettingZoo environment, by the loop that PettingZoo documents
      openspiel    our OpenSpiel game: chance drawn node by node, no observations"""
import itertools
import random
import re
import sys
import time

from marbletop.bots.bot import Limit
from marbletop.bots.levels import searching
from marbletop.core.batch import Batch
from marbletop.core.chance import luck, pick
from marbletop.core.match import Match
from marbletop.core.setting import Setting
from marbletop.core.whole_games import games_in_chunks, prepare_games
from marbletop.games import GAMES

from .timing import timed

what, game, seats = sys.argv[1], GAMES[sys.argv[2]], int(sys.argv[3])
seconds, runs = float(sys.argv[4]), int(sys.argv[5])
setting = Setting.of(game, seats)


def compiled():
    prepare_games(setting)
    chunks = games_in_chunks(setting, 1 << 50, seed=1, threads=2 if what == "threads2" else 1)

    def chunk():
        lengths = next(chunks).lengths
        return len(lengths), int(lengths.sum())

    return chunk


def interpreted():
    box, actions, choices, deals = game.make_box(setting.options, seats), [0] * game.most_legal, luck(1), itertools.count()

    def chunk():
        state = game.blank(seats, setting.options, [1, next(deals)])
        game.setup(state, box)
        while not state.over:
            game.play(state, box, actions[pick(choices, game.legal(state, box, actions))])
        return 1, state.step

    return chunk


def search():
    bot, match = searching(game, threads=2 if what == "search2" else 1), Match(game, seats, seed=1)
    while len(match.legal) == 1:
        match.play(match.legal[0])

    def chunk():
        done = bot.analyse(match.view(match.player), match.box, Limit(seconds=0.2)).iterations
        return done, done

    return chunk


def number_in(text):
    return int(re.search(r"\d+$", text)[0])


def lanes():
    settings = {"opponents": "uniform"} if what.startswith("opponents") else {"threads": 2 if "threads2" in what else 1}
    batch = Batch(game, number_in(what), seats, seeds=1, autoreset="same_step", **settings)
    return chunk_of_steps(batch, batch.step)


def vector():
    from marbletop.adapters.gymnasium import LaneEnvironments
    environments = LaneEnvironments(game, number_in(what), seats, autoreset_mode="SameStep")
    environments.reset(seed=1)
    return chunk_of_steps(environments.batch, environments.step)


def chunk_of_steps(batch, step):
    steps = max(20, 20_000 // batch.lanes)

    def chunk():
        ended = 0
        for _ in range(steps):
            step(batch.random_actions())
            ended += int(batch.terminated.sum())
        return ended, steps * batch.lanes

    return chunk


def gymnasium():
    from marbletop.adapters.gymnasium import SeatEnvironment
    environment = SeatEnvironment(game, seats, opponents="uniform")

    def chunk():
        _, info = environment.reset()
        ended, moves = False, 0
        while not ended:
            _, _, terminated, truncated, info = environment.step(random.choice(info["action_mask"].nonzero()[0].tolist()))
            ended, moves = terminated or truncated, moves + 1
        return 1, moves

    return chunk


def match():
    deals = itertools.count()

    def chunk():
        played = Match(game, seats, seed=1, deal=next(deals))
        while not played.over:
            played.play(random.choice(played.legal))
        return 1, len(played.moves)

    return chunk


def pettingzoo():
    from marbletop.adapters.pettingzoo import env
    environment = env(game, seats)

    def chunk():
        environment.reset()
        moves = 0
        for _ in environment.agent_iter():
            _, _, terminated, truncated, info = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(random.choice(info["action_mask"].nonzero()[0].tolist()))
            moves += 1
        return 1, moves

    return chunk


def openspiel():
    import pyspiel

    import marbletop.adapters.openspiel  # noqa: F401
    loaded = pyspiel.load_game(f"python_marbletop_{game.name}(players={seats})")

    def chunk():
        state, moves = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
        return 1, moves

    return chunk


if what.startswith(("threads2", "search2")):
    time.process_time = time.perf_counter       # two threads: what counts is wall time
makers = {"interpreted": interpreted, "search": search, "search2": search, "pettingzoo": pettingzoo, "match": match,
          "gymnasium": gymnasium, "openspiel": openspiel}
kinds = {"lanes": lanes, "threads2lanes": lanes, "opponents": lanes, "vector": vector}       # each with a number of lanes
timed((makers | kinds).get(what if what in makers else what.rstrip("0123456789"), compiled)(), seconds, runs)
