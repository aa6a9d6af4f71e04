"""Where marbles can go, and what happens when they land: MJ-9 to MJ-26 and MJ-31 to MJ-50.

A function called `rule_against_...` decides whether something is legal: it returns the number of the rule that forbids it
(18 for MJ-18), or 0 if no rule does. A function called `reach_...` answers for all numbers of steps at once, as the bits of
an integer: bit k says whether k steps are possible.
"""

from ...core.kernel import rule, small
from ...core.notes import note
from .state import BOPPED, BUMPED, COMPLETED, ENTERED, FARTHEST, IN_LANE, IN_RING, LANE, MARBLES, RING, SPLIT_FORWARD, WON

# Whose marbles, and where they are


@small
def rule_against_colour(state, box, t):
    """The rule that keeps the player from moving the t-th colour of the team now [MJ-9, MJ-10, MJ-57]."""
    mates, home = box.mates[state.player], state.home
    if home[state.player] < MARBLES:
        return 9 if t else 0
    if home[mates[t]] == MARBLES:
        return 10
    if box.help_left:
        for nearer in range(1, t):
            if home[mates[nearer]] < MARBLES:
                return 57
    return 0


@small
def owner_on(state, space):
    """The seat whose marble stands on a space, -1 if there is none."""
    return (state.track[space] - 1) >> 3


@small
def place_after(box, place, steps):
    """The place so many steps further, backward if negative [MJ-20, MJ-21]."""
    place += steps
    return place if place > 0 else place + box.length


@small
def space_in_notes(box, seat, place):
    """A place as notes give it: the track space, IN_RING, or IN_LANE + place in the Home Slot."""
    if place == RING:
        return IN_RING
    return box.space[seat][place] if place <= box.length else IN_LANE + place - box.length


@rule
def is_on_field(state, box, seat):
    """Whether a seat has a marble on the field."""
    for m in range(box.marbles):
        if RING < state.place[seat][m] <= box.length:
            return True
    return False


@small
def first_in_ring(state, seat):
    """The marble that would leave the Start Ring next, -1 if there is none. All are alike, so it has the lowest label."""
    for m in range(MARBLES):
        if state.place[seat][m] == RING:
            return m
    return -1


# Landing


@rule
def rule_against_landing(state, box, seat, left, space):
    """The rule that keeps a marble of this seat, coming from space `left` (-1: not from the track), from landing on a space
    of the track: an own marble, or a forbidden bump here or further down the chain [MJ-17, MJ-38, MJ-43, MJ-44, MJ-54,
    MJ-58]. Callers that first check whether the space is empty do so only for speed."""
    arriving, here, bumped = seat, space, 0
    while here != left and state.track[here]:
        owner = owner_on(state, here)
        if bumped and here == space:
            owner = seat                                                # the chain comes back to the mover
        if owner == arriving and not bumped:
            return 17
        if box.team[owner] != box.team[seat]:
            return 0
        home = box.home[owner]
        if owner == arriving or bumped >> owner & 1 or (home != left and owner_on(state, home) == owner):
            return 0 if box.bump_to_ring else 44 if bumped else 43
        if not box.bump_chain and home != left and state.track[home]:
            return 58
        bumped |= 1 << owner
        arriving, here = owner, home
    return 0


@small
def homes_are_free(state, box, seat):
    """Whether all teammates' home spaces are empty: then every bump is allowed and none starts a chain [MJ-43]."""
    for t in range(1, box.team_size[seat]):
        if state.track[box.home[box.mates[seat][t]]]:
            return False
    return True


@rule
def barred_steps(state, box, seat, here, last, direction):
    """Numbers of steps, up to `last`, that would end with a forbidden bump [MJ-43]. Own marbles do not count: they stop a
    marble earlier, or will have moved away."""
    if homes_are_free(state, box, seat):
        return 0
    bits = 0
    left = box.space[seat][here]
    for steps in range(1, last + 1):
        space = box.space[seat][place_after(box, here, steps * direction)]
        if space >= 0 and state.track[space]:
            against = rule_against_landing(state, box, seat, left, space)
            if against and against != 17:
                bits |= 1 << steps
    return bits


# No marble passes an own marble [MJ-18]. Only these two functions know this rule; all others ask them how much room there is.
# splits.py has what two marbles of one split do to each other, and test_own_marbles.py checks all of it.


@small
def room_ahead(state, box, seat, m, ignored):
    """Free steps ahead of a marble on its way into the Home Slot: up to an own marble other than `ignored`, or to the end of
    the Home Slot [MJ-25]."""
    places = state.place[seat]
    here = places[m]
    stop = box.length + LANE + 1
    for other in range(MARBLES):
        if here < places[other] < stop and other != ignored:
            stop = places[other]
    return stop - here - 1


