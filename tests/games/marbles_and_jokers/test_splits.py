"""The look-ahead of splits: what distances tell is what trying tells, in crowded positions of every kind."""

import random

import pytest

from marbletop.games.marbles_and_jokers.moving import (
    move,
    place_after,
    reach_past,
    reach_straight,
    rule_against_colour,
    rule_against_steps,
)
from marbletop.games.marbles_and_jokers.splits import BACK, first_parts, moves_one_colour, rest_after, try_parts
from marbletop.games.marbles_and_jokers.state import (
    ADVANCED,
    BACKWARD,
    FORWARD,
    MARBLES,
    MOVE,
    RANK_NAMES,
    REFS,
    SPLIT,
    SPLIT_FORWARD,
)

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


@pytest.mark.slow
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
                assert parts == try_parts(state, box, rank, seat, m, parts)
                assert parts & ~(every | every << BACK) == 0
                assert GAME.state.pack(state) == before, "what was tried is taken back"
                found += parts.bit_count()
    assert found > 1000


def parts_by_playing(state, box, rank):
    """First parts by their plain meaning: every single move of a part that is possible, carried out on a copy; it counts
    if the position after it offers a second part."""
    total, kind, found = box.forward[rank], box.split[rank], set()
    for t in range(box.team_size[state.player]):
        seat = box.mates[state.player][t]
        for m in () if rule_against_colour(state, box, t) else range(MARBLES):
            here = state.place[seat][m]
            for steps in (*range(1, total), *(range(1 - total, 0) if kind != SPLIT_FORWARD else ())):
                if rule_against_steps(state, box, seat, m, steps):
                    continue
                goals = [place_after(box, here, steps)]
                if box.past and steps > 0:
                    goals = [here + steps] * (reach_straight(state, box, seat, m) >> steps & 1)
                    goals += [here + steps - box.length] * (reach_past(state, box, seat, m) >> steps & 1)
                for goal in goals:
                    played = GAME.state.copy(state)
                    move(played, box, seat, m, goal, ADVANCED, 0)
                    played.phase, played.first, played.rest = SPLIT, 8 * seat + m, rest_after(box, rank, steps)
                    if GAME.legal_list(played, box):
                        base = FORWARD if steps > 0 else BACKWARD
                        found.add(base + REFS * (abs(steps) - 1) + MARBLES * t + m)
    return found


@pytest.mark.parametrize(("seats", "options"), [
    (4, {}), (6, {}), (8, {"help": "left"}), (6, {"split9": "any", "no_pass": "none"}), (4, {"bump_full": "ring"}),
    (6, {"bump_chain": "forbid", "pass_own_back": True}), (4, {"no_pass": "start", "finish_split": False})])
def test_every_first_part_has_a_second_and_none_is_missing(seats, options):     # [MJ-10, MJ-30, MJ-49, MJ-56, MJ-57]
    chooser, found, helped = random.Random(seats), 0, 0
    for number in range(120):
        state, box = crowded(chooser, seats, **options)
        if number % 3 == 0:                                             # the player's board is complete: a helper
            for m in range(MARBLES):
                place = state.place[state.player][m]
                if 0 < place <= box.length:
                    state.track[box.space[state.player][place]] = 0
                state.place[state.player][m] = box.length + m + 1
            state.home[state.player] = MARBLES
        for rank in (SEVEN, NINE):
            state.rank, state.phase = rank, MOVE
            offered = {action for action in GAME.legal_list(state, box) if action >= FORWARD}
            assert offered == parts_by_playing(state, box, rank), GAME.notation.write_position(state, box)
            found += len(offered)
            helped += len(offered) if state.home[state.player] == MARBLES else 0
    assert found > 500 and helped > 100
