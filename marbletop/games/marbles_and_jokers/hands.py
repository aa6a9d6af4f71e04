"""Drawings of hands, and of how many cards of each rank have been played."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import FACTS, HAND, OTHER, Panel, Part
from ...words import say
from .names import card_name
from .state import JOKER, RANK_NAMES, RANKS

CARD_WIDTH, CARD_HEIGHT, GAP, EDGE = 70, 98, 13, 8
LIFT = 9                                    # of the card that is being played
COUNT_WIDTH, COUNT_HEIGHT = 44, 46          # of a rank among the cards that were played


def hand_ids(seat: int, rank: int, count: int) -> tuple[str, ...]:
    """The ids of the cards of a rank in a hand."""
    return (f"hand-{seat}-{rank}", *(f"hand-{seat}-{rank}-{n}" for n in range(1, count)))


def draw_hand(view: Any, box: Any, seat: int, names: Sequence[str]) -> Panel:
    """A hand that the viewer sees, card by card; the one that is being played keeps its place and is lifted."""
    mine = seat == view.viewer
    in_play = view.rank if seat == view.player else -1
    cards = [draw(seat, rank, n, place) for place, (draw, rank, n) in enumerate(cards_in_order(view.hand[seat], in_play))]
    title = say("Your hand") if mine else say("{who}'s hand", who=names[seat])
    width = (box.hand + 1) * (CARD_WIDTH + GAP) - GAP + 2 * EDGE
    return Panel(HAND if mine else OTHER, title, width, CARD_HEIGHT + LIFT + 2 * EDGE, kit.together(say("Hand"), "", *cards),
                 seat, name="cards")


def cards_in_order(hand: Sequence[int], in_play: int) -> Iterator[tuple[Any, int, int]]:
    """How to draw each card of a hand, its rank, and its number among those of its rank, from left to right."""
    for rank in range(RANKS):
        for n in range(hand[rank]):
            yield hand_card, rank, n
        if rank == in_play:
            yield card_in_play, rank, 0


@kit.keep
def hand_card(seat: int, rank: int, n: int, place: int) -> Part:
    """A card of a hand."""
    return kit.card(hand_ids(seat, rank, n + 1)[n], RANK_NAMES[rank], point_of_card(place), CARD_WIDTH, card_name(rank))


@kit.keep
def card_in_play(seat: int, rank: int, _: int, place: int) -> Part:
    """The card that is being played, lifted above the others."""
    x, y = point_of_card(place)
    part = kit.card(f"card-in-play-{seat}", RANK_NAMES[rank], (x, y - LIFT), CARD_WIDTH,
                    say("{card}, being played", card=card_name(rank)))
    edge = {"x": -3, "y": -3, "width": CARD_WIDTH + 6, "height": CARD_HEIGHT + 6, "rx": 10, "fill": "none"}
    return part.add(kit.mark("rect", **edge, stroke="var(--legal-edge)", stroke_width=7),
                    kit.mark("rect", **edge, stroke="var(--legal)", stroke_width=4))


def point_of_card(place: int) -> kit.Point:
    return EDGE + place * (CARD_WIDTH + GAP), EDGE + LIFT


def draw_cards_played(view: Any, box: Any) -> Panel:
    """How many cards of each rank have been played."""
    counts = (draw_count(rank, view.discards[rank], box.deck[rank]) for rank in range(RANKS))
    return Panel(FACTS, say("Cards played"), 7 * COUNT_WIDTH, 2 * COUNT_HEIGHT,
                 kit.together(say("Cards played"), "", *counts), name="played")


@kit.keep
def draw_count(rank: int, count: int, all: int) -> Part:
    """A rank with how many of it have been played."""
    at = (COUNT_WIDTH * (rank % 7 + 0.5), COUNT_HEIGHT * (rank // 7))
    return Part(say("{card}: {n} of {all} played", card=card_name(rank), n=count, all=all), f"gone-{rank}", at).add(
        kit.text((0, 14), "★" if rank == JOKER else RANK_NAMES[rank], 17, title=True),
        kit.text((0, 33), count, 13, fill="var(--ink-2)"))
