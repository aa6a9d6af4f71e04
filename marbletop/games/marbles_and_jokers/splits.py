"""Splits of a 7 and a 9 over two marbles: MJ-27 to MJ-30, MJ-49, MJ-57.

A first part is offered only if a second part is possible after it. The distances between marbles decide most cases; a
part that affects a teammate, or that an option makes unusual, is tried on the board.
"""

from ...core.kernel import rule, scratch, small
from .moving import (barred_steps, homes_are_free, move, owner_on, place_after, reach_ahead, reach_back, reach_past,
                     reach_straight, room_ahead, room_on_track, rule_against_colour, rule_against_steps, rule_of_split)
from .reasons import keep_or_refuse
from .state import ADVANCED, BACKWARD, FORWARD, MARBLES, PARTS, REFS, RING, SPLIT_ANY, SPLIT_FORWARD, SPLIT_ONE_EACH, WHOLE

STRAIGHT_WAY, PAST_WAY, BOTH_WAYS = 1, 2, 3
BACK = 16                                   # sets of parts: k steps forward are bit k, k steps backward bit BACK + k


@rule
def legal_first_parts(state, box, rank, actions, n):
    """Append the first parts after which a second part is possible, in rising order [MJ-30]."""
    begin, only = n, moves_one_colour(state, box)
    for t in range(box.team_size[state.player]):
        if rule_against_colour(state, box, t):
            continue
        seat = box.mates[state.player][t]
        ahead, back, every = 0, 0, 0                                    # a byte for each marble
        for m in range(box.marbles):
            parts = first_parts(state, box, rank, seat, m, only)
            every |= parts
            ahead |= (parts >> 1 & 255) << 8 * m
            back |= (parts >> BACK + 1 & 255) << 8 * m
        for part in range(box.forward[rank] - 1):
            if every >> part + 1 & 1:
                for m in range(MARBLES):
                    actions[n] = FORWARD + REFS * part + MARBLES * t + m
                    n += ahead >> 8 * m + part & 1
        for part in range(box.forward[rank] - 1):
            if every >> BACK + part + 1 & 1:
                for m in range(MARBLES):
                    actions[n] = BACKWARD + REFS * part + MARBLES * t + m
                    n += back >> 8 * m + part & 1
    if not only:
        sort_actions(actions, begin, n)
    return n


@rule
def sort_actions(actions, begin, n):
    """Sort the actions from `begin` up to `n`."""
    for i in range(begin + 1, n):
        action, j = actions[i], i
        while j > begin and actions[j - 1] > action:
            actions[j] = actions[j - 1]
            j -= 1
        actions[j] = action


@rule
def moves_one_colour(state, box):
    """Whether the player now moves marbles of a single colour."""
    colours = 0
    for t in range(box.team_size[state.player]):
        if rule_against_colour(state, box, t) == 0:
            colours += 1
    return colours == 1


@rule
def first_parts(state, box, rank, seat, m, only):
    """Parts of a card that this marble can make first so that a second part is possible [MJ-27 to MJ-30]. `only` means
    that the player moves no other colour."""
    kind, total = box.split[rank], box.forward[rank]
    every = (1 << total) - 2
    ahead = reach_ahead(state, box, seat, m) & every
    back = reach_back(state, box, seat, m) & every if kind != SPLIT_FORWARD else 0
    if ahead | back == 0:
        return 0
    if not only or kind == SPLIT_ANY or box.past or box.pass_own_back:
        return try_parts(state, box, rank, seat, m, ahead | back << BACK)
    free = box.alone != 0 or homes_are_free(state, box, seat)
    if kind == SPLIT_FORWARD:
        parts = ahead & parts_before_advance(state, box, total, seat, m, free)
    else:
        parts = ahead & parts_before_retreat(state, box, total, seat, m, free)
        if back:
            parts |= (back & parts_before_return(state, box, total, seat, m, free)) << BACK
    if not box.alone:
        affecting = parts_affecting_others(state, box, total, seat, m, ahead, back)
        if affecting:
            parts = parts & ~affecting | try_parts(state, box, rank, seat, m, affecting)
    return parts


