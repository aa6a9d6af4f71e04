"""What things are called, in sentences and in notation."""

from ...words import say
from .state import IN_LANE, IN_RING

LABELS = "abcde"


def spot_text(where: int) -> str:
    if where == IN_RING:
        return say("the Start Ring")
    return say("place {n} of the Home Slot", n=where - IN_LANE) if where > IN_LANE else str(where)


def marble_name(name: str, m: int) -> str:
    return say("{who}'s marble {label}", who=name, label=LABELS[m])


def article(rank: str) -> str:
    return say("an {card}", card=rank) if rank in ("A", "8") else say("a {card}", card=rank)
