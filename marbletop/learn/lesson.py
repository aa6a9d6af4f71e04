"""A lesson as it is written: chapters of about a minute, and steps. It knows no interface; lesson_run.py plays it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.game import Game
from .text import Text

Facts = Mapping[str, Any]                   # what must be true of a position, by name; see facts.py


@dataclass(frozen=True)
class Answer:
    """What is said to a legal press that is not right, if `facts` are true after it."""

    text: Text
    facts: Facts = field(default_factory=dict)
    press: tuple[str, ...] = ()             # only to these presses; () = to all


@dataclass(frozen=True)
class Setting:
    """Where a step begins, if it does not go on where the last one ended."""

    position: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One thing that is said, and what the learner presses then: `press` in this order, or whatever else reaches `aim`.
    Without a press the learner only goes on."""

    place: str                              # 'marbleous/lesson.toml, chapter 1, step 2', for errors
    say: Text
    setting: Setting | None = None
    point: tuple[str, ...] = ()             # parts of the drawing, or actions, that are pointed at
    press: tuple[str, ...] = ()             # actions in notation, one after the other
    instead: tuple[tuple[str, ...], ...] = ()       # other right presses, for each press
    aim: Facts = field(default_factory=dict)        # every press that makes this true is right
    answers: tuple[Answer, ...] = ()        # to other presses; the first that fits
    then: tuple[str, ...] = ()              # what the others play afterwards
    chance: Mapping[str, tuple[int, ...]] = field(default_factory=dict)     # outcomes of each source in this step
    holds: Facts = field(default_factory=dict)      # what is true at the end of the step


@dataclass(frozen=True)
class Chapter:
    title: Text
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game. The learner has seat 0; `names` are those of all seats in the order of the table."""

    game: Game
    minutes: int
    names: tuple[str, ...]                  # of the other seats
    chapters: tuple[Chapter, ...]

    @property
    def seats(self) -> int:
        """How many play where the lesson begins."""
        setting = self.steps[0].setting
        return setting.seats if setting else self.game.seats[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(step for chapter in self.chapters for step in chapter.steps)
