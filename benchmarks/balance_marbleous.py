"""Does the reconstructed box of Marbleous hold up? Greedy against itself: win shares by seat, points, solo levels.

    python -m benchmarks.balance_marbleous [--games N] [--seed S] [--components FILE] [--search N --iterations I]

Prints the tables that stand in RULES.md. Each seat plays the best turn it sees by the game's judgement, the last one too:
a player who can no longer win still plays for points. With --search the searching bot plays N games alone instead.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from marbletop.analysis.simulate import interval
from marbletop.bots.bot import Limit
from marbletop.bots.greedy import greedy_policy
from marbletop.bots.levels import searching
from marbletop.core.kernel import rule
from marbletop.core.match import Match
from marbletop.core.whole_games import Results, play_games
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.judgement import judge
from marbletop.games.marbleous.rules import play
from marbletop.games.marbleous.state import LINE_CARD_DONE, LOST, NO_CARD, POPPED, STAR, SUBSTITUTED

CASES = ((1, False), (1, True), (2, False), (2, True), (3, False), (3, True), (4, False), (4, True))
COUNTED = (POPPED, STAR, LOST, SUBSTITUTED, NO_CARD)


@rule
def play_on(state, box, action):
    """Play, and let the end of the game be judged like any other position: by what each seat would score."""
    play(state, box, action)
    if state.over:
        state.over = 0
        state.player = -1


def points_first():
    """Greedy that looks at its score in the last turn too."""
    counting = GAME.state.with_tally(len(GAME.events))
    policy = greedy_policy(replace(GAME, play=play_on, state=counting), judge)
    policy.made_from = (judge, play_on)
    return policy


def mode(advanced):
    return "advanced" if advanced else "base"


def share(hits, games):
    """A share with its 95 % interval, in percent."""
    part = hits / games
    low, high = interval(part, games)
    return f"{100 * part:.1f} ({100 * low:.1f}-{100 * high:.1f})"


def first_places(results: Results, seats: int) -> list[float]:
    """How much of the first place each seat had, shared ones divided."""
    first = results.ranks == 1
    return list((first / first.sum(axis=1, keepdims=True)).sum(axis=0)[:seats])


def spread_of(points: np.ndarray) -> str:
    low, middle, high = np.percentile(points, (5, 50, 95))
    return f"{points.mean():.1f} ({low:.0f} - {middle:.0f} - {high:.0f})"


def search_alone(games, iterations, seed, components):
    """The searching bot alone, playing for the easy level: what a player who looks ahead reaches."""
    print("| Alone, searching | Games | Points (mean; lowest - median - highest) | Line done | Easy, medium, hard reached | "
          "With the line |\n|---|---|---|---|---|---|")
    for advanced in (False, True):
        bot, points, lines = searching(GAME, seed), [], []
        for deal in range(games):
            match = Match(GAME, 1, seed, deal=deal, components=components, advanced=advanced)
            while not match.over:
                legal = match.legal
                forced = len(legal) == 1
                match.play(legal[0] if forced else bot.choose(match.view(0), match.box, Limit(iterations=iterations)))
            points.append(match.outcome.points[0])
            lines.append(match.state.line_done == 4)
        scores, done = np.array(points), np.array(lines)
        reached = [scores >= goal for goal in goals_of(advanced, components)]
        spread = f"{scores.mean():.1f}; {scores.min():.0f} - {np.median(scores):.0f} - {scores.max():.0f}"
        points_only, both = (", ".join(str(hit.sum()) for hit in hits) for hits in (reached, [hit & done for hit in reached]))
        print(f"| {mode(advanced)} | {games} | {spread} | {done.sum()} | {points_only} | {both} |", flush=True)


def goals_of(advanced, components):
    """The points to reach at the three levels."""
    return [GAME.make_box(GAME.read_options({"advanced": advanced, "solo_level": level}), 1, components).solo_goal
            for level in ("easy", "medium", "hard")]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--components", type=Path)
    asked.add_argument("--search", type=int, default=0)
    asked.add_argument("--iterations", type=int, default=20_000)
    given = asked.parse_args()
    components = GAME.components(given.components)
    if given.search:
        search_alone(given.search, given.iterations, given.seed, components)
        return
    policy = points_first()
    print(f"Box: {components.name}, {'typed from a printed one' if components.printed else 'reconstructed'}; {given.games} "
          f"games each, seed {given.seed}. Shares in percent with 95 % intervals; points: mean (5 % - median - 95 %).\n")
    print("| Seats | Mode | Points | First place by seat, from the first player on | pops a turn | stars a seat | "
          "marbles lost, substitutes, pops without a card, per 100 games |\n|---|---|---|---|---|---|---|")
    alone = []
    for seats, advanced in CASES:
        results = play_games(GAME, seats, given.games, given.seed, policy, tally=True, components=components,
                             advanced=advanced, first_player=0)
        assert results.tally is not None
        popped, stars, *rare = (results.tally[:, event].sum() / given.games for event in COUNTED)
        turns = {1: 14, 2: 28, 3: 27, 4: 28}[seats]
        shares = ", ".join(share(hits, given.games) for hits in first_places(results, seats)) if seats > 1 else "-"
        often = ", ".join(f"{100 * one:.1f}" for one in rare)
        print(f"| {seats} | {mode(advanced)} | {spread_of(results.points)} | {shares} | {popped / turns:.2f} | "
              f"{stars / seats:.1f} | {often} |", flush=True)
        if seats == 1:
            alone.append((advanced, results))
    print("\n| Alone | Line done | Points reached: easy, medium, hard | Both: easy, medium, hard |\n|---|---|---|---|")
    for advanced, results in alone:
        goals = goals_of(advanced, components)
        line = results.tally[:, LINE_CARD_DONE] == 4
        reached = [results.points[:, 0] >= goal for goal in goals]
        print(f"| {mode(advanced)} ({', '.join(map(str, goals))}) | {share(line.sum(), given.games)} | "
              f"{', '.join(share(hit.sum(), given.games) for hit in reached)} | "
              f"{', '.join(share((hit & line).sum(), given.games) for hit in reached)} |")


if __name__ == "__main__":
    main()
