"""Texts of lessons and quick rules, which hold all their languages, and the readers of their files."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import MarbletopError
from ..words import ENGLISH, language

LANGUAGES = ("en", "de")                    # every text has all of them


class BadLesson(MarbletopError):
    """A file of a lesson or of quick rules that cannot be used; the message names the file and the place in it."""


@dataclass(frozen=True)
class Text:
    """A text in every language."""

    words: tuple[tuple[str, str], ...]      # code and words

    def in_language(self, code: str) -> str:
        """The text in a language, in English if it lacks it."""
        said = dict(self.words)
        return said.get(code, said[ENGLISH])

    def __str__(self) -> str:
        return self.in_language(language())


class TableReader:
    """Reads one table of a file, value by value. An error says which file and which place."""

    def __init__(self, table: Any, where: str):
        self.where = where
        if not isinstance(table, dict):
            raise self.error("it must be a table of names and values")
        self.table, self.read = table, set[str]()

    def error(self, what: str) -> BadLesson:
        return BadLesson("{where}: {what}.", where=self.where, what=what)

    def value(self, name: str, kind: type, default: Any = None) -> Any:
        """A value, or its default; an error if it is of another kind, or missing without a default."""
        self.read.add(name)
        found = self.table.get(name, default)
        if found is None or not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            raise self.error(f"{name!r} must be {KINDS[kind]}")
        return found

    def text(self, name: str) -> Text:
        """A text with all languages."""
        return text_of(self.value(name, dict), f"{self.where}, {name!r}")

    def own_text(self) -> Text:
        """The text in the lines `en` and `de` of this table."""
        return text_of({code: self.value(code, str) for code in LANGUAGES}, self.where)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings; one string is a list of one."""
        self.read.add(name)
        found = self.table.get(name, [])
        found = [found] if isinstance(found, str) else found
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self.error(f"{name!r} must be a text or a list of texts")
        return tuple(found)

    def tables(self, name: str) -> list["TableReader"]:
        """A list of tables, each with a reader that knows its number."""
        return [TableReader(one, f"{self.where}, {name} {number}")
                for number, one in enumerate(self.value(name, list, []), 1)]

    def check_names(self) -> None:
        """Refuse names that nobody has read: most of them are misspelt."""
        if unknown := sorted(set(self.table) - self.read):
            raise self.error(f"there is no {', '.join(map(repr, unknown))}; known are {', '.join(sorted(self.read))}")


KINDS = {dict: "a table", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


def text_of(table: Any, where: str) -> Text:
    """A text from its table `{en = "...", de = "..."}`."""
    reader = TableReader(table, where)
    words = tuple((code, str(reader.value(code, str))) for code in LANGUAGES)
    reader.check_names()
    if not all(said.strip() for _, said in words):
        raise reader.error("a text must not be empty")
    return Text(words)


def read_tables(path: Path, place: str) -> TableReader:
    """The content of a TOML file; `place` names it in errors."""
    try:
        return TableReader(tomllib.loads(path.read_text(encoding="utf-8")), place)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLesson("{where}: {what}.", where=place, what=str(error)) from None
