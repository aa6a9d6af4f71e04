"""One gesture for several decisions: a choice that leads on is not played but drawn ahead, with the choices of the decision
that follows. The whole draft is part of the address, and one button plays all of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ...drawing.scene import Scene
from ...server.drafts import MOST_AHEAD
from ...server.table import Table
from ...server.table_view import Look, look_ahead
from ...words import say
from ..forms import parse_number
from .drawing_cache import Drawing
from .selection import Selection, choice_for, read_selection, with_only_choice

NOTHING = Selection()


@dataclass(frozen=True)
class Draft:
    """How far a seat has come: the position drawn ahead, and what is selected there."""

    seen: Look
    drawing: Drawing
    selection: Selection = NOTHING
    earlier: tuple[Scene, ...] = field(default=(), compare=False)       # the scenes of the decisions before

    @property
    def first(self) -> Selection:
        """What is selected before anything is pressed: the only choice, or the one that the game proposes after a draft."""
        scene, actions = self.drawing.scene, self.selection.draft
        best = max(scene.choices, key=lambda choice: choice.proposed, default=None) if actions else None
        found = Selection(best.group, best.action) if best and best.proposed else with_only_choice(NOTHING, scene)
        return found._replace(draft=actions) if actions else found

    @property
    def back(self) -> Selection | None:
        """What was selected before the last step that could have been another; None if there is none."""
        actions = self.selection.draft
        if self.selection != self.first:
            return Selection(draft=actions)
        free = [number for number, scene in enumerate(self.earlier) if len(scene.choices) > 1]
        return Selection(draft=actions[:free[-1]]) if free else None

    def with_begun(self, label: str) -> str:
        """The label of a choice, after what the choice begun that led on to it, if that has to be told, too."""
        if not self.earlier or not (begun := choice_for(self.earlier[-1], self.selection.draft[-1]).begun):
            return label
        return say("{first}. {second}", first=begun, second=label)


def draft_in(query: Mapping[str, str]) -> list[int | None]:
    """The decisions in an address or a form, as they were sent."""
    sent = query.get("draft", "")
    return [parse_number(text) for text in sent.split(",")[:MOST_AHEAD]] if sent else []


def read_draft(table: Table, seen: Look, drawing: Drawing, query: Mapping[str, str], draw: Callable[[Look], Drawing]) -> Draft:
    """The draft in an address, as far as it is possible, followed by what it selects. None if it was made for another
    position."""
    draft = Draft(seen, drawing)
    if not seen.legal:
        return draft
    if query.get("position", str(seen.position)) != str(seen.position):
        query = {}
    for action in draft_in(query):
        ahead = draw_ahead(table, draft, action, draw)
        if ahead is None:
            query = {}                      # what is selected belongs to a decision that cannot be drawn
            break
        draft = ahead
    return follow(table, draft, read_selection(query, draft.drawing.scene, seen.position), draw)


def follow(table: Table, draft: Draft, selection: Selection, draw: Callable[[Look], Drawing]) -> Draft:
    """The draft with what is selected; if that leads on, with the decision after it."""
    while (ahead := draw_ahead(table, draft, selection.action, draw)) is not None:
        draft, selection = ahead, ahead.first._replace(draft=())
    nothing = selection in (NOTHING, with_only_choice(NOTHING, draft.drawing.scene))
    if nothing:
        return replace(draft, selection=draft.first)
    return replace(draft, selection=with_proposed(draft, selection)._replace(draft=draft.selection.draft))


def with_proposed(draft: Draft, selection: Selection) -> Selection:
    """The selection with what the game proposes for the thing that was pressed after a draft: a card that is turned stands over
    its columns at once."""
    if not draft.selection.draft or not selection.group or selection.action is not None or selection.among:
        return selection
    found = (choice.action for choice in draft.drawing.scene.choices if choice.proposed and choice.group == selection.group)
    return selection._replace(action=next(found, None))


def draw_ahead(table: Table, draft: Draft, action: int | None, draw: Callable[[Look], Drawing]) -> Draft | None:
    """The draft after one more decision; None if it does not lead on. The game says so, and the rules must bear it out."""
    actions, scene = draft.selection.draft, draft.drawing.scene
    leads_on = any(choice.leads_on for choice in scene.choices if choice.action == action)
    if action is None or not leads_on or len(actions) >= MOST_AHEAD:
        return None
    ahead = look_ahead(table, draft.seen, action)
    drawing = draw(ahead) if ahead else None
    if ahead is None or drawing is None or drawing.scene.subset:        # a heap is divided on its own
        return None
    return Draft(ahead, drawing, Selection(draft=(*actions, action)), (*draft.earlier, scene))


def choices_before(draft: Draft) -> tuple[tuple[str, str, int], ...]:
    """What can still be pressed for another choice in an earlier decision: the id of a part, the decisions before it, and the
    action."""
    actions: tuple[int, ...] = draft.selection.draft
    found: dict[str, tuple[str, str, int]] = {}
    for number, scene in enumerate(draft.earlier):
        before = ",".join(map(str, actions[:number]))
        found |= {id: (id, before, choice.action) for choice in scene.choices for id in (choice.target, *choice.also)
                  if id and not choice.group and choice.action != actions[number]}
    return tuple(found.values())
