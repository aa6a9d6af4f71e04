"""Chance has one form: numbered events of named sources, `roll` and `draw`.

The outcome of an event depends only on (key, source, number): it is SipHash-2-4 of source and number under the state's key.
Somebody who has seen every outcome so far still cannot tell the next, and with the same key the n-th card of a pile is the
same whatever else is drawn. Nothing is shuffled: a pile is the counts of what is left in it, and an item is drawn when it is
turned up. Interpreted, outcomes can also come from a script.

Choices of bots and imagined deals use a generator of their own, `Luck`, which never decides anything at a table.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from .kernel import small, twin
from .state import WHOLE, Layout, field

MASK = (1 << 64) - 1
LOW = (1 << 32) - 1
INIT = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
NUMBERS = 40                                # bits of an event's number; above them 8 for the attempt and 8 for the source
GOLDEN, MIX1, MIX2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

LUCK = Layout("Luck", {"counter": field(np.uint64)})


class OpenEvent(Exception):
    """The script has ended and this event comes next; outcome i has the weight `weights[i]`."""

    def __init__(self, source: int, weights: Sequence[int]):
        super().__init__(f"chance of source {source} is open among {len(weights)} outcomes")
        self.source = source
        self.weights = tuple(weights)


class Script:
    """Outcomes given in advance; when they are used up, the next event raises OpenEvent."""

    def __init__(self, outcomes: Iterable[int] = ()):
        self.outcomes = list(outcomes)
        self.used = 0

    def next(self, source: int, weights: Sequence[int]) -> int:
        if self.used == len(self.outcomes):
            raise OpenEvent(source, weights)
        outcome = self.outcomes[self.used]
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise ValueError(f"outcome {outcome} of source {source} is not possible here: weights {list(weights)}")
        self.used += 1
        return outcome

    def rewind(self, outcomes: int) -> None:
        """Give the last outcomes again."""
        self.used = max(0, self.used - outcomes)

    def copy(self) -> "Script":
        twin = Script(self.outcomes)
        twin.used = self.used
        return twin


def key_of_seed(seed: int, number: int = 0) -> list[int]:
    """The key of deal `number` of a seed, for simulation and tests, where nothing has to be secret."""
    return [seed & MASK, number & MASK]


def key_of_secret(secret: bytes, added: Iterable[str] = ()) -> list[int]:
    """The key made from a table's secret and what each seat adds to it."""
    digest = hashlib.sha256(secret)
    for word in added:
        digest.update(hashlib.sha256(word.encode()).digest())
    data = digest.digest()
    return [int.from_bytes(data[:8], "little"), int.from_bytes(data[8:16], "little")]


def commitment(secret: bytes) -> str:
    """The commitment to a secret, which a table publishes before the deal."""
    return hashlib.sha256(b"marbletop commitment " + secret).hexdigest()


def _rounds(a: int, b: int, c: int, d: int, times: int) -> tuple[int, int, int, int]:
    for _ in range(times):
        a = (a + b) & MASK
        b = ((b << 13 | b >> 51) & MASK) ^ a
        a = (a << 32 | a >> 32) & MASK
        c = (c + d) & MASK
        d = ((d << 16 | d >> 48) & MASK) ^ c
        a = (a + d) & MASK
        d = ((d << 21 | d >> 43) & MASK) ^ a
        c = (c + b) & MASK
        b = ((b << 17 | b >> 47) & MASK) ^ c
        c = (c << 32 | c >> 32) & MASK
    return a, b, c, d


def siphash(key0: int, key1: int, message: bytes) -> int:
    """SipHash-2-4, as published, of a message of any length."""
    a, b, c, d = key0 ^ INIT[0], key1 ^ INIT[1], key0 ^ INIT[2], key1 ^ INIT[3]
    full = len(message) & ~7
    last = message[full:].ljust(7, b"\0") + bytes([len(message) & 255])
    for start in range(0, full + 8, 8):
        block = int.from_bytes(message[start:start + 8] if start < full else last, "little")
        a, b, c, d = _rounds(a, b, c, d ^ block, 2)
        a ^= block
    a, b, c, d = _rounds(a, b, c ^ 0xFF, d, 4)
    return a ^ b ^ c ^ d


def keyed_bits(state, source, number, attempt):
    """32 bits that belong to this attempt at this event, from the state's key."""
    word = source << 48 | attempt << NUMBERS | number
    key0, key1 = state.chance_key
    return siphash(key0, key1, word.to_bytes(8, "little")) >> 32


@twin(keyed_bits)
def compiled_keyed_bits(numba):
    u = np.uint64
    init0, init1, init2, init3 = (u(word) for word in INIT)
    length = u(8 << 56)                     # SipHash's last block for a message of eight bytes

    @numba.njit(inline="always")
    def left(x, n):
        return (x << u(n)) | (x >> u(64 - n))

    @numba.njit
    def turn(a, b, c, d):
        a += b
        b = left(b, 13) ^ a
        a = left(a, 32)
        c += d
        d = left(d, 16) ^ c
        a += d
        d = left(d, 21) ^ a
        c += b
        b = left(b, 17) ^ c
        c = left(c, 32)
        return a, b, c, d

    @numba.njit
    def hash_word(key0, key1, word):
        a, b, c, d = key0 ^ init0, key1 ^ init1, key0 ^ init2, key1 ^ init3
        d ^= word
        a, b, c, d = turn(a, b, c, d)
        a, b, c, d = turn(a, b, c, d)
        a ^= word
        d ^= length
        a, b, c, d = turn(a, b, c, d)
        a, b, c, d = turn(a, b, c, d)
        a ^= length
        c ^= u(0xFF)
        for _ in range(4):
            a, b, c, d = turn(a, b, c, d)
        return np.int64((a ^ b ^ c ^ d) >> u(32))

    def implementation(state, source, number, attempt):
        word = source << 48 | attempt << NUMBERS | number
        return hash_word(state.chance_key[0], state.chance_key[1], u(word))

    return lambda state, source, number, attempt: implementation


