"""What is certain about a position: the questions that a game's solver (core/solving.py) is asked, and its answers."""

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.kernel import compile_runner
from ..core.match import outcome_of
from ..core.solving import UNDECIDED, UNSUITED, Solver
from .bot import Limit, Proof

SHARE = 0.5                                 # of the time; the rest is left to search in, if the position is not solved
POSITIONS = 64                              # that a solver may look at for each iteration that a search may make
FIRST_SLICE, SLICE = 200, 20_000            # positions between two looks at the clock: at most a few milliseconds


class Unproved(Exception):
    """The time is over, or the options of the match are not those that the solver knows."""


@cache
def solver_runner(game: Game) -> Any:
    """find_action(states, boxes, score, desks, table, positions): the solver of a game, compiled."""
    solver = solver_of(game)
    find = solver.find

    def find_action(states, boxes, score, desks, table, positions):
        return find(states[0], boxes[0], score, desks[0], table, positions)

    return compile_runner(find_action, game, np.zeros(1, game.state.dtype), np.zeros(1, game.box.dtype), 0,
                          np.zeros(1, solver.desk.dtype), np.zeros(1, np.int64), 0, made_from=(find,))


@cache
def compile_in_background(game: Game) -> threading.Thread:
    """The thread in which the solver of a game is compiled, once in a process."""
    compiling = threading.Thread(target=solver_runner, args=(game,), daemon=True)
    compiling.start()
    return compiling


def solver_of(game: Game) -> Solver:
    if game.solver is None:
        raise ValueError(f"{game.name} has no solver")
    return game.solver


class Allowance:
    """How long a solver may think: a share of a limit."""

    def __init__(self, limit: Limit, stop: Callable[[], bool]):
        self.clock, self.stop, self.begun = limit.clock, stop, limit.clock()
        self.seconds = math.inf if limit.seconds is None else SHARE * limit.seconds
        self.positions = 1 << 60 if limit.iterations is None else POSITIONS * limit.iterations

    @property
    def used(self) -> float:
        """Seconds that it has taken."""
        return self.clock() - self.begun

    def take(self, wanted: int) -> int:
        """The positions that may be looked at next, of so many; Unproved if there are none."""
        most = min(wanted, self.positions)
        if not most or self.used > self.seconds or self.stop():
            raise Unproved
        self.positions -= most
        return most


class Prover:
    """The solver of a game with what it remembers."""

    def __init__(self, game: Game):
        self.game, self.run = game, solver_runner(game)
        self.desk = np.zeros(1, solver_of(game).desk.dtype)
        self.table = np.zeros(solver_of(game).entries, np.int64)

    def forget(self) -> None:
        """Begin anew, so that the same question gets the same answer after the same number of positions."""
        self.desk[:], self.table[:] = 0, 0

    def find(self, state: Any, box: Any, score: int, allowance: Allowance) -> int | None:
        """An action with which the player of a plain state reaches a score; None if there is none. Raises Unproved."""
        states, boxes = self.game.state.to_record(state), self.game.box.to_record(box)
        answer, slice = UNDECIDED, FIRST_SLICE
        while answer == UNDECIDED:
            answer = int(self.run(states, boxes, score, self.desk, self.table, allowance.take(slice)))
            slice = min(2 * slice, SLICE)
        if answer == UNSUITED:
            raise Unproved
        return answer if answer >= 0 else None


@dataclass
class Bounds:
    """What is known of a score: it is not below `low` and not above `high`."""

    low: int
    high: int

    @property
    def value(self) -> float | None:
        """The player's share of first place, if it is known."""
        return 1.0 if self.low > 0 else 0.0 if self.high < 0 else 0.5 if self.low == self.high else None

    @property
    def question(self) -> int:
        """The score that is asked about next: first whether the player can avoid losing, because a move that does is worth
        knowing even if there is no time for more; then whether they win, then how soon."""
        if self.value is None:
            return 0 if self.low < 0 else 1
        return (self.low + self.high + 1) // 2

    def note(self, score: int, reached: bool) -> None:
        if reached:
            self.low = max(self.low, score)
        else:
            self.high = min(self.high, score - 1)


