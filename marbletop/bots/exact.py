"""Exact: a bot that solves a position if the game offers a solver and there is time for it, and searches otherwise."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .bot import Analysis, Bot, Limit, Ranked, never
from .proof import Allowance, Findings, Prover, compile_in_background, rest_of, try_all
from .search import Search

CONFIDENT = 0.8                             # chance to win from which the search is believed, not a move that may only draw


class Exact(Bot):
    """A search with a solver before it. The solver is compiled in the background; until it is ready, the search answers. Only
    who counts iterations alone waits for it, because they want the same answer every time."""

    def __init__(self, search: Search):
        self.search = search
        super().__init__(search.game, search.seed)
        self._prover: Prover | None = None
        self._compiling = compile_in_background(self.game)

    def reseed(self, seed: int) -> None:
        self.search.reseed(seed)

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        """The action that wins soonest, or else loses latest. Among actions that draw, and if nothing is certain, the search
        decides."""
        legal = self.game.legal_list(view, box)
        if len(legal) == 1:
            return legal[0]
        found, rest = self._findings(view, box, limit, stop)
        if found is None:
            return self.search.choose(view, box, rest, stop)
        if found.value is None:
            return choose_safely(self.search.analyse(view, box, rest, stop), found)
        try_all(found.find_length, found.find_draws)
        if len(found.good) == 1:
            return found.good.pop()
        searched = self.search.analyse(view, box, rest_of(limit, found.allowance), stop)
        return next(row.action for row in searched.ranked if row.action in found.good)

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """What the search thinks, overruled by what is certain."""
        found, rest = self._findings(view, box, limit, stop)
        if found is None or found.value is None:
            return self.search.analyse(view, box, rest, stop)
        try_all(found.find_length, found.find_values, found.find_lengths)
        searched = self.search.analyse(view, box, rest_of(limit, found.allowance), stop)
        return replace(searched, ranked=tuple(overrule(searched, found)), seconds=searched.seconds + found.allowance.used)

    def _findings(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool]) -> tuple[Findings | None, Limit]:
        """Who wins, and with which action, or at least an action that does not lose; None if there is no time for that
        either. And the time that is left."""
        prover = self._ready_prover(limit)
        if prover is None:
            return None, limit
        found = Findings(prover, view, box, Allowance(limit, stop))
        try_all(found.find_value)
        return found if found.best is not None else None, rest_of(limit, found.allowance)

    def _ready_prover(self, limit: Limit) -> Prover | None:
        if limit.seconds is None:
            self._compiling.join()
        if self._prover is None and not self._compiling.is_alive():
            self._prover = Prover(self.game)
        elif self._prover is not None and limit.seconds is None:
            self._prover.forget()
        return self._prover


def choose_safely(searched: Analysis, found: Findings) -> int:
    """What the search likes best if it is confident of winning with it; else an action that is known not to lose."""
    favourite = searched.ranked[0]
    return favourite.action if found.best is None or favourite.values[searched.seat] >= CONFIDENT else found.best


def overrule(searched: Analysis, found: Findings) -> list[Ranked]:
    """The rows of a search with the values that are certain, best first: the soonest win, the latest loss. Nothing that is not
    certain can be better than what is best."""
    rows, seat, best = [], searched.seat, found.value or 0.0
    for row in searched.ranked:
        proof = found.proof_of(row.action)
        mine = proof.value if proof else min(best, row.values[seat])
        values = tuple(mine if who == seat else 1 - mine for who in range(len(row.values)))
        rows.append(replace(row, values=values, proof=proof) if proof else replace(row, values=values))
    return sorted(rows, key=lambda row: (row.action != found.best and found.value != 0.5, *worth(row, seat)))


def worth(row: Ranked, seat: int) -> tuple[float, float]:
    """How rows are put in order: by value, then soon if it is a win and late if it is a loss."""
    moves = row.proof.moves if row.proof and row.proof.moves else 0
    return -row.values[seat], moves if row.values[seat] > 0.5 else -moves
