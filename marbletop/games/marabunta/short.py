"""What another colony did in its turn, for the dock of a phone: what has changed by it, in the past tense and in one line, so
that nobody takes it for something that is to be done."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import You, join_and, plural, say, tell
from .gains import Change, changes_of, points_scored
from .names import die_words, elements_of, number_words, region_name
from .sentences import story
from .state import (ALL_ELEMENTS, E_CIRCLE, E_CRATE, E_CROSSED, E_CUPCAKE, E_DECLINED, E_IGNORED, E_LOST, E_POINTS, E_SPLIT,
                    E_WROTE, NONE, TILE)

ROOM = 52                                   # letters of a line of the dock on most phones
DONE = frozenset({E_WROTE, E_CROSSED, E_CRATE, E_CIRCLE, E_CUPCAKE, E_POINTS, E_LOST, E_DECLINED, E_IGNORED})


def in_short(notes: Sequence[Note], box: Any, names: Sequence[str]) -> str:
    """A turn where there is little room: what it changed in the score and, as far as a line has room, what was not used and
    what else was done. The story if nothing was done, and to the colony that did it."""
    seat = next((note.details[0] for note in notes if note.event in DONE or note.event == E_SPLIT), NONE)
    if seat == NONE or isinstance(names[seat], You):
        return story(notes, box, names)
    if any(note.event == E_SPLIT for note in notes):
        return say("{who} made these two trays.", who=names[seat])

    def told(parts: Sequence[str]) -> str:
        return say("{who} {deeds}.", who=names[seat], deeds=join_and(parts))

    deeds = deeds_without_points(notes, box)
    named, counted = (points_won(notes, box, names, seat, brief) for brief in (False, True))
    first = (named if named and len(told(named)) <= ROOM else counted) or deeds[:1]
    ways = unused(notes)
    last = [words for words in ways if len(told([*first, words])) <= ROOM][:1] or ([] if first else ways[-1:])
    for deed in (one for one in deeds if one not in first):
        first = [*first, deed] if len(told([*first, deed, *last])) <= ROOM else first
    return told([*first, *last])


def points_won(notes: Sequence[Note], box: Any, names: Sequence[str], seat: int, brief: bool) -> list[str]:
    """What changed in the score, region by region and by cupcakes and powers; all of it is told. In brief, regions are counted,
    and points are told without what they are for."""
    changes, other = changes_of(notes, box), names[1 - seat]
    won = [change for change in changes if change.after[seat] and not change.before[seat]]
    tied = [change for change in changes if not any(change.after)]
    more = [change for change in changes if change.before[seat] and change.after[seat]]
    found = []
    if won:
        gained, lost = sum(change.after[seat] for change in won), sum(change.before[1 - seat] for change in won)
        points = f"+{gained}, {lost_by(other, lost)}" if lost else f"+{gained}"
        found.append(say("now leads {regions} ({points})", regions=names_of(won, brief), points=points))
    if tied:
        found.append(say("tied {regions} ({points})", regions=names_of(tied, brief),
                         points=lost_by(other, sum(change.before[1 - seat] for change in tied))))
    if more:
        found.append(say("made {regions} worth more (+{points})", regions=names_of(more, brief),
                         points=sum(change.after[seat] - change.before[seat] for change in more)))
    eaten, given = ([note for note in notes if note.event == event] for event in (E_CUPCAKE, E_POINTS))
    if brief:
        return [*found, *([say("scored +{points}", points=points_scored(notes))] if points_scored(notes) else [])]
    if points_scored(eaten):
        found.append(plural(len(eaten), "took a cupcake (+{points})", "took {n} cupcakes (+{points})",
                            points=points_scored(eaten)))
    if given:
        found.append(say("scored +{points}", points=points_scored(given)))
    return found


def names_of(changes: Sequence[Change], brief: bool) -> str:
    """Regions by name or, if they are several and there is little room, how many they are."""
    if brief and len(changes) > 1:
        return plural(len(changes), "a region", "{n} regions")
    return join_and([region_name(change.region) for change in changes])


def lost_by(who: str, points: int) -> str:
    return tell(who, "you -{points}", "{who} -{points}", points=points)


def deeds_without_points(notes: Sequence[Note], box: Any) -> list[str]:
    """What was done that changed no score, the most important first."""
    changed = {change.region for change in changes_of(notes, box)}
    by_event = {event: [note.details for note in notes if note.event == event] for event in DONE}
    eaten, wrote, circles = by_event[E_CUPCAKE], by_event[E_WROTE], by_event[E_CIRCLE]
    hexes, crates, lost = by_event[E_CROSSED], by_event[E_CRATE], [*by_event[E_LOST], *by_event[E_DECLINED]]
    found = []
    if eaten and not any(points for *_, points in eaten):
        found.append(plural(len(eaten), "took a cupcake", "took {n} cupcakes"))
    if wrote and changed.isdisjoint(int(box.region_of[hex]) for _, hex, *_ in wrote):
        number = number_words(box.region_of[wrote[0][1]], wrote[0][2])
        found.append(say("wrote {number}", number=number) if len(wrote) == 1
                     else plural(len(wrote), "wrote a number", "wrote {n} numbers"))
    if crates or hexes:
        things = [*([plural(len(hexes), "a hex", "{n} hexes")] if hexes else []),
                  *([plural(len(crates), "a crate", "{n} crates")] if crates else [])]
        found.append(say("crossed out {things}", things=join_and(things)))
    if circles and changed.isdisjoint(region for _, region, *_ in circles):
        found.append(say("filled a circle on the {region} leaf", region=region_name(circles[0][1])) if len(circles) == 1
                     else plural(len(circles), "filled a circle", "filled {n} circles"))
    return [*found, *([say("gave up a power")] if lost else [])]


def unused(notes: Sequence[Note]) -> list[str]:
    """What was left of a pool: by name, or how much; nothing if all of it was used."""
    return next((words_of_unused(*note.details) for note in notes if note.event == E_IGNORED), [])


def words_of_unused(seat: int, mask: int, faces: int = NONE, usable: int = ALL_ELEMENTS) -> list[str]:
    """What a colony did not want to use or, if it wanted all that it could, what it could not use."""
    left = elements_of(mask & usable or mask)
    by_name = [say("the tile") if element == TILE else say("the {die}", die=die_words(element, faces >> 3 * element & 7))
               for element in left] if faces != NONE else []
    return [*([say("left {things}", things=join_and(by_name))] if by_name else []),
            plural(len(left), "left one unused", "left {n} unused")]
