"""What the learner of ppo.py brings along for each game: a rough value of the position, and layers that fit its board."""

import jax
import jax.numpy as jnp
import numpy as np


def used_columns(batch):
    """Numbers of an observation that are not always the same: those of seats that nobody has stay 0."""
    rows = [batch.step(batch.random_actions()).observations.copy() for _ in range(200)]
    return np.flatnonzero(np.ptp(np.concatenate(rows), axis=0))


def make_layer(key, inputs, outputs, spread=None):
    """Weights and offsets."""
    return (spread or (2 / inputs) ** 0.5) * jax.random.normal(key, (inputs, outputs)), jnp.zeros(outputs)


def run(layer, x):
    return x @ layer[0] + layer[1]


class Plain:
    """Two layers on the whole observation, and a third that gives a value and a number for each action."""

    sizes = (192, 128)
    lanes, against_greedy = 512, 64         # lanes, and in how many of them the greedy bot plays a seat
    steps, samples = 64, 1024               # of a round in each lane; samples of one gradient

    def __init__(self, batch):
        self.used, self.actions = used_columns(batch), batch.game.actions

    def start(self, key):
        first, second, last = jax.random.split(key, 3)
        return {"first": make_layer(first, len(self.used), self.sizes[0]), "second": make_layer(second, *self.sizes),
                "last": make_layer(last, self.sizes[1], self.actions + 1, 0.01)}

    def look(self, layers, seen):
        """The first layer, which the second goes on from."""
        return jax.nn.relu(run(layers["first"], jnp.log1p(seen[:, self.used].astype(jnp.float32))))

    def apply(self, layers, seen):
        x = run(layers["last"], jax.nn.relu(run(layers["second"], self.look(layers, seen))))
        return x[:, 0], x[:, 1:]

    @staticmethod
    def lead(batch):
        """Marbles and Jokers: how far the marbles have come. One at home counts more than a round; spaces are counted from the
        own Start Position."""
        length = int(batch.setting.box["length"][0])
        track, home = batch.plane("track")[:, :2, :length].astype(np.float32), batch.plane("Home Slot")[:, :2].sum(2)
        other = np.roll(track[:, 1], -(length // 2), axis=1)
        steps = np.stack([track[:, 0], other], 1) @ np.arange(length) + 1.5 * length * home
        return (steps[:, 0] - steps[:, 1]) / 180


class Places(Plain):
    """Marbleous: the same, and one small network that looks at a card, turned, above three columns of the tray. It is asked for
    every turn and column, so what it learns at one place holds at all of them. A card is worth as much as its best places."""

    sizes, hidden = (128, 128), 64
    lanes, against_greedy, steps, samples = 256, 16, 32, 256
    columns, colours, turns = 5, 5, 4
    near = 3 * 5 * 6                        # three columns, five heights, colours and whether there is a cell

    def __init__(self, batch):
        super().__init__(batch)
        self.batch = batch

    def start(self, key):
        a, b, c, d, e, f, g = jax.random.split(key, 7)
        return super().start(a) | {
            "tray": make_layer(b, 3 * self.near, self.hidden, 0.06), "card": make_layer(c, 9 * self.colours, self.hidden, 0.45),
            "rest": make_layer(d, self.sizes[1], self.hidden, 0.05), "back": make_layer(e, self.hidden, self.sizes[1], 0.05),
            "place": make_layer(f, self.hidden, 1, 0.01), "token": make_layer(g, self.hidden, 1, 0.01)}

    def apply(self, layers, seen):
        tray = run(layers["tray"], self.columns_of(self.plane("trays", seen)[:, 0].astype(jnp.int32)))
        x = jax.nn.relu(run(layers["second"], self.look(layers, seen)) + run(layers["back"], jax.nn.relu(tray).sum(1)))
        tray += run(layers["rest"], x)[:, None]
        hand = jnp.pad(self.plane("hand", seen)[:, None], ((0, 0), (0, 2), (0, 0), (0, 0)))
        cards = jnp.where(hand.any((1, 2, 3), keepdims=True), hand, self.plane("pool", seen))
        cards = run(layers["card"], self.turned(cards.reshape(-1, 3, 3, 3, self.colours)))
        places = run(layers["place"], jax.nn.relu(tray[:, None, None] + cards[:, :, :, None])).reshape(len(seen), 3, -1)
        marble = layers["card"][0].reshape(3, 3, self.colours, -1)[2, 0, :4] + layers["card"][1]        # a card with one marble
        tokens = run(layers["token"], jax.nn.relu(tray[:, None] + marble[:, None])).reshape(len(seen), -1)
        taken = jax.nn.logsumexp(2 * places, axis=2) / 2
        x, other = run(layers["last"], x), jnp.zeros((len(seen), self.actions - 44))
        return x[:, 0], x[:, 1:] + jnp.concatenate([taken, places[:, 0], other[:, :1], tokens, other], 1)

    def plane(self, name, seen):
        """A plane of observations that JAX has."""
        where = self.batch.plane(name, np.arange(seen.shape[1])[None])[0]
        return seen[:, where.flat[0]:where.flat[-1] + 1].reshape(-1, *where.shape)

    def columns_of(self, tray):
        """For every column, itself and the two to its right: what is around the cell where the next marble comes to rest."""
        lanes, tall = np.arange(len(tray))[:, None, None, None], tray.sum((1, 3))
        there = jnp.ones((len(tray), 1, *tray.shape[2:]), tray.dtype)
        room = jnp.pad(jnp.concatenate([tray, there], 1), ((0, 0), (0, 0), (1, 1), (2, 5)))
        beside, heights = np.arange(self.columns)[:, None] + np.arange(3), tall[:, :, None] + np.arange(5)
        near = room[lanes, :, beside[None, :, :, None], heights[:, :, None]].reshape(len(tray), self.columns, self.near)
        wide = jnp.pad(near, ((0, 0), (0, 2), (0, 0)))
        return jnp.concatenate([wide[:, i:i + self.columns] for i in range(3)], 2).astype(jnp.float32)

    def turned(self, cards):
        """Cards turned four ways, without empty columns at the left."""
        found = jnp.stack([jnp.rot90(cards, -turn, (2, 3)) for turn in range(self.turns)], 2)
        for _ in range(2):
            empty = ~found[:, :, :, :, 0].any((3, 4), keepdims=True)[..., None]
            found = jnp.where(empty, jnp.roll(found, -1, 4), found)
        return found.reshape(*found.shape[:3], -1).astype(jnp.float32)

    @staticmethod
    def lead(batch):
        """Points of cards and what tokens will bring: the own ones, less those of the other seat."""
        worth = batch.plane("score").astype(np.float32) + batch.plane("tokens").sum(2)
        return (worth[:, 0] - worth[:, 1]) / 12


NETWORKS = {"marbleous": Places, "marbles_and_jokers": Plain}
