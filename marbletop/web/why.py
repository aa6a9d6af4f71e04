"""Why nothing can be done with what was pressed: the rule that forbids it, with its address; else what is to be done now."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.match import NoteRecorder
from ..drawing.scene import Scene
from ..server.look import Look
from ..server.table import Table
from ..words import join_or, say
from .rules import quoted

MOST_PRESSED = 12                           # parts under one press
MOST_RULES = 2                              # named in one answer


@dataclass(frozen=True)
class Why:
    words: str
    rules: tuple[str, ...] = ()             # their numbers, named in the words


def why_not_there(table: Table, seen: Look, scene: Scene, pressed: Sequence[str], group: str = "") -> Why:
    """Why nothing can be done with the parts that were pressed, the topmost first; `group` was chosen before."""
    parts = [part for id in pressed[:MOST_PRESSED] if id and (part := scene.part(id))]
    name = next((part.name for part in parts if part.name), say("That"))
    ids = {part.id for part in parts}
    if not seen.legal:
        return Why(scene.status)
    if not group and (first := chosen_before(scene, ids)):
        return Why(say("{thing}: first choose {first}.", thing=name, first=first))
    if rules := forbidding(table, seen, ids, group):
        texts = " ".join(f"{rule}: {quoted(table.game, rule)}" for rule in rules)
        return Why(say("{thing}: not now. {rules}", thing=name, rules=texts), rules)
    return Why(say("{thing}: nothing to do there now. {status}", thing=name, status=scene.status))


def forbidding(table: Table, seen: Look, ids: set[str], group: str) -> tuple[str, ...]:
    """The rules that forbid actions with these parts; those of actions with the chosen group, if there are any."""
    if not hasattr(table.game.board, "parts_of"):
        return ()
    ear, asked = NoteRecorder(), table.game.state.copy(seen.view)
    asked.listener = ear
    table.game.legal_list(asked, seen.box)
    about = [(set(table.game.board.parts_of(seen.view, seen.box, action)), rule) for action, rule in ear.reasons.items()
             if rule in table.game.rules_text]
    found = [(parts, rule) for parts, rule in about if ids & parts]
    wanted = [rule for parts, rule in found if group in parts] or [rule for _, rule in found]
    return tuple(dict.fromkeys(wanted))[:MOST_RULES]


def chosen_before(scene: Scene, ids: set[str]) -> str:
    """What must be chosen before these parts can be pressed, in words; nothing if that would not help."""
    groups = dict.fromkeys(choice.group for choice in scene.choices if choice.group and choice.target in ids)
    names = [part.name or id for id in groups if (part := scene.part(id))]
    return join_or(names) if names else ""
