"""Whether a marble on the track could be hit: as far as the board tells, whatever the hands hold."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...words import join_and, join_or, say, tell
from .moving import card_steps, reach_past, rule_against_exit_card, rule_against_steps
from .names import card_with_article, seats_in
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
    hit every marble, and parts of a split card are not counted: so the cards are told as examples."""
    cards = dangers_at(state, box, seat, place)
    if len(cards) > 1:
        return say("Risk: it could be sent back, say by {rivals}.",
                   rivals=join_and([hitter(names[rival], ranks) for rival, ranks in cards.items()]))
    return "".join(tell(names[rival], "Risk: you could send it back, say with {cards}.",
                        "Risk: {who} could send it back, say with {cards}.", cards=ranks_in_words(ranks))
                   for rival, ranks in cards.items())


def hitter(name: str, cards: Sequence[int]) -> str:
    """One of several who could hit a marble."""
    return tell(name, "you with {cards}", "{who} with {cards}", cards=ranks_in_words(cards))


def ranks_in_words(ranks: Sequence[int]) -> str:
    return join_or([card_with_article(rank) for rank in ranks])


def dangers_at(state: Any, box: Any, seat: int, place: int) -> dict[int, list[int]]:
    """The rivals that could hit a marble of a seat at a place, with their cards."""
    found = {rival: cards_that_hit(state, box, rival, box.space[seat][place]) for rival in rivals_of(box, seat)}
    return {rival: cards for rival, cards in found.items() if cards}


def cards_that_hit(state: Any, box: Any, rival: int, space: int) -> list[int]:
    """The ranks, of which not all cards are played, that bring a rival's marble to a space."""
    return sorted({rank for m in range(MARBLES) for rank in spaces_ahead(box, rival, state.place[rival][m]).get(space, ())
                   if state.discards[rank] < box.deck[rank] and reaches(state, box, rank, rival, m)})


@kit.keep
def spaces_ahead(box: Any, seat: int, here: int) -> dict[int, list[int]]:
    """The spaces to which cards, apart from the Joker, lead from a place if nothing is in the way, with these cards."""
    found: dict[int, list[int]] = {}
    for rank in range(RANKS):
        steps = int(card_steps(box, rank))
        goals = ([box.start] if box.exits >> rank & 1 else []) if here == RING else goals_of(box, seat, here, steps)
        for goal in goals if rank != JOKER and here <= box.length else []:
            if goal <= box.length:
                found.setdefault(int(box.space[seat][goal]), []).append(rank)
    return found


def reaches(state: Any, box: Any, rank: int, seat: int, m: int) -> bool:
    """Whether nothing keeps a card whose steps fit from bringing a marble from the start ring or along the track."""
    here, steps = state.place[seat][m], int(card_steps(box, rank))
    if here == RING:
        return not rule_against_exit_card(state, box, rank, seat, m)
    return bool(reach_past(state, box, seat, m) >> steps & 1 if here + steps > box.length
                else not rule_against_steps(state, box, seat, m, steps))
