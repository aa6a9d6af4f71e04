"""A game step by step: what the page of a replay shows."""

from typing import Any

from ...core.telling import story_of
from ...drawing.plain import scene_of
from ...drawing.scene import Scene
from ...drawing.svg import svg
from ...server.background import in_background
from ...server.history import SeatHistory
from ...words import language, phrase, say
from .animation import plain_names
from .log_text import entry_text, seat_marbles
from .selection import Selection
from .table_page import panels_of

THE_DEAL = phrase("Setting up.")


async def replay_values(history: SeatHistory, step: int) -> dict[str, Any]:
    """Everything that replay.html shows, apart from addresses."""
    return await in_background(values_at, history, await history.view(step), step)


async def picture_at(history: SeatHistory, step: int, theme: str) -> str:
    """The game after a step as one drawing, as the history's seat saw it."""
    return await in_background(draw_picture, history, await history.view(step), step, theme)


def draw_picture(history: SeatHistory, view: Any, step: int, theme: str) -> str:
    scene = bare_scene(history, view)
    scene.status = cached_step_text(history, step)      # what happened, because whoever gets the picture has nothing to do
    return svg(scene, theme, marked=False)


def bare_scene(history: SeatHistory, view: Any) -> Scene:
    """A position with nothing to choose."""
    scene = scene_of(history.game, view, history.box, plain_names(history.names))
    scene.choices, scene.subset = [], None
    return scene


def values_at(history: SeatHistory, view: Any, step: int) -> dict[str, Any]:
    names = plain_names(history.names)
    scene = bare_scene(history, view)
    marbles = seat_marbles(scene)
    moves = ({"number": number, "marble": marbles[history.mover(number)], "words": words}
             for number in range(1, history.last + 1) if (words := cached_step_text(history, number)))
    return {"game": history.game, "scene": scene, "panels": panels_of(scene, Selection(), ""), "step": step,
            "last": history.last, "seat": history.seat, "moves": moves, "names": names,
            "words": cached_step_text(history, step), "running": history.running, "result": history.result,
            "eyes": f"&seat={history.seat}" if history.seat >= 0 and not history.running else ""}


def cached_step_text(history: SeatHistory, step: int) -> str:
    """The action that led to a step, as the seat heard of it. Each is made once, because every page lists all of them."""
    wanted = history.number(step), history.seat, language()
    if wanted not in history.texts:
        history.texts[wanted] = step_text(history, step)
    return history.texts[wanted]


def step_text(history: SeatHistory, step: int) -> str:
    entry, names = history.entry(step), plain_names(history.names)
    if step == 0 and not history.running:
        return story_of(history.game, entry.notes, history.box, names) or say(THE_DEAL)
    return entry_text(history.game, history.box, names, entry)
