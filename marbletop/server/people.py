"""People: guests with a name of their choice and a signed token, and the phrases they can say.

There are no accounts: whoever shows a token is that guest.
"""

import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from itsdangerous import BadSignature, URLSafeSerializer

from ..words import phrase
from .recovery_words import read_words, write_words
from .refusal import Refused

LONGEST_NAME = 24
BETWEEN = " -'._"                           # characters allowed in a name beside letters and digits
LOOKS_LIKE = str.maketrans("0134578", "oieastb")
TAKEN_NAMES = ("bot", "robot", "host", "admin", "administrator", "moderator", "server", "system", "marbletop")

PHRASES = {
    "hello": phrase("Hello!"), "good luck": phrase("Good luck, have fun!"), "thanks": phrase("Thank you!"),
    "well played": phrase("Well played!"), "nice": phrase("Nice move!"), "oops": phrase("Oops!"),
    "thinking": phrase("Let me think."), "moment": phrase("One moment, please."), "back": phrase("I'm back."),
    "your turn": phrase("Your turn!"), "again": phrase("Another game?"), "bye": phrase("I have to go. Bye!"),
}


@dataclass(frozen=True)
class Guest:
    """Somebody with a token. Others see the name, never the id."""

    id: str
    name: str


def digest_of_address(key: bytes, purpose: str, address: str) -> str:
    """What is kept of an address, to compare it for one purpose only; nothing if there is no address."""
    return hmac.digest(key, f"{purpose} {address}".encode(), "sha256").hex()[:24] if address else ""


class Guests:
    """Makes and reads tokens with the server's signing key."""

    def __init__(self, key: bytes):
        self._key = key
        self._signer = URLSafeSerializer(key, salt="marbletop guest")
        self.guest_of = lru_cache(maxsize=4096)(self._read)     # a browser sends the same token with every request

    def welcome(self, name: str) -> Guest:
        return Guest(secrets.token_urlsafe(16), valid_name(name))

    def rename(self, guest: Guest, name: str) -> Guest:
        return Guest(guest.id, valid_name(name))

    def sign(self, guest: Guest) -> str:
        """The token of a guest, signed: what the visitor's cookie holds."""
        return str(self._signer.dumps([guest.id, guest.name]))

    def recovery_words(self, guest: Guest) -> str:
        """Words with which the guest can be the same person on another device."""
        return write_words(self._key, guest.id)

    def id_of_words(self, words: str) -> str | None:
        """The id of the guest who was given these words; None if nobody was."""
        return read_words(self._key, words)

    def origin(self, address: str, series: str) -> str:
        """Where somebody comes from, for comparing only: a digest that tells neither the address nor who else has it at other
        tables."""
        return digest_of_address(self._key, f"origin {series}", address)

    def _read(self, token: str) -> Guest | None:
        """The guest of a token; None if it was not made here."""
        if len(token) > 400:
            return None
        try:
            id, name = self._signer.loads(token)
            return Guest(str(id), str(name))
        except (BadSignature, ValueError, TypeError):
            return None


def valid_name(name: str) -> str:
    """The name, tidied up, if others may see it; else Refused."""
    name = " ".join(unicodedata.normalize("NFKC", name[:4 * LONGEST_NAME]).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused("Choose a name with 1 to {n} characters.", n=LONGEST_NAME)
    if any(not (c in BETWEEN or unicodedata.category(c)[0] == "L" or unicodedata.category(c) in ("Nd", "Mn", "Mc"))
           for c in name) or not any(c.isalpha() for c in name):
        raise Refused("Use only letters, digits, spaces and - ' . _ in a name, and at least one letter.")
    if len({unicodedata.name(c, "?").split()[0] for c in name if c.isalpha()} - {"MODIFIER"}) > 1 \
            and any(c.isascii() and c.isalpha() for c in name):
        raise Refused("Please use letters of one alphabet only.")
    words = name_key(name, " ").split()
    if name_key(name) in TAKEN_NAMES or {"bot", "robot"} & set(words):
        raise Refused("That name is reserved. Please choose another one.")
    return name


def name_key(name: str, keep: str = "") -> str:
    """A name without what the eye overlooks, for comparing."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKS_LIKE)
    for c in BETWEEN:
        plain = plain.replace(c, keep)
    return "".join(c for c in plain if c.isalnum() or c == keep)


def same_name(one: str, two: str) -> bool:
    """Whether two names look alike."""
    return name_key(one) == name_key(two)
