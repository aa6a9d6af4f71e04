"""Setup, legal, play, outcome: the rules as functions, in the order of a turn.

moving.py has what marbles can do, and splits.py has the splits of a 7 and a 9.
"""

from typing import Any

from ...core.chance import draw, roll
from ...core.kernel import rule, small
from ...core.notes import note
from .moving import (card_steps, first_in_ring, homes_are_free, is_on_field, move, place_after, reach_ahead, room_of_colour,
                     rule_against_colour, rule_against_exit, rule_against_exit_card, rule_against_joker, rule_against_steps,
                     rule_against_target)
from .reasons import keep_or_refuse, refuse, refuse_colour, refuse_unlisted
from .splits import BOTH_WAYS, PAST_WAY, first_parts, legal_first_parts, legal_second_parts, open_ways, rest_after
from .state import (ADVANCED, ALL_RANKS, BACKWARD, CAPPED, CARD, CARDS, DEALER, DISCARD, DISCARDED, DREW, FORWARD, GO_PAST,
                    JOKER, JOKER_BIT, JUMP, JUMPED, LAID_SIDEWAYS, LEFT_RING, MARBLES, MOST_LEGAL, MOVE, PLAYED, RANKS, REFS,
                    RESHUFFLED, RETREATED, RING, SPLIT, TARGET, TURN, TURN_IN, WHOLE)

MOST_SIDEWAYS = 9                           # highest count shown if no number of sideways cards frees a marble


# Set-up


@rule
def setup(state, box):
    """Deal a hand to each seat; the seat after the dealer begins. All marbles are in their Start Rings [MJ-1 to MJ-4]."""
    state.winner = state.rank = state.first = state.waiting = -1
    for seat in range(state.seats):
        state.side[seat] = box.team[seat]
    for rank in range(RANKS):
        state.pile[rank] = box.deck[rank]
        state.pile_size += box.deck[rank]
    state.dealer = roll(state, DEALER, state.seats) if box.random_dealer else state.seats - 1
    for seat in range(state.seats):
        for _ in range(box.hand):
            take_card(state, seat)
    state.player = next_seat(state, state.dealer)
    if not box.draw_after:
        draw_card(state, state.player)


@small
def next_seat(state, seat):
    """The seat to the left [MJ-3]."""
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def take_card(state, seat):
    """Move a random card from the pile to a hand."""
    rank = draw(state, CARDS, state.pile)
    state.pile_size -= 1
    state.hand[seat][rank] += 1
    state.hand_size[seat] += 1


@rule
def draw_card(state, seat):
    """Draw a card. If the pile is empty, the discards become the pile first [MJ-4, MJ-5]."""
    if state.pile_size == 0:
        for rank in range(RANKS):
            state.pile[rank] = state.discards[rank]
            state.pile_size += state.discards[rank]
            state.discards[rank] = 0
        note(state, RESHUFFLED, state.pile_size)
    take_card(state, seat)
    note(state, DREW, seat)


# Legal actions, written to `actions` in rising order


@rule
def legal(state, box, actions):
    """List what the player may do now; the same for the state and for that player's view."""
    phase = state.phase
    if phase == CARD:
        held = held_ranks(state)
        n = list_cards(box, held, playable_ranks(state, box, held) & held, actions)
    elif phase == MOVE:
        n = legal_moves(state, box, actions)
        if box.split[state.rank]:
            n = legal_first_parts(state, box, state.rank, actions, n)
    elif phase == SPLIT:
        n = legal_second_parts(state, box, actions)
    elif phase == TARGET:
        n = legal_targets(state, box, actions)
    else:
        actions[0], actions[1] = TURN_IN, GO_PAST                       # [MJ-56]
        n = 2
    refuse_unlisted(state, box, actions, n)
    return n


def legal_list(state: Any, box: Any) -> list[int]:
    """The legal actions of a plain state or view."""
    actions = [0] * MOST_LEGAL
    return actions[:legal(state, box, actions)]


