"""How many points are there in Marbleous for one player? Greedy, a search that plays for points alone, and a search that knows
every card to come, on the same deals.

    python -m benchmarks.solo_marbleous [--games 40] [--seed 1] [--first 0] [--iterations 8000] [--widths 100,400] [--advanced]

Prints the tables that stand in RULES.md. The first two see what a player sees. The last one is no player: it looks at the cards
that will be drawn, tries every complete turn of the positions that it keeps (`width` of them after every turn, those that the
judgement expects most of), and finds in the end the best game among all that it has followed. That game can be played, so it is
no bound: a wider beam finds a little more, and the table shows how much.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from marbletop.bots.bot import Limit
from marbletop.bots.search import Search
from marbletop.bots.tree import CONSOLATION
from marbletop.core.kernel import compile_runner, rule
from marbletop.core.match import Match
from marbletop.core.whole_games import play_games
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.judgement import LINE_CARD, expected_score
from marbletop.games.marbleous.rules import outcome as usual_outcome
from marbletop.games.marbleous.state import COLOURS, LINE_CARD_DONE, MAIN, ROWS

from .balance_marbleous import goals_of, points_first

LOWEST, HIGHEST = 30.0, 110.0               # points that are worth 0 and 1 to who plays for points
PLAYOUT, EXPLORE = 4, 0.05                  # of the search for points
LONGEST_TURN = 16                           # decisions
MOST_TURNS = 1500                           # complete turns of one position, at most


@rule
def outcome(state, box, points, rank):
    """Nobody wins: the search falls back on its judgement of the end."""
    ending = usual_outcome(state, box, points, rank)
    rank[0] = 2
    return ending


@rule
def judge(state, box, values):
    """The points that can be expected, as a part of what is possible. The search makes less of a lost game; not here."""
    part = min(1.0, max(0.0, (expected_score(state, box, 0) - LOWEST) / (HIGHEST - LOWEST)))
    values[0] = part / CONSOLATION if state.over else part


FOR_POINTS = replace(GAME, outcome=outcome, judge=judge)


@dataclass(frozen=True)
class Result:
    """How a game went."""

    points: float
    line_done: bool


def deals(given: argparse.Namespace) -> Iterator[Match]:
    """The matches that everybody plays."""
    for deal in range(given.first, given.first + given.games):
        yield Match(GAME, 1, given.seed, deal=deal, advanced=given.advanced)


def play_greedily(given: argparse.Namespace) -> list[Result]:
    results = play_games(GAME, 1, given.first + given.games, given.seed, points_first(), tally=True, advanced=given.advanced)
    assert results.tally is not None
    lines = results.tally[:, LINE_CARD_DONE] == MAIN
    return [Result(float(points), bool(line)) for points, line in zip(results.points[given.first:, 0], lines[given.first:])]


def play_for_points(given: argparse.Namespace) -> list[Result]:
    """The search without knowledge of what comes."""
    bot, limit, found = Search(FOR_POINTS, judge, given.seed, PLAYOUT, EXPLORE), Limit(iterations=given.iterations), []
    for number, match in enumerate(deals(given), given.first):
        bot.reseed(number)
        while not match.over:
            match.play(bot.choose(match.view(0), match.box, limit))
        assert match.outcome is not None
        found.append(Result(match.outcome.points[0], match.state.line_done == MAIN))
    return found


@rule
def number_of(state):
    """A number for what the rest of a game depends on."""
    number = state.points[0] * 31 + state.line_done
    for source in range(len(state.chance_count)):
        number = (number ^ state.chance_count[source]) * 1099511628211
    for colour in range(COLOURS):
        number = (number ^ state.tray[0][colour]) * 1099511628211
    for colour in range(MAIN):
        number = (number ^ (state.tokens[0][colour] << 20 | state.token_supply[colour] << 10
                            | state.token_discard[colour])) * 1099511628211
        for row in range(ROWS):
            number = (number ^ state.display[colour][row]) * 1099511628211
    return number ^ number >> 29


@cache
def turn_lister() -> Any:
    """list_turns(states, boxes, stack, lists, left, line_worth, parents, paths, worths, numbers): every complete turn from each
    of the states, as the actions (ended by -1) with what the judgement thinks of its end; returns how many there are."""
    legal, play = GAME.legal, GAME.play

    def list_turns(states, boxes, stack, lists, left, line_worth, parents, paths, worths, numbers):
        found = 0
        for parent in range(len(states)):
            stack[0] = states[parent]
            depth, left[0] = 0, legal(stack[0], boxes[0], lists[0])
            while depth >= 0:
                if left[depth] == 0:
                    depth -= 1
                    continue
                left[depth] -= 1
                stack[depth + 1] = stack[depth]
                play(stack[depth + 1], boxes[0], lists[depth][left[depth]])
                if not stack[depth + 1].over and stack[depth + 1].turn == stack[0].turn:
                    depth += 1
                    left[depth] = legal(stack[depth], boxes[0], lists[depth])
                    continue
                parents[found] = parent
                for i in range(depth + 1):
                    paths[found, i] = lists[i][left[i]]
                paths[found, depth + 1] = -1
                worths[found] = expected_score(stack[depth + 1], boxes[0], 0) + line_worth * stack[depth + 1].line_done
                numbers[found] = number_of(stack[depth + 1])
                found += 1
        return found

    states, integers = np.zeros(1, GAME.state.dtype), np.zeros(1, np.int64)
    return compile_runner(list_turns, GAME, states, np.zeros(1, GAME.box.dtype), states, np.zeros((1, 1), np.int64), integers,
                          0.0, integers, np.zeros((1, 1), np.int8), np.zeros(1), integers, made_from=(expected_score,))


@cache
def turn_player() -> Any:
    """play_turns(before, boxes, parents, paths, after): play the chosen turns."""
    play = GAME.play

    def play_turns(before, boxes, parents, paths, after):
        for i in range(len(parents)):
            after[i] = before[parents[i]]
            step = 0
            while paths[i, step] >= 0:
                play(after[i], boxes[0], np.int64(paths[i, step]))
                step += 1
            after[i].step = 0               # how many decisions led here makes no difference

    states = np.zeros(1, GAME.state.dtype)
    return compile_runner(play_turns, GAME, states, np.zeros(1, GAME.box.dtype), np.zeros(1, np.int64),
                          np.zeros((1, 1), np.int8), states)


def best_known_game(match: Match, width: int, line_worth: float = 0.0) -> Result:
    """The best game that a beam of so many positions finds, knowing everything that will be drawn: with the line done, if that
    has a worth, and otherwise only by points."""
    boxes, states = GAME.box.to_record(match.box), GAME.state.to_record(match.state)
    stack, lists = np.zeros(LONGEST_TURN + 1, GAME.state.dtype), np.zeros((LONGEST_TURN, GAME.most_legal), np.int64)
    room = width * MOST_TURNS
    parents, paths = np.zeros(room, np.int64), np.zeros((room, LONGEST_TURN), np.int8)
    worths, numbers = np.zeros(room), np.zeros(room, np.int64)
    while not states[0]["over"]:
        found = turn_lister()(states, boxes, stack, lists, np.zeros(LONGEST_TURN + 1, np.int64), line_worth, parents, paths,
                              worths, numbers)
        _, different = np.unique(numbers[:found], return_index=True)
        kept = different[np.argsort(-worths[different], kind="stable")[:width]]
        following = np.zeros(len(kept), GAME.state.dtype)
        turn_player()(states, boxes, parents[kept], paths[kept], following)
        states = following
    points, lines = worths[kept] - line_worth * states["line_done"], states["line_done"] == MAIN
    best = np.lexsort((points, lines if line_worth else points))[-1]
    return Result(float(points[best]), bool(lines[best]))


def row_of(name: str, results: list[Result], goals: list[int]) -> str:
    """A row of the table: points, and shares of games that reach the goals, without and with the line."""
    points, lines = np.array([result.points for result in results]), np.array([result.line_done for result in results])
    reached = ", ".join(f"{100 * np.mean(points >= goal):.0f}" for goal in goals)
    both = ", ".join(f"{100 * np.mean((points >= goal) & lines):.0f}" for goal in goals)
    return (f"| {name} | {len(results)} | {points.mean():.1f} ({points.min():.0f} - {np.median(points):.0f} - "
            f"{points.max():.0f}) | {reached} | {100 * lines.mean():.0f} | {both} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    parser.add_argument("--iterations", type=int, default=8000)
    parser.add_argument("--widths", default="100,400")
    parser.add_argument("--advanced", action="store_true")
    given = parser.parse_args()
    goals, begun = goals_of(given.advanced, GAME.components()), time.perf_counter()
    print(f"{'Advanced' if given.advanced else 'Base'} game, deals {given.first} to {given.first + given.games - 1} of seed "
          f"{given.seed}; goals {', '.join(map(str, goals))}.\n\n| Who | Games | Points: mean (lowest - median - highest) | "
          "Reached, in percent: easy, medium, hard | Line done | Both: easy, medium, hard |\n|---|---|---|---|---|---|")
    print(row_of("greedy", play_greedily(given), goals), flush=True)
    if given.iterations:
        print(row_of(f"search for points, {given.iterations} iterations", play_for_points(given), goals), flush=True)
    for width in map(int, filter(None, given.widths.split(","))):
        for name, line_worth in (("points", 0.0), ("line and points", LINE_CARD)):
            known = [best_known_game(match, width, line_worth) for match in deals(given)]
            print(row_of(f"knows all cards, {name}, {width} positions", known, goals), flush=True)
    print(f"\n{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
