"""Options of a game: a frozen dataclass whose fields hold label, type, range, default, rule number and help.

Forms, `--help` and error messages are made from it. Values are bools, whole numbers, or one of several words.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..words import readable_name, say
from .errors import BadOption

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def option(default: Any, *, rule: str, help: str, label: str = "", choices: Sequence[str] | Mapping[str, str] = (),
           low: int = 0, high: int = 0, mode: bool = False, seats: tuple[int, ...] = (),
           begins: tuple[int | None, ...] = ()) -> Any:
    """Declare a field of an options dataclass: a bool, one of the words in `choices`, or a whole number from low to high.

    For forms: `label` is what people call the option, and `choices` may say what people read instead of each word; `mode`
    marks an option that chooses the kind of game, not a house rule; `seats` lists the numbers of seats with which it matters
    (empty: all); `begins` says which seat begins for each of its values, None if that is drawn by lot.
    """
    return dataclasses.field(default=default, metadata={
        "rule": rule, "help": help, "label": label, "choices": choices, "low": low, "high": high, "mode": mode, "seats": seats,
        "begins": begins})


@dataclass(frozen=True)
class Option:
    """What a form or a help page needs to know about an option."""

    name: str
    default: Any
    rule: str
    help: str
    values: Sequence[Any]                   # everything it can be
    mode: bool = False                      # it chooses the kind of game
    seats: tuple[int, ...] = ()             # numbers of seats with which it matters; () = all
    begins: tuple[int | None, ...] = ()     # the seat that begins for each value, None if drawn by lot
    label: str = ""                         # what people call it, in English
    labels: Mapping[str, str] = dataclasses.field(default_factory=dict)     # what people call its values, in English

    @property
    def title(self) -> str:
        """What people call it."""
        return say(self.label)

    def value_title(self, value: Any) -> str:
        """What people call one of its values."""
        if isinstance(value, bool):
            return say("yes") if value else say("no")
        return say(self.labels[value]) if value in self.labels else str(value)

    def matters(self, seats: int) -> bool:
        return not self.seats or seats in self.seats

    @property
    def range(self) -> str:
        """Its values in words."""
        if isinstance(self.default, bool):
            return say("true or false")
        if isinstance(self.default, int):
            return say("{low} to {high}", low=self.values[0], high=self.values[-1])
        return ", ".join(self.values)

    def read(self, given: Any) -> Any:
        """The value of this option, or BadOption. Text is read as from a command line or a form."""
        value = given
        if isinstance(given, str) and isinstance(self.default, bool):
            value = given.lower() in TRUE if given.lower() in TRUE + FALSE else given
        elif isinstance(given, str) and isinstance(self.default, int):
            with suppress(ValueError):
                value = int(given)
        if type(value) is not type(self.default) or value not in self.values:
            raise BadOption("{name} can't be {value!r}. Choose {range}. (Rule {rule})", self.name, name=self.name,
                            rule=self.rule,
                            value=given, range=self.range)
        return value


@cache
def options_of(kind: type) -> dict[str, Option]:
    """The options that a dataclass declares, in its order."""
    found = {}
    for field in dataclasses.fields(kind):
        about = field.metadata
        values: Sequence[Any] = tuple(about["choices"]) or range(about["low"], about["high"] + 1)
        if isinstance(field.default, bool):
            values = (False, True)
        if field.default not in values:
            raise TypeError(f"the default of option {field.name} is not one of its values")
        if about["begins"] and len(about["begins"]) != len(values):
            raise TypeError(f"option {field.name} must tell who begins for each of its values")
        label = about["label"] or readable_name(field.name).capitalize()
        found[field.name] = Option(field.name, field.default, about["rule"], about["help"], values, about["mode"],
                                   about["seats"], about["begins"], label, labels_of(about["choices"]))
    return found


def labels_of(choices: Sequence[str] | Mapping[str, str]) -> Mapping[str, str]:
    """What people call the words that an option can be."""
    return choices if isinstance(choices, Mapping) else {word: readable_name(word) for word in choices}


def read_options(kind: type, given: Mapping[str, Any]) -> Any:
    """An options object from named values; BadOption says what would be right."""
    known = options_of(kind)
    for name in given:
        if name not in known:
            raise BadOption("There is no option called {name!r}. The options are: {options}.", name=name,
                            options=", ".join(known) or say("none"))
    return kind(**{name: known[name].read(value) for name, value in given.items()})


def changed_options(options: Any) -> dict[str, Any]:
    """The options that differ from their defaults."""
    kind: type = type(options)
    return {name: getattr(options, name) for name, about in options_of(kind).items()
            if getattr(options, name) != about.default}
