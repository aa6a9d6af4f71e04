"""Layouts: the fields of a state or box, declared once, each with who knows it. From a layout come the NumPy record, the
plain object, the conversions between them, and `hide`.

Compiled rules run on the NumPy record, interpreted rules on the plain object (ints and lists, many times faster to
interpret than np.record). Both have the same attributes, indexed row first: `state.hand[seat][rank]`.
"""

import math
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

EVERYBODY, OWNER, NOBODY = "everybody", "owner", "nobody"
WHOLE, SPECTATOR = -2, -1                   # values of `viewer`: a whole state, not a view; the view of somebody without a seat

KEY_BYTES = 16                              # a state begins with its key

_PACKED = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "f8": "d"}
_TAKEN = frozenset(dir(np.record)) | {"listener", "script"}


@dataclass(frozen=True)
class Field:
    """One field: its number type, its shape, and who knows it."""

    dtype: np.dtype
    shape: tuple[int, ...]
    known_to: str

    @property
    def count(self) -> int:
        return math.prod(self.shape)

    @property
    def code(self) -> str:
        """Its letter in a format of `struct`."""
        return _PACKED[self.dtype.kind + str(self.dtype.itemsize)]


def field(dtype: Any, shape: int | tuple[int, ...] = (), known_to: str = EVERYBODY) -> Field:
    """Declare a field. With `known_to=OWNER` the first axis is the seat."""
    if known_to not in (EVERYBODY, OWNER, NOBODY):
        raise TypeError(f"known_to is EVERYBODY, OWNER or NOBODY, not {known_to!r}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if known_to == OWNER and not shape:
        raise TypeError("a field known to its owner needs the seat as first axis")
    declared = Field(np.dtype(dtype), shape, known_to)
    if declared.dtype.kind + str(declared.dtype.itemsize) not in _PACKED:
        raise TypeError(f"a field holds integers or float64, not {declared.dtype}")
    return declared


class Plain:
    """A state (or a box) as ints and lists. `listener` receives the notes of a move and `script` supplies its chance;
    neither belongs to the position."""

    __slots__ = ("listener", "script")
    _names: tuple[str, ...] = ()
    _values: Callable[[Any], Any]           # those of all names
    _layout: "Layout"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and bool(self._values(self) == self._values(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self._names)})"


