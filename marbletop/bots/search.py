"""Search: a bot that grows trees (bots/tree.py), one in each of its threads, and adds up what they found at the root."""

import math
import threading
import time
from collections.abc import Callable
from typing import Any
from zlib import crc32

import numpy as np

from ..core.chance import LUCK, luck
from ..core.game import Game
from .bot import Analysis, Bot, Limit, Ranked, never
from .tree import MOST_VISITS, desk_dtype, judge_evenly, node_dtype, searcher, wander_anywhere
from .weights import NOTHING_LEARNED, Library, sheet_for, weighing

TREE_BYTES = 96 << 20                       # of memory for a tree, if nothing else is said
FASTER = 1.5                                # iterations may get faster by this, when what is left of them is guessed
SLICE = 0.01                                # seconds between two looks at the clock
FIRST_LOOK, LOOK = 32, 1024                 # iterations between two looks at the answer, the same on machines of any speed


class ActionTotals:
    """What the trees found about an action at the root, added up."""

    def __init__(self, seats: int):
        self.visits, self.certain, self.value, self.rank = 0, False, np.zeros(seats), np.zeros(seats)

    def add(self, node: Any) -> None:
        """Add a node of one tree; what is certain in one tree overrules what others guess."""
        if node["certain"] and not self.certain:
            self.certain, self.value[:], self.rank[:], self.visits = True, 0, 0, 0
        if node["certain"] or not self.certain:
            self.visits += int(node["visits"])
            self.value += node["value"][:len(self.value)]
            self.rank += node["rank"][:len(self.rank)]

    @property
    def values(self) -> tuple[float, ...]:
        return tuple((self.value / self.visits).tolist())

    @property
    def ranks(self) -> tuple[float, ...]:
        return tuple((self.rank / self.visits).tolist())