@small
def list_cards(box, held, able, actions):
    """Cards that can act; if there is none, any card may be discarded [MJ-4, MJ-6, MJ-7, MJ-55]."""
    n = 0
    for rank in range(RANKS):
        actions[n] = rank                               # always written, counted only if legal: saves a branch
        n += able >> rank & 1
    if n == 0 or box.may_discard or (not box.joker_forced and able == JOKER_BIT):
        for rank in range(RANKS):
            actions[n] = DISCARD + rank
            n += held >> rank & 1
    return n


@small
def held_ranks(state):
    """Ranks in the player's hand, as bits."""
    hand, held = state.hand[state.player], 0
    for rank in range(RANKS):
        if hand[rank]:
            held |= 1 << rank
    return held


@rule
def playable_ranks(state, box, wanted):
    """Ranks that have a legal action for the player, as bits. Splits, steps back and Jokers are checked only if `wanted`."""
    ranks, colours = 0, 0
    for t in range(box.team_size[state.player]):
        if rule_against_colour(state, box, t):
            continue
        seat = box.mates[state.player][t]
        colours += 1
        if first_in_ring(state, seat) >= 0 and rule_against_exit(state, box, seat) == 0:
            ranks |= box.exits                                          # [MJ-12]
        if box.past == 0 and (box.alone or homes_are_free(state, box, seat)):
            ranks |= box.ranks_within[room_of_colour(state, box, seat)]      # [MJ-16]
        else:
            ranks |= ranks_ahead(state, box, seat)
        if wanted & box.retreats & ~ranks:
            ranks |= ranks_back(state, box, seat)
    only = colours == 1
    if wanted & (box.splits | JOKER_BIT) & ~ranks == 0:
        return ranks
    for t in range(box.team_size[state.player]):
        if rule_against_colour(state, box, t):
            continue
        seat = box.mates[state.player][t]
        if wanted & box.splits & ~ranks:
            for rank in range(RANKS):
                for m in range(box.marbles):
                    if wanted & box.splits & ~ranks & 1 << rank and first_parts(state, box, rank, seat, m, only):
                        ranks |= 1 << rank
        if wanted & JOKER_BIT & ~ranks:
            for m in range(box.marbles):
                if rule_against_joker(state, box, seat, m) == 0:
                    ranks |= JOKER_BIT
                    break
    return ranks


@rule
def ranks_ahead(state, box, seat):
    """Ranks, as bits, that can move some marble of a colour forward [MJ-16]."""
    ahead, ranks = 0, 0
    for m in range(box.marbles):
        ahead |= reach_ahead(state, box, seat, m)
    for rank in range(RANKS):
        ranks |= (ahead >> box.forward[rank] & 1) << rank
    return ranks


@rule
def ranks_back(state, box, seat):
    """Ranks, as bits, that can move some marble of a colour backward."""
    ranks = 0
    for rank in range(RANKS):
        if box.backward[rank]:
            for m in range(box.marbles):
                if rule_against_steps(state, box, seat, m, -box.backward[rank]) == 0:
                    ranks |= 1 << rank
                    break
    return ranks


@rule
def legal_moves(state, box, actions):
    """Marbles that can take the whole card: leave the ring, step, jump with a Joker."""
    rank, n = state.rank, 0
    steps = card_steps(box, rank)
    for t in range(box.team_size[state.player]):
        seat, closed = box.mates[state.player][t], rule_against_colour(state, box, t)
        if closed:
            refuse_colour(state, WHOLE, t, closed)
            continue
        for m in range(MARBLES):
            actions[n] = WHOLE + MARBLES * t + m
            if rank == JOKER:
                against = rule_against_joker(state, box, seat, m)
            elif state.place[seat][m] == RING:
                against = rule_against_exit_card(state, box, rank, seat, m)
            else:
                against = rule_against_steps(state, box, seat, m, steps)
            if against:                                     # as keep_or_refuse, without a call: this is the hottest list
                refuse(state, actions[n], against)
            else:
                n += 1
    return n


