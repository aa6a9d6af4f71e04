"""Many games at full speed: `play_games` plays whole games by a policy, `Batch` steps n games side by side.

Both run compiled, without the GIL and without Python per game. Game number i of a seed is the same game whatever
the number of threads or lanes, and the same as `Match(game, seed=seed, deal=i)`.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .batch_arguments import check_lanes, check_observer, check_room, read_only, seeds_of_lanes, whole_numbers
from .chance import LUCK, key_of_seed, lucky_start, pick
from .components import Components
from .errors import IllegalAction, MarbletopError
from .game import Game
from .kernel import compile_runner, rule
from .match import why_not
from .state import Layout

Policy = Callable[..., int]                 # (state, box, actions, n, luck) -> one of actions[:n]; a rule
FIRST_CHUNK, LAST_CHUNK = 1 << 6, 1 << 16   # games of one compiled call, doubled until it takes CHUNK_SECONDS
CHUNK_SECONDS = 0.03                        # short enough to be stopped and to show progress, long enough to pay

DISABLED, NEXT_STEP, SAME_STEP = "disabled", "next_step", "same_step"


@rule
def uniform(state, box, actions, n, luck):
    """The policy that takes any legal action."""
    return actions[pick(luck, n)]


@rule
def shares_of(state, rank, out):
    """What match.shares says, for compiled runners; returns the number of sides."""
    sides, first = 0, 0
    for seat in range(state.seats):
        new, new_first = 1, 1 if rank[seat] == 1 else 0
        for other in range(seat):
            if state.side[other] == state.side[seat]:
                new = 0
                if rank[other] == 1:
                    new_first = 0
        sides += new
        first += new_first
    for seat in range(state.seats):
        if first == 0:
            out[seat] = 1.0 / sides if sides > 1 else 0.0
        else:
            out[seat] = 1.0 / first if rank[seat] == 1 else 0.0
    return sides


@rule
def rewards_of(state, rank, out):
    """What match.rewards says, for compiled runners."""
    sides = shares_of(state, rank, out)
    for seat in range(state.seats):
        out[seat] = 2.0 * out[seat] - 1.0 if sides == 1 else (sides * out[seat] - 1.0) / (sides - 1.0)


@dataclass(frozen=True)
class Results:
    """How a number of games went: row i is game `first + i`."""

    first: int
    lengths: np.ndarray                     # decisions
    points: np.ndarray                      # by game and seat
    ranks: np.ndarray                       # by game and seat
    endings: np.ndarray
    tally: np.ndarray | None = None         # by game and event


@dataclass(frozen=True)
class Setting:
    """What a batch of games is played with."""

    game: Game
    seats: int
    options: Any
    box: np.ndarray
    start: np.ndarray                       # one state before the deal
    layout: Layout

    @staticmethod
    def of(game: Game, seats: int | None = None, components: Components | None = None, tally: bool = False,
           **options: Any) -> "Setting":
        seats = game.seats[0] if seats is None else seats
        chosen = game.read_options(options)
        box = game.box.to_record(game.make_box(chosen, seats, components))
        blank = game.blank(seats, chosen, [0, 0])
        layout = game.state.with_tally(len(game.events)) if tally else game.state
        start = np.zeros(1, layout.dtype)
        plain = game.state.to_record(blank)
        for name in game.state.fields:
            start[name] = plain[name]
        return Setting(game, seats, chosen, box, start, layout)


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


@cache
def _lane_runners(game: Game) -> dict[str, Any]:
    """The compiled runners of a Batch: reset, legal, step, observe."""
    setup, legal, play, outcome, observe = game.setup, game.legal, game.play, game.outcome, game.observe
    seats = game.state.owners

    def reset_lanes(states, boxes, start, seeds, deals, which):
        for lane in range(len(states)):
            if which[lane]:
                states[lane] = start[0]
                states[lane].chance_key[0] = seeds[lane]
                states[lane].chance_key[1] = deals[lane]
                setup(states[lane], boxes[0])
                deals[lane] += np.uint64(1)

    def legal_lanes(states, boxes, lists, counts):
        for lane in range(len(states)):
            counts[lane] = 0 if states[lane].over else legal(states[lane], boxes[0], lists[lane])

    def step_lanes(states, boxes, actions, lists, counts, skip, rewards):
        """Play one action in each lane; returns the first lane whose action is not in its list, or -1. Checks all
        before it plays any."""
        for lane in range(len(states)):
            if not skip[lane]:
                found = False
                for i in range(counts[lane]):
                    found = found or lists[lane, i] == actions[lane]
                if not found:
                    return lane
        points = np.zeros(seats)
        rank = np.zeros(seats, np.int64)
        for lane in range(len(states)):
            rewards[lane, :] = 0.0
            if not skip[lane]:
                play(states[lane], boxes[0], actions[lane])
                if states[lane].over:
                    outcome(states[lane], boxes[0], points, rank)
                    rewards_of(states[lane], rank, rewards[lane])
        return -1

    def observe_lanes(states, boxes, of, out):
        for lane in range(len(states)):
            observe(states[lane], boxes[0], states[lane].player if of[lane] < 0 else of[lane], out[lane])

    states, box, flags = np.zeros(1, game.state.dtype), np.zeros(1, game.box.dtype), np.zeros(1, np.bool_)
    numbers, lists, keys = np.zeros(1, np.int64), np.zeros((1, game.most_legal), np.int64), np.zeros(1, np.uint64)
    return {
        "reset": compile_runner(reset_lanes, game, states, box, states, keys, keys, flags),
        "legal": compile_runner(legal_lanes, game, states, box, lists, numbers),
        "step": compile_runner(step_lanes, game, states, box, numbers, lists, numbers, flags, np.zeros((1, 1))),
        "observe": compile_runner(observe_lanes, game, states, box, numbers, np.zeros((1, 1), np.float32)),
    }


class Batch:
    """n games of one kind in one array of records, stepped together.

    `autoreset` says what happens to a lane whose game is over: DISABLED (it stays over, its action is ignored),
    NEXT_STEP (the next `step` deals a new game there and ignores the action), SAME_STEP (the new game is dealt at
    once; the last positions are in `final`). `rewards` and `ended` always speak of the step just made.
    Lane i plays deals 0, 1, 2, ... of its seed.
    """

    def __init__(self, game: Game | str, lanes: int, seats: int | None = None, seeds: int | Sequence[int] = 0,
                 autoreset: str = NEXT_STEP, components: Components | None = None, **options: Any):
        if isinstance(game, str):
            from ..games import GAMES  # by name, for people at a prompt; core itself knows no game
            game = GAMES[game]
        check_lanes(game, lanes)
        if autoreset not in (DISABLED, NEXT_STEP, SAME_STEP):
            raise MarbletopError(f"autoreset is {DISABLED!r}, {NEXT_STEP!r} or {SAME_STEP!r}, not {autoreset!r}.")
        self.game, self.lanes, self.autoreset = game, lanes, autoreset
        self.setting = Setting.of(game, seats, components, **options)
        self.seats = self.setting.seats
        self.seeds = np.array([key_of_seed(seed)[0] for seed in seeds_of_lanes(seeds, lanes)], np.uint64)
        self._run = _lane_runners(game)
        self.states = np.zeros(lanes, game.state.dtype)
        self.final = np.zeros(lanes if autoreset == SAME_STEP else 0, game.state.dtype)
        self._deals = np.zeros(lanes, np.uint64)
        self._lists = np.zeros((lanes, game.most_legal), np.int64)
        self._counts = np.zeros(lanes, np.int64)
        self._rewards = np.zeros((lanes, game.state.owners))
        self.ended = np.zeros(lanes, np.bool_)
        self.reset()

    def reset(self) -> None:
        """Deal 0 of each lane's seed, in all lanes."""
        self._deals[:] = 0
        self._deal(np.ones(self.lanes, np.bool_))
        self._rewards[:] = 0
        self.ended[:] = False
        self._find_legal()

    def _deal(self, which: np.ndarray) -> None:
        self._run["reset"](self.states, self.setting.box, self.setting.start, self.seeds, self._deals, which)

    def _find_legal(self) -> None:
        self._run["legal"](self.states, self.setting.box, self._lists, self._counts)

    @property
    def players(self) -> np.ndarray:
        """The seat that decides in each lane."""
        return read_only(self.states["player"])

    @property
    def over(self) -> np.ndarray:
        return self.states["over"].astype(np.bool_)

    @property
    def rewards(self) -> np.ndarray:
        """Rewards of every lane and seat for the step just made: not 0 only where a game has ended in it."""
        return self._rewards[:, :self.seats]

    def legal(self) -> tuple[np.ndarray, np.ndarray]:
        """Lists of legal actions and their lengths: lane i may play lists[i, :lengths[i]]; none where it is over."""
        return read_only(self._lists), read_only(self._counts)

    @property
    def masks(self) -> np.ndarray:
        """The same as a mask over all actions."""
        masks = np.zeros((self.lanes, self.game.actions), np.bool_)
        listed = np.arange(self.game.most_legal) < self._counts[:, None]
        masks[np.nonzero(listed)[0], self._lists[listed]] = True
        return masks

    def step(self, actions: Sequence[int] | np.ndarray) -> None:
        """Play one action in each lane. An action that is not legal raises IllegalAction, and no lane has moved."""
        chosen = whole_numbers(actions, self.lanes, "actions")
        was_over = self.over
        wrong = self._run["step"](self.states, self.setting.box, chosen, self._lists, self._counts, was_over, self._rewards)
        if wrong >= 0:
            state = self.game.state.from_record(self.states[wrong])
            box = self.game.box.from_record(self.setting.box[0])
            raise IllegalAction(f"Lane {wrong}: {why_not(self.game, state, box, int(chosen[wrong]))}")
        self.ended = self.over & ~was_over
        if self.autoreset == NEXT_STEP and was_over.any():
            self._deal(was_over)
        elif self.autoreset == SAME_STEP and self.ended.any():
            self.final[self.ended] = self.states[self.ended]
            self._deal(self.ended)
        self._find_legal()

    def observe(self, out: np.ndarray | None = None, seat: int | None = None) -> np.ndarray:
        """What a seat (by default the one that decides) may know, as float32 by lane; see Game.planes."""
        shape = self.lanes, self.game.observation_size
        if out is None:
            out = np.zeros(shape, np.float32)
        check_room(out, shape)
        check_observer(seat, self.seats)
        of = np.full(self.lanes, -1 if seat is None else seat, np.int64)
        self._run["observe"](self.states, self.setting.box, of, out)
        return out
