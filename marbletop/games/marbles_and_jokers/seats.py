"""What a table shows beside the name of each player: team, marbles home, cards. And what is known of their hands."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import Seat
from ...words import join_and, join_or, phrase, plural, say
from .names import card_name, team_of
from .pictures import COLOURS
from .state import MARBLES, RANKS

OUR_TEAM, THEIR_TEAM = phrase("Your team: {n} of {all} home"), phrase("Rivals: {n} of {all} home")
A_TEAM = phrase("{n} of {all} home")


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its marbles at home, its team, and its cards."""
    hand = hand_fact(view.hand_size[seat], view.sideways[seat], box.free_exit)
    team, side = team_fact(box, view.viewer, view.seats, seat, tuple(names)), side_of(box, view.viewer, view.seats, seat)
    home, facts = say("{n} of {all} home", n=view.home[seat], all=MARBLES), (team, hand) if team else (hand,)
    return Seat(seat, COLOURS[seat], home, facts, not view.over and view.player == seat, names[seat], side=side,
                progress=(COLOURS[seat],) * view.home[seat] + ("",) * (MARBLES - view.home[seat]))


@kit.keep
def hand_fact(size: int, sideways: int, most: int) -> str:
    """How many cards a seat has. While it comes closer to a marble by discards, how many of these it has made."""
    return say("{n}/{all} discarded", n=sideways, all=most) if sideways and most else plural(size, "{n} card", "{n} cards")


def known_hands(view: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """What discards have shown of the hands of others."""
    return [(say("{who}'s hand", who=names[seat]), known_cards(view.proven[seat], view.absent[seat]))
            for seat in range(view.seats) if seat != view.viewer and view.proven[seat] and view.absent[seat]]


@kit.keep
def known_cards(proven: int, absent: int) -> str:
    """That so many cards are none of these ranks, which are given as bits."""
    ranks = join_or([card_name(rank) for rank in range(RANKS) if absent >> rank & 1])
    return plural(proven, "{n} card, not {ranks}", "{n} cards, none of them {ranks}", ranks=ranks)


@kit.keep
def side_of(box: Any, viewer: int, seats: int, seat: int) -> int:
    """The number of a seat's team, the viewer's own first and then clockwise; -1 if everybody plays alone."""
    if box.alone:
        return -1
    first = max(viewer, 0)
    teams = [box.team[(first + n) % seats] for n in range(seats)]
    return list(dict.fromkeys(teams)).index(box.team[seat])


@kit.keep
def team_fact(box: Any, viewer: int, seats: int, seat: int, names: tuple[str, ...]) -> str:
    """Whether a seat plays with the viewer or against them; if that is not enough, with whom. "" if everybody plays alone, and
    for the viewer, who reads it at the head of the page."""
    if box.alone or seat == viewer:
        return ""
    if viewer >= 0 and box.team[seat] == box.team[viewer]:
        return say("your partner")
    if viewer >= 0 and are_two_teams(box, seats):
        return say("your rival")
    return with_mates(box, seat, names)


def partner_line(view: Any, box: Any, names: Sequence[str]) -> str:
    """With whom the viewer plays, for the head of the page, in their own turn: after the name of somebody else one would take
    it for that one's partner. How far they are, if that stands in no line about the team."""
    if view.viewer < 0:
        return ""
    mates = with_mates(box, view.viewer, names) if view.player == view.viewer else ""
    if are_two_teams(box, view.seats):
        return mates
    team = team_of(box, view.viewer)
    home = say("{n}/{all} home", n=sum(view.home[seat] for seat in team), all=MARBLES * len(team))
    return " · ".join(filter(None, [mates, home]))


def team_lines(view: Any, box: Any) -> tuple[str, ...]:
    """How many marbles each of two teams has home, the viewer's own first."""
    if not are_two_teams(box, view.seats):
        return ()
    teams = [team_of(box, max(view.viewer, 0)), team_of(box, (max(view.viewer, 0) + 1) % view.seats)]
    titles = (OUR_TEAM, THEIR_TEAM) if view.viewer >= 0 else (A_TEAM, A_TEAM)
    return tuple([say(title, n=sum(view.home[seat] for seat in team), all=MARBLES * len(team))
                  for title, team in zip(titles, teams)])


def are_two_teams(box: Any, seats: int) -> bool:
    return not box.alone and len(set(box.team[:seats])) == 2


def with_mates(box: Any, seat: int, names: Sequence[str]) -> str:
    mates = [names[mate] for mate in team_of(box, seat)[1:]]
    return say("with {who}", who=join_and(mates)) if mates else ""
