"""Lessons as a server gives them: where a guest is in the lesson of a game, and what a press leads to. The lesson itself is
played by learn/lesson_run.py; what a learner has reached is kept between visits (guest_values.py)."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.match import Match, Move
from ..learn import LessonRun, lesson_of
from ..learn.lesson import Chapter, Lesson, Step
from ..learn.lesson_run import ANY
from ..learn.text import Text
from ..words import language
from .background import in_background
from .moments import Moment, moments_of, snapshots_of
from .refusal import NotHere

if TYPE_CHECKING:
    from .house import House

LEARNER = 0                                 # the seat
MOST_RUNS = 200                             # in memory
KEPT = "lesson {game}"                      # the name of what is kept for a guest


@dataclass(frozen=True)
class LessonLook:
    """A lesson as its learner sees it now. After the last press before a new position, and at the end of a chapter, it shows
    how that ended (`finished`), while the learner's place is already the one after it (`place`)."""

    lesson: Lesson
    chapter: int                            # the one that is shown, from 0
    step: int
    key: str                                # names the decision; a press for another one changes nothing
    view: Any
    box: Any
    names: Sequence[str]
    legal: tuple[int, ...]                  # what can be pressed now
    right: int | None                       # a press that would be right
    pointed: tuple[str | int, ...]          # ids of parts, 'board', 'hand', and actions
    done: frozenset[int]                    # chapters
    wrong: int                              # presses that were not right, in a row
    pressed: int = 0                        # presses of this step so far
    answer: Text | None = None              # to the last press, if it was not right
    finished: bool = False
    chapter_done: bool = False
    over: bool = False                      # the whole lesson
    happened: tuple[str, ...] = ()          # what the last press did, in sentences
    actions: tuple[tuple[Moment, ...], ...] = ()        # what was just played, for those who show how it happened

    @property
    def words(self) -> Step:
        return self.lesson.chapters[self.chapter].steps[self.step]

    @property
    def title(self) -> Chapter:
        return self.lesson.chapters[self.chapter]


@dataclass(frozen=True)
class LessonProgress:
    """How far a guest is in a lesson."""

    chapters: int
    done: frozenset[int]
    chapter: int                            # where they would go on
    begun: bool


def lesson_for(game: Game) -> Lesson:
    """The lesson of a game, or NotHere."""
    if (lesson := lesson_of(game)) is None:
        raise NotHere("There is no lesson for this game yet.")
    return lesson


def progress_in(lesson: Lesson, kept: Any) -> LessonProgress:
    """What the kept progress says about a lesson, whatever has become of the lesson since."""
    kept, chapters = kept if isinstance(kept, dict) else {}, len(lesson.chapters)
    done = frozenset(chapter for chapter in kept.get("done", ()) if chapter in range(chapters))
    open_ones = [chapter for chapter in range(chapters) if chapter not in done]
    last = kept.get("chapter", 0)
    here = last if last in open_ones else next(iter(open_ones), 0)
    return LessonProgress(chapters, done, here, bool(kept))


async def progress_of(house: "House", guest: str, game: Game) -> LessonProgress:
    return progress_in(lesson_for(game), await kept_for(house, guest, game))


async def kept_for(house: "House", guest: str, game: Game) -> dict[str, Any]:
    kept = await house.guest_values.get(guest, KEPT.format(game=game.name)) if guest else None
    return kept if isinstance(kept, dict) else {}


async def look_at_lesson(house: "House", guest: str, game: Game, chapter: int) -> LessonLook:
    """A chapter where the guest left it, or from its beginning."""
    lesson, kept = lesson_for(game), await kept_for(house, guest, game)
    return await in_background(lambda: look_of(run_at(lesson, kept, chapter), wrong_in(kept, chapter)))


async def press_in_lesson(house: "House", guest: str, game: Game, chapter: int, key: str, action: int) -> LessonLook:
    """Press an action; a press that is not possible raises the usual error, and changes nothing."""
    return await act(house, guest, game, chapter, key, lambda run, wrong: press(run, action, wrong))


async def go_on_in_lesson(house: "House", guest: str, game: Game, chapter: int, key: str) -> LessonLook:
    """Go on from a step at which nothing has to be pressed."""
    return await act(house, guest, game, chapter, key, go_on)


async def go_back_in_lesson(house: "House", guest: str, game: Game, chapter: int, key: str) -> LessonLook:
    """Begin the step again, or go to the one before it."""
    def go_back(run: LessonRun, wrong: int) -> LessonLook:
        if run.step_number or run.pressed:              # the chapter before is another page
            run.back()
        return look_of(run)
    return await act(house, guest, game, chapter, key, go_back)


async def begin_chapter(house: "House", guest: str, game: Game, chapter: int) -> LessonLook:
    """Begin a chapter again."""
    lesson, kept = lesson_for(game), await kept_for(house, guest, game)
    run = await in_background(lambda: run_at(lesson, {**kept, "chapter": -1}, chapter))
    await keep(house, guest, game, run, 0)
    return await in_background(lambda: look_of(run))


Act = Callable[[LessonRun, int], LessonLook]


