"""Quick rules: a game on one page. The text is `quick_rules.toml` in the game's folder, in all its languages, and the pictures
are the game's own drawings at the positions that the text speaks of; docs/lessons.md explains the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game
from .text import TableReader, Text, read_tables

FILE = "quick_rules.toml"


@dataclass(frozen=True)
class Picture:
    """What is drawn: a position, `press` played on from there, and the ghosts of the actions in `chosen`. `mark` rings parts or
    targets of actions. `panel` is the id of a part in the panel that is drawn ("" for the board), and `around` the parts that
    must be seen, if not all of it is shown."""

    where: str
    position: str
    seats: int
    alt: Text                               # the position in words
    options: Mapping[str, Any] = field(default_factory=dict)
    press: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    mark: tuple[str, ...] = ()
    panel: str = ""
    around: tuple[str, ...] = ()
    chance: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One line of a list: symbols of the sprite, a name if it has one, and what it does."""

    symbols: tuple[str, ...]
    text: Text
    name: Text | None = None


@dataclass(frozen=True)
class Block:
    """A heading, a picture or a list, and a few sentences. `decisions` are the kinds of decision that it explains."""

    title: Text
    text: Text
    decisions: tuple[str, ...] = ()
    picture: Picture | None = None
    rows: tuple[Row, ...] = ()
    wide: bool = False                      # takes the room of two blocks


@dataclass(frozen=True)
class Explanation:
    """What the coach says when one of these kinds of decision first comes."""

    title: Text
    text: Text
    decisions: tuple[str, ...]


@dataclass(frozen=True)
class QuickRules:
    game: Game
    goal: Text
    chips: tuple[Text, ...]                 # players, length
    blocks: tuple[Block, ...]
    notes: tuple[tuple[Text, Text], ...]    # what is good to know: a heading and a sentence
    explanations: tuple[Explanation, ...] = ()          # not on the page: for the coach

    def blocks_for(self, decision: str) -> tuple[Block, ...]:
        """The blocks that explain a kind of decision, such as `pop`: the game's fact `decision`."""
        return tuple(block for block in self.blocks if decision in block.decisions)

    def explanation_for(self, decision: str) -> Explanation | None:
        """What the coach says about a kind of decision, if the file has words for it."""
        return next((one for one in self.explanations if decision in one.decisions), None)


@cache
def quick_rules_of(game: Game) -> QuickRules | None:
    """The quick rules of a game, or None if it has none; BadLesson if the file is wrong."""
    path = game.folder / FILE
    return read_quick_rules(game, path) if path.exists() else None


def read_quick_rules(game: Game, path: Path) -> QuickRules:
    """The quick rules in a file, or BadLesson."""
    reader = read_tables(path, f"{path.parent.name}/{path.name}")
    seats = reader.value("seats", int, game.seats[0])
    rules = QuickRules(game, reader.text("goal"), tuple(one.own_text() for one in reader.tables("chip")),
                       tuple(read_block(seats, one) for one in reader.tables("block")),
                       tuple((one.text("title"), one.own_text()) for one in reader.tables("note")),
                       tuple(read_explanation(one) for one in reader.tables("explanation")))
    reader.check_names()
    return rules


def read_block(seats: int, reader: TableReader) -> Block:
    block = Block(reader.text("title"), reader.own_text(), reader.texts("decisions"), read_picture(seats, reader),
                  tuple(read_row(one) for one in reader.tables("row")), reader.value("wide", bool, False))
    reader.check_names()
    return block


def read_explanation(reader: TableReader) -> Explanation:
    explanation = Explanation(reader.text("title"), reader.own_text(), reader.texts("decisions"))
    reader.check_names()
    return explanation


def read_row(reader: TableReader) -> Row:
    row = Row(reader.texts("symbols"), reader.own_text(), reader.text("name") if "name" in reader.table else None)
    reader.check_names()
    return row


def read_picture(seats: int, reader: TableReader) -> Picture | None:
    if not reader.value("picture", dict, {}):
        return None
    inner = TableReader(reader.table["picture"], f"{reader.where}, picture")
    picture = Picture(
        inner.where, inner.value("position", str), inner.value("seats", int, seats), inner.own_text(),
        inner.value("options", dict, {}), inner.texts("press"), inner.texts("chosen"), inner.texts("mark"),
        inner.value("panel", str, ""), inner.texts("around"), inner.value("chance", dict, {}))
    inner.check_names()
    return picture
