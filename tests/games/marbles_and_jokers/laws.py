"""What holds in every position of Marbles and Jokers."""

from marbletop.games.marbles_and_jokers.moving import is_on_field
from marbletop.games.marbles_and_jokers.state import CARD, MARBLES, RANKS, RING, SPLIT, TARGET, TURN


def check(state, box):
    check_cards(state, box)
    check_marbles(state, box)
    check_turn(state, box)


def check_cards(state, box):
    seats = range(state.seats)
    for rank in range(RANKS):
        assert state.pile[rank] >= 0 and state.discards[rank] >= 0
        assert all(state.hand[seat][rank] >= 0 for seat in seats)
        assert state.pile[rank] + state.discards[rank] + sum(state.hand[seat][rank] for seat in seats) == box.deck[rank]
    assert sum(state.pile) == state.pile_size
    for seat in seats:
        assert sum(state.hand[seat]) == state.hand_size[seat] and 0 <= state.hand_size[seat] - box.hand + 1 <= 2
        fitting = sum(state.hand[seat][rank] for rank in range(RANKS) if not state.absent[seat] >> rank & 1)
        assert 0 <= state.proven[seat] <= fitting, "as many cards as proven are of ranks not shown absent"


def check_marbles(state, box):
    seats, standing = range(state.seats), {}
    for seat in seats:
        places = state.place[seat]
        inside = [place for place in places if place != RING]
        assert len(set(inside)) == len(inside) and all(0 <= place <= box.length + MARBLES for place in places)
        assert state.home[seat] == sum(place > box.length for place in places)
        for m, place in enumerate(places):
            if RING < place <= box.length:
                space = box.space[seat][place]
                assert space not in standing, "two marbles on one space"
                standing[space] = 8 * seat + m + 1
        assert 0 <= state.sideways[seat] <= 9
        if state.sideways[seat]:
            assert state.home[seat] < MARBLES and not is_on_field(state, box, seat)     # [MJ-37]
    assert {space: marble for space, marble in enumerate(state.track) if marble} == standing


def check_turn(state, box):
    seats = range(state.seats)
    complete = {box.team[seat] for seat in seats} - {box.team[seat] for seat in seats if state.home[seat] < MARBLES}
    if state.winner >= 0:
        assert state.over and complete == {state.winner}
    if state.phase in (SPLIT, TARGET):
        assert state.first >= 0
    if state.phase == TURN:
        assert state.waiting >= 0 and state.steps > 0
    if state.phase == CARD:
        assert state.waiting < 0 and state.steps == 0
