"""Pictures of a lane: as text, and as pixels of our own drawings."""

import io
from typing import Any

import numpy as np

from ..core.batch import Batch
from ..core.errors import MarbletopError
from ..drawing.plain import scene_of
from ..drawing.svg import svg
from ..drawing.terminal import scene_text
from .extras import how_to_install

ANSI, RGB_ARRAY, HUMAN = RENDER_MODES = ("ansi", "rgb_array", "human")
WIDTH = 640                                 # of a picture, in pixels


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise MarbletopError(f"render_mode is {', '.join(map(repr, RENDER_MODES))} or None, not {mode!r}.")


def render_lane(batch: Batch, mode: str | None, extra: str, lane: int = 0) -> Any:
    """The position of a lane as its player sees it: text (ANSI), pixels (RGB_ARRAY), or None after printing it (HUMAN)."""
    if mode is None:
        raise MarbletopError("Nothing is rendered without a mode: make the environment with render_mode='ansi', 'rgb_array' or "
                             "'human'.")
    game, box = batch.game, batch.game.box.from_record(batch.setting.box[0])
    view = game.view(game.state.from_record(batch.states[lane]), box, int(batch.players[lane]))
    scene = scene_of(game, view, box)
    if mode == RGB_ARRAY:
        return pixels_of(svg(scene), extra)
    text = scene_text(scene)
    if mode == ANSI:
        return text
    print(text)
    return None


def pixels_of(drawing: str, extra: str, width: int = WIDTH) -> np.ndarray:
    """An SVG as an array of rows, columns and red, green, blue."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise ImportError(how_to_install("The library that makes pictures of drawings", extra)) from None
    with Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg_string=drawing, width=width))) as picture:
        return np.asarray(picture.convert("RGB"))
