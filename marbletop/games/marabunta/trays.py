"""The two trays with dice and tile: what is split, what can be taken, and the pools of both colonies. Every die has a column of
its own, so that it changes trays without moving the others."""

from collections.abc import Sequence
from typing import Any

from ...drawing import kit
from ...drawing.scene import HAND, Mark, Panel, Part
from ...words import You, capital, phrases, say, tell
from .choices import element_id, elements_usable_by
from .names import die_words, elements_in_words, region_sign, tile_words
from .pictures import colony_mark, cross_lines
from .rules import faces_of
from .sentences import is_tile_waiting
from .state import (AGAIN, ALL_ELEMENTS, ANYWHERE, CHOOSE, CLOSE, CRATE, CRATE_FACE, CRATES_2, CROSS, CROSS_2, CUPX, ELEMENTS,
                    ENDED, FLAG, LEAF, LEAVES_2, NONE, ONE, REGION_NAMES, SEATS, SPLIT, TILE, TILE_BIT, W_0, WRITE,
                    ZERO_2, ZERO_FREE)

DIE, COLUMN = 46, 58                        # size of a die; width of its column
TRAY, GAP, MARGIN = 70.0, 6.0, 5.0          # height of a tray, room between both, room around them for a mark
LABEL = 96.0                                # room for the title of a tray
LONGEST_NAME = 13                           # letters in it
WIDEST_LETTER = 0.68                        # on average, as a share of the size
OWNER = 49.0                                # where the mark below the title stands
WIDTH = 2 * MARGIN + LABEL + ELEMENTS * COLUMN
HEIGHT = 2 * MARGIN + SEATS * TRAY + GAP


def draw_trays(view: Any, box: Any, names: Sequence[str], taken: int = 0) -> Panel:
    """Both trays. In a split `taken` are the elements in the first one."""
    undecided = view.phase in (SPLIT, CHOOSE)
    usable = [elements_usable_by(view, box, seat, ALL_ELEMENTS) for seat in range(SEATS)] if undecided else []
    faces, pools = faces_of(view), pools_of(view, taken)
    trays = [draw_tray(row, names[row], view.phase, elements_in_words(pool, faces), not pool)
             for row, pool in enumerate(pools)]
    in_use = elements_in_use(view)
    dice = [draw_element(element, view.tile if element == TILE else view.dice[element], int(pools[1] >> element & 1),
                         use_of(view, element, in_use), *(bool(could >> element & 1) for could in usable))
            for element in range(ELEMENTS)]
    return Panel(HAND, say("Dice and tile"), WIDTH, HEIGHT, kit.together(say("Dice and tile"), "trays", *trays, *dice),
                 name="trays")


def pools_of(view: Any, taken: int) -> tuple[int, int]:
    """The elements of both trays. In CHOOSE the first has the tile; once they are taken, the first is Red's."""
    if view.phase in (SPLIT, ENDED):
        return taken, ALL_ELEMENTS ^ taken
    first = ALL_ELEMENTS ^ view.pool if view.phase == CHOOSE or view.player else view.pool
    return first, ALL_ELEMENTS ^ first


def tray_name(row: int, who: str, phase: int) -> str:
    """What a tray is called; `who` has the pool in it, once both are taken."""
    if phase in (SPLIT, CHOOSE):
        return say("First tray") if row == 0 else say("Second tray")
    return say("The last roll") if phase == ENDED else tell(who, "Your pool", "{who}'s pool")


@kit.keep
def draw_tray(row: int, who: str, phase: int, words: str, empty: bool) -> Part:
    """The paper under the elements of a pool, and whose it is once it is taken."""
    name = tray_name(row, who, phase)
    title = name if phase in (SPLIT, CHOOSE) or isinstance(who, You) else shorten(who)
    spoken = say("{tray}: {elements}", tray=name, elements=words)
    part = Part(spoken, f"tray-{row}", (MARGIN, MARGIN + row * (TRAY + GAP)), "tray")
    part.add(kit.rect(0, 0, WIDTH - 2 * MARGIN, TRAY, 14, fill="var(--paper)", stroke="var(--line-strong)", stroke_width=2,
                      stroke_dasharray="7 5" if phase in (SPLIT, CHOOSE) else None))
    if phase != ENDED:
        part.add(draw_title(title))
    if phase not in (SPLIT, CHOOSE, ENDED):
        part.add(colony_mark(row, (18, OWNER), 6.5, 2, True, 1.5))
    if empty and phase == SPLIT:
        part.add(kit.text((LABEL + 3.5 * COLUMN, TRAY / 2), say("Tap what goes here"), 17, fill="var(--ink-2)"))
    return part


def draw_title(title: str) -> list[Mark]:
    """The title of a tray, over two lines if it is long; small enough for wide letters, too."""
    first, _, rest = title.partition(" ") if len(title) > 8 else (title, "", "")
    lines = [first, rest] if rest else [title]
    size = min(15.0, (LABEL - 14) / (WIDEST_LETTER * max(map(len, lines))))
    return [kit.text((11, 22 + 17 * (n - 0.5 * (len(lines) - 1))), line, size, "start", weight=600)
            for n, line in enumerate(lines)]


