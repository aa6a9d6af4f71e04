"""The lanes of a batch: their arrays, and the compiled runners that deal, play and look, lane by lane.

One pass does everything for a lane while its position is at hand: play the action, let opponents answer, score, deal again,
list what is legal, write mask and observation. Lanes do not know of each other, so any number of threads gives the same.
"""

import math
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np

from .chance import LUCK, lucky_start, pick
from .game import Game
from .kernel import compile_runner
from .rewards import rewards_of
from .whole_games import Policy

DISABLED, NEXT_STEP, SAME_STEP = "disabled", "next_step", "same_step"
AUTORESETS = (DISABLED, NEXT_STEP, SAME_STEP)           # runners know them by number
STAY_OVER, DEAL_NEXT_STEP, DEAL_SAME_STEP = range(3)
STEP, DEAL, LOOK = range(3)                             # tasks of a runner
BYTES, REALS = "uint8", "float32"                       # kinds of observations
FLAGS, BITS = "bool", "bits"                            # kinds of masks
EVERY_SEAT = -1                                         # as bits: nobody is an opponent
ALIGNED = 64                                            # bytes: JAX copies arrays that begin between two multiples of it


@dataclass
class Lanes:
    """The arrays of a batch, a row for each lane; what is not asked for has no rows. Runners trust the first six."""

    states: np.ndarray
    lists: np.ndarray                       # legal actions
    counts: np.ndarray                      # and how many there are; none where it is over
    done: np.ndarray                        # whether the game has ended or was cut short, and no new one is dealt
    own: np.ndarray                         # seats that actions are given for, as bits; opponents play the others
    luck: np.ndarray                        # of the opponents
    masks: np.ndarray
    bits: np.ndarray                        # the same masks, eight actions to a byte, the first in the lowest bit
    seen: np.ndarray                        # observations as bytes
    floats: np.ndarray                      # observations as float32
    rewards: np.ndarray
    points: np.ndarray
    ranks: np.ndarray
    endings: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    players: np.ndarray
    final: np.ndarray                       # last positions of games that were dealt again in the same step
    final_seen: np.ndarray
    final_floats: np.ndarray

    @staticmethod
    def blank(game: Game, lanes: int, seats: int, autoreset: str = DISABLED, observation: str | None = None,
              mask: str | None = None) -> "Lanes":
        def room(wanted: bool, kind: Any, *shape: int) -> np.ndarray:
            return aligned_zeros((lanes if wanted else 0, *shape), kind)

        kept, size, eighths = autoreset == SAME_STEP, game.observation_size, -(-game.actions // 8)
        return Lanes(
            states=room(True, game.state.dtype), lists=room(True, np.int64, game.most_legal), counts=room(True, np.int64),
            done=room(True, np.bool_), own=np.full(lanes, EVERY_SEAT, np.int64), luck=room(True, LUCK.dtype),
            masks=room(mask == FLAGS, np.bool_, game.actions), bits=room(mask == BITS, np.uint8, eighths),
            seen=room(observation == BYTES, np.uint8, size), floats=room(observation == REALS, np.float32, size),
            rewards=room(True, np.float32, seats), points=room(True, np.float64, seats), ranks=room(True, np.int64, seats),
            endings=room(True, np.int64), terminated=room(True, np.bool_), truncated=room(True, np.bool_),
            players=room(True, np.int32), final=room(kept, game.state.dtype),
            final_seen=room(kept and observation == BYTES, np.uint8, size),
            final_floats=room(kept and observation == REALS, np.float32, size))

    def arrays(self, part: slice = slice(None)) -> tuple[np.ndarray, ...]:
        """All of them in order, as runners take them, or those of some lanes."""
        return tuple(getattr(self, one.name)[part] for one in fields(self))

    def aligned(self) -> "Lanes":
        """The same in arrays that are aligned: those that were copied or pickled are not."""
        found = Lanes(*(aligned_zeros(array.shape, array.dtype) for array in self.arrays()))
        for room, array in zip(found.arrays(), self.arrays()):
            room[...] = array
        return found


def aligned_zeros(shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """An array of zeros whose address is a multiple of ALIGNED, so that other libraries take it without copying."""
    kind = np.dtype(kind)
    size = math.prod(shape) * kind.itemsize
    room = np.zeros(size + ALIGNED, np.uint8)
    first = -room.ctypes.data % ALIGNED
    aligned: np.ndarray = room[first:first + size].view(kind).reshape(shape)
    return aligned


@cache
def lane_runners(game: Game, policy: Policy) -> dict[str, Any]:
    """The compiled runners of a batch whose opponents play by a policy: run, observe, check, sample.

    `run_lanes` is one long function on purpose: helpers that are given many arrays would take ten times as long."""
    setup, legal, play, outcome, observe = game.setup, game.legal, game.play, game.outcome, game.observe
    owners, room_of_list, size, actions_in_all = game.state.owners, game.most_legal, game.observation_size, game.actions

    def run_lanes(task, actions, autoreset, most_steps, boxes, start, scales,
                  states, lists, counts, done, own, luck, masks, bits, seen, floats, rewards, points, ranks, endings,
                  terminated, truncated, players, final, final_seen, final_floats):
        """STEP: play one action in each lane (checked before). DEAL: deal the games of the lanes' keys. LOOK: go on from the
        positions that are there."""
        made, rank, reward = np.zeros(owners), np.zeros(owners, np.int64), np.zeros(owners)
        room, row = np.zeros(room_of_list, np.int64), np.zeros(size, np.uint8)
        seats = rewards.shape[1]
        for lane in range(len(states)):
            terminated[lane] = truncated[lane] = False
            for seat in range(seats):
                rewards[lane, seat] = 0.0
            dealing, playing = task == DEAL, task == STEP and not done[lane]
            if playing:
                play(states[lane], boxes[0], actions[lane])
            elif task == STEP and autoreset == DEAL_NEXT_STEP:
                states[lane].chance_key[1] += np.uint64(1)
                dealing = True

            while True:
                if dealing:
                    seed, number = states[lane].chance_key[0], states[lane].chance_key[1]
                    states[lane] = start[0]
                    states[lane].chance_key[0] = seed
                    states[lane].chance_key[1] = number
                    luck[lane].counter = lucky_start(seed, number)
                    setup(states[lane], boxes[0])
                    done[lane] = False
                while not states[lane].over and not own[lane] >> states[lane].player & 1:
                    n = legal(states[lane], boxes[0], room)
                    play(states[lane], boxes[0], policy(states[lane], boxes[0], room, n, luck[lane]))
                if not states[lane].over and (dealing or states[lane].step < most_steps):
                    break
                if dealing:                             # opponents have ended it before the lane decided anything
                    states[lane].chance_key[1] += np.uint64(1)
                    continue
                if not playing:
                    break
                done[lane] = True
                if states[lane].over:
                    terminated[lane] = True
                    endings[lane] = outcome(states[lane], boxes[0], made, rank)
                    rewards_of(states[lane], rank, reward)
                    for seat in range(seats):
                        rewards[lane, seat], points[lane, seat], ranks[lane, seat] = reward[seat], made[seat], rank[seat]
                else:
                    truncated[lane] = True
                if autoreset != DEAL_SAME_STEP:
                    break
                final[lane] = states[lane]
                if len(final_seen) or len(final_floats):
                    seat = states[lane].player
                    while not own[lane] >> seat & 1:
                        seat = (seat + 1) % seats
                    observe(states[lane], boxes[0], seat, row)
                    for i in range(len(final_seen) and size):
                        final_seen[lane, i] = row[i]
                    for i in range(len(final_floats) and size):
                        final_floats[lane, i] = row[i] * scales[i]
                states[lane].chance_key[1] += np.uint64(1)
                dealing = True

            if task == LOOK:
                done[lane] = states[lane].over != 0 or states[lane].step >= most_steps
            n = 0
            if not done[lane]:
                n = legal(states[lane], boxes[0], lists[lane])
            counts[lane] = n
            if len(masks):                              # where nothing is legal all are marked: a softmax stays finite
                for i in range(actions_in_all):
                    masks[lane, i] = n == 0
                for i in range(n):
                    masks[lane, lists[lane, i]] = True
            elif len(bits):
                for i in range(bits.shape[1]):
                    bits[lane, i] = 0
                for i in range(n if n else actions_in_all):
                    action = lists[lane, i] if n else i
                    bits[lane, action >> 3] |= np.uint8(1 << (action & 7))
            seat = states[lane].player
            while not own[lane] >> seat & 1:            # an opponent has ended the game
                seat = (seat + 1) % seats
            players[lane] = seat
            if len(seen):
                observe(states[lane], boxes[0], seat, seen[lane])
            elif len(floats):
                observe(states[lane], boxes[0], seat, row)
                for i in range(size):
                    floats[lane, i] = row[i] * scales[i]

    def observe_lanes(states, boxes, of, seen, floats, scales):
        row = np.zeros(size, np.uint8)
        for lane in range(len(states)):
            observe(states[lane], boxes[0], of[lane], row)
            if len(seen):
                seen[lane, :] = row
            else:
                floats[lane, :] = row * scales

    def wrong_lane(actions, lists, counts, done):
        """The first lane whose action is not in its list, or -1."""
        for lane in range(len(actions)):
            if not done[lane]:
                found = False
                for i in range(counts[lane]):
                    found |= lists[lane, i] == actions[lane]
                if not found:
                    return lane
        return -1

    def sample_lanes(lists, counts, choices, out):
        for lane in range(len(out)):
            out[lane] = lists[lane, pick(choices[lane], counts[lane])] if counts[lane] else 0

    lanes, box, scales = Lanes.blank(game, 1, 1), np.zeros(1, game.box.dtype), np.zeros(1, np.float32)
    numbers, made_from = np.zeros(1, np.int64), (policy, *getattr(policy, "made_from", ()))
    return {
        "run": compile_runner(run_lanes, game, STEP, numbers, 0, 1, box, lanes.states, scales, *lanes.arrays(),
                              made_from=made_from),
        "observe": compile_runner(observe_lanes, game, lanes.states, box, numbers, lanes.seen, lanes.floats, scales),
        "check": compile_runner(wrong_lane, game, numbers, lanes.lists, numbers, lanes.done),
        "sample": compile_runner(sample_lanes, game, lanes.lists, numbers, lanes.luck, numbers),
    }


def bytes_of_lane(game: Game, seats: int, autoreset: str, observation: str | None, mask: str | None) -> int:
    """Memory that a lane needs."""
    return sum(array.itemsize * array[:1].size for array in Lanes.blank(game, 1, seats, autoreset, observation, mask).arrays())
