"""What a table shows beside the name of each player: team, marbles home, and what is known of the hand."""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Seat
from ...words import join_and, join_or, plural, say
from .names import card_name, team_of
from .pictures import COLOURS
from .state import MARBLES, RANKS


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its marbles at home, its team, and what is known of its hand."""
    facts = [team_fact(view, box, seat, names), plural(view.hand_size[seat], "{n} card", "{n} cards")]
    if view.sideways[seat]:
        facts.append(plural(view.sideways[seat], "{n} card sideways", "{n} cards sideways"))
    if view.proven[seat] and (absent := [card_name(rank) for rank in range(RANKS) if view.absent[seat] >> rank & 1]):
        facts.append(plural(view.proven[seat], "{n} card, not {ranks}", "{n} cards, none of them {ranks}",
                            ranks=join_or(absent)))
    return Seat(seat, COLOURS[seat], say("{n} of {all} home", n=view.home[seat], all=MARBLES), tuple(filter(None, facts)),
                not view.over and view.player == seat, names[seat], side=side_of(view, box, seat),
                progress=(COLOURS[seat],) * view.home[seat] + ("",) * (MARBLES - view.home[seat]))


def side_of(view: Any, box: Any, seat: int) -> int:
    """The number of a seat's team, the viewer's own first and then clockwise; -1 if everybody plays alone."""
    if box.alone:
        return -1
    first = max(view.viewer, 0)
    teams = [box.team[(first + n) % view.seats] for n in range(view.seats)]
    return list(dict.fromkeys(teams)).index(box.team[seat])


def team_fact(view: Any, box: Any, seat: int, names: Sequence[str]) -> str:
    """Whether a seat plays with the viewer or against them; if that is not enough, with whom. "" if everybody plays alone, and
    for the viewer, who reads it at the head of the page."""
    if box.alone or seat == view.viewer:
        return ""
    if view.viewer >= 0 and box.team[seat] == box.team[view.viewer]:
        return say("your partner")
    if view.viewer >= 0 and len(set(box.team[:view.seats])) == 2:
        return say("your rival")
    return with_mates(box, seat, names)


def partner_line(view: Any, box: Any, names: Sequence[str]) -> str:
    """With whom the viewer plays, and how far they are, for the head of the page."""
    if view.viewer < 0:
        return ""
    team = team_of(box, view.viewer)
    home = say("{n} of {all} home", n=sum(view.home[seat] for seat in team), all=MARBLES * len(team))
    return " · ".join(filter(None, [with_mates(box, view.viewer, names), home]))


def with_mates(box: Any, seat: int, names: Sequence[str]) -> str:
    mates = [names[mate] for mate in team_of(box, seat)[1:]]
    return say("with {who}", who=join_and(mates)) if mates else ""
