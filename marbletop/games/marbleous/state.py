"""The layout of a position and of the box, phases, action numbers, events, and constants of the rules.

A tray is five integers, one for each colour, whose bits are the cells that hold it: bit 6 x column + height. The sixth bit
of each column stays empty, so that neighbours can be found by shifting and no shift leads from the top of a column into the
next one.
"""

from numpy import int8, int64

from ...core.state import box_layout, field, state_layout

SEATS, COLUMNS, HEIGHT = 4, 5, 5
BLUE, YELLOW, RED, PURPLE, WHITE = range(5)
MAIN, COLOURS = 4, 5                        # white is a colour, but not a main one

TALL = HEIGHT + 1                           # bits in a column: its cells from the floor up, and one that stays empty
COLUMN = (1 << HEIGHT) - 1                  # the cells of column 0
FLOOR = sum(1 << TALL * column for column in range(COLUMNS))
CELLS = COLUMN * FLOOR
OVER_THE_TOP = FLOOR << HEIGHT              # the bits that stay empty
CENTRE = 1 << TALL * 2                      # the bottom of the centre column

ROWS = 3                                    # in the display: #3, #4, #5 [MB-37]
SMALLEST_SET = 3
POOL = 3
PLACES = 9                                  # in a pattern, 3 x 3 in reading order, three bits each: 0 is a gap, else 1 + colour

CARD_KINDS = 48                             # most different marble cards
POINT_KINDS = 12                            # most different values in each of the two stacks of point cards
MOST_STARS = 24
NOTHING = -1                                # no card, no colour, no column

# Steps of a turn. The first nine are decisions; the others never last longer than one action.
(TAKE, CARD_COLOUR, PLACE, BONUS, TOKEN_COLOUR, POP, SET_COLOUR, POINT_COLUMN, FREE_COLOUR,
 TAKING, BEFORE_BONUS, POPPING, ENDING, REFILLING) = range(14)
PHASES = ("take", "card-colour", "place", "bonus", "token-colour", "pop", "set-colour", "point-column", "free-colour")

TAKE_SLOT = 0                               # + slot of the pool
PLACE_AT = 3                                # + 5 x rotation + left column
PASS = 23
SPEND = 24                                  # + 5 x colour + column
POP_AT = 44                                 # + 5 x column + height
NAME_COLOUR = 69                            # + colour
ACTIONS = 73
MOST_LEGAL = 25

DEAL, MARBLE_CARDS, POINT_CARDS, TOKENS_WON, SOLO_TOKENS = range(5)
SOURCES = ("deal", "marble cards", "point cards", "tokens won", "solo tokens")      # streams of chance [MB-53]

EVENTS = (                                  # with their details; cells are bits, as in a tray
    "begins",                               # seat
    "card taken",                           # seat, slot, card
    "substituted",                          # seat, colour wanted, colour taken (NOTHING for a gap)
    "rolled",                               # seat, colour, cell
    "lost",                                 # seat, colour, column
    "token spent",                          # seat, colour, column
    "popped",                               # seat, colour, number of marbles, cells
    "fell",                                 # seat, cells that were emptied
    "star",                                 # seat
    "line card done",                       # seat, colour, cards left in the line
    "points",                               # seat, column, row, kind of point card
    "no card",                              # seat, row
    "token won",                            # seat, colour
    "tokens mixed",                         #
    "column slid",                          # column, row of the empty space
    "display refilled",                     # column, kind of point card
    "free marble",                          # seat, colour
    "token flipped",                        # colour
    "card discarded",                       # column, kind of point card
    "pool discarded",                       #
    "pool refilled",                        # slot, card
    "game over",                            #
)
(BEGINS, CARD_TAKEN, SUBSTITUTED, ROLLED, LOST, TOKEN_SPENT, POPPED, FELL, STAR, LINE_CARD_DONE, POINTS, NO_CARD, TOKEN_WON,
 TOKENS_MIXED, COLUMN_SLID, DISPLAY_REFILLED, FREE_MARBLE, TOKEN_FLIPPED, CARD_DISCARDED, POOL_DISCARDED, POOL_REFILLED,
 GAME_OVER) = range(22)

