"""What was played and what was better, drawn on the board: a solid and a dashed ring, each with its word, and their ghosts."""

from collections.abc import Iterator
from dataclasses import replace

from ...drawing import kit
from ...drawing.scene import BOARD, Choice, Panel, Part, Scene, draw_now
from ...drawing.targets import halo
from ...learn.pictures import path_to
from ...learn.pointing import over, place_of
from ...words import say

LETTERS = 0.036                             # size of the words, in widths of a board
PLAYED_LOOK, BETTER_LOOK = "chosen", "movable"


def mark_actions(scene: Scene, played: int, better: int) -> Scene:
    """The scene with two actions marked, -1 for none, and nothing to press."""
    choices = {choice.action: choice for choice in scene.choices}
    marked = [(choices[action], look, words, above)
              for action, look, words, above in ((better, BETTER_LOOK, say("better"), False),
                                                 (played, PLAYED_LOOK, say("played"), True)) if action in choices]
    panels = [mark_panel(panel, marked) for panel in with_subsets(scene, played, better)]
    return replace(scene, panels=panels, choices=[], subset=None)


def with_subsets(scene: Scene, played: int, better: int) -> Iterator[Panel]:
    """The panels; a heap that was divided is drawn divided, and once more as it would have been better."""
    divided = scene.subset.panel_with if scene.subset else None
    for panel in scene.panels:
        if scene.subset is None or divided is None or played < 0 or divided(0).name != panel.name:
            yield panel
            continue
        yield replace(divided(scene.subset.mask_of(played)), title=say("played"), first=True)
        if better >= 0:
            twin = divided(scene.subset.mask_of(better))
            yield replace(twin, root=without_ids(twin.root), title=say("better"), first=True)


def without_ids(part: Part) -> Part:
    """The same drawing for a page on which its ids are given away."""
    return replace(part, id="", parts=[without_ids(inner) for inner in part.parts])


def mark_panel(panel: Panel, marked: list[tuple[Choice, str, str, bool]]) -> Panel:
    """A panel with the marks of the choices that belong to it."""
    overlays = [part for choice, look, words, above in marked for part in marks_of_choice(panel, choice, look, words, above)]
    return replace(panel, root=Part(parts=[panel.root, *overlays])) if overlays else panel


def marks_of_choice(panel: Panel, choice: Choice, look: str, words: str, above: bool) -> Iterator[Part]:
    """Ghosts, and a ring with a word around what is pressed for a choice."""
    if choice.target in panel.root.ids if choice.target else panel.role == BOARD:
        yield from map(draw_now, choice.ghost)
    yield from (draw_now(part) for name, part in choice.beside if name == panel.name)
    for id in dict.fromkeys(filter(None, (choice.group, choice.target))):
        if id in panel.root.ids:
            path = path_to(panel.root, id)
            yield over(path, Part(marks=halo(path[-1], look)))
            yield tag(panel, path, words, above)


def tag(panel: Panel, path: list[Part], words: str, above: bool) -> Part:
    """A word beside a part: above it or below it, inside the panel."""
    (x, y), _, down = place_of(path)
    size = LETTERS * max(panel.width, panel.height)
    half, high = 0.32 * size * len(words) + 0.5 * size, 0.8 * size
    x = min(max(x, half), panel.width - half)
    y = min(max(y + (-down - 1.1 * size if above else down + 1.1 * size), high), panel.height - high)
    box = kit.rect(x - half, y - high, 2 * half, 2 * high, 0.5 * high, fill="var(--paper)",
                   stroke="var(--ink)" if above else "var(--accent)", stroke_width=0.1 * size,
                   stroke_dasharray=None if above else f"{0.3 * size:g} {0.2 * size:g}")
    return Part(kind="tag", marks=[box, kit.text((x, y), words, size, weight=650)])
