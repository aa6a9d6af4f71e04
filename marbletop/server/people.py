"""People: guests with a name of their choice and a signed token, and the phrases they can say.

A token is all a guest has: no account. Whoever shows it is that guest.
"""

import secrets
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from itsdangerous import BadSignature, URLSafeSerializer

from ..words import phrase
from .refusal import Refused

LONGEST_NAME = 24
BETWEEN = " -'._"                           # characters that may stand in a name beside letters and digits
LOOKS_LIKE = str.maketrans("0134578", "oieastb")
TAKEN_NAMES = ("bot", "robot", "host", "admin", "administrator", "moderator", "server", "system", "marbletop")

PHRASES = {
    "hello": phrase("Hello!"), "good luck": phrase("Good luck, have fun!"), "thanks": phrase("Thank you!"),
    "well played": phrase("Well played!"), "nice": phrase("Nice move!"), "oops": phrase("Oops!"),
    "thinking": phrase("I am thinking."), "moment": phrase("One moment, please."), "back": phrase("I am back."),
    "your turn": phrase("It is your turn."), "again": phrase("Once more?"), "bye": phrase("I have to go, goodbye!"),
}


@dataclass(frozen=True)
class Guest:
    """Somebody with a token. The id is nobody else's business; others see the name."""

    id: str
    name: str


class Guests:
    """Makes and reads tokens with the server's signing key."""

    def __init__(self, key: bytes):
        self._signer = URLSafeSerializer(key, salt="marbletop guest")
        self.of = lru_cache(maxsize=4096)(self._read)      # a browser shows the same token with every request

    def welcome(self, name: str) -> Guest:
        return Guest(secrets.token_urlsafe(16), checked_name(name))

    def renamed(self, guest: Guest, name: str) -> Guest:
        return Guest(guest.id, checked_name(name))

    def token(self, guest: Guest) -> str:
        return str(self._signer.dumps([guest.id, guest.name]))

    def _read(self, token: str) -> Guest | None:
        """The guest whose token this is; None if it was not made here."""
        if len(token) > 400:
            return None
        try:
            id, name = self._signer.loads(token)
            return Guest(str(id), str(name))
        except (BadSignature, ValueError, TypeError):
            return None


def checked_name(name: str) -> str:
    """A name that can be shown to others, or Refused."""
    name = " ".join(unicodedata.normalize("NFKC", name[:4 * LONGEST_NAME]).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("A name has 1 to {n} characters.", n=LONGEST_NAME)
    if any(not (c in BETWEEN or unicodedata.category(c)[0] == "L" or unicodedata.category(c) in ("Nd", "Mn", "Mc"))
           for c in name) or not any(c.isalpha() for c in name):
        raise Refused("A name has letters, digits, spaces and - ' . _ only, and at least one letter.")
    if len({unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()} - {"MODIFIER"}) > 1 \
            and any(c.isascii() and c.isalpha() for c in name):
        raise Refused("A name does not mix our letters with those of another alphabet.")
    words = folded(name, " ").split()
    if folded(name) in TAKEN_NAMES or {"bot", "robot"} & set(words):
        raise Refused("This name is kept for bots and for the house: please choose another.")
    return name


def folded(name: str, keep: str = "") -> str:
    """A name without what the eye passes over, for comparing."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKS_LIKE)
    for c in BETWEEN:
        plain = plain.replace(c, keep)
    return "".join(c for c in plain if c.isalnum() or c == keep)


def same_name(one: str, two: str) -> bool:
    """Whether two names look alike."""
    return folded(one) == folded(two)
