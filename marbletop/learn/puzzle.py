"""Puzzles: positions in which one action is clearly best, read from `puzzles.toml` in a game's folder.

The file is made by `python -m benchmarks.puzzles`. It holds positions, actions in notation and numbers, and no words: what a
reader sees is said by the game when it is shown. A puzzle has the number of its place in the file; new ones are added at the
end.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from typing import Any

from ..core.game import Game
from ..core.match import Match
from ..games import GAMES
from .text import TableReader, read_tables

FILE = "puzzles.toml"
EQUAL = 0.02                                # so much may a later press be worse than the best one and be right as well
FIRST_DAY = date(2026, 1, 1)                # of the puzzle of the day
HARDEST = 5


@dataclass(frozen=True)
class Try:
    """What a press is worth: the chance to win of whose turn it is, from 0 to 1, and what the others are expected to answer."""

    value: float
    reply: tuple[str, ...] = ()             # actions in notation


@dataclass(frozen=True)
class PuzzleStep:
    """One press of the solution, and what every legal press is worth."""

    press: str
    tries: Mapping[str, Try]

    @property
    def best(self) -> Try:
        return self.tries[self.press]

    def loss(self, text: str) -> float:
        """How much of the chance to win a press loses."""
        return max(0.0, self.best.value - self.tries[text].value)


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution."""

    game: Game
    number: int
    seats: int
    options: Mapping[str, Any]
    position: str
    missed: float                           # share of the weaker bots that do not find the solution
    made: tuple[int, int]                   # the match that it comes from, and how many moves were played in it
    steps: tuple[PuzzleStep, ...]
    question: str = ""                      # its name in puzzle_questions.toml

    def match(self) -> Match:
        """A match at the position."""
        return match_at(self.game, self.position, self.seats, tuple(self.options.items())).copy()

    @property
    def presses(self) -> tuple[str, ...]:
        return tuple(step.press for step in self.steps)

    @property
    def difficulty(self) -> int:
        """From 1 to HARDEST."""
        return min(HARDEST, 1 + int(HARDEST * self.missed))


@lru_cache(maxsize=64)
def match_at(game: Game, position: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Match:
    """A match at a position, to be copied: its box takes long to make."""
    return Match.at(game, position, seats, **dict(options))


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if its folder has no file of them, or if the rules have changed since."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    table = read_tables(path, f"{game.name}/{FILE}")
    if table.value("rules", int) != game.version:
        return ()
    return tuple(read_puzzle(game, number, one) for number, one in enumerate(table.tables("puzzle"), 1))


def read_puzzle(game: Game, number: int, table: TableReader) -> Puzzle:
    found, moves = table.value("made", list)
    return Puzzle(game, number, table.value("seats", int), table.value("options", dict, {}), table.value("position", str),
                  table.value("missed", float), (found, moves), tuple(read_step(one) for one in table.tables("step")),
                  table.value("question", str, ""))


def read_step(table: TableReader) -> PuzzleStep:
    replies = table.value("replies", dict, {})
    return PuzzleStep(table.value("press", str), {text: Try(value, tuple(replies.get(text, ())))
                                                  for text, value in table.value("values", dict).items()})


def puzzle_text(puzzle: Puzzle) -> str:
    """A puzzle as the file has it."""
    options = f"options = {inline(puzzle.options)}\n" if puzzle.options else ""
    asked = f"question = {json.dumps(puzzle.question)}\n" if puzzle.question else ""
    head = (f"[[puzzle]]\n{asked}seats = {puzzle.seats}\n{options}position = {json.dumps(puzzle.position)}\n"
            f"missed = {puzzle.missed:.3f}\nmade = {list(puzzle.made)}\n")
    return head + "".join(step_text(step) for step in puzzle.steps)


def step_text(step: PuzzleStep) -> str:
    replies = {text: list(one.reply) for text, one in step.tries.items() if one.reply}
    values = {text: round(one.value, 3) for text, one in step.tries.items()}
    return (f"[[puzzle.step]]\npress = {json.dumps(step.press)}\nvalues = {inline(values)}\n"
            + (f"replies = {inline(replies)}\n" if replies else ""))


def inline(values: Mapping[str, Any]) -> str:
    """An inline table of TOML."""
    return "{" + ", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in values.items()) + "}"


def puzzle_of_the_day(day: date, games: Iterable[Game] | None = None) -> Puzzle | None:
    """The same puzzle for everybody: the games take turns, and each goes through its shelf. None if there are no puzzles."""
    games = [game for game in (GAMES.values() if games is None else games) if puzzles_of(game)]
    if not games:
        return None
    days, game = divmod((day - FIRST_DAY).days, len(games))
    shelf = puzzles_of(games[game])
    return shelf[days % len(shelf)]
