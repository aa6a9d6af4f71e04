"""What happens inside a move, told by three calls that are nothing at all when compiled.

Interpreted they reach the listener of the state that is being played. Only `Match` attaches one, and copies of a
state have none, so look-ahead is never heard. Compiled, `note` and `whisper` count the event where the record has
a `tally`.
"""

from dataclasses import dataclass
from typing import Any

from .kernel import twin


@dataclass(frozen=True)
class Note:
    """One event of a move. `whispered_to` is the only seat that hears its details, None if everybody does."""

    event: int
    details: tuple[int, ...]
    whispered_to: int | None = None

    def heard_by(self, sees_whispers_to: Any) -> "Note":
        """The note as heard by somebody; `sees_whispers_to(seat)` says whose secrets they know."""
        if self.whispered_to is None or sees_whispers_to(self.whispered_to):
            return self
        return Note(self.event, (), self.whispered_to)


class Listener:
    """Hears what happens in a move; override what you want to hear."""

    def note(self, state: Any, note: Note) -> None:
        """Something happened; the state is whole at this moment."""

    def forbid(self, action: int, rule: str) -> None:
        """This action is not possible, by this rule."""

    def chance(self, source: int, outcome: int) -> None:
        """A numbered event of chance came out so."""


def note(state, event, *details):
    """Tell everybody that something happened."""
    if state.listener is not None:
        state.listener.note(state, Note(event, details))


def whisper(state, seat, event, *details):
    """Tell everybody that something happened, but the details to one seat only."""
    if state.listener is not None:
        state.listener.note(state, Note(event, details, seat))


def forbid(state, action, rule):
    """Within `legal`: say which rule makes this action impossible."""
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
