"""Refusals: one sentence that says why something cannot be done. Nothing was changed."""

from ..core.errors import MarbletopError


class Refused(MarbletopError):
    """It cannot be done. The sentence says why, and names the rule if one forbids it."""


class DatabaseFailed(MarbletopError):
    """The database could not do it, so that nothing was changed. It is the server's fault, not the user's."""


class Stale(Refused):
    """It was meant for a position that has passed: show the present one, and let the user decide again."""


class NotHere(Refused):
    """There is no such table, or not for this user."""


class AskFirst(Refused):
    """It needs somebody's consent."""


class TooMuch(Refused):
    """It was asked too often; it may be asked again in `wait` seconds."""

    def __init__(self, sentence: str, wait: float):
        super().__init__(sentence)
        self.wait = wait
