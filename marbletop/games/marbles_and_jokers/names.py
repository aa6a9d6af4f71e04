"""What things are called, in sentences and in notation."""

from ...words import phrases, say
from .state import IN_LANE, IN_RING

LABELS = "abcde"
SEAT_NAMES = phrases("Blue", "Red", "Yellow", "Purple", "Green", "Ink", "Sky", "Rose")


def space_text(space: int) -> str:
    """A space as notes give it, in words."""
    if space == IN_RING:
        return say("the Start Ring")
    return say("place {n} of the Home Slot", n=space - IN_LANE) if space > IN_LANE else str(space)


def marble_name(name: str, m: int) -> str:
    """A marble by its owner's name and its label."""
    return say("{who}'s marble {label}", who=name, label=LABELS[m])


def article(rank: str) -> str:
    """A rank with its article."""
    return say("an {card}", card=rank) if rank in ("A", "8") else say("a {card}", card=rank)
