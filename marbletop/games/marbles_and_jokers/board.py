"""What a seat sees: the ring of linked boards with its own at the bottom, hands, piles, and its choices.

pictures.py draws the panels, plan.py says where everything lies, and choices.py makes the choices.
"""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import join_and, phrase, plural, say
from .choices import choice_of, parts_of
from .diagram import diagram
from .names import SEAT_NAMES
from .pictures import COLOURS, draw_board, draw_discards, draw_hand
from .rules import legal_list
from .state import CARD, JOKER, MOVE, RANK_NAMES, RANKS, SPLIT, TARGET, TURN

__all__ = ["parts_of", "scene"]

DECISIONS = {
    CARD: phrase("{who} to choose a card."), MOVE: phrase("{who} to choose what the {card} moves."),
    TARGET: phrase("{who} to choose the Joker's target."), TURN: phrase("{who} to turn in or go past."),
    SPLIT: phrase("{who} to move the other {n} of the {card}."),
}


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown."""
    names = names or [say(name) for name in SEAT_NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    seen = [seat for seat in range(view.seats) if seat == view.viewer or any(view.hand[seat])]
    seen.sort(key=lambda seat: seat != view.viewer)
    return Scene(
        title=say("Marbles and Jokers"), status="" if moving else status_of(view, box, names),
        panels=[draw_board(view, box, names), *(draw_hand(view, seat, names) for seat in seen),
                draw_discards(view, box)],
        seats=[] if moving else [seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[] if moving else facts_of(view, box),
        choices=[choice_of(view, box, action, names) for action in (legal_list(view, box) if mine else ())],
        remark=say("Reconstructed board."), diagram=lambda: diagram(view, box))


def facts_of(view: Any, box: Any) -> list[tuple[str, str]]:
    """The piles, and how long the game may last."""
    return [(say("Cards in the pile"), str(view.pile_size)), (say("Discards"), str(sum(view.discards))),
            (say("Jokers discarded"), say("{some} of {all}", some=view.discards[JOKER], all=box.deck[JOKER])),
            (say("Turn"), say("{n} of {most} at most", n=view.turn + 1, most=box.cap))]


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what they have to decide, or how the game ended."""
    if view.over:
        if view.winner < 0:
            return say("The last turn has been played: a draw.")
        winners = [names[seat] for seat in range(view.seats) if box.team[seat] == view.winner]
        if len(winners) == 1:
            return say("{who} has won.", who=winners[0])
        return say("{names} have won.", names=join_and(winners))
    rank = RANK_NAMES[view.rank] if view.rank >= 0 else ""
    return say(DECISIONS[view.phase], who=names[view.player], card=rank, n=abs(view.rest))


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its marbles at home, and what is known of its hand."""
    facts = [plural(view.hand_size[seat], "{n} card", "{n} cards")]
    if not box.alone:
        facts.append(say("team {letter}", letter="ABCDEFGH"[box.team[seat]]))
    if view.sideways[seat]:
        facts.append(say("{n} sideways", n=view.sideways[seat]))
    if view.proven[seat]:
        absent = " ".join(RANK_NAMES[rank] for rank in range(RANKS) if view.absent[seat] >> rank & 1)
        facts.append(plural(view.proven[seat], "{n} card without {ranks}", "{n} cards without {ranks}",
                            ranks=absent or say("anything")))
    return Seat(seat, COLOURS[seat], say("{n} in", n=view.home[seat]), tuple(facts), not view.over and view.player == seat,
                names[seat])
