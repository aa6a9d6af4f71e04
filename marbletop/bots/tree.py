"""The tree of a search: open-loop information-set Monte-Carlo tree search, for any game, compiled.

One tree from the searching seat's view. Every iteration deals the hidden things again, walks down by actions (a node is
a sequence of actions, whatever chance did between them), plays on at random for a few decisions, and adds the judgement
of every seat to the nodes on the way. A node that was visited some times gets children; each begins with what it
promises at first sight, the judgement right after its action, so that a wide choice need not be tried out one by one.
Where nothing is hidden and no chance is left, the end of a game is certain, and so is every node that must lead there.
A tree that is full does not grow any more.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..core.chance import LUCK, fresh_chance, pick
from ..core.game import Game, redeal_nothing
from ..core.kernel import compile_runner, rule, small
from ..core.rewards import shares_of
from .greedy import events_of
from .weights import sheet_room

RIPE = 4                                    # visits of a node before it gets children: keeps the tree small
FIRST_SIGHT = 2.0                           # visits that the first sight of a child counts for
SETTLED = 10.0                              # what a certain action at the root is put back by while others are not certain
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


@cache
def desk_dtype(game: Game) -> np.dtype:
    """What an iteration works with, in one record: passing a pointer is faster than passing many arrays."""
    seats = game.state.owners
    return np.dtype((np.record, [
        ("actions", np.int64, (game.most_legal,)),      # the legal ones
        ("slots", np.int64, (game.actions,)),           # children by their action, while they are looked for
        ("path", np.int64, (DEEPEST,)),                 # the nodes from the root on
        ("players", np.int64, (DEEPEST,)),              # who chose each of them
        ("values", np.float64, (sheet_room(game),)),    # what every seat can expect; learned weights stand behind that
        ("places", np.float64, (seats,)),               # its rank, known or guessed
        ("points", np.float64, (seats,)),
        ("rank", np.int64, (seats,)),
    ]))


@rule
def judge_evenly(state, box, values):
    """For games without a judgement of their own."""
    for seat in range(state.seats):
        values[seat] = 0.5


@rule
def wander_anywhere(state, box, actions, n, luck):
    """For games without a playout of their own: any action."""
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
def clear_slots(tree, node, slots):
    """Forget where the children are."""
    child = tree[node].child
    while child:
        slots[tree[child].action] = 0
        child = tree[child].sibling


@small
def add_child(tree, used, node, last, action, promise):
    """A new child of a node, behind its last one (0: there is none)."""
    child = used[0]
    used[0] += 1
    tree[child].action = action
    tree[child].promise = promise
    if last:
        tree[last].sibling = child
    else:
        tree[node].child = child
    return child


@small
def score_of(tree, child, player, bonus, at_root):
    """How much a child is worth a visit: its value for the player and a bonus for being tried little. What is certain needs
    no visits; at the root we rather look at what is not."""
    if tree[child].certain:
        return tree[child].value[player] / tree[child].visits - (SETTLED if at_root else 0.0)
    weight = tree[child].visits + FIRST_SIGHT
    return (tree[child].value[player] + FIRST_SIGHT * tree[child].promise) / weight + bonus / math.sqrt(weight)


@rule
def place_by(values, seat, seats):
    """The rank of a seat, if the values were the result."""
    place = 1
    for other in range(seats):
        if values[other] > values[seat]:
            place += 1
    return place


@rule
def add_visit(tree, desk, depth, seats):
    """Count a visit of every node of a path, and what came out of it."""
    for i in range(depth + 1):
        tree[desk.path[i]].visits += 1
        for seat in range(seats):
            tree[desk.path[i]].value[seat] += desk.values[seat]
            tree[desk.path[i]].rank[seat] += desk.places[seat]


@rule
def make_certain(tree, node, desk, seats):
    """The game ends here: what was guessed before is forgotten."""
    tree[node].certain = 1
    for seat in range(seats):
        tree[node].value[seat] = desk.values[seat] * tree[node].visits
        tree[node].rank[seat] = desk.places[seat] * tree[node].visits


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


def appraiser(game: Game, judge: Callable[..., Any]) -> Callable[..., Any]:
    """appraise(state, box, desk): what every seat can expect."""
    outcome = game.outcome

    @rule
    def appraise(state, box, desk):
        """By the outcome if the game is over, else by judgement. Who plays alone and loses still tries to come close."""
        if not state.over:
            judge(state, box, desk.values)
            return
        outcome(state, box, desk.points, desk.rank)
        if state.seats == 1 and desk.rank[0] > 1:
            judge(state, box, desk.values)
            desk.values[0] *= CONSOLATION
        else:
            shares_of(state, desk.rank, desk.values)

    return appraise


def child_finder(game: Game, appraise: Callable[..., Any]) -> Callable[..., Any]:
    """best_child(tree, used, node, work, box, desk, n, explore): the child to go on with."""
    play = game.play

    @rule
    def promise_of(work, box, action, desk):
        """What an action is worth at first sight for whoever takes it."""
        work[1] = work[0]
        play(work[1], box, action)
        appraise(work[1], box, desk)
        return desk.values[work[0].player]

    @rule
    def best_child(tree, used, node, work, box, desk, n, explore):
        """The best so far, or one that was tried little. A new one begins with what it promises at first sight."""
        player = work[0].player
        best, best_score, offered, bonus, child, last = 0, -1e9, 0, 0.0, 0, 0
        following, strewn = tree[node].child, False     # children mostly stand in the order of the actions
        for i in range(n):
            action = desk.actions[i]
            if not strewn and following and tree[following].action == action:
                child = following
                following = tree[child].sibling
            elif not strewn:                            # here they do not: note where each is
                strewn = True
                last = list_children(tree, node, desk.slots)
            if strewn:
                child = desk.slots[action]
            if child == 0 and used[0] == len(tree):
                continue                                # no room for it
            if child == 0:
                child = last = add_child(tree, used, node, last, action, promise_of(work, box, action, desk))
            tree[child].offered += 1
            if tree[child].offered != offered:          # mostly the same for all: a logarithm is dear
                offered = tree[child].offered
                bonus = explore * math.sqrt(math.log(1.0 + offered))
            score = score_of(tree, child, player, bonus, node == 0)
            if score > best_score:
                best, best_score = child, score
        if strewn:
            clear_slots(tree, node, desk.slots)
        return best

    return best_child


def walker(game: Game, best_child: Callable[..., Any]) -> Callable[..., Any]:
    """walk_down(tree, used, work, box, desk, explore, explore_first): where a walk from the root ends, and how many nodes it
    has passed. What was tried little weighs `explore_first` at the root, `explore` below."""
    legal, play = game.legal, game.play

    @rule
    def walk_down(tree, used, work, box, desk, explore, explore_first):
        """Play on work[0], child by child, to a node that has no children yet, or whose value is certain."""
        node, depth = 0, 0
        while not work[0].over and depth < DEEPEST - 1 \
                and (node == 0 or (tree[node].visits >= RIPE and not tree[node].certain)):
            n = legal(work[0], box, desk.actions)
            if n == 1:                                  # a forced move is no decision of the tree
                play(work[0], box, desk.actions[0])
                continue
            desk.players[depth + 1] = work[0].player
            child = best_child(tree, used, node, work, box, desk, n, explore if node else explore_first)
            if child == 0:
                break
            node = child
            depth += 1
            desk.path[depth] = node
            play(work[0], box, np.int64(tree[node].action))
        return node, depth

    return walk_down


def evaluator(game: Game, appraise: Callable[..., Any], wander: Callable[..., Any]) -> Callable[..., Any]:
    """evaluate(tree, node, work, box, desk, luck, playout): what a walk to a node is worth."""
    legal, play = game.legal, game.play

    @rule
    def evaluate(tree, node, work, box, desk, luck, playout):
        """What is certain; else what every seat can expect after a playout of so many decisions."""
        if node > 0 and tree[node].certain:
            for seat in range(work[0].seats):
                desk.values[seat] = tree[node].value[seat] / tree[node].visits
                desk.places[seat] = tree[node].rank[seat] / tree[node].visits
            return
        for _ in range(playout):
            if work[0].over:
                break
            n = legal(work[0], box, desk.actions)
            play(work[0], box, wander(work[0], box, desk.actions, n, luck))
        appraise(work[0], box, desk)
        for seat in range(work[0].seats):
            desk.places[seat] = desk.rank[seat] if work[0].over else place_by(desk.values, seat, work[0].seats)

    return evaluate


@cache
def searcher(game: Game, judge: Callable[..., Any], wander: Callable[..., Any]) -> Any:
    """grow_tree(tree, used, view, boxes, work, generator, desks, iterations, playout, explore, explore_first): grow a tree
    by so many iterations; used[0] is the number of its nodes."""
    redeal, room = game.redeal, game.most_legal
    open_game = redeal is redeal_nothing
    appraise = appraiser(game, judge)
    walk_down, evaluate = walker(game, child_finder(game, appraise)), evaluator(game, appraise, wander)

    def grow_tree(tree, used, view, boxes, work, generator, desks, iterations, playout, explore, explore_first):
        seat, events = view[0].player, events_of(view[0])
        for _ in range(iterations):
            if used[0] + room > len(tree):
                return
            work[0] = view[0]
            redeal(work[0], boxes[0], seat, generator[0])
            fresh_chance(work[0], generator[0])
            node, depth = walk_down(tree, used, work, boxes[0], desks[0], explore, explore_first)
            ended = open_game and work[0].over and node > 0 and not tree[node].certain and events_of(work[0]) == events
            evaluate(tree, node, work, boxes[0], desks[0], generator[0], playout)
            add_visit(tree, desks[0], depth, work[0].seats)
            if ended:
                make_certain(tree, node, desks[0], work[0].seats)
                prove(tree, desks[0].path, desks[0].players, depth, work[0].seats)

    tree, states = np.zeros(1, node_dtype(game.state.owners)), np.zeros(1, game.state.dtype)
    return compile_runner(grow_tree, game, tree, np.zeros(1, np.int64), states, np.zeros(1, game.box.dtype), states,
                          np.zeros(1, LUCK.dtype), np.zeros(1, desk_dtype(game)), 1, 1, 0.5, 0.5,
                          made_from=(judge, wander, *getattr(judge, "made_from", ())))
