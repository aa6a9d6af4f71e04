"""Whether a marble on the track could be hit: as far as the board tells, whatever the hands hold."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...drawing import kit
from ...words import join_and, join_or, say, tell
from .moving import card_steps, reach_past, rule_against_exit_card, rule_against_steps
from .names import card_with_article, seats_in
from .places import goals_of, hole_of
from .state import FARTHEST, JOKER, MARBLES, RANKS, RING

MOST_EXAMPLES = 2                           # cards of a rival, where there is little room


def rivals_of(box: Any, seat: int) -> list[int]:
    return [other for other in seats_in(box) if box.team[other] != box.team[seat]]


def is_followed(state: Any, box: Any, seat: int, place: int) -> bool:
    """Whether a rival's marble is behind a place, no further than the highest card goes."""
    space = box.space[seat][place]
    return any(0 < (space - box.space[rival][there]) % box.length <= FARTHEST for rival in rivals_of(box, seat)
               for there in state.place[rival] if RING < there <= box.length)


def danger_words(state: Any, box: Any, seat: int, place: int, names: Sequence[str], left: Sequence[int] = ()) -> str:
    """Who could hit a marble of a seat at a place, and with which cards; '' if nobody could. Jokers are no news, as they could
    hit every marble, and parts of a split card are not counted: so the cards are told as examples. `left` are places where
    others of the seat could be hit."""
    cards = dangers_at(state, box, seat, place)
    if cards and left:
        return say("Risk: {rivals}. Also in reach: {holes}.", holes=join_and([hole_of(box, seat, one, names) for one in left]),
                   rivals=join_and([hitter(names[rival], ranks[:MOST_EXAMPLES]) for rival, ranks in cards.items()]))
    if len(cards) > 1:
        return say("Risk: it could be sent back, say by {rivals}.",
                   rivals=join_and([hitter(names[rival], ranks) for rival, ranks in cards.items()]))
    return "".join(tell(names[rival], "Risk: you could send it back, say with {cards}.",
                        "Risk: {who} could send it back, say with {cards}.", cards=ranks_in_words(ranks))
                   for rival, ranks in cards.items())


def words_for_left(left: Mapping[int, Mapping[int, Sequence[int]]], box: Any, seat: int, names: Sequence[str]) -> str:
    """Who could hit marbles of a seat that stay where they are, by their places; '' if nobody could."""
    rivals = {rival for dangers in left.values() for rival in dangers}
    if not left:
        return ""
    if len(left) > 1 or len(rivals) > 1:
        holes = join_and([hole_of(box, seat, place, names) for place in left])
        return say("Left behind: rivals can hit {holes}.", holes=holes)
    ((place, dangers),), (rival,) = left.items(), rivals
    return tell(names[rival], "Left behind: you can hit {hole} with {cards}.",
                "Left behind: {who} can hit {hole} with {cards}.", hole=hole_of(box, seat, place, names),
                cards=ranks_in_words(dangers[rival][:MOST_EXAMPLES]))


def hitter(name: str, cards: Sequence[int]) -> str:
    """One of several who could hit a marble."""
    return tell(name, "you with {cards}", "{who} with {cards}", cards=ranks_in_words(cards))


def ranks_in_words(ranks: Sequence[int]) -> str:
    return join_or([card_with_article(rank) for rank in ranks])


def dangers_at(state: Any, box: Any, seat: int, place: int) -> dict[int, list[int]]:
    """The rivals that could hit a marble of a seat at a place, with their cards."""
    return with_cards_left(ranks_against(state, box, seat, place), state, box)


def ranks_against(state: Any, box: Any, seat: int, place: int) -> dict[int, list[int]]:
    """By rival, the ranks that bring a marble of theirs to a place of a seat, even if all cards of a rank are played."""
    return {rival: ranks_to(state, box, rival, box.space[seat][place]) for rival in rivals_of(box, seat)}


def ranks_to(state: Any, box: Any, rival: int, space: int) -> list[int]:
    """The ranks that bring a rival's marble to a space."""
    return sorted({rank for m in range(MARBLES) for rank in spaces_ahead(box, rival, state.place[rival][m]).get(space, ())
                   if reaches(state, box, rank, rival, m)})


def with_cards_left(ranks: Mapping[int, Sequence[int]], state: Any, box: Any) -> dict[int, list[int]]:
    """The rivals that could play one of their ranks, with those of which not all cards are played."""
    found = {rival: [rank for rank in some if state.discards[rank] < box.deck[rank]] for rival, some in ranks.items()}
    return {rival: some for rival, some in found.items() if some}


class Standing:
    """What marbles have to fear where they stand, for all choices of a position: a move that hits nobody changes nothing for
    those that it leaves behind, for one's own marbles are in nobody else's way. It is worked out when it is first asked for."""

    def __init__(self) -> None:
        self._ranks: dict[tuple[int, int], dict[int, list[int]]] = {}           # by seat and place

    def left_behind(self, after: Any, box: Any, seat: int, goal: int, hits: bool) -> dict[int, dict[int, list[int]]]:
        """After a move of a marble to a place of its seat: the places of the seat's other marbles on the track that rivals
        could hit, with these rivals and their cards."""
        found: dict[int, dict[int, list[int]]] = {}
        for place in sorted({place for place in after.place[seat] if RING < place <= box.length} - {goal}):
            if hits:
                ranks = ranks_against(after, box, seat, place)
            elif (seat, place) in self._ranks:
                ranks = self._ranks[seat, place]
            else:
                ranks = self._ranks[seat, place] = ranks_against(after, box, seat, place)
            if dangers := with_cards_left(ranks, after, box):
                found[place] = dangers
        return found


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
