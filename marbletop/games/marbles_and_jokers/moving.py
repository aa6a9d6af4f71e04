"""Where marbles can go, and what happens when they land: MJ-9 to MJ-26 and MJ-31 to MJ-50.

Numbers of steps are answered as bits of one integer: bit k says whether k steps are possible.
"""

from ...core.kernel import rule, small
from ...core.notes import note
from .state import BOPPED, BUMPED, COMPLETED, ENTERED, FARTHEST, IN_LANE, IN_RING, JUMP, LANE, MARBLES, RING, WON

# Whose marbles, and where they are


@small
def moved_colour(state, box, t):
    """The t-th colour of the player's team if the player moves it now, else -1 [MJ-9, MJ-10, MJ-57]."""
    player = state.player
    seat = box.mates[player][t]
    if (t == 0) == (state.home[player] == MARBLES) or state.home[seat] == MARBLES:
        return -1
    if box.help_left:
        for nearer in range(1, t):
            if state.home[box.mates[player][nearer]] < MARBLES:
                return -1
    return seat


@small
def owner_on(state, space):
    """The seat whose marble stands on a space, -1 nobody's."""
    return (state.track[space] - 1) >> 3


@small
def after(box, place, steps):
    """The place so many steps on, backward if negative [MJ-20, MJ-21]."""
    place += steps
    return place if place > 0 else place + box.length


@small
def spot(box, seat, place):
    """A place as notes tell it: the track space, IN_RING, or IN_LANE + place in the Home Slot."""
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
def in_ring(state, seat):
    """The marble that would leave the Start Ring next: they are interchangeable, so the lowest label; -1 none."""
    for m in range(MARBLES):
        if state.place[seat][m] == RING:
            return m
    return -1


# Landing


@rule
def can_land(state, box, seat, left, space):
    """Whether a marble of this seat, coming from space `left` (-1: not from the track), may land here: no own marble,
    no bump that is not allowed anywhere in the chain [MJ-17, MJ-43, MJ-44, MJ-54, MJ-58]."""
    arriving, here, bumped = seat, space, 0
    while here != left and state.track[here]:
        owner = owner_on(state, here)
        if bumped and here == space:
            owner = seat                                                # the chain comes back to the mover
        if owner == arriving:
            return bumped != 0 and box.bump_to_ring != 0
        if box.team[owner] != box.team[seat]:
            return True                                                 # a bop
        home = box.home[owner]
        if bumped >> owner & 1 or (home != left and owner_on(state, home) == owner):
            return box.bump_to_ring != 0
        if not box.bump_chain and home != left and state.track[home]:
            return False
        bumped |= 1 << owner
        arriving, here = owner, home
    return True


@small
def homes_are_free(state, box, seat):
    """Whether all mates' home spaces are empty: then every bump is allowed and none starts a chain [MJ-43]."""
    for t in range(1, box.team_size[seat]):
        if state.track[box.home[box.mates[seat][t]]]:
            return False
    return True


@rule
def barred(state, box, seat, here, last, direction):
    """Numbers of steps, up to `last`, that would land where a bump is not allowed [MJ-43]. Own marbles do not count:
    they stop a marble before, or will have moved."""
    bits = 0
    left = box.space[seat][here]
    for steps in range(1, last + 1):
        space = box.space[seat][after(box, here, steps * direction)]
        if space >= 0 and state.track[space] and owner_on(state, space) != seat \
                and not can_land(state, box, seat, left, space):
            bits |= 1 << steps
    return bits


# Advancing and going back


@rule
def reach_ahead(state, box, seat, m):
    """Steps that a marble can go forward: own marbles and the end of the Home Slot stop it, the No Pass Line makes it
    turn in [MJ-16 to MJ-25]."""
    places = state.place[seat]
    here = places[m]
    if here == RING:
        return 0
    if box.past:
        return turning_in(state, box, seat, m) | going_past(state, box, seat, m)
    stop = box.length + LANE + 1
    for other in range(MARBLES):
        if here < places[other] < stop:
            stop = places[other]
    last = stop - here - 1 if stop - here <= FARTHEST else FARTHEST
    reach = (2 << last) - 2
    if not box.alone and not homes_are_free(state, box, seat):
        reach &= ~barred(state, box, seat, here, last, 1)
    return reach


