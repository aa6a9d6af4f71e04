"""Do reviews tell luck from skill? Games of bots of known strength, reviewed.

    python -m benchmarks.luck [--games N] [--deals N] [--only TEXT] [--workers N] [--report]

Luck must be zero on average within its interval, the stronger bot's choices must be worth more, and every review must add up.
What was reviewed is kept in benchmarks/luck.json, so a run that was stopped goes on where it was. `make strength` runs it after
the duels.
"""

import argparse
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from marbletop.analysis.contest import Seated, play_choice
from marbletop.analysis.review import Review, Total, review
from marbletop.analysis.review_words import accuracy
from marbletop.analysis.simulate import SURE
from marbletop.bots.bot import USUAL_LIMIT
from marbletop.bots.registry import bot_kind
from marbletop.core.match import Match
from marbletop.games import GAMES

from .forecast import say_how_long
from .strength import DECISIONS, Results, kept_results, run, seconds_left, thinking_time

RESULTS = Path(__file__).parent / "luck.json"
PLACES = (("connect_four", 2), ("marbleous", 2), ("marabunta", 2), ("marbles_and_jokers", 2), ("marbles_and_jokers", 4),
          ("marble_machine", 2))
PAIRS = (("strong", "casual"), ("strong", "strong"))
REVIEWED_AT_SIXTEEN = 8.0                   # seconds of a review with sixteen deals, about


@dataclass(frozen=True)
class Row:
    """Reviewed games between two bots. A deal keeps a game in the eyes of the first: its luck, what its choices were worth and
    what the other's were worth to the other, what each seat of both lost on average, and the largest remainder of any sum."""

    game: str
    seats: int
    bots: tuple[str, str]
    deals: int                              # games
    imagined: int                           # deals in which a review looks at every decision

    @property
    def name(self) -> str:
        return f"{self.game} {self.seats}: {' - '.join(self.bots)}, reviewed with {self.imagined} deals"

    @property
    def seconds_a_deal(self) -> float:
        thinking = DECISIONS[self.game] * sum(map(thinking_time, self.bots)) / len(self.bots)
        return thinking + REVIEWED_AT_SIXTEEN * self.imagined / 16

    def play(self, deal: int) -> list:
        match, first = play_out(self.game, self.seats, self.bots, deal)
        return in_the_eyes_of(review(match, deals=self.imagined, seed=deal), first)


def play_out(game: str, seats: int, bots: tuple[str, str], deal: int) -> tuple[Match, int]:
    """A game, and the seat of the first bot, which changes from game to game."""
    match, first = Match(game, seats, seed=21, deal=deal // 2), deal % 2
    players = [Seated(kind.make(match.game, deal), kind.limit_in(match.game) or USUAL_LIMIT) for kind in map(bot_kind, bots)]
    while not match.over:
        play_choice(match, players[(match.state.side[match.player] != match.state.side[first])])
    return match, first


def in_the_eyes_of(found: Review, first: int) -> list:
    """What is kept of a game in which the first bot played the side of seat `first`."""
    side = found.match.state.side
    mine = [total for total in found.totals if side[total.seat] == side[first]]
    theirs = [total for total in found.totals if side[total.seat] != side[first]]
    rest = max(abs(t.start + t.own + t.others + t.luck - t.result) for t in found.totals)
    return [mine[0].luck, sum(total.own for total in mine), sum(total.own for total in theirs),
            losses(mine), losses(theirs), rest]


def losses(totals: list[Total]) -> list[float]:
    return [total.loss for total in totals if total.decisions]


def told(values: tuple[float, ...]) -> str:
    half = SURE * float(np.std(values, ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else 1.0
    return f"{100 * np.mean(values):+.1f} ± {100 * half:.1f}"


def line_of(row: Row, results: Results) -> str:
    """A line of the table, of the games that there are."""
    games = [game for deal, game in results.get(row.name, {}).items() if int(deal) < row.deals]
    begin = f"| {GAMES[row.game].title} | {row.seats} | {' - '.join(row.bots)} | {len(games)} |"
    if not games:
        return f"{begin} | | | | |"
    luck, own, others, *lost, rest = zip(*games)
    accuracies = " - ".join(f"{accuracy(float(np.mean([loss for game in side for loss in game]))):.0f}" for side in lost)
    return f"{begin} {told(luck)} | {told(own)} | {told(others)} | {accuracies} | {max(rest):.0e} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=18, help="for each row")
    parser.add_argument("--deals", type=int, default=16, help="of every decision")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", action="store_true", help="play nothing, tell what there is")
    chosen = parser.parse_args()
    rows = [Row(game, seats, bots, chosen.games, chosen.deals) for game, seats in PLACES for bots in PAIRS]
    rows = [row for row in rows if chosen.only in row.name]
    results = kept_results(RESULTS)
    if not chosen.report:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        say_how_long("Luck and skill", seconds_left(rows, results, chosen.workers))
        run(rows, results, chosen.workers, RESULTS)
    print("| game | seats | bots | games | luck of the first, % | its choices, % | the other's, % | accuracies | remainder |\n"
          "|---|---:|---|---:|---:|---:|---:|---:|---:|")
    for row in rows:
        print(line_of(row, results))


if __name__ == "__main__":
    main()
