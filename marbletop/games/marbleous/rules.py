"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md."""

from ...core.chance import draw, roll
from ...core.kernel import rule, small
from ...core.telling import forbid, note
from .cards import dropped, placements_of
from .state import (
    BEFORE_BONUS, BEGINS, BONUS, CARD_COLOUR, CARD_DISCARDED, CARD_KINDS, CARD_TAKEN, CELLS, CENTRE, COLOURS, COLUMN_SLID, COLUMNS,
    DEAL, DISPLAY_REFILLED, ENDING, FELL, FREE_COLOUR, FREE_MARBLE, GAME_OVER, HEIGHT, LINE_CARD_DONE, LOST, MAIN, MARBLE_CARDS,
    NAME_COLOUR, NO_CARD, NOTHING, PASS, PLACE, PLACE_AT, POINT_CARDS, POINT_COLUMN, POINT_KINDS, POINTS, POOL,
    POOL_DISCARDED, POOL_REFILLED, POP, POP_AT, POPPED, POPPING, REFILLING, ROLLED, ROWS, SET_COLOUR, SHARED, SMALLEST_SET,
    SOLO_LINE, SOLO_NEITHER, SOLO_POINTS, SOLO_TOKENS, SOLO_WON, SPEND, STAR, SUBSTITUTED, TAKE, TAKE_SLOT, TAKING, TALL,
    TOKEN_COLOUR, TOKEN_FLIPPED, TOKEN_SPENT, TOKEN_WON, TOKENS_MIXED, TOKENS_WON, WHITE, WON,
)
from .tray import count, filled, landing, let_fall, neighbours, sets_in, whole_group

ASK = -2                                    # several colours are possible: the player chooses

# Setup


@rule
def setup(state, box):
    """Display, pool, trays and tokens; stars, solo line and first player where they belong [MB-1 to MB-12]."""
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
            state.display[colour][row] = next_point_card(state)
    for slot in range(POOL):
        state.pool[slot] = next_marble_card(state)
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
    """A star card for each player, at random, and all star tokens in their supply [MB-10]."""
    state.star_supply = box.stars
    cards = (1 << MAIN) - 1
    for seat in range(state.seats):
        card = nth(cards, roll(state, DEAL, MAIN - seat))
        state.star_card[seat] = card
        cards ^= 1 << card


@rule
def deal_line(state):
    """The four solo cards in an open line, at random [MB-11]."""
    colours = (1 << MAIN) - 1
    for i in range(MAIN):
        colour = nth(colours, roll(state, DEAL, MAIN - i))
        state.line[i] = colour
        colours ^= 1 << colour


@rule
def nth(bits, n):
    """The number of the n-th of these bits, counted from 0."""
    number = 0
    while n > 0 or bits >> number & 1 == 0:
        n -= bits >> number & 1
        number += 1
    return number


@rule
def next_marble_card(state):
    """Turn up a marble card: any that nobody has seen, because those removed are unseen too [MB-6, MB-53]."""
    state.stack -= 1
    return draw(state, MARBLE_CARDS, state.unseen)


@rule
def next_point_card(state):
    """Turn up a point card: a blue one, or when they are used up an orange one, or NOTHING [MB-4, MB-42]."""
    if any_left(state.blue):
        return draw(state, POINT_CARDS, state.blue)
    if any_left(state.orange):
        return POINT_KINDS + draw(state, POINT_CARDS, state.orange)
    return NOTHING


@small
def any_left(counts):
    left = 0
    for kind in range(len(counts)):
        left |= counts[kind]
    return left != 0


# What a player may do


@rule
def legal(state, box, actions):
    """The actions of the player who decides, by the step of the turn."""
    phase = state.phase
    if phase == PLACE:
        return legal_placements(state, box, actions)
    if phase == TAKE:
        return legal_cards(state, actions)
    if phase == BONUS:
        return legal_tokens(state, actions)
    if phase == POP:
        return legal_sets(state, box, actions)
    return legal_colours(state, box, actions)


