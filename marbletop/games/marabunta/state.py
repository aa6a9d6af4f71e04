"""The layouts of a position and of the box, and what the rules fix for ever.

A set of hexes is two words of 48 bits: hex h is bit h % 48 of word h // 48. The box has such sets for the neighbours of a
hex, the hexes of a region and the special hexes, so that a question about the board takes a few operations.
"""

from numpy import int8, int64

from ...core.state import box_layout, field, state_layout
from ...words import phrases

SEATS = 2
RED, BLUE = range(SEATS)
REGIONS, DICE, ELEMENTS = 6, 6, 7           # die i belongs to region i; element 6 is the tile
HEXES, WORD = 96, 48                        # most hexes of a territory; bits of a word
GROUPS, SPACES, WAITING = 8, 16, 24         # most crate groups; most spaces of a cupcake row; room for tasks that wait
NONE = -1

REGION_LETTERS = "POGSBY"                   # S for stone grey
REGION_NAMES = phrases("pink", "orange", "green", "grey", "blue", "yellow")
ANYWHERE = REGIONS                          # the row of box.region_hexes with all hexes

FLAG, CRATE_FACE = 4, 5                     # faces of a die; 0 to 3 are the numbers [MA-13 to MA-16]
FACES = 6
FACE_NAMES = ("0", "1", "2", "3", *phrases("flag", "crate"))

CRATES_2, LEAVES_2, ONE, ZERO_2, ZERO_FREE, CROSS_2, REPEAT, CUPX = range(8)                   # tiles [MA-17 to MA-24]
TILE_NAMES = ("crates_2", "leaves_2", "one", "zero_2", "zero_free", "cross_2", "repeat", "cupx")
ORDINARY = 7                                # tiles of the stack; CUPX lies below them [MA-3]
TILE = 6                                    # the tile's element index
ALL_ELEMENTS = (1 << ELEMENTS) - 1
TILE_BIT = 1 << TILE

POWER_NAMES = ("zero_free", "two_adjacent", "three_free", "cupcakes_2", "points_2", "points_3", "ones_triangle",
               "cross_2", "leaves_2")                                                           # [MA-43 to MA-49]
(P_ZERO_FREE, P_TWO_ADJACENT, P_THREE_FREE, P_CUPCAKES_2, P_POINTS_2, P_POINTS_3, P_ONES_TRIANGLE, P_CROSS_2,
 P_LEAVES_2) = range(9)

# What an effect writes. The first four write a number from 0 to 3 by the basic rule [MA-27].
W_0, W_1, W_2, W_3, W_FREE_0, W_FREE_3, W_TWO_0, W_THREE_1 = range(8)
#           0  1  2  3  0  3  0  1
VALUE_OF = (0, 1, 2, 3, 0, 3, 0, 1)
IS_FREE =  (0, 0, 0, 0, 1, 1, 0, 0)         # neither adjacency nor anthill [MA-34]
SHAPE_OF = (1, 1, 1, 1, 1, 1, 2, 3)         # how many numbers; each touches the others

# Phases: the kind of decision. A player never sees GO_ON, in which the rules look for the next decision.
SPLIT, CHOOSE, SELECT, WRITE, CROSS, CLOSE, CRATE, LEAF, AGAIN, ENDED, GO_ON = range(11)
PHASE_NAMES = ("split", "choose", "select", "write", "cross", "close", "crate", "leaf", "again", "ended")

# Tasks that can wait while something newer is finished: a crate of CRATES_2, a special hex, the rest of two 0s or three 1s.
CRATE_WAITS, HEX_WAITS, ZEROS_WAIT, ONES_WAIT = range(4)

CUPCAKES, CRATES = range(2)                 # rows of box.special_hexes
AVAILABLE, CROSSED_OUT, RED_NUMBER, BLUE_NUMBER = 0, 1, 2, 6        # marks of a hex; add the value to the last two

# Actions
A_SPLIT, A_TAKE_TILE, A_TAKE_DICE, A_SELECT, A_PASS, A_CRATE, A_LEAF, A_HEX = 0, 63, 64, 65, 72, 73, 81, 87
SPLITS = 63
ACTIONS = A_HEX + HEXES
MOST_LEGAL = HEXES + 1                      # every hex, and PASS

(E_BEGAN, E_ROUND, E_SPLIT, E_CHOSE, E_SELECTED, E_AGAIN, E_WROTE, E_CUPCAKE, E_ROW_FULL, E_CRATE, E_POWER, E_POINTS,
 E_LOST, E_DECLINED, E_CIRCLE, E_CROSSED, E_IGNORED, E_TRIGGER, E_REGION, E_WON) = range(20)
EVENTS = ("began", "round", "split", "chose", "selected", "again", "wrote", "cupcake", "row full", "crate", "power",
          "points", "lost", "declined", "circle", "crossed out", "ignored", "trigger", "region", "won")

