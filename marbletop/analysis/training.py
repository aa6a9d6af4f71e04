"""Learning what the features of a game are worth: greedy bots play with the weights so far, weights are fitted to who won, and
so on, round by round.

What was played is kept in a folder piece by piece, and so are the weights of every round: a run that was stopped goes on where
it was. Training games, and the games that weights are tested on, have numbers of their own, so they never mix.
"""

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..bots.bot import Limit
from ..bots.levels import searching
from ..bots.weights import NOTHING_LEARNED, Weights, read_weights, write_weights
from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.match import Match
from .crew import Alone, Crew, Processes, in_order
from .duel import DuelResult, duel
from .fitting import Score, fit, table
from .self_play import Positions, SelfPlay, collector, play_and_note
from .simulate import SURE

PIECE = 250                                 # games of a piece
DUEL_SEED = 20_000_000                      # added to the seed, for duels: deals that nobody has learned from
HELD_OUT = 1_000_000_000                    # number of the first game that weights are tested on; training games are below
DIGITS = 6                                  # that are kept of a weight

Progress = Callable[[int, int, str], None]  # pieces done, pieces in all, what is being done


@dataclass(frozen=True)
class Training:
    """What is to be learned, from how many games, and where it is kept."""

    game: Game
    seats: int
    options: dict[str, Any]
    folder: Path
    games: int = 20_000                     # of each round
    rounds: int = 2
    held_out: int = 5_000                   # games that weights are tested on
    seed: int = 0

    def __post_init__(self) -> None:
        if self.game.features is None:
            raise MarbletopError(f"{self.game.title} does not say what its judgement looks at, so nothing can be learned.")

    @cached_property
    def mode(self) -> str:
        """Which weights these will be."""
        match = Match(self.game, self.seats, **self.options)
        assert self.game.features
        return self.game.features.mode(match.state, match.box)

    @property
    def home(self) -> Path:
        return self.folder / f"{self.game.name}, {self.mode}, seed {self.seed}"

    def player(self, weights: Weights | None) -> SelfPlay:
        return SelfPlay(self.game, self.seats, tuple(self.options.items()), self.seed, weights)


@dataclass(frozen=True)
class Learned:
    """What a training has brought."""

    mode: str
    weights: Weights
    scores: dict[str, tuple[Score, Score]]  # by part of a game: the written judgement and the weights, on games not trained on


def train(training: Training, crew: Crew, progress: Progress = lambda done, total, what: None) -> Learned:
    """Learn, round by round; what is there already is not done again."""
    training.home.mkdir(parents=True, exist_ok=True)
    collector(training.game)                # compiled once, before others need it
    weights: Weights | None = None
    for number in range(1, training.rounds + 1):
        weights = learn_round(training, number, weights, crew, progress)
    assert weights is not None
    fresh = held_out_positions(training, crew, progress)
    scores = table(fresh, np.array(weights.worth))
    return Learned(training.mode, replace(weights, about={**weights.about, **figures(scores, training.held_out)}), scores)


def crew_for(training: Training, workers: int, ray: str | None) -> Crew:
    """Who plays the games."""
    if ray:
        from .ray_crew import RayCrew
        return RayCrew(ray, training.game, ())
    return Processes(workers) if workers > 1 else Alone()


def learn_round(training: Training, number: int, before: Weights | None, crew: Crew, progress: Progress) -> Weights:
    """The weights of a round: read if it was finished before, else fitted to the games of this round and all rounds before."""
    kept = training.home / f"round {number}, {training.games} games.json"
    if kept.exists():
        return read_weights(training.game, kept)[training.mode]
    played = play_pieces(training, number, before, training.games, crew, progress)
    earlier = [load_pieces(training, past, training.games) for past in range(1, number)]
    positions = joined([*(piece for pieces in earlier for piece in pieces), *played])
    progress(0, 1, f"round {number}: fitting {len(positions):,} positions")
    found = fit(positions)
    weights = Weights(tuple(float(f"{one:.{DIGITS}g}") for one in found), {
        "seed": training.seed, "games": number * training.games, "rounds": number, "positions": len(positions),
        "options": training.options, "version": __version__, "commit": commit()})
    write_weights(training.game, kept, {training.mode: weights})
    return weights


