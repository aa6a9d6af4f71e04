"""A game step by step: what the page of a replay shows."""

from typing import Any

from ...drawing.plain import scene_of
from ...server.background import in_background
from ...server.history import SeatHistory
from ...words import language, phrase, say
from .animation import plain
from .log_text import marbles_of, notes_in_words, words_of
from .selection import Chosen
from .table_page import panels_of

BEGINS = phrase("The deal.")


async def replay_values(history: SeatHistory, step: int) -> dict[str, Any]:
    """Everything that replay.html shows, apart from addresses."""
    return await in_background(values_at, history, await history.view(step), step)


def values_at(history: SeatHistory, view: Any, step: int) -> dict[str, Any]:
    names = plain(history.names)
    scene = scene_of(history.game, view, history.box, names)
    scene.choices, scene.subset = [], None
    marbles = marbles_of(scene)
    moves = ({"number": number, "marble": marbles[history.mover(number)], "words": words_at(history, number)}
             for number in range(1, history.last + 1))
    return {"game": history.game, "scene": scene, "panels": panels_of(scene, Chosen(), ""), "step": step, "last": history.last,
            "seat": history.seat, "moves": moves, "names": names, "words": words_at(history, step),
            "running": history.running, "result": history.result,
            "eyes": f"&seat={history.seat}" if history.seat >= 0 and not history.running else ""}


def words_at(history: SeatHistory, step: int) -> str:
    """What a seat has heard of the action that led to a step: made once, because a page lists all of them."""
    wanted = history.number(step), history.seat, language()
    if wanted not in history.texts:
        history.texts[wanted] = step_in_words(history, step)
    return history.texts[wanted]


def step_in_words(history: SeatHistory, step: int) -> str:
    entry, names = history.entry(step), history.names
    if step == 0 and not history.running:
        return notes_in_words(history.game, history.box, names, entry) or say(BEGINS)
    return words_of(history.game, history.box, names, entry)
