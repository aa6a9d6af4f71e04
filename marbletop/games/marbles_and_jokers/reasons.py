"""Why something is not possible: the rule behind every refusal that a player can meet. Nothing at all when compiled."""

from ...core.kernel import twin
from ...core.notes import forbid
from .moving import after, can_land, moved_colour, owner_on
from .state import (
    BACKWARD,
    CARD,
    DISCARD,
    FORWARD,
    JOKER,
    JUMP,
    LANE,
    MARBLES,
    MOVE,
    PARTS,
    RANKS,
    REFS,
    RING,
    SPLIT,
    SPLIT_ANY,
    SPLIT_FORWARD,
    TARGET,
    WHOLE,
)


def explain(state, box, actions, n):
    """Within `legal`: say which rule makes the other actions impossible, if anybody wants to know."""
    if state.listener is None:
        return
    legal = set(actions[:n])
    explainers = {CARD: refused_cards, MOVE: refused_moves, SPLIT: refused_second_parts, TARGET: refused_targets}
    for action, rule in explainers.get(state.phase, nothing)(state, box):
        if action not in legal:
            forbid(state, action, rule)


@twin(explain)
def silent_explain(numba):
    def silent(state, box, actions, n):
        pass

    return lambda state, box, actions, n: silent


def nothing(state, box):
    return ()


def refused_cards(state, box):
    """Cards that are not in hand, cannot act, or may not be laid down unplayed."""
    for rank in range(RANKS):
        if state.hand[state.player][rank]:
            yield rank, why_card(state, box, rank)
            yield DISCARD + rank, "MJ-6"
        else:
            yield rank, "MJ-4"
            yield DISCARD + rank, "MJ-4"


def why_card(state, box, rank):
    """The rule that stops a card: what stops the first marble in play, else what keeps marbles in the ring."""
    if rank == JOKER:
        return "MJ-32"
    steps = box.forward[rank] - box.backward[rank]
    stopped = "MJ-14"
    for t in range(box.team_size[state.player]):
        seat = moved_colour(state, box, t)
        if seat >= 0:
            for m in range(MARBLES):
                if state.place[seat][m] != RING:
                    return why_not_step(state, box, seat, m, steps)
                if box.exits >> rank & 1:
                    stopped = why_not_land(state, box, seat, -1, box.space[seat][box.start], "MJ-13")
    return stopped


def refs(state, box):
    """Every marble of the team: ref, seat, label, and the rule why its colour is not moved now ("" if it is)."""
    complete = state.home[state.player] == MARBLES
    for t in range(box.team_size[state.player]):
        seat = box.mates[state.player][t]
        moved = moved_colour(state, box, t) >= 0
        why = "" if moved else "MJ-9" if not complete else "MJ-57" if box.help_left and state.home[seat] < MARBLES else "MJ-10"
        for m in range(MARBLES):
            yield MARBLES * t + m, seat, m, why


def refused_moves(state, box):
    """Marbles that cannot take the whole card, and first parts that are not possible or leave no second."""
    rank = state.rank
    steps = box.forward[rank] - box.backward[rank]
    kind, total = box.split[rank], box.forward[rank]
    for ref, seat, m, why in refs(state, box):
        yield WHOLE + ref, why or why_not_whole(state, box, rank, seat, m, steps)
        for part in range(1, PARTS + 1):
            ahead, back = FORWARD + REFS * (part - 1) + ref, BACKWARD + REFS * (part - 1) + ref
            if not kind:
                yield ahead, "MJ-8"
                yield back, "MJ-8"
            else:
                named = "MJ-27" if kind == SPLIT_FORWARD else "MJ-29"
                yield ahead, why or (named if part >= total else why_not_step(state, box, seat, m, part))
                yield back, why or (named if part >= total or kind == SPLIT_FORWARD
                                    else why_not_step(state, box, seat, m, -part))


def why_not_whole(state, box, rank, seat, m, steps):
    place = state.place[seat][m]
    if rank == JOKER:
        return "MJ-31" if place > box.length else "MJ-32" if m == first_in_ring(state, seat) or place != RING else "MJ-12"
    if place != RING:
        return why_not_step(state, box, seat, m, steps)
    if not box.exits >> rank & 1:
        return "MJ-14"
    return "MJ-12" if m != first_in_ring(state, seat) else \
        why_not_land(state, box, seat, -1, box.space[seat][box.start], "MJ-13")


def first_in_ring(state, seat):
    return state.place[seat].index(RING) if RING in state.place[seat] else -1


def refused_second_parts(state, box):
    """Marbles that cannot make the rest of a split."""
    rest, kind = state.rest, box.split[state.rank]
    named = "MJ-27" if kind == SPLIT_FORWARD else "MJ-29"
    finished = not box.finish_split and state.first >> 3 == state.player and state.home[state.player] == MARBLES
    for ref, seat, m, why in refs(state, box):
        if finished:
            why = "MJ-49"
        elif 8 * seat + m == state.first:
            why = named
        if kind == SPLIT_ANY:
            yield FORWARD + REFS * (rest - 1) + ref, why or why_not_step(state, box, seat, m, rest)
            yield BACKWARD + REFS * (rest - 1) + ref, why or why_not_step(state, box, seat, m, -rest)
        else:
            yield WHOLE + ref, why or why_not_step(state, box, seat, m, rest)


def refused_targets(state, box):
    """Marbles that a Joker cannot be played onto."""
    seat, m = state.first >> 3, state.first & 7
    left = box.space[seat][state.place[seat][m]]
    for distance in range(1, state.seats):
        owner = (state.player + distance) % state.seats
        for other in range(MARBLES):
            place = state.place[owner][other]
            why = "MJ-34" if owner == seat else "MJ-26" if place > box.length else "MJ-31" if place == RING else \
                why_not_land(state, box, seat, left, box.space[owner][place], "MJ-34")
            yield JUMP + MARBLES * (distance - 1) + other, why


def why_not_step(state, box, seat, m, steps):
    """The rule that stops a marble on its way; MJ-30 if nothing does, so that only a second part is missing."""
    here, own = state.place[seat][m], state.place[seat]
    if here == RING:
        return "MJ-14"
    if here > box.length and steps < 0:
        return "MJ-26"
    for made in range(1, abs(steps) + 1):
        place = after(box, here, made if steps > 0 else -made)
        if place > box.length + LANE:
            return "MJ-25"
        if here <= box.past < box.length and steps > 0 and place > box.past:
            return "MJ-20"
        if place in own and (made == abs(steps) or steps > 0 or not box.pass_own_back):
            return "MJ-25" if place > box.length else "MJ-17" if made == abs(steps) else "MJ-18"
    space = box.space[seat][place]
    return "MJ-30" if space < 0 else why_not_land(state, box, seat, box.space[seat][here], space, "MJ-30")


def why_not_land(state, box, seat, left, space, otherwise):
    """The rule that bars a landing: an own marble, or a bump that is not allowed here or down the chain."""
    if can_land(state, box, seat, left, space) or owner_on(state, space) == seat:
        return otherwise
    home = box.home[owner_on(state, space)]
    if home != left and owner_on(state, home) == owner_on(state, space):
        return "MJ-43"
    return "MJ-44" if box.bump_chain else "MJ-58"
