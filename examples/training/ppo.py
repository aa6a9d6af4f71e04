"""Train one network for both seats by PPO with masks, with JAX on the CPU, and let it play against the greedy bot.

    pip install marbletop jax
    python examples/training/ppo.py marbleous --cpu-seconds 600

In most lanes the network plays both seats; in the others it meets the greedy bot, which plays in compiled code. A value is that
of the seat that decides, so it changes its sign where the other seat decides next: what one wins, the other loses.
"""

import argparse
import json
import time

import jax
import jax.numpy as jnp
import numpy as np

from marbletop import Batch

LANES, AGAINST_GREEDY = 512, 64             # lanes, and in how many of them the greedy bot plays a seat
STEPS, PASSES, SAMPLES = 64, 2, 1024        # of a round in each lane; passes over them; samples of one gradient
LAYERS, RATE, CLIP, ENTROPY, TRACE = (192, 128), 1e-3, 0.2, 0.01, 0.9


def lead_in_points(batch):
    """Points of cards and what tokens will bring: the own ones, less those of the other seat."""
    worth = batch.plane("score").astype(np.float32) + batch.plane("tokens").sum(2)
    return (worth[:, 0] - worth[:, 1]) / 12


def lead_in_steps(batch):
    """How far the marbles have come; one at home counts more than a round. Spaces are counted from the own Start Position."""
    length = int(batch.setting.box["length"][0])
    track, home = batch.plane("track")[:, :2, :length].astype(np.float32), batch.plane("Home Slot")[:, :2].sum(2)
    steps = np.stack([track[:, 0], np.roll(track[:, 1], -(length // 2), axis=1)], 1) @ np.arange(length) + 1.5 * length * home
    return (steps[:, 0] - steps[:, 1]) / 180


LEADS = {"marbleous": lead_in_points, "marbles_and_jokers": lead_in_steps}


def lead_of(batch):
    """A rough value of each position; the network adds what it learns."""
    return np.tanh(LEADS[batch.game.name](batch)).astype(np.float32)


def make_network(key, inputs, actions):
    """Weights and offsets of each layer; the last one gives a value and a number for each action."""
    sizes = (inputs, *LAYERS, actions + 1)
    spreads = (*((2 / size) ** 0.5 for size in sizes[:-2]), 0.01)
    return [(spread * jax.random.normal(jax.random.fold_in(key, a), (a, b)), jnp.zeros(b))
            for a, b, spread in zip(sizes, sizes[1:], spreads)]


def apply(network, seen, masks, leads):
    """Logarithms of the probability of each action, and the value of each position."""
    x = jnp.log1p(seen.astype(jnp.float32))
    for weights, offsets in network[:-1]:
        x = jax.nn.relu(x @ weights + offsets)
    x = x @ network[-1][0] + network[-1][1]
    return jax.nn.log_softmax(jnp.where(masks, x[:, 1:], -1e9)), leads + x[:, 0]


@jax.jit
def act(network, seen, masks, leads, key):
    """A random action for each lane by its probability, the logarithm of that, and the value."""
    logs, values = apply(network, seen, masks, leads)
    actions = jax.random.categorical(key, logs)
    return actions, jnp.take_along_axis(logs, actions[:, None], 1)[:, 0], values


def collect(batch, network, used, key):
    """Play STEPS actions in every lane: what was seen and done, and how much better than expected it went."""
    rows, lanes = [], np.arange(LANES)
    for step in range(STEPS + 1):
        seen, masks, leads, players = batch.observations[:, used], batch.masks.copy(), lead_of(batch), batch.players.copy()
        actions, logs, values = map(np.asarray, act(network, seen, masks, leads, jax.random.fold_in(key, step)))
        if step < STEPS:
            batch.step(actions)
        rows.append((seen, masks, leads, actions, logs, values, batch.rewards[lanes, players], batch.ended, players))
    *given, values, rewards, ended, players = (np.stack(column) for column in zip(*rows))
    better, following = np.zeros((STEPS, LANES), np.float32), 0
    for step in reversed(range(STEPS)):
        goes_on = np.where(ended[step], 0, np.where(players[step] == players[step + 1], 1, -1))
        delta = rewards[step] + goes_on * values[step + 1] - values[step]
        better[step] = following = delta + TRACE * goes_on * following
    samples = [*(column[:-1] for column in given), better, better + values[:-1]]
    return [column.reshape(STEPS * LANES, *column.shape[2:]) for column in samples]


def loss(network, seen, masks, leads, actions, old, better, returns):
    logs, values = apply(network, seen, masks, leads)
    ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - old)
    better = (better - better.mean()) / (better.std() + 1e-6)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better).mean()
    entropy = -(jnp.exp(logs) * jnp.where(masks, logs, 0)).sum(1).mean()
    return 0.5 * ((values - returns) ** 2).mean() - gain - ENTROPY * entropy


@jax.jit
def improve(network, means, squares, count, rate, *samples):
    """One step of Adam."""
    slopes = jax.grad(loss)(network, *samples)
    means = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, means, slopes)
    squares = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, squares, slopes)
    grown = rate * jnp.sqrt(1 - 0.999 ** count) / (1 - 0.9 ** count)
    return jax.tree.map(lambda w, m, s: w - grown * m / (jnp.sqrt(s) + 1e-8), network, means, squares), means, squares


def used_columns(batch):
    """Numbers of an observation that are not always the same: those of seats that nobody has stay 0."""
    rows = [batch.step(batch.random_actions()).observations.copy() for _ in range(200)]
    return np.flatnonzero(np.ptp(np.concatenate(rows), axis=0))


def train(game, cpu_seconds, seed=0):
    """A network that has learned for so many seconds of a processor: what `evaluate` needs."""
    own = np.ones((LANES, 2), bool)
    own[np.arange(AGAINST_GREEDY), np.arange(AGAINST_GREEDY) % 2] = False
    batch = Batch(game, LANES, 2, seed, "same_step", opponents="greedy", own_seats=own)
    used, rng, key = used_columns(batch), np.random.default_rng(seed), jax.random.PRNGKey(seed)
    network = make_network(key, len(used), batch.game.actions)
    means = squares = jax.tree.map(jnp.zeros_like, network)
    begun, rounds, count = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < cpu_seconds:
        samples, rounds = collect(batch, network, used, jax.random.fold_in(key, rounds)), rounds + 1
        for _ in range(PASSES):
            free = rng.permutation(np.flatnonzero(samples[1].sum(1) > 1))               # nothing is learned from forced moves
            for part in free[:len(free) // SAMPLES * SAMPLES].reshape(-1, SAMPLES):
                count, rate = count + 1, RATE * (1 - spent / cpu_seconds)
                network, means, squares = improve(network, means, squares, count, rate, *(column[part] for column in samples))
        if rounds % 20 == 0:
            print(f"{rounds * STEPS * LANES:,} actions, {spent:.0f} s: {evaluate(batch, network, used, 256)}", flush=True)
    return batch, network, used


def evaluate(batch, network, used, games):
    """The win share against the greedy bot of the network's favourite actions."""
    best = jax.jit(lambda seen, masks: jnp.argmax(apply(network, seen, masks, jnp.zeros(len(seen)))[0], axis=1))
    return batch.evaluate(lambda seen, masks: np.asarray(best(seen[:, used], masks)), games, "greedy", seed=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(LEADS))
    parser.add_argument("--cpu-seconds", type=float, default=600)
    chosen = parser.parse_args()
    print(found := evaluate(*train(chosen.game, chosen.cpu_seconds), 1000))
    print(json.dumps({"win_share": found.win_share, "cpu_seconds": time.process_time()}))
