"""Errors caused by what somebody asked for. Every message says what was wrong and what would be right."""

from typing import Any

from ..words import say


class MarbletopError(ValueError):
    """A mistake of the caller, explained in one sentence in the present language. Nothing was changed."""

    def __init__(self, template: str, /, **values: object):
        super().__init__(say(template, **values))
        self.template, self.values = template, values

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process says it again, in its own language."""
        return _same_error, (type(self), self.template, self.values, self.__dict__)


def _same_error(kind: type[MarbletopError], template: str, values: dict[str, object], state: dict[str, Any]) -> MarbletopError:
    error = kind.__new__(kind)
    MarbletopError.__init__(error, template, **values)
    error.__dict__.update(state)
    return error


class UnknownGame(MarbletopError, KeyError):
    """No game has that name."""

    __str__ = Exception.__str__             # a KeyError would quote its message


class WrongSeats(MarbletopError):
    """The game is not played with that many seats."""


class BadOption(MarbletopError):
    """An unknown option, or a value that it cannot have; `option` is its name, if that is known."""

    def __init__(self, template: str, option: str = "", /, **values: object):
        super().__init__(template, **values)
        self.option = option


class BadComponents(MarbletopError):
    """A component file that does not describe a valid box of this game."""


class IllegalAction(MarbletopError):
    """An action that is not possible now. The message names the rule and what is possible."""


class BadNotation(MarbletopError):
    """A text that is no action, or no position, of the game."""


class BadRecord(MarbletopError):
    """A file that is not a record, is damaged, or does not replay."""


class WrongVersion(BadRecord):
    """A record made by another version of the rules."""
