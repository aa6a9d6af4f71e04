"""What a seat knows: redeal by enumeration, its evidence, and the observation."""

import itertools
from collections import Counter

import numpy as np
import pytest

from marbletop.core.chance import luck
from marbletop.core.planes import spans_of
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.hidden import NUMBERS, PLANES
from marbletop.games.marble_machine.positions import read_position, write_tiles
from marbletop.games.marble_machine.state import ERASE, MOVE, SWAP, TILES

from ..playing import random_play, start
from .laws import check
from .tables import box_for, play, position


def tiny(text, tiles, seats=2, **options):
    """A position with only these Machine Tiles in the box, as another seat sees it."""
    box = GAME.box.unpack(GAME.box.pack(box_for(seats, **options)))
    box.tiles = [0] * TILES
    for tile, count in tiles.items():
        box.tiles[tile] = count
    box.tile_total = sum(box.tiles)
    return read_position(text, box), box


def deals(state, box, seat, times):
    """How often redeal gives each set of other hands."""
    view, generator, found = GAME.view(state, box, seat), luck(9), Counter()
    for _ in range(times):
        imagined = GAME.state.copy(view)
        GAME.redeal(imagined, box, seat, generator)
        check(imagined, box)
        assert GAME.view(imagined, box, seat) == view
        found[tuple(write_tiles(imagined.hand[s]) for s in range(state.seats) if s != seat)] += 1
    return found


def fits(found, expected, times):
    """Whether counts agree with chances that were enumerated."""
    assert set(found) == set(expected)
    squares = sum((found[key] - times * chance) ** 2 / (times * chance) for key, chance in expected.items())
    return squares < len(expected) + 4 * (2 * len(expected)) ** 0.5


@pytest.mark.slow
def test_unseen_tiles_are_dealt_evenly():                                            # [MM-4, MM-15]
    tiles = {1: 2, 5: 1, 7: 1, SWAP: 2}
    state, box = tiny("first player=0; hands left+swap reverse+left", tiles)
    unseen = ["left", "reverse", "jump", "swap"]                     # for seat 0
    expected = Counter()
    for hand in itertools.combinations(unseen, 2):
        expected[("+".join(hand) if hand != ("reverse", "jump") else "reverse+jump",)] += 1 / 6
    times = 6000
    assert fits(deals(state, box, 0, times), expected, times)


@pytest.mark.slow
def test_what_went_back_is_in_no_old_hand():                                         # [MM-5]
    """All whole deals that agree with the view: seat 1 has played one tile, its first, so one of its two tiles is
    older than the end of the trade-in, and the Swap that went back is not that one."""
    tiles = {1: 2, 5: 1, 7: 1, SWAP: 2}
    text = "first player=0; board jump@0,-1; hands left+left reverse+swap; back swap; played 0,1"
    state, box = tiny(text, tiles)
    unseen = ["reverse", "swap kept", "swap back"]                   # for seat 0
    expected = Counter()
    ways = [(old, new) for old, new in itertools.permutations(unseen, 2) if old != "swap back"]
    for old, new in ways:
        hand = sorted((old.split()[0], new.split()[0]))
        expected[("+".join(hand),)] += 1 / len(ways)
    times = 6000
    assert fits(deals(state, box, 0, times), expected, times)


def test_an_untouched_first_hand_holds_nothing_that_went_back():                     # [MM-5]
    state, box = tiny("first player=0; hands left+left reverse+jump; back swap+swap", {1: 2, 5: 1, 7: 1, 8: 1, SWAP: 2})
    assert all("swap" not in hand for (hand,) in deals(state, box, 0, 500))


def test_later_hands_may_hold_what_went_back():                                      # [MM-5]
    text = "first player=0; board jump@0,-1 push1@0,-2; hands left+left reverse+swap; back swap+swap; played 0,2"
    state, box = tiny(text, {1: 2, 5: 1, 7: 1, 8: 1, SWAP: 2})
    assert set(deals(state, box, 0, 500)) == {("reverse+swap",), ("swap+swap",)}


def test_what_was_shown_since_is_no_evidence_any_more():                             # [MM-5]
    """A Swap shown as a second tile may be the one that went back; one shown as a first tile is not."""
    for played, left in ((0, 1), (1, 0)):
        state, box = position(f"board left@0,-1 left@0,-2; hands swap+right right+jump; back swap; played {played},0")
        play(state, box, "swap", "swap 0,-1", "with 0,-2")
        assert state.returned[SWAP] == left
    own = "first player=0; hands swap+left reverse+jump; back swap; played 1,0"      # its own Swap may be the one
    state, box = tiny(own, {1: 1, 5: 1, 7: 1, 8: 1, SWAP: 2})
    assert any("swap" in hand for (hand,) in deals(state, box, 0, 300))


