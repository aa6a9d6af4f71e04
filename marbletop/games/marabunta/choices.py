"""Every choice with its label, what it will do, and where to press for it. What ends the game is said first."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import Choice, Part
from ...words import capital, phrase, phrases, plural, say
from . import rules
from .crates import crates_in, what_crates_bring
from .effects import costs_anthill, cross_crate, first_targets
from .gains import cupcakes_until_end
from .names import (die_words, elements_in_words, elements_of, hex_name, number_words, power_words, region_name, tile_words)
from .pictures import COLONY_COLOURS, SIZE, cross_lines, cupcake_hexes, open_hexes, point_of, special_name
from .sentences import TILE_DOES
from .state import (A_CRATE, A_HEX, A_LEAF, A_PASS, A_SELECT, A_TAKE_TILE, AGAIN, ALL_ELEMENTS, ANYWHERE, CRATE_FACE, CROSS,
                    CUPCAKES_GONE, FLAG, GO_ON, LEAF_FULL, MOST_LEGAL, NONE, ONE, P_CUPCAKES_2, P_TWO_ADJACENT,
                    REGION_FULL, REPEAT, SEATS, SHAPE_OF, SPLIT, STATE, TILE, TILE_BIT, VALUE_OF, W_0, WRITE, ZERO_2, ZERO_FREE)

FEW_CUPCAKES = 4                            # with which the end is near
# What the last crate of a group lets its owner do, by power.
POWER_TEXTS = phrases(
    "Then you write a 0 on any open hex, for free: it scores nothing, but takes what lies there.",
    "Then you write a 2 on any colour next to one of your numbers, or elsewhere for an anthill.",
    "Then you write a 3 on any open hex, for free.", "Then you get two cupcakes.", "Then you score 2 points.",
    "Then you score 3 points.", "Then you write three 1s that all touch each other.",
    "Then you cross out two hexes that touch, so that nobody can use them.", "Then you fill a circle on each of two leaves.")
WITHOUT_ANTHILL = phrase("Then you write a 2 on any colour next to one of your numbers.")


def choice_of(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of an action that the player may take now; not for a split, which is a Subset."""
    return CHOICES[view.phase](view, box, names, action)


def legal_actions(view: Any, box: Any) -> list[int]:
    """The actions that the rules allow."""
    actions = [0] * MOST_LEGAL
    return actions[:rules.legal(view, box, actions)]


