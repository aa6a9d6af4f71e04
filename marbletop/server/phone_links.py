"""Links that bring a guest to another device: each works once, for a few minutes."""

import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass

from .people import Guest
from .refusal import NotHere
from .storage import Storage

MINUTES = 5


@dataclass(frozen=True)
class PhoneLink:
    guest: Guest
    table: str                              # "" for a link that brings everything, not one hand


class PhoneLinks:
    """The links that have not been used yet."""

    def __init__(self, storage: Storage, now: Callable[[], float]):
        self._storage, self._now = storage, now

    async def make(self, link: PhoneLink) -> str:
        """Keep a link under a name that cannot be guessed. An earlier one of the same guest no longer works."""
        name = secrets.token_urlsafe(16)
        await self._storage.keep_passing(name, link.guest.id, json.dumps(asdict(link)), self._now() + 60 * MINUTES)
        return name

    async def find(self, name: str) -> PhoneLink:
        return read_link(await self._storage.passing(name, self._now()))

    async def use(self, name: str) -> PhoneLink:
        """The link, for the last time."""
        return read_link(await self._storage.take_passing(name, self._now()))


def read_link(kept: str | None) -> PhoneLink:
    if kept is None:
        raise NotHere("This link has been used or has expired. Make a new one at the table.")
    values = json.loads(kept)
    return PhoneLink(Guest(**values["guest"]), values["table"])
