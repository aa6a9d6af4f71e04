"""PettingZoo connect_four_v3.  usage: peer_pettingzoo.py MODE SECONDS RUNS
MODE: aec  the documented loop (last / action_space.sample(mask) / step), wrapped env
      raw  the same loop on raw_env with a cheap random choice"""
import random
import sys

import numpy as np
from pettingzoo.classic import connect_four_v3
from timing import timed

mode, secs, runs = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
env = connect_four_v3.env() if mode == "aec" else connect_four_v3.raw_env()


def chunk():
    moves = 0
    env.reset()
    for agent in env.agent_iter():
        obs, _, term, trunc, _ = env.last()
        if term or trunc:
            env.step(None)
            continue
        if mode == "aec":
            action = env.action_space(agent).sample(obs["action_mask"])
        else:
            action = random.choice(np.flatnonzero(obs["action_mask"]).tolist())
        env.step(action)
        moves += 1
    return 1, moves


timed(chunk, secs, runs)