def element_id(element: int) -> str:
    """The id of a die or the tile in the drawing."""
    return "tile" if element == TILE else f"die-{element}"


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, legal or not."""
    if action < A_TAKE_TILE:
        return tuple(element_id(element) for element in elements_of(action + 1))
    if action < A_SELECT:
        return (f"tray-{action - A_TAKE_TILE}",)
    if action < A_PASS:
        return (element_id(action - A_SELECT),)
    if action == A_PASS:
        return ()
    if action < A_LEAF:
        return (f"group-{view.player}-{action - A_CRATE}",)
    return (f"leaf-{action - A_LEAF}",) if action < A_HEX else (f"hex-{hex_name(box, action - A_HEX)}",)


# The end of the game


def end_text(view: Any, box: Any, names: Sequence[str], action: int) -> str:
    """What an action means for the end of the game: '' for nothing, else that it ends with this round or, with its result,
    at once. An action after which a round could begin is not tried, because that is a matter of chance."""
    kind = end_kind(view, box, action)
    if view.trigger == NONE == kind:
        return ""
    after = STATE.copy(view)
    rules.play(after, box, action)
    if after.over:
        return result_text(after, box, names, view.player)
    return say(LAST_ROUND[kind], region=region_name(region_of(view, box, action))) if kind != NONE else ""


LAST_ROUND = phrases("This fills the {region} region: the game ends with this round.",
                     "This fills the {region} leaf: the game ends with this round.",
                     "That is the last cupcake: the game ends with this round.")


def result_text(after: Any, box: Any, names: Sequence[str], seat: int) -> str:
    mine, theirs = (rules.score(after, box, one) for one in (seat, 1 - seat))
    if rules.winner(after, box) == seat:
        return say("This ends the game: you win {mine} to {theirs}.", mine=mine, theirs=theirs)
    return say("This ends the game: {who} wins {theirs} to {mine}.", who=names[1 - seat], mine=mine, theirs=theirs)


def end_kind(view: Any, box: Any, action: int) -> int:
    """What would trigger the end if this action were taken, or NONE [MA-50 to MA-53]."""
    region = region_of(view, box, action)
    if view.trigger != NONE or region == NONE:
        return NONE
    if action < A_HEX:
        return LEAF_FULL if sum(view.circles[region]) + 1 == box.blank else NONE
    if open_hexes(view, box, region) == 1:
        return REGION_FULL
    left = [hex for hex in cupcake_hexes(box) if not view.marks[hex]]
    return CUPCAKES_GONE if left == [action - A_HEX] else NONE


def region_of(view: Any, box: Any, action: int) -> int:
    """The region of the hex that an action marks, or of the leaf that it fills; NONE for other actions."""
    if action >= A_HEX:
        return int(box.region_of[action - A_HEX])
    if action >= A_LEAF:
        return action - A_LEAF
    is_flag = A_SELECT <= action < A_SELECT + TILE and view.dice[action - A_SELECT] == FLAG
    return action - A_SELECT if is_flag else NONE


def put_together(*texts: str) -> str:
    """The texts that are not empty as one."""
    return " ".join(filter(None, texts))


# Pools


def pool_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of one of the two trays."""
    pool = ALL_ELEMENTS ^ view.pool if action == A_TAKE_TILE else view.pool
    return Choice(action, say("Take this tray: {elements}", elements=elements_in_words(pool, rules.faces_of(view))),
                  unusable_text(view, box, names[1 - view.player], pool, ALL_ELEMENTS ^ pool)
                  or say("You can use all of it right now, and {who} all of the rest.", who=names[1 - view.player]),
                  parts_of(view, box, action)[0], confirm=say("Take it"), routine=True)


def unusable_text(view: Any, box: Any, other: str, mine: int, theirs: int) -> str:
    """What has no place now: of these dice for the player, of those for the other colony; '' if everything has."""
    seat, faces = view.player, rules.faces_of(view)
    usable, usable_there = (elements_usable_by(view, box, one, some) for one, some in ((seat, mine), (1 - seat, theirs)))
    idle, idle_there = mine & ~usable, theirs & ~usable_there
    first = (usable if idle else 0) | (usable_there if idle_there else 0)
    if idle == idle_there:
        return put_together(say("Right now nobody could use {elements}.", elements=elements_in_words(idle, faces)),
                            why_unusable(view, idle, (0, 1), first)) if idle else ""
    words_of_theirs = phrase("{who} couldn't use {elements}.") if idle else phrase("Right now {who} couldn't use {elements}.")
    return put_together(
        say("Right now you couldn't use {elements}.", elements=elements_in_words(idle, faces)) if idle else "",
        say(words_of_theirs, who=other, elements=elements_in_words(idle_there, faces)) if idle_there else "",
        why_unusable(view, idle | idle_there, [one for one, some in ((seat, idle), (1 - seat, idle_there)) if some], first))


def why_unusable(view: Any, idle: int, seats: Sequence[int], first: int) -> str:
    """Why these colonies can't use these dice: for numbers, if none of them has an anthill [MA-27]; else ''. What they can use
    `first` may bring them there, if it is a number."""
    if not idle or any(view.anthills[one] for one in seats) or any(
            element == TILE or not writes(view, element) for element in elements_of(idle)):
        return ""
    return (say("No open hex is near and no anthill left: another number must get there first.")
            if any(writes(view, element) for element in elements_of(first))
            else say("There is no open hex nearby and no anthill left."))


def writes(view: Any, element: int) -> bool:
    """Whether a die or the tile writes numbers."""
    return bool(view.tile in (ONE, ZERO_2, ZERO_FREE) if element == TILE else view.dice[element] < FLAG)


