"""No marble passes an own marble [MJ-18]: every fast way to say how far a marble can go, against walking step by step.

The board is the shortest there is, 36 spaces for two players; only own marbles stand on it, so nothing else stops one.
"""

import itertools
import random

import pytest

from marbletop.core.notes import Listener
from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.moving import (
    reach_ahead,
    reach_back,
    reach_past,
    reach_straight,
    room_of_colour,
    rule_against_steps,
)
from marbletop.games.marbles_and_jokers.rules import playable_ranks
from marbletop.games.marbles_and_jokers.state import (
    ALL_RANKS,
    BACKWARD,
    FARTHEST,
    FORWARD,
    LANE,
    MARBLES,
    MOVE,
    PARTS,
    RANK_NAMES,
    RANKS,
    REFS,
    RING,
    SPLIT,
    SPLIT_ANY,
    WHOLE,
)

from .positions import position
from .test_splits import crowded

SHORT = GAME.components(GAME.folder / "boards" / "bare_connectors.toml")


def short_board(**options):
    return position("", "", 2, components=SHORT, **options)


def put_own(state, box, places):
    """Seat 0's marbles on these places of its way, the rest of them in the Start Ring."""
    state.track = [0] * len(state.track)
    state.place[0] = [*places, *[RING] * (MARBLES - len(places))]
    state.home[0] = sum(place > box.length for place in places)
    for m, place in enumerate(places):
        if place <= box.length:
            state.track[box.space[0][place]] = m + 1


def walk(box, own, here, direction, past=False):
    """The rule against 1, 2, 3 ... steps from a place, 0 if there is none, by making one step after the other; `past` goes
    past the home space instead of turning in."""
    place, stopped = here, 0                # stopped: the rule against going on
    for _ in range(FARTHEST if direction > 0 else box.farthest_back):
        if direction < 0:
            place = place - 1 or box.length
        elif past and place == box.length:
            place = 1
            stopped = stopped or (0 if box.past else 20)
        elif 0 < place == box.past < box.length:
            stopped = stopped or 20         # the line is next
        else:
            place += 1
        if place > box.length and (place > box.length + LANE or place in own):
            stopped = stopped or 25
        if place in own and not stopped:
            yield 17
            stopped = 0 if direction < 0 and box.pass_own_back else 18
        else:
            yield stopped


def rules_by_walking(box, own, here):
    """The rule against every number of steps, on the best way: {-8: 0, ..., 13: 18}; and which steps lead straight on and
    which past the home space, as bits."""
    straight, around = list(walk(box, own, here, 1)), list(walk(box, own, here, 1, past=True))
    goes_past = [here <= box.length < here + steps and not around[steps - 1] for steps in range(1, FARTHEST + 1)]
    against = {steps: 0 if goes_past[steps - 1] else straight[steps - 1] for steps in range(1, FARTHEST + 1)}
    back = walk(box, own, here, -1) if here <= box.length else [26] * box.farthest_back
    against |= {-steps: rule for steps, rule in enumerate(back, 1)}
    return against, bits(not rule for rule in straight), bits(goes_past)


def bits(steps):
    return sum(1 << number for number, possible in enumerate(steps, 1) if possible)


def check_every_way(state, box, places):
    """Whether all functions say of the first marble what walking says."""
    put_own(state, box, places)
    against, straight, past = rules_by_walking(box, places[1:], places[0])
    told = {steps: rule_against_steps(state, box, 0, 0, steps) for steps in against}
    assert told == against, places
    assert reach_straight(state, box, 0, 0) == straight and reach_past(state, box, 0, 0) == past * bool(box.past), places
    assert reach_ahead(state, box, 0, 0) == bits(not against[steps] for steps in range(1, FARTHEST + 1)), places
    assert reach_back(state, box, 0, 0) == bits(not against[-steps] for steps in range(1, box.farthest_back + 1)), places
    return against


@pytest.mark.parametrize("options", [
    {}, {"no_pass": "start"}, {"no_pass": "none"}, {"pass_own_back": True}, {"no_pass": "none", "pass_own_back": True}])
def test_all_places_of_two_marbles(options):                            # [MJ-17, MJ-18, MJ-20, MJ-25, MJ-26, MJ-56]
    state, box = short_board(**options)
    seen = set()
    for here, other in itertools.permutations(range(1, box.length + LANE + 1), 2):
        seen.update(check_every_way(state, box, [here, other]).values())
    assert seen == {0, 17, 18, 25, 26} | ({20} if options.get("no_pass") == "start" else set())


def test_all_places_of_two_marbles_near_a_third():                      # [MJ-17, MJ-18]
    state, box = short_board()
    for here in range(1, box.length + LANE + 1):
        near = {here + steps for steps in range(-8, 14)} | {here + steps + box.length for steps in range(-8, 0)}
        near &= set(range(1, box.length + LANE + 1)) - {here}
        for others in itertools.combinations(sorted(near), 2):
            check_every_way(state, box, [here, *others])


