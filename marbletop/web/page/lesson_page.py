"""What the pages of a lesson show: the table as the learner sees it, what is said, and what is pointed at."""

import json
from collections.abc import Mapping
from typing import Any

from ...drawing.plain import scene_of
from ...drawing.scene import Choice, Scene
from ...learn.lesson import Lesson
from ...learn.pointing import WHOLE, point_at
from ...server.lessons import LessonLook, LessonProgress
from ...words import say
from .animation import frames_of
from .selection import Selection, choice_for, read_selection
from .table_page import Dock, choice_rows, panels_of, piles_of, subset_dock

OFFER_HELP = 3                              # wrong presses after which the learner is offered to be shown


def lesson_values(seen: LessonLook, query: Mapping[str, str], base: str, sorry: str = "") -> dict[str, Any]:
    """Everything that learn/part.html shows, apart from motion."""
    game = seen.lesson.game
    here = f"{base}/learn/{game.name}/{seen.chapter + 1}"
    scene = scene_of(game, seen.view, seen.box, seen.names)
    if not seen.legal:
        scene.choices, scene.subset = [], None
    selection = read_selection(query, scene, 0) if seen.legal else Selection()
    shown = "shown" in query and seen.right is not None
    asks = selection.action is not None and not scene.subset and is_confirmed(choice_for(scene, selection.action))
    pointed = pointed_ids(seen, scene, selection, shown)
    marked = point_at(scene, pointed, "" if asks and selection.action == seen.right else
                      arrow_for(seen, scene, selection, pointed), halos=shown or not seen.legal)
    return {
        "game": game, "seen": seen, "scene": scene, "selection": selection, "panels": panels_of(marked, selection, ""),
        "here": here, "ways": choice_rows(scene, selection, "", here)[0] if seen.legal else (),
        "piles": piles_of(scene, selection) if seen.legal else [], "dock": dock_for(scene, selection),
        "chapters": chapter_rows(seen.lesson, seen.done, seen.chapter, (seen.step + seen.finished) / len(seen.title.steps)),
        "chapter": seen.chapter + 1, "last_chapter": len(seen.lesson.chapters), "steps": len(seen.title.steps),
        "shown": shown, "offer": seen.wrong >= OFFER_HELP, "sorry": sorry,
        "right_choice": choice_for(scene, seen.right) if shown and seen.right is not None and scene.choices else None,
        "whole": [name for name in WHOLE if name in seen.pointed], "happened": " ".join(seen.happened),
        "unfold": bool(selection.among or selection.action is not None) and not asks, "asks": asks,
        "leads_on": " ".join(str(choice.action) for choice in scene.choices if not is_confirmed(choice)),
        "next_title": next_title(seen),
    }


def dock_for(scene: Scene, selection: Selection) -> Dock:
    """The button that confirms what is chosen, or a heap that is divided; without script also what leads on."""
    if scene.subset:
        return subset_dock(scene, selection)
    if selection.action is None:
        return Dock()
    choice = choice_for(scene, selection.action)
    return Dock(choice.label, choice.consequence, choice.action,
                button=choice.confirm if is_confirmed(choice) else "")


def is_confirmed(choice: Choice) -> bool:
    """Whether the button confirms a choice, with and without script, as at a table: what leads on shows more only if it is
    turned."""
    return choice.turns or not choice.leads_on


def pointed_ids(seen: LessonLook, scene: Scene, selection: Selection, shown: bool) -> list[str]:
    """The ids of what is pointed at; for actions, that of the part to press next. Who wants to be shown sees what to press."""
    wanted = [seen.right] if shown else seen.pointed
    choices = {choice.action: choice for choice in scene.choices}
    found = [next_press(choices[one], selection) if one in choices else one for one in wanted if one is not None]
    return [one for one in found if isinstance(one, str) and one and one not in WHOLE]


def next_press(choice: Choice, selection: Selection) -> str:
    """The id of what has to be pressed next for a choice."""
    return choice.group if choice.group and choice.group != selection.group else choice.target


def arrow_for(seen: LessonLook, scene: Scene, selection: Selection, pointed: list[str]) -> str:
    """The part that the arrow points at: the last one that is pointed at. If it cannot be pressed now, but something has to be,
    it is what has to be pressed before it; if it has been pressed, what comes next."""
    if not pointed or not scene.part(pointed[-1]):
        return ""
    pressable = {id for choice in scene.choices for id in (choice.group or choice.target, choice.target, *choice.also)
                 if choice.group in ("", selection.group) or id == choice.group} - {selection.group}
    if scene.choices and seen.right is not None and pointed[-1] not in pressable:
        return next_press(choice_for(scene, seen.right), selection) or pointed[-1]
    return pointed[-1]


def next_title(seen: LessonLook) -> str:
    """What the chapter after this one is called; empty after the last."""
    following = seen.chapter + 1
    return str(seen.lesson.chapters[following].title) if following < len(seen.lesson.chapters) else ""


def chapter_rows(lesson: Lesson, done: frozenset[int], here: int, part: float = 0.0) -> list[dict[str, Any]]:
    """The chapters with what the learner has done of them."""
    return [{"number": number + 1, "title": str(chapter.title), "done": number in done, "here": number == here,
             "percent": round(100 * part) if number == here else 0} for number, chapter in enumerate(lesson.chapters)]


def overview_values(lesson: Lesson, progress: LessonProgress) -> dict[str, Any]:
    """What the page of a game's lesson shows."""
    return {"game": lesson.game, "minutes": lesson.minutes, "progress": progress, "go_on": progress.chapter + 1,
            "first_seats": lesson.seats,
            "chapters": chapter_rows(lesson, progress.done, progress.chapter if progress.begun else -1),
            "all_done": len(progress.done) == progress.chapters}


def progress_words(progress: LessonProgress) -> str:
    """How far a guest is, in words; empty if they have not begun."""
    if not progress.begun:
        return ""
    if len(progress.done) == progress.chapters:
        return say("all chapters done")
    return say("{n} of {total} chapters done", n=len(progress.done), total=progress.chapters)


def lesson_frames(seen: LessonLook) -> str:
    """What was just played, as JSON for the script."""
    game = seen.lesson.game
    frames = [frame for moments in seen.actions for frame in frames_of(game, seen.box, seen.names, moments)]
    return json.dumps({"after": 0, "actions": len(seen.actions), "frames": frames}) if frames else ""


def action_of_subset(seen: LessonLook, taken: int) -> int:
    """The action that puts these items on one side; -1 if there is none."""
    scene = scene_of(seen.lesson.game, seen.view, seen.box, seen.names)
    return scene.subset.action_of.get(taken, -1) if scene.subset else -1

