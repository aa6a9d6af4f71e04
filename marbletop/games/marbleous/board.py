"""What a seat sees: its own tray large, the cards and the supply, the other trays small, and its choices.

tray_pictures.py and pictures.py draw the panels, and choices.py makes the choices.
"""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import phrase, plural, say
from . import rules
from .choices import choices_of, parts_of
from .diagram import diagram, shows_points
from .ending import ending
from .facts import turns_each
from .meanings import meaning_of
from .names import SEAT_NAMES
from .order import order_is_free
from .outlook import ready_cards
from .pictures import draw_display, draw_line, draw_pool, draw_supply, turns_left
from .prompts import MISSING, prompt_of, then_of
from .state import BONUS, POP
from .tray_pictures import draw_other_tray, draw_own_tray

__all__ = ["MARKS", "ending", "meaning_of", "parts_of", "scene"]

MARKS = ("green", "sky", "rose", "ink")     # beside the names of the seats: colours that no marble has
RECONSTRUCTED = phrase("The marble cards, the point cards and the star table are our own version, not the printed ones.")


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown. For a
    spectator the large tray is that of the player who decides."""
    names = names or [say(name) for name in SEAT_NAMES[:view.seats]]
    own = view.viewer if view.viewer >= 0 else view.player
    mine = view.viewer == view.player and not view.over and not moving
    others = [(own + turn) % view.seats for turn in range(1, view.seats)]
    alike = mine and view.phase == POP and order_is_free(view, box)
    ready = ready_cards(view, box) if mine and view.phase in (BONUS, POP) else []
    return Scene(
        status="" if moving else status_of(view, box, names),
        panels=[draw_own_tray(view, box, own, names), draw_display(view, box, ready), draw_pool(view, box), draw_supply(view),
                *([draw_line(view)] if view.seats == 1 else []), *(draw_other_tray(view, seat, names) for seat in others)],
        seats=[] if moving else [seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[] if moving else facts_of(view, box, own),
        choices=choices_of(view, box, alike) if mine else [], alike=alike, more=then_of(view, box) if mine else "",
        missing=say(MISSING[view.phase]) if mine else "",
        progress=progress_of(view, box), remark="" if box.printed else say(RECONSTRUCTED), diagram=lambda: diagram(view, box))


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """What the player who decides has to do, what the others wait for, or how the game ended."""
    return ending(view, box, names).why if view.over else prompt_of(view, box, names)


def progress_of(view: Any, box: Any) -> str:
    """How many turns of their own the player who decides has begun."""
    turns = turns_each(view, box)
    return say("turn {n} of {all}", n=max(1, turns + 1 - turns_left(view)), all=turns)


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its score, if the viewer may see it, and what it has."""
    cards, tokens = sum(view.won[seat]), sum(view.tokens[seat])
    hidden = not shows_points(view, box, seat)
    facts = [plural(cards, "{n} card, ? points", "{n} cards, ? points") if hidden and cards
             else plural(cards, "{n} card", "{n} cards")]
    if box.advanced:                        # before the tokens, which are drawn beside every tray
        facts.append(plural(view.stars[seat], "{n} star", "{n} stars"))
    if tokens and not hidden:
        facts.append(plural(tokens, "{n} token", "{n} tokens"))
    score = str(rules.score_of(view, box, seat) if view.over else view.points[seat]) if shows_points(view, box, seat) else ""
    return Seat(seat, MARKS[seat], score, tuple(facts), not view.over and view.player == seat, names[seat])


def facts_of(view: Any, box: Any, seat: int) -> list[tuple[str, str]]:
    """What is left in stacks and supplies; in the advanced game what the seat's stars are worth, alone the goal."""
    facts = [(say("Marble cards left"), str(view.stack)),
             (say("Point cards left"), say("{blue} blue, {orange} orange", blue=sum(view.blue), orange=sum(view.orange))),
             (say("Bonus tokens left"), str(sum(view.token_supply)))]
    if box.advanced:
        table, stars = box.star_points[view.star_card[seat]], view.stars[seat]
        worth = (say("{now} now, {more} with one more star", now=table[stars], more=table[stars + 1]) if stars < box.stars
                 else say("{now} now", now=table[stars]))
        facts += [(say("Star tokens left"), str(view.star_supply)), (say("Points for stars"), worth)]
    if view.seats == 1:
        facts.append((say("Points you need"), str(box.solo_goal)))
    elif not view.over and not box.open_points:
        facts.append((say("Points of the others"), say("face down until the end")))
    return facts
