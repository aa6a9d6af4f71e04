"""What speaks for a position, in sentences: for hints."""

from collections.abc import Sequence
from typing import Any

from ...core.hint import Merit
from ...words import join_and, join_or, plural, say
from .dangers import is_followed
from .moving import card_steps, rule_against_steps
from .names import card_with_article
from .state import JOKER, MARBLES, RANKS, RING


def merits(before: Any, after: Any, box: Any, seat: int, names: Sequence[str]) -> dict[str, Merit]:
    """Cards that could bring a marble home next, Jokers and ways out that are kept, marbles on the way, and whether rivals
    follow them."""
    if after.over:
        return {}
    kept, places = kept_cards(before, after, seat), after.place[seat][:box.marbles]
    home = [rank for rank in kept if brings_home(after, box, seat, rank)]
    exits = [rank for rank in kept if box.exits >> rank & 1] if RING in places else []
    clever = [rank for rank in kept if (box.splits | box.retreats) >> rank & 1]
    on_way = [place for place in places if RING < place <= box.length]
    followed = sum(is_followed(after, box, seat, place) for place in on_way)
    return {"home": told(home, say("Next turn {cards} could bring a marble home.", cards=join_or(called(home)))),
            "joker": Merit(kept.get(JOKER, 0), say("You keep a Joker for later.") if JOKER in kept else ""),
            "exits": told(exits, say("You keep {cards} to bring the next marble out.", cards=join_and(called(exits)))),
            "clever": told(clever, say("You keep {cards}, which can do more than go forward.", cards=join_and(called(clever)))),
            "way": told(on_way, plural(len(on_way), "That makes {n} marble on its way home.",
                                       "That makes {n} marbles on their way home.")),
            "safe": Merit(-followed, say("Then no rival is close behind your marbles.") if on_way and not followed else "")}


def told(some: Sequence[int], words: str) -> Merit:
    """So many of something; none are not told."""
    return Merit(len(some), words if some else "")


def called(ranks: Sequence[int]) -> list[str]:
    return [card_with_article(rank) for rank in ranks] or [""]


def kept_cards(before: Any, after: Any, seat: int) -> dict[int, int]:
    """The cards that a seat had and has not played since; none if the discards were shuffled in the meantime."""
    played = [after.discards[rank] - before.discards[rank] for rank in range(RANKS)]
    left = {rank: int(before.hand[seat][rank] - played[rank]) for rank in range(RANKS)}
    return {rank: n for rank, n in left.items() if n > 0} if min(played) >= 0 else {}


def brings_home(state: Any, box: Any, seat: int, rank: int) -> bool:
    """Whether a card could bring a marble from the track into the home slot as it stands."""
    steps = int(card_steps(box, rank))
    return any(RING < here <= box.length < here + steps and not rule_against_steps(state, box, seat, m, steps)
               for m, here in enumerate(state.place[seat][:MARBLES]))
