"""Drawings of positions, kept for a while: visitors who see the same share a drawing, and a press redraws only what it
changes. The key is the view itself with the language, so that nobody gets a drawing of anything but their own view."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from ...core.game import Game
from ...drawing.element import Rope
from ...drawing.outline import outline_rope
from ...drawing.plain import scene_of
from ...drawing.scene import Scene
from ...words import language

MOST_VIEWS = 100
MOST_RESULTS = 12                           # of one view, by what is selected
Result = TypeVar("Result")


class Drawing:
    """A scene, not to be changed, with what has been made from it."""

    def __init__(self, scene: Scene, box: Any):
        self.scene, self._box = scene, box  # hold the box: the key of the cache has its id
        self._made: OrderedDict[Any, Any] = OrderedDict()

    @cached_property
    def words(self) -> Rope:
        """The outline of the position, without the choices, which the page lists itself."""
        return outline_rope(replace(self.scene, choices=[], subset=None), 3)

    def get_or_make(self, key: Any, make: Callable[[Scene], Result]) -> Result:
        """What was made from the scene for this key before, or is made now."""
        if key not in self._made:
            self._made[key] = make(self.scene)
            if len(self._made) > MOST_RESULTS:
                self._made.popitem(last=False)
        found: Result = self._made[key]
        return found


class DrawingCache:
    def __init__(self) -> None:
        self._kept: OrderedDict[Any, Drawing] = OrderedDict()

    def of(self, game: Game, view: Any, box: Any, names: Sequence[str]) -> Drawing:
        """The drawing of a view."""
        key = game.name, id(box), game.state.pack(view), language(), *names
        if key not in self._kept:
            self._kept[key] = Drawing(scene_of(game, view, box, names), box)
            if len(self._kept) > MOST_VIEWS:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
