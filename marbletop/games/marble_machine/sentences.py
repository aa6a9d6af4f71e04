"""A sentence for each note."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import phrase, phrases, say
from .names import direction_name, goal_text, oriented_space_name, owner_name, space_name, tile_name
from .state import (ACTED, BLOCKED, CARRIED_HOME, CLOSED, COLLECTED, DREW_MARBLE, DREW_TILE, ERASED, FINAL, FLEW, GOT_STUCK,
                    KEPT, LAST_MARBLE, MOVED_PART, PLACED_MARBLE, PLAYED_PART, QUOTA, RANDOM_PUSH, RETURNED, SEPARATED, SLID,
                    STARTED, STEPPED_BACK, SWAPPED, TRADED, WON)


def act_text(m: int, part: int, space: int, die: int, heading: int) -> str:
    """What a Part does to a marble."""
    if part == RANDOM_PUSH:
        return say("Marble {m} is pushed towards {direction} by {part}.", m=m + 1, direction=direction_name(die),
                   part=tile_name(part))
    if ACTS[part]:
        return say(ACTS[part], m=m + 1, part=tile_name(part))
    direction = direction_name(heading)
    if die:
        return say("Marble {m} is turned to {direction} by {part} with a {die}.", m=m + 1, direction=direction,
                   part=tile_name(part), die=die)
    return say("Marble {m} is turned to {direction} by {part}.", m=m + 1, direction=direction, part=tile_name(part))


COMES = phrase("Marble {m} comes to {part}.")
ACTS = ("", *phrases("Marble {m} is turned left by {part}.", "Marble {m} is turned far left by {part}.",
                     "Marble {m} is turned right by {part}.", "Marble {m} is turned far right by {part}.",
                     "Marble {m} is turned round by {part}."), "", COMES, COMES, "", "", COMES, "", "", "", "")


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says; "" if the drawing shows it better."""
    event, details = note.event, note.details
    if event == DREW_TILE and note.whispered_to is not None:
        who = names[note.whispered_to]
        return (say("{who} draws {tile}.", who=who, tile=tile_name(details[1])) if details
                else say("{who} draws a Machine Tile.", who=who))
    template = SENTENCES.get(event)
    return template(box, names, *details) if template else ""


SENTENCES: dict[int, Callable[..., str]] = {
    STARTED: lambda box, names, seat: say("{who} begins.", who=names[seat]),
    TRADED: lambda box, names, seat, tile: say("{who} trades in {tile}.", who=names[seat], tile=tile_name(tile)),
    KEPT: lambda box, names, seat: say("{who} keeps the hand.", who=names[seat]),
    DREW_MARBLE: lambda box, names, seat, speed: say("{who} draws a marble of speed {speed}.", who=names[seat], speed=speed),
    PLACED_MARBLE: lambda box, names, seat, m: say("Marble {m} is put on Home.", m=m + 1),
    PLAYED_PART: lambda box, names, seat, part, space, facing: (
        say("{who} puts {part} on {space}.", who=names[seat], part=tile_name(part), space=oriented_space_name(space, facing))),
    ERASED: lambda box, names, seat, part, space: (
        say("{who} erases {part} on {space}.", who=names[seat], part=tile_name(part), space=space_name(space))),
    MOVED_PART: lambda box, names, seat, part, start, space, facing: (
        say("{who} moves {part} from {here} to {there}.", who=names[seat], part=tile_name(part), here=space_name(start),
            there=oriented_space_name(space, facing))),
    SWAPPED: lambda box, names, seat, low, high, at_low, low_facing, at_high, high_facing: (
        say("{who} swaps: {first} lies on {here}, {second} on {there}.", who=names[seat], first=tile_name(at_low),
            here=oriented_space_name(low, low_facing), second=tile_name(at_high),
            there=oriented_space_name(high, high_facing))),
    ACTED: lambda box, names, m, part, space, die, heading: act_text(m, part, space, die, heading),
    FLEW: lambda box, names, m, start, space: say("Marble {m} flies to {space}.", m=m + 1, space=space_name(space)),
    SLID: lambda box, names, m, start, space: say("Marble {m} slides to {space}.", m=m + 1, space=space_name(space)),
    STEPPED_BACK: lambda box, names, m, start, space: say("Marble {m} goes one space back from the Solid Wall.", m=m + 1),
    CARRIED_HOME: lambda box, names, m, start, space: say("Marble {m} is carried Home.", m=m + 1),
    BLOCKED: lambda box, names, m, space: say("Marble {m} stops before the Solid Wall.", m=m + 1),
    CLOSED: lambda box, names, m, space: say("Marble {m} goes in circles and comes to rest.", m=m + 1),
    SEPARATED: lambda box, names, m, separator, die: (
        say("Marble {m} is on separator {n}: a {die} is rolled.", m=m + 1, n=separator, die=die)),
    COLLECTED: lambda box, names, m, goal, owner: (
        say("Marble {m} reaches {goal}: it is collected by {who}.", m=m + 1, goal=goal_text(box, goal),
            who=owner_name(box, names, owner))),
    RETURNED: lambda box, names, m, goal, die: (
        say("Nobody owns {goal}: marble {m} goes Home, aimed at {direction}.", goal=goal_text(box, goal), m=m + 1,
            direction=direction_name(die))),
    FINAL: lambda box, names, cause: {QUOTA: say("The quota is reached: the Final Phase begins."),
                                      LAST_MARBLE: say("The last marble is played: the Final Phase begins.")}[cause],
    GOT_STUCK: lambda box, names, m: say("Marble {m} is stuck for ever.", m=m + 1),
    WON: lambda box, names, side: (
        say("{who} has won.", who=owner_name(box, names, side)) if box.sides == box.seats
        else say("{names} have won.", names=owner_name(box, names, side))),
}
