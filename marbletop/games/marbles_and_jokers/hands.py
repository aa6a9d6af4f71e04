"""Drawings of hands, and of how many cards of each rank have been played."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import FACTS, HAND, OTHER, Panel, Part
from ...words import say
from .cards import CARD_HEIGHT, CARD_WIDTH, card_sheet, draw_face, spoken_card
from .names import card_name, card_sign
from .plain_reasons import ON_CARDS
from .reasons import rule_against_rank
from .rules import held_ranks, list_cards, playable_ranks
from .state import CARD, DISCARD, MOST_LEGAL, RANKS, SPLIT

GAP, EDGE = 13, 10
LIFT = 9                                    # of the card that is being played
BEHIND = 26                                 # how far equal cards look out from behind the first
COUNT_WIDTH, COUNT_HEIGHT = 44, 46          # of a rank among the cards that were played


def draw_hand(view: Any, box: Any, seat: int, names: Sequence[str], deciding: bool = False) -> Panel:
    """A hand that the viewer sees, rank by rank; the card that is being played keeps its place and is lifted. While the viewer
    is deciding, cards that can do nothing say why."""
    mine = seat == view.viewer
    width = (box.hand + 1) * (CARD_WIDTH + GAP) - GAP + 2 * EDGE
    useless = tuple(useless_cards(view, box)) if mine and deciding else ()
    cards = draw_cards(box, seat, tuple(view.hand[seat]), view.rank if seat == view.player else -1, width, useless)
    title = say("Your hand") if mine else say("{who}'s hand", who=names[seat])
    return Panel(HAND if mine else OTHER, title, width, CARD_HEIGHT + LIFT + 2 * EDGE, cards, seat, name="cards")


def useless_cards(view: Any, box: Any) -> list[tuple[int, str]]:
    """The cards of the player's hand that may not be chosen, as nothing can be done with them now, with a word or two why."""
    if view.phase == SPLIT:
        return []                           # a marble has moved already: another card is no choice
    in_play = 0 if view.phase == CARD else 1 << view.rank
    held, actions = held_ranks(view), [0] * MOST_LEGAL
    able = playable_ranks(view, box, held | in_play) & (held | in_play)
    chosen = {action % DISCARD for action in actions[:list_cards(box, held | in_play, able, actions)]}
    return [(rank, say(ON_CARDS[rule])) for rank in range(RANKS) if held >> rank & 1 and rank not in chosen
            and (rule := f"MJ-{rule_against_rank(view, box, rank)}") in ON_CARDS]


@kit.keep
def draw_cards(box: Any, seat: int, hand: tuple[int, ...], in_play: int, width: float,
               useless: tuple[tuple[int, str], ...] = ()) -> Part:
    """The cards of a hand from left to right, by rank, in the middle of this width; those that are useless now with why."""
    slots = [(rank, hand[rank] + (rank == in_play)) for rank in range(RANKS) if hand[rank] or rank == in_play]
    part, x = Part(say("Hand")), (width + GAP - sum(slot_width(count) for _, count in slots)) / 2
    for rank, count in slots:
        if hand[rank]:
            part.add(hand_cards(box, seat, rank, hand[rank], rank == in_play, x, dict(useless).get(rank, "")))
        if rank == in_play:
            part.add(card_in_play(box, seat, rank, x))
        x += slot_width(count)
    return part


def slot_width(count: int) -> float:
    """The room for the cards of one rank, with the gap after them."""
    return CARD_WIDTH + GAP + (BEHIND if count > 1 else 0)


@kit.keep
def hand_cards(box: Any, seat: int, rank: int, count: int, lifted: bool, x: float, why_not: str = "") -> Part:
    """The cards of one rank on a heap: it does not matter which of them is played. How many they are stands on what is seen of
    those behind the first, which may be lifted off them."""
    card = spoken_card(box, rank)
    name = card if count == 1 else say("{n} cards: {card}", n=count, card=card)
    if why_not:
        name = say("{card} (not now: {why})", card=name, why=why_not)
    part = Part(name, f"hand-{seat}-{rank}", (x, EDGE + LIFT), "card").add(card_sheet(BEHIND if lifted else 0))
    if count > 1:
        middle = (CARD_WIDTH + BEHIND / 2 + 2, CARD_HEIGHT / 2)
        part.add(card_sheet(BEHIND), kit.text(middle, f"\u00d7{count}", 15, fill="var(--card-ink)", weight=650))
    if lifted:
        return part
    return part.add(draw_face(box, rank, CARD_WIDTH, why_not))


@kit.keep
def card_in_play(box: Any, seat: int, rank: int, x: float) -> Part:
    """The card that is being played, lifted above the others."""
    edge = {"x": -3, "y": -3, "width": CARD_WIDTH + 6, "height": CARD_HEIGHT + 6, "rx": 10, "fill": "none"}
    return Part(say("{card}, being played", card=card_name(rank)), f"card-in-play-{seat}", (x, EDGE), "card").add(
        draw_face(box, rank, CARD_WIDTH),
        kit.mark("rect", **edge, stroke="var(--legal-edge)", stroke_width=7),
        kit.mark("rect", **edge, stroke="var(--legal)", stroke_width=4))


def draw_cards_played(view: Any, box: Any) -> Panel:
    """How many cards of each rank have been played."""
    return Panel(FACTS, say("Cards played"), 7 * COUNT_WIDTH, 2 * COUNT_HEIGHT, draw_counts(box, tuple(view.discards)),
                 name="played")


@kit.keep
def draw_counts(box: Any, played: tuple[int, ...]) -> Part:
    """All ranks with how many of each have been played."""
    return Part(say("Cards played")).add(draw_count(rank, played[rank], box.deck[rank]) for rank in range(RANKS))


@kit.keep
def draw_count(rank: int, count: int, all: int) -> Part:
    """A rank with how many of it have been played."""
    at = (COUNT_WIDTH * (rank % 7 + 0.5), COUNT_HEIGHT * (rank // 7))
    return Part(say("{card}: {n} of {all} played", card=card_name(rank), n=count, all=all), f"gone-{rank}", at).add(
        kit.text((0, 14), card_sign(rank), 17, title=True),
        kit.text((0, 33), count, 13, fill="var(--ink-2)"))
