"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md. Movement and end have files of their own."""

from ...core.chance import draw, roll
from ...core.kernel import rule, small
from ...core.notes import forbid, note, whisper
from .final import final_cause, final_phase, place_of
from .movement import act, movement_phase, resolve_separators, roll_on
from .state import (
    AIM,
    AIMED,
    AIMED_MARBLE,
    AT,
    AT_SEPARATOR,
    DREW_MARBLE,
    DREW_TILE,
    ERASE,
    ERASE_WHICH,
    ERASED,
    FIRST,
    HAND,
    HOME,
    KEEP,
    KEPT,
    MARBLE,
    MARBLE_STACK,
    MOVE,
    MOVE_FROM,
    MOVE_TO,
    MOVED_PART,
    NEXT,
    NONE,
    ON_BOARD,
    ONCE,
    ORIENT,
    PARTS,
    PLACE,
    PLACED_MARBLE,
    PLAYED_PART,
    SECOND,
    SHOWED,
    SPEEDS,
    START,
    STARTED,
    SWAP,
    SWAP_A,
    SWAP_B,
    SWAP_ORIENT_A,
    SWAP_ORIENT_B,
    SWAPPED,
    TILE_STACK,
    TILES,
    TRADE,
    TRADED,
)

# Setup [MM-1 to MM-6]


@rule
def setup(state, box):
    """Two stacks, a start player, two Machine Tiles for everybody; then the trade-in or the first turn."""
    for speed in range(SPEEDS + 1):
        state.bag[speed] = box.marbles[speed]
    for tile in range(TILES):
        state.stack[tile] = box.tiles[tile]
    state.stack_size = box.tile_total
    state.starter = roll(state, START, state.seats)
    state.player = state.starter
    state.phase = FIRST if box.trade_in == NONE else TRADE
    note(state, STARTED, state.starter)
    for turn in range(state.seats):
        seat = (state.starter + turn) % state.seats
        draw_up(state, seat)
        if box.trade_in == ONCE:
            for kind in range(3):
                state.tradable[seat][kind] = state.hand[seat][ERASE + kind]


@rule
def draw_tile(state, seat):
    """A Machine Tile from the stack, seen by its owner only."""
    tile = draw(state, TILE_STACK, state.stack)
    state.stack_size -= 1
    state.hand[seat][tile] += 1
    state.hand_size[seat] += 1
    whisper(state, seat, DREW_TILE, seat, tile)


@rule
def draw_up(state, seat):
    """Draw Machine Tiles up to a full hand, as long as there are any [MM-4, MM-13]."""
    while state.hand_size[seat] < HAND and state.stack_size > 0:
        draw_tile(state, seat)


@rule
def trade(state, box, tile):
    """Show a Modifier of the first hand, set it aside, and draw another tile for it [MM-5]."""
    seat = state.player
    state.hand[seat][tile] -= 1
    state.hand_size[seat] -= 1
    state.aside[tile] += 1
    state.traded += 1
    if box.trade_in == ONCE:
        state.tradable[seat][tile - ERASE] -= 1
    note(state, TRADED, seat, tile)
    draw_tile(state, seat)


@rule
def keep(state, box):
    """End one's trade-in; after the last player the tiles set aside go back into the stack [MM-5]."""
    seat = state.player
    state.traded = 0
    for kind in range(3):
        state.tradable[seat][kind] = 0
    state.player = (seat + 1) % state.seats
    if state.player == state.starter:
        state.phase = FIRST
        for tile in range(ERASE, TILES):
            state.stack[tile] += state.aside[tile]
            state.stack_size += state.aside[tile]
            state.returned[tile] = state.aside[tile]
            state.aside[tile] = 0
    note(state, KEPT, seat)


# Legal actions [MM-10 to MM-15, 8.2]


@rule
def legal(state, box, actions):
    """What the deciding player may do: tiles, directions or spaces, by the decision that is due."""
    phase = state.phase
    if phase == TRADE:
        return legal_trades(state, box, actions)
    if phase <= SECOND:
        return legal_tiles(state, box, actions)
    if phase in (PLACE, MOVE_TO):
        return free_spaces(state, box, actions)
    if phase in (ERASE_WHICH, MOVE_FROM, SWAP_A, SWAP_B):
        return spaces_with_part(state, box, actions)
    for i in range(6):
        actions[i] = AIMED + 1 + i
    return 6


@rule
def legal_trades(state, box, actions):
    """Modifiers in hand (with trade_in = once: of the first hand), and to keep what one has [MM-5]."""
    seat, n = state.player, 0
    for kind in range(3):
        held = state.tradable[seat][kind] if box.trade_in == ONCE else state.hand[seat][ERASE + kind]
        if held > 0 and state.stack_size > 0:
            actions[n] = ERASE + kind
            n += 1
        else:
            forbid(state, ERASE + kind, "MM-5")
    for tile in range(MARBLE, ERASE):
        forbid(state, tile, "MM-5")
    actions[n] = KEEP
    return n + 1


