"""How an action is shown: a card flies to the pile, a marble goes from space to space, then those that it hits."""

from typing import Any

from ...core.notes import Note
from ...drawing.scene import Motion
from .plan import place_from_note, plan_of
from .state import ADVANCED, BOPPED, BUMPED, DISCARDED, DREW, JUMPED, LAID_SIDEWAYS, LEFT_RING, PLAYED, RETREATED


def motion(view: Any, box: Any, note: Note) -> Motion | None:
    """What a note shows in addition to the positions before and after it."""
    if note.event in (PLAYED, DISCARDED, LAID_SIDEWAYS):
        seat, rank, *_ = note.details
        is_seen = seat == view.viewer or any(view.hand[seat])
        return Motion(comes=f"hand-{seat}-{rank}" if is_seen else f"seat-{seat}")
    if note.event == DREW:
        return Motion(comes="pile")
    if note.event in (ADVANCED, RETREATED):
        seat, m, start, goal, steps = note.details
        forward = 1 if note.event == ADVANCED else -1
        return Motion(alone=f"m-{seat}-{m}", way=points_on_way(view, box, seat, m, start, goal, steps * forward))
    if note.event in (LEFT_RING, JUMPED, BOPPED, BUMPED):
        seat, m, *_ = note.details
        return Motion(alone=f"m-{seat}-{m}")
    return None


def points_on_way(view: Any, box: Any, seat: int, m: int, start: int, goal: int, steps: int) -> tuple[tuple[float, float], ...]:
    """The points of the spaces that a marble passes and reaches."""
    place, end = place_from_note(box, seat, start), place_from_note(box, seat, goal)
    plan, points = plan_of(view, box), []
    for _ in range(abs(steps)):
        place += 1 if steps > 0 else -1
        if place > box.length >= end:
            place = 1
        elif place == 0:
            place = box.length
        points.append(plan.point_of(box, seat, m, place))
    return tuple(points)
