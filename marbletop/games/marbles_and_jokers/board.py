"""What a seat sees: the ring of linked boards with its own at the bottom, hands, piles, and its choices.

pictures.py and hands.py draw the panels, plan.py says where everything lies, choices.py makes the choices, and prompts.py says
what is to be decided.
"""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Choice, Scene
from ...words import say
from .choices import choices_of, parts_of
from .diagram import diagram
from .endings import ending
from .hands import draw_cards_played, draw_hand
from .meanings import meaning_of, too_early
from .names import SEAT_NAMES
from .pictures import draw_board
from .prompts import goal_of, missing_of, more_to_say, status_of
from .rules import legal_list
from .seats import known_hands, partner_line, seat_of, team_lines
from .state import JOKER, RING

__all__ = ["ending", "meaning_of", "parts_of", "scene", "too_early"]


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown."""
    names = names or [say(name) for name in SEAT_NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    seen = [seat for seat in range(view.seats) if seat == view.viewer or any(view.hand[seat])]
    seen.sort(key=lambda seat: seat != view.viewer)
    legal = legal_list(view, box) if mine else []
    choices = choices_of(view, box, legal, names)
    return Scene(
        status="" if moving else status_of(view, box, legal, names), more=more_to_say(view, box, names) if mine else "",
        missing=missing_of(view, legal) if mine else "",
        panels=[draw_board(view, box, names, () if moving else tagged_spaces(view, box, choices), mine),
                *(draw_hand(view, box, seat, names, mine) for seat in seen), draw_cards_played(view, box)],
        seats=[] if moving else [seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[] if moving else [*facts_of(view, box), *known_hands(view, names)], choices=choices,
        goal="" if moving else goal_of(view, box),
        progress="" if moving else partner_line(view, box, names), teams=() if moving else team_lines(view, box),
        remark=say("Our own version of the board."), diagram=lambda: diagram(view, box))


def tagged_spaces(view: Any, box: Any, choices: Sequence[Choice]) -> list[int]:
    """The spaces whose numbers matter now: those of the viewer's marbles, and where the present choices lead."""
    if view.viewer < 0:
        return []
    mine = [box.space[view.viewer][place] for place in view.place[view.viewer] if RING < place <= box.length]
    goals = [int(choice.target[3:]) for choice in choices if choice.target.startswith("sp-") and not choice.group]
    return list(dict.fromkeys([*mine, *goals]))


def facts_of(view: Any, box: Any) -> list[tuple[str, str]]:
    """The piles."""
    return [(say("Cards in the pile"), str(view.pile_size)), (say("Cards played"), str(sum(view.discards))),
            (say("Jokers played"), say("{some} of {all}", some=view.discards[JOKER], all=box.deck[JOKER]))]
