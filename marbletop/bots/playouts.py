"""Playing a decision out to the end, many times, compiled: what reviews are measured with.

Every deal imagines what the deciding seat cannot know. The actions that are compared meet the same deals, the same chance to
come and the same luck of the players, so that their difference is known much better than each of them.
"""

from functools import cache
from typing import Any

import numpy as np

from ..core.chance import LUCK, fresh_chance, key_of_seed, lucky_start
from ..core.game import Game
from ..core.kernel import compile_runner, rule
from ..core.rewards import shares_of
from ..core.whole_games import Policy, uniform
from .greedy import greedy_policy
from .tree import judge_evenly

GLANCE_BUDGET = 60                          # actions that the usual player tries for a decision: a good part of its turn
LONGEST = 20_000                            # decisions of a playout; a game that is longer is shared evenly


def usual_player(game: Game) -> Policy:
    """Who plays on in a review: greedy with little time, or anything if the game has no judgement."""
    return greedy_policy(game, game.judge, GLANCE_BUDGET) if game.judge else game.playout or uniform


def finisher(game: Game, policy: Policy) -> Any:
    """finish(state, box, actions, points, rank, shares, generator): play a state to its end by the policy, and write every
    seat's share of first place."""
    legal, play, outcome = game.legal, game.play, game.outcome

    @rule
    def finish(state, box, actions, points, rank, shares, generator):
        for _ in range(LONGEST):
            if state.over:
                break
            n = legal(state, box, actions)
            play(state, box, policy(state, box, actions, n, generator))
        outcome(state, box, points, rank)
        if not state.over:
            for seat in range(state.seats):
                rank[seat] = 2
        shares_of(state, rank, shares)

    return finish


@cache
def playout_runner(game: Game, policy: Policy) -> Any:
    """play_deals(view, boxes, work, generator, seed, first, dealt, wanted, usual, promise, shares): play every wanted action
    of a view out, in deals number `first` and on. Shares are by deal, action and seat; last comes what the policy would do,
    and its choice is in `usual`. `promise` becomes the sum of judgements after each legal action, if it has room for them. If
    nothing has been `dealt`, the deal is imagined, too."""
    setup, legal, play, redeal = game.setup, game.legal, game.play, game.redeal
    room, owners = game.most_legal, game.state.owners
    finish, judge = finisher(game, policy), game.judge or judge_evenly

    @rule
    def imagine(state, box, dealt, generator):
        if dealt:
            redeal(state, box, state.player, generator)
        fresh_chance(state, generator)
        if not dealt:
            setup(state, box)

    def play_deals(view, boxes, work, generator, seed, first, dealt, wanted, usual, promise, shares):
        actions, points, rank = np.zeros(room, np.int64), np.zeros(owners), np.zeros(owners, np.int64)
        values, last = np.zeros(owners), len(wanted)
        for deal in range(len(usual)):
            generator[0].counter = lucky_start(seed, np.uint64(first + deal))
            work[0] = view[0]
            imagine(work[0], boxes[0], dealt, generator[0])
            if work[0].over:
                finish(work[0], boxes[0], actions, points, rank, shares[deal, last], generator[0])
                continue
            n = legal(work[0], boxes[0], actions)
            for i in range(min(n, len(promise))):
                work[1] = work[0]
                play(work[1], boxes[0], actions[i])
                judge(work[1], boxes[0], values)
                promise[i] += values[work[0].player]
            usual[deal] = policy(work[0], boxes[0], actions, n, generator[0])
            counter, found = generator[0].counter, False
            for i in range(last + 1):
                if i == last and found:
                    break
                action = usual[deal] if i == last else wanted[i]
                work[1] = work[0]
                generator[0].counter = counter
                play(work[1], boxes[0], action)
                finish(work[1], boxes[0], actions, points, rank, shares[deal, i], generator[0])
                if action == usual[deal]:
                    found = True
                    for seat in range(owners):
                        shares[deal, last, seat] = shares[deal, i, seat]

    states, integers = np.zeros(2, game.state.dtype), np.zeros(1, np.int64)
    return compile_runner(play_deals, game, states, np.zeros(1, game.box.dtype), states, np.zeros(1, LUCK.dtype), np.uint64(0),
                          0, 0, integers, integers, np.zeros(1), np.zeros((1, 1, owners)),
                          made_from=(policy, judge, *getattr(policy, "made_from", ())))


class Playouts:
    """The playouts of one match: a box, a policy, and room to work in."""

    def __init__(self, game: Game, box: Any, seed: int = 0):
        self.game, self.seed = game, np.uint64(key_of_seed(seed)[0])
        self.run, self.boxes = playout_runner(game, usual_player(game)), game.box.to_record(box)
        self.work, self.generator = np.zeros(2, game.state.dtype), np.zeros(1, LUCK.dtype)

    def of_view(self, view: Any, wanted: list[int], first: int, deals: int) -> np.ndarray:
        """Shares of first place by deal, wanted action and seat, the usual player's last."""
        return self._play(view, True, wanted, first, deals, np.zeros(0))[0]

    def of_start(self, blank: Any, first: int, deals: int) -> np.ndarray:
        """Shares of first place by deal and seat, before anything is dealt."""
        return self._play(blank, False, [], first, deals, np.zeros(0))[0][:, 0]

    def glance(self, view: Any, legal: int, first: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
        """What every legal action promises by judgement, and what the usual player would do in each deal."""
        promise = np.zeros(legal)
        _, usual = self._play(view, True, [], first, deals, promise)
        return promise, usual

    def _play(self, view: Any, dealt: bool, wanted: list[int], first: int, deals: int,
              promise: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        usual, shares = np.zeros(deals, np.int64), np.zeros((deals, len(wanted) + 1, self.game.state.owners))
        self.run(self.game.state.to_record(view), self.boxes, self.work, self.generator, self.seed, first, int(dealt),
                 np.array(wanted, np.int64), usual, promise, shares)
        return shares[:, :, :view.seats], usual
