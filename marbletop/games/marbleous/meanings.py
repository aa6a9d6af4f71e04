"""What a thing on the table is, in a sentence: told to whoever presses it while nothing can be done with it."""

from collections.abc import Callable, Sequence
from typing import Any

from ...words import phrase, phrases, plural, say
from .diagram import shows_points
from .names import NAMES, colour_name
from .outlook import WHITE_ONCE, gain_words, row_name
from .state import NOTHING, POINT_KINDS, ROWS, TAKE, WHITE

ROW_IS_FOR = phrases("A set of 3 takes a card from this row.",
                     "A set of 4 takes a card from this row and brings a bonus token, too.",
                     "A set of 5 or more takes a card from this row and brings two bonus tokens, too.")
TOKEN_IS = phrase("A bonus token brings its owner one more marble of its colour, right after a card is rolled in.")


def meaning_of(view: Any, box: Any, ids: Sequence[str]) -> str:
    """What the parts with these ids are, the topmost first, or the one that tells most; '' if there is nothing to tell."""
    pressed = {kind: rest for kind, *rest in (id.split("-") for id in reversed(ids))}
    told = (tell(view, box, *pressed[kind]) for kind, tell in MEANINGS.items() if kind in pressed)
    return next(filter(None, told), "")


def point_card(view: Any, box: Any, column: str, row: str) -> str:
    """A space of the display: which set takes its card, what that brings, and how cards slide."""
    colour, at = int(column), int(row)
    kind = view.display[colour][at]
    if kind == NOTHING:
        return say("The point cards have run out here.")
    size = say("5 or more") if at == ROWS - 1 else row_name(at)
    gain = gain_words(plural(box.value[kind], "{n} point", "{n} points"), at)
    takes = say("Pop {size} {colour} marbles at once to take this card: {gain}.", size=size, colour=colour_name(colour),
                gain=gain)
    slides = (say("It slides down when a card below it is taken.") if at == ROWS - 1
              else say("Then the cards above slide down.") if view.display[colour][at + 1] != NOTHING else "")
    orange = "" if kind < POINT_KINDS else say("Orange cards count just like blue ones. They only come later.")
    return " ".join(filter(None, (takes, slides, orange)))


def display_column(view: Any, box: Any, column: str) -> str:
    return say("Blue or orange, these cards are for {colour} sets. When one is taken, those above slide down and a new one "
               "comes on top.",
               colour=colour_name(int(column)))


def stock(view: Any, box: Any, colour: str) -> str:
    """The marbles of a colour in the supply."""
    left = plural(view.supply[int(colour)], "{n} {colour} marble is left in the supply.",
                  "{n} {colour} marbles are left in the supply.", colour=colour_name(int(colour)))
    return f"{left} {say(WHITE_ONCE)}" if int(colour) == WHITE else left


def marble(view: Any, box: Any, seat: str, column: str, name: str, number: str) -> str:
    """A marble in a tray."""
    if name == NAMES[WHITE]:
        return say(WHITE_ONCE)
    return say("Three or more {colour} marbles pop when they touch, side by side or one above the other.",
               colour=colour_name(NAMES.index(name)))


def tray_column(view: Any, box: Any, column: str) -> str:
    """A column of the tray, before a card is taken."""
    before = view.viewer == view.player and view.phase == TAKE
    return say("First pick a marble card, then the column where it rolls in.") if before else ""


def marble_card(view: Any, box: Any, slot: str) -> str:
    """A card of the pool, after the player has taken one."""
    after = view.viewer == view.player and view.phase != TAKE
    return say("The next player picks one of these cards.") if after and view.seats > 1 else ""


def points_now(view: Any, box: Any, *rest: str) -> str:
    """The points of the large tray's owner [MB-52]."""
    hidden = not all(shows_points(view, box, seat) for seat in range(view.seats))
    mine = say("Your points so far.")
    return f"{mine} {say('The cards of the others stay face down until the end.')}" if hidden else mine


# By the first word of the id; a marble tells more than the column that it lies in.
MEANINGS: dict[str, Callable[..., str]] = {
    "tok": lambda view, box, *rest: say(TOKEN_IS), "m": marble, "pt": point_card,
    "size": lambda view, box, row: say(ROW_IS_FOR[int(row)]), "dc": display_column, "sup": stock, "points": points_now,
    "pool": marble_card, "col": tray_column}
