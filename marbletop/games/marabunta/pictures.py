"""Drawings of the territory with the trays below it, the player boards, and the regions with their leaves."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from ...core.hexgrid import NOWHERE, centre, from_offset, neighbours
from ...drawing import kit
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import capital, phrase, plural, say
from .components import COLUMN_LETTERS
from .names import face_name, hex_name, power_words, region_name, special_kind, tile_words
from .positions import mark_text
from .rules import region_winner, score, usable_elements
from .state import (ALL_ELEMENTS, BLUE_NUMBER, CHOOSE, CRATE_FACE, CRATES, CRATES_2, CROSS_2, CUPCAKES, CUPX, ELEMENTS, ENDED,
                    FLAG, LEAVES_2, ONE, P_CROSS_2, P_CUPCAKES_2, P_LEAVES_2, P_ONES_TRIANGLE, P_POINTS_2, P_POINTS_3,
                    P_THREE_FREE, P_TWO_ADJACENT, P_ZERO_FREE, REGION_LETTERS, REGION_NAMES, REGIONS, REPEAT, SEATS, SPLIT,
                    STATE, TILE, TILE_BIT, ZERO_2, ZERO_FREE)

COLONY_COLOURS = ("red", "blue")                     # red signs are round everywhere, blue ones square
SIZE = 38                                   # side of a hex
EDGE, TOP = 0.32 * SIZE, 20                 # wood around the territory; room for the column letters
TRAY, DIE, MARGIN = 92, 46, 9.0             # height of a tray, size of a die, room around a tray for its mark
TOGETHER = 12                               # hexes that are drawn as one
SHORT_POWERS = {P_ZERO_FREE: phrase("0 free"), P_TWO_ADJACENT: phrase("a 2"), P_THREE_FREE: phrase("3 free"),
                P_CUPCAKES_2: phrase("2 cakes"), P_POINTS_2: "+2", P_POINTS_3: "+3", P_ONES_TRIANGLE: "1 1 1",
                P_CROSS_2: phrase("cross 2"), P_LEAVES_2: phrase("2 leaves")}


# Points and names


@kit.keep
def point_of(box: Any, hex: int) -> kit.Point:
    """The middle of a hex in the drawing."""
    x, y = centre(from_offset(box.column[hex], box.row[hex]), SIZE)
    return x + SIZE + EDGE, y + SIZE * math.sqrt(3) / 2 + EDGE + TOP


@kit.keep
def territory_size(box: Any) -> kit.Point:
    """Width and height of the territory and the wood around it."""
    points = [point_of(box, hex) for hex in range(box.hexes)]
    return max(x for x, _ in points) + SIZE + EDGE, max(y for _, y in points) + SIZE * math.sqrt(3) / 2 + EDGE + 4


@kit.keep
def special_name(box: Any, hex: int) -> str:
    """'cupcake', 'crate' or ''."""
    return {CUPCAKES: "cupcake", CRATES: "crate"}.get(special_kind(box, hex), "")


# The territory


def draw_territory(view: Any, box: Any, names: Sequence[str], costly: set[int]) -> Panel:
    """The territory and the trays below it; `costly` has the hexes that would cost the player an anthill."""
    width, height = territory_size(box)
    parts = [draw_hexes(box, first, tuple(view.marks[first:min(first + TOGETHER, box.hexes)]), *names)
             for first in range(0, box.hexes, TOGETHER)]
    parts.append(draw_border(box))
    if costly:
        parts.append(draw_costs(box, tuple(sorted(costly))))
    root = draw_land(box, *parts, *draw_elements(view, box, names, width, height))
    return Panel(BOARD, say("Territory"), width, height + TRAY + 2 * MARGIN, root)


@kit.keep
def draw_land(box: Any, *parts: Part) -> Part:
    """The board with everything on it."""
    return Part(say("Territory"), kind="territory").add(draw_wood(box), parts)


@kit.keep
def draw_wood(box: Any) -> list[Mark]:
    """The board below the hexes, and the letters of the columns."""
    marks = kit.plank_of(territory_outline(box), EDGE)
    for column in sorted(set(box.column[:box.hexes])):
        x, _ = centre(from_offset(column, 0), SIZE)
        marks.append(kit.text((x + SIZE + EDGE, TOP / 2), COLUMN_LETTERS[column], 15, weight=600))
    return marks


@kit.keep
def draw_hexes(box: Any, first: int, marks: tuple[int, ...], *names: str) -> Part:
    """Some hexes in a row, which seldom change together."""
    return Part().add(draw_hex(box, hex, mark, names[mark >= BLUE_NUMBER] if mark > 1 else "")
                      for hex, mark in enumerate(marks, first))


@kit.keep
def draw_border(box: Any) -> Part:
    """The lines between the regions."""
    return Part(kind="border").add(kit.path(border_lines(box), fill="none", stroke="var(--ink)", stroke_opacity=0.75,
                                            stroke_width=0.075 * SIZE, stroke_linecap="round"))


@kit.keep
def draw_costs(box: Any, hexes: tuple[int, ...]) -> Part:
    """An anthill on every hex that would cost one."""
    points = (point_of(box, hex) for hex in hexes)
    return Part(kind="costs").add(kit.use("pc-anthill", (x + 0.42 * SIZE, y + 0.42 * SIZE), 0.28 * SIZE) for x, y in points)


@kit.keep
def territory_outline(box: Any) -> str:
    """The path data of all hexes."""
    return "".join(kit.through(kit.hexagon(point_of(box, hex), SIZE), closed=True) for hex in range(box.hexes))


@kit.keep
def border_lines(box: Any) -> str:
    """The path data of the lines between regions and around the territory."""
    beside = neighbours([from_offset(box.column[hex], box.row[hex]) for hex in range(box.hexes)])
    lines = []
    for hex in range(box.hexes):
        corners = kit.hexagon(point_of(box, hex), SIZE)
        for direction, other in enumerate(beside[hex]):             # directions from straight up, corners from the right
            if other == NOWHERE or (other > hex and box.region_of[other] != box.region_of[hex]):
                lines.append(kit.through([corners[(direction + 4) % 6], corners[(direction + 5) % 6]]))
    return "".join(lines)


SPECIAL_HEXES = {"": phrase("{hex}, {region} region"), "cupcake": phrase("{hex}, {region} region, cupcake"),
                 "crate": phrase("{hex}, {region} region, crate")}


@kit.keep
def draw_hex(box: Any, hex: int, mark: int, who: str) -> Part:
    """A hex with the pattern and letter of its region, and what is printed or written in it, by whom."""
    kind, region = special_name(box, hex), box.region_of[hex]
    name = hex_name(box, hex)
    words = say(SPECIAL_HEXES[kind], hex=name, region=region_name(region))
    part = Part(words, f"hex-{name}", point_of(box, hex), "space")
    part.add(kit.hexagon_mark((0, 0), 0.985 * SIZE, fill=f"url(#rg-{REGION_NAMES[region]})", stroke="var(--paper)",
                              stroke_opacity=0.55))
    if mark > 1:
        seat = int(mark >= BLUE_NUMBER)
        part.name = say("{hex}: {who} {value}", hex=words, who=who, value=mark_text(mark)[1])
        part.add(Part("", f"num-{name}", kind="number").add(kit.colony(COLONY_COLOURS[seat], mark_text(mark)[1], r=0.6 * SIZE)))
    elif mark:
        part.name = say("{hex}: crossed out", hex=words)
        if kind:
            part.add(kit.use(f"pc-{kind}", r=0.5 * SIZE, opacity=0.35))
        part.add(kit.path(cross_lines(0.45 * SIZE), stroke="var(--ink)", stroke_width=0.15 * SIZE, stroke_linecap="round"))
    elif kind:
        part.add(kit.use(f"pc-{kind}", r=0.5 * SIZE))
    else:
        part.add(kit.text((0, 0), REGION_LETTERS[region], 0.5 * SIZE, weight=700, fill_opacity=0.5))
    return part


def cross_lines(reach: float, x: float = 0.0) -> str:
    """The path data of a cross."""
    return kit.through([(x - reach, -reach), (x + reach, reach)]) + kit.through([(x + reach, -reach), (x - reach, reach)])


# Dice and tile


def draw_elements(view: Any, box: Any, names: Sequence[str], width: float, top: float) -> Iterator[Part]:
    """The seven elements: in one tray before the split, then in two."""
    trays = trays_of(view, names)
    could_use = ([elements_usable_by(view, box, seat, ALL_ELEMENTS) for seat in range(SEATS)]
                 if view.phase in (SPLIT, CHOOSE) else [])
    room = (width - 2 * MARGIN * len(trays)) / sum(max(len(elements_of(mask)), 1) + 1 for _, _, mask in trays)
    x = MARGIN
    for id, title, mask in trays:
        inside = elements_of(mask)
        wide = room * (max(len(inside), 1) + 1)
        yield draw_tray(id, title, elements_with_faces(view, mask), (x, top + MARGIN), wide, view.phase in (SPLIT, CHOOSE))
        for n, element in enumerate(inside):
            yield draw_element(element, view.tile if element == TILE else view.dice[element],
                               (x + wide * (n + 0.5) / len(inside), top + MARGIN + 48), *use_of(view, element),
                               *(bool(usable >> element & 1) for usable in could_use))
        x += wide + 2 * MARGIN


@kit.keep
def draw_tray(id: str, title: str, words: str, at: kit.Point, wide: float, undecided: bool) -> Part:
    """The paper under the elements of a pool."""
    return Part(say("{tray}: {elements}", tray=title, elements=words), id, at, "tray").add(
        kit.rect(0, 0, wide, TRAY, 14, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=2,
                 stroke_dasharray="7 5" if undecided else None),
        kit.text((12, 14), title, 12, "start", "var(--ink-2)", weight=600))


def trays_of(view: Any, names: Sequence[str]) -> list[tuple[str, str, int]]:
    """Id, title and elements of each tray. Tray 0 is Red's or, in CHOOSE, the pool with the tile."""
    if view.phase == SPLIT:
        return [("tray-0", say("To be split"), ALL_ELEMENTS)]
    if view.phase == CHOOSE:
        return [("tray-0", say("Pool with the tile"), ALL_ELEMENTS ^ view.pool),
                ("tray-1", say("Pool without the tile"), view.pool)]
    if view.phase == ENDED:
        return [("tray-0", say("The last dice and tile"), ALL_ELEMENTS)]
    pools = [view.pool, ALL_ELEMENTS ^ view.pool] if view.player == 0 else [ALL_ELEMENTS ^ view.pool, view.pool]
    return [(f"tray-{seat}", say(pool_title(view, seat), who=names[seat]), pools[seat]) for seat in range(SEATS)]


