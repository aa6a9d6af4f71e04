"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md.

rolling.py has steps 1 to 3 of a turn, and popping.py has step 4.
"""

from typing import Any

from ...core.chance import roll
from ...core.kernel import rule, small
from ...core.notes import forbid, note
from .cards import placements_of
from .popping import free_columns, pop_set, pop_set_at, pop_sets, score_pop, slide_and_refill, white_set_colours
from .rolling import offer_bonus, roll_card, roll_token_marble, spend_token, take_card, take_marbles, take_substitute
from .state import (BEFORE_BONUS, BEGINS, BONUS, CARD_COLOUR, CARD_DISCARDED, CARD_KINDS, CENTRE, COLOURS, COLUMNS, DEAL,
                    ENDING, FREE_COLOUR, FREE_MARBLE, GAME_OVER, HEIGHT, MAIN, MOST_LEGAL, NAME_COLOUR, NOTHING, PASS, PLACE,
                    PLACE_AT, POINT_COLUMN, POINT_KINDS, POOL, POOL_DISCARDED, POOL_REFILLED, POP, POP_AT, POPPING, REFILLING,
                    ROWS, SET_COLOUR, SHARED, SOLO_LINE, SOLO_NEITHER, SOLO_POINTS, SOLO_TOKENS, SOLO_WON, SPEND, TAKE,
                    TAKE_SLOT, TAKING, TALL, TOKEN_COLOUR, TOKEN_FLIPPED, WHITE, WON)
from .supplies import (ASK, draw_marble_card, draw_point_card, draw_token, main_colours_left, marble_for, mix_tokens, nth_bit,
                       tokens_of)
from .tray import count, filled_cells, sets_in


@rule
def setup(state, box):
    """Lay out display, pool, trays and tokens, then stars, solo line or first player if the mode needs them [MB-1 to MB-12]."""
    for colour in range(COLOURS):
        state.supply[colour] = box.marbles[colour]
    for kind in range(POINT_KINDS):
        state.blue[kind] = box.blue[kind]
        state.orange[kind] = box.orange[kind]
    for colour in range(MAIN):
        state.token_supply[colour] = box.tokens[colour]
    for kind in range(CARD_KINDS):
        state.unseen[kind] = box.cards[kind]
    state.stack = box.stack
    state.card = state.slot = state.column = state.flipped = NOTHING
    for colour in range(MAIN):
        for row in range(ROWS):
            state.display[colour][row] = draw_point_card(state)
    for slot in range(POOL):
        state.pool[slot] = draw_marble_card(state)
    for seat in range(state.seats):
        state.supply[WHITE] -= 1
        state.tray[seat][WHITE] = CENTRE
        for _ in range(box.start_tokens):
            state.tokens[seat][draw_token(state, DEAL)] += 1
    if box.advanced:
        deal_stars(state, box)
    if state.seats == 1:
        deal_line(state)
    elif box.first_player < 0:
        state.player = roll(state, DEAL, state.seats)
    else:
        state.player = box.first_player
    state.phase = TAKE
    note(state, BEGINS, state.player)


@rule
def deal_stars(state, box):
    """Deal each player a star card at random, and put all star tokens into their supply [MB-10]."""
    state.star_supply = box.stars
    cards = (1 << MAIN) - 1
    for seat in range(state.seats):
        card = nth_bit(cards, roll(state, DEAL, MAIN - seat))
        state.star_card[seat] = card
        cards ^= 1 << card


@rule
def deal_line(state):
    """Deal the four solo cards into an open line, at random [MB-11]."""
    colours = (1 << MAIN) - 1
    for i in range(MAIN):
        colour = nth_bit(colours, roll(state, DEAL, MAIN - i))
        state.line[i] = colour
        colours ^= 1 << colour


@rule
def legal(state, box, actions):
    """List the actions of the player who decides, by the step of the turn."""
    if state.phase == PLACE:
        return legal_placements(state, box, actions)
    if state.phase == TAKE:
        return legal_cards(state, actions)
    if state.phase == BONUS:
        return legal_tokens(state, actions)
    if state.phase == POP:
        return legal_sets(state, box, actions)
    return legal_colours(state, box, actions)


@rule
def legal_cards(state, actions):
    """A card of the pool; if two are alike, the one in the lower slot [MB-13, MB-68]."""
    n = 0
    for slot in range(POOL):
        alike = False
        for lower in range(slot):
            alike = alike or state.pool[lower] == state.pool[slot]
        if alike:
            forbid(state, TAKE_SLOT + slot, "MB-68")
        else:
            actions[n] = TAKE_SLOT + slot
            n += 1
    return n


@rule
def legal_placements(state, box, actions):
    """A rotation and a left column where nothing hangs over the side [MB-17, MB-18, MB-68]."""
    if state.hand == box.pattern[state.card]:
        placements = box.placements[state.card]
    else:                                   # the hand differs from the card [MB-16]
        placements = placements_of(state.hand)
    n = 0
    for placement in range(4 * COLUMNS):
        if placements >> placement & 1:
            actions[n] = PLACE_AT + placement
            n += 1
        elif placements >> placement - placement % COLUMNS & 1:
            forbid(state, PLACE_AT + placement, "MB-18")
        else:                               # it does not even fit at the left: a smaller rotation drops the same
            forbid(state, PLACE_AT + placement, "MB-68")
    return n


@rule
def legal_tokens(state, actions):
    """No token, or one of the player's tokens and a column that is not full [MB-22, MB-23]."""
    tops = filled_cells(state.tray[state.player]) >> HEIGHT - 1
    tokens = state.tokens[state.player]
    actions[0] = PASS
    n = 1
    for colour in range(MAIN):
        for column in range(COLUMNS):
            action = SPEND + COLUMNS * colour + column
            if tokens[colour] == 0:
                forbid(state, action, "MB-22")
            elif tops >> TALL * column & 1:
                forbid(state, action, "MB-23")
            else:
                actions[n] = action
                n += 1
    return n


