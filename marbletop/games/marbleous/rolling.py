"""Steps 1 to 3 of a turn: take a marble card and its marbles, roll them in, and spend a token."""

from ...core.kernel import rule, small
from ...core.notes import note
from .cards import drop_code
from .state import (BEFORE_BONUS, BONUS, CARD_COLOUR, CARD_TAKEN, CELLS, COLUMNS, LOST, NOTHING, PLACE, POPPING, ROLLED,
                    SUBSTITUTED, TAKING, TOKEN_COLOUR, TOKEN_SPENT)
from .supplies import ASK, marble_for, tokens_of
from .tray import filled_cells, landing_cell


@rule
def take_card(state, slot):
    """Take a card out of the pool, which stays unfilled until the end of the turn [MB-13, MB-14]."""
    state.card = state.pool[slot]
    state.slot = slot
    state.pool[slot] = NOTHING
    state.phase = TAKING
    note(state, CARD_TAKEN, state.player, slot, state.card)


@rule
def take_marbles(state, box):
    """Take the marbles on the card one by one, in reading order [MB-15]. If there are none, nothing is rolled [MB-27]."""
    while state.place >= 0:
        wanted = box.pattern[state.card] >> 3 * state.place
        if wanted == 0:
            state.place = -1                # the card shows no more marbles
        elif wanted & 7 == 0:
            state.place += 1
        else:
            colour = marble_for(state, (wanted & 7) - 1)
            if colour == ASK:
                state.phase = CARD_COLOUR
                return
            put_in_hand(state, (wanted & 7) - 1, colour)
    state.place = 0
    state.phase = PLACE if state.hand else BEFORE_BONUS


@rule
def take_substitute(state, box, colour):
    """Take the marble that the player chose instead of a missing one, and go on with the card [MB-16]."""
    put_in_hand(state, (box.pattern[state.card] >> 3 * state.place & 7) - 1, colour)
    state.phase = TAKING


@small
def put_in_hand(state, wanted, colour):
    """Take a marble for the present place of the card; if there is none, the place becomes a gap [MB-16]."""
    if colour >= 0:
        state.supply[colour] -= 1
        state.hand |= (1 + colour) << 3 * state.place
    if colour != wanted:
        note(state, SUBSTITUTED, state.player, wanted, colour)
    state.place += 1


@rule
def roll_card(state, box, placement):
    """Roll in the marbles of the turned card, column by column, the lowest of each first. Nothing pops yet [MB-17 to MB-21]."""
    rotation, column = placement // COLUMNS, placement % COLUMNS
    if state.hand == box.pattern[state.card]:
        code = box.drop_codes[state.card][rotation]
    else:                                   # the hand differs from the card [MB-16]
        code = drop_code(state.hand, rotation)
    state.hand = code
    i = 0
    while state.hand:
        marble = code >> 3 * i & 7
        if marble:
            state.hand ^= marble << 3 * i
            roll_marble(state, column + i // 3, marble - 1)
        i += 1
    state.phase = BEFORE_BONUS


@rule
def roll_marble(state, column, colour):
    """Roll a marble in from the top. If the column is full, the marble goes back to the supply [MB-19, MB-20]."""
    tray = state.tray[state.player]
    cell = landing_cell(filled_cells(tray), column)
    if cell:
        tray[colour] |= cell
        note(state, ROLLED, state.player, colour, cell)
    else:
        state.supply[colour] += 1
        note(state, LOST, state.player, colour, column)


@rule
def offer_bonus(state):
    """Ask for a bonus token if the player has one, the tray has room, and the supply has a marble [MB-22, MB-23, MB-28]."""
    supply = state.supply
    if tokens_of(state, state.player) and filled_cells(state.tray[state.player]) != CELLS \
            and (supply[0] | supply[1] | supply[2] | supply[3] | supply[4]) != 0:
        state.phase = BONUS
    else:
        state.phase = POPPING


@rule
def spend_token(state, colour, column):
    """Put a token on the discard and roll in a marble of its colour [MB-22 to MB-24]."""
    state.tokens[state.player][colour] -= 1
    state.token_discard[colour] += 1
    note(state, TOKEN_SPENT, state.player, colour, column)
    state.column = column
    marble = marble_for(state, colour)
    if marble == ASK:
        state.phase = TOKEN_COLOUR
    else:
        if marble != colour:
            note(state, SUBSTITUTED, state.player, colour, marble)
        roll_token_marble(state, marble)


@rule
def roll_token_marble(state, colour):
    """Roll the marble of a token into the column that was chosen with it [MB-23]."""
    state.supply[colour] -= 1
    roll_marble(state, state.column, colour)
    state.column = NOTHING
    state.phase = POPPING
