"""Refuses positions that no game can reach, with the rule that they break."""

from typing import Any

from ...core.errors import BadNotation
from .moving import is_on_field
from .state import CARD, MARBLES


def check_position(state: Any, box: Any) -> None:
    """BadNotation if a position cannot be."""
    check_teams(state, box)
    for seat in range(state.seats):
        check_hand(state, box, seat)
        check_sideways(state, box, seat)


def check_teams(state: Any, box: Any) -> None:
    """The match ends at once when all marbles of a team are home, and only then somebody has won [MJ-50]."""
    open_teams = {box.team[seat] for seat in range(state.seats) if state.home[seat] < MARBLES}
    complete = {box.team[seat] for seat in range(state.seats)} - open_teams
    if complete and not state.over:
        raise BadNotation("All marbles of a team are home, so the game is over: write won:{team} ({rule}).",
                          team=min(complete), rule="MJ-50")
    if state.winner in open_teams:
        raise BadNotation("A team wins when all its marbles are home, and this one has some left ({rule}).", rule="MJ-50")


def check_hand(state: Any, box: Any, seat: int) -> None:
    """A card is drawn before (or after) every card that is played [MJ-4]."""
    drawn = state.phase == CARD and seat == state.player and not box.draw_after
    usual = {box.hand + 1} if drawn else {box.hand} if state.phase == CARD or seat != state.player else {
        box.hand - 1, box.hand, box.hand + 1}
    if not state.over and state.hand_size[seat] not in usual:
        raise BadNotation("p{seat} has {n} cards in hand and should have {right} at this moment ({rule}).", seat=seat,
                          n=state.hand_size[seat], right=max(usual), rule="MJ-4")


def check_sideways(state: Any, box: Any, seat: int) -> None:
    """Cards lie sideways only while a seat has no marble on the field [MJ-37]."""
    if state.sideways[seat] and (is_on_field(state, box, seat) or state.home[seat] == MARBLES):
        raise BadNotation("p{seat} has sideways cards and a marble on the field, or all of them home. The count goes back to 0 "
                          "then ({rule}).", seat=seat, rule="MJ-37")
