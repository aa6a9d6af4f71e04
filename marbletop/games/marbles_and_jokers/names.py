"""What players, teams, cards and marbles are called, in sentences and in notation."""

from collections.abc import Sequence
from typing import Any

from ...words import You, join_and, phrases, say, tell
from .state import RANK_NAMES

LABELS = "abcde"
SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Black", "Light blue", "Rose")
CARD_NAMES = dict(zip(("A", "J", "Q", "K", "Joker"), phrases("Ace", "Jack", "Queen", "King", "Joker")))
CARDS_WITH_ARTICLE = dict(zip(("A", "J", "Q", "K", "Joker"), phrases("an Ace", "a Jack", "a Queen", "a King", "a Joker")))
CARD_SIGNS = {"Joker": "★", **dict(zip("JQ", phrases("J", "Q")))}


def card_sign(rank: int) -> str:
    """What stands on a card: 'A', '7', 'J', a star for a Joker."""
    name = RANK_NAMES[rank]
    return say(CARD_SIGNS[name]) if name in CARD_SIGNS else name


def card_name(rank: int) -> str:
    """A card: 'Ace', '7', 'Joker'."""
    name = RANK_NAMES[rank]
    return say(CARD_NAMES[name]) if name in CARD_NAMES else name


def card_with_article(rank: int) -> str:
    """A card as something that is played: 'an Ace', 'a 7'."""
    name = RANK_NAMES[rank]
    if name in CARDS_WITH_ARTICLE:
        return say(CARDS_WITH_ARTICLE[name])
    return say("an {card}", card=name) if name == "8" else say("a {card}", card=name)


def marble_of(name: str) -> str:
    """A marble by whose it is: 'your marble', 'Ruth's marble'."""
    return tell(name, "your marble", "{who}'s marble")


def seats_in(box: Any) -> range:
    """The seats of a table."""
    return range(sum(size > 0 for size in box.team_size))


def team_of(box: Any, seat: int) -> list[int]:
    """The seats of a seat's team, itself first."""
    return [mate for mate in box.mates[seat] if mate >= 0]


def people(names: Sequence[str]) -> str:
    """Names in a row, the reader first: 'you and Milo'."""
    others = [name for name in names if not isinstance(name, You)]
    return join_and([say("you"), *others]) if len(others) < len(names) else join_and(others)