class Layout:
    """The fields of a state or box as a NumPy dtype and as a plain class, with the conversions between the two.

    The widest fields come first, so that there are no gaps and equal positions have equal bytes.
    """

    def __init__(self, name: str, fields: dict[str, Field], owners: int = 0):
        for given, declared in fields.items():
            if given in _TAKEN:
                raise TypeError(f"a field cannot be called {given!r}: np.record has an attribute of that name")
            if declared.known_to == OWNER and declared.shape[0] != owners:
                raise TypeError(f"the first axis of {given!r} must be the {owners} seats")
        self.name = name
        self.owners = owners
        self.fields = dict(sorted(fields.items(), key=lambda item: -item[1].dtype.itemsize))
        offsets, end = {}, 0
        for given, declared in self.fields.items():
            offsets[given] = end
            end += declared.count * declared.dtype.itemsize
        size = -(-end // 8) * 8
        self.dtype = np.dtype((np.record, np.dtype(
            {"names": list(self.fields), "formats": [(f.dtype, f.shape) for f in self.fields.values()],
             "offsets": list(offsets.values()), "itemsize": size}, align=True)))
        self._format = struct.Struct("<" + "".join(f"{f.count}{f.code}" for f in self.fields.values()) + "x" * (size - end))
        self._spans = self._split()
        self.plain = type(name, (Plain,), {"__slots__": tuple(self.fields), "_names": tuple(self.fields), "_layout": self,
                                          "_values": attrgetter(*self.fields)})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it was made from: a `Struct` and a class made here cannot be."""
        return Layout, (self.name, self.fields, self.owners)

    def __copy__(self) -> "Layout":
        return self                         # nothing in it changes

    def __deepcopy__(self, memo: dict[int, Any]) -> "Layout":
        return self

    def _split(self) -> list[tuple[str, int, int, tuple[int, ...]]]:
        """Where each field lies among all numbers: name, first, past the last, shape."""
        spans, first = [], 0
        for given, declared in self.fields.items():
            spans.append((given, first, first + declared.count, declared.shape))
            first += declared.count
        return spans

    def with_tally(self, events: int) -> "Layout":
        """The same layout with a counter for each event, which compiled notes count up."""
        return Layout(self.name, {**self.fields, "tally": field(np.int64, events)}, self.owners)

    def blank(self) -> Any:
        """A plain object of zeros."""
        return self._copy(self._zeros)

    @cached_property
    def _zeros(self) -> Any:
        return self._from_numbers((0,) * sum(f.count for f in self.fields.values()))

    def copy(self, plain: Any) -> Any:
        """A plain object with the same values, without listener or script."""
        return self._copy(plain)

    @cached_property
    def _copy(self) -> Callable[[Any], Any]:
        """The copying of these fields written out as a function: every move copies positions many times."""
        def rows(value: str, depth: int) -> str:
            return f"[*{value}]" if depth == 1 else f"[{rows('row', depth - 1)} for row in {value}]"
        lines = ["def copy(plain):", "    twin = new()", "    twin.listener = twin.script = None"]
        lines += [f"    twin.{name} = {rows(f'plain.{name}', len(shape)) if shape else f'plain.{name}'}"
                  for name, _, _, shape in self._spans]
        names: dict[str, Any] = {"new": self.plain}
        exec("\n".join([*lines, "    return twin"]), names)
        copy: Callable[[Any], Any] = names["copy"]
        return copy

    def pack(self, plain: Any) -> bytes:
        """The bytes of a plain object. A value that does not fit raises an OverflowError that names its field."""
        try:
            return self._pack(plain)
        except struct.error:
            raise OverflowError(self._misfit(plain)) from None

    @cached_property
    def _pack(self) -> Callable[[Any], bytes]:
        """The packing of these fields written out as a function: drawings are kept by the bytes of what is seen."""
        def numbers(value: str, depth: int) -> str:
            return value if depth == 1 else numbers(f"rows({value})", depth - 1)
        values = [f"*{numbers(f'plain.{name}', len(shape))}" if shape else f"plain.{name}" for name, _, _, shape in self._spans]
        pack: Callable[[Any], bytes] = eval(f"lambda plain: pack({', '.join(values)})",
                                            {"pack": self._format.pack, "rows": chain.from_iterable})
        return pack

    def _misfit(self, plain: Any) -> str:
        for name, _, _, shape in self._spans:
            numbers: list[Any] = []
            value = getattr(plain, name)
            _flatten(value, len(shape), numbers) if shape else numbers.append(value)
            declared = self.fields[name]
            try:
                struct.pack(f"<{declared.count}{declared.code}", *numbers)
            except struct.error as error:
                return f"{self.name}.{name} = {value!r} does not fit {declared.dtype} {declared.shape or ''}: {error}"
        return f"{self.name} does not fit its record"

    def unpack(self, data: bytes) -> Any:
        """The plain object with these bytes."""
        return self._from_numbers(self._format.unpack(data))

    def to_record(self, plain: Any) -> np.ndarray:
        """An array of one NumPy record with the same values."""
        return np.frombuffer(bytearray(self.pack(plain)), self.dtype)

    def from_record(self, record: Any) -> Any:
        """A plain object with the values of a NumPy record."""
        return self.unpack(record.tobytes())

    def to_fields(self, plain: Any) -> dict[str, Any]:
        """The values by name, fit for JSON."""
        return {name: getattr(self.copy(plain), name) for name in self.fields}

    def from_fields(self, values: dict[str, Any]) -> Any:
        """The inverse of `to_fields`. Raises ValueError for a missing, unknown or misshapen field."""
        if wrong := set(values) ^ set(self.fields):
            raise ValueError(f"{self.name}: missing or unknown fields {', '.join(sorted(wrong))}")
        plain = self.plain()
        plain.listener = plain.script = None
        for name, declared in self.fields.items():
            if np.shape(values[name]) != declared.shape:
                raise ValueError(f"{self.name}.{name} has shape {np.shape(values[name])}, not {declared.shape}")
            setattr(plain, name, values[name])
        return self.unpack(self.pack(plain))

    def _from_numbers(self, numbers: tuple[Any, ...]) -> Any:
        plain = self.plain()
        plain.listener = plain.script = None
        for name, first, last, shape in self._spans:
            setattr(plain, name, _nest(iter(numbers[first:last]), shape) if shape else numbers[first])
        return plain

    def hide(self, plain: Any, seat: int, sees: Callable[[int], bool] | None = None) -> Any:
        """A copy with what this seat may know (SPECTATOR: somebody without a seat). `sees(owner)` says whose fields it
        sees besides its own."""
        view = self.copy(plain)
        view.viewer = seat
        for name, declared in self._secrets:
            if declared.known_to == NOBODY:
                setattr(view, name, _zeros(declared.shape))
            else:
                rows = getattr(view, name)
                for owner in range(self.owners):
                    if owner != seat and not (sees and sees(owner)):
                        rows[owner] = _zeros(declared.shape[1:])
        return view

    def secret_fields(self) -> Iterator[tuple[str, Field]]:
        """The fields that not everybody knows."""
        return iter(self._secrets)

    @cached_property
    def _secrets(self) -> list[tuple[str, Field]]:
        return [(name, declared) for name, declared in self.fields.items() if declared.known_to != EVERYBODY]


def state_layout(seats: int, sources: tuple[str, ...], **fields: Field) -> Layout:
    """Declare the state of a game: the most seats it can have, its named sources of chance, its own fields."""
    return Layout("State", {
        "chance_key": field(np.uint64, 2, known_to=NOBODY),                 # decides all chance that is still to come
        "chance_count": field(np.int64, max(1, len(sources)), known_to=NOBODY),      # events of each source so far
        "seats": field(np.int64),
        "player": field(np.int64),                                          # the seat that decides
        "viewer": field(np.int64),                                          # WHOLE, or whose view this is
        "over": field(np.int64),
        "step": field(np.int64),                                            # actions so far
        "side": field(np.int64, seats),                                     # team of each seat
        **fields}, seats)


def box_layout(**fields: Field) -> Layout:
    """Declare the box of a game: what rules read and never write."""
    return Layout("Box", fields)


def freeze(plain: Any) -> Any:
    """Make a plain box read-only, by turning its lists into tuples."""
    for name in plain._names:
        setattr(plain, name, _as_tuples(getattr(plain, name)))
    return plain


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def _nest(numbers: Iterator[Any], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return [next(numbers) for _ in range(shape[0])]
    return [_nest(numbers, shape[1:]) for _ in range(shape[0])]


def _flatten(rows: Any, depth: int, numbers: list[Any]) -> None:
    if depth == 1:
        numbers.extend(rows)
    else:
        for row in rows:
            _flatten(row, depth - 1, numbers)


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(row) for row in value) if isinstance(value, (list, tuple)) else value