@rule
def reach_back(state, box, seat, m):
    """The same backward, over the No Pass Line; marbles in the Home Slot stay there [MJ-18, MJ-21, MJ-26]."""
    places = state.place[seat]
    here = places[m]
    if here == RING or here > box.length:
        return 0
    if box.pass_own_back:
        return passing_back(state, box, seat, m)
    last = box.farthest_back
    for other in range(MARBLES):
        behind = here - places[other]
        if behind < 0:
            behind += box.length
        if other != m and RING < places[other] <= box.length and behind <= last:
            last = behind - 1
    reach = (2 << last) - 2
    if not box.alone and not homes_are_free(state, box, seat):
        reach &= ~barred(state, box, seat, here, last, -1)
    return reach


@rule
def can_step(state, box, seat, m, steps):
    """Whether a marble can go so many steps, backward if negative: the same for one number, without the others."""
    places, length = state.place[seat], box.length
    here = places[m]
    if here == RING or (here > length and steps < 0):
        return False
    if box.past and steps > 0:
        return reach_ahead(state, box, seat, m) >> steps & 1 != 0
    goal = here + steps
    if steps > 0:
        if goal > length + LANE:
            return False
        for other in range(MARBLES):
            if here < places[other] <= goal:
                return False
        if goal > length:
            return True
    else:
        for other in range(MARBLES):
            behind = here - places[other]
            if behind < 0:
                behind += length
            if other != m and RING < places[other] <= length and behind <= -steps \
                    and (behind == -steps or not box.pass_own_back):
                return False
        if goal <= 0:
            goal += length
    space = box.space[seat][goal]
    if box.alone or state.track[space] == 0 or box.team[owner_on(state, space)] != box.team[seat]:
        return True
    return can_land(state, box, seat, box.space[seat][here], space)


@small
def room_of_colour(state, box, seat):
    """The most free steps ahead of any marble of a colour in play: where no bump is barred all fewer are possible too."""
    places, most = state.place[seat], 0
    for m in range(MARBLES):
        here, stop = places[m], box.length + LANE + 1
        if here != RING:
            for other in range(MARBLES):
                if here < places[other] < stop:
                    stop = places[other]
            if stop - here - 1 > most:
                most = stop - here - 1
    return most if most < FARTHEST else FARTHEST


@rule
def passing_back(state, box, seat, m):
    """Steps backward where own marbles may be passed, not landed on (option pass_own_back) [MJ-18]."""
    here = state.place[seat][m]
    left = box.space[seat][here]
    reach = 0
    for steps in range(1, box.farthest_back + 1):
        if can_land(state, box, seat, left, box.space[seat][after(box, here, -steps)]):
            reach |= 1 << steps
    return reach


# A line beyond the home space, or none: two ways forward [MJ-56]


@rule
def turning_in(state, box, seat, m):
    """Steps forward without going past the own home space: on the track up to it, and into the Home Slot. A marble
    between its home space and its line stops before the line [MJ-20, MJ-24]."""
    here = state.place[seat][m]
    stop = box.length + LANE + 1
    if here <= box.past < box.length:
        stop = box.past + 1
    for other in range(box.marbles):
        if here < state.place[seat][other] < stop:
            stop = state.place[seat][other]
    last = stop - here - 1 if stop - here <= FARTHEST else FARTHEST
    return ((2 << last) - 2) & ~barred(state, box, seat, here, last, 1)


@rule
def going_past(state, box, seat, m):
    """Steps forward past the own home space, as far as the line [MJ-20, MJ-56]."""
    here = state.place[seat][m]
    if here > box.length:
        return 0
    stop = box.past + 1
    for other in range(box.marbles):
        place = state.place[seat][other]
        if here < place <= box.length:
            return 0
        if RING < place < stop:
            stop = place
    left = box.space[seat][here]
    reach = 0
    for steps in range(box.length - here + 1, FARTHEST + 1):
        place = here + steps - box.length
        if place < stop and can_land(state, box, seat, left, box.space[seat][place]):
            reach |= 1 << steps
    return reach


