"""What speaks for a position, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import plural, say
from .names import power_words
from .rules import score


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """The score if the game ended now, a power that is nearly unlocked, hexes to go on from, and anthills."""
    if after.over:
        return {}
    mine, theirs = int(score(after, box, seat)), int(score(after, box, 1 - seat))
    nearly = nearly_unlocked(after, box, seat)
    room, anthills = open_hexes_beside(after, seat), int(after.anthills[seat])
    return {"score": Merit(mine - theirs, say("If the game ended then: you {mine}, {who} {theirs}.", mine=mine,
                                              who=names[1 - seat], theirs=theirs)),
            "powers": Merit(len(nearly), say("One more crate then unlocks “{power}”.", power=power_words(nearly[0]))
                            if nearly and nearly != nearly_unlocked(before, box, seat) else ""),
            "room": Merit(room, plural(room, "You can go on from your numbers to {n} open hex.",
                                       "You can go on from your numbers to {n} open hexes.")),
            "anthills": Merit(anthills, plural(anthills, "You keep an anthill, to start somewhere new later.",
                                               "You keep {n} anthills, to start somewhere new later.") if anthills else "")}


def nearly_unlocked(state: Any, box: Any, seat: int) -> list[int]:
    """The powers of groups in which one crate is missing."""
    return [int(box.group_power[group]) for group in range(box.groups)
            if state.open_groups[seat] >> group & 1 and box.group_size[group] - state.crates[seat][group] == 1]


def open_hexes_beside(state: Any, seat: int) -> int:
    """How many open hexes lie next to a colony's numbers."""
    return sum((int(near) & int(free)).bit_count() for near, free in zip(state.near[seat][0], state.available))