@rule
def legal_targets(state, box, actions):
    """Marbles to which a Joker can bring the marble that it moves [MJ-31 to MJ-34]."""
    seat, m = state.first >> 3, state.first & 7
    left = box.space[seat][state.place[seat][m]]
    n = 0
    for distance in range(1, state.seats):
        owner = (state.player + distance) % state.seats
        for other in range(box.marbles):
            actions[n] = JUMP + MARBLES * (distance - 1) + other
            n = keep_or_refuse(state, actions, n, rule_against_target(state, box, seat, left, owner, other))
    return n


# Playing an action


@rule
def play(state, box, action):
    """Carry out an action. The last action of a turn ends it, and the next seat draws."""
    state.step += 1
    phase, ended = state.phase, True
    if phase == CARD:
        if action < DISCARD:
            play_card(state, action)
            ended = False
        else:
            discard_card(state, box, action - DISCARD)
    elif phase == TARGET:
        jump(state, box, action - JUMP)
    elif phase == TURN:
        ended = choose_way(state, box, action)
    else:
        ended = play_marble(state, box, action)
    if ended:
        end_turn(state, box)


@small
def lay_card(state, rank):
    """Move a card from the hand to the discards [MJ-4]. What an earlier discard has proven about the hand may now be known
    for one card less: a card of an absent rank was drawn later, but any other card may be an old one [MJ-61]."""
    player = state.player
    state.hand[player][rank] -= 1
    state.hand_size[player] -= 1
    state.discards[rank] += 1
    state.last_discard[player] = rank + 1
    if state.proven[player] and not state.absent[player] >> rank & 1:
        state.proven[player] -= 1
        if state.proven[player] == 0:
            state.absent[player] = 0


@rule
def play_card(state, rank):
    """Discard a card in order to use it [MJ-4]."""
    lay_card(state, rank)
    state.rank = rank
    state.phase = MOVE
    note(state, PLAYED, state.player, rank)


@rule
def discard_card(state, box, rank):
    """Discard a card without using it: sideways if the player has no marble on the field and could play nothing [MJ-7,
    MJ-35]. If only a player who could play nothing may discard, this proves which ranks are not in hand [MJ-61]."""
    player = state.player
    able = playable_ranks(state, box, ALL_RANKS) & (ALL_RANKS if box.joker_forced else ~JOKER_BIT)
    stuck = not box.may_discard or able & held_ranks(state) == 0
    sideways = stuck and state.home[player] < MARBLES and not is_on_field(state, box, player)
    lay_card(state, rank)
    if sideways or not box.may_discard:
        state.absent[player] = able
        state.proven[player] = state.hand_size[player]
    if sideways:
        lay_sideways(state, box, rank)
    else:
        state.sideways[player] = 0                                      # it was above 0 only if this is a choice [MJ-55]
        note(state, DISCARDED, player, rank)


@rule
def lay_sideways(state, box, rank):
    """Count the sideways card. Enough of them in a row free a marble at once [MJ-35, MJ-36]."""
    player = state.player
    most = box.free_exit if box.free_exit else MOST_SIDEWAYS
    if state.sideways[player] < most:
        state.sideways[player] += 1
    note(state, LAID_SIDEWAYS, player, rank, state.sideways[player] + 0)
    if state.sideways[player] == box.free_exit:
        out = first_in_ring(state, player)
        if out >= 0 and rule_against_exit(state, box, player) == 0:
            move(state, box, player, out, box.start, LEFT_RING, 1)


