"""Are turning points true? Where a review says that another action was better, strong bots play on from both.

    python -m benchmarks.turning_points [--only GAME] [--points N] [--pairs N] [--bot NAME] [--workers N] [--report]

Casual bots play games, which are reviewed as a server reviews them. Each mistake that is told is a point. What the player could
not know is dealt anew for every pair of games: one goes on with the better action, one with the action taken, with the same
deal and the same chance to come. What was played is kept in benchmarks/turning_points.json, so a run that was stopped goes on
where it was. `make strength` runs it after the reviews of known bots.
"""

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from marbletop.analysis.contest import Contest, play_game, seated_bots
from marbletop.analysis.review import POINTS_SHARE, USUAL_SECONDS, reviews
from marbletop.analysis.simulate import SURE
from marbletop.analysis.turning_points import MISTAKE
from marbletop.bots.bot import USUAL_LIMIT, Bot, Limit
from marbletop.bots.explain import imagined_deal
from marbletop.bots.registry import bot_kind
from marbletop.core.match import Match, outcome_of, shares
from marbletop.core.record import replay
from marbletop.games import GAMES

from .anchors import CHEAPEST_FIRST
from .forecast import say_how_long
from .seated_levels import Sooner
from .strength import DECISIONS, Results, kept_results, run, seconds_left, thinking_time

RESULTS = Path(__file__).parent / "turning_points.json"
CLOCK = Limit(seconds=0.2, clock=time.thread_time)
AT_A_TIME = 4                               # pairs that are kept together
MOST_GAMES = 100                            # that are looked through for mistakes
GAMES_AT_A_TIME = 4
LEFT = 0.5                                  # of a game, from a turning point on, about


@dataclass(frozen=True)
class Found:
    """Games of casual bots and the mistakes that their reviews tell. A deal keeps the actions of its game, and for each mistake
    its move, the action taken, the better one, and what the review says about it."""

    game: str
    deals: int = GAMES_AT_A_TIME

    @property
    def name(self) -> str:
        return f"{self.game}: mistakes"

    @property
    def seconds_a_deal(self) -> float:
        return USUAL_SECONDS * (1 + POINTS_SHARE)

    def play(self, deal: int) -> list:
        contest = Contest(self.game, (Sooner("casual"), Sooner("casual")), 2, {}, CLOCK, keeps_records=True)
        record = play_game(contest, seated_bots(contest), deal, 0).record
        assert record is not None
        match = replay(record)
        *_, last = reviews(match, USUAL_SECONDS)
        return [[move.action for move in match.moves],
                *([point.number, match.moves[point.number].action, point.better, point.change, point.error]
                  for point in last.points if point.kind == MISTAKE)]


