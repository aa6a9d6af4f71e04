"""How often guests and addresses may ask for something, how much they may hold, and how large a request may be. Storage
counts, so that several processes can share the counts."""

import math
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from ..words import phrase, plural, say
from .refusal import Refused, TooMuch
from .storage import Storage

# What is asked for: the size of the bucket, and the seconds in which an empty one fills up.
PER_GUEST = {"move": (40, 20.0), "seat": (20, 60.0), "create": (30, 300.0), "say": (5, 20.0), "look": (200, 20.0),
             "guess": (20, 60.0), "mail": (4, 3600.0), "review": (8, 1200.0)}
PER_ADDRESS = {"guest": (30, 600.0), "join": (30, 60.0), "guess": (60, 60.0)}
PEOPLE_PER_ADDRESS = 8                      # people behind one address: it may do this many times as much as one guest
# What is held at the same time: places for a guest and for an address, and what is said when they are taken.
PLACES = {"stream": (16, 128, phrase("This is open in too many tabs. Close some of them.")),
          "hint": (1, 4, phrase("A hint is on its way. Wait for it first."))}
LEASE = 90.0                                # seconds until the place of a killed process is free again
RENEWED_EVERY = 30.0                        # seconds after which a lease is renewed
FULL_FOR = 30.0                             # seconds after which it is worth asking for a place again
MOST_TABLES = 200                           # unfinished ones of one host: people leave many games against bots
MOST_KEPT = 2000                            # tables of one host, over or not, until they are archived
MOST_OPENED, MOST_BROUGHT = 2000, 50        # tables, and boxes brought to them, of one address on one day
LONGEST_REQUEST = 64                        # characters of the name of a request
MOST_OPTIONS, LONGEST_OPTION = 60, 100
LONGEST_BOX = 40_000                        # characters of a component file


class Limits:
    """Buckets that fill up with time, of which each request takes a drop; and places that are held for a while."""

    def __init__(self, storage: Storage, now: Callable[[], float]):
        self._storage, self._now = storage, now

    async def check(self, what: str, guest: str = "", address: str = "", drops: int = 1) -> None:
        """Count a request; TooMuch if a bucket is empty. With no drops it only looks."""
        for bucket, (most, seconds) in rates(what, guest, address).items():
            if wait := await self._storage.take_drop(bucket, most, seconds, self._now(), drops):
                raise TooMuch(plural(math.ceil(wait), "That was a little too fast. Please try again in {n} second.",
                                     "That was a little too fast. Please try again in {n} seconds."), wait)

    @asynccontextmanager
    async def place(self, what: str, guest: str, address: str) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Hold a place of a guest and of their address, or TooMuch. Gives what renews the lease when it is time."""
        per_guest, per_address, sentence = PLACES[what]
        holder, places = secrets.token_hex(8), {f"{what} guest {guest}": per_guest, f"{what} address {address}": per_address}

        until = 0.0

        async def renew() -> None:
            nonlocal until
            now = self._now()
            if now < until - LEASE + RENEWED_EVERY:
                return
            until = now + LEASE
            for place, most in places.items():
                if not await self._storage.hold(place, holder, most, now, now + LEASE):
                    raise TooMuch(say(sentence), FULL_FOR)
        try:
            await renew()
            yield renew
        finally:
            for place in places:
                await self._storage.let_go(place, holder)


def rates(what: str, guest: str, address: str) -> dict[str, tuple[int, float]]:
    """The buckets that a request takes a drop from, with their sizes and the seconds in which they fill up."""
    found = {}
    if guest and what in PER_GUEST:
        found[f"{what} guest {guest}"] = PER_GUEST[what]
    if address:
        most, seconds = PER_ADDRESS.get(what) or (PEOPLE_PER_ADDRESS * PER_GUEST[what][0], PER_GUEST[what][1])
        found[f"{what} address {address}"] = most, seconds
    return found


def check_request(name: str) -> str:
    if len(name) > LONGEST_REQUEST:
        raise Refused("The name of a request can have at most {n} characters.", n=LONGEST_REQUEST)
    return name


def check_options(options: dict[str, Any]) -> None:
    """Refused for what no game can have as options; the game itself checks the rest."""
    parts = [part for pair in options.items() for part in pair]
    if not all(isinstance(part, (str, int)) for part in parts):
        raise Refused("Game options must be words, whole numbers, true or false.")
    if len(options) > MOST_OPTIONS or any(len(str(part)) > LONGEST_OPTION for part in parts):
        raise Refused("Those are too many options for one game.")


def check_box(text: str | None) -> str | None:
    if text is not None and len(text) > LONGEST_BOX:
        raise Refused("The file can have at most {n} characters.", n=LONGEST_BOX)
    return text