def test_five_marbles_anywhere():                                       # [MJ-18]
    chooser = random.Random(18)
    for options in ({}, {"no_pass": "start"}, {"no_pass": "none"}, {"pass_own_back": True}):
        state, box = short_board(**options)
        for _ in range(400):
            places = chooser.sample(range(1, box.length + LANE + 1), chooser.choice((4, 5)))
            check_every_way(state, box, places)
            most = max(max((steps for steps, rule in rules_by_walking(box, set(places) - {here}, here)[0].items()
                            if steps > 0 and not rule), default=0) for here in places)
            assert box.past or room_of_colour(state, box, 0) == most, places


def first_parts_by_walking(box, places, rank):
    """First parts of a 7 or 9 by their plain meaning: walk one marble, then see whether another can walk the rest."""
    total, found = box.forward[rank], set()
    for m, here in enumerate(places):
        others = places[:m] + places[m + 1:]
        against = rules_by_walking(box, others, here)[0]
        for steps in (*range(1, total), *(range(1 - total, 0) if rank == RANK_NAMES.index("9") else ())):
            goal, rest = here + steps, total - abs(steps)
            if goal < 1:
                goal += box.length
            if rank == RANK_NAMES.index("9") and steps > 0:
                rest = -rest
            if not against[steps] and any(
                    not rules_by_walking(box, [goal, *others[:i], *others[i + 1:]], other)[0][rest]
                    for i, other in enumerate(others)):
                found.add((FORWARD if steps > 0 else BACKWARD) + REFS * (abs(steps) - 1) + m)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("card", ["7", "9"])
def test_all_splits_of_two_and_three_marbles_near_home(card):           # [MJ-18, MJ-27, MJ-28, MJ-29, MJ-30]
    state, box = short_board()
    state.phase, state.rank = MOVE, RANK_NAMES.index(card)
    near = [*range(box.length - 10, box.length + LANE + 1), *range(1, 7)]
    for places in itertools.chain(itertools.combinations(near, 2), itertools.combinations(near, 3)):
        put_own(state, box, places)
        offered = {action for action in GAME.legal_list(state, box) if action >= FORWARD}
        assert offered == first_parts_by_walking(box, places, state.rank), places


# With other marbles on the board, and bumps that are not allowed, the fast ways still say the same as the slow one


@pytest.mark.parametrize(("seats", "options"), [
    (2, {}), (4, {}), (6, {"bump_chain": "forbid"}), (4, {"bump_full": "ring", "no_pass": "start"}), (6, {"no_pass": "none"}),
    (4, {"pass_own_back": True}), (8, {"help": "left", "split9": "any"})])
def test_the_fast_ways_agree_among_other_marbles(seats, options):       # [MJ-18, MJ-43]
    chooser = random.Random(seats)
    for _ in range(60):
        state, box = crowded(chooser, seats, **options)
        if state.home[state.player] == MARBLES:
            continue
        for m in range(MARBLES):
            ahead = [rule_against_steps(state, box, state.player, m, steps) == 0 for steps in range(1, FARTHEST + 1)]
            back = [rule_against_steps(state, box, state.player, m, -steps) == 0 for steps in range(1, box.farthest_back + 1)]
            assert reach_ahead(state, box, state.player, m) == bits(ahead)
            assert reach_back(state, box, state.player, m) == bits(back)
        able = playable_ranks(state, box, ALL_RANKS)
        state.phase = MOVE
        for rank in range(RANKS):
            state.rank = rank
            assert bool(able >> rank & 1) == bool(GAME.legal_list(state, box)), (rank, GAME.notation.write_position(state, box))


class Refusals(Listener):
    def __init__(self):
        self.rules = {}

    def forbid(self, action, rule):
        assert action not in self.rules, "refused once"
        self.rules[action] = rule


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (6, {"split9": "any"}), (6, {"no_pass": "none"})])
def test_every_action_is_offered_or_refused_by_a_rule(seats, options):  # [MJ-8, MJ-9, MJ-27, MJ-29, MJ-30]
    chooser = random.Random(seats)
    for _ in range(40):
        state, box = crowded(chooser, seats, **options)
        if state.home[state.player] == MARBLES:
            continue
        refs = range(MARBLES * box.team_size[state.player])
        every = {WHOLE + ref for ref in refs}
        every |= {base + REFS * part + ref for base in (FORWARD, BACKWARD) for part in range(PARTS) for ref in refs}
        state.phase, state.rank = MOVE, chooser.randrange(RANKS)
        state.listener = Refusals()
        offered = set(GAME.legal_list(state, box))
        assert offered | set(state.listener.rules) == every and not offered & set(state.listener.rules)
        if offered:
            GAME.play(state, box, chooser.choice(sorted(offered)))
        if state.phase == SPLIT:
            state.listener = Refusals()
            offered = set(GAME.legal_list(state, box))
            ways = len(offered | set(state.listener.rules)) // len(refs)
            assert ways == (2 if options.get("split9") == "any" and box.split[state.rank] == SPLIT_ANY else 1)
            assert not offered & set(state.listener.rules)
