"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md. Chapters 5 and 6 are in movement.py, chapter 7
is in final.py."""

from typing import Any

from ...core.chance import draw, roll
from ...core.kernel import rule, small
from ...core.notes import forbid, note, whisper
from .final import final_cause, rank_of, run_final_phase
from .movement import act, resolve_separators, roll_and_resume, run_movement_phase
from .state import (ACTIONS, AIM, AIMED, AIMED_MARBLE, AT, DREW_MARBLE, DREW_TILE, ERASE, ERASED, ERASE_WHICH, FIRST, HAND,
                    HOME, KEEP, KEPT, MARBLE, MARBLE_STACK, MOVE, MOVED_PART, MOVE_FROM, MOVE_TO, NEXT, NONE, ONCE, ON_BOARD,
                    ORIENT, PARTS, PLACE, PLACED_MARBLE, PLAYED_PART, SECOND, SHOWED, SPEEDS, START, STARTED, SWAP, SWAPPED,
                    SWAP_A, SWAP_B, SWAP_ORIENT_A, SWAP_ORIENT_B, TILES, TILE_STACK, TRADE, TRADED)

# Setup [MM-1 to MM-6]


@rule
def setup(state, box):
    """Make two stacks, choose the start player and give everybody two Machine Tiles; the trade-in or the first turn follows."""
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
        refill_hand(state, seat)
        if box.trade_in == ONCE:
            for kind in range(3):
                state.tradable[seat][kind] = state.hand[seat][ERASE + kind]


@rule
def draw_tile(state, seat):
    """Draw a Machine Tile from the stack; only its owner sees it."""
    tile = draw(state, TILE_STACK, state.stack)
    state.stack_size -= 1
    state.hand[seat][tile] += 1
    state.hand_size[seat] += 1
    whisper(state, seat, DREW_TILE, seat, tile)


@rule
def refill_hand(state, seat):
    """Draw Machine Tiles until the hand is full or the stack is empty [MM-4, MM-13]."""
    while state.hand_size[seat] < HAND and state.stack_size > 0:
        draw_tile(state, seat)


@rule
def trade_tile(state, box, tile):
    """Show a Modifier, set it aside and draw another tile for it [MM-5]."""
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
def keep_hand(state, box):
    """End the player's trade-in. After the last player, the tiles set aside go back into the stack [MM-5]."""
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


# Legal actions [MM-10 to MM-15]


@rule
def legal(state, box, actions):
    """List what the player may do: tiles, directions or spaces, depending on the decision that is due."""
    phase = state.phase
    if phase == TRADE:
        return legal_trades(state, box, actions)
    if phase <= SECOND:
        return legal_tiles(state, box, actions)
    if phase in (PLACE, ERASE_WHICH, MOVE_FROM, MOVE_TO, SWAP_A, SWAP_B):
        return legal_spaces(state, box, actions)
    for i in range(6):
        actions[i] = AIMED + 1 + i
    return 6


def legal_actions(state: Any, box: Any) -> list[int]:
    """The legal actions of a plain state or view."""
    actions = [0] * ACTIONS
    return actions[:legal(state, box, actions)]


@rule
def legal_trades(state, box, actions):
    """Trade a Modifier in hand (with trade_in = once: of the first hand), or keep the hand [MM-5]."""
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
    """Play a marble, or a tile in hand that has a target [MM-10 to MM-12, MM-15]."""
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
def legal_spaces(state, box, actions):
    """Spaces for the tile in play: free ones for a Part that is put down [MM-25, MM-31], otherwise those with a Part
    [MM-30 to MM-32]. A Swap names the lower space first."""
    n = 0
    needs_free = state.phase == PLACE or state.phase == MOVE_TO
    for space in range(1, box.edge):
        if state.part[space] == 0 if needs_free else state.part[space] != 0 and space > state.first_space:
            actions[n] = AT + space
            n += 1
        else:
            forbid_space(state, space)
    if needs_free:
        forbid_space(state, HOME)
    elif state.phase == SWAP_A:
        n -= 1
        forbid_space(state, actions[n] - AT)
    return n