def elements_usable_by(view: Any, box: Any, seat: int, mask: int) -> int:
    """Which of these elements a colony could use now if they were its pool, as bits. REPEAT counts if there is a die for it."""
    trial = STATE.copy(view)
    trial.player, trial.pool, trial.used, trial.phase = seat, mask, 0, SPLIT
    usable: int = rules.usable_elements(trial, box)
    return usable | TILE_BIT if mask & TILE_BIT and view.tile == REPEAT and usable else usable


def what_marks_mean(view: Any, box: Any) -> str:
    """What the marks under dice mean, if they say that somebody could not use one now; '' otherwise."""
    all_usable = all(elements_usable_by(view, box, seat, ALL_ELEMENTS) == ALL_ELEMENTS for seat in range(SEATS))
    return "" if all_usable else say("Dots: who can use it now.")


def element_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice to use a die or the tile, or to leave the rest."""
    if action == A_PASS:
        return leave_choice(view, box, names)
    element, target = action - A_SELECT, parts_of(view, box, action)[0]
    end = end_text(view, box, names, action)
    if element == TILE:
        text = put_together(end, say(TILE_DOES[view.tile]), crates_text(view, box, TILE_BIT))
        return Choice(action, say("Tile: {tile}", tile=tile_words(view.tile)), text, target, leads_on=True,
                      confirm=say("Use the tile"))
    face = view.dice[element]
    label = (say("{die} again", die=capital(die_words(element, face))) if view.phase == AGAIN
             else capital(die_words(element, face)))
    return Choice(action, label, put_together(end, die_text(view, box, element)), target, leads_on=face != FLAG,
                  confirm=say("Use it"))


def leave_choice(view: Any, box: Any, names: Sequence[str]) -> Choice:
    """The choice to leave the rest of the pool."""
    end = end_text(view, box, names, A_PASS)
    after = "" if end else (say("This ends the round.") if view.player == view.starter
                            else say("Then {who} uses the other tray.", who=names[1 - view.player]))
    unused = say("You don't use {elements}.", elements=elements_in_words(view.usable, rules.faces_of(view)))
    return Choice(A_PASS, say("Leave the rest"), put_together(end, unused, after), button=say("Leave the rest"),
                  confirm=say("Leave the rest"))


def die_text(view: Any, box: Any, die: int) -> str:
    """What a die would do for the player."""
    face, region = view.dice[die], region_name(die)
    if face == FLAG:
        worth = box.printed[view.player] + view.circles[die][view.player]
        return say("Fills a circle on the {region} leaf: if you win the region, it then brings you {points} points instead of "
                   "{now}.", region=region, points=worth + 1, now=worth)
    if face == CRATE_FACE:
        return put_together(say("Crosses out a crate under your name."), crates_text(view, box, 1 << die))
    low, high = first_targets(view, box, W_0 + face, die if face else ANYWHERE)
    near = view.near[view.player][box.near_row[face]]
    every = low.bit_count() + high.bit_count()
    beside = (low & near[0]).bit_count() + (high & near[1]).bit_count()
    hexes = hexes_text(beside, every - beside)
    if face:
        return say("A {value} in the {region} region, {hexes}.", value=face, region=region, hexes=hexes)
    return say("A {value} in any region, {hexes}.", value=face, hexes=hexes)


def crates_text(view: Any, box: Any, elements: int) -> str:
    """What the crates of these dice and the tile would bring the player; '' if they have none."""
    crates = crates_in(view, elements)
    return what_crates_bring(view, box, crates) if crates else ""


def hexes_text(beside: int, more: int) -> str:
    """How many hexes are open for a number: next to own numbers, and for an anthill."""
    if not beside:
        return say("anywhere for an anthill")
    where = plural(beside, "on the only hex next to your numbers", "on one of {n} hexes next to your numbers")
    return say("{hexes} or elsewhere for an anthill", hexes=where) if more else where


# Hexes


def is_costly(view: Any, box: Any, hex: int) -> bool:
    """Whether a number has to be written and would cost an anthill in this hex [MA-30]."""
    return view.phase == WRITE and bool(costs_anthill(view, box, hex))


def hex_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a hex to write in, or to skip a power."""
    if action == A_PASS:
        return skip_choice(view, box, names)
    hex, value = action - A_HEX, VALUE_OF[view.effect]
    costly = is_costly(view, box, hex)
    texts = [end_text(view, box, names, action), anthill_text(view) if costly else "", gain_text(view, box, hex),
             region_text(view, box, names, hex, value)]
    label = capital(say("Write {number} on {hex}", number=number_words(box.region_of[hex], value), hex=hex_name(box, hex)))
    marked = (view.first >= 0) + (view.second >= 0)
    return Choice(action, label, put_together(*texts) or say("A 0 adds nothing to the sum, but you can go on from there."),
                  parts_of(view, box, action)[0], look="cost" if costly else "named",
                  ghost=(draw_ghost(box, hex, view.player, value),), leads_on=marked + 1 < SHAPE_OF[view.effect],
                  confirm=say("Write the {value}", value=value))


