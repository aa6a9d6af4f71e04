"""A dictionary that forgets what nobody has asked for lately."""

from typing import Generic, TypeVar

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