@small
def forbid_space(state, space):
    """Name the rule that forbids a space for the tile in play."""
    if state.tile == SWAP:
        forbid(state, AT + space, "MM-32")
    elif state.tile == ERASE:
        forbid(state, AT + space, "MM-30")
    elif state.phase == MOVE_FROM or (state.phase == MOVE_TO and space == state.first_space):
        forbid(state, AT + space, "MM-31")
    else:
        forbid(state, AT + space, "MM-25")


# A turn [MM-10 to MM-15]


@rule
def play(state, box, action):
    """Carry out one decision and everything that follows before the next one."""
    state.step += 1
    phase = state.phase
    if phase == TRADE:
        if action == KEEP:
            keep_hand(state, box)
        else:
            trade_tile(state, box, action)
    elif phase > SECOND and phase != AIM:
        choose_for_tile(state, box, action)
        if state.tile == 0:
            resolve_separators(state, box)
            finish_tile(state, box, 0)
    elif phase != AIM and action != MARBLE:
        show_tile(state, box, action)
    else:
        if phase == AIM:
            aim_marble(state, action - AIMED)
        else:
            draw_marble(state)
        if (phase == AIM) != box.aim_after:
            run_movement_phase(state, box, 0)
        if phase == AIM:
            place_marble(state)
            finish_tile(state, box, 1)


@rule
def finish_tile(state, box, marble):
    """After a tile is resolved: begin the Final Phase, ask for a second tile, or end the turn [MM-10, MM-14, MM-63]."""
    cause = final_cause(state, box)
    if cause >= 0:
        state.second = 0
        run_final_phase(state, box, cause)
    elif marble and not state.second:
        state.second = 1
        state.phase = SECOND
    else:
        refill_hand(state, state.player)
        state.second = 0
        state.phase = FIRST
        state.player = (state.player + 1) % state.seats


# Playing a marble [MM-20 to MM-24]


@rule
def draw_marble(state):
    """Draw a marble; everybody sees its speed. With aim = after, the others move next [MM-20, MM-23]."""
    m = state.drawn
    state.speed[m] = draw(state, MARBLE_STACK, state.bag)
    state.place[m] = NEXT
    state.drawn += 1
    state.phase = AIM
    note(state, DREW_MARBLE, state.player, 0 + state.speed[m])


@rule
def aim_marble(state, heading):
    """Turn the new marble to the chosen direction. With aim = before, the others move next [MM-20]."""
    state.heading[state.drawn - 1] = heading
    note(state, AIMED_MARBLE, state.player, heading)


@rule
def place_marble(state):
    """Put the new marble on Home, when the others have moved [MM-20, MM-21]."""
    m = state.drawn - 1
    state.place[m] = ON_BOARD
    state.space[m] = HOME
    note(state, PLACED_MARBLE, state.player, m)


# Playing a Machine Tile [MM-25 to MM-34]


@rule
def show_tile(state, box, tile):
    """Play a tile by showing it [MM-15]; its spaces and orientations are chosen next."""
    seat = state.player
    state.hand[seat][tile] -= 1
    state.hand_size[seat] -= 1
    if state.played[seat] > 0 and state.returned[tile] > 0:
        state.returned[tile] -= 1           # it may be one that went back in the trade-in; a seat's first tile is not
    state.played[seat] += 1
    state.tile = tile
    state.phase = PLACE if tile <= PARTS else ERASE_WHICH if tile == ERASE else MOVE_FROM if tile == MOVE else SWAP_A
    note(state, SHOWED, seat, tile)


@rule
def choose_for_tile(state, box, action):
    """Take a space or an orientation for the tile in play; then ask the next question, or let the tile take effect."""
    phase, space, facing = state.phase, action - AT, action - AIMED
    if phase == ERASE_WHICH:
        erase_part(state, space)
    elif phase == MOVE_FROM:
        state.first_space = space
        state.phase = MOVE_TO
    elif phase == SWAP_A:
        state.first_space = space
        state.phase = SWAP_B
    elif phase >= SWAP_B:
        choose_for_swap(state, box, space, facing)
    else:
        part = state.tile
        if phase != ORIENT:
            facing = 0
            if phase == PLACE:
                state.first_space = space
            else:
                state.second_space = space
        if part == MOVE:
            part = 0 + state.part[state.first_space]
        if phase != ORIENT and box.oriented[part]:
            state.phase = ORIENT
        elif state.tile == MOVE:
            move_part(state, box, facing)
        else:
            place_part(state, box, facing)


