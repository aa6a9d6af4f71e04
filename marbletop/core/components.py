"""Component files: what is in the box, as TOML that an owner of the game can change.

A file is read once, keeps its name and digest for the record, and knows the line of every key, so that a game's
checks can say where something is wrong.
"""

import hashlib
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .errors import BadComponents

LONGEST_NAME = 80                           # letters of a box's name
MOST_PARTS = 100                            # of a dotted key; nobody needs more than three
LONGEST_REASON = 300                        # letters of what is said about a wrong value
KEPT = 100                                  # component files in memory
META_KEYS = ("name", "printed", "note")     # of every game's [meta]


@dataclass(frozen=True, eq=False)
class Components:
    """A component file that could be read: its values, and what a record says of it."""

    values: dict[str, Any]
    name: str
    printed: bool                           # typed from a real box; else our reconstruction
    digest: str
    text: str

    @property
    def about(self) -> dict[str, Any]:
        """What every record, list and report says of the box."""
        return {"name": self.name, "digest": self.digest, "printed": self.printed}

    def refuse(self, key: str, why: str) -> BadComponents:
        """The error to raise for a wrong value, with the line of its key ('point_cards.blue')."""
        line = line_of(self.text, key)
        short = why if len(why) <= LONGEST_REASON else f"{why[:LONGEST_REASON]}..."
        named = key if len(key) <= LONGEST_NAME else f"{key[:LONGEST_NAME]}..."
        where = named if named.isprintable() else ascii(named)
        return BadComponents(f"Component file {self.name!r}, {where}{f' (line {line})' if line else ''}: {short}")


def line_of(text: str, key: str) -> int:
    """The line where a dotted key is set, or its table begins; 0 if nowhere. 'marble_card[2].count' is the key of
    the third such table."""
    section, found = "", 0
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if heading := heading_in(line):
            section = heading
            if line.lstrip().startswith("[["):
                seen[section] = seen.get(section, -1) + 1
                section = f"{section}[{seen[section]}]"
            if key == section or key.startswith(section + "."):
                found = number
        elif name := key_in(line):
            path = f"{section}.{name}" if section else name
            if key == path or key.startswith(path + "."):
                return number
    return found


def heading_in(line: str) -> str:
    """The name of the table that a line begins, or nothing."""
    line = line.strip()
    return line.lstrip("[").partition("]")[0].strip() if line.startswith("[") and "]" in line else ""


def key_in(line: str) -> str:
    """The key that a line sets, or nothing."""
    name, equals, _ = line.partition("=")
    name = name.strip()
    return name if equals and not name.startswith("#") and not any(map(str.isspace, name)) else ""


def check_keys(text: str, called: str) -> None:
    """Refuse keys of very many parts before they are parsed: the parser needs the square of their number."""
    for number, line in enumerate(text.splitlines(), 1):
        is_comment = line.lstrip().startswith("#")
        if not is_comment and any(part.count(".") > MOST_PARTS for part in line.replace("=", ",").split(",")):
            raise BadComponents(f"{called}, line {number}: a key has at most {MOST_PARTS} parts.")


def check_known_keys(given: Components, own: Components, optional: Iterable[str] = ()) -> None:
    """Refuse a key that the game's own file does not have (nor `optional` names, dotted): whoever mistypes one would play
    with another value than they believe. Tables by number, such as { 2 = 6, 3 = 6 }, are left to the game."""
    known = known_keys(own.values)
    for name in META_KEYS:
        known.setdefault("", {})["meta"] = known.setdefault("meta", {})[name] = None
    for key in optional:
        table, _, name = key.rpartition(".")
        known.setdefault(table, {})[name] = None
    for place, table, key in keys_within(given.values):
        if table in known and key not in known[table]:
            names, whole = ", ".join(known[table]), f"{place}.{key}" if place else key
            raise given.refuse(whole, f"there is no such key; the keys of {table} are {names}." if table else
                               f"there is no such table; the tables are {names}.")


def known_keys(values: dict[str, Any]) -> dict[str, dict[str, None]]:
    """The keys of every table by its dotted name, in order; those of repeated tables together."""
    known: dict[str, dict[str, None]] = {}
    for _, table, key in keys_within(values):
        known.setdefault(table, {})[key] = None
    return {table: keys for table, keys in known.items() if not all(map(str.isdigit, keys))}


def keys_within(values: Any, place: str = "", table: str = "") -> Iterator[tuple[str, str, str]]:
    """Every key with where it stands ('part[2]') and the name of its table ('part')."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield place, table, key
            yield from keys_within(value, f"{place}.{key}" if place else key, f"{table}.{key}" if table else key)
    elif isinstance(values, list):
        for number, value in enumerate(values):
            yield from keys_within(value, f"{place}[{number}]", table)


@cache
def _read(path: Path, stamp: tuple[int, int]) -> Components:
    try:
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise BadComponents(f"Component file {str(path)!r} cannot be read: {error}") from None
    return components_from(text, f"Component file {str(path)!r}")


@lru_cache(KEPT)
def components_from(text: str, called: str = "The component file") -> Components:
    """Read the text of a component file, or BadComponents. Tables and bots read the same few texts again and again."""
    check_keys(text, called)
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:           # not TOML, a number without end, brackets without end
        raise BadComponents(f"{called} cannot be read: {error}") from None
    meta = values.get("meta", {})
    if not isinstance(meta, dict) or not isinstance(meta.get("name"), str) or not isinstance(meta.get("printed"), bool):
        raise BadComponents(f"{called} needs a [meta] table with name = \"...\" and printed = true or false.")
    name = " ".join(meta["name"].split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadComponents(f"{called}, meta.name (line {line_of(text, 'meta.name')}): a name has 1 to {LONGEST_NAME} letters.")
    return Components(values, name, meta["printed"], hashlib.sha256(text.encode()).hexdigest(), text)


def read_components(path: Path) -> Components:
    """Read a component file, or BadComponents. Its content is checked by the game that uses it."""
    try:
        about = path.stat()
    except OSError as error:
        raise BadComponents(f"Component file {str(path)!r} cannot be read: {error.strerror}") from None
    return _read(path.resolve(), (about.st_mtime_ns, about.st_size))


def no_components() -> Components:
    """For games without a component file: everything is fixed by the rules."""
    return Components({}, "fixed by the rules", True, hashlib.sha256(b"").hexdigest(), "")