def pool_title(view: Any, seat: int) -> str:
    """A title that says whether a colony resolves its pool now, or before or after the other."""
    if seat == view.player:
        return phrase("Pool of {who}, in use")
    return phrase("Pool of {who}, done") if view.player == view.starter else phrase("Pool of {who}, next")


def elements_of(mask: int) -> list[int]:
    """The elements of a set of bits."""
    return [element for element in range(ELEMENTS) if mask >> element & 1]


def element_with_face(view: Any, element: int) -> str:
    """'orange 2', 'tile: two crates'."""
    return face_words(element, view.tile if element == TILE else view.dice[element])


@kit.keep
def face_words(element: int, face: int) -> str:
    """The same for a face of a die or the kind of the tile."""
    if element == TILE:
        return say("tile: {tile}", tile=tile_words(face))
    return say("{region} {face}", region=region_name(element), face=face_name(face))


def elements_with_faces(view: Any, mask: int) -> str:
    """A set of elements as a list in words."""
    return ", ".join(element_with_face(view, element) for element in elements_of(mask)) or say("nothing")


def elements_usable_by(view: Any, box: Any, seat: int, mask: int) -> int:
    """Which of these elements a colony could use now if they were its pool, as bits. REPEAT counts if there is a die for it."""
    trial = STATE.copy(view)
    trial.player, trial.pool, trial.used, trial.phase = seat, mask, 0, SPLIT
    usable: int = usable_elements(trial, box)
    return usable | TILE_BIT if mask & TILE_BIT and view.tile == REPEAT and usable else usable


