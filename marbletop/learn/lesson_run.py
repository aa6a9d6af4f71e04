"""One learner's way through a lesson: a small state machine on top of a match. What it needs to go on later is `progress`, a
few words that can be stored as JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.chance import Script
from ..core.errors import MarbletopError
from ..core.match import Match, Move
from ..words import You, say
from .facts import facts_of, false_facts, is_true
from .lesson import Chapter, Lesson, Step
from .text import BadLesson, Text

ANY = "any"                                 # as a press: whatever is legal


class LessonScript(Script):
    """The outcomes that a step gives to each source of chance; other events take the first outcome that is possible."""

    def __init__(self, by_source: Mapping[int, Sequence[int]] | None = None):
        super().__init__()
        self.by_source = {source: list(outcomes) for source, outcomes in (by_source or {}).items()}

    def next(self, source: int, weights: Sequence[int]) -> int:
        given = self.by_source.get(source)
        outcome = given.pop(0) if given else next(kind for kind, weight in enumerate(weights) if weight)
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise BadLesson("Outcome {outcome} of {source} is not possible here.", outcome=outcome, source=source)
        return outcome

    def copy(self) -> "LessonScript":
        return LessonScript(self.by_source)


@dataclass(frozen=True)
class Response:
    """What a press has led to. If it was right, `moves` have been played, first the learner's; if not, nothing was, and `text`
    says why. `finished` means that it was the last press of its step, and the run is at the next one."""

    right: bool
    text: Text | None = None
    moves: tuple[Move, ...] = ()
    finished: bool = False


class LessonRun:
    """A learner in a lesson: at a step of a chapter, with a match in the position of that step."""

    match: Match
    step_moves: list[Move]                  # those of this step so far
    left: Match | None = None               # how the last step that was finished here ended

    def __init__(self, lesson: Lesson, progress: Mapping[str, Any] | None = None):
        """A run from the beginning, or from where `progress` was noted. Progress that no longer fits the lesson begins the
        chapter again."""
        self.lesson = lesson
        self.done: set[int] = set()         # chapters that were finished
        self.broken: list[str] = []         # what should hold at the end of a step and does not: the rules have changed
        self.go_to(0)
        if progress:
            self._restore(progress)

    @property
    def progress(self) -> dict[str, Any]:
        """Where the learner is, as JSON can hold it."""
        return {"chapter": self.chapter_number, "step": self.step_number, "presses": list(self.presses),
                "done": sorted(self.done)}

    @property
    def chapter(self) -> Chapter:
        return self.lesson.chapters[self.chapter_number]

    @property
    def step(self) -> Step:
        return self.chapter.steps[self.step_number]

    @property
    def over(self) -> bool:
        """Whether the last step of the lesson is done."""
        return self._over

    @property
    def presses_left(self) -> tuple[str, ...]:
        """The presses of this step that are still to come, in notation."""
        return self.step.press[self.pressed:]

    def go_to(self, chapter: int, step: int = 0) -> None:
        """Begin a chapter, or a step of it with the presses that the lesson shows."""
        if not 0 <= chapter < len(self.lesson.chapters) or not 0 <= step < len(self.lesson.chapters[chapter].steps):
            raise MarbletopError("This lesson has no such chapter or step.")
        self.chapter_number, self.step_number, self._over = chapter, 0, False
        self.presses: list[str] = []        # those of this chapter so far
        self._begin_step()
        while self.step_number < step:
            self._do_step()

    def press(self, action: int | str) -> Response:
        """Press an action. If it is right it is played, and after the last press of a step the run goes on; any other legal
        press is answered and plays nothing. An action that is not legal raises IllegalAction or BadNotation."""
        if not self.presses_left:
            raise MarbletopError("Nothing has to be pressed here: go on.")
        number = self.match.action_of(action) if isinstance(action, str) else action
        after = self.match.copy()
        move = after.play(number)
        moves = [*self.step_moves, move]
        if not self._is_right(after, move, moves):
            return Response(False, self._answer(after, move.text, moves))
        self.match, self.step_moves = after, moves
        self.presses.append(move.text)
        self.pressed += 1
        if self.presses_left:
            return Response(True, moves=(move,))
        return Response(True, moves=(move, *self._finish_step()), finished=True)

    def right_press(self) -> int:
        """A press that is right now, for learners who want to be shown: the one that the lesson shows, if that still is."""
        shown = [] if self.presses_left[0] == ANY else [self.presses_left[0]]
        legal = self.match.legal
        first = [self.match.action_of(text) for text in shown if text in self.match.legal_texts]
        return next(action for action in (*first, *legal) if self.copy().press(action).right)

    def copy(self) -> "LessonRun":
        """An independent run at the same place."""
        twin = object.__new__(LessonRun)
        twin.__dict__.update(self.__dict__, match=self.match.copy(), presses=list(self.presses), done=set(self.done),
                             step_moves=list(self.step_moves), broken=list(self.broken))
        return twin

    def next(self) -> None:
        """Go on from a step at which nothing has to be pressed."""
        if self.presses_left:
            raise MarbletopError("This step asks for a press.")
        self._finish_step()

    def back(self) -> None:
        """Begin this step again; at its beginning, go to the step before it."""
        chapter, step = self.chapter_number, self.step_number
        if not self.pressed and not self._over:
            chapter, step = (chapter, step - 1) if step else (max(0, chapter - 1), 0)
            if self.step_number == 0 and self.chapter_number:
                step = len(self.lesson.chapters[chapter].steps) - 1
        self.go_to(chapter, step)

    def facts(self) -> dict[str, Any]:
        """What is true now."""
        return facts_of(self.match, self.step_moves)

    def _restore(self, progress: Mapping[str, Any]) -> None:
        last = len(self.lesson.chapters) - 1
        self.done = {chapter for chapter in progress.get("done", ()) if chapter in range(last + 1)}
        chapter = min(max(0, int(progress.get("chapter", 0))), last)
        try:
            self.go_to(chapter)
            for text in progress.get("presses", ()):
                while not self.presses_left:
                    self._finish_step()
                if not self.press(text).right:
                    break
            while self.step_number < progress.get("step", 0) and not self.presses_left and self.chapter_number == chapter:
                self._finish_step()
        except MarbletopError:              # the lesson has changed since
            self.go_to(chapter)

    def _begin_step(self) -> None:
        """Set the position and the chance of the present step."""
        step, game = self.step, self.lesson.game
        self.pressed, self.step_moves = 0, []
        script = LessonScript({game.sources.index(source): outcomes for source, outcomes in step.chance.items()})
        if step.setting is not None:
            try:
                self.match = Match.at(game, step.setting.position, step.setting.seats, script=script, **step.setting.options)
            except MarbletopError as error:
                raise BadLesson("{where}: {what}", where=step.place, what=str(error)) from None
            self.match.names = (You(say("You")), *self.lesson.names, *game.seat_names)[:step.setting.seats]
        else:
            self.match.script = script

    def _do_step(self) -> None:
        """Do what the lesson shows in the present step."""
        if not self.step.press:
            self.next()
            return
        for text in self.step.press:
            if not self.press(self.match.legal[0] if text == ANY else text).right:
                raise BadLesson("{where}: {what}", where=self.step.place, what=f"{text!r} does not reach the aim.")

    def _finish_step(self) -> list[Move]:
        """Let the others play, and begin the next step, if there is one; returns the others' moves."""
        moves = [self._play_for_others(text) for text in self.step.then]
        if self.step.holds:
            self.broken += [f"{self.step.place}: {what}" for what in false_facts(self.step.holds, self.facts())]
        self.left = self.match
        if self.step_number + 1 < len(self.chapter.steps):
            self.step_number += 1
            self._begin_step()
        else:
            self.done.add(self.chapter_number)
            if self.chapter_number + 1 < len(self.lesson.chapters):
                self.go_to(self.chapter_number + 1)
            else:
                self._over = True
        return moves

    def _play_for_others(self, text: str) -> Move:
        try:
            move = self.match.play(text)
        except MarbletopError as error:
            raise BadLesson("{where}: {what}", where=self.step.place, what=str(error)) from None
        self.step_moves.append(move)
        return move

    def _is_right(self, after: Match, move: Move, moves: list[Move]) -> bool:
        """Whether a press is one of those that the step names, or can reach its aim."""
        step = self.step
        if step.aim:
            return can_reach(step.aim, after, moves, len(self.presses_left) - 1)
        texts = (step.press[self.pressed], *(step.instead[self.pressed] if step.instead else ()))
        return ANY in texts or move.text in texts or move.action in self._actions_of(texts)

    def _actions_of(self, texts: Sequence[str]) -> set[int]:
        """Actions that are written in another way than ours."""
        legal = self.match.legal_texts
        return {self.match.action_of(text) for text in texts if text not in legal and text != ANY}

    def _answer(self, after: Match, text: str, moves: list[Move]) -> Text | None:
        """The first answer of the step that fits a press."""
        return next((answer.text for answer in self.step.answers
                     if (not answer.press or text in answer.press) and is_true(answer.facts, after, moves)), None)


def can_reach(aim: Mapping[str, Any], match: Match, moves: list[Move], presses: int) -> bool:
    """Whether an aim is reached, or can be by some more presses of the same player."""
    if not presses or match.over:
        return is_true(aim, match, moves)
    for action in match.legal:
        after = match.copy()
        if can_reach(aim, after, [*moves, after.play(action)], presses - 1):
            return True
    return False
