"""What is a position of Marbles and Jokers worth? The weights of its judgement, fitted to who won.

    python -m benchmarks.fit [--seats 4] [--games 900] [--iterations 1000] [--seed 79]

Searching bots play each other, with some moves of greedy and random ones so that all kinds of positions come about. The
logarithm of a side's chances is a sum over what it has less what the other has; the table prints each weight in steps of
a marble, and the steps that make a side e times as likely to win (SCALE is that for each of a side).
"""

import argparse
import random
from typing import Any

import numpy as np

from marbletop.bots.bot import Limit
from marbletop.bots.registry import bot_named
from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.games.marbles_and_jokers.state import CARD, JOKER, RANKS, RING

GAME = GAMES["marbles_and_jokers"]
NAMES = ("a step", "depth at home", "just past home", "a Joker", "a way out", "a way back", "a split", "second at home",
         "third at home", "fourth at home", "fifth at home")
A_RANDOM_MOVE, A_GREEDY_MOVE = 0.05, 0.2                # chances, the second with the first
LOOKED_AT = 0.5                                         # of the turns
RIDGE = 1e-4


def has(state: Any, box: Any, seat: int) -> np.ndarray:
    """What a seat has, in the order of NAMES."""
    places = state.place[seat][:box.marbles]
    home = [place - box.length for place in places if place > box.length]
    steps = sum(place for place in places if box.start <= place <= box.length) + box.length * len(home)
    behind = sum(RING < place < box.start for place in places)
    hand = state.hand[seat]
    cards = [sum(hand[rank] for rank in range(RANKS) if mask >> rank & 1) for mask in (box.exits, box.retreats, box.splits)]
    return np.array([steps, sum(home), behind, hand[JOKER], *cards, *(len(home) >= number for number in (2, 3, 4, 5))], float)


def balance(state: Any, box: Any) -> np.ndarray:
    """What the side of the first seat has, less what the others have."""
    return sum((1 if state.side[seat] == state.side[0] else -1) * has(state, box, seat) for seat in range(state.seats))


def play(seats: int, games: int, limit: Limit, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Balances, and whether the side of the first seat won."""
    search, greedy = bot_named(GAME, "search:nodes=200000")[0], bot_named(GAME, "greedy")[0]
    chooser, rows, won = random.Random(seed), [], []
    for deal in range(games):
        match, here = Match(GAME, seats, seed=seed, deal=deal), len(rows)
        while not match.over:
            if match.state.phase == CARD and chooser.random() < LOOKED_AT:
                rows.append(balance(match.state, match.box))
            kind = chooser.random()
            if kind < A_RANDOM_MOVE:
                match.play(chooser.choice(match.legal))
            else:
                bot = greedy if kind < A_GREEDY_MOVE else search
                match.play(bot.choose(match.view(match.player), match.box, limit))
        won += [float(match.outcome.rank[0] == 1)] * (len(rows) - here)
    return np.array(rows), np.array(won)


def fitted(rows: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method."""
    spread = rows.std(0) + 1e-9
    scaled, weights = rows / spread, np.zeros(rows.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (won - chance) / len(won) - RIDGE * weights
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled / len(won) + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights / spread


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=900)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=79)
    chosen = parser.parse_args()
    rows, won = play(chosen.seats, chosen.games, Limit(iterations=chosen.iterations), chosen.seed)
    weights = fitted(rows, won)
    chance = 1 / (1 + np.exp(-rows @ weights))
    loss = -np.mean(np.log(np.where(won == 1, chance, 1 - chance)))
    print(f"{len(won)} positions of {chosen.games} games; log loss {loss:.4f}, "
          f"e times as likely {1 / weights[0]:.0f} steps ahead")
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:16} {weight / weights[0]:7.1f}")


if __name__ == "__main__":
    main()