def use_of(view: Any, element: int) -> tuple[bool, bool]:
    """Whether an element is used, and whether it still waits for its pool."""
    if view.phase in (SPLIT, CHOOSE, ENDED):
        return False, False
    in_pool = bool(view.pool >> element & 1)
    used = bool(view.used >> element & 1) or (not in_pool and view.player == view.starter)
    return used, not used and not in_pool


@kit.keep
def draw_element(element: int, face: int, at: kit.Point, used: bool, waits: bool, *usable: bool) -> Part:
    """A die or the tile. In SPLIT and CHOOSE, a red disc and a blue square below show who could use it now."""
    name = capital(face_words(element, face))
    part = draw_tile(face, at) if element == TILE else draw_die(element, face, at)
    part.name = say("{element}, done", element=name) if used else say("{element}, waits", element=name) if waits else name
    if used:
        half = 0.5 * DIE
        part.add(Part(kind="veil").add(
            kit.rect(-half, -half, DIE, DIE, 0.23 * DIE, fill="var(--paper)", opacity=0.6),
            kit.path(kit.through([(-half, half), (half, -half)]), stroke="var(--ink-2)", stroke_width=3,
                     stroke_linecap="round")))
    for seat, can_use in enumerate(usable):
        mark = colony_mark(seat, (18 * seat - 9, 0.5 * DIE + 8), 5, 2, can_use, 1.5, None if can_use else "2 2")
        part.add(Part(kind="who").add(mark))
    return part


