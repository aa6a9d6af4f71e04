"""OpenSpiel's Monte-Carlo tree search as a bot of ours, so that it can sit in a contest: C++, one random rollout for each
simulation, proven ends backed up. It plays Connect Four only."""

import time
from collections.abc import Callable
from typing import Any

from marbletop.bots.bot import Bot, Limit, MatchSetup, never
from marbletop.games.connect_four.state import COLUMNS, ROWS, TALL

EXPLORE, MEGABYTES = 2.0, 1000              # as in OpenSpiel's own examples
FIRST_GUESS, ENOUGH = 50_000, 500           # simulations a second until it is measured, and simulations to measure it by


class OpenSpielMcts(Bot):
    """It counts simulations, not seconds: how many fit into its time is measured at every move. `used` adds up seconds of the
    processor, `moves` the decisions."""

    def __init__(self, game: Any, seed: int = 0):
        import pyspiel
        self.pyspiel, self.board = pyspiel, pyspiel.load_game("connect_four")
        self.rate, self.used, self.moves = float(FIRST_GUESS), 0.0, 0
        super().__init__(game, seed)

    @property
    def name(self) -> str:
        return "OpenSpiel MCTS"

    def reseed(self, seed: int) -> None:
        self.seed = seed % (1 << 31)

    def begin(self, setup: MatchSetup) -> None:
        self.state, self.taken = self.board.new_initial_state(), 0

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        self._follow(view.marbles[0] | view.marbles[1])
        assert limit.seconds is not None
        simulations, begun = max(8, int(self.rate * limit.seconds)), time.thread_time()
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed + self.moves)
        bot = self.pyspiel.MCTSBot(self.board, evaluator, EXPLORE, simulations, MEGABYTES, True, self.seed + self.moves, False)
        root = bot.mcts_search(self.state)
        action, seconds = int(root.best_child().action), time.thread_time() - begun
        if root.explore_count >= ENOUGH:    # a search that has proved everything ends early
            self.rate = root.explore_count / seconds
        self.used, self.moves = self.used + seconds, self.moves + 1
        self._play(action)
        return action

    def _follow(self, taken: int) -> None:
        """Play what the other has played since."""
        for column in range(COLUMNS):
            if (taken & ~self.taken) >> TALL * column & (1 << ROWS) - 1:
                self._play(column)

    def _play(self, column: int) -> None:
        self.state.apply_action(column)
        self.taken |= (self.taken + (1 << TALL * column)) & ((1 << ROWS) - 1) << TALL * column
