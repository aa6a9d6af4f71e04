"""Setting: what games are played with, as compiled runners need it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .components import Components
from .game import Game
from .state import Layout


@dataclass(frozen=True)
class Setting:
    """What a batch of games is played with."""

    game: Game
    seats: int
    options: Any
    box: np.ndarray
    start: np.ndarray                       # one state before the deal
    layout: Layout
    components: Components | None = None    # None: the game's own

    @staticmethod
    def of(game: Game, seats: int | None = None, components: Components | None = None, tally: bool = False,
           **options: Any) -> "Setting":
        seats = game.seats[0] if seats is None else seats
        chosen = game.read_options(options)
        box = game.box.to_record(game.make_box(chosen, seats, components))
        blank = game.blank(seats, chosen, [0, 0])
        layout = game.state.with_tally(len(game.events)) if tally else game.state
        start = np.zeros(1, layout.dtype)
        plain = game.state.to_record(blank)
        for name in game.state.fields:
            start[name] = plain[name]
        return Setting(game, seats, chosen, box, start, layout, components)
