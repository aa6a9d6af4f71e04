"""The protocol of a bot: it is given a view, never the state, and names an action."""

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Limit:
    """How long a bot may think: seconds, iterations, or whichever ends first."""

    seconds: float | None = None
    iterations: int | None = None


class Bot(Protocol):
    """Whoever can sit at a table without being a person."""

    def choose(self, view: Any, box: Any, limit: Limit) -> int:
        """A legal action for the player whose view this is."""
        ...
