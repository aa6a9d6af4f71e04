"""What a marble can do with the hand, for whoever presses it before a card is chosen, and what comes later with a Joker."""

from collections.abc import Sequence
from typing import Any

from ...words import join_or, say
from .choices import marble_of_action, parts_of
from .moving import first_in_ring, rule_against_colour
from .names import card_name
from .plain_reasons import REASONS
from .reasons import rule_against_whole_card
from .rules import legal_list
from .state import CARD, DISCARD, JOKER, MARBLES, MOVE, RANKS, RING
from .turns import position_after


def meaning_of(view: Any, box: Any, ids: Sequence[str]) -> str:
    """Which cards of the viewer's hand can move the topmost of these parts, if it is a marble that the viewer moves; or why
    none of them can."""
    if view.over or view.phase != CARD or view.viewer != view.player:
        return ""
    marbles = {f"m-{seat}-{m}": (seat, m) for seat in movable_colours(view, box) for m in range(MARBLES)}
    found = next((marbles[id] for id in ids if id in marbles), None)
    if found is None:
        return ""
    seat, m = found
    if view.place[seat][m] == RING:
        m = first_in_ring(view, seat)                                   # all in the ring are alike
    if cards := [rank for rank in legal_list(view, box) if rank < DISCARD and can_move(view, box, rank, seat, m)]:
        return say("You can move this marble with: {cards}.", cards=join_or([card_name(rank) for rank in cards]))
    return why_it_stays(view, box, seat, m)


def too_early(view: Any, box: Any, ids: Sequence[str]) -> str:
    """What to press first, if one of these parts is a marble whose place a Joker can take, but not yet said with which one."""
    if view.over or view.phase != MOVE or view.rank != JOKER or view.viewer != view.player:
        return ""
    ways = legal_list(view, box)
    if any(id in parts_of(view, box, way) for way in ways for id in ids):
        return ""
    afters = [position_after(view, box, way) for way in ways]
    if not any(id in parts_of(after, box, jump) for after in afters for jump in legal_list(after, box) for id in ids):
        return ""
    if movable_colours(view, box) == [view.player]:
        return say("First tap your own marble, then this one.")
    return say("First tap the marble that jumps, then this one.")


def movable_colours(view: Any, box: Any) -> list[int]:
    """The seats whose marbles the player moves now."""
    mates = box.mates[view.player][:box.team_size[view.player]]
    return [seat for t, seat in enumerate(mates) if not rule_against_colour(view, box, t)]


def can_move(view: Any, box: Any, rank: int, seat: int, m: int) -> bool:
    """Whether a card that can be played can move this marble, as a whole or with a part of it."""
    after = position_after(view, box, rank)
    return any(marble_of_action(after, box, way) == (seat, m) for way in legal_list(after, box))


def why_it_stays(view: Any, box: Any, seat: int, m: int) -> str:
    """Why no card of the hand can move a marble."""
    rules = {rule_against_whole_card(view, box, rank, seat, m) for rank in range(RANKS) if view.hand[view.player][rank]}
    if len(rules) == 1 and (reason := REASONS.get(f"MJ-{rules.pop()}")):
        return say(reason)
    return say("None of your cards can move this marble: your own marbles are in the way, or the number doesn't fit.")
