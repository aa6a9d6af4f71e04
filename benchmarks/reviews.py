"""What does a review cost, when is its first curve there, and how sure is it?

    python -m benchmarks.reviews [--games N] [--only GAME]

Games of two casual bots are reviewed as a server reviews them, alone on one core. Seconds are the processor's, without
compiling. A review must take less than 20 of them, and its first curve 2. The last columns say how well the loss per decision
is known, and how well whole games alone would tell it in the same deals (see marbletop/analysis/trust.py).
"""

import argparse
import time
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from marbletop.analysis.contest import Contest, play_game, seated_bots
from marbletop.analysis.losses import Judged, judge_choice
from marbletop.analysis.review import POINTS_SHARE, USUAL_SECONDS, Review, reviews
from marbletop.analysis.simulate import SURE
from marbletop.core.record import replay
from marbletop.games import GAMES

from .anchors import CHEAPEST_FIRST
from .forecast import say_how_long
from .seated_levels import Sooner
from .turning_points import CLOCK

MUST, FIRST_MUST = 20.0, 2.0                # seconds


def error_of(judged: Iterable[Judged]) -> float:
    """The standard error of the mean loss."""
    return float(np.sqrt(np.sum(squares := [one.error ** 2 for one in judged])) / len(squares))


def errors_of(found: Review) -> tuple[float, float]:
    """The standard error of the loss per decision of both players together, and that from whole games alone."""
    alone = [replace(decision, judged=[], known=None) for decision in found.measured]
    return error_of(found.judged), error_of(map(judge_choice, alone))


def costs_of(game: str, deal: int) -> tuple[float, ...]:
    """Decisions of a game, the seconds until the first curve and until the end of its review, and how well losses are known."""
    contest = Contest(game, (Sooner("casual"), Sooner("casual")), 2, {}, CLOCK, keeps_records=True)
    match = replay(play_game(contest, seated_bots(contest), deal, 0).record)
    next(reviews(match, 0.01, points=False))                # compiles
    begun = time.thread_time()
    made = reviews(match, USUAL_SECONDS)
    curve = next(made)
    first = time.thread_time() - begun
    *_, last = curve, *made
    return len(last.judged), first, time.thread_time() - begun, *errors_of(last)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--only", default="", help="games whose name holds this text")
    chosen = parser.parse_args()
    games = [game for game in CHEAPEST_FIRST if chosen.only in game]
    say_how_long("Reviews", len(games) * chosen.games * USUAL_SECONDS * (1 + POINTS_SHARE))
    print("| game | decisions | first curve, s | must | whole review, s | must | loss known ± | whole games alone ± |\n"
          "|---|---:|---:|---:|---:|---:|---:|---:|")
    for game in games:
        decisions, first, whole, error, alone = np.array([costs_of(game, deal) for deal in range(chosen.games)]).T
        print(f"| {GAMES[game].title} | {decisions.mean():.0f} | {first.max():.1f} | {FIRST_MUST:g} | {whole.max():.1f} | "
              f"{MUST:g} | {SURE * error.mean():.2%} | {SURE * alone.mean():.2%} |", flush=True)


if __name__ == "__main__":
    main()
