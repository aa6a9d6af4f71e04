"""Evaluation: how often a policy wins against bots.

The policy plays every side equally often, and each lane one game at a time, so that short games do not count more than long
ones.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np

from ..bots.bot import USUAL_LIMIT, MatchSetup, never
from ..bots.policies import POLICIES
from ..bots.registry import BotLike, bot_kind
from ..core.batch import Batch
from ..core.batch_arguments import is_whole, whole_numbers
from ..core.errors import MarbletopError
from ..core.evaluation import Evaluation
from ..core.lanes import DISABLED
from ..core.match import shares
from ..core.options import changed_options
from .simulate import interval

Chooser = Callable[[np.ndarray, np.ndarray], Any]       # (observations, masks) of all lanes -> an action for each


def evaluate(like: Batch, policy: Chooser, games: int, opponents: BotLike, seed: int = 0) -> Evaluation:
    """Play at least so many games, in rounds of one game in each lane, with the settings of a batch."""
    if not is_whole(games) or games < 1:
        raise MarbletopError(f"An evaluation needs one game at least, as a whole number, not {games!r}.")
    compiled = isinstance(opponents, str) and opponents in POLICIES
    batch = batch_like(like, str(opponents) if compiled else None)
    with nullcontext(policy) if compiled else against_bots(batch, policy, opponents, seed) as choose:
        found = [result for number in range(-(-games // batch.lanes)) for result in play_round(batch, choose, seed, number)]
    share = float(np.mean([share for share, _ in found]))
    sides = len(set(sides_of(batch)))
    return Evaluation(len(found), share, interval(share, len(found)), float(np.mean([points for _, points in found])),
                      1 / sides if sides > 1 else 0.5)


def play_round(batch: Batch, choose: Chooser, seed: int, number: int) -> list[tuple[float, float]]:
    """Play one game in each lane; `result_of_lane` of each."""
    own = own_seats_of_lanes(batch, number)
    batch.reset(np.random.SeedSequence((seed, number)).generate_state(batch.lanes, np.uint64), own_seats=own)
    while not batch.over.all():
        batch.step(choose(batch.observations, batch.masks))
    return [result_of_lane(batch, lane, own[lane]) for lane in range(batch.lanes)]


def batch_like(like: Batch, opponents: str | None) -> Batch:
    """A batch with the same settings, whose games stay over."""
    setting = like.setting
    return Batch(like.game, like.lanes, like.seats, 0, DISABLED, setting.components, observation=like.observation,
                 mask=like.mask, threads=like.threads, opponents=opponents, **changed_options(setting.options))


def sides_of(batch: Batch) -> list[int]:
    return [int(side) for side in batch.setting.start["side"][0][:batch.seats]]


def own_seats_of_lanes(batch: Batch, number: int) -> np.ndarray:
    """The seats that the policy plays in each lane of a round: one side, another in the next lane and in the next round."""
    of_seat = np.array(sides_of(batch))
    sides = np.unique(of_seat)
    return np.array([of_seat == sides[(lane + number) % len(sides)] for lane in range(batch.lanes)])


def result_of_lane(batch: Batch, lane: int, own: np.ndarray) -> tuple[float, float]:
    """The policy's share of first place, and the mean points of its seats."""
    seat = int(np.argmax(own))
    return shares(batch.ranks[lane].tolist(), sides_of(batch))[seat], float(batch.points[lane][own].mean())


@contextmanager
def against_bots(batch: Batch, policy: Chooser, which: BotLike, seed: int) -> Iterator[Chooser]:
    """The policy for its own seats, and a bot, which is given views and closed in the end, for the others."""
    kind, game, box = bot_kind(which), batch.game, batch.game.box.from_record(batch.setting.box[0])
    bot, limit = kind.make(game, seed), kind.limit_in(game) or USUAL_LIMIT
    bot.begin(MatchSetup(batch.seats, changed_options(batch.setting.options), batch.setting.components or game.components()))

    def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        actions = whole_numbers(policy(observations, masks), batch.lanes, "actions")
        for lane in np.flatnonzero(~batch.over & ~batch.own_seats[np.arange(batch.lanes), batch.players]):
            view = game.view(game.state.from_record(batch.states[lane]), box, int(batch.players[lane]))
            actions[lane] = bot.choose(view, box, limit, never)
        return actions

    try:
        yield choose
    finally:
        bot.close()
