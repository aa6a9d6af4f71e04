"""The spaces of a game, as Gymnasium describes them."""

from typing import Any

import numpy as np

from ..core.game import Game
from ..core.planes import LARGEST
from .extras import how_to_install

try:
    from gymnasium import spaces
except ImportError:
    raise ImportError(how_to_install("Gymnasium", "gymnasium")) from None


def observation_box(game: Game, kind: str = "uint8") -> Any:
    """What an observation can be: see docs/observations.md. With a box of one's own, counts may be larger than `most`."""
    shape = (game.observation_size,)
    return spaces.Box(0, LARGEST, shape, np.uint8) if kind == "uint8" else spaces.Box(0.0, 1.0, shape, np.float32)


def masked_space(game: Game, kind: str = "uint8") -> Any:
    """An observation together with the mask of legal actions."""
    return spaces.Dict({"observation": observation_box(game, kind), "action_mask": spaces.Box(0, 1, (game.actions,), np.int8)})


def action_space(game: Game) -> Any:
    return spaces.Discrete(game.actions)
