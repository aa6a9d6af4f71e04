"""The house rules and modes of Connect Four: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    misere: bool = option(False, label="Misère", mode=True, rule="C4-6", help="Whoever gets four in a row loses.")
    first_player: int = option(0, label="Who goes first", low=0, high=1, begins=(0, 1), rule="C4-2", help="Who goes first.")
