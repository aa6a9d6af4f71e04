"""Setup, legal, play, outcome: the rules as functions, in the order of RULES.md."""

from ...core.chance import draw, roll
from ...core.kernel import rule, small
from ...core.notes import note
from .bits import list_bits
from .effects import (begin_crates, begin_crossing, begin_leaves, begin_writing, can_cross_two, can_decline,
                      can_decline_writing, can_fill_leaves, cross_crate, cross_hex, fill_circle, fill_leaf, finish_effect,
                      first_targets, hexes_with_partner, is_any_available, resume_task, write_number, write_targets)
from .reasons import explain
from .state import (A_CRATE, A_HEX, A_LEAF, A_PASS, A_SELECT, A_TAKE_DICE, A_TAKE_TILE, AGAIN, ALL_ELEMENTS, ANYWHERE, CHOOSE,
                    CLOSE, CRATE, CRATE_FACE, CRATES_2, CROSS, CROSS_2, CUPCAKES, CUPX, DICE, E_AGAIN, E_BEGAN, E_CHOSE,
                    E_DECLINED, E_IGNORED, E_REGION, E_ROUND, E_SELECTED, E_SPLIT, E_WON, ENDED, FLAG, GO_ON, LEAF, LEAVES_2,
                    NONE, ONE, ORDINARY, RANDOM_FIRST, REGIONS, REPEAT, S_DICE, S_FIRST, S_TILE, SEATS, SELECT, SPLIT, SPLITS,
                    TILE, TILE_BIT, W_0, W_1, W_FREE_0, W_TWO_0, WORD, WRITE, ZERO_2)

# Setup [MA-1 to MA-4]


@rule
def setup(state, box):
    """Make everything available and draw the first player, even if an option sets one [MA-2 to MA-4, MA-63]."""
    finish_effect(state)
    state.trigger = NONE
    state.trigger_kind = NONE
    for word in range(2):
        state.available[word] = box.region_hexes[ANYWHERE][word]
    state.open_leaves = (1 << REGIONS) - 1
    for seat in range(SEATS):
        state.anthills[seat] = box.anthills
        state.open_groups[seat] = (1 << box.groups) - 1
    for tile in range(ORDINARY):
        state.tiles_left[tile] = 1
    drawn = roll(state, S_FIRST, SEATS)
    state.starter = drawn if box.first_player == RANDOM_FIRST else box.first_player
    note(state, E_BEGAN, state.starter)
    begin_round(state)


# The round [MA-5 to MA-12]


@rule
def begin_round(state):
    """Turn up a tile, from round 8 on always the crossed-out cupcake, and roll the six dice [MA-5, MA-6, MA-63]."""
    state.round_number += 1
    state.tile = draw(state, S_TILE, state.tiles_left) if state.round_number <= ORDINARY else CUPX
    for face in range(len(state.shows)):
        state.shows[face] = 0
    for die in range(DICE):
        face = roll(state, S_DICE, len(state.shows))
        state.dice[die] = face
        state.shows[face] |= 1 << die
    state.pool = 0
    state.used = 0
    state.player = state.starter
    state.phase = SPLIT
    note(state, E_ROUND, state.round_number, state.starter, state.tile, state.dice[0], state.dice[1], state.dice[2],
         state.dice[3], state.dice[4], state.dice[5])


@rule
def split_elements(state, action):
    """Split the elements; the action gives the pool without the tile. The opponent has to choose [MA-7]."""
    state.pool = action + 1
    state.player = 1 - state.starter
    state.phase = CHOOSE
    note(state, E_SPLIT, state.starter, state.pool, faces_of(state))


@rule
def choose_pool(state, action):
    """Give the opponent the chosen pool, which comes first [MA-8]."""
    if action == A_TAKE_TILE:
        state.pool = ALL_ELEMENTS ^ state.pool
    state.phase = GO_ON
    note(state, E_CHOSE, state.player, state.pool, faces_of(state))


@rule
def faces_of(state):
    """What tile and dice show, for notes: three bits each, the pink die lowest, the tile highest."""
    faces = state.tile
    for die in range(DICE - 1, -1, -1):
        faces = faces << 3 | state.dice[die]
    return faces


@rule
def ask_for_element(state, box):
    """Ask for the next element, or end the pool if no element of it can be resolved any more [MA-9, MA-10]."""
    state.usable = usable_elements(state, box)
    if state.usable:
        state.phase = SELECT
    else:
        end_pool(state, box)


@rule
def usable_elements(state, box):
    """The elements of the pool that can be resolved now, as bits; in AGAIN, the dice that can be used again
    [MA-10, MA-23]."""
    dice = resolvable_dice(state, box)
    if state.phase == AGAIN:
        return dice & state.used
    unused = state.pool & ~state.used
    if unused & TILE_BIT and is_tile_usable(state, box, dice & state.used):
        return dice & unused | TILE_BIT
    return dice & unused


