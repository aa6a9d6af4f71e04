"""Train one network for both seats by PPO with masks, with JAX on the CPU, and let it play against the greedy bot.

    pip install marbletop jax
    python examples/training/ppo.py marbleous --cpu-seconds 600

In most lanes the network plays both seats; in the others it meets the greedy bot, which plays in compiled code. A value is that
of the seat that decides, so it changes its sign where the other seat decides next: what one wins, the other loses.
"""

import argparse
import json
import time
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from networks import NETWORKS

from marbletop import Batch

PASSES, RATE, CLIP, ENTROPY, TRACE = 2, 1e-3, 0.2, 0.01, 0.9
TOLD_EVERY = 60                             # seconds


def judge(network, layers, seen, masks, leads):
    """Logarithms of the probability of each action, and the value of each position: a rough one and what the network adds."""
    values, numbers = network.apply(layers, seen)
    return jax.nn.log_softmax(jnp.where(masks, numbers, -1e9)), leads + values


@partial(jax.jit, static_argnums=0)
def act(network, layers, seen, masks, leads, key):
    """A random action for each lane by its probability, the logarithm of that, and the value."""
    logs, values = judge(network, layers, seen, masks, leads)
    actions = jax.random.categorical(key, logs)
    return actions, jnp.take_along_axis(logs, actions[:, None], 1)[:, 0], values


def collect(batch, network, layers, key):
    """Play some actions in every lane: what was seen and done, and how much better than expected it went."""
    rows, lanes, steps = [], np.arange(batch.lanes), network.steps
    for step in range(steps + 1):
        seen, masks, players = batch.observations.copy(), batch.masks.copy(), batch.players.copy()
        leads = np.tanh(network.lead(batch)).astype(np.float32)
        chosen = act(network, layers, seen, masks, leads, jax.random.fold_in(key, step))
        actions, logs, values = map(np.asarray, chosen)
        if step < steps:
            batch.step(actions)
        rows.append((seen, masks, leads, actions, logs, values, batch.rewards[lanes, players], batch.ended, players))
    *given, values, rewards, ended, players = (np.stack(column) for column in zip(*rows))
    better, following = np.zeros((steps, batch.lanes), np.float32), 0
    for step in reversed(range(steps)):
        goes_on = np.where(ended[step], 0, np.where(players[step] == players[step + 1], 1, -1))
        delta = rewards[step] + goes_on * values[step + 1] - values[step]
        better[step] = following = delta + TRACE * goes_on * following
    samples = [*(column[:-1] for column in given), better, better + values[:-1]]
    return [column.reshape(-1, *column.shape[2:]) for column in samples]


def loss(layers, network, seen, masks, leads, actions, old, better, returns):
    logs, values = judge(network, layers, seen, masks, leads)
    ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - old)
    better = (better - better.mean()) / (better.std() + 1e-6)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better).mean()
    entropy = -(jnp.exp(logs) * jnp.where(masks, logs, 0)).sum(1).mean()
    return 0.5 * ((values - returns) ** 2).mean() - gain - ENTROPY * entropy


@partial(jax.jit, static_argnums=0)
def improve(network, layers, means, squares, count, rate, *samples):
    """One step of Adam."""
    slopes = jax.grad(loss)(layers, network, *samples)
    means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, slopes)
    squares = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, squares, slopes)
    grown = rate * jnp.sqrt(1 - 0.999 ** count) / (1 - 0.9 ** count)
    return jax.tree.map(lambda w, m, s: w - grown * m / (jnp.sqrt(s) + 1e-8), layers, means, squares), means, squares


def train(game, cpu_seconds, seed=0):
    """A network that has learned for so many seconds of a processor: what `evaluate` needs."""
    kind = NETWORKS[game]
    own = np.ones((kind.lanes, 2), bool)
    own[np.arange(kind.against_greedy), np.arange(kind.against_greedy) % 2] = False
    batch = Batch(game, kind.lanes, 2, seed, "same_step", opponents="greedy", own_seats=own)
    network, rng, key = kind(batch), np.random.default_rng(seed), jax.random.PRNGKey(seed)
    layers = network.start(key)
    means = squares = jax.tree.map(jnp.zeros_like, layers)
    begun, rounds, count, told = time.process_time(), 0, 0, 0
    while (spent := time.process_time() - begun) < cpu_seconds:
        samples, rounds = collect(batch, network, layers, jax.random.fold_in(key, rounds)), rounds + 1
        for _ in range(PASSES):
            free = rng.permutation(np.flatnonzero(samples[1].sum(1) > 1))               # nothing is learned from forced moves
            for part in free[:len(free) // network.samples * network.samples].reshape(-1, network.samples):
                count, rate = count + 1, RATE * (1 - spent / cpu_seconds)
                given = (column[part] for column in samples)
                layers, means, squares = improve(network, layers, means, squares, count, rate, *given)
        if spent > told + TOLD_EVERY:
            told = spent
            played = rounds * network.steps * batch.lanes
            print(f"{played:,} actions, {spent:.0f} s: {evaluate(batch, network, layers, 256)}", flush=True)
    return batch, network, layers


def evaluate(batch, network, layers, games):
    """The win share against the greedy bot of the network's favourite actions."""
    best = jax.jit(lambda seen, masks: jnp.argmax(judge(network, layers, seen, masks, 0)[0], axis=1))
    return batch.evaluate(lambda seen, masks: np.asarray(best(seen, masks)), games, "greedy", seed=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(NETWORKS))
    parser.add_argument("--cpu-seconds", type=float, default=600)
    chosen = parser.parse_args()
    print(found := evaluate(*train(chosen.game, chosen.cpu_seconds), 1000))
    print(json.dumps({"win_share": found.win_share, "points": found.points, "cpu_seconds": time.process_time()}))
