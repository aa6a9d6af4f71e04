"""How rules report what happens inside a move: note, whisper and forbid, which cost nothing when compiled.

Interpreted, they call the listener of the state. Only a match or a table attaches one, and copies of a state have none, so
look-ahead reports nothing. Compiled, `note` and `whisper` count the event if the state has a `tally`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .kernel import twin


@dataclass(frozen=True)
class Note:
    """One event of a move. Its details are for everybody, or only for the seat `whispered_to`."""

    event: int
    details: tuple[int, ...]
    whispered_to: int | None = None

    def heard_by(self, sees_whispers_to: Callable[[int], bool]) -> "Note":
        """The note as somebody hears it; `sees_whispers_to(seat)` says whose secrets they know."""
        if self.whispered_to is None or sees_whispers_to(self.whispered_to):
            return self
        return Note(self.event, (), self.whispered_to)


class Listener:
    """Receives what happens in a move; override the methods you need."""

    def note(self, state: Any, note: Note) -> None:
        """Something happened; the state is consistent at this moment and can be drawn."""

    def forbid(self, action: int, rule: str) -> None:
        """This rule forbids this action."""

    def chance(self, source: int, outcome: int) -> None:
        """The next event of a source had this outcome."""


def note(state, event, *details):
    """Tell everybody that something happened."""
    if state.listener is not None:
        state.listener.note(state, Note(event, details))


def whisper(state, seat, event, *details):
    """Tell everybody that something happened, but the details to one seat only."""
    if state.listener is not None:
        state.listener.note(state, Note(event, details, seat))


def forbid(state, action, rule):
    """Within `legal`: name the rule that forbids this action."""
    if state.listener is not None:
        state.listener.forbid(action, rule)


@twin(note)
def compiled_note(numba):
    def silent(state, event, *details):
        pass

    def counting(state, event, *details):
        state.tally[event] += 1

    return lambda state, event, *details: counting if "tally" in state.fields else silent


@twin(whisper)
def compiled_whisper(numba):
    def silent(state, seat, event, *details):
        pass

    def counting(state, seat, event, *details):
        state.tally[event] += 1

    return lambda state, seat, event, *details: counting if "tally" in state.fields else silent


@twin(forbid)
def compiled_forbid(numba):
    def silent(state, action, rule):
        pass

    return lambda state, action, rule: silent
