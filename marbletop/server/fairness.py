"""Fair chance: the table commits to a secret before the deal, every seat may add words, the key is made from all of them,
and the secret is shown at the end. `marbletop verify` checks the record of a table with it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core.chance import commitment, key_of_secret
from .refusal import Refused

SECRET_BYTES = 32
LONGEST_WORD = 64                           # characters that a seat may add


@dataclass(frozen=True)
class Secret:
    """The row that decides all chance of a table; never part of a snapshot, a log or a view."""

    secret: bytes
    added: tuple[str, ...] = ()             # what each seat added, fixed by the deal

    @cached_property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def key(self) -> list[int]:
        return key_of_secret(self.secret, self.added)

    def public_part(self, over: bool) -> dict[str, object]:
        """What everybody may know of it: the secret itself only when the game is over."""
        public: dict[str, object] = {"commitment": self.commitment, "added": list(self.added)}
        return {**public, "secret": self.secret.hex()} if over else public


def new_secret() -> Secret:
    return Secret(secrets.token_bytes(SECRET_BYTES))


def check_word(word: str) -> str:
    """What a seat adds, if it is short enough; else Refused."""
    if len(word) > LONGEST_WORD or not word.isprintable():
        raise Refused("Add at most {n} characters, and only ones that can be seen.", n=LONGEST_WORD)
    return word


def with_added(secret: Secret, added: Sequence[str]) -> Secret:
    return Secret(secret.secret, tuple(added))