REGION_FULL, LEAF_FULL, CUPCAKES_GONE = range(3)                    # what triggered the end [MA-51 to MA-53]
ENDINGS = ("a region is full", "a leaf is full", "no cupcake is left")

SOURCES = ("first player", "tile", "dice")
S_FIRST, S_TILE, S_DICE = range(3)

RANDOM_FIRST = 2                            # box.first_player: 0 Red, 1 Blue

STATE = state_layout(
    SEATS, SOURCES,
    round_number=field(int64),              # from 1
    starter=field(int64),                   # the first player of the round
    phase=field(int64),                     # SPLIT ... ENDED
    trigger=field(int64),                   # the trigger player, or NONE
    trigger_kind=field(int64),              # REGION_FULL ... CUPCAKES_GONE, or NONE
    tile=field(int64),                      # the tile of the round
    tiles_left=field(int64, ORDINARY),      # 1 for each ordinary tile that is still in the stack
    dice=field(int64, DICE),                # the face of each die
    shows=field(int64, FACES),              # for each face, the dice that show it, as bits
    pool=field(int64),                      # elements of the pool in use, as bits; in CHOOSE, the pool without the tile
    used=field(int64),                      # elements of that pool that were selected
    usable=field(int64),                    # in SELECT and AGAIN, the elements that can be resolved now
    effect=field(int64),                    # in WRITE, what is written (W_0 ...), else NONE
    region=field(int64),                    # in WRITE, the region asked for or ANYWHERE, else NONE
    first=field(int64),                     # the hex (in LEAF, the leaf) that this effect has marked first, or NONE
    second=field(int64),                    # the hex it has marked second, or NONE
    power=field(int64),                     # the power that this effect comes from, or NONE
    left=field(int64),                      # in CRATE, crates to cross out; in LEAF, circles to fill; else 0
    depth=field(int64),                     # how many tasks wait
    waiting=field(int64, WAITING),          # a task each (CRATE_WAITS ...) with up to two hexes; the newest last
    available=field(int64, 2),              # hexes without a number or cross
    near=field(int64, (SEATS, 4, 2)),       # hexes next to an own number; with MA-71, a row for each value to write
    totals=field(int64, (REGIONS, SEATS)),  # sums of the numbers of each colour
    circles=field(int64, (REGIONS, SEATS)),     # blank circles filled
    open_leaves=field(int64),               # regions whose leaf has a blank circle, as bits
    anthills=field(int64, SEATS),
    points=field(int64, SEATS),             # made so far: cupcakes and powers
    cupcakes=field(int64, SEATS),           # spaces crossed out
    open_groups=field(int64, SEATS),        # groups with an open crate, as bits
    crates=field(int8, (SEATS, GROUPS)),    # crates crossed out
    marks=field(int8, HEXES),               # AVAILABLE, CROSSED_OUT, RED_NUMBER + value or BLUE_NUMBER + value
)

BOX = box_layout(
    hexes=field(int64),                     # how many hexes there are
    column=field(int64, HEXES),
    row=field(int64, HEXES),
    region_of=field(int64, HEXES),
    neighbours=field(int64, (HEXES, 2)),    # sets of hexes
    crossable=field(int64, (HEXES, 2)),     # neighbours that may be crossed out together with a hex [MA-22, MA-69]
    region_hexes=field(int64, (REGIONS + 1, 2)),        # in the last row, all hexes
    special_hexes=field(int64, (2, 2)),     # hexes with CUPCAKES, hexes with CRATES
    cupcakes_on_board=field(int64),
    groups=field(int64),                    # crate groups of a player board
    group_size=field(int64, GROUPS),
    group_power=field(int64, GROUPS),
    spaces=field(int64),                    # of the cupcake row
    space_points=field(int64, SPACES),
    anthills=field(int64),
    track=field(int64),                     # spaces of the score track
    printed=field(int64, SEATS),            # circles of each colour printed on a leaf
    blank=field(int64),                     # blank circles of a leaf
    first_player=field(int64),              # RED, BLUE or RANDOM_FIRST
    between=field(int64),                   # 1 if special hexes come between the numbers of an effect [MA-67]
    decline_always=field(int64),            # 1 if every power may be declined [MA-68]
    partial=field(int64),                   # 1 if an effect may be used that is possible only in part [MA-70]
    near_rows=field(int64),                 # rows of state.near in use: 1, or 4 if the value matters [MA-71]
    near_row=field(int64, FACES),           # the row of state.near for each value
    territory=field(int64),                 # 0 symbol, 1 plain
    player_boards=field(int64),             # 0 symbol, 1 plain
    reconstructed=field(int64),             # 1 if the boards are ours, not typed from a printed box
)


SIDES = ("symbol", "plain")