async def act(house: "House", guest: str, game: Game, chapter: int, key: str, do: Act) -> LessonLook:
    """Do something for the decision that the key names, and keep what it leads to; for any other, only look."""
    lesson, kept = lesson_for(game), await kept_for(house, guest, game)

    def carry_out() -> tuple[LessonRun, LessonLook | None]:
        run = run_at(lesson, kept, chapter)
        return run, do(run, wrong_in(kept, chapter)) if key_of(run) == key else None
    run, seen = await in_background(carry_out)
    if seen is None:
        return await in_background(lambda: look_of(run, wrong_in(kept, chapter)))
    await keep(house, guest, game, run, seen.wrong)
    return seen


async def keep(house: "House", guest: str, game: Game, run: LessonRun, wrong: int) -> None:
    """Keep where the learner is. Chapters that another page has finished meanwhile stay finished."""
    if not run.over:
        remember_run(run_key(run.lesson, run.progress), run.copy())

    def merge(old: Any) -> dict[str, Any]:
        done = old.get("done", ()) if isinstance(old, dict) else ()
        return {**run.progress, "done": sorted({*run.done, *done}), "wrong": wrong}
    await house.guest_values.change(guest, KEPT.format(game=game.name), merge)


def run_at(lesson: Lesson, kept: Mapping[str, Any], chapter: int) -> LessonRun:
    """A run in a chapter: where it was left if it is the last one that was visited, else at its beginning."""
    if chapter not in range(len(lesson.chapters)):
        raise NotHere("This lesson has no such chapter.")
    here = kept if kept.get("chapter") == chapter else {"chapter": chapter}
    key = run_key(lesson, here)
    if key not in known_runs:
        remember_run(key, LessonRun(lesson, here))
    run = known_runs[key].copy()
    run.done = {chapter for chapter in kept.get("done", ()) if chapter in range(len(lesson.chapters))}
    return run


known_runs: OrderedDict[tuple[Any, ...], LessonRun] = OrderedDict()


def run_key(lesson: Lesson, progress: Mapping[str, Any]) -> tuple[Any, ...]:
    """All that a run depends on, apart from chapters done."""
    return (lesson.game.name, language(), progress.get("chapter"), progress.get("step", 0),
            tuple(map(str, progress.get("presses", ()))))


def remember_run(key: tuple[Any, ...], run: LessonRun) -> None:
    """Keep a run for the next request: to play all presses of a chapter again takes longer."""
    known_runs[key] = run
    while len(known_runs) > MOST_RUNS:
        known_runs.popitem(last=False)


def wrong_in(kept: Mapping[str, Any], chapter: int) -> int:
    wrong = kept.get("wrong") if kept.get("chapter") == chapter else 0
    return wrong if isinstance(wrong, int) else 0


def key_of(run: LessonRun) -> str:
    return f"{run.chapter_number}.{run.step_number}.{run.pressed}"


def press(run: LessonRun, action: int, wrong: int) -> LessonLook:
    before, chapter, step = run.match, run.chapter_number, run.step_number
    response = run.press(action)
    if not response.right:
        return replace(look_of(run, wrong + 1), answer=response.text)
    told = told_of(before, response.moves)
    return replace(look_after(run, chapter, step), actions=told[0], happened=told[1])


def go_on(run: LessonRun, wrong: int) -> LessonLook:
    chapter, step = run.chapter_number, run.step_number
    run.next()
    return look_after(run, chapter, step)


def told_of(before: Match, moves: Sequence[Move]) -> tuple[tuple[tuple[Moment, ...], ...], tuple[str, ...]]:
    """How moves happened, as the learner saw it, and in sentences."""
    actions, said, match = [], [], before.copy()
    for move in moves:
        state = match.game.state.copy(match.state)
        snapshots = snapshots_of(match.game, match.box, state, move.action, move.chance, len(move.notes))
        actions.append(tuple(moments_of(match.game, match.box, LEARNER, snapshots)))
        said += match.sentences(LEARNER, move)
        match.state = state
        state.listener = state.script = None
    return tuple(actions), tuple(said)


def look_after(run: LessonRun, chapter: int, step: int) -> LessonLook:
    """What is shown when something was done: the next step, but first how the old one ended, if the next one begins at
    another position."""
    chapter_done = run.chapter_number != chapter or run.over
    moved_on = (run.chapter_number, run.step_number) != (chapter, step)
    pressed = run.lesson.chapters[chapter].steps[step].press
    if not chapter_done and not (moved_on and pressed and run.step.setting is not None):
        return look_of(run)
    assert run.left is not None
    return LessonLook(run.lesson, chapter, step, key_of(run), run.left.view(LEARNER), run.left.box, run.left.names, (), None,
                      (), frozenset(run.done), 0, finished=True, chapter_done=chapter_done, over=run.over)


def look_of(run: LessonRun, wrong: int = 0) -> LessonLook:
    """What is shown of the present step."""
    match, waits = run.match, bool(run.presses_left) and run.match.player == LEARNER
    texts = dict(zip(match.legal_texts, match.legal)) if waits else {}
    right = run.right_press() if waits else None
    return LessonLook(run.lesson, run.chapter_number, run.step_number, key_of(run), match.view(LEARNER), match.box, match.names,
                      tuple(texts.values()), right, pointed_in(run, texts, right), frozenset(run.done), wrong, run.pressed)


def pointed_in(run: LessonRun, texts: Mapping[str, int], right: int | None) -> tuple[str | int, ...]:
    """What is pointed at: what the step names; after its first press, what has to be pressed next."""
    named = tuple(texts.get(name, name) for name in run.step.point)
    if not run.pressed or right is None:
        return named
    return (right,) if run.step.point and run.presses_left[0] != ANY else ()
