"""What one action is worth: a search whose iterations all go through it, so that actions can be compared fairly. In a usual
search an action that looks bad gets few of them, and its value stays a rough guess."""

from typing import Any
from zlib import crc32

import numpy as np

from ..core.chance import LUCK, luck
from .bot import Ranked
from .search import Search, children, is_full

NEVER = -1e9                                # promised by actions that are not to be tried
CHUNK = 4096                                # iterations between two looks at the room in the tree


def rank_action(search: Search, view: Any, box: Any, action: int, iterations: int) -> Ranked:
    """An action with the value of every seat after so many iterations of the search's first tree. Luck depends on the seed
    and the position only, so all actions of a position meet the same deals."""
    game, tree, used = search.game, search.trees[0], search.used[0]
    views, boxes = game.state.to_record(view), game.box.to_record(box)
    generator = LUCK.to_record(luck(search.seed, crc32(views.tobytes())))
    work, desk = np.concatenate([views, views]), search.desk_for(view, box)
    tree[:used[0]] = 0
    used[0] = 1

    def grow(times: int) -> None:
        search.run(tree, used, views, boxes, work, generator, desk, times, *search.settings)

    grow(1)                                 # gives the root its children
    node = prepare_root(tree, action)
    for begun in range(0, iterations, CHUNK):
        if tree["certain"][node] or is_full(tree, used[0] + game.most_legal):
            break
        grow(min(CHUNK, iterations - begun))
    visits = max(1, int(tree["visits"][node]))
    seats = view.seats
    return Ranked(action, tuple((tree["value"][node][:seats] / visits).tolist()),
                  tuple((tree["rank"][node][:seats] / visits).tolist()), visits, search.line(action),
                  shares=search.shares(action))


def prepare_root(tree: np.ndarray, action: int) -> int:
    """Forget the first iteration, unless it has found what is certain, and close all children of the root but one; returns
    that one."""
    chosen = 0
    for child in children(tree, 0):
        if not tree["certain"][child]:
            tree["visits"][child], tree["value"][child], tree["rank"][child] = 0, 0, 0
        if tree["action"][child] == action:
            chosen = child
        else:
            tree["promise"][child] = NEVER
    return chosen
