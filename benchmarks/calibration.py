"""How well do judgements foretell who wins? Log loss and calibration by part of a game, on games that nobody has learned from.

    python -m benchmarks.calibration [--games N] [--only GAME]

The written judgement stands beside the learned weights, where a game has some. Greedy bots play the games, with numbers that
`marbletop train` never uses, and a seed that it is not given by default.
"""

import argparse

import numpy as np

from marbletop.analysis.fitting import table
from marbletop.analysis.self_play import Positions, SelfPlay, play_and_note
from marbletop.analysis.training import HELD_OUT
from marbletop.bots.weights import known_weights
from marbletop.core.match import Match
from marbletop.games import GAMES

SEED, GAMES_PLAYED = 20_261_117, 3_000
PLACES = (("marbles_and_jokers", 2), ("marbles_and_jokers", 4), ("marbleous", 2))
HEAD = ("| game | seats | part | positions | log loss, written | learned | off by, written | learned |",
        "|---|---:|---|---:|---:|---:|---:|---:|")


def rows_of(name: str, seats: int, positions: Positions, worth: np.ndarray | None) -> list[str]:
    """The rows of a game: every part of it, then all of it."""
    scores = table(positions, worth if worth is not None else np.zeros(positions.has.shape[2]))
    rows = []
    for part, (written, learned) in scores.items():
        found = (f"{learned.log_loss:.3f}", f"{learned.miscalibration:.1%}") if worth is not None else ("", "")
        rows.append(f"| {GAMES[name].title} | {seats} | {part} | {written.positions} | {written.log_loss:.3f} | {found[0]} | "
                    f"{written.miscalibration:.1%} | {found[1]} |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES_PLAYED)
    parser.add_argument("--only", default="", help="games whose name holds this text")
    chosen = parser.parse_args()
    print(*HEAD, sep="\n")
    for name, seats in PLACES:
        if chosen.only in name:
            game, match = GAMES[name], Match(name, seats)
            assert game.features
            weights = known_weights(game).get(game.features.mode(match.state, match.box))
            positions = play_and_note(SelfPlay(game, seats, (), SEED, None), HELD_OUT, chosen.games)
            print(*rows_of(name, seats, positions, np.array(weights.worth) if weights else None), sep="\n", flush=True)


if __name__ == "__main__":
    main()
