"""What is said about a puzzle: the question, the line that solves it, and what other tries lose. Questions come from
`puzzle_questions.toml` in the game's folder, everything else from the labels and sentences of the game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.match import Match, preview
from ..drawing.plain import scene_of
from ..words import say
from .puzzle import Puzzle
from .puzzle_facts import facts_of_solution
from .puzzle_reasons import FILE, gain_words
from .puzzle_run import PuzzleRun
from .text import Text, read_tables

MOST_FOLLOWING = 4                          # presses that are told after one
MOST_RIVALS = 5                             # other tries that are explained at one press


@dataclass(frozen=True)
class Question:
    """A question, and when it may be asked: if these facts are true after the solution, and, if `only`, after no other line;
    if `most`, no other line is better in the numbers that the text names."""

    name: str
    text: Text
    facts: Mapping[str, Any]
    only: bool
    most: bool

    @property
    def numbers(self) -> list[str]:
        """The facts whose numbers the text names."""
        return [found.replace("_", " ") for found in re.findall(r"{(\w+)}", self.text.in_language("en"))]


@cache
def questions_of(game: Game) -> tuple[Question, ...]:
    """The questions of a game, the most special first."""
    path = game.folder / FILE
    if not path.exists():
        return ()
    tables = read_tables(path, f"{game.name}/{FILE}").tables("question")
    found = [Question(table.value("name", str), table.own_text(), table.value("if", dict, {}), table.value("only", bool, False),
                      table.value("most", bool, False)) for table in tables]
    for table in tables:
        table.check_names()
    return tuple(found)


def question(puzzle: Puzzle) -> str:
    """The question in the present language."""
    asked = next((one for one in questions_of(puzzle.game) if one.name == puzzle.question), None)
    if asked is None:
        return say("Find the best move.")
    facts = facts_of_solution(puzzle) if asked.numbers else {}
    return str(asked.text).format(**{name.replace(" ", "_"): facts[name] for name in asked.numbers})


@dataclass(frozen=True)
class Explained:
    """One press in words."""

    label: str
    consequence: str
    percent: int                            # chance to win
    lost: int                               # points of a hundred that it loses
    happens: str                            # what follows without a decision, in sentences
    then: tuple[str, ...] = ()              # what would follow
    gains: str = ""                         # what all of that brings in this turn


@dataclass(frozen=True)
class StepExplained:
    """A press of the solution and its rivals."""

    best: Explained
    others: tuple[Explained, ...]


def seat_names(puzzle: Puzzle) -> tuple[str, ...]:
    """What sentences call the seats: their colours, as in the question."""
    return tuple(say(name) for name in puzzle.game.seat_names[:puzzle.seats])


def labels_at(match: Match, names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Label and consequence of every choice by its text in notation, as whose turn it is sees them."""
    scene = scene_of(match.game, match.view(match.player), match.box, names)
    return {match.text_of(choice.action): (choice.label, choice.consequence) for choice in scene.choices}


def explain_step(run: PuzzleRun, names: Sequence[str]) -> StepExplained:
    """The press that is right at the present step, and the best of the others."""
    labels, step = labels_at(run.match, names), run.step
    rivals = sorted((text for text in step.tries if text != step.press), key=lambda text: step.loss(text))
    return StepExplained(explain(run, step.press, labels, names),
                         tuple(explain(run, text, labels, names) for text in rivals[:MOST_RIVALS]))


def explain_try(run: PuzzleRun, text: str, names: Sequence[str]) -> Explained:
    """One press that is not right."""
    return explain(run, text, labels_at(run.match, names), names)


def explain(run: PuzzleRun, text: str, labels: Mapping[str, tuple[str, str]], names: Sequence[str]) -> Explained:
    label, consequence = labels.get(text, (text, ""))
    one = run.step.tries[text]
    return Explained(label, consequence, round(100 * one.value), round(100 * run.step.loss(text)),
                     " ".join(forced_sentences(run.match, text, names)), follow(run.match, text, one.reply, names),
                     " ".join(gain_words(run.puzzle, run.number, text)))


def forced_sentences(match: Match, press: str, names: Sequence[str]) -> list[str]:
    """What happens after a press because nothing else is possible, up to an event of chance, as whose turn it is hears it."""
    game, box, seat, told = match.game, match.box, match.player, list[str]()
    view, _, completed = preview(game, match.view(seat), box, match.action_of(press))
    hears = game.hears(match.state, box, seat)
    while completed and not view.over and view.player == seat and len(legal := game.legal_list(view, box)) == 1:
        view, notes, completed = preview(game, view, box, legal[0])
        told += [str(game.notation.sentence(note.heard_by(hears), box, names)) for note in notes]
    return [sentence for sentence in told if sentence]


def follow(match: Match, press: str, reply: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """What is expected after a press, in words: who does what."""
    now, told, seat = match.copy(), [], match.player
    try:
        now.play(press)
        for text in reply[:MOST_FOLLOWING]:
            while len(now.legal) == 1 and now.legal_texts[0] != text:
                now.play(now.legal[0])
            label = labels_at(now, names).get(text, ("", ""))[0]
            if not label:
                break
            told.append(label if now.player == seat else say("{who}: {what}", who=names[now.player], what=label))
            now.play(text)
    except MarbletopError:
        pass                                # the rest depends on chance
    return tuple(told)


def explain_all(puzzle: Puzzle, names: Sequence[str]) -> list[StepExplained]:
    """The whole solution, press by press."""
    return [explain_step(PuzzleRun(puzzle, number), names) for number in range(len(puzzle.steps))]