ENDINGS = ("won", "shared", "both objectives met", "only the line done", "only the points reached", "neither objective met")
WON, SHARED, SOLO_WON, SOLO_LINE, SOLO_POINTS, SOLO_NEITHER = range(6)

STATE = state_layout(
    SEATS, sources=SOURCES,
    phase=field(int64),                                 # TAKE ... FREE_COLOUR
    turn=field(int64),                                  # turns that all players together have finished
    tray=field(int64, (SEATS, COLOURS)),                # cells as bits, by seat and colour
    supply=field(int64, COLOURS),                       # marbles by colour
    hand=field(int64),                                  # marbles taken for the card: PLACES of three bits
    place=field(int64),                                 # place of the card to take a marble for, while marbles are taken
    pool=field(int64, POOL),                            # marble card in each slot
    card=field(int64),                                  # marble card of this turn
    slot=field(int64),                                  # slot that it was taken from
    stack=field(int64),                                 # marble cards left to draw
    unseen=field(int8, CARD_KINDS),                     # marble cards that nobody has seen, by kind: stack and removed cards
    column=field(int64),                                # column for the marble of a token, while its colour is asked
    pops=field(int64),                                  # sets popped this turn
    whites=field(int64),                                # cells of an all-white set, while its colour is asked
    popped=field(int64),                                # size of the set just popped, until it is scored
    beside=field(int8, COLOURS),                        # marbles of that set, which lie beside the tray
    columns_used=field(int64),                          # display columns that gave a card in this turn, as bits
    display=field(int64, (MAIN, ROWS)),                 # kind of point card by colour and row
    blue=field(int8, POINT_KINDS),                      # blue point cards left in the stack, by kind
    orange=field(int8, POINT_KINDS),                    # orange ones left, by kind - POINT_KINDS
    won=field(int8, (SEATS, 2 * POINT_KINDS)),          # point cards of each seat, by kind
    points=field(int64, SEATS),                         # what these cards are worth
    discarded=field(int8, 2 * POINT_KINDS),             # point cards discarded in solo, by kind
    tokens=field(int8, (SEATS, MAIN)),                  # bonus tokens by seat and colour
    token_supply=field(int8, MAIN),
    token_discard=field(int8, MAIN),
    flipped=field(int64),                               # solo: colour of the token just drawn, while its card is discarded
    stars=field(int64, SEATS),
    star_supply=field(int64),
    star_card=field(int64, SEATS),                      # which table of points each seat has
    line=field(int64, MAIN),                            # colours of the solo cards from left to right
    line_done=field(int64),                             # how many of these cards are done
)

BOX = box_layout(
    marbles=field(int64, COLOURS),
    tokens=field(int64, MAIN),
    start_tokens=field(int64),
    pattern=field(int64, CARD_KINDS),                   # of each kind of marble card: PLACES of three bits
    cards=field(int64, CARD_KINDS),                     # how many there are of each kind
    stack=field(int64),                                 # marble cards that are left after removing some
    drop_codes=field(int64, (CARD_KINDS, 4)),           # what drops into which column, by rotation: see cards.py
    placements=field(int64, CARD_KINDS),                # the placements that are actions, as bits: see cards.py
    blue=field(int64, POINT_KINDS),                     # how many point cards there are of each kind
    orange=field(int64, POINT_KINDS),
    value=field(int64, 2 * POINT_KINDS),                # points of each kind of point card
    stars=field(int64),
    star_points=field(int64, (SEATS, MOST_STARS + 1)),  # by star card and number of stars
    solo_goal=field(int64),                             # points that a solo player must reach
    printed=field(int64),                               # whether the cards are those of a printed box
    advanced=field(int64),
    first_player=field(int64),
    refresh_at_take=field(int64),                       # solo: the pool is renewed as soon as a card is taken
    own_marbles=field(int64),                           # how many marbles of its own colour a set needs
    next_lower=field(int64),                            # a pop on an empty space takes the card below it
    tokens_without_card=field(int64),
    open_points=field(int64),
)
