"""The tree of a search: open-loop information-set Monte-Carlo tree search, for any game, compiled.

One tree from the searching seat's view. Every iteration deals the hidden things anew, walks down by actions (a node is
a sequence of actions, whatever chance did between them), plays on at random for a few decisions, and adds the judgement
of every seat to the nodes on the way. A node that was visited some times gets children; each begins with what it
promises at first sight, the judgement right after its action, so that a wide choice need not be tried out one by one.
Where nothing is hidden and no chance is left, the end of a game is certain, and so is every node that must lead there.
A tree that is full is searched no further.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.batch import shares_of
from ..core.chance import LUCK, fresh_chance, pick
from ..core.game import Game, redeal_nothing
from ..core.kernel import compiled, rule
from .greedy import events_of

RIPE = 4                                    # visits of a node before it gets children: keeps the tree small
FIRST_SIGHT = 2.0                           # visits that the first sight of a child counts for
SETTLED = 10.0                              # what a certain action at the root is put back by, when something is still open
CONSOLATION = 0.2                           # what the judgement of a lost solo game counts
MOST_VISITS = 1 << 24                       # as far as a float32 can count
DEEPEST = 96                                # decisions of a path down the tree


@cache
def node_dtype(seats: int) -> np.dtype:
    """A node of the tree, small because memory is what a search waits for."""
    return np.dtype((np.record, [
        ("action", np.int32),               # that leads here
        ("child", np.int32),                # first child, 0 none
        ("sibling", np.int32),              # next child of the same parent
        ("visits", np.int32),
        ("certain", np.int32),              # 1: its value is what will be, if nobody errs from here on
        ("offered", np.int32),              # times the action was legal when its parent was visited
        ("promise", np.float32),            # judgement right after the action, for the seat that took it
        ("value", np.float32, (seats,)),    # sum over the visits, for every seat
        ("rank", np.float32, (seats,)),     # sum of final or estimated ranks, for every seat
    ]))


@rule
def judge_evenly(state, box, values):
    """For games without a judgement of their own."""
    for seat in range(state.seats):
        values[seat] = 0.5


@rule
def wander_anywhere(state, box, actions, n, luck):
    """For games without a better way to play on at random."""
    return actions[pick(luck, n)]


@rule
def list_children(tree, node, slots):
    """Note for each action where its child is; the last child."""
    child, last = tree[node].child, 0
    while child:
        slots[tree[child].action] = child
        child, last = tree[child].sibling, child
    return last


@rule
def clear(tree, node, slots):
    """Forget where the children are."""
    child = tree[node].child
    while child:
        slots[tree[child].action] = 0
        child = tree[child].sibling


@rule
def place_by(values, seat, seats):
    """The rank of a seat, if the values were the result."""
    place = 1
    for other in range(seats):
        if values[other] > values[seat]:
            place += 1
    return place


@rule
def prove(tree, path, players, depth, seats):
    """The node at the end of a path is certain. So is the one before it, if that is a win for its player, or if all that its
    player can choose is certain; and so on to the root."""
    while depth > 0 and tree[path[depth]].certain:
        best, parent, player = path[depth], path[depth - 1], players[depth]
        if tree[best].value[player] < tree[best].visits:
            child = tree[parent].child
            while child:
                if not tree[child].certain:
                    return
                if tree[child].value[player] / tree[child].visits > tree[best].value[player] / tree[best].visits:
                    best = child
                child = tree[child].sibling
        tree[parent].certain = 1
        share = tree[parent].visits / tree[best].visits
        for seat in range(seats):
            tree[parent].value[seat] = tree[best].value[seat] * share
            tree[parent].rank[seat] = tree[best].rank[seat] * share
        depth -= 1


@cache
def searcher(game: Game, judge: Callable[..., Any], wander: Callable[..., Any]) -> Any:
    """grow_tree(tree, used, view, boxes, work, generator, slots, iterations, playout, explore): grow a tree by so many
    iterations; used[0] is the number of its nodes."""
    legal, play, redeal, outcome = game.legal, game.play, game.redeal, game.outcome
    room, owners = game.most_legal, game.state.owners
    open_game = redeal is redeal_nothing

    @rule
    def appraise(state, box, values, points, rank):
        """What every seat can expect: by the outcome if the game is over, else by judgement. Who plays alone and loses
        still tries to come close."""
        if not state.over:
            judge(state, box, values)
            return
        outcome(state, box, points, rank)
        if state.seats == 1 and rank[0] > 1:
            judge(state, box, values)
            values[0] *= CONSOLATION
        else:
            shares_of(state, rank, values)

    @rule
    def best_child(tree, used, node, work, box, actions, n, slots, values, points, rank, explore):
        """The child to go on with: the best so far, or one that was tried little. A new one begins with what it promises
        at first sight."""
        player = work[0].player
        best, best_score, offered, bonus, child, tail = 0, -1e9, 0, 0.0, 0, 0
        following, strewn = tree[node].child, False     # children mostly stand in the order of the actions
        for i in range(n):
            if not strewn and following and tree[following].action == actions[i]:
                child = following
                following = tree[child].sibling
            elif not strewn:                            # here they do not: note where each is
                strewn = True
                tail = list_children(tree, node, slots)
            if strewn:
                child = slots[actions[i]]
            if child == 0 and used[0] == len(tree):
                continue                                # no room for it
            if child == 0:
                work[1] = work[0]
                play(work[1], box, actions[i])
                appraise(work[1], box, values, points, rank)
                child = used[0]
                used[0] += 1
                tree[child].action = actions[i]
                tree[child].promise = values[player]
                if tail:
                    tree[tail].sibling = child
                else:
                    tree[node].child = child
                tail = child
            tree[child].offered += 1
            if tree[child].offered != offered:          # mostly the same for all: a logarithm is dear
                offered = tree[child].offered
                bonus = explore * math.sqrt(math.log(1.0 + offered))
            weight = tree[child].visits + FIRST_SIGHT
            if tree[child].certain:                     # at the root we rather look at what is not
                score = tree[child].value[player] / tree[child].visits - (SETTLED if node == 0 else 0.0)
            else:
                score = (tree[child].value[player] + FIRST_SIGHT * tree[child].promise) / weight + bonus / math.sqrt(weight)
            if score > best_score:
                best, best_score = child, score
        if strewn:
            clear(tree, node, slots)
        return best

    def grow_tree(tree, used, view, boxes, work, generator, slots, iterations, playout, explore):
        actions = np.zeros(room, np.int64)
        path = np.zeros(DEEPEST, np.int64)
        players = np.zeros(DEEPEST, np.int64)                   # who chose each node of the path
        values = np.zeros(owners)
        points = np.zeros(owners)
        rank = np.zeros(owners, np.int64)
        places = np.zeros(owners)                               # the rank, known or guessed
        seat, events = view[0].player, events_of(view[0])
        for _ in range(iterations):
            if used[0] + room > len(tree):
                return
            work[0] = view[0]
            redeal(work[0], boxes[0], seat, generator[0])
            fresh_chance(work[0], generator[0])
            node, depth = 0, 0
            while not work[0].over and depth < DEEPEST - 1 \
                    and (node == 0 or (tree[node].visits >= RIPE and not tree[node].certain)):
                n = legal(work[0], boxes[0], actions)
                if n == 1:                                      # a forced move is no decision of the tree
                    play(work[0], boxes[0], actions[0])
                    continue
                players[depth + 1] = work[0].player
                child = best_child(tree, used, node, work, boxes[0], actions, n, slots, values, points, rank, explore)
                if child == 0:
                    break
                node = child
                depth += 1
                path[depth] = node
                play(work[0], boxes[0], np.int64(tree[node].action))
            ended = open_game and work[0].over and node > 0 and not tree[node].certain and events_of(work[0]) == events
            if node > 0 and tree[node].certain:
                for one in range(work[0].seats):
                    values[one] = tree[node].value[one] / tree[node].visits
                    places[one] = tree[node].rank[one] / tree[node].visits
            else:
                for _ in range(playout):
                    if work[0].over:
                        break
                    n = legal(work[0], boxes[0], actions)
                    play(work[0], boxes[0], wander(work[0], boxes[0], actions, n, generator[0]))
                appraise(work[0], boxes[0], values, points, rank)
                for one in range(work[0].seats):
                    places[one] = rank[one] if work[0].over else place_by(values, one, work[0].seats)
            for i in range(depth + 1):
                tree[path[i]].visits += 1
                for one in range(work[0].seats):
                    tree[path[i]].value[one] += values[one]
                    tree[path[i]].rank[one] += places[one]
            if ended:
                tree[node].certain = 1
                for one in range(work[0].seats):                # what was guessed before is forgotten
                    tree[node].value[one] = values[one] * tree[node].visits
                    tree[node].rank[one] = places[one] * tree[node].visits
                prove(tree, path, players, depth, work[0].seats)

    tree, states = np.zeros(1, node_dtype(owners)), np.zeros(1, game.state.dtype)
    numbers = np.zeros(1, np.int64)
    return compiled(grow_tree, game, tree, numbers, states, np.zeros(1, game.box.dtype), states, np.zeros(1, LUCK.dtype),
                    numbers, 1, 1, 0.5, made_from=(judge, wander))
