"""Where marbles will go: every path of the next movement phase, the runs after it as far as no die decides, and the exact
chance of each goal if nobody plays another tile. All of it is public, so a view is enough.

The marbles run by the rules of movement.py on a copy of the view; instead of rolling a die, every result of it is followed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ...core.notes import Listener, Note
from ...drawing import kit
from .movement import GONE, RESTS, ROLLS, resume, walk
from .state import (AT_SEPARATOR, CARRIED_HOME, DIRECTIONS, FLEW, HOME, IN_GOAL, ON_BOARD, RETURNED, SLID, STATE, STEPPED,
                    STEPPED_BACK)

MOST_BOARDS = 16                            # for which the paths from one place are kept
CERTAINLY = 1e-6                            # so much a chance may differ from 0 or 1
LEG_EVENTS = (STEPPED, FLEW, SLID, STEPPED_BACK, CARRIED_HOME)
Board = tuple[tuple[int, ...], tuple[int, ...]]             # Part and orientation by space
Found = TypeVar("Found")
Node = tuple[int, int, int]                 # result of a run (RESTS, or what `resume` needs), space, heading


@dataclass(frozen=True)
class Leg:
    """One piece of a path, from space to space; the event is a step, a flight, a slide ..."""

    start: int
    end: int
    event: int


@dataclass(frozen=True)
class Path:
    """One path that a marble may take in the next phase. It ends in a goal, at a separator, whose die is not rolled yet, or
    on the board, with `goal` and `separator` 0."""

    marble: int
    chance: float
    legs: tuple[Leg, ...]
    space: int                              # where it ends
    heading: int
    goal: int = 0
    separator: int = 0


class Course(NamedTuple):
    """How a marble runs from phase to phase if nobody changes its way, up to the first die: the legs of each run. It ends in a
    goal, at a separator, at a die, or it goes round for ever, with `goal` and `separator` 0. A die with two results has two
    branches: each begins with the rest of the run in which the die is rolled, and goes on up to the next die."""

    runs: tuple[tuple[Leg, ...], ...]
    goal: int = 0
    separator: int = 0
    endless: bool = False                   # it rests, or comes back to where it was
    branches: tuple[Any, ...] = ()          # two courses, or none

    @property
    def later(self) -> tuple[Leg, ...]:
        """The legs after the next run."""
        return tuple(leg for run in self.runs[1:] for leg in run)

    @property
    def later_branches(self) -> tuple[tuple[Leg, ...], ...]:
        """The legs of each branch after the next run, as far as it has any."""
        drawn = len(self.runs) == 1         # the rest of this run belongs to the paths of the next phase
        return tuple(legs for branch in self.branches
                     if (legs := tuple(leg for run in branch.runs[drawn:] for leg in run)))


@dataclass(frozen=True)
class Odds:
    """The chances of a marble if nobody plays another tile: to end in goals 1 to 6, and to be stuck."""

    goals: tuple[float, ...]
    stuck: float


class Standing(NamedTuple):
    """What decides how it ends if nobody plays another tile, as values."""

    board: Board
    collected: tuple[int, ...]
    marbles: tuple[tuple[int, ...], ...]    # places, speeds, spaces and headings


class LegRecorder(Listener):
    """Records the legs of a marble."""

    def __init__(self) -> None:
        self.legs: list[Leg] = []

    def note(self, state: Any, note: Note) -> None:
        if note.event in LEG_EVENTS:
            _, start, end, *_ = note.details
            self.legs.append(Leg(start, end, note.event))
        elif note.event == RETURNED:
            self.legs.append(Leg(self.legs[-1].end if self.legs else HOME, HOME, RETURNED))


def marbles_on_board(view: Any) -> list[int]:
    """The marbles that can move, the oldest first."""
    return [m for m in range(view.drawn) if view.place[m] == ON_BOARD]


def possible_paths(view: Any, box: Any, marbles: Iterable[int] | None = None, least: float = 1e-3) -> list[Path]:
    """Every path that the marbles may take in the next phase, the likeliest first for each. Paths less likely than `least`
    are left out, because a Random Push that leads back to itself has infinitely many."""
    if marbles is None:
        marbles = marbles_on_board(view)
    board = board_of(view)
    return [path for m in marbles for path in paths_of_marble(box, board, m, view.speed[m], view.space[m], view.heading[m],
                                                              least)]


def board_of(view: Any) -> Board:
    """What decides where marbles go."""
    return tuple(view.part), tuple(view.facing)


def trial_on(board: Board, m: int, speed: int) -> Any:
    """A position with this board, on which one marble can run."""
    trial = STATE.blank()
    trial.part, trial.facing = map(list, board)
    trial.speed[m] = speed
    return trial


class SpacesRead(list[int]):
    """A value for each space, and which of them were asked for."""

    def __init__(self, values: Iterable[int]):
        super().__init__(values)
        self.read: set[int] = set()

    def __getitem__(self, space: Any) -> Any:
        self.read.add(space)
        return super().__getitem__(space)


def paths_of_marble(box: Any, board: Board, m: int, speed: int, space: int, heading: int, least: float) -> list[Path]:
    """The paths of one marble, the likeliest first."""
    return found_on(board, m, speed, known_paths(box, m, speed, space, heading, least),
                    lambda trial: find_paths(trial, box, m, space, heading, least))


def found_on(board: Board, m: int, speed: int, known: list[tuple[list[Any], Found]], find: Callable[[Any], Found]) -> Found:
    """What is found for a marble on a board. It is the same on all boards that do not differ where the marble comes along, so
    that for a Part somewhere else it need not be found again."""
    for spaces, found in known:
        if all(values[space] == there for values, some in zip(board, spaces) for space, there in some):
            return found
    trial = trial_on(board, m, speed)
    trial.part, trial.facing = map(SpacesRead, board)
    found = find(trial)
    spaces = [[(one, values[one]) for one in some.read] for values, some in zip(board, (trial.part, trial.facing))]
    del known[MOST_BOARDS:]
    known.insert(0, (spaces, found))
    return found


@kit.keep
def known_paths(box: Any, m: int, speed: int, space: int, heading: int, least: float) -> list[tuple[list[Any], list[Path]]]:
    """The paths from a place that were found lately, with what lay on the spaces that they depend on."""
    return []


@kit.keep
def known_courses(box: Any, m: int, speed: int, space: int, heading: int) -> list[tuple[list[Any], Course]]:
    """The courses from a place that were found lately, in the same way."""
    return []


def courses(view: Any, box: Any, marbles: Iterable[int] | None = None) -> dict[int, Course]:
    """How the marbles run on if nobody changes their ways, by marble."""
    board = board_of(view)
    return {m: course_of_marble(box, board, m, view.speed[m], view.space[m], view.heading[m])
            for m in (marbles_on_board(view) if marbles is None else marbles)}


def course_of_marble(box: Any, board: Board, m: int, speed: int, space: int, heading: int) -> Course:
    """The course of one marble."""
    return found_on(board, m, speed, known_courses(box, m, speed, space, heading),
                    lambda trial: find_course(trial, box, m, space, heading))


def find_course(trial: Any, box: Any, m: int, space: int, heading: int) -> Course:
    start = RESTS, space, heading
    result, legs = run_marble(trial, box, m, start)
    course, die = follow_course(trial, box, m, {start}, result, legs)
    return course._replace(branches=find_branches(trial, box, m, die)) if die else course


def follow_course(trial: Any, box: Any, m: int, been: set[Node], result: int, legs: tuple[Leg, ...]
                  ) -> tuple[Course, Node | None]:
    """The course of a marble from the end of a run on, and the die where it ends, if it does."""
    runs = [legs]
    while result != GONE:
        node = result, trial.space[m], trial.heading[m]
        if result != RESTS:
            return Course(tuple(runs)), node
        if node in been:
            return Course(tuple(runs), endless=True), None
        been.add(node)
        result, legs = run_marble(trial, box, m, node)
        runs.append(legs)
    place, last = trial.place[m], legs[-1].end
    return Course(tuple(runs), max(0, place - IN_GOAL), -box.goal[last] if place == AT_SEPARATOR else 0), None


def find_branches(trial: Any, box: Any, m: int, die: Node) -> tuple[Course, ...]:
    """How a marble runs on from a die; nothing if the die has more than two results."""
    rolls: dict[Any, int] = {}
    for roll in range(1, 7):
        result, legs = run_marble(trial, box, m, die, roll)
        rolls.setdefault((result, trial.space[m], trial.heading[m], trial.place[m], legs), roll)
    if len(rolls) != 2:
        return ()
    return tuple(follow_course(trial, box, m, set(), *run_marble(trial, box, m, die, roll))[0] for roll in rolls.values())


def find_paths(trial: Any, box: Any, m: int, space: int, heading: int, least: float) -> list[Path]:
    found: list[Path] = []
    result, legs = run_marble(trial, box, m, (RESTS, space, heading))
    todo = [(1.0, result, trial.space[m], trial.heading[m], trial.place[m], legs)]
    while todo:
        chance, result, space, heading, place, legs = todo.pop()
        if chance < least:
            continue
        if result & 3 == ROLLS:
            ends: dict[Any, int] = {}
            for die in range(1, 7):
                after, more = run_marble(trial, box, m, (result, space, heading), die)
                end = (after, trial.space[m], trial.heading[m], trial.place[m], (*legs, *more))
                ends[end] = ends.get(end, 0) + 1
            todo += [(chance * times / 6, *end) for end, times in ends.items()]
            continue
        goal = place - IN_GOAL if place > IN_GOAL else 0
        last = legs[-1].end if legs else space
        found.append(Path(m, chance, legs, last, heading, goal, -box.goal[last] if place == AT_SEPARATOR else 0))
    return sorted(found, key=lambda path: -path.chance)


def run_marble(trial: Any, box: Any, m: int, node: Node, die: int = 0) -> tuple[int, tuple[Leg, ...]]:
    """Run a marble on from a node, with a die if it waits for one; returns the result of the run and its legs."""
    result, trial.space[m], trial.heading[m] = node
    trial.place[m] = ON_BOARD
    trial.listener = recorder = LegRecorder()
    result = resume(trial, box, m, result, die) if die else walk(trial, box, m, trial.speed[m], 0)
    trial.listener = None
    return result, tuple(recorder.legs)


def goal_odds(view: Any, box: Any) -> dict[int, Odds]:
    """The exact chances of every marble on the board if nobody plays another tile."""
    found: dict[int, Odds] = {}
    by_speed: dict[int, list[int]] = {}
    for m in marbles_on_board(view):
        by_speed.setdefault(view.speed[m], []).append(m)
    board = board_of(view)
    for speed, marbles in by_speed.items():
        starts = tuple((RESTS, view.space[m], view.heading[m]) for m in marbles)
        found |= zip(marbles, odds_of_marbles(box, board, speed, starts))
    return dict(sorted(found.items()))


@kit.keep
def odds_of_marbles(box: Any, board: Board, speed: int, starts: tuple[Node, ...]) -> list[Odds]:
    """The chances of marbles of one speed."""
    return solve(starts, transitions(trial_on(board, 0, speed), box, 0, starts))


def standing_of(view: Any) -> Standing:
    drawn = view.drawn
    return Standing(board_of(view), tuple(view.collected), (tuple(view.place[:drawn]), tuple(view.speed[:drawn]),
                                                            tuple(view.space[:drawn]), tuple(view.heading[:drawn])))


def position_of(standing: Standing) -> Any:
    """A position in which everything stands so."""
    position = STATE.blank()
    position.part, position.facing = map(list, standing.board)
    position.collected = list(standing.collected)
    position.place, position.speed, position.space, position.heading = map(list, standing.marbles)
    position.drawn = len(position.place)
    return position


def expected_piles(view: Any, box: Any) -> list[float]:
    """The average number of marbles that each side has at the end if nobody plays another tile."""
    return [float(view.collected[side]) + sum(shares) for side, shares in enumerate(shares_of_sides(view, box))]


def certain_piles(view: Any, box: Any) -> list[bool]:
    """Whether no die decides any more how many marbles a side has at the end if nobody plays another tile."""
    return [all(min(share, 1 - share) < CERTAINLY for share in shares) for shares in shares_of_sides(view, box)]


def shares_of_sides(view: Any, box: Any) -> list[list[float]]:
    """For each side the chances to get each of the marbles that still run. Of a marble at a separator, whose die is not rolled
    yet, each of the two goals has a half."""
    found = [[(goal, chance) for goal, chance in enumerate(odds.goals, 1)] for odds in goal_odds(view, box).values()]
    found += [[(goal, 0.5) for goal in goals_beside(-box.goal[view.space[m]])]
              for m in range(view.drawn) if view.place[m] == AT_SEPARATOR]
    return [[sum(chance for goal, chance in chances if box.owner[goal] == side) for chances in found]
            for side in range(box.sides)]


def goals_beside(separator: int) -> tuple[int, int]:
    """The two goals between which the die of a separator decides."""
    return separator, (separator + 4) % 6 + 1


def transitions(trial: Any, box: Any, m: int, starts: Iterable[Node]) -> dict[Node, dict[Any, float]]:
    """The Markov chain of marbles of one speed: for each node that they can reach, the chances of the next nodes. A goal is a
    whole number instead of a node."""
    chain: dict[Node, dict[Any, float]] = {}
    todo = list(starts)
    while todo:
        node = todo.pop()
        if node in chain:
            continue
        follow: dict[Any, float] = {}
        dice = range(1, 7) if node[0] & 3 == ROLLS else range(1)
        for die in dice:
            result, _ = run_marble(trial, box, m, node, die)
            for target, chance in ends_of_run(trial, box, m, result):
                follow[target] = follow.get(target, 0.0) + chance / len(dice)
        chain[node] = follow
        todo += [target for target in follow if not isinstance(target, int)]
    return chain


def ends_of_run(trial: Any, box: Any, m: int, result: int) -> list[tuple[Any, float]]:
    """The nodes and goals where a run ends, with their chances; a separator has several."""
    if result != GONE:
        return [((result, trial.space[m], trial.heading[m]), 1.0)]
    if trial.place[m] > IN_GOAL:
        return [(trial.place[m] - IN_GOAL, 1.0)]
    ends: list[tuple[Any, float]] = []
    for goal in goals_beside(-box.goal[trial.space[m]]):
        if box.owner[goal] >= 0:
            ends.append((goal, 0.5))
        else:
            ends += [((RESTS, HOME, die), 0.5 / 6) for die in range(1, 7)]
    return ends


def solve(starts: Sequence[Node], chain: dict[Node, dict[Any, float]]) -> list[Odds]:
    """The chance of each goal from each start. A marble is stuck at nodes from which it can reach no goal [MM-65]; without
    these the chain is absorbing, so the equations have one solution."""
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