def test_in_the_trade_in_what_lies_aside_is_in_no_hand():                            # [MM-5]
    text = "trade player=1 starter=0; hands left+left reverse+jump; aside swap"
    state, box = tiny(text, {1: 2, 5: 1, 7: 1, MOVE: 1, SWAP: 1})
    assert all("swap" not in hand for (hand,) in deals(state, box, 0, 300))


def test_once_the_rest_of_a_first_hand_is_tradable():                                # [MM-5]
    tiles = {1: 2, ERASE: 2, MOVE: 2, SWAP: 2}
    text = "trade player=1 starter=1 traded=1; hands left+left erase+move; aside swap; tradable - move"
    state, box = tiny(text, tiles, trade_in="once")
    view, generator, found = GAME.view(state, box, 0), luck(5), Counter()
    for _ in range(400):
        imagined = GAME.state.copy(view)
        GAME.redeal(imagined, box, 0, generator)
        check(imagined, box)
        assert GAME.view(imagined, box, 0) == view
        found[sum(imagined.tradable[1])] += 1                        # one tile of the first hand is left, all are Modifiers
    assert found == {1: 400}
    text = "trade player=0 starter=0; hands left+left erase+move; tradable - erase+move"
    state, box = tiny(text, tiles, trade_in="once")
    imagined = GAME.view(state, box, 0)
    GAME.redeal(imagined, box, 0, generator)
    assert imagined.tradable[1] == imagined.hand[1][ERASE:]          # who has not been asked yet can trade everything


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_truth_is_never_excluded(seats):                                         # [MM-5]
    """The pool of old tiles holds what the seats really kept: redeal never runs out of tiles in real games."""
    generator = luck(1)
    for seed in range(12):
        state, box = start(GAME, seats, {"trade_in": ("repeat", "once")[seed % 2]}, seed)
        for now, _, _ in random_play(GAME, state, box, luck(seed)):
            for seat in range(-1, seats):
                view = GAME.view(now, box, seat)
                GAME.redeal(view, box, seat, generator)
                check(view, box)


def planes(state, box, seat):
    out = [7] * GAME.observation_size
    GAME.observe(state, box, seat, out)
    spans = spans_of(PLANES)
    return {plane.name: np.array(out[slice(*spans[plane.name])]).reshape(plane.shape) for plane in PLANES}


def test_the_observation_shows_board_marbles_and_counts():
    assert GAME.observation_size == NUMBERS
    state, box = position("second player=1; board fork3@1,-2; marbles 2@1,-2>5 2@1,-2>5 1=2 4=1; "
                          "hands left+fork swap+swap; out erase")
    seen = planes(state, box, 1)
    q, r = 1 + 7, -2 + 7
    assert seen["parts"][9 - 1, q, r] == 1 and seen["parts"].sum() == 1
    assert seen["orientations"][3 - 1, q, r] == 1 and seen["orientations"].sum() == 1
    assert seen["marbles"][2 - 1, 5 - 1, q, r] == 2
    assert seen["goals"].sum(axis=(1, 2)).tolist() == [12, 12, 0, 0, 0, 0, 0]
    assert seen["own hand"][SWAP] == 2 and seen["own hand"].sum() == 2
    assert seen["piles"][0].tolist() == [1, 0, 0, 0]
    assert seen["piles"][1].tolist() == [0, 0, 0, 1]
    assert seen["marbles left"].tolist() == [10, 5, 5, 1]
    assert seen["unseen tiles"][SWAP] == 0 and seen["unseen tiles"][9] == 1 and seen["unseen tiles"][ERASE] == 2
    assert seen["decision"].argmax() == 2 and seen["second tile"] == 1 and seen["quota"] == 7


def test_the_observation_shows_a_tile_in_play():
    state, box = position("board redirect1@0,-1 push2@0,-2; hands swap+left right+right", seats=2)
    play(state, box, "swap", "swap 0,-1", "with 0,-2", "turn 4")
    seen = planes(state, box, 0)
    assert seen["tile in play"][SWAP] == 1 and seen["chosen orientation"].tolist() == [0, 0, 0, 1, 0, 0]
    assert seen["chosen spaces"][0, 7, 6] == 1 and seen["chosen spaces"][1, 7, 5] == 1
    state, box = position("hands left+left right+right")
    play(state, box, "marble", speeds=[3])
    assert planes(state, box, 0)["marble to aim"].tolist() == [0, 0, 1, 0]
