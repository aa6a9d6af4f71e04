"""What a seat sees: its own tray large, the cards and the supply, the other trays small, and its choices.

pictures.py draws the panels, and choices.py makes the choices.
"""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Scene, Seat
from ...words import join_and, phrase, plural, say
from . import rules
from .choices import choices_of, parts_of
from .diagram import diagram, shows_points
from .names import SEAT_NAMES
from .pictures import draw_display, draw_line, draw_other_tray, draw_own_tray, draw_pool, draw_supply
from .state import BONUS, CARD_COLOUR, ENDINGS, FREE_COLOUR, PLACE, POINT_COLUMN, POP, SET_COLOUR, TAKE, TOKEN_COLOUR

__all__ = ["MARKS", "parts_of", "scene"]

MARKS = ("green", "sky", "rose", "ink")     # beside the names of the seats: colours that no marble has
RECONSTRUCTED = phrase("Marble cards, point cards and star table are reconstructed, not those of the printed game.")
ASKS = {
    TAKE: phrase("{who}: take a marble card."), CARD_COLOUR: phrase("{who}: choose a colour for a marble that has run out."),
    PLACE: phrase("{who}: turn the card and roll its marbles in."), BONUS: phrase("{who}: spend a bonus token, or none."),
    TOKEN_COLOUR: phrase("{who}: choose a colour for the marble of the token."),
    POP: phrase("{who}: choose which set pops first."), SET_COLOUR: phrase("{who}: name the colour of the white set."),
    POINT_COLUMN: phrase("{who}: choose the column of the point card."), FREE_COLOUR: phrase("{who}: choose the free marble."),
}


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown. For a
    spectator the large tray is that of the player who decides."""
    names = names or [say(name) for name in SEAT_NAMES[:view.seats]]
    own = view.viewer if view.viewer >= 0 else view.player
    others = [(own + turn) % view.seats for turn in range(1, view.seats)]
    return Scene(
        title=say("Marbleous"), status="" if moving else status_of(view, box, names),
        panels=[draw_own_tray(view, box, own, names), draw_display(view, box), draw_pool(view, box), draw_supply(view),
                *([draw_line(view)] if view.seats == 1 else []), *(draw_other_tray(view, seat, names) for seat in others)],
        seats=[] if moving else [seat_of(view, box, seat, names) for seat in range(view.seats)],
        facts=[] if moving else facts_of(view, box, own),
        choices=choices_of(view, box) if view.viewer == view.player and not view.over and not moving else [],
        remark="" if box.printed else say(RECONSTRUCTED), diagram=lambda: diagram(view, box))


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what they have to decide, or how the game ended."""
    if not view.over:
        who = say("You") if view.viewer == view.player else names[view.player]
        return say(ASKS[view.phase], who=who)
    points, rank = [0.0] * 4, [0] * 4
    ending = rules.outcome(view, box, points, rank)
    if view.seats == 1:
        return plural(int(points[0]), "{n} point, {goal} needed: {ending}.", "{n} points, {goal} needed: {ending}.",
                      goal=box.solo_goal, ending=say(ENDINGS[ending]))
    first = [seat for seat in range(view.seats) if rank[seat] == 1]
    who, score = join_and([names[seat] for seat in first]), int(points[first[0]])
    if len(first) > 1:
        return plural(score, "{who} share the victory with {n} point.", "{who} share the victory with {n} points.", who=who)
    return plural(score, "{who} wins with {n} point.", "{who} wins with {n} points.", who=who)


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """A seat with its score, if the viewer may see it, and what it has."""
    cards, tokens = sum(view.won[seat]), sum(view.tokens[seat])
    facts = [plural(cards, "{n} card", "{n} cards"), plural(tokens, "{n} token", "{n} tokens")]
    if box.advanced:
        facts.append(plural(view.stars[seat], "{n} star", "{n} stars"))
    score = str(rules.score_of(view, box, seat) if view.over else view.points[seat]) if shows_points(view, box, seat) else ""
    return Seat(seat, MARKS[seat], score, tuple(facts), not view.over and view.player == seat, names[seat])


def facts_of(view: Any, box: Any, seat: int) -> list[tuple[str, str]]:
    """What is left in stacks and supplies; in the advanced game what the seat's stars are worth, alone the goal."""
    facts = [(say("Marble cards left"), str(view.stack)),
             (say("Point cards left"), say("{blue} blue, {orange} orange", blue=sum(view.blue), orange=sum(view.orange))),
             (say("Bonus tokens face down"), str(sum(view.token_supply)))]
    if box.advanced:
        table, stars = box.star_points[view.star_card[seat]], view.stars[seat]
        worth = (say("{now} now, {more} with one more", now=table[stars], more=table[stars + 1]) if stars < box.stars
                 else say("{now} now", now=table[stars]))
        facts += [(say("Star tokens left"), str(view.star_supply)), (say("Points for stars"), worth)]
    if view.seats == 1:
        facts.append((say("Points to reach"), str(box.solo_goal)))
    return facts
