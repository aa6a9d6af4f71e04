"""Weights that were learned from games: files, and how a judgement plays with them.

A game keeps its weights as `weights.json` in its folder, by mode ('2 seats, advanced'), each with where it comes from. Bots
play with those that have won a duel against the judgement that is written down in the game; otherwise that one decides.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import MarbletopError
from ..core.features import LEARNED, WEIGHTS_AT
from ..core.game import Game
from ..core.kernel import rule
from ..core.weighing import weigh

FILE = "weights.json"


@dataclass(frozen=True)
class Weights:
    """What the features of a game are worth in one mode, and how that was found out."""

    worth: tuple[float, ...]                # in the order of the features
    about: Mapping[str, Any] = field(default_factory=dict)      # seed, games, commit, log loss before and after, duel ...

    @property
    def is_proved(self) -> bool:
        """Whether a search with them is surely better than one with the judgement that is written down."""
        return bool(self.about.get("duel", {}).get("low", 0.0) > 0.5)


Library = Mapping[str, Weights]             # by mode
NOTHING_LEARNED: Library = {}


def read_weights(game: Game, path: Path) -> Library:
    """A file of weights, or what is wrong with it."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        made_for = kept["game"], tuple(kept["features"])
        library = {mode: Weights(tuple(map(float, one["worth"])), one["about"]) for mode, one in kept["modes"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        raise MarbletopError(f"{path} is no file of weights.") from None
    if made_for != (game.name, game.features.names if game.features else ()):
        raise MarbletopError(f"{path} has no weights for what {game.title} looks at now: train them again.")
    return library


def write_weights(game: Game, path: Path, library: Library) -> None:
    """Write a file of weights: one line for each mode, so that changes can be read."""
    names = game.features.names if game.features else ()
    modes = ",\n".join(f"  {json.dumps(mode)}: {json.dumps(asdict(library[mode]))}" for mode in sorted(library))
    path.write_text(f'{{"game": {json.dumps(game.name)},\n "features": {json.dumps(names)},\n "modes": {{\n{modes}\n }}}}\n',
                    encoding="utf-8")


def known_weights(game: Game) -> Library:
    """The weights that a game comes with: explanations are made with them."""
    path = game.folder / FILE
    return read_once(game, path) if game.features and path.exists() else NOTHING_LEARNED


@cache
def read_once(game: Game, path: Path) -> Library:
    return read_weights(game, path)


def proved_weights(game: Game) -> Library:
    """Those among them that bots play with."""
    return {mode: weights for mode, weights in known_weights(game).items() if weights.is_proved}


def sheet_room(game: Game) -> int:
    """Numbers that a judgement of a game needs to write values to."""
    return game.features.room if game.features else game.state.owners


def fill_sheet(sheet: Any, game: Game, weights: Weights | None) -> Any:
    """Prepare a sheet for playing with weights; with None, for the judgement that is written down."""
    if game.features:
        sheet[LEARNED] = 0.0 if weights is None else 1.0
        if weights is not None:
            sheet[WEIGHTS_AT:WEIGHTS_AT + len(weights.worth)] = weights.worth
    return sheet


def sheet_for(game: Game, library: Library, view: Any, box: Any) -> np.ndarray:
    """A sheet for judging positions like this one."""
    weights = library.get(game.features.mode(view, box)) if game.features else None
    return np.asarray(fill_sheet(np.zeros(sheet_room(game)), game, weights))


@cache
def weighing(game: Game, judge: Callable[..., Any]) -> Callable[..., Any]:
    """The judgement of a game for bots with weights: by those on the sheet, or as it is written down if there are none for the
    mode. It takes longer to compile, so bots without weights do without it."""
    if game.features is None:
        return judge
    assert game.state.owners <= LEARNED
    find = game.features.find

    @rule
    def judge_by_weights(state, box, values):
        if values[LEARNED] == 0.0:
            judge(state, box, values)
            return
        for seat in range(state.seats):
            values[seat] = find(state, box, seat, values)
        weigh(state, values, 1.0)

    judge_by_weights.made_from = (judge, find)      # type: ignore[attr-defined]
    return judge_by_weights