class Findings:
    """What is certain about the position of a view, as far as it has been found out: of the best action and of all others."""

    def __init__(self, prover: Prover, view: Any, box: Any, allowance: Allowance):
        self.prover, self.box, self.allowance, self.state = prover, box, allowance, prover.game.state.copy(view)
        self.last = prover.game.longest + 1             # less the step of the end, it is the score of a win
        top = self.last - (view.step + 1)
        self.best: int | None = None                    # an action that reaches bounds.low
        self.bounds = Bounds(-top, top)
        self.after = {action: self._state_after(action) for action in prover.game.legal_list(view, box)}
        self.of = {action: self._first_bounds(action) for action in self.after}

    @property
    def value(self) -> float | None:
        """What the player gets if nobody errs; None if it is not known."""
        return self.bounds.value if self.best is not None else None

    def find_value(self) -> None:
        """Find out who wins, and with which action. Raises Unproved."""
        while self.value is None:
            self._ask(self.bounds.question)

    def find_length(self) -> None:
        """Find the action that wins soonest or loses latest. Raises Unproved."""
        while self.bounds.low < self.bounds.high:
            self._ask(self.bounds.question)

    def find_draws(self) -> None:
        """If nobody wins, find out which actions draw. Raises Unproved."""
        for action, bounds in self.of.items():
            if self.value == 0.5 and bounds.value is None:
                self._ask_about(action, 0)

    def find_values(self) -> None:
        """Find out who wins after every action. Raises Unproved."""
        for action, bounds in self.of.items():
            while bounds.value is None:
                self._ask_about(action, bounds.question)

    def find_lengths(self) -> None:
        """And when, after every action. Raises Unproved."""
        for action, bounds in self.of.items():
            while bounds.low < bounds.high:
                self._ask_about(action, bounds.question)

    @property
    def good(self) -> set[int]:
        """The actions worth choosing: the best, and if it draws, all that are known to draw."""
        draw = {action for action, bounds in self.of.items() if bounds.low == 0} if self.value == 0.5 else set()
        return draw if self.best is None else {self.best} | draw

    def proof_of(self, action: int) -> Proof | None:
        """What is certain after an action."""
        bounds = self.bounds if action == self.best else self.of[action]
        value = self.value if action == self.best else bounds.value
        if value is None:
            return None
        exact = bounds.low == bounds.high and value != 0.5
        return Proof(value, (self.last - abs(bounds.low) - self.state.step + 1) // 2 if exact else None)

    def _ask(self, score: int) -> None:
        action = self.prover.find(self.state, self.box, score, self.allowance)
        self.bounds.note(score, action is not None)
        if action is not None:
            self.best = action
            self.of[action].note(score, True)
        for bounds in self.of.values():
            bounds.note(self.bounds.high + 1, False)

    def _ask_about(self, action: int, score: int) -> None:
        """Whether an action reaches a score: it does if the other cannot prevent it."""
        reply = self.prover.find(self.after[action], self.box, 1 - score, self.allowance)
        self.of[action].note(score, reply is None)

    def _state_after(self, action: int) -> Any:
        state = self.prover.game.state.copy(self.state)
        self.prover.game.play(state, self.box, action)
        return state

    def _first_bounds(self, action: int) -> Bounds:
        """What is known at once: the score of an action that ends the game."""
        state, player = self.after[action], self.state.player
        if not state.over:
            return Bounds(self.bounds.low, self.bounds.high)
        rank = outcome_of(self.prover.game, state, self.box).rank
        sign = (rank[player] < rank[1 - player]) - (rank[player] > rank[1 - player])
        score = sign * (self.last - state.step)
        return Bounds(score, score)


def try_all(*steps: Callable[[], None]) -> None:
    """Take steps as far as there is time."""
    try:
        for step in steps:
            step()
    except Unproved:
        pass


def rest_of(limit: Limit, allowance: Allowance) -> Limit:
    """What a solver has left of a limit."""
    seconds = None if limit.seconds is None else max(0.001, limit.seconds - allowance.used)
    return Limit(seconds, limit.iterations, limit.clock)