def shorten(name: str) -> str:
    """A name as far as there is room for it."""
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME - 1]}…"


FRESH, IN_USE, USED, LATER = range(4)       # how far an element is
ASKED_BY_THE_TILE = frozenset({WRITE, CROSS, CLOSE, CRATE, LEAF, AGAIN})           # if no die asks


def use_of(view: Any, element: int, in_use: int) -> int:
    """Whether an element can be used, is in use, was used, or waits for its pool."""
    if view.phase in (SPLIT, CHOOSE, ENDED):
        return FRESH
    if not view.pool >> element & 1:
        return USED if view.player == view.starter else LATER
    if in_use >> element & 1:
        return IN_USE
    return USED if view.used >> element & 1 else FRESH


def elements_in_use(view: Any) -> int:
    """The dice and the tile that are not finished while something is asked, as bits."""
    waiting = TILE_BIT if is_tile_waiting(view) else 0
    asking = int(view.used & elements_asking(view)) if view.power == NONE else 0
    return int(view.used & waiting) | (asking if is_sure(view, asking) else 0)


def is_sure(view: Any, asking: int) -> bool:
    """Whether only one element can ask. A crate may also be owed for a hex that another one has filled."""
    return asking.bit_count() == 1 and (view.phase != CRATE or view.used == asking)


def elements_asking(view: Any) -> int:
    """The dice and the tile that the present question may come from, as bits."""
    if view.phase == WRITE and view.region != ANYWHERE:
        return 1 << int(view.region)
    if view.phase == WRITE and view.effect == W_0:
        return int(view.shows[0])
    if view.phase == CRATE and view.left == 1:
        return int(view.shows[CRATE_FACE]) | (TILE_BIT if view.tile == CRATES_2 else 0)
    return TILE_BIT if view.phase in ASKED_BY_THE_TILE else 0


def element_label(element: int, face: int) -> str:
    """'Orange 2', 'Tile: two crates'."""
    return say("Tile: {tile}", tile=tile_words(face)) if element == TILE else capital(die_words(element, face))


USES = ("", *phrases("{element}, in use", "{element}, used", "{element}, for later"))


@kit.keep
def draw_element(element: int, face: int, row: int, use: int, *usable: bool) -> Part:
    """A die or the tile. In SPLIT and CHOOSE, a red disc and a blue square below show who could use it now."""
    name = element_label(element, face)
    at = (MARGIN + LABEL + (element + 0.5) * COLUMN, MARGIN + row * (TRAY + GAP) + (30 if usable else TRAY / 2))
    part = draw_tile(face, at) if element == TILE else draw_die(element, face, at)
    part.name = say(USES[use], element=name) if USES[use] else name
    half = 0.5 * DIE
    if use == IN_USE:
        edge = kit.rect(-half - 4, -half - 4, DIE + 8, DIE + 8, 0.3 * DIE, fill="none", stroke="var(--legal)", stroke_width=5)
        part.add(Part(kind="in-use").add(edge, kit.rect(-half - 1, -half - 1, DIE + 2, DIE + 2, 0.25 * DIE, fill="none",
                                                        stroke="var(--ink)", stroke_width=2.5)))
    if use == USED:
        part.add(Part(kind="veil").add(
            kit.rect(-half - 2, -half - 2, DIE + 4, DIE + 4, 0.23 * DIE, fill="var(--paper)", opacity=0.68),
            kit.path(kit.through([(-half, half), (half, -half)]), stroke="var(--ink-2)", stroke_width=3,
                     stroke_linecap="round")))
    for seat, can_use in enumerate(usable):
        mark = colony_mark(seat, (18 * seat - 9, 0.5 * DIE + 9.5), 4.5, 2, can_use, 1.5, None if can_use else "2 2")
        part.add(Part(kind="who").add(mark))
    return part


def draw_die(die: int, face: int, at: kit.Point) -> Part:
    part = kit.die(element_id(die), at, DIE, ground=f"url(#rg-{REGION_NAMES[die]})", letter=region_sign(die))
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
        return [number(-0.4 * h, "0"), kit.use("pc-anthill", (0.4 * h, 0.2 * h), 0.4 * h),
                kit.path(kit.through([(0.05 * h, 0.55 * h), (0.75 * h, -0.25 * h)]), stroke=ink, stroke_width=0.12 * h,
                         stroke_linecap="round")]
    if tile == CROSS_2:
        return [mark for x in two for mark in (
            kit.hexagon_mark((x, 0), 0.42 * h, fill="none", stroke=ink, stroke_width=0.08 * h), cross(x, 0.17 * h))]
    if tile == CUPX:
        return [kit.use("pc-cupcake", r=0.7 * h), cross(0, 0.55 * h)]
    return [kit.use("ic-dice", r=0.45 * h, color=ink), kit.text((0.55 * h, -0.45 * h), "2", 0.5 * h, fill=ink, weight=800)]
