"""Drawings of positions, kept for a while: who sees the same gets the same drawing, and a press draws anew only what it
changes. They are kept by the view itself and the language, so nobody gets a drawing of anything but their own view."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from ...core.game import Game
from ...drawing.element import Markup
from ...drawing.outline import outline
from ...drawing.plain import scene_of
from ...drawing.scene import Scene
from ...words import language

MOST_KEPT = 100                             # views
MOST_WAYS = 12                              # drawings of one view, by what is chosen
Drawn = TypeVar("Drawn")


class Drawing:
    """A scene with what has been made of it. Nobody changes it."""

    def __init__(self, scene: Scene, box: Any):
        self.scene, self._box = scene, box          # the box is held, because it is known by its id
        self._made: OrderedDict[Any, Any] = OrderedDict()

    @cached_property
    def words(self) -> Markup:
        """The outline of the position, without the choices: they are a list of their own on the page."""
        return outline(replace(self.scene, choices=[], subset=None), 3)

    def made(self, key: Any, make: Callable[[Scene], Drawn]) -> Drawn:
        """What is made of the scene for this key, once."""
        if key not in self._made:
            self._made[key] = make(self.scene)
            if len(self._made) > MOST_WAYS:
                self._made.popitem(last=False)
        found: Drawn = self._made[key]
        return found


class Drawings:
    def __init__(self) -> None:
        self._kept: OrderedDict[Any, Drawing] = OrderedDict()

    def of(self, game: Game, view: Any, box: Any, names: Sequence[str]) -> Drawing:
        """The drawing of a view."""
        key = game.name, id(box), game.state.pack(view), language(), *names
        if key not in self._kept:
            self._kept[key] = Drawing(scene_of(game, view, box, names), box)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
