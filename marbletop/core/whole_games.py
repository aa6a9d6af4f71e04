"""Whole games at full speed: `play_games` plays them by a policy and collects how they went.

Everything runs compiled, without the GIL and without Python per game. Game number i of a seed is the same game whatever the
number of threads, and the same as `Match(game, seed=seed, deal=i)`.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .chance import LUCK, key_of_seed, lucky_start, pick
from .components import Components
from .game import Game
from .kernel import compile_runner, rule
from .setting import Setting
from .state import Layout

Policy = Callable[..., int]                 # (state, box, actions, n, luck) -> one of actions[:n]; a rule
FIRST_CHUNK, LAST_CHUNK = 1 << 6, 1 << 16   # games of one compiled call, doubled until it takes CHUNK_SECONDS
CHUNK_SECONDS = 0.03                        # short enough to be stopped and to show progress, long enough to pay


@rule
def uniform(state, box, actions, n, luck):
    """The policy that takes any legal action."""
    return actions[pick(luck, n)]


@dataclass(frozen=True)
class Results:
    """How a number of games went: row i is game `first + i`."""

    first: int
    lengths: np.ndarray                     # decisions
    points: np.ndarray                      # by game and seat
    ranks: np.ndarray                       # by game and seat
    endings: np.ndarray
    tally: np.ndarray | None = None         # by game and event


@cache
def _games_runner(game: Game, policy: Policy, layout: Layout) -> Any:
    setup, legal, play, outcome = game.setup, game.legal, game.play, game.outcome
    room = game.most_legal
    tallied = "tally" in layout.fields

    def run_games(states, boxes, luck, start, seed, first, lengths, points, ranks, endings, tally):
        actions = np.zeros(room, np.int64)
        for i in range(len(lengths)):
            states[0] = start[0]
            states[0].chance_key[0] = np.uint64(seed)
            states[0].chance_key[1] = np.uint64(first + i)
            luck[0].counter = lucky_start(seed, first + i)
            setup(states[0], boxes[0])
            while not states[0].over:
                n = legal(states[0], boxes[0], actions)
                play(states[0], boxes[0], policy(states[0], boxes[0], actions, n, luck[0]))
            endings[i] = outcome(states[0], boxes[0], points[i], ranks[i])
            lengths[i] = states[0].step
            if tallied:
                for event in range(tally.shape[1]):
                    tally[i, event] = states[0].tally[event]

    blank = np.zeros(1, layout.dtype)
    return compile_runner(run_games, game, *_games_arguments(game, blank, np.zeros(1, game.box.dtype), 0, 0, 0),
                    made_from=(policy, *getattr(policy, "made_from", ())))


def _games_arguments(game: Game, start: np.ndarray, box: np.ndarray, seed: int, first: int, games: int) -> tuple[Any, ...]:
    events = len(game.events) if "tally" in (start.dtype.names or ()) else 0
    return (start.copy(), box, np.zeros(1, LUCK.dtype), start, np.uint64(key_of_seed(seed)[0]), np.uint64(first),
            np.zeros(games, np.int64), np.zeros((games, game.state.owners)), np.zeros((games, game.state.owners), np.int64),
            np.zeros(games, np.int64), np.zeros((games, events), np.int64))


def prepare_games(setting: Setting, policy: Policy = uniform) -> None:
    """Compile what `games_in_chunks` needs, so that its first chunk comes at once."""
    _games_runner(setting.game, policy, setting.layout)


def games_in_chunks(setting: Setting, games: int, seed: int = 0, policy: Policy = uniform, threads: int = 1,
                    first: int = 0) -> Iterator[Results]:
    """Play games number `first` to `first + games - 1` of a seed, in order, some thousands at a time."""
    run = _games_runner(setting.game, policy, setting.layout)

    size = FIRST_CHUNK

    def chunk(start: int, count: int) -> Results:
        nonlocal size
        arguments = _games_arguments(setting.game, setting.start, setting.box, seed, start, count)
        begun = time.perf_counter()
        run(*arguments)
        if time.perf_counter() - begun < CHUNK_SECONDS and count == size < LAST_CHUNK:
            size *= 2
        lengths, points, ranks, endings, tally = arguments[6:]
        return Results(start, lengths, points[:, :setting.seats], ranks[:, :setting.seats], endings,
                       tally if tally.shape[1] else None)

    def counts() -> Iterator[tuple[int, int]]:
        start = first
        while start < first + games:
            count = min(size, first + games - start)
            yield start, count
            start += count

    if threads == 1:
        for start, count in counts():
            yield chunk(start, count)
        return
    with ThreadPoolExecutor(threads) as pool:
        todo, waiting = counts(), []
        for start, count in todo:
            waiting.append(pool.submit(chunk, start, count))
            if len(waiting) > 2 * threads:
                yield waiting.pop(0).result()
        for done in waiting:
            yield done.result()


def play_games(game: Game, seats: int | None = None, games: int = 1, seed: int = 0, policy: Policy = uniform,
               threads: int = 1, tally: bool = False, components: Components | None = None, **options: Any) -> Results:
    """Play whole games by a policy and collect how they went."""
    setting = Setting.of(game, seats, components, tally, **options)
    chunks = list(games_in_chunks(setting, games, seed, policy, threads))
    names = ("lengths", "points", "ranks", "endings", *(("tally",) if tally else ()))
    return Results(0, **{name: np.concatenate([getattr(chunk, name) for chunk in chunks]) for name in names})
