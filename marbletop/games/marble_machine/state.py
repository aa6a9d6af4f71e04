"""The layouts of state and box, and what the rules fix for ever: tiles, spaces, phases, action numbers."""

from numpy import int8, int64

from ...core.hexgrid import STEPS
from ...core.state import NOBODY, OWNER, box_layout, field, state_layout

SEATS = 6
DIRECTIONS = 6                              # numbered 1 to 6, clockwise from straight up; 0 is none
MARBLES = 25                                # room for marbles
SPEEDS = 4
RADII = (4, 5, 6, 7)                        # sizes of the board; arrays have room for the largest
HAND = 2                                    # Machine Tiles of a full hand [MM-4, MM-13]

# Machine Tiles by id: Parts, then Modifiers.
(LEFT, LEFT_120, RIGHT, RIGHT_120, REVERSE, REDIRECT, JUMP, PUSH, FORK, SORT, GO_HOME, DIVERT_SLOW, RANDOM, RANDOM_PUSH,
 SOLID_WALL, ERASE, MOVE, SWAP) = range(1, 19)
CODES = ("", "left", "left_120", "right", "right_120", "reverse", "redirect", "jump", "push", "fork", "sort", "go_home",
         "divert_slow", "random", "random_push", "solid_wall", "erase", "move", "swap")
TILES = len(CODES)                          # tiles are counted by id, 1 to 18; 0 is no tile
PARTS = SOLID_WALL                          # ids 1 to 15
ORIENTED = (REDIRECT, PUSH, FORK, SORT, DIVERT_SLOW)                    # Parts that are turned to a direction [MM-26]
EFFECTS = ("", "turn", "turn", "turn", "turn", "turn", "set", "jump", "push", "branch", "branch", "home", "set_slow",
           "random_set", "random_push", "wall")


def spiral(radius: int) -> list[tuple[int, int]]:
    """The spaces of a board by number, as axial coordinates: Home, then ring by ring, each clockwise from the top."""
    spaces = [(0, 0)]
    for ring in range(1, radius + 1):
        for corner in range(6):
            (q, r), (along_q, along_r) = STEPS[corner], STEPS[(corner + 2) % 6]
            spaces += [(ring * q + j * along_q, ring * r + j * along_r) for j in range(ring)]
    return spaces


HOME = 0
COORDINATES = spiral(RADII[-1])             # numbers do not depend on the radius
SPACE_AT = {cell: space for space, cell in enumerate(COORDINATES)}
SPACES = len(COORDINATES)                   # 169
GRID = 2 * RADII[-1] + 1
MACHINE = 3 * RADII[-1] * (RADII[-1] - 1)   # spaces that can hold a Part are 1 to 126 on the largest board

# Where a marble is; IN_GOAL + 1 to IN_GOAL + 6 if it was collected in goal 1 to 6.
UNDRAWN, NEXT, ON_BOARD, AT_SEPARATOR, STUCK, IN_GOAL = range(6)

# Which decision is due.
(TRADE, FIRST, SECOND, AIM, PLACE, ORIENT, ERASE_WHICH, MOVE_FROM, MOVE_TO, SWAP_A, SWAP_B, SWAP_ORIENT_A, SWAP_ORIENT_B,
 FINISHED) = range(14)
PHASES = ("trade", "first", "second", "aim", "place", "orient", "erase", "move_from", "move_to", "swap_a", "swap_b",
          "swap_orient_a", "swap_orient_b", "finished")

# Actions: a marble is 0, a tile its id, then KEEP, a direction is AIMED + 1 to 6, a space AT + its number.
MARBLE, KEEP, AIMED, AT = 0, 19, 19, 25
ACTIONS = AT + MACHINE + 1

REPEAT, ONCE, NONE = range(3)               # values of the option trade_in
TRADE_IN = ("repeat", "once", "none")
SHAPES = ("square", "circle", "triangle")
COLOURS = ("black", "white")

SOURCES = ("start", "tiles", "marbles", "die")
START, TILE_STACK, MARBLE_STACK, DIE = range(4)

EVENTS = ("start_player", "trade", "keep", "draw_tile", "show_tile", "draw_marble", "aim", "place_marble", "play_part",
          "erase", "move_part", "swap_parts", "movement", "step", "fly", "slide", "step_back", "carry_home", "act",
          "blocked", "chain_closed", "separator", "collect", "returned", "final_phase", "stuck", "win",
          "final_round", "ran_out")
