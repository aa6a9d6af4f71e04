"""What a seat sees: the ring of linked boards with its own at the bottom, hands, piles, and its choices.

pictures.py and hands.py draw the panels, plan.py says where everything lies, and choices.py makes the choices.
"""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import join_and, join_or, plural, say, tell
from .choices import choice_of, parts_of
from .diagram import diagram
from .hands import draw_cards_played, draw_hand
from .names import SEAT_NAMES, card_name, team_of
from .pictures import COLOURS, draw_board
from .rules import legal_list
from .sentences import win_sentence
from .state import CARD, DISCARD, JOKER, MARBLES, RANKS, SPLIT, SPLIT_ANY, SPLIT_FORWARD, TARGET, TURN

__all__ = ["parts_of", "scene"]

def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown."""
    names = names or [say(name) for name in SEAT_NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    seen = [seat for seat in range(view.seats) if seat == view.viewer or any(view.hand[seat])]
    seen.sort(key=lambda seat: seat != view.viewer)
    return Scene(
        title=say("Marbles and Jokers"), status="" if moving else status_of(view, box, names),
        panels=[draw_board(view, box, names), *(draw_hand(view, box, seat, names) for seat in seen),
                draw_cards_played(view, box)],
        seats=[] if moving else [seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[] if moving else facts_of(view, box),
        choices=[choice_of(view, box, action, names) for action in (legal_list(view, box) if mine else ())],
        remark=say("Our own version of the board."), diagram=lambda: diagram(view, box))


def facts_of(view: Any, box: Any) -> list[tuple[str, str]]:
    """The piles."""
    return [(say("Cards in the pile"), str(view.pile_size)), (say("Cards played"), str(sum(view.discards))),
            (say("Jokers played"), say("{some} of {all}", some=view.discards[JOKER], all=box.deck[JOKER]))]


# Whose turn it is and what to do


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what they have to decide, or how the game ended."""
    if view.over:
        return say("The turn limit is reached. It's a draw.") if view.winner < 0 else win_sentence(box, names, view.winner)
    who = names[view.player]
    if view.phase == CARD:
        return card_prompt(view, box, who)
    card = card_name(view.rank)
    if view.phase == TARGET:
        return target_prompt(box, who)
    if view.phase == SPLIT:
        return split_prompt(view, box, who, card)
    if view.phase == TURN:
        return tell(who, "Turn into the Home Slot, or go past it?", "{who} is deciding whether to turn in or go past.")
    if view.rank == JOKER:
        return tell(who, "Which marble jumps with the Joker? Tap it.", "{who} is choosing a marble for the Joker.")
    if box.split[view.rank]:
        return tell(who, "Which way shall the {card} go? Tap a marked place.", "{who} is choosing a way for the {card}.",
                    card=card)
    return tell(who, "Which marble moves with the {card}? Tap it.", "{who} is choosing a marble for the {card}.", card=card)


def card_prompt(view: Any, box: Any, who: str) -> str:
    """What the player does with the hand; others do not learn what is possible."""
    if view.viewer == view.player:
        legal = legal_list(view, box)
        if legal[0] >= DISCARD:
            return tell(who, "No card can move a marble. Choose one to discard.", "{who} is choosing a card.")
        if legal[0] == JOKER and legal[-1] >= DISCARD:
            return tell(who, "Only your Joker can move a marble. Play it, or discard a card.", "{who} is choosing a card.")
        if legal[-1] >= DISCARD:
            return tell(who, "Play a card to move a marble, or discard one.", "{who} is choosing a card.")
    return tell(who, "Play a card to move a marble. Tap one to see where it leads.", "{who} is choosing a card.")


def target_prompt(box: Any, who: str) -> str:
    if box.alone:
        return tell(who, "Joker: jump onto a marble. It goes back to its Start Ring.",
                    "Joker: {who} is choosing a marble to land on.")
    return tell(who, "Joker: jump onto a marble. Rivals go back to their ring, teammates to their home space.",
                "Joker: {who} is choosing a marble to land on.")


def split_prompt(view: Any, box: Any, who: str, card: str) -> str:
    """What is left of a split card, and in which direction."""
    n = abs(view.rest)
    if box.split[view.rank] == SPLIT_ANY:
        return tell(who, "Now another marble: {n} left of the {card}, forward or back.",
                    "{who} has {n} left of the {card} for another marble.", n=n, card=card)
    if box.split[view.rank] == SPLIT_FORWARD:
        return tell(who, "Now another marble: {n} left of the {card}.", "{who} has {n} left of the {card} for another marble.",
                    n=n, card=card)
    if view.rest < 0:
        return tell(who, "Now another marble: {n} back, the rest of the {card}.",
                    "{who} has {n} back left of the {card} for another marble.", n=n, card=card)
    return tell(who, "Now another marble: {n} forward, the rest of the {card}.",
                "{who} has {n} forward left of the {card} for another marble.", n=n, card=card)


# Seats


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its marbles at home, its team, and what is known of its hand."""
    facts = [team_fact(view, box, seat, names), plural(view.hand_size[seat], "{n} card", "{n} cards")]
    if view.sideways[seat]:
        facts.append(plural(view.sideways[seat], "{n} card sideways", "{n} cards sideways"))
    if view.proven[seat] and (absent := [card_name(rank) for rank in range(RANKS) if view.absent[seat] >> rank & 1]):
        facts.append(plural(view.proven[seat], "{n} card, not {ranks}", "{n} cards, none of them {ranks}",
                            ranks=join_or(absent)))
    return Seat(seat, COLOURS[seat], say("{n} of {all} home", n=view.home[seat], all=MARBLES), tuple(filter(None, facts)),
                not view.over and view.player == seat, names[seat])


def team_fact(view: Any, box: Any, seat: int, names: Sequence[str]) -> str:
    """With whom a seat plays, as the viewer would say it; "" if everybody plays alone."""
    if box.alone:
        return ""
    if view.viewer >= 0 and seat != view.viewer and box.team[seat] == box.team[view.viewer]:
        return say("your partner")
    mates = [names[mate] for mate in team_of(box, seat)[1:]]
    return say("with {who}", who=join_and(mates)) if mates else ""