# What other marbles of the colour can do after a part that affects no teammate. The two parts have `total` steps together,
# so a marble that has room for r steps allows first parts of total - r steps and more. Whether two marbles on one stretch
# meet depends only on `total`, not on how it is divided.


@small
def parts_leaving(total, last):
    """First parts, as bits, that leave at most `last` of `total` steps."""
    return (1 << total) - (2 if last >= total else 1 << total - last)


@rule
def parts_leaving_allowed(state, box, total, seat, here, last, direction):
    """The same, without first parts whose rest would end with a forbidden bump."""
    parts, most = 0, last if last < total else total - 1
    wrong = barred_steps(state, box, seat, here, most, direction)
    for rest in range(1, most + 1):
        if not wrong >> rest & 1:
            parts |= 1 << total - rest
    return parts


@rule
def parts_before_advance(state, box, total, seat, m, free):
    """Forward parts of this marble after which another can go forward by the rest."""
    places, parts = state.place[seat], 0
    for other in range(box.marbles):
        if other != m and places[other] != RING:
            room = room_ahead(state, box, seat, other, m)
            if places[other] < places[m]:                               # it stays behind this one's new place
                behind = (total + places[m] - places[other] - 1) >> 1
                room = behind if behind < room else room
            if free:
                parts |= parts_leaving(total, room)
            else:
                parts |= parts_leaving_allowed(state, box, total, seat, places[other], room, 1)
    return parts


@rule
def parts_before_retreat(state, box, total, seat, m, free):
    """Forward parts of this marble after which another can go backward by the rest."""
    places, parts, here = state.place[seat], 0, state.place[seat][m]
    for other in range(box.marbles):
        if other != m and RING < places[other] <= box.length:
            room = room_on_track(state, box, seat, other, -1, PARTS + 1, m)
            allowed = parts_leaving(total, room) if free else \
                parts_leaving_allowed(state, box, total, seat, places[other], room, -1)
            apart = places[other] - here
            if apart < 0:
                apart += box.length
            if here <= box.length and apart <= total:                   # they would meet, unless this one turns in
                allowed &= -(2 << box.length - here) if box.length - here < total else 0
            parts |= allowed
    return parts


@rule
def parts_before_return(state, box, total, seat, m, free):
    """Backward parts of this marble after which another can go forward by the rest."""
    places, parts, here = state.place[seat], 0, state.place[seat][m]
    for other in range(box.marbles):
        place = places[other]
        if other != m and place != RING and not 0 < here - place <= total:
            room = room_ahead(state, box, seat, other, m)
            allowed = parts_leaving(total, room) if free else \
                parts_leaving_allowed(state, box, total, seat, place, room, 1)
            if place <= box.length and here + box.length - place <= total:      # they would meet beyond the home space
                allowed &= (1 << here) - 1
            parts |= allowed
    return parts


@rule
def parts_affecting_others(state, box, total, seat, m, ahead, back):
    """Parts that may change what others can do: they hit a teammate's marble, take or leave a home space of the team, or
    complete the board."""
    here = state.place[seat][m]
    left, team = box.space[seat][here], box.team[seat]
    if left >= 0 and box.door[left] == team:
        return ahead | back << BACK
    affecting = 0
    for part in range(1, total):
        if ahead >> part & 1:
            space = box.space[seat][here + part]
            if space < 0:
                if left >= 0 and state.home[seat] == MARBLES - 1:
                    affecting |= 1 << part
            elif box.door[space] == team or (state.track[space] and box.team[owner_on(state, space)] == team):
                affecting |= 1 << part
        if back >> part & 1:
            space = box.space[seat][place_after(box, here, -part)]
            if box.door[space] == team or (state.track[space] and box.team[owner_on(state, space)] == team):
                affecting |= 1 << BACK + part
    return affecting


# Trying parts out


@rule
def try_parts(state, box, rank, seat, m, parts):
    """Those of the given parts after which a second part is possible, found by trying each of them."""
    left = 0
    for number in range(1, BACK + box.forward[rank]):
        if parts >> number & 1 and open_ways(state, box, rank, seat, m, number if number < BACK else BACK - number, True):
            left |= 1 << number
    return left


