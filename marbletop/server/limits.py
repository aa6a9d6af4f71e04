"""How often guests and addresses may ask for something, and how large a request may be. Counted in memory only."""

import math
from collections.abc import Callable
from typing import Any

from ..words import say
from .refusal import Refused, TooMuch

# What is asked for: the size of the bucket, and the seconds in which an empty one fills up.
PER_GUEST = {"move": (40, 20.0), "seat": (20, 60.0), "create": (30, 300.0), "say": (5, 20.0), "look": (200, 20.0)}
PER_ADDRESS = {"guest": (30, 600.0), "join": (30, 60.0)}
PEOPLE_PER_ADDRESS = 8                      # people behind one address: it may do this many times as much as one guest
MOST_BUCKETS = 20_000                       # fuller ones are forgotten first
MOST_TABLES = 200                           # unfinished ones of one host: people leave many games against bots
MOST_KEPT = 2000                            # tables of one host, over or not, until they are archived
MOST_OPENED, MOST_BROUGHT = 2000, 50        # tables, and boxes brought to them, of one address on one day
LONGEST_REQUEST = 64                        # characters of the name of a request
MOST_OPTIONS, LONGEST_OPTION = 60, 100
LONGEST_BOX = 40_000                        # characters of a component file


class Limits:
    """Buckets that fill up with time: each request takes one drop."""

    def __init__(self, now: Callable[[], float]):
        self._now = now
        self._buckets: dict[tuple[str, str, str], tuple[float, float]] = {}

    def check(self, what: str, guest: str = "", address: str = "") -> None:
        """Count a request; TooMuch if the bucket is empty."""
        for kind, who, (most, seconds) in self._rules(what, guest, address):
            drops, at = self._buckets.get((what, kind, who), (float(most), self._now()))
            drops = min(most, drops + (self._now() - at) * most / seconds)
            if drops < 1:
                wait = (1 - drops) * seconds / most
                raise TooMuch(say("That was too often. Please wait {n} s.", n=math.ceil(wait)), wait)
            self._buckets[what, kind, who] = drops - 1, self._now()
        if len(self._buckets) > MOST_BUCKETS:
            self._forget()

    def _rules(self, what: str, guest: str, address: str) -> list[tuple[str, str, tuple[int, float]]]:
        found = []
        if guest and what in PER_GUEST:
            found.append(("guest", guest, PER_GUEST[what]))
        if address:
            most, seconds = PER_ADDRESS.get(what) or (PEOPLE_PER_ADDRESS * PER_GUEST[what][0], PER_GUEST[what][1])
            found.append(("address", address, (most, seconds)))
        return found

    def _forget(self) -> None:
        """Forget the buckets that were used longest ago: they are the fullest."""
        by_age = sorted(self._buckets.items(), key=lambda item: item[1][1])
        self._buckets = dict(by_age[len(by_age) // 2:])


def check_request(name: str) -> str:
    if len(name) > LONGEST_REQUEST:
        raise Refused("The name of a request has at most {n} characters.", n=LONGEST_REQUEST)
    return name


def check_options(options: dict[str, Any]) -> None:
    """Refused for what no game can have as options; the game itself checks the rest."""
    parts = [part for pair in options.items() for part in pair]
    if not all(isinstance(part, (str, int)) for part in parts):
        raise Refused("Options of a game are words, whole numbers, true or false.")
    if len(options) > MOST_OPTIONS or any(len(str(part)) > LONGEST_OPTION for part in parts):
        raise Refused("That is too much for the options of a game.")


def check_box(text: str | None) -> str | None:
    if text is not None and len(text) > LONGEST_BOX:
        raise Refused("A component file has at most {n} characters.", n=LONGEST_BOX)
    return text
