"""Games from which weights are learned: greedy bots play them with the weights so far, compiled, and positions on the way are
noted with what every side has and with who won.

Now and then some decisions are left to chance, so that positions come about which no good player reaches but a search sees.
Game number i of a seed is the same whoever plays it, so work can be cut anywhere.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..bots.greedy import DEEPEST, turn_finder
from ..bots.tree import judge_evenly
from ..bots.weights import Weights, fill_sheet, sheet_room, weighing
from ..core.chance import LUCK, fresh_chance, key_of_seed, lucky_start, pick
from ..core.features import WEIGHTS_AT, WRITTEN_AT, Features
from ..core.game import Game
from ..core.kernel import compile_runner
from ..core.rewards import shares_of
from ..core.setting import Setting

WILD, WILDEST = 25, 8                       # of 1000 decisions so many begin a burst of chance, which has at most so many
NOTED = 12                                  # positions of a game, about
BUDGET = 200                                # actions that a player tries for a decision
LONGEST = 20_000                            # decisions; a game that is longer is shared evenly
PROBE = 20                                  # games that tell how long one is


@dataclass(frozen=True)
class Positions:
    """Positions of games: what every side has, what the written judgement said, and the share that each side won."""

    has: np.ndarray                         # by position, side and feature
    judged: np.ndarray                      # by position and side
    won: np.ndarray                         # by position and side
    progress: np.ndarray                    # by position: the share of the game's decisions that had been made
    game: np.ndarray                        # by position: the number of the game

    def __len__(self) -> int:
        return len(self.won)


@dataclass(frozen=True)
class SelfPlay:
    """What games are played with, as workers need it."""

    game: Game
    seats: int
    options: tuple[tuple[str, Any], ...]
    seed: int
    weights: Weights | None                 # None: the judgement that is written down

    @property
    def setting(self) -> Setting:
        return Setting.of(self.game, self.seats, **dict(self.options))


def features_of(game: Game) -> Features:
    assert game.features is not None
    return game.features


@cache
def collector(game: Game) -> Any:
    """note_games(...): play games by greedy turns, and note some of their positions; how many it has noted."""
    setup, legal, play, outcome = game.setup, game.legal, game.play, game.outcome
    written = game.judge or judge_evenly
    best_turn, find = turn_finder(game, weighing(game, written)), features_of(game).find
    count = len(features_of(game).names)

    def note_games(stack, states, boxes, luck, start, seed, first, lists, lengths, sheet, plain, points, rank, found, best,
                   often, has, judged, won, steps, decisions, numbers):
        row = 0
        for i in range(len(decisions)):
            states[0] = start[0]
            states[0].chance_key[0] = np.uint64(seed)
            states[0].chance_key[1] = np.uint64(first + i)
            luck[0].counter = lucky_start(seed, first + i)
            setup(states[0], boxes[0])
            wild, begun = 0, row
            while not states[0].over and states[0].step < LONGEST:
                n = legal(states[0], boxes[0], lists[0])
                if pick(luck[0], 1_000_000) < often and row < len(numbers):
                    written(states[0], boxes[0], plain)
                    sheet[WRITTEN_AT] = WEIGHTS_AT + count
                    for seat in range(states[0].seats):
                        for feature in range(count):
                            sheet[WEIGHTS_AT + count + feature] = 0.0
                        find(states[0], boxes[0], seat, sheet)
                        judged[row, states[0].side[seat]] = plain[seat]
                        for feature in range(count):
                            has[row, states[0].side[seat], feature] += sheet[WEIGHTS_AT + count + feature]
                    sheet[WRITTEN_AT] = 0.0
                    steps[row] = states[0].step
                    numbers[row] = i
                    row += 1
                if wild == 0 and pick(luck[0], 1000) < WILD:
                    wild = 1 + pick(luck[0], WILDEST)
                if n == 1:
                    action = lists[0][0]
                elif wild:
                    wild -= 1
                    action = lists[0][pick(luck[0], n)]
                else:
                    stack[0] = states[0]
                    fresh_chance(stack[0], luck[0])
                    action = best_turn(stack, boxes[0], lists, lengths, sheet, points, rank, found, best, luck[0], BUDGET)
                play(states[0], boxes[0], action)
            outcome(states[0], boxes[0], points, rank)
            if not states[0].over:
                for seat in range(states[0].seats):
                    rank[seat] = 2
            shares_of(states[0], rank, plain)
            decisions[i] = states[0].step
            for noted in range(begun, row):
                for seat in range(states[0].seats):
                    won[noted, states[0].side[seat]] = plain[seat]
        return row

    blank, box = np.zeros(1, game.state.dtype), np.zeros(1, game.box.dtype)
    return compile_runner(note_games, game, *room_for(game, blank, box, 0, 0, 1, 1), made_from=(turn_finder, written, find))


class Room(NamedTuple):
    """What `note_games` works with, and where it writes."""

    stack: np.ndarray
    states: np.ndarray
    boxes: np.ndarray
    luck: np.ndarray
    start: np.ndarray
    seed: np.uint64
    first: np.uint64                        # number of the first game
    lists: np.ndarray
    lengths: np.ndarray
    sheet: np.ndarray                       # of the players, with room for the amounts of one seat
    plain: np.ndarray                       # sheet without weights
    points: np.ndarray
    rank: np.ndarray
    found: np.ndarray
    best: np.ndarray
    often: int                              # a position is noted, in a million decisions
    has: np.ndarray                         # from here on what is noted: see Positions
    judged: np.ndarray
    won: np.ndarray
    steps: np.ndarray                       # decisions so far, by position
    decisions: np.ndarray                   # of each game
    numbers: np.ndarray                     # of the game, by position


def room_for(game: Game, start: np.ndarray, box: np.ndarray, seed: int, first: int, games: int, rows: int,
             often: int = 0) -> Room:
    """Room for so many games and so many positions."""
    owners, count = game.state.owners, len(features_of(game).names)
    return Room(np.zeros(DEEPEST, game.state.dtype), start.copy(), box, np.zeros(1, LUCK.dtype), start,
                np.uint64(key_of_seed(seed)[0]), np.uint64(first), np.zeros((DEEPEST, game.most_legal), np.int64),
                np.zeros(DEEPEST, np.int64), np.zeros(sheet_room(game) + count), np.zeros(sheet_room(game)), np.zeros(owners),
                np.zeros(owners, np.int64), np.zeros(game.most_legal), np.zeros(game.most_legal), often,
                np.zeros((rows, owners, count), np.float32), np.zeros((rows, owners), np.float32),
                np.zeros((rows, owners), np.float32), np.zeros(rows, np.int64), np.zeros(games, np.int64),
                np.zeros(rows, np.int64))


def play_and_note(kit: SelfPlay, first: int, games: int) -> Positions:
    """Play games number `first` and on, and note about NOTED positions of each."""
    setting, often = kit.setting, usual_frequency(kit.game, kit.seats, kit.options)
    room = room_for(kit.game, setting.start, setting.box, kit.seed, first, games, 2 * NOTED * games + 100, often)
    fill_sheet(room.sheet, kit.game, kit.weights)
    noted = collector(kit.game)(*room)
    sides = 1 + max(setting.start["side"][0][:setting.seats])
    has, judged, won = (array[:noted, :sides] for array in (room.has, room.judged, room.won))
    numbers = room.numbers[:noted]
    progress = room.steps[:noted] / room.decisions[numbers]
    return Positions(has, judged, won, progress.astype(np.float32), numbers + first)


@cache
def usual_frequency(game: Game, seats: int, options: tuple[tuple[str, Any], ...]) -> int:
    """How often a position is noted, in a million decisions: NOTED times in a game of usual length."""
    setting = SelfPlay(game, seats, options, 0, None).setting
    room = room_for(game, setting.start, setting.box, 0, 0, PROBE, 1)
    collector(game)(*room)
    return int(min(1.0, NOTED / room.decisions.mean()) * 1_000_000)