@rule
def end_pool(state, box):
    """Go on with the first player's pool after the opponent's; after both, end the round [MA-8, MA-12]."""
    state.phase = GO_ON
    usable, state.usable = state.usable, 0
    if state.pool & ~state.used:
        note(state, E_IGNORED, state.player, state.pool & ~state.used, faces_of(state), usable)
    state.used = 0
    if state.player != state.starter:
        state.pool = ALL_ELEMENTS ^ state.pool
        state.player = state.starter
    elif state.trigger >= 0:
        state.pool = 0
        state.phase = ENDED
        state.over = 1
        note_outcome(state, box)
    else:
        state.starter = 1 - state.starter
        begin_round(state)


# Dice and tiles [MA-13 to MA-24]


@rule
def resolvable_dice(state, box):
    """Which of the six dice the player could resolve now, as bits [MA-13 to MA-16]."""
    seat = state.player
    anywhere = -1 if state.anthills[seat] else 0
    low, high = state.available[0], state.available[1]
    found = state.shows[FLAG] & state.open_leaves
    if state.open_groups[seat]:
        found |= state.shows[CRATE_FACE]
    near = state.near[seat][box.near_row[0]]
    if low & (near[0] | anywhere) | high & (near[1] | anywhere):
        found |= state.shows[0]
    numbers = state.pool & (state.shows[1] | state.shows[2] | state.shows[3])
    for die in range(DICE):
        if numbers >> die & 1:
            near = state.near[seat][box.near_row[state.dice[die]]]
            hexes = box.region_hexes[die]
            if low & hexes[0] & (near[0] | anywhere) | high & hexes[1] & (near[1] | anywhere):
                found |= 1 << die
    return found


@rule
def is_tile_usable(state, box, again):
    """Whether the tile can be resolved now; `again` has the dice that could be used again [MA-17 to MA-24]."""
    tile = state.tile
    if tile == CUPX:
        return is_any_available(state, box.special_hexes[CUPCAKES])
    if tile == CRATES_2:
        return state.open_groups[state.player] != 0 and (box.partial != 0 or has_two_crates(state, box))
    if tile == LEAVES_2:
        return can_fill_leaves(state, box)
    if tile == CROSS_2:
        return can_cross_two(state, box)
    if tile == REPEAT:
        return again != 0
    low, high = first_targets(state, box, tile_effect(tile), ANYWHERE)
    return low | high != 0


@small
def tile_effect(tile):
    """What a tile writes [MA-19 to MA-21]."""
    return W_1 if tile == ONE else W_TWO_0 if tile == ZERO_2 else W_FREE_0


@rule
def has_two_crates(state, box):
    """Whether the player has two open crates [MA-70]."""
    left = 0
    for group in range(box.groups):
        left += box.group_size[group] - state.crates[state.player][group]
    return left >= 2


@rule
def select_element(state, box, element):
    """Resolve an element of the pool [MA-9]."""
    state.usable = 0
    state.used |= 1 << element
    if element == TILE:
        use_tile(state, box)
    else:
        note(state, E_SELECTED, state.player, element, state.dice[element])
        use_die(state, box, element)


@rule
def use_die(state, box, die):
    """Do what the face of a die says; a number goes into its region, a 0 into any [MA-13 to MA-16]."""
    face = state.dice[die]
    if face == FLAG:
        state.phase = GO_ON
        fill_circle(state, box, die)
    elif face == CRATE_FACE:
        begin_crates(state, 1)
    elif face == 0:
        begin_writing(state, W_0, ANYWHERE, NONE)
    else:
        begin_writing(state, face, die, NONE)


@rule
def use_tile(state, box):
    """Do what the tile of the round says [MA-17 to MA-24]."""
    tile = state.tile
    note(state, E_SELECTED, state.player, TILE, tile)
    if tile == REPEAT:
        state.phase = AGAIN
        state.usable = usable_elements(state, box)
    elif tile == CUPX:
        state.phase = CLOSE
    elif tile == CRATES_2:
        begin_crates(state, 2)
    elif tile == LEAVES_2:
        begin_leaves(state, NONE)
    elif tile == CROSS_2:
        begin_crossing(state, NONE)
    else:
        begin_writing(state, tile_effect(tile), ANYWHERE, NONE)


@rule
def use_again(state, box, die):
    """Resolve a die of the pool once more, for REPEAT [MA-23]."""
    state.usable = 0
    note(state, E_AGAIN, state.player, die, state.dice[die])
    use_die(state, box, die)


@rule
def stop_or_decline(state, box):
    """Ignore the rest of the pool [MA-10], or decline a power [MA-41]."""
    if state.phase == SELECT:
        end_pool(state, box)
    else:
        note(state, E_DECLINED, state.player, state.power)
        finish_effect(state)


# Legal actions


