"""Drawn examples of the complete rules: `examples.toml` in the game's folder has pictures like those of the quick rules, each
with the number of the rule that it shows; docs/lessons.md explains the file."""

from dataclasses import dataclass
from functools import cache

from ..core.game import Game
from .quick_rules import Picture, read_picture
from .text import read_tables

FILE = "examples.toml"


@dataclass(frozen=True)
class Example:
    """A picture, and the numbered rule that it belongs to."""

    rule: str                               # 'MB-34'
    picture: Picture


@cache
def examples_of(game: Game) -> tuple[Example, ...]:
    """The examples of a game; BadLesson if the file is wrong, or names a rule that does not exist."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    reader = read_tables(path, f"{path.parent.name}/{path.name}")
    seats, found = reader.value("seats", int, game.seats[0]), []
    for one in reader.tables("example"):
        picture = read_picture(seats, one)
        rule = one.value("rule", str)
        if picture is None or rule not in game.rules_text:
            raise one.error("an example needs a picture and the number of a rule")
        one.check_names()
        found.append(Example(rule, picture))
    reader.check_names()
    return tuple(found)