@dataclass(frozen=True)
class PlayedOn:
    """Pairs of games from one mistake. A deal keeps, for each of some pairs, how much more the better action won."""

    game: str
    bot: str
    source: int                             # the deal of the game
    actions: tuple[int, ...]                # up to the mistake
    taken: int
    better: int
    pairs: int

    @property
    def name(self) -> str:
        return f"{self.game}: game {self.source}, move {len(self.actions)}, played on by {self.bot}"

    @property
    def deals(self) -> int:
        return -(-self.pairs // AT_A_TIME)

    @property
    def seconds_a_deal(self) -> float:
        return 2 * AT_A_TIME * LEFT * DECISIONS[self.game] * thinking_time(self.bot)

    def play(self, deal: int) -> list:
        match = Match(self.game, 2, seed=0, deal=self.source)
        for action in self.actions:
            match.play(action)
        seated = Sooner(self.bot)
        limit = bot_kind(seated).limit_in(match.game) or USUAL_LIMIT
        bot, limit = seated(match.game), replace(limit, clock=time.thread_time)
        numbers = range(deal * AT_A_TIME, (deal + 1) * AT_A_TIME)
        return [share_after(match, self.better, number, bot, limit) - share_after(match, self.taken, number, bot, limit)
                for number in numbers]


def share_after(match: Match, action: int, number: int, bot: Bot, limit: Limit) -> float:
    """What who decides has of first place after an action, when a bot plays on for everybody in an imagined deal."""
    game, box, seat = match.game, match.box, match.player
    state = imagined_deal(game, match.view(seat), box, number)
    bot.reseed(number)
    game.play(state, box, action)
    while not state.over:
        game.play(state, box, bot.choose(game.view(state, box, state.player), box, limit))
    return shares(outcome_of(game, state, box).rank, state.side[:match.seats])[seat]


def points_of(game: str, results: Results, most: int, bot: str, pairs: int) -> Iterator[PlayedOn]:
    """The first mistakes that were found."""
    found = [(int(deal), actions, point) for deal, (actions, *points) in results.get(Found(game).name, {}).items()
             for point in points]
    for deal, actions, (number, taken, better, *_) in found[:most]:
        yield PlayedOn(game, bot, deal, tuple(actions[:number]), taken, better, pairs)


def find_points(game: str, results: Results, chosen: argparse.Namespace) -> None:
    """Review games until there are as many mistakes as are wanted."""
    while len(list(points_of(game, results, chosen.points, chosen.bot, chosen.pairs))) < chosen.points:
        reviewed = len(results.get(Found(game).name, {}))
        if reviewed >= MOST_GAMES:
            break
        run([Found(game, reviewed + GAMES_AT_A_TIME)], results, chosen.workers, RESULTS)


def row_of(game: str, results: Results, chosen: argparse.Namespace) -> str:
    """How much more often the better actions won."""
    asked = list(points_of(game, results, chosen.points, chosen.bot, chosen.pairs))
    there = [results[one.name].values() for one in asked if results.get(one.name)]
    played = [np.array([gain for deal in deals for gain in deal]) for deals in there]
    if not played:
        return f"| {GAMES[game].title} | 0 | | | |"
    means = np.array([gains.mean() for gains in played])
    errors = np.array([max(gains.std(ddof=1), 0.05) / np.sqrt(len(gains)) for gains in played])
    within = float(np.sqrt(np.square(errors).sum()) / len(means))
    between = float(means.std(ddof=1) / np.sqrt(len(means))) if len(means) > 1 else within
    return (f"| {GAMES[game].title} | {len(played)} | {sum(map(len, played))} | "
            f"{100 * means.mean():+.1f} % ± {100 * SURE * max(within, between):.1f} | "
            f"{int((means > SURE * errors).sum())} and {int((means < -SURE * errors).sum())} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="games whose name holds this text")
    parser.add_argument("--points", type=int, default=50, help="of each game")
    parser.add_argument("--pairs", type=int, default=200, help="of games from each point")
    parser.add_argument("--bot", default="strong", help="the level that plays on")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", action="store_true")
    chosen = parser.parse_args()
    games = [game for game in CHEAPEST_FIRST if chosen.only in game]
    results = kept_results(RESULTS)
    if not chosen.report:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        say_how_long("Turning points", sum(seconds_of(game, results, chosen) for game in games) / chosen.workers)
        for game in games:
            find_points(game, results, chosen)
            run(list(points_of(game, results, chosen.points, chosen.bot, chosen.pairs)), results, chosen.workers, RESULTS)
    print(f"| game | turning points | pairs of games | the better action wins more often by (played on by {chosen.bot}) | "
          "surely more often and surely less often |\n|---|---:|---:|---:|---:|")
    for game in games:
        print(row_of(game, results, chosen))


def seconds_of(game: str, results: Results, chosen: argparse.Namespace) -> float:
    """How long a game takes, about, with as many mistakes in it as were found so far, or one in every game."""
    there = list(points_of(game, results, chosen.points, chosen.bot, chosen.pairs))
    missing = chosen.points - len(there)
    likely = PlayedOn(game, chosen.bot, 0, (), 0, 0, chosen.pairs)
    return (seconds_left(there, results, 1) + missing * (Found(game).seconds_a_deal + likely.deals * likely.seconds_a_deal))


if __name__ == "__main__":
    main()
