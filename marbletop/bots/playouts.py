"""Playing a decision out to the end, many times, compiled: what reviews are measured with.

Every deal imagines what the deciding seat cannot know. The actions that are compared meet the same deals, the same chance to
come and the same luck of the players, so that their difference is known much better than each of them.
"""

from collections.abc import Callable
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
from .weights import known_weights, sheet_for, sheet_room, weighing

GLANCE_BUDGET = 60                          # actions that the usual player tries for a decision: a good part of its turn
LONGEST = 20_000                            # decisions of a playout; a game that is longer is shared evenly


def usual_player(game: Game) -> Policy:
    """Who plays on in a review: greedy with little time, or anything if the game has no judgement."""
    return greedy_policy(game, game.judge, GLANCE_BUDGET) if game.judge else game.playout or uniform


def judgement_of(game: Game) -> Callable[..., Any]:
    """What positions are judged by on the way: with learned weights if a game has some (see `sheet_for`), or evenly if nobody
    wrote a judgement."""
    if game.judge is None:
        return judge_evenly
    return weighing(game, game.judge) if known_weights(game) else game.judge


def finisher(game: Game, policy: Policy) -> Any:
    """finish(state, box, actions, points, rank, sheet, turns, whole, judged, shares, generator): play a state on by the policy.
    When so many turns are over, everybody's chances are judged; if the game ends before, they are known. Of a `whole` game
    every seat's share of first place is written, too."""
    legal, play, outcome, judge = game.legal, game.play, game.outcome, judgement_of(game)

    @rule
    def finish(state, box, actions, points, rank, sheet, turns, whole, judged, shares, generator):
        over, waiting = 0, True
        for _ in range(LONGEST):
            if state.over:
                break
            if waiting and over >= turns:
                judge(state, box, sheet)
                for seat in range(state.seats):
                    judged[seat] = sheet[seat]
                waiting = False
                if not whole:
                    return
            n = legal(state, box, actions)
            player = state.player
            play(state, box, policy(state, box, actions, n, generator))
            if state.player != player:
                over += 1
        outcome(state, box, points, rank)
        if not state.over:
            for seat in range(state.seats):
                rank[seat] = 2
        shares_of(state, rank, shares)
        if waiting:
            for seat in range(state.seats):
                judged[seat] = shares[seat]

    return finish


@cache
def playout_runner(game: Game, policy: Policy) -> Any:
    """play_deals(view, boxes, work, generator, seed, first, dealt, wanted, usual, sheet, turns, whole, judged, shares): play
    every wanted action of a view out, in deals number `first` and on; to the end if `whole`. Shares and what is judged after so
    many turns are by deal, action and seat; last comes what the policy would do, and its choice is in `usual`. If nothing has
    been `dealt`, the deal is imagined, too."""
    setup, legal, play, redeal = game.setup, game.legal, game.play, game.redeal
    room, owners = game.most_legal, game.state.owners
    finish, judge = finisher(game, policy), judgement_of(game)

    @rule
    def imagine(state, box, dealt, generator):
        if dealt:
            redeal(state, box, state.player, generator)
        fresh_chance(state, generator)
        if not dealt:
            setup(state, box)

    def play_deals(view, boxes, work, generator, seed, first, dealt, wanted, usual, sheet, turns, whole, judged, shares):
        actions, points, rank = np.zeros(room, np.int64), np.zeros(owners), np.zeros(owners, np.int64)
        last = len(wanted)
        for deal in range(len(usual)):
            generator[0].counter = lucky_start(seed, np.uint64(first + deal))
            work[0] = view[0]
            imagine(work[0], boxes[0], dealt, generator[0])
            if work[0].over:
                finish(work[0], boxes[0], actions, points, rank, sheet, turns, whole, judged[deal, last], shares[deal, last],
                       generator[0])
                continue
            n = legal(work[0], boxes[0], actions)
            usual[deal] = policy(work[0], boxes[0], actions, n, generator[0])
            counter, found = generator[0].counter, False
            for i in range(last + 1):
                if i == last and found:
                    break
                action = usual[deal] if i == last else wanted[i]
                work[1] = work[0]
                generator[0].counter = counter
                play(work[1], boxes[0], action)
                finish(work[1], boxes[0], actions, points, rank, sheet, turns - (work[1].player != work[0].player), whole,
                       judged[deal, i], shares[deal, i], generator[0])
                if action == usual[deal]:
                    found = True
                    for seat in range(owners):
                        shares[deal, last, seat], judged[deal, last, seat] = shares[deal, i, seat], judged[deal, i, seat]

    states, integers, table = np.zeros(2, game.state.dtype), np.zeros(1, np.int64), np.zeros((1, 1, owners))
    return compile_runner(play_deals, game, states, np.zeros(1, game.box.dtype), states, np.zeros(1, LUCK.dtype), np.uint64(0),
                          0, 0, integers, integers, np.zeros(sheet_room(game)), 0, 0, table, table,
                          made_from=(policy, judge, *getattr(judge, "made_from", ()), *getattr(policy, "made_from", ())))


class Playouts:
    """The playouts of one match: a box, a policy, and room to work in."""

    def __init__(self, game: Game, box: Any, seed: int = 0):
        self.game, self.box, self.seed = game, box, np.uint64(key_of_seed(seed)[0])
        self.run, self.boxes = playout_runner(game, usual_player(game)), game.box.to_record(box)
        self.work, self.generator = np.zeros(2, game.state.dtype), np.zeros(1, LUCK.dtype)

    def of_view(self, view: Any, wanted: list[int], first: int, deals: int, turns: int = 0,
                whole: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """Shares of first place by deal, wanted action and seat, the usual player's last; and what is judged after so many
        turns. There are no shares (NaN) of games that are not played to the end."""
        shares, judged, _ = self._play(view, True, wanted, first, deals, turns, whole)
        return shares, judged

    def of_start(self, blank: Any, first: int, deals: int) -> np.ndarray:
        """Shares of first place by deal and seat, before anything is dealt."""
        return self._play(blank, False, [], first, deals)[0][:, 0]

    def usual_choices(self, view: Any, first: int, deals: int) -> np.ndarray:
        """What the usual player would do in each deal."""
        return self._play(view, True, [], first, deals, whole=False)[2]

    def _play(self, view: Any, dealt: bool, wanted: list[int], first: int, deals: int, turns: int = 0,
              whole: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        usual, room = np.zeros(deals, np.int64), (deals, len(wanted) + 1, self.game.state.owners)
        shares, judged = np.full(room, np.nan), np.full(room, np.nan)
        self.run(self.game.state.to_record(view), self.boxes, self.work, self.generator, self.seed, first, int(dealt),
                 np.array(wanted, np.int64), usual, sheet_for(self.game, known_weights(self.game), view, self.box), turns,
                 int(whole), judged, shares)
        return shares[:, :, :view.seats], judged[:, :, :view.seats], usual
