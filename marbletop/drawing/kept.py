"""What is made once and kept: a dictionary that forgets what nobody has asked for lately, and attributes of objects."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Up to twice `most` values by key. When there are that many new ones, those are forgotten that were not asked for
    since it last happened."""

    def __init__(self, most: int):
        self.new: dict[Key, Value] = {}         # the latest; whoever looks here first is quicker
        self._old: dict[Key, Value] = {}
        self._most = most

    def get(self, key: Key) -> Value | None:
        found = self.new.get(key)
        if found is None and (found := self._old.pop(key, None)) is not None:
            self[key] = found
        return found

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self.new) >= self._most:
            self._old, self.new = self.new, {}
        self.new[key] = value

    def clear(self) -> None:
        self.new, self._old = {}, {}


class made_once(Generic[Value]):                                                                      # noqa: N801
    """An attribute that is worked out when it is first asked for, as by `cached_property`, but without its lock, which takes
    longer than most of what drawings ask for. Two threads may both work it out; what they find is the same."""

    def __init__(self, make: Callable[[Any], Value]):
        self._make, self._name, self.__doc__ = make, make.__name__, make.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "made_once[Value]": ...
    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...

    def __get__(self, owner: object | None, kind: type) -> "Value | made_once[Value]":
        if owner is None:
            return self
        found = owner.__dict__[self._name] = self._make(owner)
        return found
