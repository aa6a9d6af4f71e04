"""The toy game as a game of its own, for records that name it."""

from .toy import TOY as GAME

__all__ = ["GAME"]
