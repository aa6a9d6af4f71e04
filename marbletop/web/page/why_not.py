"""Why nothing can be done with what was pressed: the one rule that forbids it, else what it is, else what to do now."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ...core.game import Game
from ...drawing.scene import Part, Scene
from ...server.table_view import forbidden_actions
from ...words import join_or, say
from .rules_text import rule_excerpt

MOST_PRESSED = 12                           # parts under one press


class Seen(Protocol):
    """A position as somebody sees it, at a table or in a lesson."""

    @property
    def view(self) -> Any: ...

    @property
    def box(self) -> Any: ...

    @property
    def legal(self) -> tuple[int, ...]: ...


@dataclass(frozen=True)
class Why:
    words: str
    rules: tuple[str, ...] = ()             # the number of the rule that the words quote, if they do
    tells: bool = False                     # whether it only tells what something is


def why_not_there(game: Game, seen: Seen, scene: Scene, pressed: Sequence[str], group: str = "") -> Why:
    """Why nothing can be done with the parts that were pressed, the topmost first; `group` was selected before."""
    parts = [part for id in pressed[:MOST_PRESSED] if id and (part := scene.part(id))]
    name = next((part.name for part in parts if part.name), say("That"))
    ids = {part.id for part in parts}
    if not seen.legal:
        return Why(meaning_of(game, seen, parts) or scene.status, tells=True)
    if not group and (first := needed_first(scene, ids)):
        return Why(say("First choose {first}.", first=first))
    if later := too_early(game, seen, parts):
        return Why(later, tells=True)
    if rule := rule_against(game, seen, [part.id for part in parts], group):
        return Why(reason_for(game, rule), (rule,))
    if meaning := meaning_of(game, seen, parts):
        return Why(meaning, tells=True)
    return Why(say("{thing}: nothing to do there right now. {status}", thing=name, status=scene.status))


def meaning_of(game: Game, seen: Seen, parts: Sequence[Part]) -> str:
    """What these parts are, the topmost first, if the game tells it."""
    tell = getattr(game.board, "meaning_of", None)
    return tell(seen.view, seen.box, [part.id for part in parts]) if tell else ""


def too_early(game: Game, seen: Seen, parts: Sequence[Part]) -> str:
    """What to press before these parts, which a later decision is about, if the game tells it."""
    tell = getattr(game.board, "too_early", None)
    return tell(seen.view, seen.box, [part.id for part in parts]) if tell else ""


def reason_for(game: Game, rule: str) -> str:
    """Why a rule forbids something, in the game's plain words (`notation.REASONS`), or in those of the rule."""
    plain = getattr(game.notation, "REASONS", {}).get(rule)
    return say(plain) if plain else rule_excerpt(game, rule)


def rule_against(game: Game, seen: Seen, ids: Sequence[str], group: str) -> str:
    """The rule that forbids what one would do with these parts, the topmost first, if possible with the selected group. One
    press is one wish: of several actions that are forbidden, the game names the plainest first (a whole card before its
    parts, playing a card before discarding it)."""
    if not hasattr(game.board, "parts_of"):
        return ""
    about = [(set(game.board.parts_of(seen.view, seen.box, action)), rule)
             for action, rule in forbidden_actions(game, seen.view, seen.box).items() if rule in game.rules_text]
    for wanted in ({group}, set()):
        for id in ids:
            if found := next((rule for parts, rule in about if id in parts and wanted <= parts), ""):
                return found
    return ""


def needed_first(scene: Scene, ids: set[str]) -> str:
    """What must be selected before these parts, in words; empty if that would not help."""
    groups = dict.fromkeys(choice.group for choice in scene.choices if choice.group and choice.target in ids)
    names = [part.name or id for id in groups if (part := scene.part(id))]
    return join_or(names) if names else ""
