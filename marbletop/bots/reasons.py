"""What decides between two actions: the terms of a learned judgement in which they differ most, in the game's words."""

from collections.abc import Sequence
from typing import Any

from ..core.features import LEARNED, WEIGHTS_AT, WRITTEN_AT, Features
from ..core.game import Game
from ..words import say
from .weights import Weights, known_weights

MOST = 3                                    # terms that are told
SHARE = 0.2                                 # of all that speaks for an action; what is less is not told
SEEN = 0.02                                 # in logarithms of chances; what is less makes no difference


def gains(deals: Sequence[Any], game: Game, view: Any, box: Any, better: Sequence[int],
          worse: Sequence[int]) -> tuple[str, ...]:
    """What one line of actions has more of than another, most important first; nothing if the judgement at a glance does not
    prefer it (then the search has seen further), or if nothing was learned for such positions."""
    features = game.features
    weights = known_weights(game).get(features.mode(view, box)) if features else None
    if features is None or weights is None:
        return ()
    more: dict[str, float] = {}
    for deal in deals:
        first, second = (terms_after(game, features, weights, deal, box, line) for line in (better, worse))
        for words in first:
            more[words] = more.get(words, 0.0) + (first[words] - second[words]) / len(deals)
    for_it = sum(amount for amount in more.values() if amount > 0)
    if sum(more.values()) < SEEN:
        return ()
    told = sorted((words for words in more if more[words] >= max(SEEN, SHARE * for_it)), key=lambda words: -more[words])
    return tuple(say(words) for words in told[:MOST])


def terms_after(game: Game, features: Features, weights: Weights, deal: Any, box: Any, line: Sequence[int]) -> dict[str, float]:
    """What speaks for whoever decides in a deal, by term, after a line of actions."""
    state, side = game.state.copy(deal), deal.side[deal.player]
    for action in line:
        if state.over or action not in game.legal_list(state, box):
            break
        game.play(state, box, action)
    found = {words: 0.0 for term in features.terms for words in (term.own, term.others)}
    for seat in range(state.seats):
        has = amounts(features, weights, state, box, seat)
        for term in features.terms:
            worth = sum(weights.worth[feature] * has[feature] for feature in term.features)
            if state.side[seat] == side:
                found[term.own] += worth
            else:
                found[term.others] -= worth
    return found


def amounts(features: Features, weights: Weights, state: Any, box: Any, seat: int) -> list[float]:
    """How much of each feature a seat has."""
    count = len(features.names)
    sheet = [0.0] * WEIGHTS_AT + [*weights.worth] + [0.0] * count
    sheet[LEARNED], sheet[WRITTEN_AT] = 1.0, float(WEIGHTS_AT + count)
    features.find(state, box, seat, sheet)
    return sheet[WEIGHTS_AT + count:]