@rule
def open_ways(state, box, rank, seat, m, steps, first_part):
    """Which ways a marble that can make these steps may go: straight on (backward, along the track, or turning in), past its
    home space, or both. A first part must leave a second part [MJ-30, MJ-56]."""
    here, ways = state.place[seat][m], 0
    straight, past = 1, 0
    if box.past and steps > 0:
        straight = reach_straight(state, box, seat, m) >> steps & 1
        past = reach_past(state, box, seat, m) >> steps & 1
    for way in (STRAIGHT_WAY, PAST_WAY):
        if straight if way == STRAIGHT_WAY else past:
            place = place_after(box, here, steps) if way == STRAIGHT_WAY else here + steps - box.length
            if not first_part or place_leaves_second(state, box, rank, seat, m, place, rest_after(box, rank, steps)):
                ways |= way
    return ways


@small
def rest_after(box, rank, steps):
    """Steps of the second part after a first one. With a 9 it goes the other way; with `split9 = any` either way."""
    rest = box.forward[rank] - abs(steps)
    return -rest if steps > 0 and box.split[rank] == SPLIT_ONE_EACH else rest


@rule
def place_leaves_second(state, box, rank, seat, m, place, rest):
    """Whether another marble can move the rest once this one has gone to a place. The move is made on the board and taken
    back; a part that bumps, which is rare, is played on a copy."""
    first, here = 8 * seat + m, state.place[seat][m]
    left, space = box.space[seat][here], box.space[seat][place]
    other = 0
    if space >= 0:
        other = state.track[space] + 0
        if other and box.team[owner_on(state, space)] == box.team[seat]:
            trial = scratch(state)
            move(trial[0], box, seat, m, place, ADVANCED, 0)
            return has_second_part(trial[0], box, rank, first, rest)
        state.track[space] = first + 1
    enters = left >= 0 and space < 0
    if left >= 0:
        state.track[left] = 0
    if enters:
        state.home[seat] += 1
    state.place[seat][m] = place
    found = has_second_part(state, box, rank, first, rest)
    state.place[seat][m] = here
    if enters:
        state.home[seat] -= 1
    if space >= 0:
        state.track[space] = other
    if left >= 0:
        state.track[left] = first + 1
    return found


# Second parts


@small
def rule_against_second_parts(state, box, first):
    """The rule that forbids any second part: by option, once the first part has completed the player's own board [MJ-49]."""
    return 49 if not box.finish_split and first >> 3 == state.player and state.home[state.player] == MARBLES else 0


@rule
def has_second_part(state, box, rank, first, rest):
    """Whether another marble can move the rest; with `split9 = any` either way."""
    if rule_against_second_parts(state, box, first):
        return False
    for t in range(box.team_size[state.player]):
        if rule_against_colour(state, box, t) == 0:
            seat = box.mates[state.player][t]
            for way in range(2 if box.split[rank] == SPLIT_ANY else 1):
                for m in range(box.marbles):
                    if 8 * seat + m != first and rule_against_steps(state, box, seat, m, -rest if way else rest) == 0:
                        return True
    return False


@rule
def legal_second_parts(state, box, actions):
    """List the marbles that can move the rest of a split [MJ-28]; with `split9 = any` also which way [MJ-57]."""
    rest, n = state.rest, 0
    if box.split[state.rank] == SPLIT_ANY:
        n = add_second_parts(state, box, rest, FORWARD + REFS * (rest - 1), actions, n)
        return add_second_parts(state, box, -rest, BACKWARD + REFS * (rest - 1), actions, n)
    return add_second_parts(state, box, rest, WHOLE, actions, n)


@rule
def add_second_parts(state, box, steps, base, actions, n):
    """Append the second parts in one direction [MJ-27, MJ-29]."""
    none = rule_against_second_parts(state, box, state.first)
    for t in range(box.team_size[state.player]):
        seat, closed = box.mates[state.player][t], rule_against_colour(state, box, t)
        for m in range(box.marbles):
            actions[n] = base + MARBLES * t + m
            if none:
                against = none
            elif 8 * seat + m == state.first:
                against = rule_of_split(box, state.rank)
            else:
                against = closed if closed else rule_against_steps(state, box, seat, m, steps)
            n = keep_or_refuse(state, actions, n, against)
    return n
