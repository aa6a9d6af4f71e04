"""Marbletop: marble games for people, bots and researchers, from rules that read like the rulebook."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

# A public name stands three times in this file: below with the module that defines it, in the imports that type checkers
# read, and in __all__. tests/test_public_face.py checks that they agree.
_MODULES = {
    "analysis.duel": ("DuelResult", "duel"),
    "bots.adviser": ("Adviser", "bot"),
    "bots.bot": ("Analysis", "Bot", "Limit"),
    "core.batch": ("Batch",),
    "core.errors": ("BadComponents", "BadNotation", "BadOption", "BadRecord", "IllegalAction", "MarbletopError", "UnknownGame",
                    "WrongSeats", "WrongVersion"),
    "core.game": ("Game",),
    "core.hint": ("Hint",),
    "core.match": ("Match", "Move", "Outcome", "load"),
    "core.notes": ("Note",),
    "games": ("GAMES",),
}

if TYPE_CHECKING:
    from .analysis.duel import DuelResult, duel
    from .bots.adviser import Adviser, bot
    from .bots.bot import Analysis, Bot, Limit
    from .core.batch import Batch
    from .core.errors import (
        BadComponents,
        BadNotation,
        BadOption,
        BadRecord,
        IllegalAction,
        MarbletopError,
        UnknownGame,
        WrongSeats,
        WrongVersion,
    )
    from .core.game import Game
    from .core.hint import Hint
    from .core.match import Match, Move, Outcome, load
    from .core.notes import Note
    from .games import GAMES
else:
    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used, so that importing Marbletop takes no time."""
        module = next((module for module, names in _MODULES.items() if name in names), None)
        if module is None:
            raise AttributeError(f"module 'marbletop' has no attribute {name!r}")
        from importlib import import_module
        value = globals()[name] = getattr(import_module(f".{module}", __name__), name)
        return value

__all__ = [
    "GAMES",
    "Adviser",
    "Analysis",
    "BadComponents",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Batch",
    "Bot",
    "DuelResult",
    "Game",
    "Hint",
    "IllegalAction",
    "Limit",
    "MarbletopError",
    "Match",
    "Move",
    "Note",
    "Outcome",
    "UnknownGame",
    "WrongSeats",
    "WrongVersion",
    "bot",
    "duel",
    "load",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
