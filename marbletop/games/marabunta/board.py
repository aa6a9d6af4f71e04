"""What a seat sees: the territory with its trays, both player boards, the regions, and every choice."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import Choice, Part, Scene, Seat, Subset
from ...words import capital, phrases, plural, say
from . import rules
from .diagram import diagram
from .effects import costs_anthill, first_targets
from .names import COLONY_NAMES, elements_in_words, face_name, hex_name, power_words, region_name, tile_words
from .pictures import (COLONY_COLOURS, SIZE, cross_lines, draw_player_board, draw_regions, draw_territory, element_with_face,
                       elements_of, elements_usable_by, open_hexes, point_of, special_name)
from .sentences import status
from .state import (A_CRATE, A_HEX, A_LEAF, A_PASS, A_SELECT, A_TAKE_TILE, AGAIN, ALL_ELEMENTS, ANYWHERE, CRATE_FACE, ELEMENTS,
                    FLAG, MOST_LEGAL, ORDINARY, REGIONS, SEATS, SPLIT, TILE, TILE_BIT, VALUE_OF, W_0, WRITE)

MOVES_ALIKE = True                          # while an action is shown, everybody sees the same
MARKS = tuple(f"colony-{colour}" for colour in COLONY_COLOURS)      # beside the names of the seats
TILE_TEXTS = phrases(
    "Cross out two crates.", "Fill a circle on each of two leaves.", "Write a 1 in any region.",
    "Write two 0s next to each other.", "Write a 0 anywhere, without an anthill.", "Cross out two hexes that touch.",
    "Use a die of your pool again.", "Cross out a cupcake hex; nobody gets the cupcake.")
POWER_TEXTS = phrases(
    "write a 0 anywhere", "write a 2", "write a 3 anywhere", "two cupcakes", "2 points", "3 points",
    "write three 1s in a triangle", "cross out two hexes", "fill two leaves")


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything the seat `view.viewer` sees; choices only if that seat has to decide, and not in the middle of an action."""
    names = names or [say(name) for name in COLONY_NAMES]
    mine = view.viewer == view.player and not view.over and view.phase < len(CHOICES) and not moving
    actions = legal_actions(view, box) if mine else []
    costly = {action - A_HEX for action in actions if action >= A_HEX and is_costly(view, box, action - A_HEX)}
    splits = mine and view.phase == SPLIT
    return Scene(
        title=say("Marabunta"), status="" if moving else status_of(view, box, names),
        panels=[draw_territory(view, box, names, costly), *(draw_player_board(view, box, names, seat) for seat in range(SEATS)),
                draw_regions(view, box, names)],
        seats=[Seat(seat, MARKS[seat], str(view.points[seat]),
                    (say("{points} if it ended now", points=rules.score(view, box, seat)),
                     plural(view.anthills[seat], "{n} anthill", "{n} anthills"),
                     plural(view.cupcakes[seat], "{n} cupcake", "{n} cupcakes")),
                    not view.over and view.player == seat, names[seat])
               for seat in range(0 if moving else SEATS)],
        facts=[] if moving else facts(view, box, names),
        choices=[] if splits else [CHOICES[view.phase](view, box, names, action) for action in actions],
        subset=split_choice(view, box, names) if splits else None,
        remark=say("The boards are a reconstruction, not the printed ones.") if box.reconstructed else "",
        diagram=lambda: diagram(view, box))


def legal_actions(view: Any, box: Any) -> list[int]:
    """The actions that the rules allow."""
    actions = [0] * MOST_LEGAL
    return actions[:rules.legal(view, box, actions)]


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """The status, and in the last round who triggered the end."""
    text = status(view, box, names)
    last = view.trigger >= 0 and not view.over
    return say("{status} Last round, triggered by {who}.", status=text, who=names[view.trigger]) if last else text


