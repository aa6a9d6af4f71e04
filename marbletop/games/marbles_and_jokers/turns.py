"""The position after an action, for choices that show what it would do."""

from contextlib import suppress
from typing import Any

from ...core.chance import OpenEvent, Script
from . import rules
from .state import STATE


def position_after(before: Any, box: Any, action: int, listener: Any = None) -> Any:
    """The position after an action, up to the first event of chance."""
    after = STATE.copy(before)
    after.script, after.listener = Script(), listener
    with suppress(OpenEvent):               # the card that ends this turn or begins the next
        rules.play(after, box, action)
    after.script = after.listener = None
    return after
