"""Whose turn it is: the player reads what to do and what for, the others what the player is doing."""

from collections.abc import Sequence
from typing import Any

from ...words import say, tell
from .choices import FEW, why_none_comes_out
from .moving import is_on_field
from .names import card_name, team_of
from .sentences import win_sentence
from .state import CARD, DISCARD, FORWARD, JOKER, MARBLES, RING, SPLIT, SPLIT_ANY, SPLIT_FORWARD, TARGET, TURN


def status_of(view: Any, box: Any, legal: Sequence[int], names: Sequence[str]) -> str:
    """Whose turn it is and what they have to decide, or how the game ended. `legal` is what the viewer can do now, if
    anything."""
    if view.over:
        return say("The turn limit is reached. It's a draw.") if view.winner < 0 else win_sentence(box, names, view.winner)
    who = names[view.player]
    if view.phase == CARD:
        return card_prompt(view, box, legal, who)
    card = card_name(view.rank)
    if view.phase == TARGET:
        return target_prompt(box, who)
    if view.phase == SPLIT:
        return split_prompt(view, box, who, card)
    if view.phase == TURN:
        return tell(who, "Turn into the home slot, or go past it?", "{who} is deciding whether to turn in or go past.")
    if view.rank == JOKER:
        return tell(who, "Joker: one of your marbles takes another's place. Tap yours first.",
                    "{who} is choosing a marble for the Joker.")
    if box.split[view.rank] and (not legal or legal[-1] >= FORWARD):
        if legal and numbers_of(legal) == 0:
            return tell(who, "The {card} must be split. Tap the marble that begins.",
                        "{who} is choosing a way for the {card}.", card=card)
        if legal and numbers_of(legal) == 1:
            return tell(who, "Tap the 1 for the whole {card}, or a marble to split it.",
                        "{who} is choosing a way for the {card}.", card=card)
        return tell(who, "Which way shall the {card} go? Tap a number, or a marble to split it.",
                    "{who} is choosing a way for the {card}.", card=card)
    return tell(who, "Which way shall the {card} go? Tap a number.", "{who} is choosing a marble for the {card}.", card=card)


def more_to_say(view: Any, box: Any, names: Sequence[str]) -> str:
    """What is told under the prompt: the aim and how far it is, or once a card was pressed, why it brings no marble out as it
    says, or that a press only shows."""
    if view.phase != CARD:
        return why_none_comes_out(view, box, names) or say("Nothing is played yet: a tap shows the move first.")
    team = team_of(box, view.player)
    home, most = sum(view.home[seat] for seat in team), MARBLES * len(team)
    if len(team) == 1:
        return say("You win with all {all} marbles home. So far: {n}.", all=most, n=home)
    return say("Your team wins with all {all} marbles home. So far: {n}.", all=most, n=home)


def goal_of(view: Any, box: Any) -> str:
    """Who wins at a table with teams; "" if everybody plays alone, as the quick rules say it."""
    most = MARBLES * len(team_of(box, max(view.viewer, 0)))
    if box.alone:
        return ""
    return say("First team with {n} home wins: go round, or back past home with an 8, then walk in.", n=most)


def missing_of(view: Any, legal: Sequence[int]) -> str:
    """What has to be pressed, for the button."""
    if view.phase == CARD:
        return say("Pick a card")
    numbers = numbers_of(legal)
    if view.rank == JOKER or not numbers:
        return say("Pick a marble")
    return say("Pick a number") if numbers > 1 else say("Pick a way")


def numbers_of(legal: Sequence[int]) -> int:
    """How many choices of a marble are numbered on the board: all, or those of the whole card."""
    return len(legal) if len(legal) <= FEW else sum(action < FORWARD for action in legal)


def card_prompt(view: Any, box: Any, legal: Sequence[int], who: str) -> str:
    """What the player does with the hand; others do not learn what is possible."""
    if legal:
        if legal[0] >= DISCARD:
            return discard_prompt(view, box, who)
        if legal[0] == JOKER and legal[-1] >= DISCARD:
            return tell(who, "Only your Joker can move a marble. Play it, or discard a card.", "{who} is choosing a card.")
        if legal[-1] >= DISCARD:
            return tell(who, "Play a card to move a marble, or discard one.", "{who} is choosing a card.")
        if view.place[view.player].count(RING) == MARBLES:
            return tell(who, "Play a marked card: it brings a marble out of your start ring.", "{who} is choosing a card.")
    return tell(who, "Play a card to move a marble. Tap one to see where it leads.", "{who} is choosing a card.")


def discard_prompt(view: Any, box: Any, who: str) -> str:
    """What a player does who cannot move: the discard counts if there is no marble on the field."""
    player, most = view.player, box.free_exit
    if most and view.home[player] < MARBLES and not is_on_field(view, box, player):
        count = view.sideways[player] + 1
        if count >= most:
            return tell(who, "No card can move a marble. Discard one ({n} of {n}): it brings a marble out.",
                        "{who} is choosing a card.", n=most)
        return tell(who, "No card can move a marble. Discard one ({n} of {all}): after {all} in a row a marble comes out.",
                    "{who} is choosing a card.", n=count, all=most)
    return tell(who, "No card can move a marble. Choose one to discard.", "{who} is choosing a card.")


def target_prompt(box: Any, who: str) -> str:
    if box.alone:
        return tell(who, "Joker: take the place of a marble. It goes back to its start ring.",
                    "Joker: {who} is choosing a marble to replace.")
    return tell(who, "Joker: take a marble's place. Rivals go back to the start ring, partners to their home space.",
                "Joker: {who} is choosing a marble to replace.")


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
