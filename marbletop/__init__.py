"""Marbletop: marble games for people, bots and researchers, from rules that read like the rulebook."""

from typing import Any

__version__ = "0.1.0"
__all__ = ["GAMES", "Batch", "Match", "load"]
_HOMES = {"Match": "core.match", "load": "core.match", "Batch": "core.batch", "GAMES": "games"}


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is asked for: importing Marbletop stays instant."""
    if name not in _HOMES:
        raise AttributeError(f"module 'marbletop' has no attribute {name!r}")
    from importlib import import_module
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