# Leaving the Start Ring, and Jokers


@rule
def can_leave(state, box, seat):
    """Whether the Start Position can be taken from the Start Ring [MJ-13]."""
    space = box.space[seat][box.start]
    return state.track[space] == 0 or can_land(state, box, seat, -1, space)


@rule
def leaving(state, box, seat):
    """The marble that can leave the Start Ring now, -1 none [MJ-12, MJ-13]."""
    return in_ring(state, seat) if can_leave(state, box, seat) else -1


@rule
def legal_targets(state, box, seat, m, actions):
    """Marbles that a Joker can bring this marble to [MJ-31 to MJ-34]."""
    left = box.space[seat][state.place[seat][m]]
    n = 0
    for distance in range(1, state.seats):
        owner = state.player + distance
        if owner >= state.seats:
            owner -= state.seats
        for other in range(box.marbles):
            space = box.space[owner][state.place[owner][other]]
            actions[n] = JUMP + MARBLES * (distance - 1) + other
            if owner != seat and space >= 0 and can_land(state, box, seat, left, space):
                n += 1
    return n


@rule
def has_target(state, box, seat, m):
    """Whether a Joker can take this marble anywhere; the Home Slot is not left [MJ-31, MJ-32]."""
    if state.place[seat][m] > box.length:
        return False
    left = box.space[seat][state.place[seat][m]]
    for owner in range(state.seats):
        if owner != seat:
            for other in range(box.marbles):
                space = box.space[owner][state.place[owner][other]]
                if space >= 0 and can_land(state, box, seat, left, space):
                    return True
    return False


# Carrying a move out


@rule
def move(state, box, seat, m, place, event, detail):
    """Put a marble on a place of its way; whoever stands there is bopped or bumped [MJ-38, MJ-42, MJ-54]. The note
    tells colour, label, from, to, and the steps (or whether an exit was free)."""
    here = state.place[seat][m]
    if here == RING:
        state.sideways[seat] = 0                                        # [MJ-37]
    elif here <= box.length:
        state.track[box.space[seat][here]] = 0
    state.place[seat][m] = place
    if place <= box.length:
        space = box.space[seat][place]
        hits = land(state, box, seat, m, space)
        note(state, event, seat, m, spot(box, seat, here), space, detail)
        if hits:
            tell_hits(state, box, seat, space, hits)
    elif here > box.length:
        note(state, event, seat, m, spot(box, seat, here), spot(box, seat, place), detail)
    else:
        state.home[seat] += 1
        note(state, event, seat, m, spot(box, seat, here), spot(box, seat, place), detail)
        enter_home_slot(state, box, seat, m)


@rule
def land(state, box, seat, m, space):
    """Take a space; a marble found there goes to its Start Ring or its home space, and so on down the chain
    [MJ-38, MJ-42, MJ-44]. Returns the marbles hit in order, seven bits each."""
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
def tell_hits(state, box, seat, space, hits):
    """Tell who was bopped or bumped, now that the whole chain is done: colour, label, from, to, who landed."""
    by = seat
    while hits:
        owner, m = ((hits & 127) - 1) >> 3, ((hits & 127) - 1) & 7
        event = BUMPED if box.team[owner] == box.team[seat] else BOPPED
        note(state, event, owner, m, space, spot(box, owner, state.place[owner][m]), by)
        by, space = owner, box.home[owner]
        hits >>= 7


@rule
def enter_home_slot(state, box, seat, m):
    """One more marble is home: has it completed the board, and the team all its boards [MJ-47, MJ-50]?"""
    note(state, ENTERED, seat, m, state.place[seat][m] - box.length)
    if state.home[seat] < MARBLES:
        return
    note(state, COMPLETED, seat)
    for t in range(1, box.team_size[seat]):
        if state.home[box.mates[seat][t]] < MARBLES:
            return
    state.winner = box.team[seat]
    state.over = 1
    note(state, WON, box.team[seat])
