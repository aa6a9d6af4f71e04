"""The player boards, with anthills, cupcake row and crate groups, and the strip of regions with their leaves."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import FACTS, HAND, OTHER, Mark, Panel, Part
from ...words import capital, plural, say, tell
from .names import power_words, region_name, region_sign
from .pictures import COLONY_COLOURS, colony_mark, cross_lines
from .rules import region_winner, score
from .state import (P_CROSS_2, P_CUPCAKES_2, P_LEAVES_2, P_ONES_TRIANGLE, P_POINTS_2, P_POINTS_3, P_THREE_FREE, P_TWO_ADJACENT,
                    P_ZERO_FREE, REGION_NAMES, REGIONS, SEATS)

# Player boards

BOARD_WIDTH, PAD = 290.0, 5.0
ROW_HEIGHT, GROUP_HEIGHT = 48.0, 48.0        # cupcakes and anthills with their captions; the groups of crates
CAPTION, CAPTION_AT = 15.5, 36.0            # size of a caption, and where it stands in its row
GROUP_GAP, CRATE_SIZE, CAKE, HILL = 5.0, 12.0, 26.0, 23.0
HIGH_CRATE = 23.0                           # height of a crate while one of them is chosen
CRATE_TOP, CAKE_TOP = 5.0, 1.0              # where crates lie in their group and cupcakes in their row
CRATE_SHARE = 0.73                          # how much of its picture a crate fills from left to right
POWER_NUMBERS = {P_ZERO_FREE: (0,), P_TWO_ADJACENT: (2,), P_THREE_FREE: (3,), P_ONES_TRIANGLE: (1, 1, 1)}
POWER_POINTS = {P_POINTS_2: "+2", P_POINTS_3: "+3"}
POWER_SIGNS = {P_CUPCAKES_2: "pc-cupcake", P_LEAVES_2: "pc-leaf"}


def draw_player_board(view: Any, box: Any, names: Sequence[str], seat: int, chooses: bool = False) -> Panel:
    """Cupcake row, crate groups and anthills of a colony. Who chooses a crate there sees the groups alone, twice as high: on a
    phone they are too small to be pressed otherwise."""
    who = names[seat]
    above = [] if chooses else [draw_cupcakes(box, seat, view.cupcakes[seat]), draw_anthills(box, seat, view.anthills[seat])]
    root = kit.together(tell(who, "Your player board", "{who}'s player board"), "player-board", *above,
                        *(draw_group(box, seat, group, view.crates[seat][group], chooses) for group in range(box.groups)),
                        draw_newest_marks(box, seat, 0 if chooses else view.cupcakes[seat], tuple(view.crates[seat]), chooses))
    return Panel(HAND if view.viewer == seat else OTHER, tell(who, "Your board", "{who}'s board"), BOARD_WIDTH,
                 ROW_HEIGHT + GROUP_HEIGHT + 2 * PAD, root, seat, points_caption(view, box, seat), True, f"colony-{seat}")


def points_caption(view: Any, box: Any, seat: int) -> str:
    """The points of a colony, as if the game ended now."""
    points = score(view, box, seat)
    if view.over:
        return plural(points, "{n} point", "{n} points")
    return plural(points, "{n} point if it ended now", "{n} points if it ended now")


@kit.keep
def draw_anthills(box: Any, seat: int, left: int) -> Part:
    """The anthills of a colony; those that are spent are faint."""
    wide = HILL * box.anthills
    hills = Part(say("{left} of {all} anthills left", left=left, all=box.anthills), f"anthills-{seat}",
                 (BOARD_WIDTH - PAD - wide, PAD), "anthills")
    for n in range(box.anthills):
        hills.add(kit.use("pc-anthill", (HILL * (n + 0.5), 13), 0.58 * HILL, opacity=None if n < left else 0.22))
    return hills.add(kit.text((wide, CAPTION_AT), plural(left, "{n} anthill", "{n} anthills"), CAPTION, "end"))


@kit.keep
def draw_cupcakes(box: Any, seat: int, cupcakes: int) -> Part:
    """The row of cupcakes of a colony; the space that comes next is framed, and what it brings stands below."""
    row = Part(say("{n} of {all} cupcakes", n=cupcakes, all=box.spaces), f"cupcakes-{seat}", (PAD, PAD), "cupcakes")
    row.add(kit.use("pc-cupcake", (0.45 * CAKE, 14), 0.5 * CAKE))
    step = cake_step(box)
    for space in range(box.spaces):
        crossed, comes = space < cupcakes, space == cupcakes
        row.add(kit.rect(CAKE + step * space, CAKE_TOP, step - 2.5, 26, 6, fill="var(--ink)" if crossed else "var(--paper)",
                         stroke="var(--accent)" if comes else "var(--line-strong)", stroke_width=3 if comes else 1.5),
                kit.text((CAKE + step * space + (step - 2.5) / 2, 14), box.space_points[space], 18, weight=600,
                         fill="var(--paper)" if crossed else "var(--ink)"))
    words = (say("Next cupcake: +{points}", points=box.space_points[cupcakes]) if cupcakes < box.spaces
             else say("Cupcake row full"))
    return row.add(kit.text((0, CAPTION_AT), words, CAPTION, "start"))


def cake_step(box: Any) -> float:
    """From one space of the cupcake row to the next."""
    return float((BOARD_WIDTH - 2 * PAD - CAKE - HILL * box.anthills - 4) / box.spaces)


def group_width(box: Any) -> float:
    return float((BOARD_WIDTH - 2 * PAD + GROUP_GAP) / box.groups)


def group_place(box: Any, group: int, high: bool) -> kit.Point:
    """The upper left corner of a group on its board."""
    return PAD + group * group_width(box), PAD if high else PAD + ROW_HEIGHT


def group_height(high: bool) -> float:
    return GROUP_HEIGHT + ROW_HEIGHT if high else GROUP_HEIGHT


def crate_places(box: Any, group: int, high: bool) -> list[tuple[float, float, float, float]]:
    """The crates of a group in it: left, top, width, height. In a high group they lie in two rows."""
    wide, size = group_width(box) - GROUP_GAP, int(box.group_size[group])
    rows = 2 if high and size > 2 else 1
    columns, tall = -(-size // rows), HIGH_CRATE if high else CRATE_SIZE + 1
    step = min(HIGH_CRATE + 6 if high else CRATE_SIZE + 2.5, (wide - 6) / columns)
    start = (wide - step * columns) / 2 + 1
    return [(start + step * (crate % columns), CRATE_TOP + (tall + 2.5) * (crate // columns), step - 2, tall)
            for crate in range(size)]


@kit.keep
def draw_group(box: Any, seat: int, group: int, crossed: int, high: bool = False) -> Part:
    """A group of crates and the power they unlock."""
    size, power, wide = box.group_size[group], box.group_power[group], group_width(box) - GROUP_GAP
    name = say("{power}: {crossed} of {all} crates", power=capital(power_words(power)), crossed=crossed, all=size)
    part = Part(name, f"group-{seat}-{group}", group_place(box, group, high), "group")
    part.add(kit.rect(0, 0, wide, group_height(high), 8, fill="var(--accent-soft)" if crossed == size else "var(--paper-2)"))
    for crate, (x, y, across, tall) in enumerate(crate_places(box, group, high)):
        part.add(kit.rect(x, y, across, tall, 2.5, fill="var(--ink)", stroke="var(--ink)") if crate < crossed
                 else kit.use("pc-crate", (x + across / 2, y + tall / 2), across / 2 / CRATE_SHARE))
    return part.add(power_picture(power, seat, (wide / 2, group_height(high) - 15)))


@kit.keep
def draw_newest_marks(box: Any, seat: int, cupcakes: int, crates: tuple[int, ...], high: bool = False) -> Part:
    """What a colony has crossed out last in its cupcake row and in each group of crates: pieces, so that the page can frame
    what its last turn has brought. They lie in a part with an id, because their panel is not the same for all seats."""
    part = Part("", f"newest-{seat}", kind="newest")
    if cupcakes:
        wide = cake_step(box) - 2.5
        place = PAD + CAKE + cake_step(box) * (cupcakes - 1), PAD + CAKE_TOP
        part.add(draw_newest(f"cake-{seat}", place, (-2, -2, wide + 4, 30)).add(
            kit.rect(0, 0, wide, 26, 6, fill="var(--ink)"),
            kit.text((wide / 2, 13), box.space_points[cupcakes - 1], 18, weight=600, fill="var(--paper)")))
    for group in range(box.groups):
        if crates[group]:
            x, y, wide, tall = crate_places(box, group, high)[crates[group] - 1]
            left, top = group_place(box, group, high)
            frame = -x, -y, group_width(box) - GROUP_GAP, group_height(high)
            part.add(draw_newest(f"crate-{seat}-{group}", (left + x, top + y), frame).add(
                kit.rect(0, 0, wide, tall, 2.5, fill="var(--ink)")))
    return part


def draw_newest(id: str, at: kit.Point, frame: tuple[float, float, float, float]) -> Part:
    """A piece that moves with every mark; the frame around it is drawn after a turn of its colony."""
    return Part("", id, at, "tally").add(kit.rect(*frame, 8, fill="none"))


def power_picture(power: int, seat: int, at: kit.Point) -> list[Mark]:
    """What a power does, in a few signs: a number to write looks as it will on the board."""
    x, y = at
    if power in POWER_NUMBERS:
        values = POWER_NUMBERS[power]
        r = 12.5 if len(values) == 1 else 8
        left = x - r * (len(values) - 1)
        return [mark for n, value in enumerate(values)
                for mark in kit.colony(COLONY_COLOURS[seat], value, (left + 2 * r * n, y), r)]
    if power in POWER_SIGNS:
        return [kit.use(POWER_SIGNS[power], (x + side, y), 12.5, color="var(--ink)") for side in (-12, 12)]
    if power == P_CROSS_2:
        return [mark for side in (-10, 10) for mark in (
            kit.hexagon_mark((x + side, y), 11, fill="none", stroke="var(--ink)"),
            kit.path(cross_lines(4, x + side, y), stroke="var(--ink)", stroke_width=2.5, stroke_linecap="round"))]
    return [kit.text(at, POWER_POINTS[power], 23, weight=700)]


# Regions and leaves

CELL, CELL_HEIGHT = 66.0, 107.0
LEAF_AT, NAME_AT, VALUE_AT = 52.0, 83.0, 98.0           # the middle of a leaf in its cell, and of what is written below it
LEAF_HEIGHT = 46.0                          # small phones show a cell down to here: see layout.css
CIRCLE, CIRCLE_STEP, CIRCLE_ROW = 5.6, 13.4, 12.8       # radius, and from one circle of a leaf to the next, across and down
FULL_ROW = 4                                # circles of this size beside each other on a leaf


def draw_regions(view: Any, box: Any, names: Sequence[str], open_left: Sequence[int]) -> Panel:
    """The strip of regions: sums, leaves, and what the leader would score."""
    cells = []
    for region in range(REGIONS):
        leader = region_winner(view, region)
        cells.append(draw_region(box, region, tuple(view.totals[region]), tuple(view.circles[region]), leader,
                                 names[leader] if leader >= 0 else "", open_left[region]))
    return Panel(FACTS, say("Regions and leaves"), REGIONS * CELL + 2 * PAD, CELL_HEIGHT + 2 * PAD,
                 kit.together(say("Regions and leaves"), "regions", *cells,
                              draw_newest_circles(box, *map(tuple, view.circles))),
                 caption=say("The higher sum scores its circles. The game ends when one is full or no cupcake is left."),
                 first=True, name="regions")


@kit.keep
def draw_region(box: Any, region: int, totals: tuple[int, int], circles: tuple[int, int], leader: int, who: str, open: int
                ) -> Part:
    """A cell of the strip of regions; `who` leads there."""
    part = Part(region_words(box, region, totals, circles, leader, who, open), f"leaf-{region}", (PAD + CELL * region, PAD),
                "region")
    middle = (CELL - 4) / 2
    part.add(kit.rect(0, 0, CELL - 4, CELL_HEIGHT, 9, fill="var(--paper-2)"),
             kit.hexagon_mark((15, 16), 12.5, fill=f"url(#rg-{REGION_NAMES[region]})", stroke="var(--ink)"),
             kit.text((15, 16), region_sign(region), 11, weight=800),
             kit.text((45, 16), ":", 14), kit.text((middle, NAME_AT), region_name(region), 12, weight=600))
    size = 16 if max(totals) < 10 else 13.5
    for seat, (x, anchor) in enumerate(((42.5, "end"), (47.5, "start"))):
        part.add(kit.text((x, 16), totals[seat], size, anchor, f"var(--colony-{('red', 'blue')[seat]}-line)", title=True,
                          weight=800 if leader == seat else 500, text_decoration="underline" if leader == seat else None))
    part.add(leaf_marks(box, circles, (middle, LEAF_AT)))
    if leader < 0:
        return part.add(kit.text((middle, VALUE_AT), say("tied"), 14, fill="var(--ink-2)"))
    return part.add(colony_mark(leader, (middle - 14, VALUE_AT), 6, 2, True, 1.5),
                    kit.text((middle - 4, VALUE_AT), f"+{box.printed[leader] + circles[leader]}", 16, "start", weight=700))


@kit.keep
def draw_newest_circles(box: Any, *circles: tuple[int, int]) -> Part:
    """The circle that each colony has filled last on each leaf, as a piece, see draw_newest_marks."""
    part = Part("", "newest-circles", kind="newest")
    for region, filled in enumerate(circles):
        places = circle_places(box, (PAD + CELL * region + (CELL - 4) / 2, PAD + LEAF_AT))
        newest = box.printed[0] + filled[0] - 1, len(places) - box.printed[1] - filled[1]
        for seat in range(SEATS):
            if filled[seat]:
                x, y = places[newest[seat]]
                leaf = PAD + CELL * region - x, PAD + LEAF_AT - LEAF_HEIGHT / 2 - y, CELL - 4, LEAF_HEIGHT
                part.add(draw_newest(f"circle-{region}-{seat}", (x, y), leaf).add(leaf_circle(box, seat, (0, 0))))
    return part


def leaf_marks(box: Any, circles: tuple[int, int], middle: kit.Point) -> list[Mark]:
    """A leaf with its circles: those of Red, blank ones, those of Blue."""
    signs = ([0] * (box.printed[0] + circles[0]) + [-1] * (box.blank - sum(circles)) + [1] * (box.printed[1] + circles[1]))
    return [kit.path(leaf_lines(*middle), fill="var(--leaf)", stroke="var(--leaf-edge)", stroke_width=1.5,
                     stroke_linejoin="round"),
            *(leaf_circle(box, seat, place) for seat, place in zip(signs, circle_places(box, middle)))]


def circle_places(box: Any, middle: kit.Point) -> list[kit.Point]:
    """The middles of the circles of a leaf, row by row."""
    step = CIRCLE_STEP * circle_scale(box)
    return [(middle[0] - 2 + step * (n - (count - 1) / 2), middle[1] + CIRCLE_ROW * (row - 1))
            for row, count in enumerate(circle_rows(box)) for n in range(count)]


def circle_rows(box: Any) -> tuple[int, int, int]:
    """How many circles stand in each row of a leaf: those that do not fit evenly in the second, where it is widest."""
    circles = sum(box.printed) + box.blank
    return circles // 3, circles - 2 * (circles // 3), circles // 3


def circle_scale(box: Any) -> float:
    """How much smaller the circles of a leaf are because of their number."""
    return min(1.0, FULL_ROW / circle_rows(box)[1])


def leaf_lines(middle: float, y: float) -> str:
    """The path data of a leaf that lies on its side, its stalk to the right."""
    left, right = middle - 31, middle + 27
    bend = LEAF_HEIGHT * 2 / 3
    return (f"M{left:g} {y:g}C{left + 2:g} {y - bend:g} {right - 6:g} {y - bend:g} {right:g} {y:g}"
            f"C{right - 6:g} {y + bend:g} {left + 2:g} {y + bend:g} {left:g} {y:g}ZM{right:g} {y:g}h4")


def region_words(box: Any, region: int, totals: tuple[int, int], circles: tuple[int, int], leader: int, who: str, open: int
                 ) -> str:
    """How a region stands, for those who hear it."""
    value = (tell(who, "you lead: worth {points}", "{who} leads: worth {points}", points=box.printed[leader] + circles[leader])
             if leader >= 0 else say("tied"))
    return say("{region} region: red {red}, blue {blue}, {value}. Leaf: red {red_leaf}, blue {blue_leaf}, {blank} blank. "
               "{open} hexes open", region=capital(region_name(region)), red=totals[0], blue=totals[1], value=value,
               red_leaf=box.printed[0] + circles[0], blue_leaf=box.printed[1] + circles[1], blank=box.blank - sum(circles),
               open=open)


def leaf_circle(box: Any, seat: int, at: kit.Point) -> Mark:
    """A circle of a leaf: in a colony's colour and shape, or dashed if blank (seat -1)."""
    r = CIRCLE * circle_scale(box)
    if seat < 0:
        return kit.circle(at, r, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=1.1,
                          stroke_dasharray="2.2 1.6")
    return colony_mark(seat, at, r, 1, True, 0.8)
