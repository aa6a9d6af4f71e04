"""What will become of the marbles: every way they may go in the next movement phase, and the exact chance of each goal if
nobody plays another tile. For players, bots and drawings; all of it is public, so a view is enough.

The marbles run by the rules of movement.py on a copy of the view; here, instead of rolling, every result of a die is
followed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.notes import Listener, Note
from .movement import GONE, RESTS, ROLLS, resume, walk
from .state import (
    AT_SEPARATOR,
    CARRIED_HOME,
    DIRECTIONS,
    FLEW,
    HOME,
    IN_GOAL,
    ON_BOARD,
    RETURNED,
    SLID,
    STATE,
    STEPPED,
    STEPPED_BACK,
)

TRAVELS = (STEPPED, FLEW, SLID, STEPPED_BACK, CARRIED_HOME)
Node = tuple[int, int, int]                 # result of a run (RESTS, or what `resume` needs), space, heading


@dataclass(frozen=True)
class Leg:
    """One piece of a way: from space to space, by an event (a step, a flight, a slide, ...)."""

    start: int
    end: int
    event: int


@dataclass(frozen=True)
class Path:
    """One way a marble may go in the next phase. The dice of separators are not rolled yet: a marble that ends on one
    has `separator` set, one that ends in a goal `goal`; both are 0 for a marble that stays on the board."""

    marble: int
    chance: float
    legs: tuple[Leg, ...]
    space: int                              # where it ends
    heading: int
    goal: int = 0
    separator: int = 0


@dataclass(frozen=True)
class Odds:
    """Where a marble ends if nobody plays another tile: the chance of goals 1 to 6, and of being stuck."""

    goals: tuple[float, ...]
    stuck: float


class Tracer(Listener):
    """Collects the legs of a marble."""

    def __init__(self) -> None:
        self.legs: list[Leg] = []

    def note(self, state: Any, note: Note) -> None:
        if note.event in TRAVELS:
            _, start, end = note.details
            self.legs.append(Leg(start, end, note.event))
        elif note.event == RETURNED:
            self.legs.append(Leg(self.legs[-1].end if self.legs else HOME, HOME, RETURNED))


def on_board(view: Any) -> list[int]:
    """The marbles that are on the board, the oldest first."""
    return [m for m in range(view.drawn) if view.place[m] == ON_BOARD]


def next_phase(view: Any, box: Any, marbles: Iterable[int] | None = None, least: float = 1e-3) -> list[Path]:
    """Every way the marbles may go in the next phase, the likeliest first for each. Ways less likely than `least`
    (a Random Push that leads back to itself has endlessly many) are left out."""
    trial = STATE.copy(view)
    return [path for m in (on_board(view) if marbles is None else marbles) for path in ways_of(trial, view, box, m, least)]


def ways_of(trial: Any, view: Any, box: Any, m: int, least: float) -> list[Path]:
    found: list[Path] = []
    result, legs = run(trial, box, m, (RESTS, view.space[m], view.heading[m]))
    todo = [(1.0, result, trial.space[m], trial.heading[m], trial.place[m], legs)]
    while todo:
        chance, result, space, heading, place, legs = todo.pop()
        if chance < least:
            continue
        if result & 3 == ROLLS:
            same: dict[Any, int] = {}
            for die in range(1, 7):
                after, more = run(trial, box, m, (result, space, heading), die)
                reached = (after, trial.space[m], trial.heading[m], trial.place[m], (*legs, *more))
                same[reached] = same.get(reached, 0) + 1
            todo += [(chance * times / 6, *reached) for reached, times in same.items()]
            continue
        goal = place - IN_GOAL if place > IN_GOAL else 0
        end = legs[-1].end if legs else space
        found.append(Path(m, chance, legs, end, heading, goal, -box.goal[end] if place == AT_SEPARATOR else 0))
    return sorted(found, key=lambda path: -path.chance)


def run(trial: Any, box: Any, m: int, node: Node, die: int = 0) -> tuple[int, tuple[Leg, ...]]:
    """Run a marble on from a node, with the result of a die if it waits for one: how it ended, and its legs."""
    result, trial.space[m], trial.heading[m] = node
    trial.place[m] = ON_BOARD
    trial.listener = tracer = Tracer()
    result = resume(trial, box, m, result, die) if die else walk(trial, box, m, trial.speed[m], 0)
    trial.listener = None
    return result, tuple(tracer.legs)


def chances(view: Any, box: Any) -> dict[int, Odds]:
    """For every marble on the board the exact chance of each goal if nobody plays another tile."""
    found = {}
    by_speed: dict[int, list[int]] = {}
    for m in on_board(view):
        by_speed.setdefault(view.speed[m], []).append(m)
    trial = STATE.copy(view)
    for marbles in by_speed.values():
        starts = [(RESTS, view.space[m], view.heading[m]) for m in marbles]
        for m, odds in zip(marbles, solved(starts, transitions(trial, box, marbles[0], starts))):
            found[m] = odds
    return dict(sorted(found.items()))


def expected_piles(view: Any, box: Any) -> list[float]:
    """Marbles of each side at the end, on average, if nobody plays another tile."""
    piles = [float(count) for count in view.collected[:box.sides]]
    for odds in chances(view, box).values():
        for goal in range(1, DIRECTIONS + 1):
            if box.owner[goal] >= 0:
                piles[box.owner[goal]] += odds.goals[goal - 1]
    return piles


def transitions(trial: Any, box: Any, m: int, starts: Iterable[Node]) -> dict[Node, dict[Any, float]]:
    """The Markov chain of a marble's speed: from each node it can come to, the chances of the next ones. A goal is a
    whole number."""
    chain: dict[Node, dict[Any, float]] = {}
    todo = list(starts)
    while todo:
        node = todo.pop()
        if node in chain:
            continue
        follow: dict[Any, float] = {}
        dice = range(1, 7) if node[0] & 3 == ROLLS else range(1)
        for die in dice:
            result, _ = run(trial, box, m, node, die)
            for target, chance in reached(trial, box, m, result):
                follow[target] = follow.get(target, 0.0) + chance / len(dice)
        chain[node] = follow
        todo += [target for target in follow if not isinstance(target, int)]
    return chain


def reached(trial: Any, box: Any, m: int, result: int) -> list[tuple[Any, float]]:
    """Where a run has ended, with the dice of a separator: nodes and goals, and their chances."""
    if result != GONE:
        return [((result, trial.space[m], trial.heading[m]), 1.0)]
    if trial.place[m] > IN_GOAL:
        return [(trial.place[m] - IN_GOAL, 1.0)]
    separator = -box.goal[trial.space[m]]
    ends: list[tuple[Any, float]] = []
    for goal in (separator, (separator + 4) % 6 + 1):
        if box.owner[goal] >= 0:
            ends.append((goal, 0.5))
        else:
            ends += [((RESTS, HOME, die), 0.5 / 6) for die in range(1, 7)]
    return ends


def solved(starts: list[Node], chain: dict[Node, dict[Any, float]]) -> list[Odds]:
    """The chance of each goal from each start. Nodes from which no goal can be reached are where a marble is stuck
    [MM-65]; without them the chain is absorbing, so the equations have one solution."""
    live = {node for node, follow in chain.items() if any(isinstance(target, int) for target in follow)}
    before: dict[Node, list[Node]] = {}
    for node, follow in chain.items():
        for target in follow:
            before.setdefault(target, []).append(node)
    todo = list(live)
    while todo:
        for node in before.get(todo.pop(), ()):
            if node not in live:
                live.add(node)
                todo.append(node)
    number = {node: i for i, node in enumerate(live)}
    matrix, goals = np.eye(len(live)), np.zeros((len(live), DIRECTIONS))
    for node, i in number.items():
        for target, chance in chain[node].items():
            if isinstance(target, int):
                goals[i, target - 1] += chance
            elif target in number:
                matrix[i, number[target]] -= chance
    ends = np.linalg.solve(matrix, goals) if live else goals
    found = []
    for start in starts:
        row = ends[number[start]] if start in number else np.zeros(DIRECTIONS)
        found.append(Odds(tuple(float(min(1.0, max(0.0, x))) for x in row), float(max(0.0, 1.0 - row.sum()))))
    return found