@rule
def legal_cards(state, actions):
    """A card of the pool; of two that are alike the one in the lower slot [MB-13, MB-68]."""
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
    """A rotation and a left column, so that nothing hangs over the side [MB-17, MB-18, MB-68]."""
    if state.hand == box.pattern[state.card]:
        placements = box.placements[state.card]
    else:                                   # other marbles came than the card shows [MB-16]
        placements = placements_of(state.hand)
    n = 0
    for placement in range(4 * COLUMNS):
        if placements >> placement & 1:
            actions[n] = PLACE_AT + placement
            n += 1
        elif placements >> placement - placement % COLUMNS & 1:
            forbid(state, PLACE_AT + placement, "MB-18")
        else:                               # not even over the first column: a smaller rotation drops the same
            forbid(state, PLACE_AT + placement, "MB-68")
    return n


@rule
def legal_tokens(state, actions):
    """No token, or one of one's own into a column that is not full [MB-22, MB-23]."""
    tops = filled(state.tray[state.player]) >> HEIGHT - 1
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
    """A colour for a missing marble [MB-16], for an all-white set [MB-36], or the display column of a card [MB-56]."""
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


# A turn


@rule
def play(state, box, action):
    """Carry out a decision, then go on through the steps of the turn to the next one."""
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
        choose_set(state, box, 1 << TALL * ((action - POP_AT) // HEIGHT) + (action - POP_AT) % HEIGHT)
    elif phase == POINT_COLUMN:
        score_pop(state, box, action - NAME_COLOUR)
    elif phase == SET_COLOUR:
        pop_set(state, box, action - NAME_COLOUR, state.whites)
    elif phase == CARD_COLOUR:
        take_instead(state, box, action - NAME_COLOUR)
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


# Step 1: take a marble card


@rule
def take_card(state, slot):
    """Take a card out of the pool, which is not filled up before the end of the turn [MB-13, MB-14]."""
    state.card = state.pool[slot]
    state.slot = slot
    state.pool[slot] = NOTHING
    state.phase = TAKING
    note(state, CARD_TAKEN, state.player, slot, state.card)


@rule
def take_marbles(state, box):
    """Take the marbles shown one by one in reading order [MB-15]. Without any nothing is rolled [MB-27]."""
    while state.place >= 0:
        wanted = box.pattern[state.card] >> 3 * state.place
        if wanted == 0:
            state.place = -1                # the card shows no more
        elif wanted & 7 == 0:
            state.place += 1
        else:
            colour = available(state, (wanted & 7) - 1)
            if colour == ASK:
                state.phase = CARD_COLOUR
                return
            put_in_hand(state, (wanted & 7) - 1, colour)
    state.place = 0
    state.phase = PLACE if state.hand else BEFORE_BONUS


@rule
def take_instead(state, box, colour):
    """Take the marble that the player chose in place of a missing one, and go on with the card [MB-16]."""
    put_in_hand(state, (box.pattern[state.card] >> 3 * state.place & 7) - 1, colour)
    state.phase = TAKING


@small
def put_in_hand(state, wanted, colour):
    """Take a marble for the place of the card that is being looked at; without one the place becomes a gap [MB-16]."""
    if colour >= 0:
        state.supply[colour] -= 1
        state.hand |= (1 + colour) << 3 * state.place
    if colour != wanted:
        note(state, SUBSTITUTED, state.player, wanted, colour)
    state.place += 1


@small
def available(state, wanted):
    """Which marble comes: the one wanted, else white, else the only main colour left; ASK if there are several,
    NOTHING if the supply is empty [MB-16, MB-29]."""
    if state.supply[wanted] > 0:
        return wanted
    if state.supply[WHITE] > 0:
        return WHITE
    left = main_colours_left(state)
    if left == 0:
        return NOTHING
    return ASK if left & left - 1 else nth(left, 0)


@rule
def main_colours_left(state):
    """The main colours that are in the supply, as bits."""
    left = 0
    for colour in range(MAIN):
        if state.supply[colour] > 0:
            left |= 1 << colour
    return left


# Step 2: roll the marbles into the tray


@rule
def roll_card(state, box, placement):
    """Roll the marbles of the turned card in, column by column, the lowest of each first; nothing pops yet
    [MB-17 to MB-21]."""
    rotation, column = placement // COLUMNS, placement % COLUMNS
    if state.hand == box.pattern[state.card]:
        code = box.dropping[state.card][rotation]
    else:                                   # other marbles came than the card shows [MB-16]
        code = dropped(state.hand, rotation)
    state.hand = code
    i = 0
    while state.hand:
        marble = code >> 3 * i & 7
        if marble:
            state.hand ^= marble << 3 * i
            roll_marble(state, column + i // 3, marble - 1)
        i += 1
    state.phase = BEFORE_BONUS


@small
def roll_marble(state, column, colour):
    """Roll a marble in from the top; a full column loses it to the supply [MB-19, MB-20]."""
    tray = state.tray[state.player]
    cell = landing(filled(tray), column)
    if cell:
        tray[colour] |= cell
        note(state, ROLLED, state.player, colour, cell)
    else:
        state.supply[colour] += 1
        note(state, LOST, state.player, colour, column)


# Step 3: bonus token


@rule
def offer_bonus(state):
    """A token can be spent by who has one, room for its marble, and a marble in the supply [MB-22, MB-23, MB-28]."""
    supply = state.supply
    if any_left(state.tokens[state.player]) and filled(state.tray[state.player]) != CELLS \
            and (supply[0] | supply[1] | supply[2] | supply[3] | supply[4]) != 0:
        state.phase = BONUS
    else:
        state.phase = POPPING


@rule
def spend_token(state, colour, column):
    """Put a token on the discard and roll a marble of its colour in [MB-22 to MB-24]."""
    state.tokens[state.player][colour] -= 1
    state.token_discard[colour] += 1
    note(state, TOKEN_SPENT, state.player, colour, column)
    state.column = column
    marble = available(state, colour)
    if marble == ASK:
        state.phase = TOKEN_COLOUR
    else:
        if marble != colour:
            note(state, SUBSTITUTED, state.player, colour, marble)
        roll_token_marble(state, marble)


@rule
def roll_token_marble(state, colour):
    """Roll the marble of a token into the column chosen before [MB-23]."""
    state.supply[colour] -= 1
    roll_marble(state, state.column, colour)
    state.column = NOTHING
    state.phase = POPPING


@rule
def draw_token(state, source):
    """Draw a bonus token blind; NOTHING if there is none. A supply that was empty takes the discard first [MB-26]."""
    mix_tokens(state)
    if not any_left(state.token_supply):
        return NOTHING
    return draw(state, source, state.token_supply)


@rule
def mix_tokens(state):
    """When the supply is empty the whole discard becomes the new supply [MB-26]."""
    if not any_left(state.token_supply) and any_left(state.token_discard):
        for colour in range(MAIN):
            state.token_supply[colour] = state.token_discard[colour]
            state.token_discard[colour] = 0
        note(state, TOKENS_MIXED)


# Step 4: pop and score


@rule
def pop_sets(state, box):
    """While there are sets they pop: the only one by itself, else the player chooses which is next [MB-35, MB-44]."""
    while state.phase == POPPING:
        sets = sets_in(state.tray[state.player], box.own_marbles)
        if sets == 0:
            state.phase = ENDING
        elif sets & sets - 1:
            state.phase = POP
        else:
            choose_set(state, box, sets)


@rule
def choose_set(state, box, cell):
    """Pop the set that a cell names; the colour of an all-white one is asked if there are several [MB-34 to MB-36]."""
    tray = state.tray[state.player]
    colour = 0
    while colour < MAIN and tray[colour] & cell == 0:
        colour += 1
    if colour < MAIN:
        pop_set(state, box, colour, whole_group(cell, tray[colour] | tray[WHITE]))
        return
    group = whole_group(cell, tray[WHITE])
    colours = white_set_colours(tray, group)
    if colours & colours - 1:
        state.whites = group
        state.phase = SET_COLOUR
    else:
        pop_set(state, box, nth(colours, 0), group)


@rule
def white_set_colours(tray, group):
    """The colours that a group of whites can pop as, as bits: those it has no neighbour of [MB-36]."""
    colours = 0
    for colour in range(MAIN):
        if neighbours(group) & tray[colour] == 0:
            colours |= 1 << colour
    return colours


@rule
def pop_set(state, box, colour, group):
    """Remove a set, let the marbles above fall, and see which point card it brings [MB-37 to MB-39, MB-54 to MB-56]."""
    seat = state.player
    tray = state.tray[seat]
    state.whites = 0
    state.beside[colour] = count(group & tray[colour])
    state.beside[WHITE] = count(group & tray[WHITE])
    state.popped = state.beside[colour] + state.beside[WHITE]
    state.pops += 1
    tray[colour] &= ~group
    tray[WHITE] &= ~group
    note(state, POPPED, seat, colour, state.popped, group)
    rest = filled(tray)
    let_fall(tray, group)
    if filled(tray) != rest:
        note(state, FELL, seat, group)
    if state.seats == 1:
        work_off_line(state, colour)
    if box.advanced and state.pops > 1:
        choose_column(state, box)
    else:
        score_pop(state, box, colour)


@rule
def work_off_line(state, colour):
    """Solo: a set of four or more in the colour of the leftmost card does that card [MB-62, MB-63]."""
    if state.popped > SMALLEST_SET and state.line_done < MAIN and state.line[state.line_done] == colour:
        state.line_done += 1
        note(state, LINE_CARD_DONE, state.player, colour, MAIN - state.line_done)


@rule
def choose_column(state, box):
    """Advanced, from the second pop on: a star for the second, and the card from any free column [MB-54, MB-56]."""
    if state.pops == 2 and state.star_supply > 0:
        state.star_supply -= 1
        state.stars[state.player] += 1
        note(state, STAR, state.player)
    columns = free_columns(state, box)
    if columns & columns - 1:
        state.phase = POINT_COLUMN
    else:
        score_pop(state, box, nth(columns, 0) if columns else NOTHING)


@rule
def free_columns(state, box):
    """The display columns that gave no card this turn and have one for the set just popped, as bits [MB-56, MB-57]."""
    columns = 0
    for column in range(MAIN):
        if state.columns_used >> column & 1 == 0 and row_taken(state, box, column) >= 0:
            columns |= 1 << column
    return columns


@small
def scoring_row(state):
    """The row of the display that the size of the set just popped gives [MB-37]."""
    return min(state.popped - SMALLEST_SET, ROWS - 1)


@rule
def row_taken(state, box, column):
    """The row from which that set takes its card in a column, NOTHING if there is none [MB-39, MB-40]."""
    row = scoring_row(state)
    if box.next_lower:
        while row >= 0 and state.display[column][row] == NOTHING:
            row -= 1
        return row
    return row if state.display[column][row] != NOTHING else NOTHING


@rule
def score_pop(state, box, column):
    """Take the point card, draw tokens, fill the display up, return the marbles [MB-39 to MB-43]."""
    seat, tokens = state.player, scoring_row(state)
    row = row_taken(state, box, column) if column >= 0 else NOTHING
    if row >= 0:
        kind = state.display[column][row]
        state.display[column][row] = NOTHING
        state.won[seat][kind] += 1
        state.points[seat] += box.value[kind]
        state.columns_used |= 1 << column
        note(state, POINTS, seat, column, row, kind)
    else:
        note(state, NO_CARD, seat, tokens)
    if row >= 0 or box.tokens_without_card:
        for _ in range(tokens):
            win_token(state)
    if row >= 0:
        slide_and_refill(state, column, row)
    for colour in range(COLOURS):
        state.supply[colour] += state.beside[colour]
        state.beside[colour] = 0
    state.popped = 0
    state.phase = POPPING


@rule
def win_token(state):
    """Draw a bonus token for a large set [MB-41]."""
    colour = draw_token(state, TOKENS_WON)
    if colour >= 0:
        state.tokens[state.player][colour] += 1
        note(state, TOKEN_WON, state.player, colour)
        mix_tokens(state)


@rule
def slide_and_refill(state, column, row):
    """The cards above an empty space slide down one row, and the top is filled from the stacks [MB-42]."""
    spaces = state.display[column]
    if row < ROWS - 1 and spaces[row + 1] != NOTHING:
        for lower in range(row, ROWS - 1):
            spaces[lower] = spaces[lower + 1]
        spaces[ROWS - 1] = NOTHING
        note(state, COLUMN_SLID, column, row)
    kind = next_point_card(state)
    if kind >= 0:
        spaces[ROWS - 1] = kind
        note(state, DISPLAY_REFILLED, column, kind)


# End of a turn


@rule
def earn_free_marble(state):
    """An empty tray brings a white marble for nothing [MB-45]."""
    state.phase = REFILLING
    if filled(state.tray[state.player]) == 0:
        colour = available(state, WHITE)
        if colour == ASK:
            state.phase = FREE_COLOUR
        elif colour >= 0:
            take_free_marble(state, colour)


@rule
def take_free_marble(state, colour):
    """It lies at the bottom of the centre column [MB-45]."""
    state.supply[colour] -= 1
    state.tray[state.player][colour] = CENTRE
    state.phase = REFILLING
    note(state, FREE_MARBLE, state.player, colour)


@rule
def end_turn(state, box):
    """Fill the pool up; if that cannot be done the game is over, else the next player takes a card
    [MB-46, MB-47, MB-61]."""
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
            finish(state)
    elif state.stack == 0:
        finish(state)
    else:
        state.pool[slot] = next_marble_card(state)
        note(state, POOL_REFILLED, slot, state.pool[slot])
        state.player = state.player + 1 if state.player + 1 < state.seats else 0


@small
def finish(state):
    state.over = 1
    note(state, GAME_OVER)


@rule
def flip_token(state):
    """Solo: a random token takes the lowest card out of the column of its colour, and is discarded [MB-61]."""
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
    """Solo: discard what is left of the pool and turn up three new cards, if there are three [MB-61, MB-67]."""
    for slot in range(POOL):
        state.pool[slot] = NOTHING
    note(state, POOL_DISCARDED)
    if state.stack >= POOL:
        for slot in range(POOL):
            state.pool[slot] = next_marble_card(state)
            note(state, POOL_REFILLED, slot, state.pool[slot])


# End of the game


@rule
def score_of(state, box, seat):
    """Point cards, a third of marbles and tokens together, and stars [MB-48, MB-58]."""
    stars = box.star_points[state.star_card[seat]][state.stars[seat]] if box.advanced else 0
    return state.points[seat] + (marbles_of(state, seat) + tokens_of(state, seat)) // 3 + stars


@small
def marbles_of(state, seat):
    return count(filled(state.tray[seat]))


@small
def tokens_of(state, seat):
    tokens = state.tokens[seat]
    return tokens[0] + tokens[1] + tokens[2] + tokens[3]


@rule
def standing(state, box, seat):
    """Score, then marbles, then tokens, in one number that compares like MB-49."""
    return (score_of(state, box, seat) << 16) + (marbles_of(state, seat) << 8) + tokens_of(state, seat)


@rule
def outcome(state, box, points, rank):
    """Highest score wins, ties by marbles, then by tokens, else shared; alone both objectives must be met
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
