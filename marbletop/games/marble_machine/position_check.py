"""Refuses positions that no game can reach, with the rule that they break."""

from typing import Any

from ...core.errors import BadNotation
from .names import write_space
from .state import AIM, FINISHED, NEXT, ON_BOARD, SOLID_WALL, STUCK


def check_position(state: Any, box: Any) -> None:
    """BadNotation if a position cannot be."""
    for m in range(state.drawn):
        check_marble(state, m)
    check_end(state, box)


def check_marble(state: Any, m: int) -> None:
    """No marble lies on the Solid Wall, and a new one waits while it is aimed [MM-20, MM-34]."""
    space = state.space[m]
    if state.place[m] in (ON_BOARD, STUCK) and state.part[space] == SOLID_WALL:
        raise BadNotation("A marble lies on {space}, and so does the Solid Wall, which lets nothing in ({rule}).",
                          space=write_space(space), rule="MM-34")
    if (state.place[m] == NEXT) != (state.phase == AIM and m == state.drawn - 1):
        raise BadNotation("A marble waits beside the board exactly while it is aimed: write @next for the last marble in phase "
                          "aim, and only there ({rule}).", rule="MM-20")


def check_end(state: Any, box: Any) -> None:
    """Nobody plays any more when somebody has enough marbles or the last one has been played [MM-60, MM-61]."""
    if state.phase in (AIM, FINISHED):
        return
    if max(state.collected) >= box.quota:
        raise BadNotation("Somebody has {n} marbles, and {quota} bring the Final Phase, so nobody plays any more ({rule}).",
                          n=max(state.collected), quota=box.quota, rule="MM-60")
    if not sum(state.bag):
        raise BadNotation("All marbles have been played, so the Final Phase has begun and nobody plays any more ({rule}).",
                          rule="MM-61")
