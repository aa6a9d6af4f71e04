"""Trying an action of a turn that is under way."""

from contextlib import suppress
from typing import Any

from ...core.chance import OpenEvent, Script
from . import rules
from .state import STATE


def position_after(before: Any, box: Any, action: int, listener: Any = None) -> tuple[Any, bool]:
    """The position after an action, up to the first chance, and whether the turn has ended with it."""
    after = STATE.copy(before)
    after.script, after.listener = Script(), listener
    with suppress(OpenEvent):               # the card that ends this turn or begins the next
        rules.play(after, box, action)
    after.script = after.listener = None
    return after, after.turn > before.turn