@rule
def legal_tiles(state, box, actions):
    """A marble, and the tiles in hand that can be played [MM-10 to MM-12, MM-15]."""
    seat, n = state.player, 0
    if state.drawn < box.marble_total:
        actions[n] = MARBLE
        n += 1
    else:
        forbid(state, MARBLE, "MM-11")
    for tile in range(1, TILES):
        if state.hand[seat][tile] == 0:
            forbid(state, tile, "MM-15")
        elif tile > PARTS and state.parts < (2 if tile == SWAP else 1):
            forbid(state, tile, "MM-11")
        else:
            actions[n] = tile
            n += 1
    forbid(state, KEEP, "MM-15")
    return n


@rule
def free_spaces(state, box, actions):
    """Machine spaces without a Part [MM-25]; a Part that is moved does not stay where it was [MM-31]."""
    n = 0
    for space in range(1, box.edge):
        if state.part[space] == 0:
            actions[n] = AT + space
            n += 1
        elif space == state.spot:
            forbid(state, AT + space, "MM-31")
        else:
            forbid(state, AT + space, "MM-25")
    forbid(state, AT, "MM-25")
    return n


@rule
def spaces_with_part(state, box, actions):
    """Spaces whose Part can be erased, moved or swapped [MM-30 to MM-32]; of two to swap the lower number comes first."""
    n = 0
    for space in range(1, box.edge):
        if state.part[space] != 0 and space > state.spot:
            actions[n] = AT + space
            n += 1
        elif state.tile == SWAP:
            forbid(state, AT + space, "MM-32")
        elif state.tile == MOVE:
            forbid(state, AT + space, "MM-31")
        else:
            forbid(state, AT + space, "MM-30")
    if state.phase == SWAP_A:
        n -= 1
        forbid(state, actions[n], "MM-32")
    return n


# A turn [MM-10 to MM-15]


@rule
def play(state, box, action):
    """Carry out one decision, up to the next one."""
    state.step += 1
    phase = state.phase
    if phase == TRADE:
        if action == KEEP:
            keep(state, box)
        else:
            trade(state, box, action)
    elif phase > SECOND and phase != AIM:
        choose_for_tile(state, box, action)
        if state.tile == 0:
            settle_separators(state, box)
            finish_tile(state, box, 0)
    elif phase != AIM and action != MARBLE:
        show_tile(state, box, action)
    else:
        if phase == AIM:
            aim_marble(state, action - AIMED)
        else:
            announce_marble(state)
        if (phase == AIM) != box.aim_after:
            movement_phase(state, box, 0)
        if phase == AIM:
            place_marble(state)
            finish_tile(state, box, 1)


@rule
def finish_tile(state, box, marble):
    """A tile is fully resolved: the Final Phase may begin; else a second tile or the next player [MM-10, MM-14, MM-63]."""
    cause = final_cause(state, box)
    if cause >= 0:
        state.second = 0
        final_phase(state, box, cause)
    elif marble and not state.second:
        state.second = 1
        state.phase = SECOND
    else:
        draw_up(state, state.player)
        state.second = 0
        state.phase = FIRST
        state.player = (state.player + 1) % state.seats


# Playing a marble [MM-20 to MM-24]


@rule
def announce_marble(state):
    """Draw a marble: its speed is now public. With aim = after the others move now [MM-20, MM-23]."""
    m = state.drawn
    state.speed[m] = draw(state, MARBLE_STACK, state.bag)
    state.place[m] = NEXT
    state.drawn += 1
    state.phase = AIM
    note(state, DREW_MARBLE, state.player, 0 + state.speed[m])


@rule
def aim_marble(state, heading):
    """Choose the direction of the new marble. With aim = before the others move now [MM-20]."""
    state.heading[state.drawn - 1] = heading
    note(state, AIMED_MARBLE, state.player, heading)


@rule
def place_marble(state):
    """When the others have moved, the new marble is put on Home [MM-20, MM-21]."""
    m = state.drawn - 1
    state.place[m] = ON_BOARD
    state.space[m] = HOME
    note(state, PLACED_MARBLE, state.player, m)


# Playing a Machine Tile [MM-25 to MM-34]


@rule
def show_tile(state, box, tile):
    """A tile is played by showing it [MM-15]; then its spaces and orientations are chosen."""
    seat = state.player
    state.hand[seat][tile] -= 1
    state.hand_size[seat] -= 1
    if state.played[seat] > 0 and state.returned[tile] > 0:
        state.returned[tile] -= 1           # it may be one that came back in the trade-in; a seat's first tile is not
    state.played[seat] += 1
    state.tile = tile
    state.phase = PLACE if tile <= PARTS else ERASE_WHICH if tile == ERASE else MOVE_FROM if tile == MOVE else SWAP_A
    note(state, SHOWED, seat, tile)