def anthill_text(view: Any) -> str:
    return (say("This costs your last anthill.") if view.anthills[view.player] == 1
            else say("This costs one of your {n} anthills.", n=view.anthills[view.player]))


def region_text(view: Any, box: Any, names: Sequence[str], hex: int, value: int) -> str:
    """How the region would stand, the player's sum first; '' if nothing changes."""
    if not value:
        return ""
    region, seat = box.region_of[hex], view.player
    mine, theirs = view.totals[region][seat] + value, view.totals[region][1 - seat]
    name, who, points = capital(region_name(region)), names[1 - seat], box.printed[seat] + view.circles[region][seat]
    if mine == theirs:
        return say("{region} would be tied at {sum}, so {who} scores nothing there.", region=name, sum=mine, who=who)
    if mine > theirs + value:
        return say("{region} stays yours, {mine} to {theirs}.", region=name, mine=mine, theirs=theirs)
    if mine > theirs > mine - value:
        return say("You take {region} from {who}, {mine} to {theirs}: +{points}.", region=region_name(region), who=who,
                   mine=mine, theirs=theirs, points=points)
    if mine > theirs:
        return say("{region} would be yours, {mine} to {theirs}: +{points}.", region=name, mine=mine, theirs=theirs,
                   points=points)
    return say("{region}: you {mine}, {who} {theirs}.", region=name, mine=mine, who=who, theirs=theirs)


def gain_text(view: Any, box: Any, hex: int) -> str:
    """What a number in this hex gets for a cupcake or a crate; no text for a plain hex."""
    kind, seat = special_name(box, hex), view.player
    if kind == "cupcake":
        space = view.cupcakes[seat]
        points = box.space_points[space] if space < box.spaces else 0
        text = (say("A cupcake, but your row is full: no points.") if space == box.spaces
                else say("A cupcake: +{points}.", points=points) if points else say("A cupcake, which brings no points yet."))
        return put_together(text, cupcakes_text(view, box))
    if kind == "crate":
        return (put_together(say("A crate to cross out under your name."), what_crates_bring(view, box, 1))
                if view.open_groups[seat] else say("A crate, but you have none left to cross out."))
    return ""


def cupcakes_text(view: Any, box: Any) -> str:
    """How few cupcakes will be left when one is taken or crossed out; '' for the last one, which ends the game [MA-53], and
    while the end is far."""
    left = sum(not view.marks[hex] for hex in cupcake_hexes(box)) - 1
    return cupcakes_until_end(left) if 0 < left <= FEW_CUPCAKES else ""


@kit.keep
def draw_ghost(box: Any, hex: int, seat: int, value: int) -> Part:
    """A number that would be written, with the name of its hex."""
    ground = kit.hexagon_mark((0, 0), 0.84 * SIZE, fill="var(--chosen)", stroke="var(--chosen-edge)", stroke_width=0.07 * SIZE)
    number = Part().add(kit.colony(COLONY_COLOURS[seat], value, r=0.56 * SIZE, opacity=0.85), kit.ring("ghost", r=0.58 * SIZE))
    name = Part().add(kit.tag((0, 0.74 * SIZE), hex_name(box, hex), 0.38 * SIZE))
    return Part(at=point_of(box, hex)).add(ground, number, name)


