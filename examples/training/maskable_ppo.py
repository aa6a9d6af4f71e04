"""Maskable PPO of Stable-Baselines3 through Gymnasium: one seat, compiled opponents, masks found by `action_masks()`.

    pip install 'marbletop[gymnasium]' sb3-contrib
    python examples/training/maskable_ppo.py marbletop/Marbleous-v1 200000
"""

import sys

from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from marbletop import Batch

name, steps = sys.argv[1], int(sys.argv[2])
settings = {"seats": 2, "seat": None, "opponents": "uniform", "observation": "float32"}
envs = make_vec_env(f"marbletop.adapters.gymnasium:{name}", n_envs=16, seed=1, env_kwargs=settings)
model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=512, n_epochs=4, gamma=0.99, ent_coef=0.01, seed=1, device="cpu")
model.learn(steps)
batch = Batch(envs.get_attr("game")[0], lanes=250, seats=2, observation="float32")
for opponents in ("uniform", "greedy"):
    found = batch.evaluate(lambda seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0], 1000, opponents)
    print(f"{name}, against {opponents}: {found}")
