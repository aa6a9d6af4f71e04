"""A sentence for each note."""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...words import join_and, plural, say
from .names import article, marble_name, space_text
from .state import (ADVANCED, BOPPED, BUMPED, CAPPED, COMPLETED, DISCARDED, DREW, ENTERED, IN_LANE, IN_RING, JUMPED,
                    LAID_SIDEWAYS, LEFT_RING, PLAYED, RANK_NAMES, RESHUFFLED, RETREATED, WON)


def sentence(note: Note, box: Any, names: Sequence[str]) -> str:
    """What a note says, in words; "" if another note of the same move says it better."""
    event, details = note.event, note.details
    if event == RESHUFFLED:
        return plural(details[0], "The discards are shuffled: a new pile of {n} card.",
                      "The discards are shuffled: a new pile of {n} cards.")
    if event == CAPPED:
        return say("The last turn has been played: the match is drawn.")
    if event == WON:
        winners = [names[seat] for seat in range(len(names)) if box.team[seat] == details[0]]
        if len(winners) == 1:
            return say("{who} wins: every marble is home.", who=winners[0])
        return say("{names} win: every marble is home.", names=join_and(winners))
    name = names[details[0]]
    if event == DREW:
        return say("{who} draws a card.", who=name)
    if event == COMPLETED:
        return say("{who}'s board is complete.", who=name)
    if event == PLAYED:
        return say("{who} plays {card}.", who=name, card=article(RANK_NAMES[details[1]]))
    if event == DISCARDED:
        card = article(RANK_NAMES[details[1]])
        return (say("{who} lays down {card} unplayed.", who=name, card=card) if box.may_discard
                else say("{who} lays down {card} because no card can act.", who=name, card=card))
    if event == LAID_SIDEWAYS:
        return say("{who} lays {card} sideways, {n} in a row.", who=name, card=article(RANK_NAMES[details[1]]), n=details[2])
    if event == ENTERED:
        return ""
    marble = marble_name(name, details[1])
    if event == LEFT_RING:
        return (say("{marble} leaves the Start Ring for free onto {space}.", marble=marble, space=details[3]) if details[4]
                else say("{marble} leaves the Start Ring onto {space}.", marble=marble, space=details[3]))
    if event == ADVANCED:
        if details[3] > IN_LANE:
            place = details[3] - IN_LANE
            return (say("{marble} moves up to place {n} of the Home Slot.", marble=marble, n=place) if details[2] > IN_LANE
                    else say("{marble} comes home to place {n} of the Home Slot.", marble=marble, n=place))
        return say("{marble} goes {n} forward from {here} to {there}.", marble=marble, n=details[4], here=details[2],
                   there=details[3])
    if event == RETREATED:
        return say("{marble} goes {n} back from {here} to {there}.", marble=marble, n=details[4], here=details[2],
                   there=details[3])
    if event == JUMPED:
        return say("{marble} jumps from {here} to {there}.", marble=marble, here=space_text(details[2]), there=details[3])
    by = names[details[4]]
    if event == BOPPED:
        return say("{who} bops {marble} on {space} back to the Start Ring.", who=by, marble=marble, space=details[2])
    if event == BUMPED:
        if details[3] == IN_RING:
            return say("{who} bumps {marble} from {here} to its Start Ring.", who=by, marble=marble, here=details[2])
        return say("{who} bumps {marble} from {here} to its home space {there}.", who=by, marble=marble, here=details[2],
                   there=details[3])
    return ""