def colony_mark(seat: int, at: kit.Point, r: float, corner: int, filled: bool, width: float, dash: str | None = None) -> Mark:
    """The sign of a colony: a red disc or a blue square, filled or as an outline."""
    colour = f"var(--colony-{COLONY_COLOURS[seat]}-line)"
    style = {"fill": colour if filled else "none", "stroke": colour, "stroke_width": width, "stroke_dasharray": dash}
    return kit.circle(at, r, **style) if seat == 0 else kit.rect(at[0] - r, at[1] - r, 2 * r, 2 * r, corner, **style)


def draw_die(die: int, face: int, at: kit.Point) -> Part:
    part = kit.die(f"die-{die}", at, DIE, ground=f"url(#rg-{REGION_NAMES[die]})", letter=REGION_LETTERS[die])
    if face == FLAG:
        return part.add(kit.use("pc-flag", r=0.28 * DIE, color="var(--ink)"))
    if face == CRATE_FACE:
        return part.add(kit.use("pc-crate", r=0.3 * DIE))
    return part.add(kit.text((0, 0), face, 0.55 * DIE, title=True, weight=700))


def draw_tile(tile: int, at: kit.Point) -> Part:
    """The tile of the round, with a picture of what it does."""
    h = 0.5 * DIE
    cut, side = 0.7 * h, 0.6 * h
    shape = [(-cut, -h), (cut, -h), (h, -side), (h, side), (cut, h), (-cut, h), (-h, side), (-h, -side)]
    part = Part("", "tile", at, "tile").add(
        kit.polygon(shape, fill="var(--card)", stroke="var(--card-ink)", stroke_width=2, stroke_linejoin="round"))
    return part.add(tile_picture(tile, h))


