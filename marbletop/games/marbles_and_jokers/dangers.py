"""Whether a marble on the track could be hit: as far as the board tells, whatever the hands hold."""

from collections.abc import Sequence
from typing import Any

from ...words import join_or, say, tell
from .moving import card_steps, reach_past, rule_against_exit_card, rule_against_steps
from .names import card_with_article, people, seats_in
from .places import goals_of
from .state import FARTHEST, JOKER, MARBLES, RANKS, RING


def rivals_of(box: Any, seat: int) -> list[int]:
    return [other for other in seats_in(box) if box.team[other] != box.team[seat]]


def is_followed(state: Any, box: Any, seat: int, place: int) -> bool:
    """Whether a rival's marble is behind a place, no further than the highest card goes."""
    space = box.space[seat][place]
    return any(0 < (space - box.space[rival][there]) % box.length <= FARTHEST for rival in rivals_of(box, seat)
               for there in state.place[rival] if RING < there <= box.length)


def danger_words(state: Any, box: Any, seat: int, place: int, names: Sequence[str]) -> str:
    """Who could hit a marble of a seat at a place, and with which cards; '' if nobody could. Jokers are no news, as they could
    hit every marble, and parts of a split card are not counted."""
    cards = {rival: cards_that_hit(state, box, rival, box.space[seat][place]) for rival in rivals_of(box, seat)}
    rivals = [rival for rival in cards if cards[rival]]
    if len(rivals) > 1:
        return say("Risk: {rivals} could hit it.", rivals=people([names[rival] for rival in rivals]))
    return "".join(tell(names[rival], "Risk: you could hit it with {cards}.", "Risk: {who} could hit it with {cards}.",
                        cards=join_or([card_with_article(rank) for rank in cards[rival]])) for rival in rivals)


def cards_that_hit(state: Any, box: Any, rival: int, space: int) -> list[int]:
    """The ranks, of which not all cards are played, that bring a rival's marble to a space."""
    return [rank for rank in range(RANKS) if rank != JOKER and state.discards[rank] < box.deck[rank]
            and any(reaches(state, box, rank, rival, m, space) for m in range(MARBLES))]


def reaches(state: Any, box: Any, rank: int, seat: int, m: int, space: int) -> bool:
    """Whether a card brings a marble from the start ring or along the track to a space."""
    here, steps = state.place[seat][m], int(card_steps(box, rank))
    if here == RING:
        return bool(space == box.space[seat][box.start] and not rule_against_exit_card(state, box, rank, seat, m))
    if here > box.length or all(box.space[seat][goal] != space for goal in goals_of(box, seat, here, steps)
                                if goal <= box.length):
        return False
    return bool(reach_past(state, box, seat, m) >> steps & 1 if here + steps > box.length
                else not rule_against_steps(state, box, seat, m, steps))
