"""The look-ahead of splits: what distances tell is what trying tells, in crowded positions of every kind."""

import random

import pytest

from marbletop.games.marbles_and_jokers.splits import BACK, first_parts, moves_one_colour, tried_parts
from marbletop.games.marbles_and_jokers.state import MARBLES, RANK_NAMES

from .laws import check_marbles
from .positions import GAME, position

SEVEN, NINE = RANK_NAMES.index("7"), RANK_NAMES.index("9")


def crowded(chooser, seats, **options):
    """A position with most marbles near each other, the player's home and the home spaces of the team."""
    state, box = position("", "", seats, **options)
    player = chooser.randrange(seats)
    state.player = player
    centre = chooser.choice([box.home[player], box.home[chooser.randrange(seats)], chooser.randrange(box.length)])
    for seat in range(seats):
        for m in range(MARBLES):
            kind = chooser.random()
            if kind < 0.2:
                continue
            if kind < 0.45:
                place = box.length + chooser.randint(1, 5)
            elif kind < 0.55:
                place = box.place[seat][box.home[chooser.randrange(seats)]]
            else:
                place = box.place[seat][(centre + chooser.randint(-12, 12)) % box.length]
            space = box.space[seat][place]
            if place in state.place[seat] or (space >= 0 and state.track[space]):
                continue
            state.place[seat][m] = place
            if space >= 0:
                state.track[space] = 8 * seat + m + 1
            else:
                state.home[seat] += 1
    check_marbles(state, box)
    return state, box


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_distances_tell_what_trying_tells(seats):                       # [MJ-28, MJ-30, MJ-49]
    chooser, found = random.Random(seats), 0
    for _ in range(600):
        state, box = crowded(chooser, seats)
        only, seat = moves_one_colour(state, box), state.player
        if state.home[seat] == MARBLES:
            continue
        for rank in (SEVEN, NINE):
            for m in range(MARBLES):
                before = GAME.state.pack(state)
                every = (1 << box.forward[rank]) - 2
                parts = first_parts(state, box, rank, seat, m, only)
                slow = first_parts(state, box, rank, seat, m, False)    # tries everything
                assert parts == slow, GAME.notation.write_position(state, box)
                assert parts == tried_parts(state, box, rank, seat, m, parts)
                assert parts & ~(every | every << BACK) == 0
                assert GAME.state.pack(state) == before, "what was tried is taken back"
                found += parts.bit_count()
    assert found > 1000


@pytest.mark.parametrize(("seats", "options"), [
    (4, {}), (6, {}), (8, {"help": "left"}), (6, {"split9": "any", "no_pass": "none"}), (4, {"bump_full": "ring"}),
    (6, {"bump_chain": "forbid", "pass_own_back": True}), (4, {"no_pass": "start", "finish_split": False})])
def test_every_first_part_has_a_second_and_none_is_missing(seats, options):     # [MJ-30, MJ-56]
    """Against the plain meaning: a first part is possible if the marble can make it and the position after it, played
    out on a copy, offers a second part."""
    chooser = random.Random(seats)
    for _ in range(120):
        state, box = crowded(chooser, seats, **options)
        for rank in (SEVEN, NINE):
            state.rank, state.phase = rank, 1
            n_before = GAME.legal_list(state, box)
            for action in n_before:
                after = GAME.state.copy(state)
                GAME.play(after, box, action)
                if after.phase in (2, 3):
                    assert GAME.legal_list(after, box), (GAME.notation.write_position(state, box), action)