@kit.keep
def draw_cross(box: Any, hex: int) -> Part:
    """A cross that would be made."""
    return Part(at=point_of(box, hex)).add(kit.lines(cross_lines(0.45 * SIZE), 0.1 * SIZE, "chosen"))


def cross_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a hex to cross out, or to skip a power."""
    if action == A_PASS:
        return skip_choice(view, box, names)
    hex = action - A_HEX
    kind, region = special_name(box, hex), box.region_of[hex]
    lost = {"cupcake": phrase("Nobody will get this cupcake."), "crate": phrase("Nobody will get this crate.")}.get(kind)
    left = plural(open_hexes(view, box, region) - 1, "Then {n} hex is open in the {region} region.",
                  "Then {n} hexes are open in the {region} region.", region=region_name(region))
    return Choice(action, say("Cross out {hex}", hex=hex_name(box, hex)),
                  put_together(end_text(view, box, names, action), say(lost) if lost else "",
                               cupcakes_text(view, box) if kind == "cupcake" else "", left),
                  parts_of(view, box, action)[0], look="hit" if kind else "named", ghost=(draw_cross(box, hex),),
                  leads_on=view.phase == CROSS and view.first < 0, confirm=say("Cross it out"))


# Crates, leaves, powers


def crate_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a group to cross out a crate of."""
    group, seat = action - A_CRATE, view.player
    left = box.group_size[group] - view.crates[seat][group] - 1
    power = box.group_power[group]
    more = plural(left, "After this one, {n} more to go.", "After this one, {n} more to go.")
    text = put_together(more, power_text(view, power)) if left else unlock_text(view, box, group, power)
    return Choice(action, say("Cross out a crate ({power})", power=power_words(power)),
                  put_together(end_text(view, box, names, action), text), parts_of(view, box, action)[0],
                  confirm=say("Cross it out"), to_read=True)


def power_text(view: Any, power: int) -> str:
    """What a power lets the player do, as far as anthills are left."""
    return say(WITHOUT_ANTHILL) if power == P_TWO_ADJACENT and not view.anthills[view.player] else say(POWER_TEXTS[power])


def unlock_text(view: Any, box: Any, group: int, power: int) -> str:
    """What the last crate of a group brings."""
    after = STATE.copy(view)
    cross_crate(after, box, group)
    gained = after.points[view.player] - view.points[view.player]
    if power == P_CUPCAKES_2:
        return say("Unlocks the power right away: two cupcakes, +{points}.", points=gained)
    if after.phase == GO_ON and not gained:
        return say("Unlocks the power, but you can't use it now and lose it: {power}.", power=power_words(power))
    return say("Unlocks the power right away: {power}.", power=power_words(power))


def leaf_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a leaf to fill a circle on, or to skip a power."""
    if action == A_PASS:
        return skip_choice(view, box, names)
    region = action - A_LEAF
    worth = box.printed[view.player] + view.circles[region][view.player]
    return Choice(action, say("{region} leaf", region=capital(region_name(region))),
                  put_together(end_text(view, box, names, action),
                               say("If you win the region, it then brings you {points} points instead of {now}.",
                                   points=worth + 1, now=worth)),
                  parts_of(view, box, action)[0], leads_on=view.left == 2 and bool(view.open_leaves & ~(1 << region)),
                  confirm=say("Fill a circle"))


def skip_choice(view: Any, box: Any, names: Sequence[str]) -> Choice:
    """The choice to skip a power."""
    text = say("You give it up for good: {power}.", power=power_words(view.power))
    return Choice(A_PASS, say("Skip this power"), put_together(end_text(view, box, names, A_PASS), text),
                  button=say("Skip this power"), confirm=say("Skip this power"))


# In the order of the phases. A split is a Subset and has no choices, so its entry is never used.
CHOICES = (pool_choice, pool_choice, element_choice, hex_choice, cross_choice, cross_choice, crate_choice, leaf_choice,
           element_choice)