@small
def keyed_outcome(state, source, n):
    """The outcome of a source's next event, 0 to n - 1, all equally likely. An attempt that would be unfair is repeated
    under the same number, so the count of events says nothing about their outcomes."""
    number = state.chance_count[source]
    state.chance_count[source] = number + 1
    product = keyed_bits(state, source, number, 0) * n
    if product & LOW < n:
        unfair = (LOW + 1 - n) % n
        attempt = 1
        while product & LOW < unfair:
            product = keyed_bits(state, source, number, attempt) * n
            attempt += 1
    return product >> 32


@small
def take_nth(counts, k):
    """Take the k-th item, ordered by kind, out of a pile of counts per kind; returns its kind."""
    kind = 0
    while k >= counts[kind]:
        k -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@small
def total_of(counts):
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    return total


def roll(state, source, sides):
    """One event of a source: a whole number from 0 to sides - 1, all equally likely."""
    if state.script is None:
        outcome = keyed_outcome(state, source, sides)
    else:
        outcome = state.script.next(source, [1] * sides)
        state.chance_count[source] += 1
    if state.listener is not None:
        state.listener.chance(source, outcome)
    return outcome


def draw(state, source, counts):
    """One event of a source: take a random item out of a pile of counts per kind, which must not be empty; returns its
    kind."""
    if state.script is None:
        outcome = take_nth(counts, keyed_outcome(state, source, sum(counts)))
    else:
        outcome = state.script.next(source, list(counts))
        state.chance_count[source] += 1
        counts[outcome] -= 1
    if state.listener is not None:
        state.listener.chance(source, outcome)
    return outcome


@twin(roll)
def compiled_roll(numba):
    def implementation(state, source, sides):
        return keyed_outcome(state, source, sides)

    return lambda state, source, sides: implementation


@twin(draw)
def compiled_draw(numba):
    def implementation(state, source, counts):
        return take_nth(counts, keyed_outcome(state, source, total_of(counts)))

    return lambda state, source, counts: implementation


# Luck: the generator for bots and imagined deals


def luck(seed: int, number: int = 0) -> Any:
    """A generator for choices, as a plain object."""
    generator = LUCK.blank()
    generator.counter = lucky_start(seed & MASK, number & MASK)
    return generator


def _mix(x: int) -> int:
    x = ((x ^ (x >> 30)) * MIX1) & MASK
    x = ((x ^ (x >> 27)) * MIX2) & MASK
    return x ^ (x >> 31)


def lucky_start(seed, number):
    """Where the generator of game `number` of a seed starts counting."""
    return _mix((seed + number * MIX1 + GOLDEN) & MASK)


def lucky_bits(generator):
    """The next 32 bits of a generator for choices."""
    generator.counter = (generator.counter + GOLDEN) & MASK
    return _mix(generator.counter) >> 32


@twin(lucky_start)
def compiled_lucky_start(numba):
    u = np.uint64
    golden, mix1, mix2 = u(GOLDEN), u(MIX1), u(MIX2)

    def implementation(seed, number):
        x = u(seed) + u(number) * mix1 + golden
        x = (x ^ (x >> u(30))) * mix1
        x = (x ^ (x >> u(27))) * mix2
        return x ^ (x >> u(31))

    return lambda seed, number: implementation


@twin(lucky_bits)
def compiled_lucky_bits(numba):
    u = np.uint64
    golden, mix1, mix2 = u(GOLDEN), u(MIX1), u(MIX2)

    def implementation(generator):
        x = generator.counter + golden
        generator.counter = x
        x = (x ^ (x >> u(30))) * mix1
        x = (x ^ (x >> u(27))) * mix2
        return np.int64((x ^ (x >> u(31))) >> u(32))

    return lambda generator: implementation


@small
def pick(generator, n):
    """A whole number from 0 to n - 1 from a generator for choices, all equally likely."""
    product = lucky_bits(generator) * n
    if product & LOW < n:
        unfair = (LOW + 1 - n) % n
        while product & LOW < unfair:
            product = lucky_bits(generator) * n
    return product >> 32


@small
def pick_from(generator, counts):
    """Take a random item out of a pile of counts per kind, with a generator for choices; returns its kind."""
    return take_nth(counts, pick(generator, total_of(counts)))


@small
def fresh_chance(state, generator):
    """Give an imagined state a future of its own; from now on it is a whole state."""
    state.viewer = WHOLE
    set_fresh_key(state, lucky_bits(generator), lucky_bits(generator))


def set_fresh_key(state, first, second):
    state.chance_key[0] = first
    state.chance_key[1] = second


@twin(set_fresh_key)
def compiled_set_fresh_key(numba):
    u = np.uint64

    def implementation(state, first, second):
        state.chance_key[0] = u(first)
        state.chance_key[1] = u(second)

    return lambda state, first, second: implementation
