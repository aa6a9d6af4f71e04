"""What the pages of puzzles show: the table as whose turn it is sees it, the question, and once it is over the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...core.game import Game
from ...drawing.plain import marks_of, scene_of
from ...drawing.scene import BOARD, Choice, Panel, Part, Scene, draw_now
from ...drawing.targets import halo
from ...learn.pictures import path_to
from ...learn.puzzle import HARDEST, Puzzle, puzzles_of
from ...server.puzzles import FIRST_TRY, LATER, SHOWN, TRIED, Days, PuzzleLook
from ...words import phrase, say
from .selection import Selection, choice_for, read_selection
from .table_page import Dock, choice_rows, panels_of, piles_of, subset_dock

RESULTS = {TRIED: phrase("tried"), SHOWN: phrase("answer read"), FIRST_TRY: phrase("solved at the first try"),
           LATER: phrase("solved")}
DIFFICULTIES = (phrase("very easy"), phrase("easy"), phrase("medium"), phrase("hard"), phrase("very hard"))


def puzzle_values(seen: PuzzleLook, query: Mapping[str, str], days: Days, day: str, base: str,
                  sorry: str = "") -> dict[str, Any]:
    """Everything that puzzle/part.html shows. `day` is the date, if it is the puzzle of the day."""
    game = seen.puzzle.game
    here = f"{base}/puzzles/{game.name}/{seen.puzzle.number}/{seen.number + 1}"
    scene = scene_of(game, seen.view, seen.box, seen.names)
    if seen.best is not None:
        scene = answer_scene(scene, seen.best)
    selection = read_selection(query, scene, seen.number) if seen.legal else Selection()
    return {
        "game": game, "seen": seen, "puzzle": seen.puzzle, "scene": scene, "selection": selection, "sorry": sorry,
        "panels": panels_of(scene, selection, ""), "days": days, "day": day,
        "here": here, "ways": choice_rows(scene, selection, "", here)[0] if seen.legal else (),
        "piles": piles_of(scene, selection) if seen.legal else [], "dock": dock_for(scene, selection),
        "marbles": marbles_of(game, scene), "solved": seen.result in (FIRST_TRY, LATER),
        "difficulty": difficulty_row(seen.puzzle), "following": following(seen.puzzle), "last": len(puzzles_of(game)),
        "facts": tuple(scene.facts), "remark": scene.remark,
    }


def marbles_of(game: Game, scene: Scene) -> dict[int, str]:
    """The marble beside the name of each seat."""
    marks = marks_of(game)
    return {**dict(enumerate(marks)), **{seat.seat: seat.marble for seat in scene.seats if seat.marble}}


def answer_scene(scene: Scene, best: int) -> Scene:
    """The scene with what the right press does drawn on it, and nothing left to press."""
    choice = next((one for one in scene.choices if one.action == best), None)
    panels = [mark_choice(panel, choice) if choice and shows(panel, choice) else panel for panel in scene.panels]
    return replace(scene, panels=panels, choices=[], subset=None)


def shows(panel: Panel, choice: Choice) -> bool:
    return choice.target in panel.root.ids if choice.target else panel.role == BOARD


def mark_choice(panel: Panel, choice: Choice) -> Panel:
    """A panel with the ghost of a choice, and a ring around its target."""
    overlay = [Part(marks=halo(found[-1], "chosen"))] if (found := path_to(panel.root, choice.target)) else []
    for part in reversed(found):
        overlay = [Part(at=part.at, turned=part.turned, scale=part.scale, parts=overlay)]
    return replace(panel, root=Part(parts=[panel.root, *overlay, *map(draw_now, choice.ghost)]))


def dock_for(scene: Scene, selection: Selection) -> Dock:
    """What is chosen, and the button that plays it."""
    if scene.subset:
        return subset_dock(scene, selection)
    if selection.action is None:
        return Dock(scene.status, say("Look at every way first. The first one you play counts.") if not selection.group else "",
                    back=bool(selection.group or selection.among))
    choice = choice_for(scene, selection.action)
    return Dock(choice.label, f"{choice.consequence} {choice.how}".strip(), choice.action,
                back=len(scene.choices) > 1, button=choice.confirm)


def difficulty_row(puzzle: Puzzle) -> dict[str, Any]:
    return {"discs": puzzle.difficulty, "of": HARDEST, "words": say(DIFFICULTIES[puzzle.difficulty - 1])}


def following(puzzle: Puzzle) -> int:
    """The number of the puzzle after this one."""
    return puzzle.number % len(puzzles_of(puzzle.game)) + 1


def shelf_rows(shelf: Sequence[Puzzle], results: Mapping[int, str]) -> list[dict[str, Any]]:
    """The puzzles of a game, the easy ones first, with what the guest has made of them."""
    rows = sorted(shelf, key=lambda puzzle: (puzzle.difficulty, puzzle.number))
    return [{"number": puzzle.number, "difficulty": puzzle.difficulty, "words": say(DIFFICULTIES[puzzle.difficulty - 1]),
             "solved": results.get(puzzle.number) in (FIRST_TRY, LATER), "result": say(RESULTS.get(
                 results.get(puzzle.number, ""), ""))} for puzzle in rows]


def shelf_groups(game: Game, results: Mapping[int, str]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The shelf in groups of equal difficulty."""
    rows = shelf_rows(puzzles_of(game), results)
    levels = [(words, [row for row in rows if row["difficulty"] == level]) for level, words in enumerate(DIFFICULTIES, 1)]
    return [(say(words), some) for words, some in levels if some]


def count_solved(results: Mapping[int, str]) -> int:
    return sum(result in (FIRST_TRY, LATER) for result in results.values())