@rule
def choose_for_swap(state, box, space, facing):
    """Take the second space of a Swap, then the orientations of the Parts that have one [MM-32]."""
    phase = state.phase
    if phase == SWAP_B:
        state.second_space = space
    elif phase == SWAP_ORIENT_A:
        state.first_facing = facing
    if phase == SWAP_B and box.oriented[state.part[state.first_space]]:
        state.phase = SWAP_ORIENT_A
    elif phase != SWAP_ORIENT_B and box.oriented[state.part[state.second_space]]:
        state.phase = SWAP_ORIENT_B
    else:
        swap_parts(state, box, facing if phase == SWAP_ORIENT_B else 0)


@rule
def place_part(state, box, facing):
    """Put a Part into the machine; it acts on the marbles there [MM-25 to MM-27]."""
    space, part = state.first_space, state.tile
    state.part[space] = part
    state.facing[space] = facing
    state.parts += 1
    state.tile = 0
    state.first_space = 0
    note(state, PLAYED_PART, state.player, part, space, facing)
    act_on_marbles(state, box, marbles_on(state, space))


@rule
def erase_part(state, space):
    """Take a Part out of the game; marbles there stay as they are [MM-30, MM-33]."""
    part = 0 + state.part[space]
    state.part[space] = 0
    state.facing[space] = 0
    state.parts -= 1
    state.out[part] += 1
    use_up_modifier(state)
    note(state, ERASED, state.player, part, space)


@rule
def move_part(state, box, facing):
    """Put a Part on another space, where it acts; marbles on its old space stay as they are [MM-31, MM-33]."""
    start, space = state.first_space, state.second_space
    part = 0 + state.part[start]
    state.part[start] = 0
    state.facing[start] = 0
    state.part[space] = part
    state.facing[space] = facing
    use_up_modifier(state)
    note(state, MOVED_PART, state.player, part, start, space, facing)
    act_on_marbles(state, box, marbles_on(state, space))


@rule
def swap_parts(state, box, facing):
    """Exchange two Parts; then each acts on the marbles on its new space, the lower space first [MM-32, MM-33]."""
    low, high = state.first_space, state.second_space
    first, second = 0 + state.part[low], 0 + state.part[high]
    state.part[low] = second
    state.facing[low] = facing
    state.part[high] = first
    state.facing[high] = state.first_facing
    use_up_modifier(state)
    note(state, SWAPPED, state.player, low, high, second, 0 + state.facing[low], first, 0 + state.facing[high])
    on_low, on_high = marbles_on(state, low), marbles_on(state, high)
    act_on_marbles(state, box, on_low)
    act_on_marbles(state, box, on_high)


@rule
def use_up_modifier(state):
    """Put the Modifier in play out of the game, and forget what was chosen for it [MM-33]."""
    state.out[state.tile] += 1
    state.tile = 0
    state.first_space = 0
    state.second_space = 0
    state.first_facing = 0


@small
def marbles_on(state, space):
    """The marbles that lie on a space, as bits."""
    found = 0
    for m in range(state.drawn):
        if state.space[m] == space and state.place[m] == ON_BOARD:
            found |= 1 << m
    return found


@rule
def act_on_marbles(state, box, marbles):
    """Let the Part under these marbles (bits) act on each once, the oldest first, without movement points [MM-27]."""
    m = 0
    while marbles >> m:
        if marbles >> m & 1:
            roll_and_resume(state, box, m, act(state, box, m, 0, 0, 0))
        m += 1


# Outcome [MM-67, MM-68]


@rule
def outcome(state, box, points, rank):
    """Write points (marbles of the seat's side) and ranks; return why the Final Phase began."""
    for seat in range(state.seats):
        points[seat] = 1.0 * state.collected[box.side[seat]]
        rank[seat] = rank_of(state, box, box.side[seat])
    return state.cause
