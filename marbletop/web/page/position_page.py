"""What the editor of positions shows: the drawing with places to press, the words of the position, and what is wrong."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ...bots.explain import Explanation
from ...core.editing import NOTHING
from ...drawing.plain import scene_of
from ...drawing.scene import Choice, Part, Scene
from ...server.positions import PositionLook
from ...words import say
from .selection import Selection
from .table_page import NO_PANELS, panels_of

FIELD = "word."                             # what the names of fields for words begin with
LONGEST_FIELD = 2_000                       # letters


def position_values(seen: PositionLook, piece: str, address: str, hint: Explanation | None = None,
                    sorry: str = "") -> dict[str, Any]:
    """Everything that position/position.html shows; `address` is the link that shares the position."""
    chosen = piece if piece in seen.pieces else next(iter(seen.pieces), NOTHING)
    scene = drawn_scene(seen)
    places = place_rows(seen, scene) if scene else []
    marked = replace(scene, choices=choices_for(places), subset=None) if scene else None
    return {
        "game": seen.game, "seen": seen, "piece_chosen": chosen, "pieces": list(seen.pieces.items()), "address": address,
        "fields": [{"name": FIELD + one.name, "label": one.label, "choices": one.choices, "value": seen.words.get(one.name, "")}
                   for one in seen.fields],
        "places": places, "panels": panels_of(marked, Selection(), "") if marked else NO_PANELS, "hint": hint_lines(hint),
        "error": sorry or seen.error, "ready": ready_words(seen, scene) if scene and not seen.error else "",
        "refusal": say("This position cannot be.") if seen.error else say("This isn't possible here."),
        "sizes": [(str(n), str(n)) for n in seen.game.seats],
    }


def drawn_scene(seen: PositionLook) -> Scene | None:
    """The drawing; None if a position that breaks the rules cannot be drawn."""
    if seen.view is None:
        return None
    try:
        return scene_of(seen.game, seen.open_view, seen.box, seen.names)
    except (ArithmeticError, LookupError, TypeError, ValueError, AssertionError):
        if not seen.error:
            raise
        return None


def place_rows(seen: PositionLook, scene: Scene) -> list[tuple[str, str]]:
    """The places that can be pressed: id and name."""
    found = [(place, scene.part(place)) for place in seen.places]
    return [(place, name_in(part) or place) for place, part in found if part is not None]


def name_in(part: Part) -> str:
    """The name of a part, or of the first thing in it that has one."""
    return next((one.name for one in part.walk() if one.name), "")


def choices_for(places: list[tuple[str, str]]) -> list[Choice]:
    """A target for every place; its number is that of its button."""
    return [Choice(number, name, target=place) for number, (place, name) in enumerate(places)]


def ready_words(seen: PositionLook, scene: Scene) -> str:
    return say("The game is over.") if seen.over else scene.status


def hint_lines(hint: Explanation | None) -> list[str]:
    return [] if hint is None else [hint.advice, *hint.sentences]


def changed_words(query: Mapping[str, str], seen: PositionLook) -> dict[str, str]:
    """The words that somebody has changed in their fields."""
    sent = {one.name: query.get(FIELD + one.name, "")[:LONGEST_FIELD] for one in seen.fields if FIELD + one.name in query}
    return {name: "".join(value.split("\n")) for name, value in sent.items() if value != seen.words.get(name, "")}
