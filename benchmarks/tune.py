"""Find how a game is best searched: playout length and exploration, by duels at equal time of the processor.

    python -m benchmarks.tune [GAME ...] [--seats K] [--time S | --iterations N] [--games N] [--try SETTINGS ...]
    python -m benchmarks.tune [GAME ...] [--seats K] [--games N] --levels LEVEL=FIGURE LEVEL=FIGURE

First playouts of several lengths meet each other, then values of explore around the best of them; with --try every one of the
settings (explore=0.1:explore_first=0.6) meets the search as it is; with --levels two levels meet whose figures are not those of
the game (casual=0.04 beginner=0.1). The table goes to benchmarks/tuning.json. Deals have a seed of their own: what won here
stands in the `Game(...)` of its folder if it has won again on fresh deals (benchmarks/strength.py).
"""

import argparse
import json
import time
from pathlib import Path

from marbletop.analysis.contest import Contest
from marbletop.analysis.duel import play_contest
from marbletop.bots.bot import USUAL_LIMIT, Limit
from marbletop.bots.levels import tuning_of
from marbletop.games import GAMES

from .forecast import say_how_long
from .seated_levels import Sooner
from .strength import DECISIONS

RESULTS = Path(__file__).parent / "tuning.json"
TUNING_SEED = 10_000_000                    # nobody else plays these deals: what is chosen by them is proved on others
PLAYOUTS = (0, 4, 16)
EXPLORES = (0.05, 0.15, 0.4)


def ladder(game: str, seats: int, texts: list[str], limit: Limit, games: int) -> list[dict]:
    """Each against the first one; the first is the yardstick."""
    rows = []
    for text in texts[1:]:
        told = play_contest(Contest(game, (text, texts[0]), seats, {}, limit, TUNING_SEED), games, until_decided=True).as_dict()
        rows.append({"bot": text, "against": texts[0], "games": told["games"], **told["bots"][0]})
        print(f"{game}, {seats} seats: {text} - {texts[0]}: {told['bots'][0]['win_share']:.1%} of {told['games']}", flush=True)
    return rows


def best_of(first: str, rows: list[dict]) -> str:
    """The bot with the highest share against the yardstick, or the yardstick."""
    best = max(rows, key=lambda row: row["win_share"])
    return best["bot"] if best["win_share"] > 0.5 else first


def tune(game: str, seats: int, limit: Limit, games: int) -> dict:
    tuned = tuning_of(GAMES[game])
    lengths = [tuned.playout_length, *sorted({*PLAYOUTS, tuned.playout_length})]
    texts = [f"search:playout={length}:explore={tuned.explore}" for length in lengths]
    first = ladder(game, seats, list(dict.fromkeys(texts)), limit, games)
    playout = best_of(texts[0], first).split(":")[1]
    texts = [f"search:{playout}:explore={explore}" for explore in [tuned.explore, *EXPLORES]]
    second = ladder(game, seats, list(dict.fromkeys(texts)), limit, games)
    return {**place(game, seats, limit), "duels": first + second, "best": best_of(texts[0], second)}


def try_out(game: str, seats: int, limit: Limit, games: int, settings: list[str]) -> dict:
    """Settings of one's own against the search as it is."""
    rows = ladder(game, seats, ["search", *(f"search:{text}" for text in settings)], limit, games)
    return {**place(game, seats, limit), "duels": rows, "best": best_of("search", rows)}


def try_levels(game: str, seats: int, games: int, texts: list[str]) -> dict:
    """Two levels with figures of one's own against each other, as many games as are asked for: the share itself matters."""
    limit = Limit(seconds=USUAL_LIMIT.seconds, clock=time.thread_time)
    bots = tuple(Sooner(name, float(figure)) for name, _, figure in (text.partition("=") for text in texts))
    told = play_contest(Contest(game, bots, seats, {}, limit, TUNING_SEED), games).as_dict()
    share = told["bots"][0]["win_share"]
    print(f"{game}, {seats} seats: {' - '.join(texts)}: {share:.1%} of {told['games']}", flush=True)
    return {"game": game, "seats": seats, "seed": TUNING_SEED, "levels": texts, "games": told["games"], "win_share": share}


def place(game: str, seats: int, limit: Limit) -> dict:
    """What was played, and with which limit."""
    return {"game": game, "seats": seats, "seconds": limit.seconds, "iterations": limit.iterations, "seed": TUNING_SEED}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(GAMES))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--time", type=float, default=0.05)
    parser.add_argument("--iterations", type=int)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--levels", nargs=2, metavar="LEVEL=FIGURE")
    parser.add_argument("--try", dest="settings", nargs="+", metavar="SETTINGS", default=[])
    chosen = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    duels = len(chosen.settings) or len(PLAYOUTS) + len(EXPLORES)
    limit = Limit(iterations=chosen.iterations) if chosen.iterations else Limit(seconds=chosen.time, clock=time.thread_time)
    if not chosen.levels:
        say_how_long("Duels", duels * chosen.games * chosen.time * sum(DECISIONS[name] for name in chosen.names))
    for game in chosen.names:
        seats = chosen.seats or max(2, GAMES[game].seats[0])
        if chosen.levels:
            results.append(try_levels(game, seats, chosen.games, chosen.levels))
        elif chosen.settings:
            results.append(try_out(game, seats, limit, chosen.games, chosen.settings))
        else:
            results = [row for row in results if (row["game"], row["seats"]) != (game, seats) or "levels" in row]
            results.append(tune(game, seats, limit, chosen.games))
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