@small
def room_on_track(state, box, seat, m, direction, most, ignored):
    """Free steps along the track from a marble on it, at most `most`: up to an own marble other than `ignored`. `direction` is
    1 for forward, past its home space, and -1 for backward."""
    places = state.place[seat]
    for other in range(MARBLES):
        gap = (places[other] - places[m]) * direction
        if gap < 0:
            gap += box.length
        if gap <= most and RING < places[other] <= box.length and other != m and other != ignored:
            most = gap - 1
    return most


# Advancing and going back


@small
def room_before_line(box, here):
    """Steps from a place between home space and line up to the line; FARTHEST if the line is farther away or not ahead
    [MJ-20]."""
    return box.past - here if here <= box.past < box.length and box.past - here < FARTHEST else FARTHEST


@rule
def rule_against_steps(state, box, seat, m, steps):
    """The rule that keeps a marble from going so many steps, backward if negative [MJ-14 to MJ-26]."""
    here = state.place[seat][m]
    goal = here + steps
    if here == RING:
        return 14
    if steps > 0:
        room = room_ahead(state, box, seat, m, -1)
        if box.past:
            if reach_past(state, box, seat, m) >> steps & 1:
                return 0
            if steps > room_before_line(box, here) <= room:
                return 20
        if steps > room:
            return 25 if here + room >= box.length else 17 if steps == room + 1 else 18
    elif here > box.length:
        return 26
    else:
        room = -steps if box.pass_own_back else room_on_track(state, box, seat, m, -1, -steps, -1)
        if -steps > room:
            return 17 if -steps == room + 1 else 18
        goal = place_after(box, here, steps)
    space = box.space[seat][goal]
    if space < 0 or state.track[space] == 0:
        return 0
    return rule_against_landing(state, box, seat, box.space[seat][here], space)


@rule
def reach_ahead(state, box, seat, m):
    """Steps that a marble can go forward."""
    if state.place[seat][m] == RING:
        return 0
    reach = reach_straight(state, box, seat, m)
    return reach | reach_past(state, box, seat, m) if box.past else reach


@rule
def reach_straight(state, box, seat, m):
    """Steps forward on the way into the Home Slot, not past it [MJ-16 to MJ-25]."""
    here = state.place[seat][m]
    room, most = room_ahead(state, box, seat, m, -1), room_before_line(box, here)
    if most < room:
        room = most
    reach = (2 << room) - 2
    return reach if box.alone else reach & ~barred_steps(state, box, seat, here, room, 1)


@rule
def reach_past(state, box, seat, m):
    """Steps forward past the own home space, as far as the line: only if the line lies beyond it, or if there is none
    [MJ-20, MJ-56]."""
    here = state.place[seat][m]
    reach = 0
    if here <= box.length:
        left, ahead = box.space[seat][here], box.length - here
        most = ahead + box.past if ahead + box.past < FARTHEST else FARTHEST
        for steps in range(ahead + 1, room_on_track(state, box, seat, m, 1, most, -1) + 1):
            space = box.space[seat][steps - ahead]
            if state.track[space] == 0 or rule_against_landing(state, box, seat, left, space) == 0:
                reach |= 1 << steps
    return reach


@rule
def reach_back(state, box, seat, m):
    """Steps backward, over the No Pass Line; marbles in the Home Slot stay there [MJ-18, MJ-21, MJ-26]."""
    here = state.place[seat][m]
    if here == RING or here > box.length:
        return 0
    if box.pass_own_back:
        reach = 0
        for steps in range(1, box.farthest_back + 1):
            if rule_against_steps(state, box, seat, m, -steps) == 0:
                reach |= 1 << steps
        return reach
    room = room_on_track(state, box, seat, m, -1, box.farthest_back, -1)
    reach = (2 << room) - 2
    return reach if box.alone else reach & ~barred_steps(state, box, seat, here, room, -1)


@rule
def room_of_colour(state, box, seat):
    """The most free steps ahead of any marble of a colour in play. If no bump is forbidden, all fewer are possible too."""
    most = 0
    for m in range(MARBLES):
        if state.place[seat][m] != RING:
            room = room_ahead(state, box, seat, m, -1)
            if room >= FARTHEST:
                return FARTHEST
            if room > most:
                most = room
    return most


# Whether a whole card is allowed: steps, leaving the Start Ring, Jokers (rules.py carries it out)


@small
def card_steps(box, rank):
    """Steps of a whole card, negative if it goes backward; 0 for a Joker."""
    return box.forward[rank] - box.backward[rank]


@small
def rule_of_split(box, rank):
    """The rule that says how a card may be split [MJ-27, MJ-29]."""
    return 27 if box.split[rank] == SPLIT_FORWARD else 29


