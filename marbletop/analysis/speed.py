"""How fast a game runs here: compiled and interpreted play, start-up, size of a position."""

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from ..core.chance import luck, pick
from ..core.game import Game
from ..core.setting import Setting
from ..core.whole_games import games_in_chunks, prepare_games

FIRST_GAME = ("import sys, time; t = time.perf_counter(); from marbletop.games import GAMES; "
              "from marbletop.core.whole_games import play_games; play_games(GAMES[sys.argv[1]], int(sys.argv[2])); "
              "print(time.perf_counter() - t)")
SECOND_RUNNER = ("import sys, time; from marbletop.games import GAMES; from marbletop.core.batch import Batch; "
                 "t = time.perf_counter(); Batch(GAMES[sys.argv[1]], 2, int(sys.argv[2])); print(time.perf_counter() - t)")


def compiled_speed(game: Game, seats: int, seconds: float, threads: int = 1) -> tuple[float, float, float]:
    """Random play: decisions and games per second, and decisions per game. With one thread seconds are of CPU time,
    with more of wall time."""
    setting = Setting.of(game, seats)
    prepare_games(setting)
    clock = time.process_time if threads == 1 else time.perf_counter
    for results in games_in_chunks(setting, 1 << 40, seed=1, threads=threads):      # warm up, find the chunk size
        if len(results.lengths) >= 1 << 12 or results.first > 1 << 12:
            break
    games = decisions = 0
    begun = clock()
    for results in games_in_chunks(setting, 1 << 40, seed=2, threads=threads):
        games += len(results.lengths)
        decisions += int(results.lengths.sum())
        spent = clock() - begun
        if spent > seconds:
            return decisions / spent, games / spent, decisions / games
    raise AssertionError("there are always more games")


def interpreted_speed(game: Game, seats: int, seconds: float) -> float:
    """Random play on the plain object: decisions per second of CPU time."""
    options = game.read_options({})
    box = game.make_box(options, seats)
    actions, choices = [0] * game.most_legal, luck(1)
    decisions, deal, begun = 0, 0, time.process_time()
    while time.process_time() - begun < seconds:
        state = game.blank(seats, options, [1, deal])
        game.setup(state, box)
        deal += 1
        while not state.over:
            game.play(state, box, actions[pick(choices, game.legal(state, box, actions))])
            decisions += 1
    return decisions / (time.process_time() - begun)


def start_up(game: Game, seats: int) -> dict[str, float]:
    """Seconds to the first compiled game: nothing cached, from the cache, and a second runner with the rules cached."""
    with tempfile.TemporaryDirectory() as folder:
        def run(program: str) -> float:
            done = subprocess.run([sys.executable, "-c", program, game.name, str(seats)], text=True, check=True,
                                  stdout=subprocess.PIPE, env={**os.environ, "MARBLETOP_CACHE": folder})
            return float(done.stdout)

        return {"cold": run(FIRST_GAME), "second_runner": run(SECOND_RUNNER), "cached": run(FIRST_GAME)}


def measure(game: Game, seats: int, seconds: float = 1.0) -> dict[str, Any]:
    """All figures of a game for one number of seats."""
    decisions, games, length = compiled_speed(game, seats, seconds)
    return {"game": game.name, "seats": seats, "decisions_per_second": decisions, "games_per_second": games,
            "decisions_per_game": length, "interpreted_per_second": interpreted_speed(game, seats, seconds),
            "record_bytes": game.state.dtype.itemsize}