@rule
def legal_sets(state, box, actions):
    """One of the sets in the tray; popping cannot be declined [MB-35]."""
    sets = sets_in(state.tray[state.player], box.own_marbles)
    n = 0
    forbid(state, PASS, "MB-35")
    for column in range(COLUMNS):
        for height in range(HEIGHT):
            action = POP_AT + HEIGHT * column + height
            if sets >> TALL * column + height & 1:
                actions[n] = action
                n += 1
            else:
                forbid(state, action, "MB-32")
    return n


@rule
def legal_colours(state, box, actions):
    """A colour: of a marble instead of a missing one [MB-16], of an all-white set [MB-36], of a display column [MB-56]."""
    if state.phase == SET_COLOUR:
        colours = white_set_colours(state.tray[state.player], state.whites)
    elif state.phase == POINT_COLUMN:
        colours = free_columns(state, box)
    else:
        colours = main_colours_left(state)
    n = 0
    for colour in range(MAIN):
        if colours >> colour & 1:
            actions[n] = NAME_COLOUR + colour
            n += 1
        elif state.phase == SET_COLOUR:
            forbid(state, NAME_COLOUR + colour, "MB-36")
        elif state.phase == POINT_COLUMN:
            forbid(state, NAME_COLOUR + colour, "MB-56")
        else:
            forbid(state, NAME_COLOUR + colour, "MB-16")
    return n


def legal_list(state: Any, box: Any) -> list[int]:
    """The legal actions of a plain state or view."""
    actions = [0] * MOST_LEGAL
    return actions[:legal(state, box, actions)]