(STARTED, TRADED, KEPT, DREW_TILE, SHOWED, DREW_MARBLE, AIMED_MARBLE, PLACED_MARBLE, PLAYED_PART, ERASED, MOVED_PART,
 SWAPPED, MOVEMENT, STEPPED, FLEW, SLID, STEPPED_BACK, CARRIED_HOME, ACTED, BLOCKED, CLOSED, SEPARATED, COLLECTED,
 RETURNED, FINAL, GOT_STUCK, WON, FINAL_ROUND, RAN_OUT) = range(29)
ENDINGS = ("quota reached", "last marble played")
QUOTA, LAST_MARBLE = range(2)

STATE = state_layout(
    SEATS, SOURCES,
    phase=field(int64),                     # TRADE ... FINISHED
    starter=field(int64),                   # the seat that began
    second=field(int64),                    # 1 while the second tile of a turn is played
    tile=field(int64),                      # the Machine Tile in play: shown, no longer in a hand, not yet resolved
    first_space=field(int64),               # first space chosen for it
    second_space=field(int64),              # second space chosen for it
    first_facing=field(int64),              # first orientation chosen for a Swap
    part=field(int8, SPACES),               # Part on each space; the outer ring stays empty
    facing=field(int8, MACHINE + 1),        # orientation of the Part on each space, 0 if it has none
    parts=field(int64),                     # Parts on the board
    drawn=field(int64),                     # marbles drawn so far; marble m is the m-th of them, counted from 0
    speed=field(int8, MARBLES),
    place=field(int8, MARBLES),             # UNDRAWN ... IN_GOAL + goal
    space=field(int64, MARBLES),            # the space it lies on; 0 once it is collected
    heading=field(int64, MARBLES),          # its arrow; 0 before it is aimed and once it is collected
    collected=field(int64, SEATS),          # marbles in the pile of each side
    bag=field(int8, SPEEDS + 1),            # marbles left by speed
    stack=field(int8, TILES, known_to=NOBODY),           # Machine Tiles left by id
    stack_size=field(int64),
    hand=field(int8, (SEATS, TILES), known_to=OWNER),
    hand_size=field(int64, SEATS),
    out=field(int8, TILES),                 # tiles out of the game: played Modifiers, erased Parts
    aside=field(int8, TILES),               # tiles set aside while the trade-in lasts
    traded=field(int64),                    # tiles that the player has traded in so far
    tradable=field(int8, (SEATS, 3), known_to=OWNER),    # with trade_in = once: Modifiers of the first hand still held
    returned=field(int8, TILES),            # tiles that went back in the trade-in and certainly have not been shown since
    played=field(int64, SEATS),             # Machine Tiles that each seat has played
    cause=field(int64),                     # why the Final Phase began: QUOTA or LAST_MARBLE
)

BOX = box_layout(
    seats=field(int64),
    sides=field(int64),                     # owners of goals: players or teams
    side=field(int64, SEATS),
    radius=field(int64),
    edge=field(int64),                      # first space of the outer ring; machine spaces are 1 to edge - 1
    beyond=field(int64, (SPACES, DIRECTIONS + 1)),       # next space in each direction, -1 off the board
    cell=field(int64, SPACES),              # where a space lies in a square grid of GRID x GRID, for `observe`
    goal=field(int64, SPACES),              # 1 to 6 on a goal's space, -1 to -6 on a separator, else 0
    owner=field(int64, DIRECTIONS + 1),     # side that owns goal 1 to 6, -1 if it is unused
    odd_back=field(int64),                  # 1: an odd die at separator k leads to goal k - 1; 0: to goal k
    goal_shape=field(int64, DIRECTIONS + 1),     # of each goal, by SHAPES
    goal_colour=field(int64, DIRECTIONS + 1),    # of each goal, by COLOURS
    marbles=field(int64, SPEEDS + 1),       # marbles by speed
    marble_total=field(int64),
    tiles=field(int64, TILES),              # Machine Tiles by id
    tile_total=field(int64),
    turn=field(int64, TILES),               # by how many sixths of a circle a Part turns a marble clockwise, 0 to 5
    even=field(int64, TILES),               # by how many sixths the even arrow of a Part lies clockwise of its odd arrow
    oriented=field(int64, TILES),           # whether a Part is turned to a direction
    quota=field(int64),
    trade_in=field(int64),                  # REPEAT, ONCE, NONE
    aim_after=field(int64),
    blocked_moves=field(int64),             # blocked_marble_moves_after_turn
    unused_ends=field(int64),               # unused_goal_ends_movement
    chain_limit=field(int64),
    final_phase_limit=field(int64),
)