def tile_picture(tile: int, h: float) -> list[Mark]:
    """What a tile does, as a picture; h is half the size of the tile."""
    ink, two = "var(--card-ink)", (-0.45 * h, 0.45 * h)

    def number(x: float, words: str) -> Mark:
        return kit.text((x, 0), words, 1.05 * h, fill=ink, title=True, weight=700)

    def cross(x: float, r: float) -> Mark:
        return kit.path(cross_lines(r, x), stroke=ink, stroke_width=0.14 * h, stroke_linecap="round")

    if tile in (CRATES_2, LEAVES_2):
        return [kit.use("pc-crate" if tile == CRATES_2 else "pc-leaf", (x, 0), 0.42 * h, color=ink) for x in two]
    if tile == ONE:
        return [number(0, "1")]
    if tile == ZERO_2:
        return [number(x, "0") for x in two]
    if tile == ZERO_FREE:
        return [number(-0.3 * h, "0"), kit.use("pc-anthill", (0.4 * h, 0.3 * h), 0.4 * h)]
    if tile == CROSS_2:
        return [mark for x in two for mark in (
            kit.hexagon_mark((x, 0), 0.42 * h, fill="none", stroke=ink, stroke_width=0.08 * h), cross(x, 0.17 * h))]
    if tile == CUPX:
        return [kit.use("pc-cupcake", r=0.7 * h), cross(0, 0.55 * h)]
    return [kit.use("ic-dice", r=0.45 * h, color=ink), kit.text((0.55 * h, -0.45 * h), "2", 0.5 * h, fill=ink, weight=800)]


# Player boards

GROUP_WIDTH, GROUP_GAP, CRATE_SIZE = 70, 6, 13


def draw_player_board(view: Any, box: Any, names: Sequence[str], seat: int) -> Panel:
    """Anthills, cupcake row and crate groups of a colony."""
    width = max(box.groups * (GROUP_WIDTH + GROUP_GAP), 62 + 24 * box.spaces + 20) + 4
    root = kit.together(say("Player board of {who}", who=names[seat]), "player-board",
                        draw_anthills(box, seat, view.anthills[seat]), draw_cupcakes(box, seat, view.cupcakes[seat]),
                        *(draw_group(box, seat, group, view.crates[seat][group]) for group in range(box.groups)))
    role = HAND if view.viewer == seat else OTHER
    now = score(view, box, seat)
    points = view.points[seat]
    if points > box.track:
        caption = say("{n} points ({track} and {more} on the track), {now} if it ended now", n=points, track=box.track,
                      more=points - box.track, now=now)
    else:
        caption = plural(points, "{n} point, {now} if it ended now", "{n} points, {now} if it ended now", now=now)
    return Panel(role, names[seat], width, 84, root, seat, caption)


@kit.keep
def draw_anthills(box: Any, seat: int, left: int) -> Part:
    """The anthills of a colony; those that are spent are faint."""
    hills = Part(say("{left} of {all} anthills", left=left, all=box.anthills), f"anthills-{seat}", (4, 4), "anthills")
    for n in range(box.anthills):
        hills.add(kit.use("pc-anthill", (12 + 22 * n, 12), 11, opacity=None if n < left else 0.22))
    return hills


@kit.keep
def draw_cupcakes(box: Any, seat: int, cupcakes: int) -> Part:
    """The row of cupcakes of a colony."""
    row = Part(say("{n} of {all} cupcakes", n=cupcakes, all=box.spaces), f"cupcakes-{seat}",
               (14 + 22 * box.anthills, 4), "cupcakes")
    row.add(kit.use("pc-cupcake", (8, 12), 11))
    for space in range(box.spaces):
        crossed = space < cupcakes
        row.add(kit.rect(22 + 24 * space, 2, 21, 21, 6, fill="var(--ink)" if crossed else "var(--paper)",
                         stroke="var(--line-strong)"),
                kit.text((32.5 + 24 * space, 12.5), box.space_points[space], 12, weight=600,
                         fill="var(--paper)" if crossed else "var(--ink)"))
    return row


@kit.keep
def draw_group(box: Any, seat: int, group: int, crossed: int) -> Part:
    """A group of crates and the power they unlock."""
    size, power = box.group_size[group], box.group_power[group]
    name = say("Group {n}: {power}, {crossed} of {all} crates", n=group + 1, power=power_words(power), crossed=crossed,
               all=size)
    part = Part(name, f"group-{seat}-{group}", (4 + group * (GROUP_WIDTH + GROUP_GAP), 36), "group")
    part.add(kit.rect(0, 0, GROUP_WIDTH, 44, 8, fill="var(--accent-soft)" if crossed == size else "var(--paper-2)"))
    step = min(CRATE_SIZE + 3, (GROUP_WIDTH - 6) / size)
    start = (GROUP_WIDTH - step * size) / 2
    for crate in range(size):
        full = crate < crossed
        part.add(kit.rect(start + step * crate + 1, 5, min(CRATE_SIZE, step - 2), CRATE_SIZE, 3,
                          fill="var(--ink)" if full else "var(--paper)", stroke="var(--ink)" if full else "var(--line-strong)"))
    return part.add(kit.text((GROUP_WIDTH / 2, 32), say(SHORT_POWERS[power]), 12))


