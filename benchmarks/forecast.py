"""How long a slow proof takes, said before it begins."""

import sys


def in_words(seconds: float) -> str:
    """A duration as people say it: "40 seconds", "6 minutes", "3 hours"."""
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(2, round(seconds))} seconds"


def say_how_long(what: str, seconds: float) -> None:
    """Say on the standard error how long it takes on a quiet machine."""
    print(f"{what}: about {in_words(seconds)} on a quiet machine with two cores.", file=sys.stderr, flush=True)
