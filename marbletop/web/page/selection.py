"""What a visitor has selected so far: a card, a place, items of a subset. It is part of the address, so that every step is
a page of its own and works without the script."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import quote_plus

from ...drawing.scene import Choice, Scene
from ..forms import parse_number

MOST_AMONG = 60
quote = lru_cache(maxsize=4096)(quote_plus)             # the same numbers and ids again and again


class Selection(NamedTuple):
    group: str = ""                         # the id of what was selected first
    action: int | None = None               # the action to be confirmed
    among: tuple[int, ...] = ()             # the actions of a target that has several
    taken: int = 0                          # the selected items of a subset, as bits
    draft: tuple[int, ...] = ()             # the decisions that are drawn ahead, before what is selected

    def query(self, position: int | str = "", **more: Any) -> str:
        """The selection as the query of an address, with the position that it was made for."""
        asked = {"position": position, "draft": ",".join(map(str, self.draft)), "group": self.group,
                 "action": "" if self.action is None else self.action, "among": " ".join(map(str, self.among)),
                 "taken": self.taken or "", **more}
        return "?" + "&".join([f"{name}={quote(str(value))}" for name, value in asked.items() if value != ""])


def read_selection(query: Mapping[str, str], scene: Scene, position: int) -> Selection:
    """The selection in an address, as far as it is possible; none if it was made for another position. Links of a list do not
    name the position, so that they stay the same from turn to turn; what they select is confirmed with it."""
    if query.get("position", str(position)) != str(position):
        return with_only_choice(Selection(), scene)
    legal = {choice.action for choice in scene.choices}
    among = tuple(action for action in map(parse_number, query.get("among", "").split()[:MOST_AMONG]) if action in legal)
    action, taken = parse_number(query.get("action", "")), parse_number(query.get("taken", ""))
    groups = {choice.group for choice in scene.choices}
    group = query.get("group", "")
    most = 1 << len(scene.subset.items) if scene.subset else 0
    return with_only_choice(Selection(group if group in groups else "", action if action in legal else None, among,
                                      taken if taken is not None and 0 <= taken < most else 0), scene)


def with_only_choice(selection: Selection, scene: Scene) -> Selection:
    """The selection with whatever follows from it because there is only one way."""
    if len(selection.among) == 1:
        selection = selection._replace(action=selection.among[0], among=())
    if scene.only and selection.action is None and not selection.among:
        selection = selection._replace(action=scene.only.action)
    if selection.action is not None:
        return selection._replace(group=choice_for(scene, selection.action).group)
    groups = {choice.group for choice in scene.choices}
    if len(groups) == 1 and not selection.group:
        selection = selection._replace(group=groups.pop())
    offered = [choice for choice in scene.choices if choice.group == selection.group] if selection.group else []
    return selection._replace(action=offered[0].action) if len(offered) == 1 and not selection.among else selection


def choice_for(scene: Scene, action: int) -> Choice:
    return next(choice for choice in scene.choices if choice.action == action)
