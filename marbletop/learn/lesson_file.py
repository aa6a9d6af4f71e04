"""Reads `lesson.toml` of a game; docs/lessons.md explains the file."""

from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game
from .lesson import Answer, Chapter, Lesson, Setting, Step
from .text import TableReader, read_tables

FILE = "lesson.toml"


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, or None if it has none; BadLesson if its file is wrong."""
    path = game.folder / FILE
    return read_lesson(game, path) if path.exists() else None


def read_lesson(game: Game, path: Path) -> Lesson:
    """The lesson in a file, or BadLesson."""
    reader = read_tables(path, f"{path.parent.name}/{path.name}")
    seats = reader.value("seats", int, game.seats[0])
    lesson = Lesson(game, reader.value("minutes", int, 1), reader.texts("names"),
                    tuple(read_chapter(game, seats, one) for one in reader.tables("chapter")))
    reader.check_names()
    if not lesson.steps or any(not chapter.steps or not chapter.steps[0].setting for chapter in lesson.chapters):
        raise reader.error("every chapter needs steps, and its first step a position")
    return lesson


def read_chapter(game: Game, seats: int, reader: TableReader) -> Chapter:
    chapter = Chapter(reader.text("title"), tuple(read_step(game, seats, one) for one in reader.tables("step")))
    reader.check_names()
    return chapter


def read_step(game: Game, seats: int, reader: TableReader) -> Step:
    press = reader.texts("press")
    step = Step(
        place=reader.where, say=reader.own_text(), setting=read_setting(seats, reader), point=reader.texts("point"),
        press=press, instead=read_instead(reader, len(press)), aim=reader.value("aim", dict, {}),
        answers=tuple(read_answer(one) for one in reader.tables("else")), then=reader.texts("then"),
        chance=read_chance(game, reader), holds=reader.value("holds", dict, {}))
    reader.check_names()
    if not press and (step.aim or step.answers or step.then):
        raise reader.error("aim, else and then belong to a step with a press")
    return step


def read_setting(seats: int, reader: TableReader) -> Setting | None:
    seats, options = reader.value("seats", int, seats), reader.value("options", dict, {})
    position = reader.value("position", str, "")
    return Setting(position, seats, options) if position else None


def read_instead(reader: TableReader, presses: int) -> tuple[tuple[str, ...], ...]:
    """Other right presses: a list for each press, or one list for the last press."""
    found: list[Any] = reader.value("instead", list, [])
    rows = found if found and isinstance(found[0], list) else [[]] * (presses - 1) + [found]
    if len(rows) != presses and found:
        raise reader.error(f"'instead' must be a list for each of the {presses} presses, or one list for the last of them")
    return tuple(tuple(row) for row in rows) if found else ()


def read_answer(reader: TableReader) -> Answer:
    answer = Answer(reader.own_text(), reader.value("if", dict, {}), reader.texts("press"))
    reader.check_names()
    return answer


def read_chance(game: Game, reader: TableReader) -> dict[str, tuple[int, ...]]:
    chance = reader.value("chance", dict, {})
    for source, outcomes in chance.items():
        if source not in game.sources or not isinstance(outcomes, list) or not all(type(one) is int for one in outcomes):
            raise reader.error(f"'chance' lists whole numbers for each of {', '.join(game.sources)}")
    return {source: tuple(outcomes) for source, outcomes in chance.items()}