@rule
def rule_against_exit(state, box, seat):
    """The rule that keeps a marble from moving from the Start Ring to the Start Position [MJ-13]."""
    space = box.space[seat][box.start]
    if state.track[space] == 0:
        return 0
    against = rule_against_landing(state, box, seat, -1, space)
    return 13 if against == 17 else against


@rule
def rule_against_exit_card(state, box, rank, seat, m):
    """The rule that keeps a marble in the Start Ring from leaving it with a card, not a Joker [MJ-12, MJ-14]."""
    if not box.exits >> rank & 1:
        return 14
    return rule_against_exit(state, box, seat) if m == first_in_ring(state, seat) else 12


@rule
def rule_against_target(state, box, seat, left, owner, other):
    """The rule that keeps a Joker from bringing a seat's marble, coming from space `left`, to another marble
    [MJ-26, MJ-31, MJ-34]."""
    place = state.place[owner][other]
    if owner == seat:
        return 34
    if place == RING or place > box.length:
        return 31 if place == RING else 26
    return rule_against_landing(state, box, seat, left, box.space[owner][place])


@rule
def rule_against_joker(state, box, seat, m):
    """The rule that keeps a Joker from moving a marble: it may have no target [MJ-12, MJ-31, MJ-32]."""
    place = state.place[seat][m]
    if place > box.length:
        return 31
    if place == RING and m != first_in_ring(state, seat):
        return 12
    return 0 if has_target(state, box, seat, m) else 32


@rule
def has_target(state, box, seat, m):
    """Whether there is a marble to which a Joker can bring this one [MJ-31, MJ-32]."""
    left = box.space[seat][state.place[seat][m]]
    for owner in range(state.seats):
        for other in range(box.marbles):
            if rule_against_target(state, box, seat, left, owner, other) == 0:
                return True
    return False


# Making a move


@rule
def move(state, box, seat, m, place, event, detail):
    """Move a marble to a place of its way; a marble found there is bopped or bumped [MJ-38, MJ-42, MJ-54]. The note has
    colour, label, from, to, and the steps (or whether an exit was free)."""
    here = state.place[seat][m]
    if here == RING:
        state.sideways[seat] = 0                                        # [MJ-37]
    elif here <= box.length:
        state.track[box.space[seat][here]] = 0
    state.place[seat][m] = place
    if place <= box.length:
        space = box.space[seat][place]
        hits = land(state, box, seat, m, space)
        note(state, event, seat, m, space_in_notes(box, seat, here), space, detail)
        if hits:
            note_hits(state, box, seat, space, hits)
    elif here > box.length:
        note(state, event, seat, m, space_in_notes(box, seat, here), space_in_notes(box, seat, place), detail)
    else:
        state.home[seat] += 1
        note(state, event, seat, m, space_in_notes(box, seat, here), space_in_notes(box, seat, place), detail)
        enter_home_slot(state, box, seat, m)


@rule
def land(state, box, seat, m, space):
    """Take a space. A marble found there goes to its Start Ring or its home space, and so on down the chain [MJ-38, MJ-42,
    MJ-44]. Returns the marbles that were hit, in order, seven bits each."""
    marble, hits, shift = 8 * seat + m, 0, 0
    while marble >= 0:
        other = state.track[space] - 1
        state.track[space] = marble + 1
        marble = -1
        if other >= 0:
            hits |= (other + 1) << shift
            shift += 7
            owner = other >> 3
            home = box.home[owner]
            if box.team[owner] != box.team[seat] \
                    or (box.bump_to_ring and (home == space or owner_on(state, home) == owner)):
                state.place[owner][other & 7] = RING
            else:
                state.place[owner][other & 7] = box.length
                marble, space = other, home
    return hits


@rule
def note_hits(state, box, seat, space, hits):
    """Note each bop or bump once the whole chain is done: colour, label, from, to, who landed."""
    by = seat
    while hits:
        owner, m = ((hits & 127) - 1) >> 3, ((hits & 127) - 1) & 7
        event = BUMPED if box.team[owner] == box.team[seat] else BOPPED
        note(state, event, owner, m, space, space_in_notes(box, owner, state.place[owner][m]), by)
        by, space = owner, box.home[owner]
        hits >>= 7


@rule
def enter_home_slot(state, box, seat, m):
    """Note that a marble is home, with its place and how many are home now, and whether that completes the board and all boards
    of the team [MJ-47, MJ-50]."""
    note(state, ENTERED, seat, m, state.place[seat][m] - box.length, state.home[seat] + 0)
    if state.home[seat] < MARBLES:
        return
    note(state, COMPLETED, seat)
    for t in range(1, box.team_size[seat]):
        if state.home[box.mates[seat][t]] < MARBLES:
            return
    state.winner = box.team[seat]
    state.over = 1
    note(state, WON, box.team[seat])