def facts(view: Any, box: Any, names: Sequence[str]) -> list[tuple[str, str]]:
    """The round, the tiles to come, and how near the end is."""
    cupcakes = sum(not view.marks[hex] for hex in cupcake_hexes(box))
    region = min(range(REGIONS), key=lambda region: open_hexes(view, box, region))
    leaf = max(range(REGIONS), key=lambda region: sum(view.circles[region]))
    to_come = [tile_words(tile) for tile in range(ORDINARY) if view.tiles_left[tile]]
    return [(say("Round"), say("{n} of at most {most}", n=view.round_number, most=ORDINARY + box.cupcakes_on_board)),
            (say("First player"), names[view.starter]), (say("Tile"), tile_words(view.tile)),
            *((say("Tile to come"), words) for words in to_come or [tile_words(-1)]),
            (say("Cupcake hexes left"), say("{some} of {all}", some=cupcakes, all=box.cupcakes_on_board)),
            (say("Fullest region"), say("{region}, {n} open", region=region_name(region), n=open_hexes(view, box, region))),
            (say("Fullest leaf"), say("{region}, {n} blank", region=region_name(leaf), n=box.blank - sum(view.circles[leaf])))]


@kit.keep
def cupcake_hexes(box: Any) -> list[int]:
    return [hex for hex in range(box.hexes) if special_name(box, hex) == "cupcake"]


# The split


def split_choice(view: Any, box: Any, names: Sequence[str]) -> Subset:
    """The choice of a pool from the seven elements; a pool and the rest of the elements are the same action."""
    masks = range(1, ALL_ELEMENTS)
    return Subset(
        say("Which of the seven go into the first tray? {who} picks a tray.", who=names[1 - view.player]),
        tuple((element_id(element), capital(element_with_face(view, element))) for element in range(ELEMENTS)),
        {mask: (ALL_ELEMENTS ^ mask if mask & TILE_BIT else mask) - 1 for mask in masks},
        (say("First tray"), say("Second tray")))


def element_id(element: int) -> str:
    """The id of a die or the tile in the drawing."""
    return "tile" if element == TILE else f"die-{element}"


# Choices, by phase


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


def pool_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of one of the two pools."""
    with_tile = action == A_TAKE_TILE
    pool = ALL_ELEMENTS ^ view.pool if with_tile else view.pool
    words = ", ".join(element_with_face(view, element) for element in elements_of(pool))
    mine = elements_usable_by(view, box, view.player, pool).bit_count()
    theirs = elements_usable_by(view, box, 1 - view.player, ALL_ELEMENTS ^ pool).bit_count()
    return Choice(action, say("Take {elements}", elements=words),
                  say("You can use {mine} of {all} now; {who} {theirs} of the others.", mine=mine, all=pool.bit_count(),
                      who=names[1 - view.player], theirs=theirs), parts_of(view, box, action)[0])


def element_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice to resolve an element, or to stop."""
    if action == A_PASS:
        unused = elements_in_words(view.pool & ~view.used)
        return Choice(action, say("Stop here"), say("Leaves {elements} unused.", elements=unused))
    element = action - A_SELECT
    if element == TILE:
        return Choice(action, say("Tile: {tile}", tile=tile_words(view.tile)), say(TILE_TEXTS[view.tile]),
                      parts_of(view, box, action)[0])
    region, face = capital(region_name(element)), face_name(view.dice[element])
    label = (say("{region} die again: {face}", region=region, face=face) if view.phase == AGAIN
             else say("{region} die: {face}", region=region, face=face))
    return Choice(action, label, die_text(view, box, element), parts_of(view, box, action)[0])


def die_text(view: Any, box: Any, die: int) -> str:
    """What a die would do for the player."""
    face = view.dice[die]
    if face == FLAG:
        return say("Fills a circle of the {region} leaf.", region=region_name(die))
    if face == CRATE_FACE:
        return say("Crosses out a crate of your choice.")
    region = die if face else ANYWHERE
    low, high = first_targets(view, box, W_0 + face, region)
    near = view.near[view.player][box.near_row[face]]
    every = low.bit_count() + high.bit_count()
    beside = (low & near[0]).bit_count() + (high & near[1]).bit_count()
    where = plural(beside, "{n} hex next to you", "{n} hexes next to you")
    if every > beside:
        where = say("{hexes}, {n} more with an anthill", hexes=where, n=every - beside)
    if face:
        return say("Writes a {value} in the {region} region: {hexes}.", value=face, region=region_name(die), hexes=where)
    return say("Writes a {value} in any region: {hexes}.", value=face, hexes=where)