# Regions and leaves

ROW = 34


def draw_regions(view: Any, box: Any, names: Sequence[str]) -> Panel:
    """The table of regions: sums, leaves, available hexes, and what the leader would score."""
    rows, circles = [], box.printed[0] + box.printed[1] + box.blank
    width = 112 + 18 * circles + 66
    for region in range(REGIONS):
        leader = region_winner(view, region)
        rows.append(draw_region(box, region, width, tuple(view.totals[region]), tuple(view.circles[region]), leader,
                                names[leader] if leader >= 0 else "", open_hexes(view, box, region)))
    return Panel(FACTS, say("Regions and leaves"), width, ROW * REGIONS + 4, kit.together(say("Regions"), "regions", *rows),
                 caption=say("If it ended now: {red} to {blue}", red=score(view, box, 0), blue=score(view, box, 1)))


def open_hexes(view: Any, box: Any, region: int) -> int:
    """How many hexes of a region are available."""
    return sum(not view.marks[hex] for hex in hexes_of(box, region))


@kit.keep
def hexes_of(box: Any, region: int) -> list[int]:
    return [hex for hex in range(box.hexes) if box.region_of[hex] == region]


@kit.keep
def draw_region(box: Any, region: int, width: int, totals: tuple[int, int], circles: tuple[int, int], leader: int, who: str,
                open: int) -> Part:
    """A row of the table of regions; `who` leads there."""
    red, blue = totals
    own, other = circles
    blank = box.blank - own - other
    value = (say("{who} leads for {points}", who=who, points=box.printed[leader] + circles[leader]) if leader >= 0
             else say("nobody leads"))
    name = say("{region} region: {red} to {blue}, {value}; leaf {red_leaf} to {blue_leaf}, {blank} blank; {open} hexes open",
               region=capital(region_name(region)), red=red, blue=blue, value=value, red_leaf=box.printed[0] + own,
               blue_leaf=box.printed[1] + other, blank=blank, open=open)
    part = Part(name, f"leaf-{region}", (2, 2 + ROW * region), "region")
    part.add(kit.rect(0, 0, width - 4, ROW - 3, 8, fill="var(--paper-2)"),
             kit.hexagon_mark((18, 15.5), 13, fill=f"url(#rg-{REGION_NAMES[region]})", stroke="var(--ink)"),
             kit.text((18, 15.5), REGION_LETTERS[region], 12, weight=800))
    for seat, x in enumerate((52, 86)):
        part.add(kit.text((x, 15.5), totals[seat], 17, title=True, weight=700 if leader == seat else 500,
                          text_decoration="underline" if leader == seat else None))
    part.add(kit.text((69, 15.5), ":", 15))
    signs = [(0, False)] * box.printed[0] + [(0, True)] * own + [(-1, False)] * blank
    signs += [(1, True)] * other + [(1, False)] * box.printed[1]
    for n, (seat, filled) in enumerate(signs):
        part.add(leaf_circle(seat, filled, (112 + 18 * n, 15.5)))
    return part.add(kit.text((width - 12, 15.5), say("{n} open", n=open), 12, "end", "var(--ink-2)"))


def leaf_circle(seat: int, filled: bool, at: kit.Point) -> Mark:
    """A circle of a leaf: a ring if printed, solid if filled, dashed if blank (seat -1); Blue's are squares."""
    if seat < 0:
        return kit.circle(at, 7, fill="none", stroke="var(--line-strong)", stroke_width=1.5, stroke_dasharray="3 2.5")
    return colony_mark(seat, at, 6.5, 3, filled, 2)

