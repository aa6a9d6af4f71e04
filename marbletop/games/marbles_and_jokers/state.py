"""The fields of state and box, numbers that the rules fix, and action numbers."""

from numpy import int8, int16, int64

from ...core.state import NOBODY, OWNER, box_layout, field, state_layout

SEATS, MARBLES, LANE, RANKS, MATES = 8, 5, 5, 14, 4
LONGEST = 240                               # spaces of the longest track
FARTHEST = 13                               # most steps of a card

# Ranks are 0 to 13; the box says what each of them does. Suits never matter.
RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Joker")
JOKER = 13
JOKER_BIT = 1 << JOKER
ALL_RANKS = (1 << RANKS) - 1

# A marble's way home is a line of places: 0 Start Ring; 1, 2, ... the spaces after the home space, box.start the Start
# Position; box.length the home space; then the Home Slot. Forward is always +, whatever the seat. A marble has a
# number, 8 * seat + label; the track holds that number + 1.
RING = 0

CARD, MOVE, TURN, SPLIT, TARGET = range(5)  # phases

# Action numbers. A ref is 5 * (0 for the own colour, 1 to 3 for teammates clockwise) + label of the marble.
PLAY, DISCARD, WHOLE, FORWARD, BACKWARD, JUMP, TURN_IN, GO_PAST, ACTIONS = 0, 14, 28, 48, 208, 368, 403, 404, 405
REFS = 20                                   # FORWARD + REFS * (steps - 1) + ref is a part of a split
PARTS = 8                                   # steps of the longest part
MOST_LEGAL = 256                            # a helper of three with a 9: 15 marbles x 16 parts, 15 whole, 1 to spare

NO_SPLIT, SPLIT_FORWARD, SPLIT_ONE_EACH, SPLIT_ANY = range(4)       # what a card may do instead (box.split)
HANDS_HIDDEN, HANDS_OF_TEAM, HANDS_OPEN = range(3)                  # box.open_hands

EVENTS = ("reshuffle", "draw", "play_card", "discard", "lay_sideways", "leave_ring", "advance", "retreat",
          "enter_home_slot", "joker", "bop", "bump", "complete_board", "win", "draw_by_cap")
(RESHUFFLED, DREW, PLAYED, DISCARDED, LAID_SIDEWAYS, LEFT_RING, ADVANCED, RETREATED, ENTERED, JUMPED, BOPPED, BUMPED,
 COMPLETED, WON, CAPPED) = range(len(EVENTS))
IN_RING, IN_LANE = -1, LONGEST              # spaces in notes: of the track, IN_RING, or IN_LANE + place
ENDINGS = ("won", "drawn")
SOURCES = ("cards", "dealer")
CARDS, DEALER = range(len(SOURCES))

STATE = state_layout(
    SEATS, sources=SOURCES,
    phase=field(int64),                     # CARD ... TARGET
    turn=field(int64),                      # turns that have ended
    dealer=field(int64),
    winner=field(int64),                    # team that has won, -1 so far none
    rank=field(int64),                      # card being played, -1 none
    first=field(int64),                     # marble that a first part has moved or that a Joker moves, -1 none
    rest=field(int64),                      # steps of the second part, negative = backward; 0 none
    waiting=field(int64),                   # marble that may turn in or go past, -1 none
    steps=field(int64),                     # and its steps
    pile_size=field(int64),
    place=field(int64, (SEATS, MARBLES)),   # of each marble on its own way home
    track=field(int8, LONGEST),             # marble on each space, + 1; 0 empty
    home=field(int8, SEATS),                # marbles in each Home Slot
    sideways=field(int8, SEATS),            # sideways discards in a row
    hand_size=field(int8, SEATS),
    hand=field(int8, (SEATS, RANKS), known_to=OWNER),       # cards of each rank
    pile=field(int8, RANKS, known_to=NOBODY),               # left to draw, in no order
    discards=field(int8, RANKS),
    last_discard=field(int8, SEATS),        # rank + 1 of the last card of each seat, 0 none yet
    absent=field(int16, SEATS),             # ranks as bits: a plain discard has shown that the hand had none of them,
    proven=field(int8, SEATS),              # and at least so many cards of the hand are from that time
)

BOX = box_layout(
    length=field(int64),                    # spaces of the track
    start=field(int64),                     # place of the Start Position
    marbles=field(int64),                   # five; rare loops count up to it, so that the compiler does not unroll them
    past=field(int64),                      # places beyond the home space that can be reached going past it
    home=field(int64, SEATS),               # home space of each seat
    space=field(int64, (SEATS, LONGEST + LANE + 1)),        # track space of a seat's place, -1 ring and Home Slot
    place=field(int64, (SEATS, LONGEST)),   # place of a track space, for each seat
    door=field(int64, LONGEST),             # team whose home space this is, -1 none
    team=field(int64, SEATS),
    team_size=field(int64, SEATS),          # of each seat's team
    mates=field(int64, (SEATS, MATES)),     # the seat itself, then its teammates clockwise; -1 no more
    alone=field(int64),                     # whether nobody has a teammate
    deck=field(int64, RANKS),               # cards of each rank
    forward=field(int64, RANKS),            # steps forward of each rank, 0 none
    backward=field(int64, RANKS),
    retreats=field(int64),                  # ranks that go backward, as bits
    farthest_back=field(int64),             # most steps that anything goes backward
    exits=field(int64),                     # ranks other than the Joker that leave the Start Ring, as bits
    ranks_within=field(int64, FARTHEST + 1),     # ranks, as bits, with forward steps 1 to n
    split=field(int64, RANKS),              # NO_SPLIT ... SPLIT_ANY
    splits=field(int64),                    # ranks that may be split, as bits
    hand=field(int64),                      # options from here on
    draw_after=field(int64),
    random_dealer=field(int64),
    may_discard=field(int64),
    joker_forced=field(int64),
    free_exit=field(int64),
    help_left=field(int64),
    finish_split=field(int64),
    bump_to_ring=field(int64),
    bump_chain=field(int64),
    pass_own_back=field(int64),
    open_hands=field(int64),
    cap=field(int64),                       # turns, all seats together
)
