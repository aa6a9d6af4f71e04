"""What is to be decided, in a sentence: to the player who decides, and to everybody else."""

from collections.abc import Sequence
from typing import Any

from ...words import capital, phrase, plural, say
from .cards import is_strip
from .names import colour_name
from .outlook import WHITE_WITH_FIRST, set_at, share_a_marble, single_bits
from .state import (BONUS, CARD_COLOUR, FREE_COLOUR, MAIN, NOTHING, PLACE, POINT_COLUMN, POP, SET_COLOUR, TAKE, TOKEN_COLOUR,
                    WHITE)
from .tray import sets_in

ASKS = {
    TAKE: phrase("Pick a card: its marbles roll in as one strip, in this order."),
    PLACE: phrase("Turn the card, then tap the column where its marbles roll in."),
    TOKEN_COLOUR: phrase("The token's colour has run out. Choose another marble instead."),
    POP: phrase("Which set pops first? Tap it."),
    SET_COLOUR: phrase("Choose a colour for your white set: it decides which card you get."),
    POINT_COLUMN: phrase("Choose a point card, from any column you haven't taken one from this turn."),
    FREE_COLOUR: phrase("Your tray is empty: choose a free marble. White has run out."),
}
WATCHES = {
    TAKE: phrase("{who} is picking a marble card."),
    CARD_COLOUR: phrase("{who} is choosing a marble, because a colour has run out."),
    PLACE: phrase("{who} is rolling in the marbles."),
    BONUS: phrase("{who} may spend a bonus token."),
    TOKEN_COLOUR: phrase("{who} is choosing a marble for the token."),
    POP: phrase("{who} is choosing which set pops first."),
    SET_COLOUR: phrase("{who} is choosing a colour for the white set."),
    POINT_COLUMN: phrase("{who} is choosing a point card."),
    FREE_COLOUR: phrase("{who} is choosing a free marble."),
}

# What the decision is for and what comes next.
THEN = {
    TAKE: phrase("Three or more of one colour, side by side or stacked, pop for a point card. White counts as any colour."),
    POINT_COLUMN: phrase("Its points are yours. The cards above it slide down."),
    POP: phrase("Then the marbles above it fall, and more may pop."),
}
TOKEN_FOR = phrase("The marble has the token's colour. One per turn, only now. At the end, every 3 marbles and tokens left "
                   "bring 1 point.")

# What the button asks for while nothing is chosen.
MISSING = {
    TAKE: phrase("Pick a card"), CARD_COLOUR: phrase("Pick a marble"), PLACE: phrase("Pick a column"),
    BONUS: phrase("Pick a token"), TOKEN_COLOUR: phrase("Pick a marble"), POP: phrase("Pick a set"),
    SET_COLOUR: phrase("Pick a colour"), POINT_COLUMN: phrase("Pick a card"), FREE_COLOUR: phrase("Pick a marble"),
}

REASONS = {                                 # why a rule forbids something
    "MB-16": phrase("This colour has run out. Choose one of the marked marbles."),
    "MB-18": phrase("The card would hang over the edge of your tray."),
    "MB-22": phrase("You have no bonus token of this colour."),
    "MB-23": phrase("This column is full. Choose another one."),
    "MB-32": phrase("These marbles are not a set of three or more."),
    "MB-35": phrase("A set that is ready has to pop. Choose which one goes first."),
    "MB-36": phrase("A marble of this colour touches the white set, so the set can't count as this colour."),
    "MB-56": phrase("Choose a column that has a card for your set, and that gave you none this turn."),
    "MB-68": phrase("That would be the same as one of the marked choices."),
}


def prompt_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """What the player who decides is asked, or what the others are told."""
    if view.viewer != view.player:
        return say(WATCHES[view.phase], who=names[view.player])
    if view.phase == CARD_COLOUR:
        return missing_words(box.pattern[view.card] >> 3 * view.place & 7)
    if view.phase == BONUS:
        return token_words(view, box)
    if view.phase == TAKE and not all(is_strip(box.pattern[card]) for card in view.pool if card != NOTHING):
        return say("Pick a card: its marbles roll into your tray together.")
    if view.phase == SET_COLOUR and box.advanced and view.pops:
        return say("Choose a colour for your white set.")
    return say(ASKS[view.phase])


def then_of(view: Any, box: Any) -> str:
    """What a decision is for and what comes next; '' if the prompt says it all."""
    if view.phase == BONUS:
        return say(TOKEN_FOR)
    if view.phase == POP and sets_share_white(view, box):
        return say(WHITE_WITH_FIRST)
    return say(THEN[view.phase]) if view.phase in THEN else ""


def sets_share_white(view: Any, box: Any) -> bool:
    """Whether a white marble is in several of the sets that are ready."""
    tray = view.tray[view.player]
    return share_a_marble(set_at(tray, cell)[1] for cell in single_bits(sets_in(tray, box.own_marbles)))


def token_words(view: Any, box: Any) -> str:
    """Whether to spend a token; before sets that are ready pop."""
    tokens, ready = view.tokens[view.player], len([*single_bits(sets_in(view.tray[view.player], box.own_marbles))])
    if sum(tokens) > 1:
        return plural(ready, "Your set pops next. Spend a bonus token first for one more marble, or keep what you have.",
                      "Your sets pop next. Spend a bonus token first for one more marble, or keep what you have."
                      ) if ready else say("Spend a bonus token for one more marble, or keep what you have.")
    colour = colour_name(next(colour for colour in range(MAIN) if tokens[colour]))
    if ready:
        return plural(ready, "Your set pops next. Spend your {colour} bonus token first for one more marble, or keep it.",
                      "Your sets pop next. Spend your {colour} bonus token first for one more marble, or keep it.",
                      colour=colour)
    return say("Spend your {colour} bonus token for one more marble, or keep it.", colour=colour)


def missing_words(marble: int) -> str:
    """Which marble of the card has run out; as it is written in a pattern, 1 + colour."""
    colour = capital(colour_name(marble - 1))
    if marble == 1 + WHITE:
        return say("{colour} has run out. Choose another marble instead.", colour=colour)
    return say("{colour} and white have run out. Choose another marble instead.", colour=colour)