def is_costly(view: Any, box: Any, hex: int) -> bool:
    """Whether a number has to be written and would cost an anthill in this hex [MA-30]."""
    return view.phase == WRITE and bool(costs_anthill(view, box, hex))


def hex_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a hex to write in, or to decline a power."""
    if action == A_PASS:
        return decline_choice(view)
    hex, seat, value = action - A_HEX, view.player, VALUE_OF[view.effect]
    costly = is_costly(view, box, hex)
    region = box.region_of[hex]
    after = list(view.totals[region])
    after[seat] += value
    texts = [say("Writes a {value}, spends an anthill.", value=value) if costly else say("Writes a {value}.", value=value),
             *gain_texts(view, box, hex),
             say("{region} region {red} to {blue}.", region=capital(region_name(region)), red=after[0], blue=after[1])]
    return Choice(action, hex_name(box, hex), " ".join(texts), parts_of(view, box, action)[0],
                  look="cost" if costly else "legal", ghost=(draw_ghost(box, hex, seat, value),))


@kit.keep
def draw_ghost(box: Any, hex: int, seat: int, value: int) -> Part:
    """A number that would be written."""
    return Part(at=point_of(box, hex)).add(
        kit.colony(COLONY_COLOURS[seat], value, r=0.6 * SIZE, opacity=0.8), kit.ring("ghost", r=0.62 * SIZE))


@kit.keep
def draw_cross(box: Any, hex: int) -> Part:
    """A cross that would be made."""
    return Part(at=point_of(box, hex)).add(kit.lines(cross_lines(0.45 * SIZE), 0.1 * SIZE, "chosen"))


def gain_texts(view: Any, box: Any, hex: int) -> list[str]:
    """What a number in this hex gets for a cupcake or a crate; no text for a plain hex."""
    kind, seat = special_name(box, hex), view.player
    if kind == "cupcake":
        space = view.cupcakes[seat]
        return [say("Cupcake, +{points}.", points=box.space_points[space]) if space < box.spaces
                else say("Cupcake, but the row is full.")]
    if kind == "crate":
        return [say("Crosses out a crate.") if view.open_groups[seat] else say("Crate, but none is left.")]
    return []


def cross_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a hex to cross out, or to decline a power."""
    if action == A_PASS:
        return decline_choice(view)
    hex = action - A_HEX
    kind = special_name(box, hex)
    lost = (say("Closes its cupcake; nobody gets it.") if kind == "cupcake"
            else say("Closes its crate; nobody gets it.") if kind
            else say("Closes a hex of the {region} region.", region=region_name(box.region_of[hex])))
    return Choice(action, say("Cross out {hex}", hex=hex_name(box, hex)), lost, parts_of(view, box, action)[0],
                  look="hit" if kind else "legal", ghost=(draw_cross(box, hex),))


def crate_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a group to cross out a crate of."""
    group, seat = action - A_CRATE, view.player
    left = box.group_size[group] - view.crates[seat][group] - 1
    power = box.group_power[group]
    then = say("{n} more for it.", n=left) if left else say("The last of its group: {power}.", power=say(POWER_TEXTS[power]))
    return Choice(action, say("Group {n}: {power}", n=group + 1, power=power_words(power)), then,
                  parts_of(view, box, action)[0])


def leaf_choice(view: Any, box: Any, names: Sequence[str], action: int) -> Choice:
    """The choice of a leaf to fill a circle on, or to decline a power."""
    if action == A_PASS:
        return decline_choice(view)
    region = action - A_LEAF
    circles = list(view.circles[region])
    circles[view.player] += 1
    texts = [say("The region is then worth {points} to you.", points=box.printed[view.player] + circles[view.player])]
    if sum(circles) == box.blank and view.trigger < 0:
        texts.append(say("The leaf is full: triggers the end."))
    return Choice(action, say("{region} leaf", region=capital(region_name(region))), " ".join(texts),
                  parts_of(view, box, action)[0])


def decline_choice(view: Any) -> Choice:
    """The choice to decline a power."""
    return Choice(A_PASS, say("Decline the power"), say("Gives up {power}.", power=power_words(view.power)))


# In the order of the phases. A split is a Subset and has no choices, so its entry is never used.
CHOICES = (pool_choice, pool_choice, element_choice, hex_choice, cross_choice, cross_choice, crate_choice, leaf_choice,
           element_choice)
