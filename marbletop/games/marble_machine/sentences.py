"""A sentence for each note, for captions and for those who listen."""

from collections.abc import Callable, Sequence
from typing import Any

from ...core.notes import Note
from ...words import capital, phrase, phrases, say, tell
from .names import direction_name, drawn_name, marble_text, marbles_text, place_text, tell_owner, tile_name
from .state import (ACTED, AIMED_MARBLE, BLOCKED, CARRIED_HOME, CLOSED, COLLECTED, DIVERT_SLOW, DREW_MARBLE, DREW_TILE, ERASED,
                    FINAL, FLEW, GOT_STUCK, LAST_MARBLE, MOVED_PART, PLACED_MARBLE, PLAYED_PART, RANDOM_PUSH, RETURNED,
                    SEPARATED, SLID, STARTED, STEPPED_BACK, SWAPPED, TRADED, WON)

HITS, POINTS = phrase("{marble} hits {part}."), phrase("{part} turns {marble} towards {direction}.")
ACTS = ("", *phrases("{part} turns {marble} left.", "{part} turns {marble} sharply left.", "{part} turns {marble} right.",
                     "{part} turns {marble} sharply right.", "{part} sends {marble} back."), POINTS, HITS, HITS, "", "", HITS,
        POINTS, "", "", "")

COLLECTS = phrases("You collect {marble}.", "{who} collects {marble}.", "You and {who} collect {marble}.",
                   "{names} collect {marble}.")
REACHES_QUOTA = phrases("You have {marbles}: the Final Phase begins.", "{who} has {marbles}: the Final Phase begins.",
                        "You and {who} have {marbles}: the Final Phase begins.",
                        "{names} have {marbles}: the Final Phase begins.")
