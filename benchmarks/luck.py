"""Do reviews tell luck from skill? Games of bots of known strength, reviewed.

    python -m benchmarks.luck [--games N] [--deals N] [--only TEXT]

Luck must be zero on average within its interval, the stronger bot's choices must be worth more, and every review must add up.
`make strength` runs it after the duels.
"""

import argparse
from dataclasses import dataclass, field

import numpy as np

from marbletop.analysis.contest import Seated, play_choice
from marbletop.analysis.review import Review, review
from marbletop.analysis.review_words import accuracy
from marbletop.analysis.simulate import SURE
from marbletop.bots.bot import USUAL_LIMIT
from marbletop.bots.registry import bot_kind
from marbletop.core.match import Match
from marbletop.games import GAMES

from .forecast import say_how_long
from .strength import DECISIONS, thinking_time

PLACES = (("connect_four", 2), ("marbleous", 2), ("marabunta", 2), ("marbles_and_jokers", 2), ("marbles_and_jokers", 4),
          ("marble_machine", 2))
REVIEWED_AT_SIXTEEN = 8.0                   # seconds of a review with sixteen deals, about
PAIRS = (("strong", "casual"), ("strong", "strong"))


@dataclass
class Row:
    """The reviews of games between two bots, in the eyes of the first."""

    luck: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)                  # what its choices were worth
    others: list[float] = field(default_factory=list)               # what the other bot's were worth to that bot
    losses: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    rest: float = 0.0                                               # the largest remainder of any sum

    def add(self, found: Review, first: int) -> None:
        """Add a game in which the first bot played the side of seat `first`."""
        side = found.match.state.side
        mine = [total for total in found.totals if side[total.seat] == side[first]]
        theirs = [total for total in found.totals if side[total.seat] != side[first]]
        self.luck.append(mine[0].luck)
        self.own.append(sum(total.own for total in mine))
        self.others.append(sum(total.own for total in theirs))
        for kept, totals in zip(self.losses, (mine, theirs)):
            kept.extend(total.loss for total in totals if total.decisions)
        self.rest = max(self.rest, *(abs(t.start + t.own + t.others + t.luck - t.result) for t in found.totals))


def play(game: str, seats: int, bots: tuple[str, str], deal: int) -> tuple[Match, int]:
    """A game, and the seat of the first bot, which changes from game to game."""
    match, first = Match(game, seats, seed=21, deal=deal // 2), deal % 2
    players = [Seated(kind.make(match.game, deal), kind.limit_in(match.game) or USUAL_LIMIT) for kind in map(bot_kind, bots)]
    while not match.over:
        play_choice(match, players[(match.state.side[match.player] != match.state.side[first])])
    return match, first


def seconds_of(game: str, seats: int, bots: tuple[str, str], deals: int) -> float:
    """How long one game and its review take, about."""
    thinking = DECISIONS[game] * sum(map(thinking_time, bots)) / len(bots)
    return thinking + REVIEWED_AT_SIXTEEN * deals / 16


def told(values: list[float]) -> str:
    half = SURE * float(np.std(values, ddof=1)) / np.sqrt(len(values)) if len(values) > 1 else 1.0
    return f"{100 * np.mean(values):+.1f} ± {100 * half:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=18, help="for each row")
    parser.add_argument("--deals", type=int, default=16, help="of every decision")
    parser.add_argument("--only", default="", help="rows whose name holds this text")
    chosen = parser.parse_args()
    rows = [(game, seats, bots) for game, seats in PLACES for bots in PAIRS
            if chosen.only in f"{game} {seats}: {' - '.join(bots)}"]
    say_how_long("Luck and skill", sum(chosen.games * seconds_of(*row, chosen.deals) for row in rows))
    print("| game | seats | bots | games | luck of the first, % | its choices, % | the other's, % | accuracies | remainder |\n"
          "|---|---:|---|---:|---:|---:|---:|---:|---:|")
    for game, seats, bots in rows:
        row = Row()
        for deal in range(chosen.games):
            match, first = play(game, seats, bots, deal)
            row.add(review(match, deals=chosen.deals, seed=deal), first)
        accuracies = " - ".join(f"{accuracy(float(np.mean(losses))):.0f}" for losses in row.losses)
        print(f"| {GAMES[game].title} | {seats} | {' - '.join(bots)} | {chosen.games} | {told(row.luck)} | "
              f"{told(row.own)} | {told(row.others)} | {accuracies} | {row.rest:.0e} |", flush=True)


if __name__ == "__main__":
    main()