@rule
def legal(state, box, actions):
    """List what the player may do in this phase; how many actions there are."""
    explain(state, box)
    phase = state.phase
    if phase == SELECT:
        n = list_bits(state.usable, A_SELECT, actions, 0)
        if state.usable & TILE_BIT == 0 or state.tile != CUPX:                      # [MA-10]
            actions[n] = A_PASS
            n += 1
        return n
    if phase == WRITE:
        return list_hexes_to_write(state, box, actions)
    if phase == CRATE:
        return list_bits(state.open_groups[state.player], A_CRATE, actions, 0)         # [MA-38]
    if phase == SPLIT:
        for action in range(SPLITS):                                                # [MA-7]
            actions[action] = action
        return SPLITS
    if phase == CHOOSE:
        actions[0] = A_TAKE_TILE                                                    # [MA-8]
        actions[1] = A_TAKE_DICE
        return 2
    if phase == CROSS:
        return list_hexes_to_cross(state, box, actions)
    if phase == CLOSE:
        low = state.available[0] & box.special_hexes[CUPCAKES][0]                             # [MA-24]
        high = state.available[1] & box.special_hexes[CUPCAKES][1]
        return list_bits(high, A_HEX + WORD, actions, list_bits(low, A_HEX, actions, 0))
    if phase == LEAF:
        leaves = state.open_leaves                                                  # [MA-18]
        if state.first >= 0:
            leaves &= ~(1 << state.first)
        return list_bits(leaves, A_LEAF, actions, list_decline(state, box, actions))
    return list_bits(state.usable, A_SELECT, actions, 0)                               # [MA-23]


@rule
def list_decline(state, box, actions):
    """List PASS if the option allows to decline the present power [MA-68]; how many actions there are."""
    if can_decline(state, box):
        actions[0] = A_PASS
        return 1
    return 0


@rule
def list_hexes_to_write(state, box, actions):
    """List PASS if the power may be declined, and the hexes for the next number [MA-27, MA-41]; how many actions there are."""
    low, high = write_targets(state, box)
    n = 0
    if state.power >= 0 and can_decline_writing(state, box, low, high):
        actions[0] = A_PASS
        n = 1
    return list_bits(high, A_HEX + WORD, actions, list_bits(low, A_HEX, actions, n))


@rule
def list_hexes_to_cross(state, box, actions):
    """List the hexes for the first or the second of two crosses [MA-22]; how many actions there are."""
    if state.first < 0:
        low = hexes_with_partner(state, box.crossable, state.available[0], 0)
        high = hexes_with_partner(state, box.crossable, state.available[1], WORD)
    else:
        low = state.available[0] & box.crossable[state.first][0]
        high = state.available[1] & box.crossable[state.first][1]
    return list_bits(high, A_HEX + WORD, actions, list_bits(low, A_HEX, actions, list_decline(state, box, actions)))


# Playing


@rule
def play(state, box, action):
    """Carry out an action, then everything that follows from it up to the next decision."""
    state.step += 1
    phase = state.phase
    if action == A_PASS:
        stop_or_decline(state, box)
    elif phase == SELECT:
        select_element(state, box, action - A_SELECT)
    elif phase == WRITE:
        write_number(state, box, action - A_HEX)
    elif phase == CRATE:
        cross_crate(state, box, action - A_CRATE)
    elif phase == SPLIT:
        split_elements(state, action)
    elif phase == CHOOSE:
        choose_pool(state, action)
    elif phase in (CROSS, CLOSE):
        cross_hex(state, box, action - A_HEX)
    elif phase == LEAF:
        fill_leaf(state, box, action - A_LEAF)
    else:
        use_again(state, box, action - A_SELECT)
    while state.phase == GO_ON:
        if state.depth:
            resume_task(state, box)
        else:
            ask_for_element(state, box)


# End and score [MA-54 to MA-59]


@small
def region_winner(state, region):
    """The colony with the higher sum in a region, NONE for equal sums [MA-55]."""
    red, blue = state.totals[region][0], state.totals[region][1]
    return 0 if red > blue else 1 if blue > red else NONE


@rule
def score(state, box, seat):
    """Points made so far, and the circles of the colony's colour in the regions that it wins [MA-54 to MA-56, MA-58]."""
    total = state.points[seat]
    for region in range(REGIONS):
        if region_winner(state, region) == seat:
            total += box.printed[seat] + state.circles[region][seat]
    return total


@rule
def winner(state, box):
    """The colony with most points, then with more cupcakes, then the trigger player [MA-57]."""
    red, blue = score(state, box, 0), score(state, box, 1)
    if red == blue:
        red, blue = state.cupcakes[0], state.cupcakes[1]
    if red == blue:
        return state.trigger
    return 0 if red > blue else 1


@rule
def note_outcome(state, box):
    """Note who wins each region, and the game [MA-55 to MA-57]."""
    for region in range(REGIONS):
        seat = region_winner(state, region)
        gained = box.printed[seat] + state.circles[region][seat] if seat >= 0 else 0
        note(state, E_REGION, region, state.totals[region][0], state.totals[region][1], seat, gained)
    note(state, E_WON, winner(state, box), score(state, box, 0), score(state, box, 1))


@rule
def outcome(state, box, points, rank):
    """Points and ranks of both colonies; there is always a winner [MA-57, MA-66]."""
    won = winner(state, box)
    for seat in range(SEATS):
        points[seat] = 1.0 * score(state, box, seat)
        rank[seat] = 1 if seat == won else 2
    return state.trigger_kind