@rule
def play(state, box, action):
    """Carry out a decision, then go on through the steps of the turn to the next decision."""
    state.step += 1
    phase = state.phase
    if phase == PLACE:
        roll_card(state, box, action - PLACE_AT)
    elif phase == TAKE:
        take_card(state, action - TAKE_SLOT)
        if box.refresh_at_take and state.seats == 1:
            renew_pool(state)
    elif phase == BONUS:
        if action == PASS:
            state.phase = POPPING
        else:
            spend_token(state, (action - SPEND) // COLUMNS, (action - SPEND) % COLUMNS)
    elif phase == POP:
        pop_set_at(state, box, 1 << TALL * ((action - POP_AT) // HEIGHT) + (action - POP_AT) % HEIGHT)
    elif phase == POINT_COLUMN:
        score_pop(state, box, action - NAME_COLOUR)
    elif phase == SET_COLOUR:
        pop_set(state, box, action - NAME_COLOUR, state.whites)
    elif phase == CARD_COLOUR:
        take_substitute(state, box, action - NAME_COLOUR)
    elif phase == TOKEN_COLOUR:
        roll_token_marble(state, action - NAME_COLOUR)
    else:
        take_free_marble(state, action - NAME_COLOUR)

    if state.phase == TAKING:
        take_marbles(state, box)
    if state.phase == BEFORE_BONUS:
        offer_bonus(state)
    if state.phase == POPPING:
        pop_sets(state, box)
    if state.phase == ENDING:
        earn_free_marble(state)
    if state.phase == REFILLING:
        end_turn(state, box)


@rule
def earn_free_marble(state):
    """Give the player a free white marble if the tray is empty [MB-45]."""
    state.phase = REFILLING
    if filled_cells(state.tray[state.player]) == 0:
        colour = marble_for(state, WHITE)
        if colour == ASK:
            state.phase = FREE_COLOUR
        elif colour >= 0:
            take_free_marble(state, colour)


@rule
def take_free_marble(state, colour):
    """Put the free marble at the bottom of the centre column [MB-45]."""
    state.supply[colour] -= 1
    state.tray[state.player][colour] = CENTRE
    state.phase = REFILLING
    note(state, FREE_MARBLE, state.player, colour)


@rule
def end_turn(state, box):
    """Refill the pool. If that is not possible the game is over, else the next player begins a turn [MB-46, MB-47, MB-61]."""
    slot = state.slot
    state.turn += 1
    state.pops = state.columns_used = 0
    state.card = state.slot = NOTHING
    state.phase = TAKE
    if state.seats == 1:
        flip_token(state)
        if not box.refresh_at_take:
            renew_pool(state)
        if state.pool[0] == NOTHING:
            finish_game(state)
    elif state.stack == 0:
        finish_game(state)
    else:
        state.pool[slot] = draw_marble_card(state)
        note(state, POOL_REFILLED, slot, state.pool[slot])
        state.player = state.player + 1 if state.player + 1 < state.seats else 0


@small
def finish_game(state):
    """End the game [MB-46, MB-61]."""
    state.over = 1
    note(state, GAME_OVER)


@rule
def flip_token(state):
    """Solo: draw a token, discard the lowest card of its colour's column, then discard the token [MB-61]."""
    colour = draw_token(state, SOLO_TOKENS)
    if colour < 0:
        return
    state.flipped = colour
    note(state, TOKEN_FLIPPED, colour)
    mix_tokens(state)
    kind = state.display[colour][0]
    if kind >= 0:
        state.display[colour][0] = NOTHING
        state.discarded[kind] += 1
        note(state, CARD_DISCARDED, colour, kind)
        slide_and_refill(state, colour, 0)
    state.flipped = NOTHING
    state.token_discard[colour] += 1


@rule
def renew_pool(state):
    """Solo: discard the cards left in the pool and turn up three new ones, if there are three [MB-61, MB-67]."""
    for slot in range(POOL):
        state.pool[slot] = NOTHING
    note(state, POOL_DISCARDED)
    if state.stack >= POOL:
        for slot in range(POOL):
            state.pool[slot] = draw_marble_card(state)
            note(state, POOL_REFILLED, slot, state.pool[slot])


@rule
def score_of(state, box, seat):
    """The score of a seat: point cards, a third of its marbles and tokens together, and stars [MB-48, MB-58]."""
    stars = box.star_points[state.star_card[seat]][state.stars[seat]] if box.advanced else 0
    return state.points[seat] + (marbles_of(state, seat) + tokens_of(state, seat)) // 3 + stars


@rule
def marbles_of(state, seat):
    """How many marbles a seat has in its tray."""
    return count(filled_cells(state.tray[seat]))


@rule
def standing(state, box, seat):
    """Score, then marbles, then tokens, in one number to compare seats by [MB-49]."""
    return (score_of(state, box, seat) << 16) + (marbles_of(state, seat) << 8) + tokens_of(state, seat)


@rule
def outcome(state, box, points, rank):
    """The highest score wins; marbles, then tokens break ties. A solo player must meet both objectives
    [MB-48 to MB-51, MB-64, MB-65]."""
    winners = 0
    for seat in range(state.seats):
        points[seat] = 1.0 * score_of(state, box, seat)
        rank[seat] = 1
        for other in range(state.seats):
            if standing(state, box, other) > standing(state, box, seat):
                rank[seat] += 1
        if rank[seat] == 1:
            winners += 1
    if state.seats > 1:
        return WON if winners == 1 else SHARED
    line, goal = state.line_done == MAIN, points[0] >= box.solo_goal
    rank[0] = 1 if line and goal else 2
    return SOLO_WON if line and goal else SOLO_LINE if line else SOLO_POINTS if goal else SOLO_NEITHER
