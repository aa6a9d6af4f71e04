"""Batch: many games of one kind side by side, for learning.

    batch = Batch("connect_four", lanes=4096, seeds=1, autoreset="same_step")
    while True:
        observations, masks, rewards, terminated, players = batch.step(choose(batch.observations, batch.masks))

Everything runs compiled, without the GIL and without Python per lane.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from .batch_arguments import (
    check_lanes,
    check_observer,
    check_one_of,
    check_positive,
    check_room,
    check_seats,
    check_states,
    lane_numbers,
    own_seats_of,
    read_only,
    seeds_of_lanes,
    whole_numbers,
)
from .chance import LUCK, MASK, lucky_start
from .components import Components
from .errors import IllegalAction
from .evaluation import Evaluation
from .game import Game, registered_game
from .lanes import (
    AUTORESETS,
    BITS,
    BYTES,
    DEAL,
    FLAGS,
    LOOK,
    NEXT_STEP,
    REALS,
    STEP,
    Lanes,
    bytes_of_lane,
    lane_runners,
)
from .match import why_not
from .planes import scales_of, spans_of
from .setting import Setting
from .whole_games import Policy, uniform

NO_END = 1 << 62                            # steps after which a game is cut short, if it never is
FEWEST_PER_THREAD = 256                     # lanes; with fewer, another thread costs more than it saves


class Step(NamedTuple):
    """What a step leads to, by lane. The arrays are those of the batch, and the next step writes into them."""

    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray                     # of every seat, for the step just made
    terminated: np.ndarray                  # whether the game ended in it
    players: np.ndarray                     # whose observation and mask this is


class Batch:
    """n games of one kind in one array of records, stepped together.

    `autoreset` says what happens to a lane whose game has ended: DISABLED (it stays as it is, its action is ignored),
    NEXT_STEP (the next `step` deals a new game there and ignores the action), SAME_STEP (the new game is dealt at once; the
    last positions are in `final` and `final_observations`). After `most_steps` actions a game is cut short: `truncated`.
    A lane that has ended has an empty list of legal actions and a mask in which all are marked, so that a softmax over it is
    finite.

    `observation` is "uint8" (whole numbers, see docs/observations.md), "float32" (the same from 0 to 1) or None; `mask` is
    "bool", "bits" (eight actions to a byte, the first in the lowest bit) or None. What is not asked for takes no time.

    Lane i plays deals 0, 1, 2, ... of its seed. One seed for all gives every lane a seed of its own; with a seed for each lane,
    lane i plays the games of Match(seed=seeds[i], deal=...). The number of threads changes nothing but the time.

    With `opponents` ("uniform", "greedy", or a policy) actions are given only for `own_seats`: a seat for all lanes, one for
    each, or a table of lanes and seats. The opponents play the others in compiled code.
    """

    def __init__(self, game: Game | str, lanes: int, seats: int | None = None, seeds: int | Sequence[int] | np.ndarray = 0,
                 autoreset: str = NEXT_STEP, components: Components | None = None, *, observation: str | None = BYTES,
                 mask: str | None = FLAGS, most_steps: int | None = None, threads: int = 1,
                 opponents: str | Policy | None = None, own_seats: int | Sequence[int] | np.ndarray = 0, **options: Any):
        self.game = game = registered_game(game) if isinstance(game, str) else game
        check_one_of("autoreset", autoreset, AUTORESETS)
        check_one_of("observation", observation, (BYTES, REALS, None))
        check_one_of("mask", mask, (FLAGS, BITS, None))
        check_positive("threads", threads)
        check_positive("most_steps", NO_END if most_steps is None else most_steps)
        self.setting = Setting.of(game, check_seats(seats), components, **options)
        self.seats = self.setting.seats
        check_lanes(game, lanes, bytes_of_lane(game, self.seats, autoreset, observation, mask))
        self.lanes, self.autoreset, self.threads, self.opponents = lanes, autoreset, threads, opponents
        self.observation, self.mask = observation, mask
        self.most_steps = NO_END if most_steps is None else most_steps
        self._lanes = Lanes.blank(game, lanes, self.seats, autoreset, observation, mask)
        self._actions = np.zeros(lanes, np.int64)
        self._seeds = seeds_of_lanes(seeds, lanes)
        self._own = own_seats_of(own_seats, lanes, self.seats)
        self._choices = np.zeros(lanes, LUCK.dtype)
        self._prepare()
        self.reset()

    def _prepare(self) -> None:
        """Make what is neither copied nor pickled: runners, threads, tuples of arguments."""
        self._runners = lane_runners(self.game, policy_of(self.game, self.opponents))
        parts = max(1, min(self.threads, self.lanes // FEWEST_PER_THREAD))
        self._parts = [slice(self.lanes * part // parts, self.lanes * (part + 1) // parts) for part in range(parts)]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self._scales = scales_of(self.game.planes)
        common = self.setting.box, self.setting.start, self._scales
        self._arguments: list[tuple[Any, ...]] = [(*common, *self._lanes.arrays(part)) for part in self._parts]
        self._how = AUTORESETS.index(self.autoreset)
        lanes = self._lanes
        self._step = Step(lanes.floats if self.observation == REALS else lanes.seen,
                          lanes.bits if self.mask == BITS else lanes.masks,
                          lanes.rewards, lanes.terminated, lanes.players)

    def __getstate__(self) -> dict[str, Any]:
        made = ("_runners", "_parts", "_pool", "_scales", "_arguments", "_how", "_step")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._lanes = self._lanes.aligned()
        self._prepare()

    def __copy__(self) -> "Batch":
        return deepcopy(self)               # a copy that shared its lanes would move with the other

    def _run(self, task: int, actions: np.ndarray) -> Step:
        """Do something in all lanes, a part of them in each thread."""
        run: Any = self._runners["run"]
        how = self._how, self.most_steps
        waiting = [self._pool.submit(run, task, actions[part], *how, *rest)
                   for part, rest in zip(self._parts[1:], self._arguments[1:])] if self._pool else []
        run(task, actions[self._parts[0]], *how, *self._arguments[0])
        for done in waiting:
            done.result()
        return self._step

    def reset(self, seeds: int | Sequence[int] | np.ndarray | None = None,
              own_seats: int | Sequence[int] | np.ndarray | None = None) -> Step:
        """Deal 0 of each lane's seed, in all lanes; with other seeds and for other seats, if they are given."""
        if seeds is not None:
            self._seeds = seeds_of_lanes(seeds, self.lanes)
        if own_seats is not None:
            self._own = own_seats_of(own_seats, self.lanes, self.seats)
        if self.opponents is not None:
            self._lanes.own[:] = self._own @ (1 << np.arange(self.seats))
        self._choices["counter"] = [lucky_start(int(seed), MASK) for seed in self._seeds]
        self._lanes.states["chance_key"][:, 0] = self._seeds
        self._lanes.states["chance_key"][:, 1] = 0
        return self._run(DEAL, self._actions)

    def step(self, actions: Sequence[int] | np.ndarray) -> Step:
        """Play one action in each lane. An action that is not legal raises IllegalAction, and no lane has moved."""
        chosen = whole_numbers(actions, self.lanes, "actions")
        wrong = self._runners["check"](chosen, self._lanes.lists, self._lanes.counts, self._lanes.done)
        if wrong >= 0:
            raise IllegalAction(f"Lane {wrong}: {self._why_not(int(wrong), int(chosen[wrong]))}")
        return self._run(STEP, chosen)

    def _why_not(self, lane: int, action: int) -> str | None:
        state = self.game.state.from_record(self._lanes.states[lane])
        return why_not(self.game, state, self.game.box.from_record(self.setting.box[0]), action)

    def random_actions(self) -> np.ndarray:
        """A random legal action for each lane; 0 where the game has ended. The next call writes into the same array."""
        self._runners["sample"](self._lanes.lists, self._lanes.counts, self._choices, self._actions)
        return self._actions

    @property
    def observations(self) -> np.ndarray:
        """What the player of each lane may know; the next step writes into it."""
        return self._step.observations

    @property
    def masks(self) -> np.ndarray:
        """The legal actions of each lane, as `mask` says; the next step writes into it."""
        return self._step.masks

    @property
    def rewards(self) -> np.ndarray:
        """Rewards of every lane and seat for the step just made: not 0 only where a game has ended in it."""
        return self._lanes.rewards

    @property
    def terminated(self) -> np.ndarray:
        """Where a game has ended in the step just made."""
        return self._lanes.terminated

    @property
    def truncated(self) -> np.ndarray:
        """Where a game was cut short in the step just made."""
        return self._lanes.truncated

    @property
    def ended(self) -> np.ndarray:
        """Either of the two."""
        ended: np.ndarray = self._lanes.terminated | self._lanes.truncated
        return ended

    @property
    def players(self) -> np.ndarray:
        """The seat that decides in each lane."""
        return self._lanes.players

    @property
    def points(self) -> np.ndarray:
        """Points of the last game that ended in a lane, by seat."""
        return self._lanes.points

    @property
    def ranks(self) -> np.ndarray:
        """Ranks in that game, by seat: 1 for first place."""
        return self._lanes.ranks

    @property
    def endings(self) -> np.ndarray:
        """How that game ended: an index of Game.endings."""
        return self._lanes.endings

    @property
    def over(self) -> np.ndarray:
        """Where the game has ended or was cut short, and no new one is dealt."""
        return self._lanes.done.copy()

    @property
    def final(self) -> np.ndarray:
        """With SAME_STEP, the last positions of games that have ended; a lane's is valid in the step that ended it."""
        return read_only(self._lanes.final)

    @property
    def final_observations(self) -> np.ndarray:
        """What was seen of them."""
        return self._lanes.final_floats if self.observation == REALS else self._lanes.final_seen

    @property
    def seeds(self) -> np.ndarray:
        """The seed of each lane."""
        return read_only(self._lanes.states["chance_key"][:, 0])

    @property
    def own_seats(self) -> np.ndarray:
        """Which seats are not the opponents', by lane."""
        return read_only(self._own)

    def legal(self) -> tuple[np.ndarray, np.ndarray]:
        """Lists of legal actions and their lengths: lane i may play lists[i, :lengths[i]]; none where it is over."""
        return read_only(self._lanes.lists), read_only(self._lanes.counts)

    @property
    def states(self) -> np.ndarray:
        """The positions, secrets included, to be looked at, copied, and assigned or given to `restore`."""
        return read_only(self._lanes.states)

    @states.setter
    def states(self, states: np.ndarray) -> None:
        self.restore(states)

    def save(self, lanes: Sequence[int] | np.ndarray | None = None) -> np.ndarray:
        """A copy of the positions of some lanes, or of all. It holds their chance, too: restored, they go on alike."""
        saved: np.ndarray = self._lanes.states[self._chosen(lanes)].copy()
        return saved

    def restore(self, states: np.ndarray, lanes: Sequence[int] | np.ndarray | None = None,
                seeds: Sequence[int] | np.ndarray | None = None) -> Step:
        """Go on from positions that were saved, in these lanes or in all. With seeds, chance goes on otherwise in each."""
        which = self._chosen(lanes)
        check_states(states, self.game, self._lanes.states, len(which))
        keys = None if seeds is None else seeds_of_lanes(seeds, len(which))
        self._lanes.states[which] = states
        if keys is not None:
            self._lanes.states["chance_key"][which, 0] = keys
            self._lanes.states["chance_key"][which, 1] = 0
        return self._run(LOOK, self._actions)

    def _chosen(self, lanes: Sequence[int] | np.ndarray | None) -> np.ndarray:
        if lanes is None:
            return np.arange(self.lanes)
        return lane_numbers(lanes, len(lanes), self.lanes, "lanes")

    def observe(self, out: np.ndarray | None = None, seat: int | None = None) -> np.ndarray:
        """What a seat (by default the one that decides) may know, by lane: in an array of its own, or in `out`, of bytes or
        float32."""
        shape = self.lanes, self.game.observation_size
        if out is None:
            out = np.zeros(shape, np.float32 if self.observation == REALS else np.uint8)
        check_room(out, shape)
        check_observer(seat, self.seats)
        of = self.players.astype(np.int64) if seat is None else np.full(self.lanes, seat, np.int64)
        none, none_real = np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.float32)
        rooms = (none, out) if out.dtype == np.float32 else (out, none_real)
        self._runners["observe"](self._lanes.states, self.setting.box, of, *rooms, self._scales)
        return out

    def plane(self, name: str, of: np.ndarray | None = None) -> np.ndarray:
        """One plane of the observations (or of others), in its shape and without copying."""
        chosen = self.observations if of is None else of
        check_one_of("name", name, tuple(plane.name for plane in self.game.planes))
        shape = next(plane.shape for plane in self.game.planes if plane.name == name)
        part: np.ndarray = chosen[:, slice(*spans_of(self.game.planes)[name])].reshape(len(chosen), *shape, copy=False)
        return part

    def evaluate(self, policy: Callable[[np.ndarray, np.ndarray], Any], games: int = 1000, opponents: Any = "uniform",
                 seed: int = 0) -> Evaluation:
        """Let a policy (of observations and masks of all lanes, as this batch has them) play against bots: its win share with
        its interval. It plays every side equally often, in games of their own; this batch does not move."""
        from ..analysis.evaluate import evaluate  # core itself knows no bot
        return evaluate(self, policy, games, opponents, seed)

    def __repr__(self) -> str:
        return f"<Batch {self.game.name}, {self.lanes} lanes, {self.seats} seats>"


def policy_of(game: Game, opponents: str | Policy | None) -> Policy:
    """A policy by its name, or as it is. Without opponents nobody asks for it, so it is one that is compiled anyway."""
    if opponents is None or opponents == "uniform":
        return uniform
    if callable(opponents):
        return opponents
    from ..bots.policies import policy_named  # by name, for people at a prompt; core itself knows no bot
    return policy_named(game, opponents)
