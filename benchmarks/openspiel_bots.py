"""OpenSpiel's searches as bots of ours, so that they can sit in a contest: its Monte-Carlo tree search in C++ in its own
Connect Four, and its searches in Python in our other games, which it knows by the adapter. All evaluate by one random
rollout."""

import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from marbletop.bots.bot import Bot, Limit, MatchSetup, never
from marbletop.bots.explain import imagined_deal
from marbletop.games.connect_four.state import COLUMNS, ROWS, TALL

EXPLORE, MEGABYTES = 2.0, 1000              # as in OpenSpiel's own examples
FEWEST = 8                                  # simulations of a search, however slow it is


class OpenSpielBot(Bot):
    """It counts simulations, not seconds: how many fit into its time is measured at every move. `used` adds up seconds of the
    processor, `moves` the decisions."""

    first_guess: float                      # simulations a second until it is measured
    enough: int                             # simulations to measure it by

    def __init__(self, game: Any, seed: int = 0):
        self.rate, self.used, self.moves = self.first_guess, 0.0, 0
        super().__init__(game, seed)

    def reseed(self, seed: int) -> None:
        self.seed = seed % (1 << 31)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        assert limit.seconds is not None
        begun = time.thread_time()
        action, simulations = self.search(view, box, max(FEWEST, int(self.rate * limit.seconds)))
        seconds = time.thread_time() - begun
        if simulations >= self.enough:      # a search that has proved everything ends early
            self.rate = simulations / seconds
        self.used, self.moves = self.used + seconds, self.moves + 1
        return action

    @abstractmethod
    def search(self, view: Any, box: Any, simulations: int) -> tuple[int, int]:
        """The action, and how many simulations it took."""


class OpenSpielMcts(OpenSpielBot):
    """The search in C++, which backs up proven ends. It plays Connect Four only."""

    first_guess, enough = 50_000.0, 500

    def __init__(self, game: Any, seed: int = 0):
        import pyspiel
        self.pyspiel, self.board = pyspiel, pyspiel.load_game("connect_four")
        super().__init__(game, seed)

    @property
    def name(self) -> str:
        return "OpenSpiel MCTS"

    def begin(self, setup: MatchSetup) -> None:
        self.state, self.taken = self.board.new_initial_state(), 0

    def search(self, view: Any, box: Any, simulations: int) -> tuple[int, int]:
        self._follow(view.marbles[0] | view.marbles[1])
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, self.seed + self.moves)
        bot = self.pyspiel.MCTSBot(self.board, evaluator, EXPLORE, simulations, MEGABYTES, True, self.seed + self.moves, False)
        root = bot.mcts_search(self.state)
        action = int(root.best_child().action)
        self._play(action)
        return action, root.explore_count

    def _follow(self, taken: int) -> None:
        """Play what the other has played since."""
        for column in range(COLUMNS):
            if (taken & ~self.taken) >> TALL * column & (1 << ROWS) - 1:
                self._play(column)

    def _play(self, column: int) -> None:
        self.state.apply_action(column)
        self.taken |= (self.taken + (1 << TALL * column)) & ((1 << ROWS) - 1) << TALL * column


class OpenSpielIsmcts(OpenSpielBot):
    """The search of information sets in Python; in games without secrets, for which OpenSpiel refuses it, its usual search in
    Python. What is forced is played without a search, which would tell nothing of its speed."""

    first_guess, enough = 100.0, FEWEST

    @property
    def name(self) -> str:
        return "OpenSpiel ISMCTS"

    def begin(self, setup: MatchSetup) -> None:
        import pyspiel

        import marbletop.adapters.openspiel  # noqa: F401    it registers the games
        assert not setup.options, "only the usual options are played"
        self.board = pyspiel.load_game(f"python_marbletop_{self.game.name}(players={setup.seats})")
        self.chance = np.random.RandomState(self.seed)

    def search(self, view: Any, box: Any, simulations: int) -> tuple[int, int]:
        from open_spiel.python.algorithms import ismcts, mcts

        from marbletop.adapters.chance_tree import NOTHING_YET, Node
        from marbletop.adapters.openspiel import SpielState
        if len(legal := self.game.legal_list(view, box)) == 1:
            return legal[0], 0
        tree, evaluator = self.board.tree, mcts.RandomRolloutEvaluator(1, self.chance)
        deal = imagined_deal(self.game, view, box, self.moves)          # the search deals anew what its seat does not know
        state = SpielState(self.board, Node(tree, deal, memories=dict.fromkeys(tree.viewers, NOTHING_YET)))
        has_secrets = self.board.get_type().information == self.board.get_type().Information.IMPERFECT_INFORMATION
        kind = ismcts.ISMCTSBot if has_secrets else mcts.MCTSBot
        order = (evaluator, EXPLORE, simulations) if has_secrets else (EXPLORE, simulations, evaluator)
        return int(kind(self.board, *order, random_state=self.chance).step(state)), simulations
