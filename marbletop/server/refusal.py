"""What a table answers when something cannot be done: one sentence, and nothing was changed."""

from ..core.errors import MarbletopError


class Refused(MarbletopError):
    """It cannot be done; the sentence says why and, where a rule forbids it, names the rule."""


class Stale(Refused):
    """It was asked for a position that is no longer there: show the present one, and let the user decide anew."""


class NotHere(Refused):
    """There is no such table, or not for this user."""


class TooMuch(Refused):
    """Asked too often; `wait` says in how many seconds it may be asked again."""

    def __init__(self, sentence: str, wait: float):
        super().__init__(sentence)
        self.wait = wait
