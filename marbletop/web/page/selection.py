"""What a user has pressed so far: a card, a place, items of a subset. It stands in the address, so that every step is a
page of its own and works without script."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

from ...drawing.scene import Choice, Scene
from ..forms import parse_number

MOST_AMONG = 60
quoted = lru_cache(maxsize=4096)(quote_plus)            # numbers and ids, again and again


@dataclass(frozen=True)
class Chosen:
    group: str = ""                         # the id of what was chosen first
    action: int | None = None               # the action that is considered
    among: tuple[int, ...] = ()             # actions of one target: one of them is wanted
    taken: int = 0                          # items of a subset, as bits

    def query(self, position: int, **more: Any) -> str:
        """The same as the end of an address."""
        asked = {"position": position, "group": self.group, "action": "" if self.action is None else self.action,
                 "among": " ".join(map(str, self.among)), "taken": self.taken or "", **more}
        return "?" + "&".join([f"{name}={quoted(str(value))}" for name, value in asked.items() if value != ""])


def read_chosen(query: Mapping[str, str], scene: Scene, position: int) -> Chosen:
    """What an address says was pressed, as far as it is possible in this position; nothing in any other."""
    if query.get("position") != str(position):
        return settled(Chosen(), scene)
    legal = {choice.action for choice in scene.choices}
    among = tuple(action for action in map(parse_number, query.get("among", "").split()[:MOST_AMONG]) if action in legal)
    action, taken = parse_number(query.get("action", "")), parse_number(query.get("taken", ""))
    groups = {choice.group for choice in scene.choices}
    group = query.get("group", "")
    most = 1 << len(scene.subset.items) if scene.subset else 0
    return settled(Chosen(group if group in groups else "", action if action in legal else None, among,
                          taken if taken is not None and 0 <= taken < most else 0), scene)


def settled(chosen: Chosen, scene: Scene) -> Chosen:
    """Where there is one way only, it is chosen already."""
    if len(chosen.among) == 1:
        chosen = replace(chosen, action=chosen.among[0], among=())
    if len(scene.choices) == 1:
        chosen = replace(chosen, action=scene.choices[0].action)
    if chosen.action is not None:
        return replace(chosen, group=choice_of(scene, chosen.action).group)
    groups = {choice.group for choice in scene.choices}
    if len(groups) == 1 and not chosen.group:
        chosen = replace(chosen, group=groups.pop())
    offered = [choice for choice in scene.choices if choice.group == chosen.group] if chosen.group else []
    return replace(chosen, action=offered[0].action) if len(offered) == 1 and not chosen.among else chosen


def choice_of(scene: Scene, action: int) -> Choice:
    return next(choice for choice in scene.choices if choice.action == action)