WINS = phrases("You win!", "{who} wins.", "You and {who} win!", "{names} win.")


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says; "" if the drawing shows it better."""
    event, details = note.event, note.details
    if event == DREW_TILE and note.whispered_to is not None:
        who = names[note.whispered_to]                      # that others draw a tile goes without saying
        return tell(who, "You draw {tile}.", "{who} draws {tile}.", tile=tile_name(details[1])) if details else ""
    template = SENTENCES.get(event)
    return template(box, names, *details) if template else ""


def act_text(part: int, die: int, heading: int, speed: int) -> str:
    """What a Part does to a marble, as far as it is certain: a push may still be blocked."""
    marble, name, direction = marble_text(speed), tile_name(part), direction_name(heading)
    if part == DIVERT_SLOW and speed != 1:
        return say("{part} leaves {marble} alone: it is too fast.", part=name, marble=marble) if speed else ""
    if part == RANDOM_PUSH:
        return say("{part} rolls a {die}.", part=name, die=die)
    if die:
        return say("{part} rolls a {die} and turns {marble} towards {direction}.", part=name, die=die, marble=marble,
                   direction=direction)
    template = ACTS[part]
    return say(template, part=name, marble=capital(marble) if template == HITS else marble, direction=direction)


def about_marble(template: str, first: bool = False) -> Callable[..., str]:
    """A sentence about a marble, whose speed is the last detail; old notes do not have it. `first`: it begins with the
    marble."""
    def tell_it(box: Any, names: Sequence[str], m: int, *details: int) -> str:
        marble = marble_text(details[-1] if len(details) > DETAILS_BEFORE_SPEED[template] else 0)
        return say(template, marble=capital(marble) if first else marble)
    return tell_it


JUMPS, IS_PUSHED, STEPS_BACK, GOES_HOME, STOPS, CIRCLES, STUCK_FOR_GOOD = phrases(
    "{marble} jumps.", "{marble} is pushed one space.", "The Solid Wall sends {marble} back one space.", "{marble} goes Home.",
    "The Solid Wall stops {marble}.", "{marble} goes round in circles and stops.", "{marble} is stuck for good.")
DETAILS_BEFORE_SPEED = {JUMPS: 2, IS_PUSHED: 2, STEPS_BACK: 2, GOES_HOME: 2, STOPS: 1, CIRCLES: 1, STUCK_FOR_GOOD: 0}


def place_sentence(box: Any, names: Sequence[str], seat: int, part: int, space: int, facing: int) -> str:
    place = place_text(box.radius, space)
    if facing:
        return tell(names[seat], "You place {part} {place}. It points towards {direction}.",
                    "{who} places {part} {place}. It points towards {direction}.", part=tile_name(part), place=place,
                    direction=direction_name(facing))
    return tell(names[seat], "You place {part} {place}.", "{who} places {part} {place}.", part=tile_name(part), place=place)


def move_sentence(box: Any, names: Sequence[str], seat: int, part: int, start: int, space: int, facing: int) -> str:
    return tell(names[seat], "You move {part} from {start} to {space}.", "{who} moves {part} from {start} to {space}.",
                part=tile_name(part), start=drawn_name(box.radius, start), space=drawn_name(box.radius, space))


def swap_sentence(box: Any, names: Sequence[str], seat: int, low: int, high: int, at_low: int, low_facing: int, at_high: int,
                  high_facing: int) -> str:
    return tell(names[seat], "You swap the tiles on {low} and {high}.", "{who} swaps the tiles on {low} and {high}.",
                low=drawn_name(box.radius, low), high=drawn_name(box.radius, high))


def erase_sentence(box: Any, names: Sequence[str], seat: int, part: int, space: int) -> str:
    return tell(names[seat], "You take {part} off {space}.", "{who} takes {part} off {space}.", part=tile_name(part),
                space=drawn_name(box.radius, space))


def collect_sentence(box: Any, names: Sequence[str], m: int, goal: int, owner: int, speed: int = 0) -> str:
    return tell_owner(box, names, owner, COLLECTS, marble=marble_text(speed))


def final_sentence(box: Any, names: Sequence[str], cause: int, side: int = -1) -> str:
    if cause == LAST_MARBLE or side < 0:
        return (say("That was the last marble: the Final Phase begins.") if cause == LAST_MARBLE
                else say("The Final Phase begins."))
    return tell_owner(box, names, side, REACHES_QUOTA, marbles=marbles_text(box.quota))


def win_sentence(box: Any, names: Sequence[str], side: int) -> str:
    return tell_owner(box, names, side, WINS)


SENTENCES: dict[int, Callable[..., str]] = {
    STARTED: lambda box, names, seat: tell(names[seat], "You go first.", "{who} goes first."),
    TRADED: lambda box, names, seat, tile: (
        tell(names[seat], "You trade in {tile}.", "{who} trades in {tile}.", tile=tile_name(tile))),
    DREW_MARBLE: lambda box, names, seat, speed: (
        tell(names[seat], "You play {marble}.", "{who} plays {marble}.", marble=marble_text(speed))),
    AIMED_MARBLE: lambda box, names, seat, heading: tell(names[seat], "You aim it at {n}.", "{who} aims it at {n}.", n=heading),
    PLACED_MARBLE: lambda box, names, seat, m: say("The new marble is set on Home."),
    PLAYED_PART: place_sentence, MOVED_PART: move_sentence,
    ERASED: erase_sentence, SWAPPED: swap_sentence,
    ACTED: lambda box, names, m, part, space, die, heading, speed=0: act_text(part, die, heading, speed),
    FLEW: about_marble(JUMPS, True), SLID: about_marble(IS_PUSHED, True), STEPPED_BACK: about_marble(STEPS_BACK),
    CARRIED_HOME: about_marble(GOES_HOME, True), BLOCKED: about_marble(STOPS), CLOSED: about_marble(CIRCLES, True),
    GOT_STUCK: about_marble(STUCK_FOR_GOOD, True),
    SEPARATED: lambda box, names, m, separator, die, speed=0: (
        say("{marble} hits separator {n}. The die shows {die}.", marble=capital(marble_text(speed)), n=separator, die=die)),
    COLLECTED: collect_sentence,
    RETURNED: lambda box, names, m, goal, die, speed=0: (
        say("Nobody owns this goal: {marble} goes Home and turns towards {direction}.", marble=marble_text(speed),
            direction=direction_name(die))),
    FINAL: final_sentence, WON: win_sentence,
}