@rule
def play_marble(state, box, action):
    """Use a whole card, a part of a split, or a Joker on a marble. Returns whether the turn is over [MJ-12 to MJ-31]."""
    number = action - WHOLE if action < FORWARD else action - FORWARD if action < BACKWARD else action - BACKWARD
    part, ref = number // REFS + 1, number % REFS
    seat, m = box.mates[state.player][ref // MARBLES], ref % MARBLES
    state.sideways[state.player] = 0                                    # [MJ-37]
    steps = part
    if action >= BACKWARD:
        steps = -part
    elif action < FORWARD:
        if state.phase == SPLIT:
            steps = state.rest
        elif state.rank == JOKER:
            state.first = 8 * seat + m
            state.phase = TARGET
            return False
        else:
            steps = card_steps(box, state.rank)
    return step_marble(state, box, seat, m, steps)


@rule
def choose_way(state, box, action):
    """Turn into the Home Slot or go past it [MJ-56]. Returns whether the turn is over."""
    seat, m, steps = state.waiting >> 3, state.waiting & 7, state.steps
    state.phase = MOVE if state.first < 0 else SPLIT
    state.waiting = -1
    state.steps = 0
    place = state.place[seat][m] + steps
    return finish_steps(state, box, seat, m, place if action == TURN_IN else place - box.length, steps)


@rule
def step_marble(state, box, seat, m, steps):
    """Move a marble by steps, or out of the Start Ring. Returns whether the turn is over. If the marble can turn in or go
    past, the player is asked first [MJ-56]."""
    place = place_after(box, state.place[seat][m], steps)
    if state.place[seat][m] == RING:
        place = box.start
    elif box.past and steps > 0 and place > box.length and state.place[seat][m] <= box.length:
        ways = open_ways(state, box, state.rank, seat, m, steps, is_first_part(state, box, steps))
        if ways == BOTH_WAYS:
            state.waiting = 8 * seat + m
            state.steps = steps
            state.phase = TURN
            return False
        if ways == PAST_WAY:
            place -= box.length
    return finish_steps(state, box, seat, m, place, steps)


@small
def is_first_part(state, box, steps):
    """Whether these steps are the first part of a split."""
    return state.first < 0 and abs(steps) < box.forward[state.rank]


@rule
def finish_steps(state, box, seat, m, place, steps):
    """Carry out steps or an exit. Returns whether the turn is over."""
    first_part = is_first_part(state, box, steps)
    leaves = state.place[seat][m] == RING
    event = LEFT_RING if leaves else ADVANCED if steps > 0 else RETREATED
    move(state, box, seat, m, place, event, 0 if leaves else abs(steps))
    if first_part:
        state.first = 8 * seat + m
        state.rest = rest_after(box, state.rank, steps)
        state.phase = SPLIT
    return not first_part


@rule
def jump(state, box, target):
    """Bring the marble that the Joker moves to its target [MJ-31, MJ-33]."""
    owner = (state.player + 1 + target // MARBLES) % state.seats
    space = box.space[owner][state.place[owner][target % MARBLES]]
    seat = state.first >> 3
    move(state, box, seat, state.first & 7, box.place[seat][space], JUMPED, 0)


@rule
def end_turn(state, box):
    """End the turn. The next seat draws, or the present one with `draw = after`, unless the match is over [MJ-3, MJ-51,
    MJ-59]."""
    state.phase = CARD
    state.rank = state.first = -1
    state.rest = 0
    state.turn += 1
    if state.over:
        return
    if state.turn >= box.cap:
        state.over = 1
        note(state, CAPPED)
        return
    player = state.player
    state.player = next_seat(state, player)
    draw_card(state, player if box.draw_after else state.player)


# Outcome


@rule
def outcome(state, box, points, rank):
    """Points are the team's marbles at home. The winning team is first; after a draw, everybody is [MJ-52]."""
    for seat in range(state.seats):
        home = 0
        for t in range(box.team_size[seat]):
            home += state.home[box.mates[seat][t]]
        points[seat] = 1.0 * home
        rank[seat] = 1 if state.winner < 0 or state.winner == box.team[seat] else 2
    return 0 if state.winner >= 0 else 1
