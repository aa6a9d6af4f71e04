"""What holds in every position of Marbleous, in the middle of a turn too: nothing is lost and nothing is there twice."""

from marbletop.games.marbleous.state import CELLS, COLOURS, MAIN, NOTHING, PLACES, POINT_KINDS


def check(state, box):
    seats = range(state.seats)
    hand = [(state.hand >> 3 * place & 7) - 1 for place in range(PLACES)]
    for colour in range(COLOURS):                                       # all marbles, colour by colour [MB-2]
        in_trays = sum(state.tray[seat][colour].bit_count() for seat in seats)
        assert in_trays + state.supply[colour] + hand.count(colour) + state.beside[colour] == box.marbles[colour]
        assert state.supply[colour] >= 0 and state.beside[colour] >= 0
    for tray in state.tray:
        cells = 0
        for colour in range(COLOURS):
            assert tray[colour] & ~CELLS == 0 and tray[colour] & cells == 0, "one marble in a cell"
            cells |= tray[colour]
    shown = [kind for column in state.display for kind in column]
    for kind in range(2 * POINT_KINDS):                                 # all point cards [MB-3]
        total, left = ((box.blue[kind], state.blue[kind]) if kind < POINT_KINDS
                       else (box.orange[kind - POINT_KINDS], state.orange[kind - POINT_KINDS]))
        assert left + shown.count(kind) + sum(won[kind] for won in state.won) + state.discarded[kind] == total
        assert left >= 0 and state.discarded[kind] >= 0
    for seat in seats:
        assert state.points[seat] == sum(box.value[kind] * many for kind, many in enumerate(state.won[seat]))
    for colour in range(MAIN):                                          # all bonus tokens [MB-5]
        piles = [tokens[colour] for tokens in state.tokens] + [state.token_supply[colour], state.token_discard[colour]]
        assert sum(piles) + (state.flipped == colour) == box.tokens[colour] and min(piles) >= 0
    assert sum(state.stars) + state.star_supply == (box.stars if box.advanced else 0)        # [MB-10]
    for kind, unseen in enumerate(state.unseen):                        # all marble cards [MB-6]
        assert 0 <= unseen <= box.cards[kind] - state.pool.count(kind) - (state.card == kind)
    removed = sum(box.cards) - box.stack
    assert sum(state.unseen) == state.stack + removed and state.stack >= 0
    if state.seats == 1:
        assert sorted(state.line) == [0, 1, 2, 3] and 0 <= state.line_done <= MAIN
    else:
        assert not any(state.discarded) and state.line_done == 0
        in_pool = sum(card != NOTHING for card in state.pool)
        assert box.stack == state.turn + (state.card != NOTHING) + in_pool + state.stack, "every turn uses one card"