class Search(Bot):
    """A bot that searches. `playout` decisions are played by `wander` before a position is judged; `explore` is the weight
    of what was tried little, `explore_first` the same at the root; `weights` are those that the judgement uses, by mode."""

    def __init__(self, game: Game, judge: Callable[..., Any] | None = None, seed: int = 0, playout: int = 8,
                 explore: float = 0.4, nodes: int | None = None, threads: int = 1,
                 wander: Callable[..., Any] | None = None, explore_first: float | None = None,
                 weights: Library = NOTHING_LEARNED):
        super().__init__(game, seed)
        self.playout, self.explore, self.weights = playout, explore, weights
        self.explore_first = explore if explore_first is None else explore_first
        written = judge or judge_evenly
        self.run = searcher(game, weighing(game, written) if weights else written, wander or wander_anywhere)
        dtype = node_dtype(game.state.owners)
        self.trees = [np.zeros(nodes or TREE_BYTES // dtype.itemsize, dtype) for _ in range(threads)]
        self.used = [np.ones(1, np.int64) for _ in range(threads)]

    def reseed(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> int:
        """The action that is visited most. The search ends before its limit as soon as a win is certain or no other action can
        catch up."""
        legal = self.game.legal_list(view, box)
        return legal[0] if len(legal) == 1 else self._search(view, box, limit, stop, settle=len(self.trees) == 1).best

    def analyse(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool] = never) -> Analysis:
        """Its actions, most visited first."""
        return self._search(view, box, limit, stop, settle=False)

    def _search(self, view: Any, box: Any, limit: Limit, stop: Callable[[], bool], settle: bool) -> Analysis:
        begun = time.perf_counter()
        views, boxes = self.game.state.to_record(view), self.game.box.to_record(box)
        done = [0] * len(self.trees)
        own = crc32(views.tobytes())        # every position has luck of its own, always the same

        def grow(k: int) -> None:
            generator, work = LUCK.to_record(luck(self.seed + k, own)), np.concatenate([views, views])
            desk, chunk, clock, due = self.desk_for(view, box), FIRST_LOOK, limit.clock, FIRST_LOOK
            began = now = clock()
            self.trees[k][:self.used[k][0]] = 0
            self.used[k][0] = 1
            most = -(-limit.iterations // len(self.trees)) if limit.iterations is not None else 1 << 60
            while done[k] < most:
                step, start = min(chunk, most - done[k], due - done[k]), now
                self.run(self.trees[k], self.used[k], views, boxes, work, generator, desk, step, *self.settings)
                done[k] += step
                now = clock()
                left = (limit.seconds - (now - began)) / (now - start) if limit.seconds is not None else math.inf   # in steps
                if left < 0.5 or stop() or is_full(self.trees[k], self.used[k][0] + self.game.most_legal):
                    return
                if done[k] == due:
                    due += min(due, LOOK)
                    if settle and self.is_settled(self.trees[k], min(most - done[k], FASTER * left * step)):
                        return
                if now - start < SLICE / 2:
                    chunk *= 2

        if len(self.trees) == 1:
            grow(0)
        else:
            workers = [threading.Thread(target=grow, args=(k,)) for k in range(len(self.trees))]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        ranked = self._ranking(view, box)
        return Analysis(view.player, ranked, sum(done), time.perf_counter() - begun)

    @property
    def settings(self) -> tuple[int, float, float]:
        """What every iteration is told."""
        return self.playout, self.explore, self.explore_first

    def desk_for(self, view: Any, box: Any) -> np.ndarray:
        """What an iteration works with, for positions like this one."""
        desk = np.zeros(1, desk_dtype(self.game))
        desk["values"][0] = sheet_for(self.game, self.weights, view, box)
        return desk

    def is_settled(self, tree: np.ndarray, left: float) -> bool:
        """Whether so many more iterations would change no answer. In a game without luck the most visited action may still be
        found to lose for certain."""
        return bool(tree["certain"][0]) or (bool(self.game.sources) and lead(tree) > left)

    def _ranking(self, view: Any, box: Any) -> tuple[Ranked, ...]:
        """What the trees found at the root, added up; actions that were never tried come last. A forced move is no decision of
        the trees: then all that they found follows it."""
        seats, found, legal = view.seats, dict[int, ActionTotals](), self.game.legal_list(view, box)
        if len(legal) == 1:
            return (self._forced_row(legal[0], seats),)
        for tree in self.trees:
            for child in children(tree, 0):
                if tree["visits"][child]:
                    found.setdefault(int(tree["action"][child]), ActionTotals(seats)).add(tree[child])
        guesses = [one for one in found.values() if not one.certain]
        hope = max(guesses, key=lambda one: one.visits).values[view.player] if guesses else 0.0

        def order(row: Ranked) -> tuple[float, ...]:
            """By visits; but what is certain comes first where nothing better can be hoped for, and else last."""
            value = row.values[view.player]
            if row.action in found and found[row.action].certain:
                return -1 if value >= hope else 1, -value, -row.visits, row.action
            return 0, -row.visits, -value, row.action

        rows = [Ranked(action, one.values, one.ranks, one.visits, self.line(action), shares=self.shares(action))
                for action, one in found.items()]
        rows += [Ranked(action, (1 / seats,) * seats) for action in legal if action not in found]
        return tuple(sorted(rows, key=order))

    def _forced_row(self, action: int, seats: int) -> Ranked:
        """The only action that is possible, as the trees as a whole see it."""
        totals = ActionTotals(seats)
        for tree in self.trees:
            totals.add(tree[0])
        steps = [(action, 1.0), *self._steps(0)]
        return Ranked(action, totals.values, totals.ranks, totals.visits, tuple(step for step, _ in steps),
                      shares=tuple(share for _, share in steps))

    def line(self, action: int) -> tuple[int, ...]:
        """The actions that the first tree expects after an action, this one first."""
        return (action, *(step for step, _ in self._steps_after(action)))

    def shares(self, action: int) -> tuple[float, ...]:
        """How much of the first tree goes that way, step by step."""
        return (1.0, *(share for _, share in self._steps_after(action)))

    def _steps_after(self, action: int) -> list[tuple[int, float]]:
        node = next((child for child in children(self.trees[0], 0) if self.trees[0]["action"][child] == action), 0)
        return self._steps(node) if node else []

    def _steps(self, node: int) -> list[tuple[int, float]]:
        """What the first tree expects after a node: the action that makes its value certain, else the most visited, and which
        share of the visits it has."""
        tree, steps = self.trees[0], list[tuple[int, float]]()
        while below := list(children(tree, node)):
            parent = node
            node = max(below, key=lambda child: (explains(tree[child], tree[parent]), int(tree["visits"][child])))
            if tree["visits"][node] < 8 and not tree["certain"][node]:
                break
            visits = sum(tree["visits"][child] for child in below)
            share = 1.0 if explains(tree[node], tree[parent]) else tree["visits"][node] / visits
            steps.append((int(tree["action"][node]), float(share)))
        return steps


def explains(child: Any, node: Any) -> bool:
    """Whether a node is certain because of a child."""
    return bool(node["certain"] and child["certain"]
                and np.allclose(child["value"] / child["visits"], node["value"] / node["visits"]))


def is_full(tree: np.ndarray, nodes: int) -> bool:
    """Whether a tree has no room for so many nodes, or has counted as far as it can."""
    return nodes > len(tree) or tree["visits"][0] >= MOST_VISITS


def lead(tree: np.ndarray) -> int:
    """How many visits the most visited action is ahead of the next."""
    first, second = sorted([0, 0, *(int(tree["visits"][child]) for child in children(tree, 0))])[:-3:-1]
    return first - second


def children(tree: np.ndarray, node: int) -> Any:
    """The children of a node."""
    child = int(tree["child"][node])
    while child:
        yield child
        child = int(tree["sibling"][child])