@rule
def choose_for_tile(state, box, action):
    """A space or an orientation for the tile in play; then the next question, or it takes effect [8.2]."""
    phase, space, facing = state.phase, action - AT, action - AIMED
    if phase == ERASE_WHICH:
        erase_part(state, space)
    elif phase == MOVE_FROM:
        state.spot = space
        state.phase = MOVE_TO
    elif phase == SWAP_A:
        state.spot = space
        state.phase = SWAP_B
    elif phase >= SWAP_B:
        choose_for_swap(state, box, space, facing)
    else:
        part = state.tile
        if phase != ORIENT:
            facing = 0
            if phase == PLACE:
                state.spot = space
            else:
                state.other = space
        if part == MOVE:
            part = 0 + state.part[state.spot]
        if phase != ORIENT and box.oriented[part]:
            state.phase = ORIENT
        elif state.tile == MOVE:
            move_part(state, box, facing)
        else:
            place_part(state, box, facing)


@rule
def choose_for_swap(state, box, space, facing):
    """The second Part of a Swap, then the orientation of the first and of the second, where they have one [MM-32, 8.2]."""
    phase = state.phase
    if phase == SWAP_B:
        state.other = space
    elif phase == SWAP_ORIENT_A:
        state.turned = facing
    if phase == SWAP_B and box.oriented[state.part[state.spot]]:
        state.phase = SWAP_ORIENT_A
    elif phase != SWAP_ORIENT_B and box.oriented[state.part[state.other]]:
        state.phase = SWAP_ORIENT_B
    else:
        swap_parts(state, box, facing if phase == SWAP_ORIENT_B else 0)


@rule
def place_part(state, box, facing):
    """A Part comes into the machine and acts on the marbles there [MM-25 to MM-27]."""
    space, part = state.spot, state.tile
    state.part[space] = part
    state.facing[space] = facing
    state.parts += 1
    state.tile = 0
    state.spot = 0
    note(state, PLAYED_PART, state.player, part, space, facing)
    act_on(state, box, marbles_on(state, space))


@rule
def erase_part(state, space):
    """A Part is taken out of the game; marbles there are untouched [MM-30, MM-33]."""
    part = 0 + state.part[space]
    state.part[space] = 0
    state.facing[space] = 0
    state.parts -= 1
    state.out[part] += 1
    use_up(state)
    note(state, ERASED, state.player, part, space)


@rule
def move_part(state, box, facing):
    """A Part goes to another space and acts there; marbles it leaves are untouched [MM-31, MM-33]."""
    start, space = state.spot, state.other
    part = 0 + state.part[start]
    state.part[start] = 0
    state.facing[start] = 0
    state.part[space] = part
    state.facing[space] = facing
    use_up(state)
    note(state, MOVED_PART, state.player, part, start, space, facing)
    act_on(state, box, marbles_on(state, space))


@rule
def swap_parts(state, box, facing):
    """Two Parts change places; then each acts on the marbles that lay there, the lower space first [MM-32, MM-33]."""
    low, high = state.spot, state.other
    first, second = 0 + state.part[low], 0 + state.part[high]
    state.part[low] = second
    state.facing[low] = facing
    state.part[high] = first
    state.facing[high] = state.turned
    use_up(state)
    note(state, SWAPPED, state.player, low, high, second, 0 + state.facing[low], first, 0 + state.facing[high])
    on_low, on_high = marbles_on(state, low), marbles_on(state, high)
    act_on(state, box, on_low)
    act_on(state, box, on_high)


@rule
def use_up(state):
    """A played Modifier is out of the game [MM-33]."""
    state.out[state.tile] += 1
    state.tile = 0
    state.spot = 0
    state.other = 0
    state.turned = 0


@small
def marbles_on(state, space):
    """The marbles that lie on a space, as bits."""
    found = 0
    for m in range(state.drawn):
        if state.space[m] == space and state.place[m] == ON_BOARD:
            found |= 1 << m
    return found


@rule
def act_on(state, box, marbles):
    """What has come under these marbles acts on each of them once, the oldest first; they have no points [MM-27]."""
    m = 0
    while marbles >> m:
        if marbles >> m & 1:
            roll_on(state, box, m, act(state, box, m, 0, 0, 0))
        m += 1


@rule
def settle_separators(state, box):
    """Separators reached by a Machine Tile are resolved when all its marbles have been acted on [MM-28]."""
    for m in range(state.drawn):
        if state.place[m] == AT_SEPARATOR:
            resolve_separators(state, box)
            break


# Outcome [MM-67, MM-68]


@rule
def outcome(state, box, points, rank):
    """Points: marbles of the seat's side; rank by number, then by sum of speeds. Why the Final Phase began."""
    for seat in range(state.seats):
        points[seat] = 1.0 * state.collected[box.side[seat]]
        rank[seat] = place_of(state, box, box.side[seat])
    return state.cause