def held_out_positions(training: Training, crew: Crew, progress: Progress) -> Positions:
    """Positions of games that no weights were fitted to, played by the written judgement."""
    return joined(list(play_pieces(training, 0, None, training.held_out, crew, progress)))


def pieces_of(number: int, games: int) -> list[tuple[int, int]]:
    """The first game of each piece of a round and how many it has; round 0 are the games to test on."""
    start = HELD_OUT if number == 0 else (number - 1) * games
    return [(start + first, min(PIECE, games - first)) for first in range(0, games, PIECE)]


def piece_path(training: Training, number: int, first: int, games: int) -> Path:
    return training.home / f"round {number}, games {first} to {first + games - 1}.npz"


def play_pieces(training: Training, number: int, weights: Weights | None, games: int, crew: Crew,
                progress: Progress) -> list[Positions]:
    """The positions of a round. Pieces that were played before are read; the others are kept as soon as they are there."""
    pieces = pieces_of(number, games)
    what = f"round {number}: games" if number else "games to test on"
    missing = [piece for piece in pieces if not piece_path(training, number, *piece).exists()]
    done = len(pieces) - len(missing)
    for piece, positions in zip(missing, in_order(crew, play_and_note, training.player(weights), missing)):
        save(positions, piece_path(training, number, *piece))
        done += 1
        progress(done, len(pieces), what)
    return list(load_pieces(training, number, games))


def load_pieces(training: Training, number: int, games: int) -> Iterator[Positions]:
    for piece in pieces_of(number, games):
        with np.load(piece_path(training, number, *piece)) as kept:
            yield Positions(**{one.name: kept[one.name] for one in fields(Positions)})


def save(positions: Positions, path: Path) -> None:
    """Write a piece, whole or not at all."""
    partly = path.with_suffix(".part")
    with partly.open("wb") as file:
        np.savez_compressed(file, **{one.name: getattr(positions, one.name) for one in fields(Positions)})
    partly.replace(path)


def joined(pieces: list[Positions]) -> Positions:
    return Positions(**{one.name: np.concatenate([getattr(piece, one.name) for piece in pieces]) for one in fields(Positions)})


def prove(training: Training, learned: Learned, games: int, limit: Limit,
          progress: Callable[[DuelResult], None] | None = None) -> Learned:
    """Let a search with the weights meet one with the written judgement, on deals that nobody has learned from, until it is
    decided or so many games are played. What comes out is kept with the weights: bots play with those that win."""
    seed = DUEL_SEED + training.seed
    found = duel(training.game, partial(searching, weights={learned.mode: learned.weights}),
                 partial(searching, weights=NOTHING_LEARNED), games=games, seats=training.seats, limit=limit, seed=seed,
                 until_decided=True, progress=progress, **training.options).as_dict()
    share, error = found["bots"][0]["win_share"], SURE * found["error_by_deals"]
    about = {"games": found["games"], "share": round(share, 4), "low": round(max(0.0, share - error), 4),
             "high": round(min(1.0, share + error), 4), "seed": seed, "seconds": limit.seconds, "iterations": limit.iterations}
    return replace(learned, weights=replace(learned.weights, about={**learned.weights.about, "duel": about}))


def figures(scores: dict[str, tuple[Score, Score]], games: int) -> dict[str, Any]:
    """What a file of weights says about how good they are."""
    return {"held_out_games": games, "log_loss": {
        name: {"written": round(written.log_loss, 4), "learned": round(learned.log_loss, 4)}
        for name, (written, learned) in scores.items()}}


def add_to_file(game: Game, path: Path, learned: Learned) -> None:
    """Put weights into a file, beside those of other modes."""
    library: dict[str, Weights] = dict(read_weights(game, path)) if path.exists() else {}
    library[learned.mode] = learned.weights
    write_weights(game, path, library)


def commit() -> str | None:
    """The commit of the source that is running, if it is a repository."""
    try:
        found = subprocess.run(["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"], capture_output=True, text=True)
    except OSError:
        return None
    return found.stdout.strip()[:12] if found.returncode == 0 else None


def as_json(learned: Learned) -> str:
    """What was learned, for other programs."""
    return json.dumps({"mode": learned.mode, "worth": learned.weights.worth, "about": dict(learned.weights.about)}, indent=1)
