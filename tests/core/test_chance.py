"""SipHash as published, unbiased outcomes, compiled and interpreted alike, scripts."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from marbletop.core import chance
from marbletop.core.chance import (
    LUCK,
    OpenEvent,
    Script,
    commitment,
    key_of_secret,
    key_of_seed,
    keyed_bits,
    keyed_outcome,
    luck,
    lucky_bits,
    pick,
    siphash,
)
from marbletop.core.kernel import compile_runner
from marbletop.core.match import Match

from .toy import DIE, PILE, TOY

KEY = (int.from_bytes(bytes(range(8)), "little"), int.from_bytes(bytes(range(8, 16)), "little"))

# SipHash-2-4 of the messages "", 00, 00 01, ... under the key 00 01 ... 0f, from the authors' reference code.
VECTORS = """
310e0edd47db6f72 fd67dc93c539f874 5a4fa9d909806c0d 2d7efbd796666785 b7877127e09427cf 8da699cd64557618 cee3fe586e46c9cb
37d1018bf50002ab 6224939a79f5f593 b0e4a90bdf82009e f3b9dd94c5bb5d7a a7ad6b22462fb3f4 fbe50e86bc8f1e75 903d84c02756ea14
eef27a8e90ca23f7 e545be4961ca29a1 db9bc2577fcc2a3f 9447be2cf5e99a69 9cd38d96f0b3c14b bd6179a71dc96dbb 98eea21af25cd6be
c7673b2eb0cbf2d0 883ea3e395675393 c8ce5ccd8c030ca8 94af49f6c650adb8 eab8858ade92e1bc f315bb5bb835d817 adcf6b0763612e2f
a5c91da7acaa4dde 716595876650a2a6 28ef495c53a387ad 42c341d8fa92d832 ce7cf2722f512771 e37859f94623f3a7 381205bb1ab0e012
ae97a10fd434e015 b4a31508beff4d31 81396229f0907902 4d0cf49ee5d4dcca 5c73336a76d8bf9a d0a704536ba93e0e 925958fcd6420cad
a915c29bc8067318 952b79f3bc0aa6d4 f21df2e41d4535f9 87577519048f53a9 10a56cf5dfcd9adb eb75095ccd986cd0 51a9cb9ecba312e6
96afadfc2ce666c7 72fe52975a4364ee 5a1645b276d592a1 b274cb8ebf87870a 6f9bb4203de7b381 eaecb2a30b22a87f 9924a43cc1315724
bd838d3aafbf8db7 0b1a2a3265d51aea 135079a3231ce660 932b2846e4d70666 e1915f5cb1eca46c f325965ca16d629f 575ff28e60381be5
724506eb4c328a95
""".split()


def test_siphash_has_the_published_values():
    assert len(VECTORS) == 64
    for length, expected in enumerate(VECTORS):
        assert siphash(*KEY, bytes(range(length))).to_bytes(8, "little").hex() == expected


class Words:
    """A runner over words, compiled once for all tests here."""

    @staticmethod
    def make():
        def hash_words(states, sources, numbers, attempts, out):
            for i in range(len(out)):
                out[i] = keyed_bits(states[0], sources[i], numbers[i], attempts[i])

        def key_draws(states, sources, sizes, out):
            for i in range(len(out)):
                out[i] = keyed_outcome(states[0], sources[i], sizes[i])

        def lucky_draws(generators, sizes, out):
            for i in range(len(out)):
                out[i] = pick(generators[0], sizes[i])

        states, numbers = np.zeros(1, TOY.state.dtype), np.zeros(1, np.int64)
        return SimpleNamespace(
            hash_words=compile_runner(hash_words, TOY, states, numbers, numbers, numbers, numbers),
            key_draws=compile_runner(key_draws, TOY, states, numbers, numbers, numbers),
            lucky_draws=compile_runner(lucky_draws, TOY, np.zeros(1, LUCK.dtype), numbers, numbers))


@pytest.fixture(scope="module")
def words():
    return Words.make()


def state_with(key):
    state = TOY.state.blank()
    state.chance_key = list(key)
    return state


@pytest.mark.slow
def test_compiled_hash_is_the_published_one(words):
    """Eight bytes 00 .. 07 as a word: source, attempt and number together."""
    word = int.from_bytes(bytes(range(8)), "little")
    source, attempt, number = word >> 48, word >> 40 & 255, word & (1 << 40) - 1
    out = np.zeros(1, np.int64)
    words.hash_words(TOY.state.to_record(state_with(KEY)), *(np.array([x]) for x in (source, number, attempt)), out)
    assert out[0] == int.from_bytes(bytes.fromhex(VECTORS[8]), "little") >> 32


def test_compiled_and_interpreted_chance_are_bit_equal(words):
    numbers = np.random.default_rng(1)
    n = 2000
    sources, events, attempts = numbers.integers(0, 200, n), numbers.integers(0, 1 << 40, n), numbers.integers(0, 256, n)
    out = np.zeros(n, np.int64)
    state = state_with((0xFEDCBA9876543210, 0xFFFFFFFFFFFFFFFF))
    words.hash_words(TOY.state.to_record(state), sources, events, attempts, out)
    assert out.tolist() == [keyed_bits(state, *map(int, row)) for row in zip(sources, events, attempts)]

    sizes = numbers.integers(1, 1 << 31, n)
    sizes[:n // 2] = numbers.integers(1, 100, n // 2)
    which = numbers.integers(0, 2, n)
    record = TOY.state.to_record(state)
    words.key_draws(record, which, sizes, out)
    assert out.tolist() == [keyed_outcome(state, int(s), int(k)) for s, k in zip(which, sizes)]
    assert record["chance_count"][0].tolist() == state.chance_count == [int((which == 0).sum()), int((which == 1).sum())]

    generator = luck(5, 6)
    record = LUCK.to_record(generator)
    words.lucky_draws(record, sizes, out)
    assert out.tolist() == [pick(generator, int(k)) for k in sizes]
    assert int(record["counter"][0]) == generator.counter


def test_rejected_attempts_do_not_move_the_event_number(monkeypatch):
    asked = []

    def bits(state, source, number, attempt):
        asked.append((source, number, attempt))
        return 0 if attempt < 2 else 1 << 31            # 0 is unfair for 3: it would be hit once too often

    monkeypatch.setattr(chance, "keyed_bits", bits)
    state = state_with((1, 2))
    assert keyed_outcome(state, DIE, 3) == 1
    assert asked == [(DIE, 0, 0), (DIE, 0, 1), (DIE, 0, 2)]
    assert state.chance_count == [0, 1]


@pytest.mark.parametrize("n", [3, 5, 6, 7, 10, 3_000_000_000])
def test_below_is_fair_to_the_bit(monkeypatch, n):
    """The words that are rejected at first are exactly those that would make some outcomes likelier than others."""
    rejected = []

    def bits(state, source, number, attempt):
        if attempt:
            rejected.append(word)
        return word if attempt == 0 else (1 << 32) - 1

    monkeypatch.setattr(chance, "keyed_bits", bits)
    unfair = (1 << 32) % n                              # so many words must go, so that the others divide evenly
    first = [-(-(outcome << 32) // n) for outcome in range(min(n, 50))]      # the first word of each outcome
    for outcome, start in enumerate(first):
        for word in range(start, start + 3):
            before = len(rejected)
            result = keyed_outcome(state_with((0, 0)), DIE, n)
            if len(rejected) == before:
                assert result == word * n >> 32
        word = start
        assert (word * n & 0xFFFFFFFF < unfair) == (word in rejected), outcome


def test_outcomes_are_even():
    counts = np.zeros(6)
    state = state_with((1, 2))
    for _ in range(6000):
        counts[keyed_outcome(state, DIE, 6)] += 1
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5   # chi square, 5 degrees, 0.1 %


def test_a_source_does_not_feel_the_others():
    """The n-th card of a pile is the same whatever else was drawn."""
    one, two = state_with((7, 7)), state_with((7, 7))
    alone = [keyed_outcome(one, PILE, 52) for _ in range(20)]
    mixed = []
    for _ in range(20):
        keyed_outcome(two, DIE, 6)
        mixed.append(keyed_outcome(two, PILE, 52))
    assert alone == mixed


def test_a_script_gives_outcomes_and_reports_the_open_event():
    match = Match(TOY, 2, script=Script([0, 1, 2, 3, 5]), die=6)
    assert match.state.hand[0] == [1, 1, 0, 0] and match.state.hand[1] == [0, 0, 1, 1]
    assert match.setup_move.chance == (0, 1, 2, 3)
    match.play("a")
    match.play("c")
    assert match.state.points == [0, 6, 0, 0]
    match.play("b")
    before = TOY.state.copy(match.state)
    with pytest.raises(OpenEvent) as caught:
        match.play("d")
    assert caught.value.source == DIE and caught.value.weights == (1,) * 6
    assert match.state == before and len(match.moves) == 3


def test_a_script_reports_what_is_left_in_a_pile():
    with pytest.raises(OpenEvent) as caught:
        Match(TOY, 2, script=Script([0, 0, 0]), copies="few")
    assert caught.value.source == PILE and caught.value.weights == (0, 3, 3, 3)
    with pytest.raises(ValueError, match="not possible"):
        Match(TOY, 2, script=Script([0, 0, 0, 0]), copies="few")


def test_scripts_reach_every_deal():
    deals = {tuple(map(tuple, Match(TOY, 2, script=Script(outcomes)).state.hand))
             for outcomes in itertools.product(range(4), repeat=4)}
    assert len(deals) == 100                            # ten hands of two cards for each seat


def test_keys_and_commitments():
    assert key_of_seed(-1, 3) == [(1 << 64) - 1, 3]
    assert key_of_secret(b"x", ["a", "b"]) != key_of_secret(b"x", ["ab"]) != key_of_secret(b"xa", ["b"])
    assert key_of_secret(b"x") == key_of_secret(b"x", [])
    assert commitment(b"x") != commitment(b"y") and len(commitment(b"x")) == 64
    assert all(0 <= word < 1 << 64 for word in key_of_secret(b"x"))


def test_luck_depends_on_seed_and_number():
    assert len({lucky_bits(luck(seed, number)) for seed in range(20) for number in range(20)}) == 400
